"""A site for a project page: how each game is played, puzzles to solve, a book, reports.

Every page is a file of its own that opens from disk; links between them are names of files in one
folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from ruleproof.models.errors import TextError
from ruleproof.models.files.writing import WriteError, make_folder, write_whole
from ruleproof.models.mistakes import Mistake, told_as_the_authors
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.offered import playable
from ruleproof.models.rulebooks.rulebook import names
from ruleproof.puzzles.lessons import has_lessons
from ruleproof.puzzles.puzzle import Puzzle, position_of
from ruleproof.reports.drawing.figures import sample
from ruleproof.reports.drawing.palette import BOARD_CSS
from ruleproof.reports.drawing.svg import svg
from ruleproof.reports.pages.alone import hashed
from ruleproof.reports.pages.report import report
from ruleproof.reports.pages.solving import as_page, lessons_page
from ruleproof.reports.publishing.book import book
from ruleproof.reports.publishing.typesetting import PrintLayout, pdf
from ruleproof.reports.wording import rules_told, words
from ruleproof.reports.wording.templates import environment
from ruleproof.solvers.work.progress import Listener, silent

TITLE = "Games and puzzles"


class Site(NamedTuple):
    """The files of a site, the first page first, the mistakes in games that it leaves out, and the
    file that could not be written, after which no other was.
    """

    files: list[Path]
    broken: dict[str, Mistake]
    unwritten: WriteError | None = None


def write_site(
    puzzles: Sequence[Puzzle],
    folder: Path,
    title: str = "",
    *,
    games: Sequence[str] = (),
    seconds: float = 0.0,
    progress: Listener = silent,
) -> Site:
    """Writes the site, of these games alone if any are named. With `seconds`, every game has a
    report that takes so long. Raises `TextError` for an invalid puzzle or one of a game that is not
    named, `Mistake` where a game with puzzles is broken, and `WriteError` where the folder cannot
    be made.
    """
    title = title or TITLE
    make_folder(folder)
    by_game: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        by_game.setdefault(puzzle.game, []).append(puzzle)
    shown = games or names()
    if others := [name for name in by_game if name not in shown]:
        raise TextError(f"puzzles of a game that is not shown: {others[0]!r}")
    site = Site([], {})
    try:
        cards: list[Mapping[str, Any]] = []
        for name in shown:
            own = by_game.get(name, [])
            if card := _game_written(site, folder, name, own, title, seconds, progress):
                cards.append(card)
        if puzzles:
            book_there = write_whole(folder / "book.pdf", pdf(book(puzzles, PrintLayout(title))))
            site.files.append(book_there)
        lead = f"{words.counted(len(cards), 'game')}, {words.counted(len(puzzles), 'puzzle')}"
        first = _page("index", title=title, lead=lead, home="", games=cards, book=bool(puzzles))
        site.files.insert(0, write_whole(folder / "index.html", first))
    except WriteError as error:
        return site._replace(unwritten=error)
    return site


def _game_written(
    site: Site,
    folder: Path,
    name: str,
    puzzles: Sequence[Puzzle],
    title: str,
    seconds: float,
    progress: Listener,
) -> Mapping[str, Any] | None:
    """The card of a game whose pages are written; None, with the mistake noted, where it is broken
    and has no puzzles.
    """
    try:
        with told_as_the_authors():
            game = puzzles[0].ready() if puzzles else make_game(playable(name), "", {})
            card = _card(game, puzzles, seconds > 0)
            rules = _rules(game, title, card)
    except Mistake as error:
        if puzzles:
            raise
        site.broken[name] = error
        return None
    site.files.append(write_whole(folder / f"{name}-rules.html", rules))
    if card["lessons"]:
        page = lessons_page(name, title, solve=bool(puzzles))
        site.files.append(write_whole(folder / f"{name}-lessons.html", page))
    if puzzles:
        page = as_page(puzzles, home=title)
        site.files.append(write_whole(folder / f"{name}-puzzles.html", page))
    if seconds:
        site.files.append(report(game, folder, progress, seconds=seconds, home=title))
    return card


def site_files(
    puzzles: Sequence[Puzzle], folder: Path, games: Sequence[str] = (), *, reports: bool
) -> list[Path]:
    """The files that `write_site` writes there, the first page first."""
    posed = {puzzle.game for puzzle in puzzles}
    found = [folder / "index.html", *([folder / "book.pdf"] if puzzles else [])]
    for name in games or names():
        found.append(folder / f"{name}-rules.html")
        found += [folder / f"{name}-lessons.html"] if has_lessons(name) else []
        found += [folder / f"{name}-puzzles.html"] if name in posed else []
        found += [folder / f"{name}.html"] if reports else []
    return found


def _card(game: Game, puzzles: Sequence[Puzzle], reported: bool) -> Mapping[str, Any]:
    """The entry of a game on the first page."""
    book = game.rulebook
    shown = position_of(puzzles[0]) if puzzles else sample(book)
    return {
        "name": game.name,
        "title": book.title,
        "by": book.author,
        "about": words.capital(book.about) + ".",
        "cover": Markup(svg(shown, labels=False, last=False, style=False)),
        "lessons": has_lessons(game.name),
        "puzzles": words.counted(len(puzzles), "puzzle") if puzzles else "",
        "report": reported,
    }


def _rules(game: Game, home: str, card: Mapping[str, Any]) -> str:
    """The page that says how a game is played, with links to what its card has besides."""
    shown = rules_told.how_played(game, lambda one: Markup(svg(one, style=False)))
    lead = f"{shown['by']}. {shown['about']}"
    return _page("rules", title=shown["title"], lead=lead, home=home, game=shown, card=card)


def _page(template: str, **told: Any) -> str:
    """A page of the site."""
    shared = files("ruleproof.reports.pages").joinpath("page.css")
    own = files("ruleproof.reports.publishing").joinpath("site_page", "site.css")
    style = shared.read_text(encoding="utf-8") + own.read_text(encoding="utf-8") + BOARD_CSS
    found = environment("ruleproof.reports.publishing", "site_page")
    policy = f"default-src 'none'; style-src {hashed(style)}; img-src data:; base-uri 'none'"
    return found.get_template(f"{template}.html.jinja").render(
        **told, policy=policy, style=Markup(style), version=version("ruleproof")
    )
