"""Analyse: a board to set up and to play on, every move with its value."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ruleproof.reports.studio.api.context import TheLimits, TheShelf
from ruleproof.reports.studio.pages.opening import shown
from ruleproof.reports.studio.rendering import rendered

router = APIRouter()
LONGEST_TABLE = 80
"""Letters of a table's name."""


@router.get("/analyse")
def analyse(request: Request, limits: TheLimits, shelf: TheShelf) -> Response:
    """The page, opened at what its link says."""
    found = shown(request, limits)
    told = found["told"]
    tables = shelf.fitting(told.game, told.board, told.settings)
    table = request.query_params.get("table", "")[:LONGEST_TABLE]
    return rendered(request, "analyse.html.jinja", tables=tables, table=table, **found)
