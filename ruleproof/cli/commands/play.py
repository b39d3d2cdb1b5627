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
    file_text,
    writable,
)
from ruleproof.cli.asking.command import alias, command
from ruleproof.cli.asking.drawings import writable_drawing, write_drawing
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import STOPPED
from ruleproof.cli.telling.answers import Answer, asked_about, picked, tell_replaced
from ruleproof.cli.telling.pictures import draw, field
from ruleproof.cli.telling.progress import listening

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.game import Game
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
        draw(console, here)
        more = f" … {len(found):,} in all" if len(found) > _MOVES else ""
        if not here.over:
            field(console, "moves", (" ".join(found[:_MOVES]) or ending(here)) + more)

    fields = standing(here) | {"moves": found} | asked_about(here, line)
    return Answer(fields, people, chosen, unwritten=unwritten)


alias("moves", show)


def ending(position: Position) -> str:
    """The result of play, in words."""
    from ruleproof.reports.drawing.marks import state_words

    return "no legal move" if position.result is None else f"over: {state_words(position)}"


@command("play", earlier={"--record": "{}", "-r": "{}"})
def play(
    game: str = ask.argument("GAME", "A game's name, or a game record FILE.json.", ""),
    other: Path | None = ask.argument(
        "FILE", "A game from elsewhere to replay: an SGF file or a list of moves.", None
    ),
    board: str = ask.BOARD,
    settings: list[str] | None = ask.SETTINGS,
    position: str | None = ask.POSITION,
    line: str | None = ask.LINE,
    letters: str = ask.option("--letters", "go", "Columns of FILE leave out i.", ""),
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
    if letters not in ("", "go"):
        raise InputError(f"--letters: go: {letters!r}")
    if letters and not other:
        raise InputError("--letters: for GAME FILE, a list of moves or SGF")
    if save:
        writable(save, "--save")
    more = (line or "").split()
    if not game:
        raise InputError("missing GAME, or a game record FILE.json (see ruleproof play --help)")
    if _is_record(game):
        refuse_beside_record(board, settings, position)
        if other:
            raise InputError(f"FILE: a game record stands without another game: {str(other)!r}")
        first, played = replayed(Path(game), "GAME")
        chosen = first.game
    else:
        chosen = chosen_game(game, board, settings)
        first = chosen_position(chosen, position, None)
        played = _from_elsewhere(chosen, other, bool(letters)) if other else []
    here = after_moves(after_moves(first, played, "GAME"), more, "--line")
    unwritten: list[str] = []
    if save:
        from ruleproof.models.play.records import record_of, write_record

        tell_replaced(save)
        with after_the_answer("--save", unwritten):
            write_record(record_of(first, played + more), save)

    def people(console: Console) -> None:
        tell_moves(console, first, played + more)
        draw(console, here)

    return Answer(standing(here), people, chosen, unwritten=unwritten)


def _is_record(text: str) -> bool:
    """Whether GAME names a file and no game."""
    from ruleproof.models.rulebooks.rulebook import names

    return "." in text or "/" in text or (text not in names() and Path(text).is_file())


def _from_elsewhere(game: Game, path: Path, go_letters: bool) -> list[str]:
    """The moves of a game that another program wrote, or that was copied off a page."""
    from ruleproof.models.files.reading import LONGEST_GAME
    from ruleproof.models.play.foreign import moves_of, must_be_known

    text = file_text(path, "FILE", LONGEST_GAME)
    with at(f"FILE {path}"):
        must_be_known(text)
        return moves_of(game, text, go_letters=go_letters)


def refuse_beside_record(board: str, settings: list[str] | None, position: str | None) -> None:
    """Raises `InputError` for options that repeat what a game record says."""
    beside = {"--board": board, "--set": settings, "--position": position}
    for place, given in beside.items():
        if given:
            raise InputError(f"{place}: a game record says this itself: {given!r}")


def replayed(path: Path, place: str) -> tuple[Position, list[str]]:
    """The position that a game record starts from, and its moves, all of them checked; `place` is
    where the command line names the file.
    """
    from ruleproof.models.files.reading import LONGEST_GAME
    from ruleproof.models.play.records import read_record, replay

    text = file_text(path, place, LONGEST_GAME)
    with at(f"{place} {path}"):
        record = read_record(text)
        first = replay(record)[0]
    return first, list(record.moves)


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
