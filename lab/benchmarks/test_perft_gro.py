"""How many leaves a second GRO's compiled perft reaches when it plays every leaf move."""

from __future__ import annotations

from typing import Any

from ruleproof import Position, game
from ruleproof.solvers.playing.reach.perft import perft

MIDDLE = (
    "- - . . . . - - / - . r2 . . b1 . - / . . r1 . b1 b1 . . / . r1 . r2 b2 . . . / "
    ". . r1 b1 . . b4 . / . r1 . . . b1 . . / - . . r1 . . b1 - / - - . . . . - - ; red placed=2"
)
"""A middle game with eight germs on each side."""


def test_middle_game(benchmark: Any):
    position = Position.read(game("gro"), MIDDLE)
    sequences = benchmark(perft, position.game, (position.state,), 3, bulk=False)
    assert sequences == 131_744
    benchmark.extra_info["leaves"] = sequences
