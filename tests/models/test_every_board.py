"""Which items of the sheets are proved for every board: at least fifteen, counted once each.

An item counts where one of its parts at least is a theorem over uninterpreted cells whose
abstraction is found to cover the constraints on a small board.
"""

from __future__ import annotations

import pytest

from ruleproof import game
from ruleproof.models.claims.claims import Claim, Theorem, table
from ruleproof.models.play.game import Game
from ruleproof.solvers.reasoning.checking.check import check, number_of

ITEMS = {
    "esgros": ["1", "2", "3", "4", "5", "10"],
    "gro": ["1", "2", "3", "4", "5", "7", "8"],
    "grow": ["1", "2", "3", "4", "6", "8", "9", "10", "12", "13"],
    "incrowd": ["1", "2", "4", "5", "6", "8", "11"],
    "sow": ["1", "2", "3", "4", "5", "6", "7"],
}
"""Under the settings that are the default; Grow's item 5 needs `drop=mandatory`."""


def is_theorem(claim: Claim) -> bool:
    return any(isinstance(o, Theorem) and o.scope == "every board" for o in claim.obligations)


def speaks(chosen: Game, claim: Claim) -> bool:
    return claim.applies is None or claim.applies(chosen)


@pytest.mark.slow
@pytest.mark.parametrize("name", ITEMS)
def test_items_proved_for_every_board(name: str):
    chosen = game(name)
    told = [one for one in table(chosen) if is_theorem(one) and speaks(chosen, one)]
    ids = [one.id for one in told if one.expects(chosen) == "proved"]
    verdicts = [one for one in check(chosen, ids) if one.id in ids]
    assert [one.id for one in verdicts if one.scope.holds != "every board"] == []
    assert {one.verdict for one in verdicts} <= {"proved"}
    assert list(dict.fromkeys(number_of(one.id) for one in verdicts)) == ITEMS[name]


def test_there_are_at_least_fifteen():
    assert sum(map(len, ITEMS.values())) >= 15
