"""Moves of Sow? in numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ruleproof.models.sow.ways import (
    DOWN,
    FORWARD,
    LEFT,
    PIECES,
    UP,
    as_way,
    encoded,
    square_of,
    way_of,
)


@given(
    st.integers(0, 383),
    st.integers(1, 24),
    st.integers(1, 24),
    st.sampled_from([UP, DOWN]),
    st.booleans(),
    st.data(),
)
def test_a_move_holds_its_way_and_its_pieces(
    square: int, steps: int, run: int, turn: int, leaves: bool, data: st.DataObject
) -> None:
    """Paths that turn once have up to twenty-four steps, winding ones up to eleven."""
    once = [FORWARD if index < run else turn for index in range(steps)]
    some = st.lists(st.sampled_from([FORWARD, UP, DOWN]), max_size=10)
    winding = [FORWARD, *data.draw(some)]
    for path in (once, winding):
        route = sum(step << 2 * index for index, step in enumerate(path))
        way = as_way(len(path), leaves, route)
        sown = data.draw(st.integers(0, (1 << len(path)) - 1))
        move = encoded(LEFT, square, way, sown)
        assert way_of(move) == way
        assert (square_of(move), move >> PIECES) == (square, sown)
