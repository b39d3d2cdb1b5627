"""Claims that can be stated of any game are decided of games that state none."""

from __future__ import annotations

from ruleproof.models.play.game import game
from ruleproof.reports.examining.general import general_claims, general_verdicts


def test_a_game_without_claims_is_asked_whether_it_ends() -> None:
    (verdict,) = general_verdicts(game("clobber", "path:4"))
    assert (verdict.id, verdict.verdict, verdict.scope.holds) == ("ends", "proved", "path:4")


def test_a_game_with_claims_of_its_own_is_not() -> None:
    assert general_claims(game("esgros", "path:4")) == ()
