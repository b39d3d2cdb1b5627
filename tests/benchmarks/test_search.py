"""How long exact answers take: a whole search, and a whole table."""

from __future__ import annotations

from typing import Any

from ruleproof import Position, game
from ruleproof.solvers.search import solve
from ruleproof.solvers.strong import Table


def test_solve_esgros_hex_3(benchmark: Any):
    start = Position.start(game("esgros", "hex:3"))
    solution = benchmark(solve, start)
    assert (solution.value, solution.distance) == ("win", 27)


def test_table_of_esgros_hex_3(benchmark: Any):
    chosen = game("esgros", "hex:3")

    def build() -> int:
        table = Table(chosen)
        table.prepare(chosen.start())
        return table.nodes

    assert benchmark(build) == 981_862
