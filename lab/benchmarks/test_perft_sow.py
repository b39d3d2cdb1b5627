"""How many leaves a second the compiled perft of Sow? reaches when it plays every leaf move."""

from __future__ import annotations

from typing import Any

from ruleproof import Position, game
from ruleproof.solvers.playing.reach.perft import perft

MIDDLE = "LLL . . . RL . . RRR / . . . . L RR . . / . L . LLL R . R RRR / LLL . . . . R . . ; left"
"""A middle game with no piece off the board."""


def test_middle_game(benchmark: Any):
    position = Position.read(game("sow"), MIDDLE)
    sequences = benchmark(perft, position.game, (position.state,), 4, bulk=False)
    assert sequences == 51_386
    benchmark.extra_info["leaves"] = sequences
