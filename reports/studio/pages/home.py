"""The first page: the games, each with what can be done."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from ruleproof.models.play.game import Game
from ruleproof.puzzles.lessons import has_lessons
from ruleproof.reports.pages.analysing import analyse_link
from ruleproof.reports.studio.api.context import TheCollection, TheShelf
from ruleproof.reports.studio.rendering import rendered
from ruleproof.reports.wording.words import changed_settings

router = APIRouter()


@router.get("/")
def home(request: Request, collection: TheCollection, shelf: TheShelf) -> Response:
    """The games, and the mistake in each that cannot be shown; the tables that are served."""
    offer = request.app.state.offer
    tables = [
        (name, one.rulebook.title, one.board.text, _settings(one), analyse_link(one, table=name))
        for name, one in shelf.games.items()
    ]
    shown: dict[str, Any] = {
        "covers": offer.covers,
        "broken": offer.broken,
        "taught": {name for name in offer.covers if has_lessons(name)},
        "sets": collection.of_games,
        "tables": tables,
    }
    return rendered(request, "home.html.jinja", game=None, **shown)


def _settings(game: Game) -> list[str]:
    return [f"{name}={value}" for name, value in changed_settings(game).items()]
