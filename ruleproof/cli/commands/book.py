"""`ruleproof book` and `site`: sets of puzzles for print and for the web."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleproof.cli.asking.arguments import (
    after_the_answer,
    apart,
    published_set,
    writable,
    writable_folder,
)
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import AsJson, seconds, whole
from ruleproof.cli.commands.puzzles.select import check_once, once, places
from ruleproof.cli.errors import InputError, at, said_at
from ruleproof.cli.status import DONE
from ruleproof.cli.telling.answers import Answer, remark, tell_replaced
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
        "book mine.jsonl --order set -o book.pdf",
        "book starter:gro --keep 1-6 --sheet 6 --solutions foot --rules next -o page.pdf",
    )
    command(
        app,
        "site",
        site,
        "site set.jsonl -o public",
        "site esgros.jsonl sow.jsonl -o public --title 'Five games' --reports 60",
        "site mine.jsonl --games mine -o public",
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
            parser=whole(1),
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
    rules: Annotated[
        str,
        typer.Option(
            "--rules",
            metavar="WHERE",
            help="Of a sheet: next, at its end, or none.  [none with --solutions foot]",
        ),
    ] = "",
    hints: Annotated[
        bool, typer.Option("--hints", help="Of a sheet: hints on the page behind the puzzles.")
    ] = False,
    note: Annotated[
        str,
        typer.Option(
            "--note",
            metavar="TEXT",
            help="Of a sheet with solutions at the foot: where the rules are.  [a command]",
        ),
    ] = "",
    keep: Annotated[
        str,
        typer.Option("--keep", metavar="LIST", help="These, in this order: 7,1-3 or ids.  [all]"),
    ] = "",
    order: Annotated[
        str,
        typer.Option(
            "--order",
            metavar="BY",
            help="Of a book's puzzles: level, or set.  [level]",
        ),
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

    Four puzzles to a page, in vector drawings that can be read without colour. With --sheet the
    puzzles stand in the order of the set, N to a page, their solutions behind them. The PDF is
    tagged for screen readers, and the same sets make the same bytes. Solutions, tries and games are
    compared with each other; `puzzles check` proves the trees, hints, themes and ratings.
    """
    from ruleproof.models.errors import listed
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
        few = listed(list(sheets.SHAPES), "or")
        raise InputError(f"--sheet: a page takes {few} puzzles: {sheet}")
    for name, chosen, accepted in (
        ("--solutions", solutions, sheets.PLACES),
        ("--rules", rules, ("next", "none")),
        ("--order", order, books.ORDERS),
    ):
        if chosen not in ("", *accepted):
            raise InputError(f"{name}: {' or '.join(accepted)}: {chosen!r}")
    for name, chosen in (("--solutions", solutions), ("--rules", rules)):
        if chosen and not sheet:
            raise InputError(f"{name} is for sheets; add --sheet N, or leave it out")
    for name, given in (("--hints", hints), ("--note", note)):
        if given and not sheet:
            raise InputError(f"{name} is for sheets; add --sheet N, or leave it out")
    if note and solutions != "foot":
        raise InputError("--note is for solutions at the foot; add --solutions foot")
    if output.suffix.lower() not in ("", ".pdf"):
        raise InputError(f"--output: a book is a PDF, so its name ends in .pdf: {str(output)!r}")
    if order and sheet:
        raise InputError("--order is for books; a sheet keeps the order of the set")
    writable(output, "--output")
    for path in sets:
        apart(SET=path if path.exists() else None, output=output)
    puzzles = PuzzleSet(_read(sets))
    kept = places(puzzles, keep, "--keep") if keep else once(puzzles)
    puzzles = PuzzleSet(puzzles[place] for place in kept)
    check_once(puzzles, "--keep")
    with at("book"):
        layout = Layout(title, subtitle, paper)
        content = pdf(
            sheets.sheet(
                puzzles,
                sheet,
                layout,
                solutions=solutions or "next",
                rules=rules,
                hints=hints,
                note=note,
            )
            if sheet
            else books.book(puzzles, layout, order=order or "level")
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
        list[Path] | None,
        typer.Argument(metavar="[SET…]", help="Sets of puzzles.  [all starter sets]"),
    ] = None,
    games: Annotated[
        str,
        typer.Option("--games", metavar="NAMES", help="These games alone: esgros,sow.  [all]"),
    ] = "",
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
    """Write a site of games: how each is played, puzzles to solve, a book, reports.

    Compiling comes on top of the time for reports. Every page stands alone and opens from disk; the
    first one is index.html. A game whose files have a mistake is left out.
    """
    from ruleproof.models.rulebooks.rulebook import rulebook
    from ruleproof.puzzles.starter import STARTER, starters
    from ruleproof.reports.publishing.site import site_files, write_site

    folder = writable_folder(output, "--output")
    with at("--games"):
        named = filter(None, map(str.strip, games.split(",")))
        shown = list(dict.fromkeys(rulebook(name).name for name in named))
    ours = [name for name in starters() if not shown or name in shown]
    puzzles = _read(sets or [Path(STARTER + name) for name in ours])
    puzzles = [puzzles[place] for place in once(puzzles)]
    for puzzle in puzzles:
        if shown and puzzle.game not in shown:
            raise InputError(
                f"--games: a set has puzzles of {puzzle.game}, too; name it, or leave that set out"
            )
    tell_replaced(*site_files(puzzles, folder, shown, reports=bool(reports)))
    with listening() as listener, at("SET"):
        made = write_site(
            puzzles, folder, title, games=shown, seconds=reports or 0.0, progress=listener
        )
    for name, error in made.broken.items():
        remark(f"{name}: {error}")
    unwritten = [said_at("--output", made.unwritten)] if made.unwritten else []

    def people(console: Console) -> None:
        if not unwritten:
            console.print(str(made.files[0].resolve()), soft_wrap=True)

    fields = {
        "files": [str(path) for path in made.files],
        "broken": {name: str(error) for name, error in made.broken.items()},
    }
    return Answer(fields, people, None, DONE, unwritten)


def _read(sets: list[Path]) -> list[Puzzle]:
    """The puzzles of all sets, in their order; `InputError` where one cannot be published."""
    return [puzzle for path in sets for puzzle in published_set(path, "SET")]
