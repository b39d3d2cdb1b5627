"""`ruleproof publish`: sets of puzzles for print, for the web, and for other programs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

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
from ruleproof.cli.commands.puzzles.select import KEEP, check_once, once, places
from ruleproof.cli.errors import InputError, at, said_at
from ruleproof.cli.status import DONE
from ruleproof.cli.telling.answers import Answer, remark, tell_replaced
from ruleproof.cli.telling.progress import listening
from ruleproof.cli.telling.puzzles import common_game

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.puzzles.puzzle import Puzzle, PuzzleSet

_FORMS = {
    ".pdf": "pdf",
    ".html": "html",
    ".htm": "html",
    ".csv": "csv",
    ".txt": "text",
    ".svg": "svg",
    ".png": "png",
}
"""The form that the end of a name asks for; a folder is a site."""
_NAMES = "a name ends in .pdf, .html, .csv, .txt, .svg or .png, and that of a folder in /"
_FITS = {
    "--sheet": ("pdf",),
    "--paper": ("pdf",),
    "--order": ("pdf",),
    "--subtitle": ("pdf",),
    "--title": ("pdf", "html", "site"),
    "--games": ("site",),
    "--reports": ("site",),
}
"""The forms that an option is for; those of `_SHEETS` are for a PDF with --sheet."""
_SHEETS = ("--solutions", "--rules", "--hints", "--note")


@command("publish")
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
    sheet: int | None = ask.option(
        *("--sheet", "N", "Of a .pdf: N puzzles to a page, without a cover: 1, 2, 4, 6, 9 or 12."),
        reader=ask.whole(1),
    ),
    solutions: str = ask.option(
        "--solutions",
        "WHERE",
        "Of a sheet: on the next page, or turned round at the foot.  [next]",
        "",
    ),
    rules: str = ask.option("--rules", "WHERE", "Of a sheet: next or none.", "", hidden=True),
    hints: bool = ask.flag("--hints", "Of a sheet: hints behind the puzzles.", hidden=True),
    note: str = ask.option("--note", "TEXT", "Of a sheet: where the rules are.", "", hidden=True),
    keep: str = KEEP,
    order: str = ask.option("--order", "BY", "Of a book: level or set.", "", hidden=True),
    paper: str = ask.option("--paper", "SIZE", "Of a .pdf: a4 or letter.  [a4]", ""),
    title: str = ask.option("--title", "TEXT", "The title of a book, page or site.", ""),
    subtitle: str = ask.option("--subtitle", "TEXT", "A line below the title.", "", hidden=True),
    games: str = ask.option("--games", "NAMES", "Of a site: only these.", "", hidden=True),
    reports: Any = ask.option(
        "--reports",
        "S",
        "Of a site: add a report of each game, each within S seconds.",
        reader=ask.seconds,
    ),
    to: str = ask.option("--to", "FORM", "The form, whatever the name.", "", hidden=True),
    replace: bool = ask.REPLACE,
    as_json: bool = ask.AS_JSON,
) -> Answer:
    """Publish puzzles: a book, sheets, a page to solve them on, tables, drawings, a site.

    A book says how each game is played, and has puzzles by level, solutions and an index. A page is
    one file that opens from disk: turns are clicked or typed and judged. A site has an index, the
    rules of each game, its puzzles and a book. Drawings are named NAME-1.svg and so on. Solutions,
    tries and games are compared with each other; `puzzles check` proves the trees, hints, themes
    and ratings.

    Examples:
      ruleproof publish set.jsonl -o book.pdf
      ruleproof publish starter:gro --keep 1-6 --sheet 6 --solutions foot -o page.pdf
      ruleproof publish esgros.jsonl sow.jsonl -o winter.html --title 'A winter of puzzles'
      ruleproof publish set.jsonl -o diagram.svg
      ruleproof publish -o public/ --reports 60
    """
    form, output = _form(place, to), Path(place) if place else None
    given = {"--sheet": sheet, "--paper": paper, "--order": order, "--subtitle": subtitle}
    given |= {"--title": title, "--games": games, "--reports": reports}
    of_sheet = {"--solutions": solutions, "--rules": rules, "--hints": hints, "--note": note}
    _must_fit(given, of_sheet, form)
    if form == "site":
        assert output
        return _site(sets, output, keep, title, games, reports, replace)
    wish = _Wish(sheet, solutions, rules, hints, note, order, paper.lower(), title, subtitle)
    if form == "pdf":
        _check_pdf(wish)
    if not sets:
        raise InputError("SET: name a set, or starter:GAME; a folder takes all starter sets")
    if output and not (form in ("svg", "png") and not output.suffix):
        writable(output, "--output")
        for path in sets:
            apart(SET=path if path.exists() else None, output=output)
    puzzles = _kept(sets, keep)
    with at("SET"):
        content = _content(form, puzzles, wish, output)
    tell_outdated(puzzles, "SET")
    return _written(puzzles, content, output, replace)


class _Wish(NamedTuple):
    """The details of a book or a sheet."""

    sheet: int | None
    solutions: str
    rules: str
    hints: bool
    note: str
    order: str
    paper: str
    title: str
    subtitle: str


def _form(place: str, to: str) -> str:
    """The form to publish in: the one named, or that of the place. Raises `InputError`."""
    known = {*_FORMS.values(), "site"}
    if to and to not in known:
        raise InputError(f"--to: {', '.join(sorted(known))}: {to!r}")
    if not place:
        if to in ("text", "csv", "html"):
            return to
        raise InputError(f"missing -o PLACE: {_NAMES}")
    ending = Path(place).suffix.lower()
    of_name = _FORMS.get(ending, "")
    if to == "pdf" and ending not in ("", ".pdf"):
        raise InputError(f"--output: a book is a PDF, so its name ends in .pdf: {place!r}")
    if to and (of_name or to) == to:
        return to
    if not to and (place.endswith(("/", os.sep)) or Path(place).is_dir()):
        return "site"
    if to or not of_name:
        what = f"a file named so holds {of_name}, not {to}" if of_name else _NAMES
        raise InputError(f"--output: {what}: {place!r}")
    return of_name


def _must_fit(given: dict[str, Any], of_sheet: dict[str, Any], form: str) -> None:
    """Raises `InputError` for an option that is for another form."""
    for name, value in given.items():
        if value and form not in _FITS[name]:
            forms = ", ".join("a site" if one == "site" else f".{one}" for one in _FITS[name])
            raise InputError(f"{name} is for {forms}; leave it out: {str(value)!r}")
    for name, value in of_sheet.items():
        if value and not given["--sheet"]:
            raise InputError(f"{name} is for sheets; add --sheet N, or leave it out")
    if of_sheet["--note"] and of_sheet["--solutions"] != "foot":
        raise InputError("--note is for solutions at the foot; add --solutions foot")
    if given["--order"] and given["--sheet"]:
        raise InputError("--order is for books; a sheet keeps the order of the set")


def _check_pdf(wish: _Wish) -> None:
    """Raises `InputError` for a value that is not known."""
    from ruleproof.models.errors import listed
    from ruleproof.reports.publishing import book, sheet
    from ruleproof.reports.publishing.typesetting import PAPERS

    if wish.sheet and wish.sheet not in sheet.SHAPES:
        few = listed(list(sheet.SHAPES), "or")
        raise InputError(f"--sheet: a page takes {few} puzzles: {wish.sheet}")
    for name, chosen, accepted in (
        ("--paper", wish.paper, PAPERS),
        ("--solutions", wish.solutions, sheet.PLACES),
        ("--rules", wish.rules, ("next", "none")),
        ("--order", wish.order, book.ORDERS),
    ):
        if chosen not in ("", *accepted):
            raise InputError(f"{name}: {' or '.join(accepted)}: {chosen!r}")


def _kept(sets: Sequence[Path], keep: str) -> PuzzleSet:
    """The puzzles of all sets, or those that --keep names; `InputError` if one cannot be
    published, or comes twice.
    """
    from ruleproof.puzzles.puzzle import PuzzleSet

    puzzles = PuzzleSet(puzzle for path in sets for puzzle in published_set(path, "SET"))
    kept = places(puzzles, keep, "--keep") if keep else once(puzzles)
    found = PuzzleSet(puzzles[place] for place in kept)
    check_once(found, "--keep")
    return found


def _content(
    form: str, puzzles: PuzzleSet, wish: _Wish, output: Path | None
) -> list[tuple[Path | None, str | bytes]]:
    """The files of a form, each with its content; one without a name is for standard output."""
    from ruleproof.reports.pages.solving import as_page
    from ruleproof.reports.publishing.plain_forms import as_csv, as_text, drawings, pictures

    if form == "pdf":
        return [(output, _pdf(puzzles, wish))]
    makers: dict[str, Callable[[PuzzleSet], str]] = {
        "text": as_text,
        "csv": as_csv,
        "html": partial(as_page, title=wish.title),
    }
    if form in makers:
        return [(output, makers[form](puzzles))]
    drawn: Iterable[tuple[str, str | bytes]] = {"svg": drawings, "png": pictures}[form](puzzles)
    if output is None or not output.suffix:
        return [((output or Path()) / name, content) for name, content in drawn]
    return [
        (output.with_name(f"{output.stem}-{number}{output.suffix}"), content)
        for number, (_, content) in enumerate(drawn, 1)
    ]


def _pdf(puzzles: PuzzleSet, wish: _Wish) -> bytes:
    """A book, or sheets."""
    from ruleproof.reports.publishing.book import book
    from ruleproof.reports.publishing.sheet import sheet
    from ruleproof.reports.publishing.typesetting import Layout, pdf

    layout = Layout(wish.title, wish.subtitle, wish.paper or "a4")
    if not wish.sheet:
        return pdf(book(puzzles, layout, order=wish.order or "level"))
    return pdf(
        sheet(
            *(puzzles, wish.sheet, layout),
            solutions=wish.solutions or "next",
            rules=wish.rules,
            hints=wish.hints,
            note=wish.note,
        )
    )


def _written(
    puzzles: PuzzleSet,
    content: list[tuple[Path | None, str | bytes]],
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
    games: str,
    reports: float | None,
    replace: bool,
) -> Answer:
    """Writes a site of these sets and games, or of all. A game whose files have a mistake is left
    out.
    """
    from ruleproof.models.rulebooks.rulebook import names, rulebook
    from ruleproof.puzzles.starter import STARTER, starters
    from ruleproof.reports.publishing.site import site_files, write_site

    folder = writable_folder(output, "--output")
    named = [str(one) for one in sets or () if str(one) in names()]
    sets = [one for one in sets or () if str(one) not in named]
    with at("--games"):
        named += filter(None, map(str.strip, games.split(",")))
        shown = list(dict.fromkeys(rulebook(name).name for name in named))
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


def _without(*names: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda fields: {name: one for name, one in fields.items() if name not in names}


def _book_fields(fields: dict[str, Any]) -> dict[str, Any]:
    return {"book": (*fields["files"], None)[0], "puzzles": fields["puzzles"]}


alias("book", publish, _book_fields, to="pdf", replace=True)
alias("site", publish, _without("puzzles"), to="site", replace=True)


@command("puzzles export", earlier={"--html": "--to=html"})
@wraps(publish)
def _export(**given: Any) -> Answer:
    form = given["to"] or ("" if Path(given["place"]).suffix else "text")
    given |= {"to": form, "replace": True}
    answer = publish(**given)
    return answer._replace(fields=_without("puzzles")(answer.fields))
