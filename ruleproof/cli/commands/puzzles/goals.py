"""`ruleproof puzzles goals`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ruleproof.cli.asking.arguments import chosen_game, chosen_position
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import (
    AsJson,
    BoardText,
    GameName,
    PositionText,
    SettingTexts,
)
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.telling.answers import Answer
from ruleproof.cli.telling.pictures import field

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.puzzles.stipulations import Stipulation


def register(puzzles: typer.Typer) -> None:
    """Adds the command to those of puzzles."""
    command(
        puzzles,
        "goals",
        goals,
        "puzzles goals gro",
        "puzzles goals esgros --board path:6 --position 'B . W W . B ; black'",
        "puzzles goals esgros -b path:6 -p 'B . W W . B ; black' --goal remove --on d1",
    )


def goals(
    game: GameName,
    board: BoardText = "",
    settings: SettingTexts = None,
    position: PositionText = None,
    goal: Annotated[
        list[str] | None,
        typer.Option("--goal", metavar="NAME", help="Of this goal; repeat it for more.  [any]"),
    ] = None,
    on: Annotated[
        str,
        typer.Option("--on", metavar="CELLS", help="About all of these cells, as c4,d5.  [any]"),
    ] = "",
    as_json: AsJson = False,
) -> Answer:
    """List the goals that puzzles of a game can ask for, or those that fit a diagram.

    Without --position it tells what --goal of `puzzles make` and `puzzles judge` takes. With it, it
    lists questions about the diagram, with the options that ask them; --goal and --on list only
    some of them.
    """
    from ruleproof.puzzles.stipulations import (
        askable,
        check_diagram,
        check_game,
        check_goal,
        in_general,
        names,
        sentence,
    )

    chosen = chosen_game(game, board, settings)
    with at("GAME"):
        check_game(chosen)
    for name in goal or ():
        with at("--goal"):
            check_goal(chosen, name)
    if on and position is None:
        raise InputError("--on: it is for questions about a diagram; add --position")
    about = [cell for cell in on.split(",") if cell]
    with at("--on"):
        for cell in about:
            chosen.board.cell(cell)
    if position is None:
        rows = [
            (name, in_general(chosen, name)) for name in names(chosen) if not goal or name in goal
        ]
        told = [{"goal": name, "words": words} for name, words in rows]
    else:
        here = chosen_position(chosen, position, None)
        with at("--position"):
            check_diagram(chosen, here.state)
        fitting = [
            one
            for one in askable(chosen, here.state)
            if (not goal or one.name in goal) and set(about) <= set(one.goal.cells)
        ]
        sentences = [sentence(chosen, here.state.side, one) for one in fitting]
        rows = [(words, _options(one)) for one, words in zip(fitting, sentences, strict=True)]
        told = [
            {
                "goal": one.name,
                "on": one.goal.cells,
                "amount": one.goal.amount,
                "words": words,
            }
            for one, words in zip(fitting, sentences, strict=True)
        ]

    def people(console: Console) -> None:
        if not rows:
            console.print("no question about this diagram is of that goal and about these cells")
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
    found = f"--goal {asked.name}"
    if goal and goal.cells:
        found += f" --on {','.join(goal.cells)}"
    if goal and goal.amount:
        found += f" --amount {goal.amount}"
    return found
