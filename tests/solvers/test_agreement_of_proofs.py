"""Proofs by z3 are of the constraints: they count only where those say what the rules say."""

from __future__ import annotations

import pytest

from ruleproof import game
from ruleproof.models.claims.claims import Outcome, Theorem, Verdict, table
from ruleproof.models.claims.scope import Scope
from ruleproof.solvers.reasoning.checking import agreement
from ruleproof.solvers.reasoning.checking.agreement import DISAGREEMENT, of_this_game
from ruleproof.solvers.reasoning.checking.withdrawal import laws_under, withdrawn


def test_a_theorem_without_an_abstraction_is_held_against_the_rules_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = game("incrowd", "square:3x3")
    claim = next(one for one in table(of) if one.id == "8f")
    theorem = claim.obligations[0]
    assert isinstance(theorem, Theorem)
    assert theorem.checks is None
    proof = Outcome("proved")
    assert of_this_game(of, claim, theorem, proof) == proof
    assert laws_under(of, claim, theorem, proof) == ("constraints",)
    monkeypatch.setattr(agreement, "disagreement", lambda _: "they part")  # pyright: ignore[reportUnknownLambdaType]
    found = of_this_game(of, claim, theorem, proof)
    assert found.verdict == "undecided"
    assert "they part" in str(found.details[DISAGREEMENT])


def test_where_one_proof_meets_other_rules_no_proof_by_constraints_counts() -> None:
    here = Scope.on("path:4", "proved")
    met = Verdict("1", "", "", "undecided", None, here, "", 0.0, details={DISAGREEMENT: "at a1"})
    proved = Verdict("2", "", "", "proved", None, here, "", 0.0, laws=("constraints",))
    played = Verdict("3", "", "", "proved", None, here, "", 0.0)
    assert [one.verdict for one in withdrawn([met, proved, played])] == [
        "undecided",
        "undecided",
        "proved",
    ]
    assert withdrawn([proved, played]) == [proved, played]
