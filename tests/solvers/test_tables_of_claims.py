"""What verdicts tell in their details is what meanings may name."""

from __future__ import annotations

import pytest

from ruleproof import game
from ruleproof.models.claims.claims import Decision, table
from ruleproof.models.claims.tables import DETAILS
from ruleproof.solvers.reasoning.checking.check import check

OURS = {
    "reason", "differs", "only_first", "only_second", "by_rules", "contains", "abstraction_on",
    "second_opinion", "strengthened_by",
}  # fmt: skip
"""Details that are no words for a sentence."""


@pytest.mark.parametrize(
    ("name", "board"), [("esgros", "path:3"), ("hex-on-rhombus", "rhombus:2x2")]
)
def test_a_meaning_can_name_every_detail(name: str, board: str) -> None:
    asked = game(name, board)
    plain = [
        claim.id
        for claim in table(asked)
        if not any(isinstance(one, Decision) for one in claim.obligations)
    ]
    told = {word for verdict in check(asked, plain, seconds=1.0) for word in verdict.details}
    assert "positions" in told
    assert told - OURS <= set(DETAILS)
