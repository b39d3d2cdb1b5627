"""Play: a game against opponents of several strengths."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ruleproof.reports.studio.api.context import TheLimits
from ruleproof.reports.studio.opponents import opponents, usual
from ruleproof.reports.studio.pages.opening import shown
from ruleproof.reports.studio.rendering import rendered

router = APIRouter()


@router.get("/play")
def play(request: Request, limits: TheLimits) -> Response:
    """The page, opened at what its link says."""
    found = shown(request, limits)
    book = found["game"]
    offered = {"opponents": opponents(book), "usual": usual(book).name}
    return rendered(request, "play.html.jinja", **offered, **found)
