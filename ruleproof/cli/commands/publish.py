"""`ruleproof publish`: sets of puzzles for print, for the web, and for other programs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleproof.cli.asking import options as ask
from ruleproof.cli.asking.arguments import (
    after_the_answer,
    apart,
    must_be_free,
    published_set,
    tell_outdated,
    writable,
    writable_folder,
)
from ruleproof.cli.asking.command import alias, command
from ruleproof.cli.commands.puzzles.select import KEEP, kept
from ruleproof.cli.errors import InputError, at, said_at
from ruleproof.cli.status import DONE
from ruleproof.cli.telling.answers import Answer, remark, tell_replaced
from ruleproof.cli.telling.progress import listening
from ruleproof.cli.telling.puzzles import common_game

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.puzzles.puzzle import Puzzle, PuzzleSet

_FORMS = {".htm": ".html"} | {one: one for one in (".pdf", ".html", ".csv", ".txt", ".svg", ".png")}
"""The form that the end of a name asks for; a folder is a site."""
_SITE = "a site"
_NAMES = "a name ends in .pdf, .html, .csv, .txt, .svg or .png, and that of a folder in /"
_FITS = {
    "--sheet": (".pdf",),
    "--paper": (".pdf",),
    "--title": (".pdf", ".html", _SITE),
    "--reports": (_SITE,),
}
"""The forms that an option is for."""
_GONE = {
    "--rules": "sheets have the rules behind solutions on the next page",
    "--hints": "a book has hints",
    "--note": "the foot of a sheet names the command that prints the rules",
    "--order": "a sheet keeps the order of the set",
    "--solutions": "--sheet N:foot turns them round at the foot",
    "--subtitle": "--title takes the whole title",
    "--games": "name the games before -o",
}


def _sheet(text: str) -> tuple[int, str]:
    """The number of puzzles on a page of sheets, and the place of their solutions."""
    from ruleproof.models.errors import listed
    from ruleproof.reports.publishing.sheet import PLACES, SHAPES

    many, _, solutions = text.partition(":")
    number = ask.whole(1)(many)
    if number not in SHAPES:
        raise InputError(f"--sheet: a page takes {listed(list(SHAPES), 'or')} puzzles: {number}")
    if solutions not in ("", *PLACES):
        raise InputError(f"--sheet: {number} or {number}:foot: {text!r}")
    return number, solutions or "next"


@command("publish", gone=_GONE, to="")
def publish(
    sets: list[Path] | None = ask.argument(
        "[SET…]", "Sets: files, or starter:GAME; of a site also games.  [of a site: all]", None
    ),
    place: str = ask.option(
        *("-o --output", "PLACE"),
        ".pdf a book; .html, .csv or .txt one file; .svg or .png a drawing of each puzzle; "
        "a folder, as public/, a site.  [required]",
        "",
    ),
    sheet: Any = ask.option(
        *("--sheet", "N[:foot]"),
        "Of a .pdf: 1, 2, 4, 6, 9 or 12 puzzles to a page, without a cover; their solutions on the "
        "next page, or turned round at the foot.",
        reader=_sheet,
    ),
    keep: str = KEEP,
    paper: str = ask.option("--paper", "SIZE", "Of a .pdf: a4 or letter.  [a4]", ""),
    title: str = ask.option("--title", "TEXT", "The title of a book, page or site.", ""),
    reports: Any = ask.option(
        "--reports",
        "S",
        "Of a site: add a report of each game, each within S seconds.",
        reader=ask.seconds,
    ),
    replace: bool = ask.REPLACE,
    to: str = ask.option("--to", "FORM", "The form, whatever the name.", ""),
) -> Answer:
    """Publish puzzles: a book, sheets, a page to solve them on, tables, drawings, a site.

    A book says how each game is played, and has puzzles by level, solutions and an index. A page is
    one file that opens from disk: turns are clicked or typed and judged. A site has an index, the
    rules of each game, its puzzles and a book. Drawings are named NAME-1.svg and so on. Solutions,
    tries and games are compared with each other; `puzzles check` proves the trees, hints, themes
    and ratings.

    Examples:
      ruleproof publish set.jsonl -o book.pdf
      ruleproof publish starter:gro --keep 1-6 --sheet 6:foot -o page.pdf
      ruleproof publish esgros.jsonl sow.jsonl -o winter.html --title 'A winter of puzzles'
      ruleproof publish set.jsonl -o diagram.svg
      ruleproof publish -o public/ --reports 60
    """
    form, output = _form(place, to), Path(place) if place else None
    given = {
        "--sheet": sheet and sheet[0],
        "--paper": paper,
        "--title": title,
        "--reports": reports,
    }
    for name, value in given.items():
        if value and form not in (fits := _FITS[name]):
            raise InputError(f"{name} is for {', '.join(fits)}; leave it out: {str(value)!r}")
    if form == _SITE:
        assert output
        return _site(sets, output, keep, title, reports, replace)
    paper = paper.lower()
    _check_paper(paper)
    if not sets:
        raise InputError("SET: name a set, or starter:GAME; a folder takes all starter sets")
    if output and not (form in (".svg", ".png") and not output.suffix):
        writable(output, "--output")
        for path in sets:
            apart(SET=path if path.exists() else None, output=output)
    puzzles = _kept(sets, keep)
    with at("SET"):
        make = _made(form, sheet, title, paper)
        content = [(output, make(puzzles))] if make else _drawn(form, puzzles, output)
    tell_outdated(puzzles, "SET")
    return _written(puzzles, content, output, replace)


def _form(place: str, to: str) -> str:
    """The form to publish in: the one named, or that of the place. Raises `InputError`."""
    if to and to not in {*_FORMS.values(), _SITE}:
        raise InputError(f"--to: csv, html, pdf, png, svg, text: {to.removeprefix('.')!r}")
    if not place:
        if to in (".txt", ".csv", ".html"):
            return to
        raise InputError(f"missing -o PLACE: {_NAMES}")
    ending = Path(place).suffix.lower()
    of_name = _FORMS.get(ending, "")
    if to == ".pdf" and ending not in ("", ".pdf"):
        raise InputError(f"--output: a book is a PDF, so its name ends in .pdf: {place!r}")
    if to and of_name in ("", to):
        return to
    if not to and (place.endswith(("/", os.sep)) or Path(place).is_dir()):
        return _SITE
    if to or not of_name:
        what = f"a file named so holds {of_name}, not {to}" if of_name else _NAMES
        raise InputError(f"--output: {what}: {place!r}")
    return of_name


def _check_paper(paper: str) -> None:
    """Raises `InputError` for a size that is not known."""
    from ruleproof.reports.publishing.typesetting import PAPERS

    if paper not in ("", *PAPERS):
        raise InputError(f"--paper: {' or '.join(PAPERS)}: {paper!r}")


def _kept(sets: Sequence[Path], keep: str) -> PuzzleSet:
    """The puzzles of all sets, or those that --keep names; `InputError` if one cannot be
    published, or comes twice.
    """
    from ruleproof.puzzles.puzzle import PuzzleSet

    puzzles = PuzzleSet(puzzle for path in sets for puzzle in published_set(path, "SET"))
    return PuzzleSet(puzzles[place] for place in kept(puzzles, keep))


def _made(
    form: str, sheet: tuple[int, str] | None, title: str, paper: str
) -> Callable[[PuzzleSet], str | bytes] | None:
    """The maker of a form that is one file; None for drawings."""
    from ruleproof.reports.publishing import sheet as sheets
    from ruleproof.reports.publishing.exporting import FORMS
    from ruleproof.reports.publishing.typesetting import PrintLayout, pdf

    layout = PrintLayout(title, paper or "a4")
    if sheet:
        many, solutions = sheet
        return lambda puzzles: pdf(sheets.sheet(puzzles, many, layout, solutions=solutions))
    make = FORMS.get(form)
    return make and (lambda puzzles: make(puzzles, layout))


def _drawn(
    form: str, puzzles: PuzzleSet, output: Path | None
) -> list[tuple[Path | None, str | bytes]]:
    """The files of drawings, each with its content."""
    from ruleproof.reports.publishing.plain_forms import drawings, pictures

    drawn: Iterable[tuple[str, str | bytes]] = (drawings if form == ".svg" else pictures)(puzzles)
    if output is None or not output.suffix:
        return [((output or Path()) / name, content) for name, content in drawn]
    return [
        (output.with_name(f"{output.stem}-{number}{output.suffix}"), content)
        for number, (_, content) in enumerate(drawn, 1)
    ]


def _written(
    puzzles: PuzzleSet,
    content: Sequence[tuple[Path | None, str | bytes]],
    output: Path | None,
    replace: bool,
) -> Answer:
    """Writes the files; the answer names them."""
    from ruleproof.models.files.writing import make_folder, write_whole
    from ruleproof.reports.wording.words import counted

    _must_be_free([path for path, _ in content if path], replace)
    written: list[str] = []
    unwritten: list[str] = []
    with after_the_answer("--output", unwritten):
        for path, text in content:
            if path:
                make_folder(path.parent)
                written.append(str(write_whole(path, text)))
    fields: dict[str, Any] = {"files": written, "puzzles": len(puzzles)}
    if output is None:
        fields["content"] = content[0][1]

    def people(console: Console) -> None:
        if isinstance(text := content[0][1], str) and (output is None or unwritten):
            console.out(text, end="")
        elif not unwritten:
            kinds = f"{counted(len(written), 'drawing')} of " if len(content) > 1 else ""
            named = f"{written[0]} …" if len(written) > 1 else written[0]
            console.print(f"{kinds}{counted(len(puzzles), 'puzzle')} in {named}", soft_wrap=True)

    return Answer(fields, people, common_game(puzzles), DONE, unwritten)


def _must_be_free(files: Sequence[Path], replace: bool) -> None:
    """Raises `InputError` if a file is there that nobody asked to have replaced."""
    for path in files:
        must_be_free(path, replace, "the new one" if len(files) == 1 else "new ones")
    tell_replaced(*files)


def _site(
    sets: list[Path] | None,
    output: Path,
    keep: str,
    title: str,
    reports: float | None,
    replace: bool,
) -> Answer:
    """Writes a site of these sets and games, or of all. A game whose files have a mistake is left
    out.
    """
    from ruleproof.models.rulebooks.rulebook import names
    from ruleproof.puzzles.starter import STARTER, starters
    from ruleproof.reports.publishing.site import site_files, write_site

    folder = writable_folder(output, "--output")
    named = [str(one) for one in sets or () if str(one) in names()]
    sets = [one for one in sets or () if str(one) not in named]
    shown = list(dict.fromkeys(named))
    ours = [name for name in starters() if not shown or name in shown]
    puzzles: list[Puzzle] = _kept(sets or [Path(STARTER + name) for name in ours], keep)
    for puzzle in puzzles:
        if shown and puzzle.game not in shown:
            raise InputError(
                f"SET: a set has puzzles of {puzzle.game}, too; name it, or leave that set out"
            )
    _must_be_free(site_files(puzzles, folder, shown, reports=bool(reports)), replace)
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
        "puzzles": len(puzzles),
        "broken": {name: str(error) for name, error in made.broken.items()},
    }
    return Answer(fields, people, None, DONE, unwritten)


# Earlier names


@command("book", gone=_GONE, to=".pdf", replace=True)
@wraps(publish)
def _book(**given: Any) -> Answer:
    answer = publish(**given)
    files, many = answer.fields["files"], answer.fields["puzzles"]
    return answer._replace(fields={"book": (*files, None)[0], "puzzles": many})


alias("site", publish, "files", "broken", gone=_GONE, to=_SITE, replace=True)


@command("puzzles export", earlier={"--html": "--to=html"}, gone=_GONE, replace=True)
@wraps(publish)
def _export(**given: Any) -> Answer:
    form = given["to"] or ("" if Path(given["place"]).suffix else "text")
    given["to"] = form and {"text": ".txt"}.get(form, f".{form}")
    answer = publish(**given)
    kept = {name: one for name, one in answer.fields.items() if name != "puzzles"}
    return answer._replace(fields=kept)
