"""`ruleproof puzzles judge`, `check` and `show`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleproof.cli.asking.arguments import (
    after_the_answer,
    chosen_game,
    chosen_position,
    puzzle_set,
    set_text,
    tell_outdated,
    writable_set,
)
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import (
    AsJson,
    BoardText,
    GameName,
    PositionText,
    Seconds,
    SettingTexts,
    whole,
)
from ruleproof.cli.commands.puzzles.export import SetFile
from ruleproof.cli.commands.verify import tell_faults
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import DONE, FAILED, STOPPED
from ruleproof.cli.telling.answers import Answer, holds, remark
from ruleproof.cli.telling.pictures import field
from ruleproof.cli.telling.progress import listening
from ruleproof.cli.telling.puzzles import common_game, tell_puzzle, tell_report, tell_set

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.puzzles.posing.diagrams import Report
    from ruleproof.puzzles.puzzle import Puzzle


def register(puzzles: typer.Typer) -> None:
    """Adds the commands of this module to those of puzzles."""
    command(
        puzzles,
        "judge",
        judge,
        "puzzles judge esgros --board path:6 --position 'B . W W . B ; black' --turns 2",
        "puzzles judge esgros --board path:6 -p 'B . W W . B ; black' --goal remove --on c1,d1",
        "puzzles judge esgros --position '…' --goal remove --on c4 --turns 2 -o mine.jsonl",
    )
    command(puzzles, "check", check, "puzzles check set.jsonl", "puzzles check set.jsonl --json")
    command(puzzles, "show", show, "puzzles show set.jsonl", "puzzles show set.jsonl 3 --solution")


def judge(
    game: GameName,
    board: BoardText = "",
    settings: SettingTexts = None,
    position: PositionText = None,
    goal: Annotated[str, typer.Option("--goal", metavar="NAME", help="The goal.")] = "win",
    on: Annotated[
        str, typer.Option("--on", metavar="CELLS", help="The goal's cells, as c4,d5.  [none]")
    ] = "",
    amount: Annotated[
        int,
        typer.Option("--amount", parser=whole(0, 1000), metavar="N", help="The goal's number."),
    ] = 0,
    turns: Annotated[
        int | None,
        typer.Option(
            "--turns", parser=whole(1, 9), metavar="N", help="The number of turns.  [to the end]"
        ),
    ] = None,
    time: Seconds = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="SET.jsonl", help="A set, new or not, to add the puzzle to."
        ),
    ] = None,
    author: Annotated[
        str,
        typer.Option(
            "--author", metavar="NAME", help="Who composed it, for the set and all made of it."
        ),
    ] = "",
    as_json: AsJson = False,
) -> Answer:
    """Judge a diagram as a puzzle: sound, unique, refutations, tries, set play, stones to spare.

    The status is 0 for either verdict, 3 where it is undecided. With `-o` a diagram that is a
    puzzle joins a set.
    """
    from ruleproof.models.errors import TextError
    from ruleproof.puzzles.posing.diagrams import examined
    from ruleproof.puzzles.stipulations import stipulated
    from ruleproof.puzzles.texts import author_named

    with at("--author"):
        by = author_named(author)
        if by and not output:
            raise TextError("a set names the author; add -o SET.jsonl")
    if output:
        writable_set(output, "--output", kept=True)
    others = puzzle_set(output, "--output") if output and holds(output) else []
    chosen = chosen_game(game, board, settings)
    here = chosen_position(chosen, position, None)
    with at("--goal"):
        stipulation = stipulated(chosen, goal, [c for c in on.split(",") if c], amount, turns)
    with at("--goal"):
        report = examined(chosen, here.state, stipulation, time=time)

    unwritten: list[str] = []
    added = False
    if output:
        with after_the_answer("--output", unwritten):
            added = _added(output, others, report, by)

    def people(console: Console) -> None:
        tell_report(console, here, report)
        if added:
            field(console, "added", f"to {output}, as number {len(others) + 1}")

    status = STOPPED if report.sound is None else DONE
    return Answer({**report.fields(), "added": added}, people, chosen, status, unwritten)


def _added(output: Path, others: list[Puzzle], report: Report, author: str | None) -> bool:
    """Whether the diagram, if it is a puzzle, was added with its author to the others, which the
    set's file holds; says why it was not.
    """
    from ruleproof.models.files.writing import write_whole

    puzzle = report.puzzle
    if puzzle is None:
        why = report.objection or report.reason or "more than one answer is right"
        remark(f"--output: nothing was added, since the diagram is no puzzle for a set: {why}")
    elif any(one.id == puzzle.id for one in others):
        remark(f"--output: the set has this puzzle already: {puzzle.id!r}")
    else:
        own = puzzle.model_copy(update={"author": author})
        write_whole(output, "".join(one.line() + "\n" for one in (*others, own)))
        return True
    return False


def check(
    path: SetFile,
    ratings: Annotated[
        bool, typer.Option("--ratings", help="And rate every puzzle anew, which takes longer.")
    ] = False,
    as_json: AsJson = False,
) -> Answer:
    """Check a set: every puzzle sound, unique, legal, with a true tree, none twice.

    Every claim is proved again, by code that shares nothing with what made the set; themes, hints
    and worth are made again and compared. A rating must agree with itself; how many attempts of
    simulated solvers succeeded is believed without --ratings. Ratings from people's attempts and
    the fields version and author are not checked.
    """
    from ruleproof.puzzles.checking.check import check_set
    from ruleproof.puzzles.puzzle import read_lines, read_set
    from ruleproof.reports.wording.words import counted
    from ruleproof.solvers.work.limits import short

    text = set_text(path, "FILE")
    by_line, wrong = read_lines(text)
    places = sorted((*by_line, *wrong))  # blank lines hold no puzzle, and have no number
    puzzles, numbers = list(by_line.values()), [places.index(line) + 1 for line in by_line]
    found = [f"line {number}: {reason}" for number, reason in wrong.items()]
    with listening() as listener:
        try:
            if not puzzles:
                found = []
                read_set(text, str(path))
            found += check_set(puzzles, listener, ratings, numbers)
        except ValueError as error:
            found.append(str(error).removeprefix(f"{path}, "))
    faults = [short(fault) for fault in found]

    def people(console: Console) -> None:
        tell_faults(console, str(path), faults)
        if not faults:
            console.print(counted(len(puzzles), "puzzle"))

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
    from ruleproof.puzzles.puzzle import position_of
    from ruleproof.reports.wording.lines import check_tree

    puzzles = puzzle_set(path, "FILE")
    if which:
        puzzles = [found(puzzles, which)]
        with at("FILE"):
            position_of(puzzles[0])
            check_tree(puzzles[0])
    tell_outdated(puzzles, "FILE")

    def people(console: Console) -> None:
        if which:
            tell_puzzle(console, puzzles[0], solution)
        else:
            tell_set(console, puzzles)

    fields = {"puzzles": [puzzle.model_dump(mode="json") for puzzle in puzzles]}
    return Answer(fields, people, common_game(puzzles))


def found(puzzles: list[Puzzle], which: str) -> Puzzle:
    """The puzzle of that number or id; `InputError` when the set has none."""
    from ruleproof.models.rulebooks.settings import whole_number

    number = whole_number(which)
    if number is not None and 1 <= number <= len(puzzles):
        return puzzles[number - 1]
    for puzzle in puzzles:
        if puzzle.id == which:
            return puzzle
    many = len(puzzles)
    if number is None:
        raise InputError(f"WHICH: no puzzle has this id, nor is it one of 1 to {many}: {which!r}")
    raise InputError(f"WHICH: a number from 1 to {many} or an id: {which!r}")
