"""A proof about the constraints counts only where they are the game of the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ruleproof import game
from ruleproof.models.cells import rule
from ruleproof.models.claims.claims import Claim, Obligation, Theorem, table
from ruleproof.models.play.game import Game
from ruleproof.solvers.checking.agreement import DISAGREEMENT, disagreement
from ruleproof.solvers.checking.check import Effort, decide
from ruleproof.solvers.deciding.inquiry import Inquiry


class Forgetful:
    """The rules of Esgros, but no group is ever removed."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    @rule
    def play(self, board: Any, rules: Any, p: Any, move: int) -> Any:
        q = self._rules.play(board, rules, p, move)
        return q._replace(black=q.black | p.black, white=q.white | p.white)


@pytest.fixture
def changed() -> Game:
    """Esgros with other rules and the constraints that it had."""
    right = game("esgros", "path:4")
    rules: Any = Forgetful(right.rulebook.rules)
    return Game(replace(right.rulebook, rules=rules), right.board, right.chosen)


def of_theorem(chosen: Game) -> tuple[Claim, Obligation]:
    """The claim that no position repeats, and its proof for every board."""
    (claim,) = (one for one in table(chosen) if one.id == "2a")
    (proof,) = (one for one in claim.obligations if isinstance(one, Theorem))
    return claim, proof


def test_rules_and_constraints_of_one_game_agree():
    assert disagreement(game("esgros", "path:4")) == ""


def test_a_difference_is_told_with_position_move_and_both_answers(changed: Game):
    told = disagreement(changed)
    assert "successor is" in told
    assert "by rules.py and" in told
    assert told.endswith("by constraints.py")


def test_a_theorem_about_another_game_proves_nothing(changed: Game):
    for chosen, verdict in ((game("esgros", "path:4"), "proved"), (changed, "undecided")):
        claim, proof = of_theorem(chosen)
        found = decide(Inquiry(chosen), claim, Effort(), [proof])
        assert found.verdict == verdict
        assert (DISAGREEMENT in found.details) == (verdict == "undecided")
    assert "ruleproof conform esgros" in str(found.details["reason"])
