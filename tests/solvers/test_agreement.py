"""A proof about the constraints counts only where they are the game of the rules."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from ruleproof import game
from ruleproof.models.cells import first_of, kind_of, rule
from ruleproof.models.claims.claims import (
    Claim,
    Decision,
    Obligation,
    Outcome,
    Theorem,
    Verdict,
    table,
)
from ruleproof.models.claims.scope import Scope
from ruleproof.models.gro.codes import MOVE
from ruleproof.models.play.game import Game
from ruleproof.reports.examining.findings import Findings
from ruleproof.reports.pages.page import chapter
from ruleproof.solvers.playing.values.contradiction import relied_on
from ruleproof.solvers.reasoning.checking.agreement import (
    DISAGREEMENT,
    by_constraints,
    disagreement,
    told,
)
from ruleproof.solvers.reasoning.checking.examination import decide
from ruleproof.solvers.reasoning.checking.scopes import Effort
from ruleproof.solvers.reasoning.checking.withdrawal import laws_under
from ruleproof.solvers.reasoning.deciding.inquiry import Inquiry


class Rules:
    """The rules of a game, some of which a subclass replaces."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)


class Forgetful(Rules):
    """The rules of Esgros, but no group is ever removed."""

    @rule
    def play(self, board: Any, rules: Any, p: Any, move: int) -> Any:
        q = self._rules.play(board, rules, p, move)
        return q._replace(black=q.black | p.black, white=q.white | p.white)


class Rooted(Rules):
    """The rules of GRO, but a germ that stands on the first point never moves."""

    @rule
    def moves(self, board: Any, rules: Any, p: Any, found: Any) -> None:
        self._rules.moves(board, rules, p, found)
        kept = [m for m in found[1 : found[0] + 1] if kind_of(m) != MOVE or first_of(m)]
        found[: len(kept) + 1] = [len(kept), *kept]


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
    found = disagreement(changed)
    assert "successor is" in found
    assert "by rules.py and" in found
    assert found.endswith("by constraints.py")


def test_a_theorem_about_another_game_proves_nothing(changed: Game):
    for chosen, verdict in ((game("esgros", "path:4"), "proved"), (changed, "undecided")):
        claim, proof = of_theorem(chosen)
        found = decide(Inquiry(chosen), claim, Effort(), [proof])
        assert found.verdict == verdict
        assert (DISAGREEMENT in found.details) == (verdict == "undecided")
    assert "ruleproof conform esgros" in str(found.details["reason"])


def test_a_report_tells_it_above_its_claims():
    small = game("esgros", "path:4")
    here, said = Scope.on("path:4", "proved"), {DISAGREEMENT: "one says"}
    wrong = Verdict("1", "", "", "undecided", None, here, "", 0.0, details=said)
    right = Verdict("2", "", "", "proved", "proved", here, "", 0.0)
    words = "one says; so no proof by z3 counts; `ruleproof conform esgros` shows where"
    for verdicts, mistake in (((right, wrong), words), ((right,), "")):
        assert told(small, verdicts) == mistake
        page = unescape(chapter(Findings(small, verdicts=verdicts)).article)
        assert ("A mistake in the game's files: one says; so no proof" in page) == bool(mistake)


def test_a_decision_that_rests_on_formulas_about_another_game_proves_nothing():
    """GRO has games for the points where large germs can stand, and z3 for all others."""
    right = game("gro", "dish:1,1")
    rules: Any = Rooted(right.rulebook.rules)
    wrong = Game(replace(right.rulebook, rules=rules), right.board, right.chosen)
    (claim,) = (one for one in table(right) if one.id == "6e")
    for chosen, verdict in ((right, "proved"), (wrong, "undecided")):
        found = decide(Inquiry(chosen), claim, Effort(), claim.obligations)
        assert found.verdict == verdict
    assert DISAGREEMENT in found.details


def test_a_decision_rests_on_the_law_that_its_formulas_rest_on():
    gro = game("gro", "dish:1,1")
    rests = {
        claim.id
        for claim in table(gro)
        for obligation in claim.obligations
        if isinstance(obligation, Decision) and by_constraints(obligation)
    }
    assert "6e" in rests
    assert "10" not in rests
    (proof,) = (claim for claim in table(gro) if claim.id == "6e")
    laws = laws_under(gro, proof, proof.obligations[0], Outcome("proved"))
    assert laws == (*relied_on(gro), "constraints")
