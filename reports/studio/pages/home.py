"""The first page: the games, each with what can be done."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from ruleproof.models.play.game import make_game
from ruleproof.models.play.position import Position
from ruleproof.puzzles.starter import starters
from ruleproof.reports.drawing.figures import picture
from ruleproof.reports.studio.rendering import all_games, rendered

router = APIRouter()
_MOVES = 12


@router.get("/")
def home(request: Request) -> Response:
    """The games."""
    covers = {book.name: cover(book.name) for book in all_games()}
    return rendered(request, "home.html.jinja", game=None, covers=covers, starters=starters())


@lru_cache(maxsize=64)
def cover(name: str) -> Markup:
    """A picture of the game in play: every third or so of its legal moves, on its own board."""
    book = next(book for book in all_games() if book.name == name)
    position = Position.start(make_game(book, "", {}))
    for number in range(_MOVES):
        legal = position.legal_moves()
        if not legal:
            break
        position = position.after(legal[(7 * number + 5) % len(legal)])
    return picture(position, labels=False, title=f"A position of {book.title}")
