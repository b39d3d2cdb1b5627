"""What a report says of the board in play: its claims and its best play tell the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ruleproof import game
from ruleproof.models.play.position import Position
from ruleproof.reports.examining.investigate import Investigation
from ruleproof.solvers.checking.check import check
from ruleproof.solvers.exact.solve import solve
from tests.reports.test_stages import work

ESGROS = game("esgros", "hex:2")
VALUE = "11a"
"""The claim that asks for the value of the start."""


@pytest.fixture
def found() -> Investigation:
    """An investigation that has one verdict, on the value of the start."""
    begun = Investigation(ESGROS, work(100.0, None), lambda findings: None, None)
    begun.verdicts = list(check(ESGROS, [VALUE]))
    begun.asked = [VALUE]
    return begun


def test_a_value_that_a_claim_found_is_told_where_best_play_is_not(found: Investigation) -> None:
    assert found.told_by_claims()
    value = solve(Position.start(ESGROS)).value
    told = f"Claim {VALUE} found the value of hex:2: {value}."
    assert found.work.notes == {"values": told}


def test_a_claim_is_asked_again_once_the_board_is_solved(found: Investigation) -> None:
    (right,) = found.verdicts
    found.verdicts = [replace(right, verdict="undecided", found={"path:4": "loss"})]
    assert not found.told_by_claims()
    found.known = ESGROS, solve(Position.start(ESGROS))
    found.make_up()
    (again,) = found.verdicts
    assert (again.verdict, again.found) == (right.verdict, right.found)
    assert found.asked == [VALUE]


def test_a_verdict_stays_where_there_is_no_new_one(found: Investigation) -> None:
    (right,) = found.verdicts
    old = replace(right, verdict="undecided", found={})
    found.verdicts = [old]
    found.known = ESGROS, solve(Position.start(ESGROS))
    found.ask_again(0.0)
    assert [one.id for one in found.verdicts] == [VALUE]
