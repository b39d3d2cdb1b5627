"""The first page: the games, each with what can be done."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from ruleproof.models.mistakes import Mistake, told_as_the_authors
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.offered import offered
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.reports.drawing.figures import picture, sample
from ruleproof.reports.pages.analysing import analyse_link
from ruleproof.reports.studio.api.context import TheCollection, TheShelf
from ruleproof.reports.studio.rendering import rendered
from ruleproof.reports.wording.words import changed_settings

router = APIRouter()


@router.get("/")
def home(request: Request, collection: TheCollection, shelf: TheShelf) -> Response:
    """The games, and the mistake in each that cannot be shown; the tables that are served."""
    books, mistakes = offered()
    broken = dict(mistakes)
    covers: dict[str, Markup] = {}
    for book in books:
        try:
            with told_as_the_authors():
                covers[book.name] = cover(book)
        except Mistake as error:
            broken[book.name] = error
    tables = [
        (name, one.rulebook.title, one.board.text, _settings(one), analyse_link(one, table=name))
        for name, one in shelf.games.items()
    ]
    shown: dict[str, Any] = {
        "covers": covers,
        "broken": broken,
        "sets": collection.of_games,
        "tables": tables,
    }
    return rendered(request, "home.html.jinja", game=None, **shown)


def _settings(game: Game) -> list[str]:
    return [f"{name}={value}" for name, value in changed_settings(game).items()]


@lru_cache(maxsize=64)
def cover(book: Rulebook) -> Markup:
    """A picture of the game in play: every third or so of its legal moves, on its own board."""
    position = sample(make_game(book, "", {}))
    return picture(position, labels=False, title=f"A position of {book.title}")
