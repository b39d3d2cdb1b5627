"""`ruleproof puzzles select`: a set of an editor's choice, in an editor's order, of one or more."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleproof.cli.asking.arguments import after_the_answer, puzzle_set, writable
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import AsJson
from ruleproof.cli.errors import InputError
from ruleproof.cli.status import DONE
from ruleproof.cli.telling.answers import Answer

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.puzzles.puzzle import PuzzleSet

_SPAN = re.compile(r"(\d{1,6})-(\d{1,6})", re.ASCII)


def register(puzzles: typer.Typer) -> None:
    """Adds the command of this module."""
    command(
        puzzles,
        "select",
        select,
        "puzzles select set.jsonl --drop 3 -o less.jsonl",
        "puzzles select starter:esgros --keep 7,1-3,12 -o winter.jsonl",
        "puzzles select esgros.jsonl sow.jsonl -o both.jsonl",
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
    as_json: AsJson = False,
) -> Answer:
    """Write a set of chosen puzzles: drop some, change the order, join sets.

    Numbers count through all the sets, from 1, as `puzzles show` lists them.
    """
    from ruleproof.models.files.writing import write_whole
    from ruleproof.puzzles.puzzle import PuzzleSet
    from ruleproof.reports.wording.words import counted

    if not (keep or drop) and len(sets) < 2:
        raise InputError("--keep, --drop, or two sets: one of these is needed")
    puzzles = PuzzleSet(puzzle for path in sets for puzzle in puzzle_set(path, "SET"))
    order = places(puzzles, keep, "--keep") if keep else list(range(len(puzzles)))
    gone = set(places(puzzles, drop, "--drop")) if drop else set[int]()
    chosen = PuzzleSet(puzzles[place] for place in order if place not in gone)
    if not chosen:
        raise InputError("--drop: no puzzle is left")
    ids = [puzzle.id for puzzle in chosen]
    for name in ids:
        if ids.count(name) > 1:
            raise InputError(f"{'--keep' if keep else 'SET'}: a puzzle comes twice: {name!r}")
    writable(output, "--output")
    unwritten: list[str] = []
    with after_the_answer("--output", unwritten):
        write_whole(output, "".join(puzzle.line() + "\n" for puzzle in chosen))

    def people(console: Console) -> None:
        if not unwritten:
            told = f"{counted(len(chosen), 'puzzle')} in {output}"
            console.print(told, markup=False, highlight=False, soft_wrap=True)

    fields = {"set": None if unwritten else str(output), "puzzles": len(chosen)}
    return Answer(fields, people, None, DONE, unwritten)


def places(puzzles: PuzzleSet, text: str, option: str) -> list[int]:
    """The places, from 0, of the puzzles that a list of numbers, spans and ids names."""
    by_id = {puzzle.id: place for place, puzzle in enumerate(puzzles)}
    found: list[int] = []
    for word in text.split(","):
        span = _SPAN.fullmatch(word if "-" in word else f"{word}-{word}")
        if word in by_id:
            found.append(by_id[word])
        elif span and 1 <= int(span[1]) <= int(span[2]) <= len(puzzles):
            found += range(int(span[1]) - 1, int(span[2]))
        else:
            accepted = f"numbers from 1 to {len(puzzles)}, spans as 3-7, or ids, with commas"
            raise InputError(f"{option}: {accepted}: {word!r}")
    return found
