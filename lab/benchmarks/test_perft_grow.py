"""Grow's speed: leaves of perft a second on 9×9, every leaf move played, one core.

pytest lab/benchmarks/test_perft_grow.py --benchmark-only
"""

from __future__ import annotations

from typing import Any

import pytest

from ruleproof import Position, game
from ruleproof.solvers.playing.reach.perft import perft

TEXT = (
    ". r0 r1 . b0 b0 r0 r0 r1 / . r1 b1 . b0 r1 r1 r0 r0 / r0 r0 . . b0 b0 . b1 b1 / "
    ". . r1 . b0 b0 b0 b0 b0 / r0 . . . . . . b2 b1 / r1 . r1 r0 . . . b0 . / "
    ". . b1 r0 . . . . . / . r1 . . . . . b1 . / . r0 r0 . . . . b0 b1 ; red"
)
"""A middle game."""
LEAVES = {"free": 311_663, "simultaneous": 297_923}


@pytest.mark.parametrize("order", LEAVES)
def test_perft_9x9_every_leaf_played(benchmark: Any, order: str):
    position = Position.read(game("grow", "square:9x9", order=order), TEXT)
    leaves = benchmark(perft, position.game, (position.state,), 3, bulk=False)
    assert leaves == LEAVES[order]
    benchmark.extra_info["leaves"] = leaves
