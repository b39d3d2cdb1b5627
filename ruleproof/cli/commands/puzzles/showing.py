"""`ruleproof puzzles judge`, `check` and `show`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleproof.cli.asking import arguments as given
from ruleproof.cli.asking import options as ask
from ruleproof.cli.asking.command import alias, command
from ruleproof.cli.commands.puzzles.goals import goals_of
from ruleproof.cli.commands.puzzles.select import (
    GOALS,
    KEEP,
    LEVEL,
    MOST,
    ORDER,
    THEMES,
    Selection,
    sets_read,
    tell_written,
    write_set,
)
from ruleproof.cli.commands.puzzles.stats import count
from ruleproof.cli.commands.verify import OTHERS, answer_on, tell_faults
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import DONE, FAILED, STOPPED
from ruleproof.cli.telling.answers import Answer, holds, remark
from ruleproof.cli.telling.pictures import field
from ruleproof.cli.telling.progress import listening, stoppable
from ruleproof.cli.telling.puzzles import common_game, tell_puzzle, tell_report, tell_set

_PAGES = (".html", ".htm")
_MANY = 10
"""So many puzzles are counted below their list."""
_EARLIER = {"--mixed": "--order=mixed"}
_GONE = {"--drop": "--keep names those that stay"}

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.puzzles.posing.diagrams import Report
    from ruleproof.puzzles.puzzle import Puzzle
    from ruleproof.solvers.work.progress import Listener


@command("puzzles judge")
def judge(
    game: str = ask.GAME,
    board: str = ask.BOARD,
    settings: list[str] | None = ask.SETTINGS,
    position: str | None = ask.POSITION,
    goal: str = ask.option(
        *("--goal", "NAME[:CELLS|N]"),
        "The goal, with its cells or number: remove:c4,d5 or gain:3.  [win, if --turns are given]",
        "",
    ),
    on: str = ask.option("--on", "CELLS", "", "", hidden=True),
    amount: int = ask.option("--amount", "N", "", 0, reader=ask.whole(0, 1000), hidden=True),
    turns: int | None = ask.option(
        "--turns", "N", "The number of turns.  [to the end]", reader=ask.whole(1, 9)
    ),
    time: float | None = ask.TIME,
    output: Path | None = ask.option(
        "-o --output", "SET.jsonl", "A set, new or not, to add the puzzle to."
    ),
    author: str = ask.option(
        "--author", "NAME", "Who composed it, for the set and all made of it.", ""
    ),
) -> Answer:
    """Judge a diagram as a puzzle: sound, unique, refutations, tries, set play, stones to spare.

    Without --goal and --turns it lists what can be asked: the goals of the game, or with --position
    the questions that fit the diagram. The status is 0 for either verdict,
    3 if it is undecided. With `-o` a diagram that is a puzzle joins a set.

    Examples:
      ruleproof puzzles judge esgros
      ruleproof puzzles judge esgros --board path:6 --position 'B . W W . B ; black' --turns 2
      ruleproof puzzles judge esgros --board path:6 -p 'B . W W . B ; black' --goal remove:c1,d1
      ruleproof puzzles judge esgros --position '…' --goal remove:c4 --turns 2 -o mine.jsonl
    """
    if not (goal or turns or amount or output or author):
        return goals_of(given.chosen_game(game, board, settings), position, on)
    goal, amount, on = goal_asked(goal or "win", amount, on)
    from ruleproof.models.errors import TextError
    from ruleproof.puzzles.posing.diagrams import examined
    from ruleproof.puzzles.stipulations import stipulated
    from ruleproof.puzzles.texts import author_named

    with at("--author"):
        by = author_named(author)
        if by and not output:
            raise TextError("a set names the author; add -o SET.jsonl")
    if output:
        given.writable_set(output, "--output", kept=True)
    others = given.puzzle_set(output, "--output") if output and holds(output) else []
    chosen = given.chosen_game(game, board, settings)
    here = given.chosen_position(chosen, position, None)
    with at("--goal"):
        stipulation = stipulated(chosen, goal, [c for c in on.split(",") if c], amount, turns)
    with at("--goal"):
        report = examined(chosen, here.state, stipulation, time=time)

    unwritten: list[str] = []
    added = False
    if output:
        with given.after_the_answer("--output", unwritten):
            added = _added(output, others, report, by)

    def people(console: Console) -> None:
        tell_report(console, here, report)
        if added:
            field(console, "added", f"to {output}, as number {len(others) + 1}")

    status = STOPPED if report.sound is None else DONE
    return Answer({**report.fields(), "added": added}, people, chosen, status, unwritten)


def goal_asked(text: str, amount: int, cells: str) -> tuple[str, int, str]:
    """The name of a goal, with the number and the cells behind it, or these ones.

    >>> goal_asked("remove:c4,d5", 0, ""), goal_asked("gain:3", 0, "")
    (('remove', 0, 'c4,d5'), ('gain', 3, ''))
    """
    name, *parts = text.split(":")
    for part in parts:
        if part.isdigit():
            amount = ask.whole(0, 1000)(part)
        else:
            cells = part
    return name, amount, cells


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


@command("puzzles check")
def check(
    path: Path = ask.SET_FILE,
    ratings: bool = ask.flag("--ratings", "And rate every puzzle anew, which takes longer."),
) -> Answer:
    """Check a set: every puzzle sound, unique, legal, with a true tree, none twice.

    Every claim is proved again, by code that shares nothing with what made the set; themes, hints
    and worth are made again and compared. A rating must agree with itself; how many attempts of
    simulated solvers succeeded is believed without --ratings. Ratings from people's attempts and
    the fields version and author are not checked.

    Examples:
      ruleproof puzzles check set.jsonl
      ruleproof puzzles check set.jsonl --json
    """
    from ruleproof.reports.wording.words import counted

    with listening() as listener:
        puzzles, faults = set_faults(path, ratings, listener)

    def people(console: Console) -> None:
        tell_faults(console, str(path), faults)
        if not faults:
            console.print(counted(len(puzzles), "puzzle"))

    fields = {"ok": not faults, "faults": faults}
    return Answer(fields, people, common_game(puzzles), FAILED if faults else DONE)


def set_faults(path: Path, ratings: bool, listener: Listener) -> tuple[list[Puzzle], list[str]]:
    """The puzzles of a set, and what is wrong with them."""
    from ruleproof.puzzles.checking.check import check_set
    from ruleproof.puzzles.puzzle import read_lines, read_set
    from ruleproof.solvers.work.limits import short

    text = given.set_text(path, "FILE")
    by_line, wrong = read_lines(text)
    places = sorted((*by_line, *wrong))  # blank lines hold no puzzle, and have no number
    puzzles, numbers = list(by_line.values()), [places.index(line) + 1 for line in by_line]
    found = [f"line {number}: {reason}" for number, reason in wrong.items()]
    try:
        if not puzzles:
            found = []
            read_set(text, str(path))
        found += check_set(puzzles, listener, ratings, numbers)
    except ValueError as error:
        found.append(str(error).removeprefix(f"{path}, "))
    return puzzles, [short(fault) for fault in found]


def _verified(path: Path, time: float | None) -> Answer:
    """The answer of `verify` on a set."""
    from ruleproof.reports.wording.words import counted
    from ruleproof.solvers.verify.report import Report

    report = Report([], [], [], [])
    with stoppable(time) as listener:
        puzzles, faults = set_faults(path, False, listener)
        told = f"{counted(len(puzzles), 'puzzle')}: sound, unique, legal, with true trees"
        report = Report(faults, [], [], [] if faults else [told], common_game(puzzles))
    if not report.faults and not report.told:
        why = f"{listener.why or 'stopped by Ctrl-C'}, without a fault so far"
        report = Report([], [why], [], [])
    return answer_on(path, "set", report)


def _is_sets(path: Path) -> bool:
    """Whether a file begins as a set of puzzles, or the name is that of a starter set."""
    from ruleproof.puzzles.puzzle import FORMAT
    from ruleproof.puzzles.starter import STARTER
    from ruleproof.solvers.verify.files import first_value

    if str(path).startswith(STARTER):
        return True
    return path.is_file() and first_value(path).get("format") == FORMAT


OTHERS.append((_is_sets, _verified))


@command("puzzles show", earlier=_EARLIER, gone=_GONE)
def show(
    sets: list[str] = ask.argument(
        "SET…", "Sets: files, or starter:GAME; behind one, a puzzle's number or id."
    ),
    solution: bool = ask.flag("--solution", "And its solution."),
    keep: str = KEEP,
    level: Any = LEVEL,
    goals: list[str] | None = GOALS,
    themes: list[str] | None = THEMES,
    order: list[str] | None = ORDER,
    most: Any = MOST,
    output: Path | None = ask.option(
        "-o --output", "FILE", "Write these puzzles (.jsonl), or a page of counts (.html)."
    ),
    replace: bool = ask.REPLACE,
    counted: bool = True,
    listed: bool = True,
) -> Answer:
    """List sets, or draw one puzzle; choose puzzles, and write them as a set.

    A list of ten or more ends with counts of goals, turns, levels and themes, with ratings against
    successes, and with relatives: puzzles that ask for the same and look alike. Numbers count
    through all the sets, from 1; a puzzle that two sets share is taken once. `--order mixed` takes
    turns of the games, then of levels and goals; a second --order then sorts the -n puzzles.

    Examples:
      ruleproof puzzles show set.jsonl
      ruleproof puzzles show set.jsonl 3 --solution
      ruleproof puzzles show starter:gro -o stats.html
      ruleproof puzzles show starter:esgros --keep 7,1-3,12 -o winter.jsonl
      ruleproof puzzles show starter:gro starter:sow --level 1-2 --order mixed -n 6 -o easy.jsonl
    """
    from ruleproof.puzzles.puzzle import position_of
    from ruleproof.reports.wording.lines import check_tree

    files = [Path(one) for one in sets]
    which = sets[-1] if len(sets) > 1 and not _is_set(sets[-1]) else ""
    puzzles = sets_read(files[:-1] if which else files)
    choice = Selection(keep, level, goals or (), themes or (), order or (), most)
    numbers = list(range(len(puzzles)))
    if which:
        numbers = [puzzles.index(found(puzzles, which))]
        with at("SET"):
            position_of(puzzles[numbers[0]])
            check_tree(puzzles[numbers[0]])
    elif len(files) > 1 or choice != Selection():
        numbers = choice.places_in(puzzles)
    chosen = [puzzles[place] for place in numbers]
    page = _page(output, listed) if output and counted and not which else None
    unwritten: list[str] = []
    fields: dict[str, Any] = {"puzzles": chosen}
    if page:
        given.must_be_free(given.writable(page, "--output"), replace, "the page")
    elif output:
        write_set(output, chosen, replace, files, unwritten)
        fields["set"] = None if unwritten else output
    counts = count(chosen, page, unwritten) if counted and not which else None
    given.tell_outdated(chosen, "SET")
    fields |= counts._asdict() if counts else {}

    def people(console: Console) -> None:
        if which:
            tell_puzzle(console, chosen[0], solution)
        elif listed:
            tell_set(console, chosen, numbers)
        if counts and (page or not listed or len(chosen) >= _MANY):
            counts.tell(console)
        if output and not page:
            tell_written(console, chosen, output, unwritten)

    return Answer(fields, people, common_game(chosen), DONE, unwritten)


def _page(output: Path, listed: bool) -> Path | None:
    """The page of counts that a file of -o is to be; None for a set. Counts without a list are
    written as a page only.
    """
    ending = output.suffix.lower()
    if not listed and ending not in ("", *_PAGES):
        what = "the page is HTML; name a file that ends in .html"
        raise InputError(f"--output: {what}: {str(output)!r}")
    return output if ending in _PAGES or not listed else None


_COUNTS = ("counts", "successes", "successes_of_people", "relatives", "html")
_CHOICE: dict[str, Any] = {
    "keep": "",
    **dict.fromkeys(("level", "goals", "themes", "order", "most")),
}
alias("puzzles goals", judge, goal="", amount=0, turns=None, time=None, output=None, author="")
alias("puzzles stats", show, *_COUNTS, solution=False, replace=True, listed=False, **_CHOICE)


@command(
    "puzzles select", earlier=_EARLIER, gone=_GONE, solution=False, counted=False, listed=False
)
@wraps(show)
def _select(**given: Any) -> Answer:
    if not given["output"]:
        raise InputError("missing -o FILE.jsonl")
    answer = show(**given)
    many = len(answer.fields["puzzles"])
    fields = {"set": answer.fields["set"], "puzzles": many}
    return answer._replace(fields=fields, game=None)


def _is_set(text: str) -> bool:
    """Whether a word names a set and no puzzle."""
    return "." in text or ":" in text or "/" in text or Path(text).exists()


def found(puzzles: Sequence[Puzzle], which: str) -> Puzzle:
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
