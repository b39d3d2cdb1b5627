"""The goals that `ruleproof puzzles judge` lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleproof.cli.asking.arguments import chosen_position
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.telling.answers import Answer
from ruleproof.cli.telling.pictures import field

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.game import Game
    from ruleproof.puzzles.stipulations import Stipulation


def goals_of(chosen: Game, position: str | None, on: str) -> Answer:
    """The goals that puzzles of a game can ask for, or the questions that fit a diagram, about all
    of these cells.
    """
    from ruleproof.puzzles.stipulations import (
        askable,
        check_diagram,
        check_game,
        in_general,
        names,
        sentence,
    )

    with at("GAME"):
        check_game(chosen)
    if on and position is None:
        raise InputError("--on: it is for questions about a diagram; add --position")
    about = [cell for cell in on.split(",") if cell]
    with at("--on"):
        for cell in about:
            chosen.board.cell(cell)
    if position is None:
        rows = [(name, in_general(chosen, name)) for name in names(chosen)]
        told = [{"goal": name, "words": words} for name, words in rows]
    else:
        here = chosen_position(chosen, position, None)
        with at("--position"):
            check_diagram(chosen, here.state)
        fitting = [one for one in askable(chosen, here.state) if set(about) <= set(one.goal.cells)]
        sentences = [sentence(chosen, here.state.side, one) for one in fitting]
        rows = [(words, _options(one)) for one, words in zip(fitting, sentences, strict=True)]
        told = [
            {"goal": one.name, "on": one.goal.cells, "amount": one.goal.amount, "words": words}
            for one, words in zip(fitting, sentences, strict=True)
        ]

    def people(console: Console) -> None:
        if not rows:
            console.print("no question about this diagram is about these cells")
        wide = max((len(name) for name, _ in rows), default=0)
        for name, text in rows:
            if position is None:
                field(console, name.ljust(wide), text)
            else:
                console.print(name)
                console.print(f"    {text}", soft_wrap=True, style="bold")

    return Answer({"goals": told}, people, chosen)


def _options(asked: Stipulation) -> str:
    """The options of `puzzles judge` that ask this, but for the number of turns."""
    goal = asked.goal
    parts = [asked.name, ",".join(goal.cells), str(goal.amount or "")]
    return f"--goal {':'.join(filter(None, parts))}"
