"""Invariants that are true but not inductive are proved with others that are found for them."""

from __future__ import annotations

from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import z3

from ruleproof import Game, Position, game
from ruleproof.models.claims.claims import Claim, Induction, Outcome
from ruleproof.models.errors import TextError
from ruleproof.models.play.notation import show
from ruleproof.models.symbolic.logic import TRUE, equal, neg
from ruleproof.models.symbolic.states import constant
from ruleproof.solvers.reasoning.checking.claim_certificate import Decided, certify
from ruleproof.solvers.reasoning.checking.examination import decide
from ruleproof.solvers.reasoning.checking.scopes import Effort
from ruleproof.solvers.reasoning.deciding.inquiry import STRENGTHENED, Inquiry
from ruleproof.solvers.reasoning.deciding.strengthen import candidates
from ruleproof.solvers.reasoning.formulas.conformance import random_states
from ruleproof.solvers.reasoning.formulas.invariants import Candidate, candidate, said
from ruleproof.solvers.verify.claims import verify_claim
from ruleproof.solvers.work.progress import Deadline

ROW = game("incrowd", "square:1x3")


def never_four(chosen: Game, p: Any) -> Any:
    """Nobody passes a fourth time in a row: true, and broken after three, which never come."""
    return neg(equal(p.passes, 4))


def not_odd(chosen: Game, p: Any) -> Any:
    """Untrue after one pass."""
    return neg(equal(p.passes, 1))


def outcome(holds: Any, seconds: float | None = None) -> Outcome:
    claim = Claim("1", "It is so.", "A sentence.", (Induction(holds),))
    return decide(Inquiry(ROW, Deadline(seconds)), claim, Effort())


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Constraints that say nothing of what positions are well-formed."""
    module = import_module("ruleproof.models.incrowd.constraints")

    def anything(chosen: Game, p: Any) -> Any:
        return TRUE

    monkeypatch.setattr(module, "wellformed", anything)


@pytest.mark.parametrize(
    "one",
    [
        ROW,
        pytest.param(game("grow", "path:4"), marks=pytest.mark.slow),
        pytest.param(game("gro", "dish:1,1"), marks=pytest.mark.slow),
    ],
)
def test_candidates_hold_in_the_games_they_were_drawn_from(one: Game):
    found = candidates(one)
    assert found
    for p in islice(random_states(one, 1), 0, 40, 7):
        held = [z3.is_true(z3.simplify(said(one, it, constant(one, p)))) for it in found]
        assert all(held)


def test_candidates_are_read_from_their_words():
    for one in candidates(ROW):
        assert candidate(ROW, one.words) == one
    assert candidate(ROW, "side=1: surplus black white -1") == Candidate(
        "surplus", "black", "white", -1, "side", 1
    )
    for words in ("", "apart black", "apart black red", "most black 1", "colour=1: most side 1"):
        with pytest.raises(TextError, match="no invariant of incrowd"):
            candidate(ROW, words)


def test_what_is_true_is_strengthened_until_it_is_inductive(forgetful: None):
    found = outcome(never_four)
    assert (found.verdict, found.method) == ("proved", "z3: induction, strengthened")
    assert "most passes 2" in str(found.details[STRENGTHENED])


def test_a_strengthened_proof_is_verified_with_its_invariants(
    forgetful: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    claim = Claim("1", "It is so.", "A sentence.", (Induction(never_four),))
    monkeypatch.setattr(import_module("ruleproof.models.incrowd.claims"), "CLAIMS", (claim,))
    found = outcome(never_four)
    path = certify(Decided(ROW, claim, 0, found), tmp_path)
    report = verify_claim(path)
    assert (report.faults, report.unchecked) == ([], [])
    weaker = found._replace(details={**found.details, STRENGTHENED: []})
    report = verify_claim(certify(Decided(ROW, claim, 0, weaker), tmp_path))
    assert report.faults or report.unchecked
    unknown = found._replace(details={**found.details, STRENGTHENED: ["apart black white"]})
    path = certify(Decided(ROW, claim, 0, unknown), tmp_path)
    assert verify_claim(path).faults or verify_claim(path).unchecked


def test_what_is_untrue_is_not_proved_and_the_position_that_breaks_it_is_told():
    found = outcome(not_odd)
    assert (found.verdict, found.details["goal"]) == ("undecided", "one move keeps it")
    assert Position.read(ROW, str(found.details["position"])).text


def test_a_state_that_is_no_position_is_told_in_numbers():
    odd = ROW.start()._replace(side=65535, passes=9)
    assert show(ROW, odd).endswith("; 65535 passes=9")


def test_out_of_time_is_undecided(forgetful: None):
    assert outcome(never_four, seconds=0.0).verdict in ("undecided", "proved")
