"""How many leaves a second Esgros' compiled perft reaches: played, and counted in bulk."""

from __future__ import annotations

from typing import Any

import pytest

from ruleproof import game
from ruleproof.solvers.playing.reach.perft import perft


@pytest.mark.parametrize("bulk", [False, True], ids=["played", "bulk"])
def test_the_empty_board(benchmark: Any, bulk: bool):
    chosen = game("esgros", "hex:4")
    sequences = benchmark(perft, chosen, (chosen.start(),), 5, bulk=bulk)
    assert sequences == 28_775_052
    benchmark.extra_info["leaves"] = sequences
