"""Solve: sets of puzzles, those that are served and those that a browser keeps."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ruleproof.reports.studio.api.context import TheCollection
from ruleproof.reports.studio.rendering import all_games, rendered

router = APIRouter()


@router.get("/solve")
def solve(request: Request, collection: TheCollection) -> Response:
    """The page; its script opens the set and the puzzle that the address names."""
    from ruleproof.reports.pages.solving import SCALE

    titles = {book.name: book.title for book in all_games(request)}
    return rendered(
        request, "solve.html.jinja", game=None, scale=SCALE, titles=titles, sets=collection.of_games
    )
