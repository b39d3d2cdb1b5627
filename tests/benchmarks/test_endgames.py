"""How long exact answers take near the end of games on the real boards.

Of each kind the median and the slowest of 20 positions of random games are told, in seconds of
this process: `pytest -s tests/benchmarks/test_endgames.py`. GRO, where endgames are not near the
end, asks for forced wins within 7 plies after 16 and after 40 plies of random play. On Grow's 8x8
with 5 empty spaces, which is not among them, 13 of 20 positions take less than 20 seconds.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import pytest

from ruleproof.models.position import Position
from ruleproof.solvers.proofs import ProofSearch
from ruleproof.solvers.search_values import Bounds, settle
from ruleproof.solvers.searcher import Searcher
from tests.endgames import Endgame, empties, pieces, plies, positions, spaces, stones

MEMORY = 2 << 30
MANDATORY = {"drop": "mandatory"}


def value(position: Position) -> int:
    """The exact value: the margin, or who wins and how soon."""
    kind = Searcher if position.game.acyclic else ProofSearch
    return settle(kind(position.game, memory=MEMORY), position.state, Bounds())


def win_in_7(position: Position) -> bool:
    """Whether the side to move forces a win within 7 plies."""
    return ProofSearch(position.game, memory=MEMORY).wins(position.state, True, 0, 7)


KINDS = {
    "In Crowd 9x9, 10 empty": (Endgame("incrowd", "square:9x9", {}, empties(10)), value),
    "In Crowd 9x9, 12 empty": (Endgame("incrowd", "square:9x9", {}, empties(12)), value),
    "In Crowd 9x9, 14 empty": (Endgame("incrowd", "square:9x9", {}, empties(14)), value),
    "Esgros hex:4, 22 stones": (Endgame("esgros", "hex:4", {}, stones(22)), value),
    "Esgros hex:4, 18 stones": (Endgame("esgros", "hex:4", {}, stones(18)), value),
    "GRO dish:3,2, ply 16": (Endgame("gro", "dish:3,2", {}, plies(16)), win_in_7),
    "GRO dish:3,2, ply 40": (Endgame("gro", "dish:3,2", {}, plies(40)), win_in_7),
    "Sow? 4x8, 8 pieces": (Endgame("sow", "square:4x8", {}, pieces(8)), value),
    "Grow 5x5, 5 empty": (Endgame("grow", "square:5x5", MANDATORY, spaces(5)), value),
    "Grow 5x5, 6 empty": (Endgame("grow", "square:5x5", MANDATORY, spaces(6)), value),
    "Grow 5x5, 8 empty": (Endgame("grow", "square:5x5", MANDATORY, spaces(8)), value),
    "Grow 6x6, 5 empty": (Endgame("grow", "square:6x6", MANDATORY, spaces(5)), value),
}


@pytest.mark.parametrize("name", KINDS)
def test_endgames(name: str, benchmark: Any) -> None:
    kind, answer = KINDS[name]
    waiting = positions(kind)
    answer(waiting[0])  # compiled by now
    seconds: list[float] = []

    def each() -> None:
        for position in waiting:
            begun = time.process_time()
            answer(position)
            seconds.append(time.process_time() - begun)

    benchmark.pedantic(each, rounds=1)
    told = {"median": statistics.median(seconds), "slowest": max(seconds)}
    benchmark.extra_info.update(told)
    median, slowest = told["median"], told["slowest"]
    print(f"\n{name}: median {median:.2f} s, slowest {slowest:.2f} s")  # noqa: T201 - for -s
