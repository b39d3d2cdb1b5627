"""Invariants and single turns proved by z3: what holds, what does not, and what needs help."""

# z3 is partly untyped
# pyright: basic, reportOperatorIssue=false

from __future__ import annotations

import zipfile
from typing import Any

import pytest

from ruleproof import Position, game
from ruleproof.models.claims.claims import Claim, Induction, Obligation, OneTurn, Outcome
from ruleproof.models.claims.theorems import Goal, Theorem
from ruleproof.models.play.game import Game
from ruleproof.models.symbolic.cells import count, is_empty, meet, union, within
from ruleproof.models.symbolic.logic import equal, implies, less, neg, not_above
from ruleproof.solvers.reasoning.checking.claim_certificate import Decided, certify
from ruleproof.solvers.reasoning.checking.examination import decide
from ruleproof.solvers.reasoning.checking.scopes import Effort
from ruleproof.solvers.reasoning.deciding.by_formulas import answer
from ruleproof.solvers.reasoning.deciding.inquiry import Inquiry
from ruleproof.solvers.reasoning.formulas.blast import cnf
from ruleproof.solvers.reasoning.formulas.cadical import solved
from ruleproof.solvers.reasoning.formulas.cvc5 import second_opinion
from ruleproof.solvers.reasoning.formulas.goals import induction_goals, proof_goals
from ruleproof.solvers.work.progress import Deadline

ESGROS = game("esgros", "path:3")


def outcome(chosen: Game, obligation: Obligation, seconds: float | None = None) -> Outcome:
    claim = Claim("1", "It is so.", "A sentence.", (obligation,))
    return decide(Inquiry(chosen, Deadline(seconds)), claim, Effort())


def apart(chosen: Game, p: Any) -> Any:
    """No cell holds both colours."""
    return neg(meet(p.black, p.white))


def nothing(chosen: Game, p: Any) -> Any:
    """The board is empty: true at the start only."""
    return is_empty(union(p.black, p.white))


def adds(chosen: Game, p: Any, move: Any, q: Any) -> Any:
    """The mover's stones stay where they are."""
    mine = within(p.black, q.black)
    return implies(equal(p.side, 0), mine)


def never_takes(chosen: Game, p: Any, move: Any, q: Any) -> Any:
    """Every turn adds a stone: wrong where one is taken."""
    before, after = (count(union(state.black, state.white)) for state in (p, q))
    return less(before, after)


def test_an_invariant_is_proved():
    found = outcome(ESGROS, Induction(apart))
    assert (found.verdict, found.method) == ("proved", "z3: induction")
    assert found.details["depth"] == 1


def test_an_invariant_that_fails_is_not_proved():
    found = outcome(ESGROS, Induction(nothing))
    assert found.verdict == "undecided"
    assert found.details["goal"] == "one move keeps it"
    assert Position.read(ESGROS, str(found.details["position"])).text


def test_what_fails_at_the_start_is_not_proved():
    found = outcome(ESGROS, Induction(lambda chosen, p: neg(nothing(chosen, p))))
    assert (found.verdict, found.details["goal"]) == ("undecided", "after 0 moves")


def at_most(many: int) -> Any:
    def holds(chosen: Game, p: Any) -> Any:
        return not_above(count(union(p.black, p.white)), many)

    return holds


def test_a_theorem_without_goals_proves_nothing():
    found = outcome(ESGROS, Theorem(lambda chosen: []))
    assert found.verdict == "undecided"
    assert found.details["reason"] == "z3: 0 goals: its theorem has no goals, which proves nothing"


def test_depth_asks_for_as_many_moves_as_it_says():
    """After at most k - 1 moves there are at most k - 1 stones, whatever comes later."""
    for depth in (1, 2, 3):
        goals = induction_goals(ESGROS, at_most(depth - 1), depth)
        assert [goal.name for goal in goals[:-1]] == [f"after {k} moves" for k in range(depth)]
        inquiry = Inquiry(ESGROS)
        assert [answer(inquiry, goal)[0] for goal in goals[:-1]] == ["unsat"] * depth
        assert answer(inquiry, goals[-1])[0] == "sat"
        shallow = induction_goals(ESGROS, at_most(0), 2)
        assert answer(inquiry, shallow[1])[0] == "sat"


