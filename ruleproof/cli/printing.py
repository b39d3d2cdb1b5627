"""`ruleproof book`: sets of puzzles as a book for print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleproof.cli.answers import Answer
from ruleproof.cli.commands import command
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.given import after_the_answer, file_text, writable
from ruleproof.cli.options import AsJson
from ruleproof.cli.status import DONE

if TYPE_CHECKING:
    from rich.console import Console


def register(app: typer.Typer) -> None:
    """Adds the command of this module."""
    command(
        app,
        "book",
        book,
        "book set.jsonl -o book.pdf",
        "book esgros.jsonl sow.jsonl -o book.pdf --paper letter --title 'A winter of puzzles'",
    )


def book(
    sets: Annotated[list[Path], typer.Argument(metavar="SET…", help="Sets of puzzles.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE.pdf", help="Where to write.")
    ],
    paper: Annotated[
        str, typer.Option("--paper", metavar="SIZE", help="a4 or letter.  [a4]")
    ] = "a4",
    title: Annotated[
        str, typer.Option("--title", metavar="TEXT", help="What the cover says.  [the game's name]")
    ] = "",
    as_json: AsJson = False,
) -> Answer:
    """Print puzzles as a book: how each game is played, puzzles by level, solutions, an index.

    Four puzzles to a page, in vector drawings. The PDF is tagged for screen readers, and the same
    sets make the same bytes.
    """
    from ruleproof.models.files import write_whole
    from ruleproof.models.reading import LONGEST_SET
    from ruleproof.puzzles.puzzle import Puzzle, read_set
    from ruleproof.reports.book import PAPERS, as_pdf

    if paper not in PAPERS:
        raise InputError(f"--paper: {' or '.join(PAPERS)}: {paper!r}")
    writable(output, "--output")
    puzzles: list[Puzzle] = []
    with at("SET"):
        for path in sets:
            puzzles += read_set(file_text(path, "SET", LONGEST_SET), str(path))
    with at("book"):
        content = as_pdf(puzzles, title, paper)
    unwritten: list[str] = []
    with after_the_answer("--output", unwritten):
        write_whole(output, content)

    def people(console: Console) -> None:
        if not unwritten:
            console.print(f"{len(puzzles)} puzzles in {output}")

    fields = {"book": str(output), "puzzles": len(puzzles)}
    return Answer(fields, people, None, DONE, unwritten)
