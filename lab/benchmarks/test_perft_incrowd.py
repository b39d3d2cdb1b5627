"""How many leaves a second In Crowd's compiled perft reaches when it plays every leaf move."""

from __future__ import annotations

from typing import Any

from ruleproof import Position, game
from ruleproof.solvers.playing.reach.perft import perft

MIDDLE = (
    "W . W . B . B . B / . W . B . B . B B / W . W . B . B . B / . W W . W W W B B / "
    "W . W . W . W B B / . . W W . W . B B / B . . . W W W . B / . B . . W . W W . / "
    "B B B W . W W W W ; black"
)
"""A middle game on 9×9 in which a tenth of the last moves turn stones, in chains of up to four."""


def test_middle_game(benchmark: Any):
    position = Position.read(game("incrowd"), MIDDLE)
    sequences = benchmark(perft, position.game, (position.state,), 4, bulk=False)
    assert sequences == 866_791
    benchmark.extra_info["leaves"] = sequences