def test_helps_are_proved_first_and_then_assumed():
    """An invariant that is only kept where another one holds."""

    def weak(chosen: Game, p: Any) -> Any:
        return implies(is_empty(union(p.black, p.white)), equal(p.side, 0))

    def side(chosen: Game, p: Any) -> Any:
        return not_above(p.side, 1)

    assert outcome(ESGROS, Induction(weak, helps=(side,))).verdict == "proved"
    found = outcome(ESGROS, Induction(weak, helps=(nothing,)))
    assert found.verdict == "undecided"
    assert "nothing" in str(found.details["reason"])


def test_one_turn():
    assert outcome(ESGROS, OneTurn(adds)).verdict == "proved"
    found = outcome(ESGROS, OneTurn(never_takes))
    assert found.verdict == "undecided"
    assert found.details["by_rules"] is True
    position = Position.read(ESGROS, str(found.details["position"]))
    after = position.play([str(found.details["move"])])
    stones = [text.partition(";")[0] for text in (position.text, after.text)]
    before, left = (sum(one in "BW" for one in text) for text in stones)
    assert left == before


def test_one_turn_with_a_help_that_fails():
    found = outcome(ESGROS, OneTurn(adds, helps=(nothing,)))
    assert (found.verdict, "nothing" in str(found.details["reason"])) == ("undecided", True)


@pytest.mark.parametrize("obligation", [Induction(apart), OneTurn(adds)])
def test_out_of_time_is_undecided(obligation: Obligation):
    found = outcome(game("esgros", "hex:2"), obligation, seconds=0.0)
    assert found.verdict in ("undecided", "proved")


@pytest.mark.parametrize("obligation", [Induction(apart, depth=2), OneTurn(adds)])
def test_z3_and_cadical_say_the_same_of_every_goal(obligation: Obligation):
    claim = Claim("1", "It is so.", "A sentence.", (obligation,))
    goals = proof_goals(ESGROS, claim, obligation)
    assert goals
    for goal in goals:
        assert (
            solved(cnf(goal.formulas), 20.0)[0] == answer(Inquiry(ESGROS), goal)[0] == goal.expect
        )


def test_a_proof_that_cadical_has_no_time_for_is_left_out(tmp_path: Any, monkeypatch: Any):
    monkeypatch.setattr(
        "ruleproof.solvers.reasoning.checking.claim_certificate.solved", lambda *_: ("unknown", "")
    )
    obligation = Induction(apart)
    claim = Claim("1", "It is so.", "A sentence.", (obligation,))
    path = certify(Decided(ESGROS, claim, 0, Outcome("proved")), tmp_path)
    names = zipfile.ZipFile(path).namelist()
    assert any(name.endswith(".cnf") for name in names)
    assert not any(name.endswith(".drat") for name in names)


def test_a_second_opinion_that_differs_is_told(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("cvc5")
    import z3

    x = z3.Int("x")
    false, true = Goal("never", [x > 0, x < 0]), Goal("sometimes", [x > 0], "sat")
    assert second_opinion([false, true], Deadline(10.0)) == "cvc5 confirms 2 goals"
    wrong = Goal("wrong", [x > 0], "unsat")
    assert second_opinion([false, wrong], Deadline(10.0)) == "cvc5 contradicts: wrong"
    hard = Goal("hard", [z3.ForAll([x], x * x * x != 42 * x + 7 * x * x)], "sat")
    assert "cvc5" in second_opinion([hard], Deadline(0.2))
    monkeypatch.setattr("ruleproof.solvers.reasoning.formulas.cvc5.installed", lambda: False)
    assert "pip install" in second_opinion([false], Deadline(1.0))
