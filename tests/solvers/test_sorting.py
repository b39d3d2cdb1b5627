"""Entries sorted where they lie are those that numpy sorts elsewhere."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleproof.solvers.playing.tables import sorting
from ruleproof.solvers.playing.tables.sorting import sort_entries


@given(
    words=st.integers(1, 3),
    many=st.sampled_from((0, 1, 2, 23, 24, 25, 300, 5000)),
    bits=st.lists(st.integers(0, 64), min_size=3, max_size=3),
    tagged=st.tuples(st.booleans(), st.booleans()),
    seed=st.integers(0, 1 << 30),
)
@settings(deadline=None, max_examples=150)
def test_entries_are_sorted_with_what_belongs_to_them(
    words: int, many: int, bits: list[int], tagged: tuple[bool, bool], seed: int
):
    dice = np.random.default_rng(seed)
    every = (1 << 64) - 1
    rows = np.stack(
        [
            dice.integers(0, every, many, np.uint64, endpoint=True) & np.uint64((1 << some) - 1)
            for some in bits[:words]
        ],
        axis=1,
    )
    rows = np.unique(rows, axis=0)
    dice.shuffle(rows)
    values = dice.integers(-30_000, 30_000, len(rows) * tagged[0], np.int16)
    plies = dice.integers(0, 60_000, len(rows) * tagged[1], np.uint16)
    order = np.lexsort(rows.T) if len(rows) else np.zeros(0, np.int64)
    keys = rows.reshape(-1).copy()
    mine, theirs = values.copy(), plies.copy()
    for _ in sort_entries(keys, words, mine, theirs):
        pass
    assert (keys.reshape(-1, words) == rows[order]).all()
    assert not tagged[0] or (mine == values[order]).all()
    assert not tagged[1] or (theirs == plies[order]).all()


def test_long_sorting_lets_others_look_at_the_clock(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sorting, "_LOOK", 1000)
    keys = np.random.default_rng(1).integers(0, 1 << 40, 20_000).astype(np.uint64)
    values, plies = np.zeros(0, np.int16), np.zeros(0, np.uint16)
    assert sum(1 for _ in sort_entries(keys, 1, values, plies)) > 20
    assert (np.diff(keys.view(np.int64)) >= 0).all()
