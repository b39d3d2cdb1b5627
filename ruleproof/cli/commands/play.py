"""`ruleproof show`, `moves`, `play` and `perft`: positions and the moves legal in them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleproof.cli.asking.arguments import (
    after_moves,
    after_the_answer,
    chosen_game,
    chosen_position,
    file_text,
    writable,
)
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.drawings import writable_drawing, write_drawing
from ruleproof.cli.asking.options import (
    AsJson,
    BoardText,
    GameName,
    LineText,
    PositionText,
    SettingTexts,
    whole,
)
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import STOPPED
from ruleproof.cli.telling.answers import Answer, asked_about, result_object, tell_replaced
from ruleproof.cli.telling.progress import listening

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.position import Position


def register(app: typer.Typer) -> None:
    """Adds the commands of this module."""
    command(
        app,
        "show",
        show,
        "show esgros --board hex:3",
        'show esgros --board hex:2 --position ". B / . W . / . . ; black" --line "a1 c1"',
        "show esgros --board hex:2 --position @position.txt -o position.svg",
    )
    command(app, "moves", moves, 'moves esgros --board hex:3 --line "c3"', "moves esgros --json")
    command(
        app,
        "play",
        play,
        'play esgros --board hex:2 --line "a1 b3 a2" --save game.json',
        "play --record game.json",
        "play esgros --board hex:5 --record moves.txt --save game.json",
    )
    command(
        app,
        "perft",
        perft,
        "perft esgros --board hex:4 --depth 3",
        "perft esgros --board hex:3 --depth 4 --divide",
    )


def standing(position: Position) -> dict[str, Any]:
    """The JSON fields of a position."""
    return {
        "position": position.text,
        "over": position.over,
        "result": result_object(position.result),
    }


def draw(console: Console, position: Position) -> None:
    """Prints the picture of a position and its text."""
    from ruleproof.reports.drawing.text import on_terminal

    console.print(on_terminal(position), no_wrap=True, crop=False, overflow="ignore")
    console.print(position.text, style="dim", soft_wrap=True)


def show(
    game: GameName,
    board: BoardText = "",
    settings: SettingTexts = None,
    position: PositionText = None,
    line: LineText = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write a drawing as well: .svg or .png."
        ),
    ] = None,
    as_json: AsJson = False,
) -> Answer:
    """Show a position, drawn and as text."""
    chosen = chosen_game(game, board, settings)
    here = chosen_position(chosen, position, line)
    unwritten: list[str] = []
    if output:
        writable_drawing(output)
        write_drawing(output, here, unwritten)
    people = partial(draw, position=here)
    return Answer(standing(here), people, chosen, unwritten=unwritten)


def moves(
    game: GameName,
    board: BoardText = "",
    settings: SettingTexts = None,
    position: PositionText = None,
    line: LineText = None,
    as_json: AsJson = False,
) -> Answer:
    """List the legal moves."""
    chosen = chosen_game(game, board, settings)
    here = chosen_position(chosen, position, line)
    found = here.moves()

    def people(console: Console) -> None:
        console.print(" ".join(found) if found else ending(here))

    fields = {"moves": found, "over": here.over, "result": result_object(here.result)}
    fields |= asked_about(here, line)
    return Answer(fields, people, chosen)


def ending(position: Position) -> str:
    """The result of play, in words."""
    from ruleproof.reports.drawing.marks import state_words

    return "no legal move" if position.result is None else f"over: {state_words(position)}"


def play(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="A game's name, or a game record FILE.json."),
    ] = "",
    board: BoardText = "",
    settings: SettingTexts = None,
    position: PositionText = None,
    line: LineText = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            "-r",
            metavar="FILE",
            help="Replay a game first: a record, or with GAME an SGF file or a list of moves.",
        ),
    ] = None,
    letters: Annotated[
        str,
        typer.Option("--letters", metavar="go", help="Columns of the list or SGF leave out i."),
    ] = "",
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Write a game record.")
    ] = None,
    as_json: AsJson = False,
) -> Answer:
    """Play moves, or replay a game.

    A game from elsewhere may have numbers, dots and comments; a resignation ends it. Every move is
    checked. --save writes the game as a record.

    With --record the moves of --line go on from the record's end.
    """
    if record is None and game.endswith(".json"):
        record, game = Path(game), ""
    if letters not in ("", "go"):
        raise InputError(f"--letters: go: {letters!r}")
    if letters and not (record and game):
        raise InputError("--letters: for --record FILE with GAME, a list of moves or SGF")
    if save:
        writable(save, "--save")
    more = (line or "").split()
    if record is None:
        if not game:
            raise InputError("missing GAME, or --record FILE (see ruleproof play --help)")
        chosen = chosen_game(game, board, settings)
        first, played = chosen_position(chosen, position, None), []
    elif game:
        from ruleproof.models.files.reading import LONGEST_GAME
        from ruleproof.models.play.foreign import moves_of, must_be_known

        text = file_text(record, "--record", LONGEST_GAME)
        if text.lstrip().startswith("{"):
            with at(f"--record {record}"):
                must_be_known(text)
            refuse_beside_record(game, board, settings, position)
        chosen = chosen_game(game, board, settings)
        first = chosen_position(chosen, position, None)
        with at(f"--record {record}"):
            played = moves_of(chosen, text, go_letters=bool(letters))
    else:
        refuse_beside_record(game, board, settings, position)
        first, played = replayed(record)
        chosen = first.game
    here = after_moves(after_moves(first, played, "--record"), more, "--line")
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


def refuse_beside_record(
    game: str, board: str, settings: list[str] | None, position: str | None
) -> None:
    """Raises `InputError` for options that repeat what a game record says."""
    beside = {"GAME": game, "--board": board, "--set": settings, "--position": position}
    for place, given in beside.items():
        if given:
            raise InputError(f"{place}: a game record says this itself: {given!r}")


def replayed(path: Path, place: str = "--record") -> tuple[Position, list[str]]:
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


def perft(
    game: GameName,
    depth: Annotated[
        int,
        typer.Option("--depth", "-d", parser=whole(0, 100), metavar="N", help="Number of moves."),
    ],
    divide: Annotated[
        bool, typer.Option("--divide", help="Also the number behind each first move.")
    ] = False,
    board: BoardText = "",
    settings: SettingTexts = None,
    position: PositionText = None,
    line: LineText = None,
    as_json: AsJson = False,
) -> Answer:
    """Count the move sequences of exactly one length.

    This is the classic test of a move generator.

    A game that is over has no further sequences; depth 0 is one sequence.
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
