"""Verdicts on claims as answers, with links to play their games through."""

from __future__ import annotations

from pydantic import BaseModel

from ruleproof.models.claims.claims import Verdict
from ruleproof.models.play.game import Game, make_game
from ruleproof.reports.studio.links import analyse_link
from ruleproof.reports.wording.words import SIGNS


class VerdictTold(BaseModel):
    """A verdict; `link` opens its counterexample or witness for analysis, empty without one."""

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
    link: str


def verdict_told(game: Game, verdict: Verdict) -> VerdictTold:
    """The verdict as pages and programs see it."""
    return VerdictTold(
        id=verdict.id,
        verdict=verdict.verdict,
        sign=SIGNS[verdict.verdict],
        expected=verdict.expected,
        as_expected=verdict.as_expected,
        scope=verdict.scope,
        method=verdict.method,
        seconds=round(verdict.seconds, 2),
        witness=verdict.witness or "",
        finding=verdict.finding,
        link=witness_link(game, verdict),
    )


def witness_link(game: Game, verdict: Verdict) -> str:
    """The link to the game or position that shows it."""
    if not verdict.witness:
        return ""
    chosen = verdict.settings or dict(game.chosen)
    ground = make_game(game.rulebook, verdict.board or game.board.text, chosen)
    if verdict.position:
        return analyse_link(ground, start=verdict.witness)
    return analyse_link(ground, line=verdict.witness.split())
