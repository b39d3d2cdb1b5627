"""How long exact answers take near the end of games on the real boards.

Of each kind the median and the slowest of 20 positions of random games are told, in seconds of
this process: `pytest -s lab/benchmarks/test_endgames.py`. GRO, where endgames are not near the
end, asks for forced wins within 7 plies after 16 and after 40 plies of random play. On Grow's 8x8
with 5 empty spaces, which is not among them, 13 of 20 positions take less than 20 seconds.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import pytest

from tests.endgames import KINDS, positions


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
