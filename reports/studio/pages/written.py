"""The reports that were written in this studio, each a page that stands alone."""

from __future__ import annotations

from fastapi import APIRouter, Response
from starlette.responses import HTMLResponse

from ruleproof.reports.studio.api.context import TheReports
from ruleproof.reports.studio.gate.refusals import refusal

router = APIRouter()
POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "img-src data:",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Such a page has its style inside, and no script at all."""


@router.get("/reports/{number}")
def written(number: int, reports: TheReports) -> Response:
    """The page of one report."""
    found = reports.of(number)
    if found is None:
        why = "the studio keeps no report of this number; write it anew under Read"
        raise refusal(404, "found", "path", why)
    return HTMLResponse(found.page, headers={"Content-Security-Policy": POLICY})
