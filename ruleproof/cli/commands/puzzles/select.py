"""`ruleproof puzzles select`: a set of an editor's choice, in an editor's order, of one or more."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleproof.cli.asking.arguments import after_the_answer, puzzle_set, set_to_write
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import AsJson, Replace, whole
from ruleproof.cli.commands.puzzles.make import levels
from ruleproof.cli.errors import InputError
from ruleproof.cli.status import DONE
from ruleproof.cli.telling.answers import Answer, remark, tell_replaced

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.puzzles.puzzle import Puzzle, PuzzleSet

_SPAN = re.compile(r"(\d{1,6})-(\d{1,6})", re.ASCII)
ORDERS = ("rating", "worth")
"""Orders of a set: the easiest puzzle first, the one of the greatest worth first."""


def register(puzzles: typer.Typer) -> None:
    """Adds the command of this module."""
    command(
        puzzles,
        "select",
        select,
        "puzzles select set.jsonl --drop 3 -o less.jsonl",
        "puzzles select starter:gro -o mine.jsonl",
        "puzzles select starter:esgros --keep 7,1-3,12 -o winter.jsonl",
        "puzzles select esgros.jsonl sow.jsonl -o both.jsonl",
        "puzzles select starter:gro starter:sow --level 1-2 --order rating -n 6 -o easy.jsonl",
        "puzzles select starter:gro --goal kill --goal trap -o some.jsonl",
        "puzzles select starter:gro starter:sow -n 12 --mixed --order rating -o column.jsonl",
    )


def select(
    sets: Annotated[
        list[Path], typer.Argument(metavar="SET…", help="Sets: files, or starter:GAME.")
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE.jsonl", help="Where to write.")
    ],
    keep: Annotated[
        str,
        typer.Option("--keep", metavar="LIST", help="These, in this order: 7,1-3 or ids.  [all]"),
    ] = "",
    drop: Annotated[
        str, typer.Option("--drop", metavar="LIST", help="All but these.  [none]")
    ] = "",
    level: Annotated[
        Any, typer.Option("--level", parser=levels, metavar="A-B", help="Of these levels.  [any]")
    ] = None,
    goals: Annotated[
        list[str] | None,
        typer.Option("--goal", metavar="NAME", help="Of this goal; repeat it for more.  [any]"),
    ] = None,
    themes: Annotated[
        list[str] | None,
        typer.Option("--theme", metavar="NAME", help="Of this theme; repeat it for more.  [any]"),
    ] = None,
    order: Annotated[
        str,
        typer.Option(
            "--order",
            metavar="BY",
            help="rating, the easiest first, or worth, the greatest first.  [as they stand]",
        ),
    ] = "",
    most: Annotated[
        Any, typer.Option("-n", parser=whole(1), metavar="N", help="The first N.  [all]")
    ] = None,
    mixed: Annotated[
        bool,
        typer.Option("--mixed", help="Of -n: take turns of the games, then of levels and goals."),
    ] = False,
    replace: Replace = False,
    as_json: AsJson = False,
) -> Answer:
    """Write a set of puzzles chosen from one set or more: by number, level, goal or theme.

    Numbers count through all the sets, from 1, as `puzzles show` lists them. A puzzle that two sets
    share is taken once. Without a choice all puzzles are taken. With --mixed the N are chosen
    first, those in front before others, and then put in the order asked for. A set that -o names is
    replaced where it is one of those read, and another file with --replace alone.
    """
    from ruleproof.models.files.writing import write_whole
    from ruleproof.puzzles.puzzle import PuzzleSet
    from ruleproof.reports.wording.words import counted

    if mixed and not most:
        raise InputError("--mixed: -n is needed, the number of puzzles to take")
    if order not in ("", *ORDERS):
        raise InputError(f"--order: {' or '.join(ORDERS)}: {order!r}")
    puzzles = PuzzleSet(puzzle for path in sets for puzzle in puzzle_set(path, "SET"))
    kept = places(puzzles, keep, "--keep") if keep else once(puzzles)
    gone = set(places(puzzles, drop, "--drop")) if drop else set[int]()
    fitting = _fitting(puzzles, level, goals or (), themes or ())
    left = [puzzles[place] for place in kept if place not in gone and place in fitting]
    if mixed:
        left = _mixed(left, most)
    chosen = PuzzleSet(_ordered(left, order)[:most])
    if not chosen:
        raise InputError("no puzzle is left: these choices together exclude all")
    check_once(chosen, "--keep")
    set_to_write(output, replace, sets)
    tell_replaced(output)
    unwritten: list[str] = []
    with after_the_answer("--output", unwritten):
        write_whole(output, "".join(puzzle.line() + "\n" for puzzle in chosen))

    def people(console: Console) -> None:
        if not unwritten:
            told = f"{counted(len(chosen), 'puzzle')} in {output}"
            console.print(told, markup=False, highlight=False, soft_wrap=True)

    fields = {"set": None if unwritten else str(output), "puzzles": len(chosen)}
    return Answer(fields, people, None, DONE, unwritten)


def _fitting(
    puzzles: Sequence[Puzzle],
    level: tuple[int, int] | None,
    goals: Sequence[str],
    themes: Sequence[str],
) -> set[int]:
    """The places of the puzzles of these levels, goals and themes. An unrated one has no level."""
    _known("--goal", goals, {puzzle.stipulation.name for puzzle in puzzles})
    _known("--theme", themes, {theme for puzzle in puzzles for theme in puzzle.themes})
    return {
        place
        for place, puzzle in enumerate(puzzles)
        if not level or (puzzle.rating and level[0] <= puzzle.rating.level <= level[1])
        if not goals or puzzle.stipulation.name in goals
        if not themes or not set(themes).isdisjoint(puzzle.themes)
    }


def _known(option: str, names: Sequence[str], there: set[str]) -> None:
    """Raises `InputError` for a name that no puzzle has."""
    for name in names:
        if name not in there:
            accepted = ", ".join(sorted(there)) or "none"
            raise InputError(f"{option}: no puzzle has it (there are: {accepted}): {name!r}")


def once(puzzles: Sequence[Puzzle]) -> list[int]:
    """The places of the puzzles, without those that came before; says how many those are."""
    first = {puzzle.id: place for place, puzzle in reversed(list(enumerate(puzzles)))}
    if len(first) < len(puzzles):
        many = len(puzzles) - len(first)
        remark(f"SET: puzzles that come twice are taken once: {many}")
    return sorted(first.values())


def _mixed(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """So many puzzles as they stand: each next one of the game that has fewest so far, then of the
    level and of the goal that have fewest, and the first of these.
    """
    waiting = list(puzzles)
    taken = Counter[tuple[str, str]]()

    def crowd(puzzle: Puzzle) -> list[int]:
        return [taken[trait] for trait in _traits(puzzle)]

    chosen = set[str]()
    while waiting and len(chosen) < most:
        puzzle = min(waiting, key=crowd)
        waiting.remove(puzzle)
        taken.update(_traits(puzzle))
        chosen.add(puzzle.id)
    return [puzzle for puzzle in puzzles if puzzle.id in chosen]


def _traits(puzzle: Puzzle) -> list[tuple[str, str]]:
    """The traits that a mixed set varies, those that matter most first."""
    level = str(puzzle.rating.level) if puzzle.rating else ""
    return [("game", puzzle.game), ("level", level), ("goal", puzzle.stipulation.name)]


def _ordered(puzzles: list[Puzzle], order: str) -> list[Puzzle]:
    """The puzzles in this order, as they stand if it is empty; those without the number last."""
    if order == "rating":
        return sorted(puzzles, key=lambda one: one.rating.value if one.rating else sys.maxsize)
    if order == "worth":
        return sorted(puzzles, key=lambda one: -one.worth.value if one.worth else 1)
    return puzzles


def check_once(puzzles: Sequence[Puzzle], place: str) -> None:
    """Raises `InputError` where a puzzle comes twice."""
    seen = set[str]()
    for puzzle in puzzles:
        if puzzle.id in seen:
            raise InputError(f"{place}: a puzzle comes twice: {puzzle.id!r}")
        seen.add(puzzle.id)


def places(puzzles: PuzzleSet, text: str, option: str) -> list[int]:
    """The places, from 0, of the puzzles that a list of numbers, spans and ids names."""
    by_id = {puzzle.id: place for place, puzzle in enumerate(puzzles)}
    found: list[int] = []
    for word in map(str.strip, text.split(",")):
        span = _SPAN.fullmatch(word if "-" in word else f"{word}-{word}")
        if word in by_id:
            found.append(by_id[word])
        elif span and 1 <= int(span[1]) <= int(span[2]) <= len(puzzles):
            found += range(int(span[1]) - 1, int(span[2]))
        else:
            accepted = f"numbers from 1 to {len(puzzles)}, spans as 3-7, or ids, with commas"
            if any(map(str.isalpha, word)):
                accepted = f"no puzzle has this id ({accepted})"
            raise InputError(f"{option}: {accepted}: {word!r}")
    return found
