"""How long exact answers take: a whole search, and a whole table."""

from __future__ import annotations

from typing import Any

from ruleproof import Position, game
from ruleproof.solvers.playing.exact.solve import solve


def test_solve_esgros_hex_3(benchmark: Any):
    start = Position.start(game("esgros", "hex:3"))
    solution = benchmark(solve, start)
    assert (solution.value, solution.distance) == ("win", 27)
