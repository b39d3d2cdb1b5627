"""Learn: the lessons of a game, five small boards one after another."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ruleproof.models.errors import TextError
from ruleproof.puzzles.lessons import has_lessons
from ruleproof.reports.pages.alone import packed
from ruleproof.reports.studio.asked import book_asked
from ruleproof.reports.studio.gate.refusals import at
from ruleproof.reports.studio.rendering import all_games, rendered

router = APIRouter()


@router.get("/learn")
def learn_first(request: Request) -> Response:
    """The lessons of the game that the query names, as other pages take it; those of the first game
    if it has none.
    """
    name = request.query_params.get("game") or ""
    taught = [one.name for one in all_games(request) if has_lessons(one.name)]
    return learn(request, name if has_lessons(name) or not taught else taught[0])


@router.get("/learn/{name}")
def learn(request: Request, name: str) -> Response:
    """The lessons of one game."""
    from ruleproof.reports.pages.solving import lessons_told

    with at("game"):
        book = book_asked(name)
        if not has_lessons(name):
            raise TextError(f"there are no lessons of this game: {name!r}")
    taught = [one for one in all_games(request) if has_lessons(one.name)]
    told = packed(lessons_told(name))
    return rendered(request, "learn.html.jinja", game=book, taught=taught, told=told)
