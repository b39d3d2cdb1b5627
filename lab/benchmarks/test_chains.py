"""How long In Crowd's longest chains take to be proved the longest."""

from __future__ import annotations

from typing import Any

import pytest

from ruleproof import game
from ruleproof.models.boards.boards import board
from ruleproof.models.incrowd.claims import ancestry, chain_bounds, chains


@pytest.mark.parametrize(("text", "most"), [("9x9", 59), ("12x12", 108)])
def test_counting(benchmark: Any, text: str, most: int):
    assert benchmark(chain_bounds.most_by_counting, board(f"square:{text}")) == most


def test_clauses(benchmark: Any):
    here = board("square:5x5")
    found = benchmark(lambda: next(chain_bounds.arrangements(here, 16, True, 60)))
    assert found.flips.bit_count() == 16


def test_waves(benchmark: Any):
    chosen = game("incrowd", "square:5x5")
    found = benchmark.pedantic(lambda: chains.longest(chosen, 120, chains.WAVES), rounds=1)
    assert found.details["at_most"] == 15


def test_going_back(benchmark: Any):
    here = board("square:5x5")
    reached = benchmark.pedantic(lambda: ancestry.reaches(here, 15, 0, 120), rounds=1)
    assert reached == (False, 2_404_164)
