"""What a report says of the board in play: its claims and its best play tell the same."""

from __future__ import annotations

import pytest

from ruleproof import game
from ruleproof.models.play.position import Position
from ruleproof.reports.examining.investigate import Investigation
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.reasoning.checking.check import check
from tests.reports.test_stages import work

ESGROS = game("esgros", "hex:2")
VALUE = "11a"
"""The claim that asks for the value of the start."""


@pytest.fixture
def found() -> Investigation:
    """An investigation that has one verdict, on the value of the start."""
    begun = Investigation(ESGROS, work(100.0, None), lambda findings: None, None)
    begun.verdicts = list(check(ESGROS, [VALUE]))
    return begun


def test_a_value_that_a_claim_found_is_told_where_best_play_is_not(found: Investigation) -> None:
    assert found.told_by_claims()
    value = solve(Position.start(ESGROS)).value
    told = f"Claim {VALUE} found the value of hex:2: {value}."
    assert found.work.notes == {"values": told}
