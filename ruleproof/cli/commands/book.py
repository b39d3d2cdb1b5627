"""`ruleproof book` and `site`: sets of puzzles for print and for the web."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleproof.cli.asking.arguments import after_the_answer, puzzle_set, writable, writable_folder
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import AsJson, seconds, whole
from ruleproof.cli.commands.puzzles_select import places
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import DONE
from ruleproof.cli.telling.answers import Answer, tell_replaced
from ruleproof.cli.telling.progress import listening

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.puzzles.puzzle import Puzzle


def register(app: typer.Typer) -> None:
    """Adds the commands of this module."""
    command(
        app,
        "book",
        book,
        "book set.jsonl -o book.pdf",
        "book esgros.jsonl sow.jsonl -o book.pdf --paper letter --title 'A winter of puzzles'",
        "book starter:gro --keep 1-6 --sheet 6 --solutions foot -o page.pdf",
    )
    command(
        app,
        "site",
        site,
        "site set.jsonl -o public",
        "site esgros.jsonl sow.jsonl -o public --title 'Five games' --reports 60",
    )


def book(
    sets: Annotated[list[Path], typer.Argument(metavar="SET…", help="Sets of puzzles.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE.pdf", help="The file to write.")
    ],
    sheet: Annotated[
        int | None,
        typer.Option(
            "--sheet",
            parser=whole(1, 12),
            metavar="N",
            help="Pages of N puzzles without a cover: 1, 2, 4, 6, 9 or 12.  [a book]",
        ),
    ] = None,
    solutions: Annotated[
        str,
        typer.Option(
            "--solutions",
            metavar="WHERE",
            help="Of a sheet: on the next page, or turned round at the foot.  [next]",
        ),
    ] = "",
    keep: Annotated[
        str,
        typer.Option("--keep", metavar="LIST", help="These, in this order: 7,1-3 or ids.  [all]"),
    ] = "",
    paper: Annotated[str, typer.Option("--paper", metavar="SIZE", help="a4 or letter.")] = "a4",
    title: Annotated[
        str, typer.Option("--title", metavar="TEXT", help="The title.  [the game's name]")
    ] = "",
    subtitle: Annotated[
        str, typer.Option("--subtitle", metavar="TEXT", help="A line below the title.  [none]")
    ] = "",
    as_json: AsJson = False,
) -> Answer:
    """Print puzzles as a book: how each game is played, puzzles by level, solutions, an index.

    Four puzzles to a page, in vector drawings. With --sheet the puzzles stand in the order of the
    set, N to a page, their solutions behind them. The PDF is tagged for screen readers, and the
    same sets make the same bytes.
    """
    from ruleproof.models.files.writing import write_whole
    from ruleproof.puzzles.puzzle import PuzzleSet
    from ruleproof.reports.publishing import book as books
    from ruleproof.reports.publishing import sheet as sheets
    from ruleproof.reports.publishing.typesetting import PAPERS, Layout, pdf
    from ruleproof.reports.wording.words import counted

    paper = paper.lower()
    if paper not in PAPERS:
        raise InputError(f"--paper: {' or '.join(PAPERS)}: {paper!r}")
    if sheet and sheet not in sheets.SHAPES:
        raise InputError(f"--sheet: {', '.join(map(str, sheets.SHAPES))}: {sheet}")
    if solutions not in ("", *sheets.PLACES):
        raise InputError(f"--solutions: {' or '.join(sheets.PLACES)}: {solutions!r}")
    if solutions and not sheet:
        raise InputError("--solutions is for sheets; add --sheet N, or leave it out")
    writable(output, "--output")
    puzzles = PuzzleSet(_read(sets))
    if keep:
        puzzles = PuzzleSet(puzzles[place] for place in places(puzzles, keep, "--keep"))
    with at("book"):
        layout = Layout(title, subtitle, paper)
        content = pdf(
            sheets.sheet(puzzles, sheet, layout, solutions=solutions or "next")
            if sheet
            else books.book(puzzles, layout)
        )
    tell_replaced(output)
    unwritten: list[str] = []
    with after_the_answer("--output", unwritten):
        write_whole(output, content)

    def people(console: Console) -> None:
        if not unwritten:
            told = f"{counted(len(puzzles), 'puzzle')} in {output}"
            console.print(told, markup=False, highlight=False, soft_wrap=True)

    fields = {"book": str(output), "puzzles": len(puzzles)}
    return Answer(fields, people, None, DONE, unwritten)


def site(
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="The folder.")],
    sets: Annotated[
        list[Path] | None, typer.Argument(metavar="[SET…]", help="Sets of puzzles.")
    ] = None,
    title: Annotated[
        str, typer.Option("--title", metavar="TEXT", help="The title of the first page.")
    ] = "",
    reports: Annotated[
        Any,
        typer.Option(
            "--reports",
            parser=seconds,
            metavar="S",
            help="Add a report of each game, each within S seconds.  [none]",
        ),
    ] = None,
    as_json: AsJson = False,
) -> Answer:
    """Write a site of all games: how each is played, puzzles to solve, a book, reports.

    Every page stands alone and opens from disk; the first one is index.html.
    """
    from ruleproof.reports.publishing.site import site_files, write_site

    folder = writable_folder(output, "--output")
    puzzles = _read(sets or [])
    tell_replaced(*site_files(puzzles, folder, reports=bool(reports)))
    with listening() as listener, at("SET"):
        written = write_site(puzzles, folder, title, seconds=reports or 0.0, progress=listener)

    def people(console: Console) -> None:
        console.print(str(written[0].resolve()), soft_wrap=True)

    return Answer({"files": [str(path) for path in written]}, people, None, DONE)


def _read(sets: list[Path]) -> list[Puzzle]:
    """The puzzles of all sets, in their order; `InputError` where one is no set."""
    return [puzzle for path in sets for puzzle in puzzle_set(path, "SET")]
