"""What is told as a fault never comes up in play: all positions of small boards, every setting."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from ruleproof import Game, TextError, game

SETTINGS = [
    dict(zip(("players", "order", "drop", "new_head", "stall"), values, strict=True))
    for values in product(
        (2, 3, 4),
        ("free", "drop-first", "moves-first", "simultaneous"),
        ("optional", "mandatory"),
        ("rests", "moves"),
        ("endless", "score"),
    )
]


def reachable(chosen: Game) -> set[Any]:
    """All positions that play reaches."""
    seen = {chosen.start()}
    waiting = list(seen)
    while waiting:
        state = waiting.pop()
        for move in chosen.moves(state):
            after = chosen.play(state, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


def faulty(board: str, chosen: dict[str, object]) -> dict[Any, list[str]]:
    """The reachable positions with faults, and these."""
    try:
        one = game("grow", board, **chosen)
    except TextError:
        return {}
    found = {state: one.faults(state) for state in reachable(one)}
    assert len(found) > 2
    return {state: faults for state, faults in found.items() if faults}


@pytest.mark.parametrize("chosen", SETTINGS, ids=lambda chosen: "-".join(map(str, chosen.values())))
def test_no_reachable_position_has_a_fault(chosen: dict[str, object]):
    for board in ("path:2", "path:3", "path:4", "square:2x2"):
        assert faulty(board, chosen) == {}


@pytest.mark.slow
@pytest.mark.parametrize("chosen", SETTINGS, ids=lambda chosen: "-".join(map(str, chosen.values())))
def test_no_reachable_position_of_larger_boards_has_a_fault(chosen: dict[str, object]):
    for board in ("path:5", "square:2x3"):
        assert faulty(board, chosen) == {}
