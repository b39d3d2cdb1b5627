"""A table of entries holds what was put into it, however full it is and whoever else puts."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.solvers.playing.retrograde.entry_table import (
    BUCKET,
    code_of,
    gathered,
    home,
    mixed,
    put,
    put_all,
)

MASK = np.uint64((1 << 9) - 1)
START = np.uint64(0)
_WORDS = types.uint64[::1]


@kernel(types.int64(_WORDS, types.uint64, types.uint64, _WORDS, types.uint64), nogil=True)
def put_many(table: Any, words: Any, code_mask: Any, keys: Any, code: Any) -> Any:
    """Puts all keys, all with one code; how many were new."""
    new = 0
    for at in range(np.uint64(0), np.uint64(keys.size), words):
        place = home(table, words, mixed(words, keys, at))
        new += put(table, words, code_mask, keys, at, place, code)
    return new


def some_keys(many: int, words: int, seed: int) -> list[tuple[int, ...]]:
    """Different keys, that of nothing but zeros among them, and some that differ in a bit."""
    dice = random.Random(seed)
    keys = {(0,) * words, (1 << 9,) + (0,) * (words - 1)}
    while len(keys) < many:
        first = dice.getrandbits(55) << 9
        keys |= {(first, *(dice.getrandbits(60) for _ in range(words - 1)))}
    return sorted(keys)


def code_at(table: Any, words: int, key: tuple[int, ...]) -> int:
    word = np.array(key, np.uint64)
    place = home(table, np.uint64(words), mixed(np.uint64(words), word, START))
    return int(code_of(table, np.uint64(words), MASK, word, START, place))


@pytest.mark.parametrize("words", [1, 2, 3])
@pytest.mark.parametrize(("slots", "many"), [(BUCKET, 7), (5 * BUCKET, 39), (64 * BUCKET, 500)])
def test_a_table_holds_what_was_put_into_it(words: int, slots: int, many: int) -> None:
    """Tables here are all but full, so that most keys stand far behind their homes."""
    table = np.zeros(slots * words, np.uint64)
    known: dict[tuple[int, ...], int] = {}
    keys = some_keys(2 * many, words, slots)
    random.Random(1).shuffle(keys)
    for number, key in enumerate(keys[:many]):
        assert code_at(table, words, key) == 0
        code = known[key] = 1 + number % int(MASK - 1)
        told = np.array(key, np.uint64)
        assert put_many(table, np.uint64(words), MASK, told, np.uint64(code)) == 1
        assert put_many(table, np.uint64(words), MASK, told, np.uint64(5)) == 0
    assert [code_at(table, words, key) for key in keys] == [known.get(key, 0) for key in keys]

    larger = np.zeros((slots + 3 * BUCKET) * words, np.uint64)
    assert put_all(larger, table, np.uint64(words), MASK) == many
    assert [code_at(larger, words, key) for key in keys] == [known.get(key, 0) for key in keys]
    assert gathered(larger, words) == many
    rows = larger.reshape(-1, words)[:many].tolist()
    found = {(row[0] & ~int(MASK), *row[1:]): row[0] & int(MASK) for row in rows}
    assert found == known


@pytest.mark.parametrize("words", [1, 2])
def test_threads_put_every_key_once(words: int) -> None:
    keys = some_keys(60_000, words, 3)
    table = np.zeros(len(keys) * 9 // 8 // BUCKET * BUCKET * words, np.uint64)
    many = np.uint64(words)
    _ = put_many.compiled

    def work(seed: int) -> int:
        mine = keys.copy()
        random.Random(seed // 2).shuffle(mine)  # two threads each go the same way
        flat = np.array(mine, np.uint64).reshape(-1)
        return int(put_many(table, many, MASK, flat, np.uint64(7)))

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(work, range(4))) == len(keys)
    assert all(code_at(table, words, key) == 7 for key in keys[::50])
    assert int(gathered(table, words)) == len(keys)
