"""`ruleproof puzzles export`: a set in another form."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleproof.cli.asking.arguments import after_the_answer, apart, published_set, writable
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import AsJson
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import DONE
from ruleproof.cli.telling.answers import Answer, tell_replaced
from ruleproof.cli.telling.puzzles import common_game

if TYPE_CHECKING:
    from rich.console import Console


_DRAWN = ("svg", "png")
"""The forms of one file for each puzzle."""
_FORMS = {
    "": "text",
    ".txt": "text",
    ".csv": "csv",
    ".html": "html",
    ".htm": "html",
    ".svg": "svg",
    ".png": "png",
}
"""The form that the end of a file's name asks for."""
_ENDINGS = "a name ends in .txt, .csv or .html; or add --to FORM"
_ELSEWHERE = {".pdf": "`ruleproof book`", ".jsonl": "`ruleproof puzzles select`"}
"""The commands that write the forms which an export does not have."""

SetFile = Annotated[Path, typer.Argument(metavar="FILE", help="A set: a file, or starter:GAME.")]


def register(puzzles: typer.Typer) -> None:
    """Adds the command of this module."""
    command(
        puzzles,
        "export",
        export,
        "puzzles export set.jsonl --to text",
        "puzzles export set.jsonl --to svg -o drawings",
        "puzzles export set.jsonl --to png -o drawings",
        "puzzles export set.jsonl -o set.csv",
        "puzzles export set.jsonl -o set.html --title 'A winter of puzzles'",
    )


def export(
    path: SetFile,
    to: Annotated[
        str,
        typer.Option(
            "--to", metavar="FORM", help="text, svg, png, csv or html.  [as PATH ends, else text]"
        ),
    ] = "",
    html: Annotated[
        bool, typer.Option("--html", help="As --to html: a page to solve the set on.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="PATH",
            help="A file; for svg and png a folder.  [standard output]",
        ),
    ] = None,
    title: Annotated[
        str, typer.Option("--title", metavar="TEXT", help="The title of a page.  [its games]")
    ] = "",
    as_json: AsJson = False,
) -> Answer:
    """Write a set in another form: plain text with solutions, drawings, a table, a page to solve.

    The page is one file that opens from disk: turns are clicked or typed, judged from the puzzles'
    trees, and wrong ones refuted on the board. Drawings are named by puzzle, for print: svg, or
    png with 300 dots per inch. Solutions, tries and games are compared with each other; `puzzles
    check` proves the trees, hints, themes and ratings.
    """
    from ruleproof.models.files.writing import make_folder, write_whole
    from ruleproof.reports.pages.solving import as_page
    from ruleproof.reports.publishing.plain_forms import as_csv, as_text, drawings, pictures
    from ruleproof.reports.wording.words import counted

    ending = output.suffix.lower() if output else ""
    if not (html or to or ending in _FORMS):
        other = _ELSEWHERE.get(ending)
        told = f"{other} writes such files" if other else _ENDINGS
        raise InputError(f"--output: {told}: {str(output)!r}")
    if html and to not in ("", "html"):
        raise InputError(f"--html: a page, or --to {to}: one of both")
    to = "html" if html else to or _FORMS[ending]
    if ending and _FORMS.get(ending, to) != to:
        raise InputError(
            f"--output: a file named so holds {_FORMS[ending]}, not {to}: {str(output)!r}"
        )
    puzzles = published_set(path, "FILE")
    if title and to != "html":
        raise InputError("--title is for pages; add --html, or leave it out")
    forms = {"text": as_text, "csv": as_csv, "html": partial(as_page, title=title)}
    if to not in (*forms, *_DRAWN):
        raise InputError(f"--to: text, svg, png, csv or html: {to!r}")
    if to in _DRAWN and output is None:
        raise InputError("--output: drawings need a folder; add -o DIR")
    if output and to in _DRAWN and output.suffix:
        raise InputError(f"--output: drawings need a folder, one file for each: {str(output)!r}")
    if output and to not in _DRAWN:
        writable(output, "--output")
        apart(FILE=path, output=output)
    written: list[str] = []
    unwritten: list[str] = []
    with at("FILE"):
        content = forms[to](puzzles) if to in forms else ""
        drawn = [] if to in forms else list({"svg": drawings, "png": pictures}[to](puzzles))
    if output:
        names = [name for name, _ in drawn]
        tell_replaced(*([output / name for name in names] if to in _DRAWN else [output]))
        with after_the_answer("--output", unwritten):
            if to in _DRAWN:
                make_folder(output)
                for name, drawing in drawn:
                    write_whole(output / name, drawing)
                    written.append(str(output / name))
            else:
                write_whole(output, content)
                written.append(str(output))

    def people(console: Console) -> None:
        if output is None or (unwritten and content):
            console.out(content, end="")
        else:
            many = (
                f"{counted(len(written), 'drawing')} in {output}"
                if to in _DRAWN
                else f"{output} is written"
            )
            console.print(many, soft_wrap=True)

    fields = {"files": written} | ({} if output else {"content": content})
    return Answer(fields, people, common_game(puzzles), DONE, unwritten)
