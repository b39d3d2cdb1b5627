"""`ruleproof show`, `play` and `perft`: positions and the moves legal in them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleproof.cli.asking import options as ask
from ruleproof.cli.asking.arguments import (
    after_moves,
    after_the_answer,
    chosen_game,
    chosen_position,
    writable,
)
from ruleproof.cli.asking.command import alias, command
from ruleproof.cli.asking.drawings import writable_drawing, write_drawing
from ruleproof.cli.asking.records import FILE, LETTERS, Beside, played
from ruleproof.cli.errors import InputError
from ruleproof.cli.status import STOPPED
from ruleproof.cli.telling.answers import Answer, asked_about, picked, tell_replaced
from ruleproof.cli.telling.pictures import draw, field
from ruleproof.cli.telling.progress import listening

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.position import Position


_MOVES = 100
"""So many moves are printed below a drawing."""


def standing(position: Position) -> dict[str, Any]:
    """The JSON fields of a position."""
    return {"position": position.text} | picked(position, "over", "result")


@command("show")
def show(
    game: str = ask.GAME,
    board: str = ask.BOARD,
    settings: list[str] | None = ask.SETTINGS,
    position: str | None = ask.POSITION,
    line: str | None = ask.LINE,
    output: Path | None = ask.option(
        "-o --output", "FILE", "Write a drawing as well: .svg or .png."
    ),
    drawn: bool = True,
) -> Answer:
    """Show a position, drawn and as text, with its legal moves.

    Examples:
      ruleproof show esgros --board hex:3
      ruleproof show esgros --board hex:2 --position ". B / . W . / . . ; black" --line "a1 c1"
      ruleproof show esgros --board hex:2 --position @position.txt -o position.svg
    """
    chosen = chosen_game(game, board, settings)
    here = chosen_position(chosen, position, line)
    unwritten: list[str] = []
    if output:
        writable_drawing(output)
        write_drawing(output, here, unwritten)
    found = here.moves()

    def people(console: Console) -> None:
        if not drawn:
            console.print(" ".join(found) or ending(here))
            return
        draw(console, here)
        more = f" … {len(found):,} in all" if len(found) > _MOVES else ""
        if not here.over:
            field(console, "moves", (" ".join(found[:_MOVES]) or ending(here)) + more)

    fields = standing(here) | {"moves": found} | asked_about(here, line)
    return Answer(fields, people, chosen, unwritten=unwritten)


_OF_MOVES = ("moves", "over", "result", "start", "played", "position")
alias("moves", show, *_OF_MOVES, output=None, drawn=False)


def ending(position: Position) -> str:
    """The result of play, in words."""
    from ruleproof.reports.drawing.marks import state_words

    return "no legal move" if position.result is None else f"over: {state_words(position)}"


@command("play", earlier={"--record": "{}", "-r": "{}"})
def play(
    game: str = ask.argument("GAME", "A game's name, or a game record FILE.json.", ""),
    other: Path | None = FILE,
    board: str = ask.BOARD,
    settings: list[str] | None = ask.SETTINGS,
    position: str | None = ask.POSITION,
    line: str | None = ask.LINE,
    letters: str = LETTERS,
    save: Path | None = ask.option("--save", "FILE", "Write a game record."),
) -> Answer:
    """Play moves, or replay a game. Every move is checked.

    A game from elsewhere may have numbers, dots and comments; a resignation ends it. The moves of
    --line go on from a record's end.

    Examples:
      ruleproof play esgros --board hex:2 --line "a1 b3 a2" --save game.json
      ruleproof play game.json
      ruleproof play esgros moves.txt --board hex:5 --save game.json
    """
    if save:
        writable(save, "--save")
    if not game:
        raise InputError("missing GAME, or a game record FILE.json (see ruleproof play --help)")
    positions, moves = played(game, other, Beside(board, settings, position, letters))
    first = positions[0]
    moves += (more := (line or "").split())
    here = after_moves(positions[-1], more, "--line")
    unwritten: list[str] = []
    if save:
        from ruleproof.models.play.records import record_to, write_record

        tell_replaced(save)
        with after_the_answer("--save", unwritten):
            write_record(record_to(here, first, moves), save)

    def people(console: Console) -> None:
        tell_moves(console, first, moves)
        draw(console, here)

    return Answer(standing(here), people, first.game, unwritten=unwritten)


def tell_moves(console: Console, first: Position, line: list[str]) -> None:
    """Prints the moves of a line, numbered, each with who made it."""
    here = first
    for number, text in enumerate(line, 1):
        console.print(f"{number:>3}. {here.side} {text}")
        here = here.play([text])


@command("perft", earlier={"--depth": "{}", "-d": "{}"})
def perft(
    game: str = ask.GAME,
    depth: int = ask.argument("DEPTH", "The number of moves.", reader=ask.whole(0, 100)),
    divide: bool = ask.flag("--divide", "Also the number behind each first move."),
    board: str = ask.BOARD,
    settings: list[str] | None = ask.SETTINGS,
    position: str | None = ask.POSITION,
    line: str | None = ask.LINE,
) -> Answer:
    """Count the move sequences of exactly one length.

    This is the classic test of a move generator.

    A game that is over has no further sequences; depth 0 is one sequence.

    Examples:
      ruleproof perft esgros 3 --board hex:4
      ruleproof perft esgros 4 --board hex:3 --divide
    """
    from ruleproof.solvers.playing.reach.perft import perft as count

    chosen = chosen_game(game, board, settings)
    here = chosen_position(chosen, position, line)
    history = (*here.before, here.state)
    behind: dict[str, int] = {}
    nodes: int | None = 0
    with listening() as listener:
        try:
            if not divide or depth == 0:
                nodes = count(chosen, history, depth, listener=listener)
            else:
                for text in here.moves():
                    after = here.play([text])
                    behind[text] = count(
                        chosen, (*after.before, after.state), depth - 1, listener=listener
                    )
                    listener.last = None
                nodes = sum(behind.values())
        except KeyboardInterrupt:
            nodes = None
    known = sum(behind.values()) + (listener.last.done if listener.last else 0)
    fields: dict[str, Any] = {"nodes": nodes, "depth": depth} | asked_about(here, line)
    if divide:
        fields["divide"] = behind
    if nodes is None:
        fields["bounds"] = [known, None]

    def people(console: Console) -> None:
        for text, number in behind.items():
            console.print(f"{text} {number}")
        what = f"sequences of {depth} moves" if depth != 1 else "moves"
        console.print(
            f"{nodes} {what}" if nodes is not None else f"stopped: at least {known} {what}"
        )

    return Answer(fields, people, chosen, STOPPED if nodes is None else 0)
