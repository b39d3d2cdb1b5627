"""`ruleproof puzzles make`, `check` and `show`: sets of puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleproof.cli.answers import Answer, remark
from ruleproof.cli.commands import command, group
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.given import after_the_answer, chosen_game, file_text, writable
from ruleproof.cli.options import AsJson, BoardText, GameName, SettingTexts, whole
from ruleproof.cli.progress import listening, stopping
from ruleproof.cli.status import DONE, FAILED, STOPPED
from ruleproof.cli.verifying import tell_faults

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.game import Game
    from ruleproof.puzzles.puzzle import Puzzle

SetFile = Annotated[Path, typer.Argument(metavar="FILE", help="A set: JSON Lines, one a line.")]


def register(app: typer.Typer) -> None:
    """Adds the commands of this module."""
    puzzles = group(app, "puzzles", "Make, check and show sets of puzzles.")
    command(
        puzzles,
        "make",
        make,
        "puzzles make esgros --board hex:3 -n 10 --seed 1 -o set.jsonl",
        "puzzles make esgros --board hex:3 -n 3 --json",
    )
    command(puzzles, "check", check, "puzzles check set.jsonl", "puzzles check set.jsonl --json")
    command(puzzles, "show", show, "puzzles show set.jsonl", "puzzles show set.jsonl 3 --solution")


def make(
    game: GameName,
    board: BoardText = "",
    settings: SettingTexts = None,
    number: Annotated[
        int, typer.Option("-n", parser=whole(1, 10_000), metavar="N", help="How many.  [10]")
    ] = 10,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", parser=whole(0), metavar="N", help="The same seed makes the same set.  [1]"
        ),
    ] = 1,
    captures: Annotated[
        bool, typer.Option("--captures", help="Also those that the greediest move solves.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE.jsonl", help="Where to write.")
    ] = None,
    as_json: AsJson = False,
) -> Answer:
    """Make a set of puzzles, easiest first.

    Each is sound (proved by search), unique, legal (a game that reaches it is attached) and not
    solved on sight. Without -o the set is printed as JSON Lines.
    """
    from ruleproof.puzzles.make import Exhausted
    from ruleproof.puzzles.make import make as make_set

    chosen = chosen_game(game, board, settings)
    if output:
        writable(output, "--output")
    status = DONE
    with listening() as listener, stopping(listener):
        try:
            made = make_set(chosen, number, seed, captures=captures, progress=listener)
        except Exhausted as error:
            made, status = error.puzzles, STOPPED
            remark(f"stopped: {error}")
    unwritten: list[str] = []
    if output and made:
        from ruleproof.models.files import write_whole

        with after_the_answer("--output", unwritten):
            write_whole(output, "".join(puzzle.line() + "\n" for puzzle in made))

    def people(console: Console) -> None:
        if output is None or unwritten:
            for puzzle in made:
                console.out(puzzle.line())
        else:
            tell_set(console, made)
            console.print(f"{len(made)} puzzles in {output}")

    fields = {"puzzles": [puzzle.model_dump(mode="json") for puzzle in made]}
    return Answer(fields, people, chosen, status, unwritten)


def check(path: SetFile, as_json: AsJson = False) -> Answer:
    """Check a set: every puzzle sound, unique, legal and rated as it says, none twice."""
    from ruleproof.models.reading import LONGEST_SET
    from ruleproof.puzzles.make import check_set
    from ruleproof.puzzles.puzzle import read_set
    from ruleproof.solvers.work.limits import short

    text = file_text(path, "FILE", LONGEST_SET)
    puzzles: list[Puzzle] = []
    with listening() as listener:
        try:
            puzzles = read_set(text, str(path))
            found = check_set(puzzles, listener)
        except ValueError as error:
            found = [str(error).removeprefix(f"{path}, ")]
    faults = [short(fault) for fault in found]

    def people(console: Console) -> None:
        tell_faults(console, str(path), faults)
        if not faults:
            console.print(f"{len(puzzles)} puzzles")

    fields = {"ok": not faults, "faults": faults}
    return Answer(fields, people, common_game(puzzles), FAILED if faults else DONE)


def show(
    path: SetFile,
    which: Annotated[
        str, typer.Argument(metavar="WHICH", help="One puzzle: its number or its id.")
    ] = "",
    solution: Annotated[bool, typer.Option("--solution", help="And its solution.")] = False,
    as_json: AsJson = False,
) -> Answer:
    """List a set, or draw one of its puzzles."""
    from ruleproof.models.reading import LONGEST_SET
    from ruleproof.puzzles.puzzle import read_set

    text = file_text(path, "FILE", LONGEST_SET)
    with at("FILE"):
        puzzles = read_set(text, str(path))
    if which:
        puzzles = [found(puzzles, which)]

    def people(console: Console) -> None:
        if which:
            tell_puzzle(console, puzzles[0], solution)
        else:
            tell_set(console, puzzles)

    fields = {"puzzles": [puzzle.model_dump(mode="json") for puzzle in puzzles]}
    return Answer(fields, people, common_game(puzzles))


def found(puzzles: list[Puzzle], which: str) -> Puzzle:
    """The puzzle of that number or id; `InputError` when the set has none."""
    from ruleproof.models.settings import whole_number

    number = whole_number(which)
    if number is not None and 1 <= number <= len(puzzles):
        return puzzles[number - 1]
    for puzzle in puzzles:
        if puzzle.id == which:
            return puzzle
    raise InputError(f"WHICH: a number from 1 to {len(puzzles)} or an id: {which!r}")


def common_game(puzzles: list[Puzzle]) -> Game | None:
    """The game that all puzzles are of, None if they are of several."""
    if len({(puzzle.game, puzzle.board, str(puzzle.settings)) for puzzle in puzzles}) != 1:
        return None
    try:
        return puzzles[0].ready()
    except ValueError:
        return None


def asked(puzzle: Puzzle) -> str:
    """What is asked for, in words."""
    stipulation = puzzle.stipulation
    if stipulation.kind == "win":
        plies = stipulation.plies or 0
        return f"{puzzle.side} to move wins within {plies} {'ply' if plies == 1 else 'plies'}"
    if stipulation.kind == "hold":
        return f"{puzzle.side} to move holds the draw"
    return f"{puzzle.side} to move reaches the margin {stipulation.margin}"


def tell_set(console: Console, puzzles: list[Puzzle]) -> None:
    """Prints a table of puzzles."""
    from rich.box import SIMPLE
    from rich.table import Table

    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("", justify="right")
    table.add_column("id", no_wrap=True)
    table.add_column("asked for")
    table.add_column("rating", justify="right")
    table.add_column("themes")
    for number, puzzle in enumerate(puzzles, 1):
        themes = ", ".join(puzzle.themes)
        table.add_row(str(number), puzzle.id, asked(puzzle), str(puzzle.rating.value), themes)
    console.print(table)


def tell_puzzle(console: Console, puzzle: Puzzle, solution: bool) -> None:
    """Prints a puzzle: drawn, with what is asked for."""
    from ruleproof.cli.pictures import field
    from ruleproof.puzzles.puzzle import position_of
    from ruleproof.reports.drawing import unicode

    console.print(unicode(position_of(puzzle)), no_wrap=True, crop=False, overflow="ignore")
    console.print(puzzle.position, style="dim", soft_wrap=True)
    field(console, "asked for", asked(puzzle), "bold")
    field(console, "rating", str(puzzle.rating.value))
    if solution:
        field(console, "solution", " ".join(puzzle.solution))
