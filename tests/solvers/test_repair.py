"""Repair finds the settings that mend a claim, the likeliest first."""

from __future__ import annotations

import pytest

from ruleproof import game
from ruleproof.models.claims import claims
from ruleproof.models.claims.claims import Claim, Same
from ruleproof.solvers.reasoning.checking.check import check
from ruleproof.solvers.reasoning.checking.repair import repair


def test_what_a_problem_names_is_tried_first_and_alone_if_it_helps() -> None:
    as_it_is, *tried = repair(game("esgros", "path:4"), "6")
    assert as_it_is.verdicts[0].verdict == "refuted"
    assert [dict(one.changes) for one in tried] == [{"full": "loss"}]
    assert tried[0].repairs
    assert tried[0].verdicts[0].scope.holds == "every board"


def test_a_problem_that_a_possibility_shows_is_settled_where_it_cannot_happen() -> None:
    _, *tried = repair(game("grow", "path:3"), "5a")
    assert {"drop": "mandatory"} in [dict(one.changes) for one in tried if one.repairs]
    assert all(set(one.changes) <= {"drop", "stall"} for one in tried)


def test_only_the_settings_asked_for_are_tried() -> None:
    _, *tried = repair(game("esgros", "path:4"), "6", among=["exceed"])
    assert tried
    assert {name for one in tried for name in one.changes} == {"exceed"}


def test_nothing_is_tried_where_nothing_is_wrong() -> None:
    assert len(repair(game("esgros", "path:3"), "1")) == 1


def test_settings_that_the_claim_compares_with_are_no_repair(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The game would be held against itself, which proves nothing."""
    claim = Claim("1", "It is all one who fills the board.", "", (Same({"full": "loss"}),))
    monkeypatch.setattr(claims, "table", lambda _: (claim,))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    as_it_is, *tried = repair(game("esgros", "path:4"), "1", among=["full"])
    assert as_it_is.verdicts[0].verdict == "refuted"
    assert {"full": "loss"} not in [dict(one.changes) for one in tried]
    assert not check(game("esgros", "path:4", full="loss"))
