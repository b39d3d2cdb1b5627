"""Verdicts on claims as answers, with links to play their games through."""

from __future__ import annotations

from pydantic import BaseModel

from ruleproof.models.claims.claims import Verdict
from ruleproof.models.play.game import Game
from ruleproof.reports.pages.analysing import witness_game, witness_link
from ruleproof.reports.wording.words import SIGNS, on_boards


class VerdictTold(BaseModel):
    """A verdict; `found` tells the values on boards, where values are asked for; `link` opens its
    counterexample or witness for analysis, empty without one.
    """

    id: str
    verdict: str
    sign: str
    expected: str | None
    as_expected: bool
    scope: str
    method: str
    seconds: float
    witness: str
    finding: str
    found: str
    link: str


def verdict_told(game: Game, verdict: Verdict) -> VerdictTold:
    """The verdict as pages and programs see it."""
    return VerdictTold(
        id=verdict.id,
        verdict=verdict.verdict,
        sign=SIGNS[verdict.verdict],
        expected=verdict.expected,
        as_expected=verdict.as_expected,
        scope=str(verdict.scope),
        method=verdict.method,
        seconds=round(verdict.seconds, 2),
        witness=verdict.witness or "",
        finding=verdict.finding,
        found=on_boards(verdict.found),
        link=witness_link(witness_game(game, verdict), verdict),
    )
