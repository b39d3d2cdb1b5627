"""Sorting a table's entries where they lie, by their keys, with what belongs to them.

Entries are parted by the highest bits in which their keys differ, each part in the same way, until
few are left (McIlroy, Bostic, McIlroy, "Engineering radix sort", 1993: American flag sort).
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel

_BITS = 8
_PARTS = 1 << _BITS
_FEW = 24
"""Entries that are sorted by insertion."""
_LOOK = 1 << 24
"""Entries parted, about, between two looks at the clock."""

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]
_SORT = types.int64(
    *(_WORDS, types.uint64, types.int16[::1], types.uint16[::1]),
    *(_NUMBERS, types.int64, _NUMBERS, _NUMBERS, types.int64),
)


@kernel(types.boolean(_WORDS, types.uint64, types.uint64, types.uint64), inline=True)
def _less(keys, words, one, other):
    """Whether the key of an entry is less than that of another; the last word counts most."""
    for k in range(words):
        word = words - np.uint64(1) - k
        a, b = keys[one * words + word], keys[other * words + word]
        if a != b:
            return a < b
    return False


@kernel(
    types.void(
        _WORDS, types.uint64, types.int16[::1], types.uint16[::1], types.uint64, types.uint64
    ),
    inline=True,
)
def _swap(keys, words, values, plies, one, other):
    """Swaps two entries."""
    a, b = one * words, other * words
    for k in range(words):
        keys[a + k], keys[b + k] = keys[b + k], keys[a + k]
    if values.size:
        values[one], values[other] = values[other], values[one]
    if plies.size:
        plies[one], plies[other] = plies[other], plies[one]


@kernel(_SORT)
def sort_some(keys, words, values, plies, waiting, many, begin, end, budget):
    """Sorts on until no range is waiting or about `budget` entries were looked at; returns how many
    ranges still wait.

    `keys`, of so many words each, have `values` and `plies`, which may be empty. `waiting` are
    `many` ranges, each the first entry and the one after the last. There is room in `begin` and
    `end` for a number for each part.
    """
    while many > 0 and budget > 0:
        many -= 1
        first, last = np.uint64(waiting[2 * many]), np.uint64(waiting[2 * many + 1])
        budget -= np.int64(last - first)
        if last - first <= np.uint64(_FEW):
            for at in range(first + np.uint64(1), last):
                while at > first and _less(keys, words, at, at - np.uint64(1)):
                    _swap(keys, words, values, plies, at, at - np.uint64(1))
                    at -= np.uint64(1)
            continue
        word = words
        differ = np.uint64(0)
        while word > np.uint64(0) and differ == np.uint64(0):
            word -= np.uint64(1)
            model = keys[first * words + word]
            for at in range(first, last):
                differ |= keys[at * words + word] ^ model
        if differ == np.uint64(0):
            continue
        shift = np.uint64(0)
        while differ >> shift >= np.uint64(_PARTS):
            shift += np.uint64(1)
        mask = np.uint64(_PARTS - 1)
        for part in range(_PARTS):
            end[part] = 0
        for at in range(first, last):
            end[np.int64((keys[at * words + word] >> shift) & mask)] += 1
        total = np.int64(first)
        for part in range(_PARTS):
            begin[part] = total
            total += end[part]
            end[part] = total
            if total - begin[part] > 1:
                waiting[2 * many] = begin[part]
                waiting[2 * many + 1] = total
                many += 1
        for part in range(_PARTS):
            while begin[part] < end[part]:
                at = np.uint64(begin[part])
                to = np.int64((keys[at * words + word] >> shift) & mask)
                while to != part:
                    _swap(keys, words, values, plies, at, np.uint64(begin[to]))
                    begin[to] += 1
                    to = np.int64((keys[at * words + word] >> shift) & mask)
                begin[part] += 1
    return many


def sort_entries(keys: Any, words: int, values: Any, plies: Any) -> Iterator[None]:
    """Sorts entries by their keys, of so many words each; yields None every so often. `keys`:
    `uint64[n * words]`. `values`, `int16[n]`, and `plies`, `uint16[n]`, are sorted along, unless
    empty.
    """
    waiting = np.zeros(2 * _PARTS * (words * 64 // _BITS + 1), np.int64)
    begin, end = np.zeros(_PARTS, np.int64), np.zeros(_PARTS, np.int64)
    waiting[1] = keys.size // words
    many = 1
    while many:
        many = sort_some(keys, np.uint64(words), values, plies, waiting, many, begin, end, _LOOK)
        yield


def compile_sorting() -> None:
    """Compiles the sorting, which takes seconds once."""
    _ = sort_some.compiled
