"""The shard of a position in a table of several files: a hash of its key, the same everywhere; and
sorted keys, shard by shard.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.play.states import WORD
from ruleproof.solvers.playing.tables.sorting import sort_entries

_FACTOR = 0xD6E8_FEB8_6659_FD93
_ALL = (1 << WORD) - 1


@kernel(types.uint64(types.uint64[::1], types.uint64, types.uint64, types.uint64), inline=True)
def shard_of(keys, first, words, shards):
    """The shard, of so many, of the key whose words begin at `first`."""
    value = np.uint64(0)
    for w in range(words):
        value = (value ^ keys[first + w]) * np.uint64(_FACTOR)
        value ^= value >> np.uint64(32)
    return ((value >> np.uint64(16)) & np.uint64(0xFFFF_FFFF)) * shards >> np.uint64(32)


def shard_of_key(key: int, words: int, shards: int) -> int:
    """The shard, of so many, of a key as one number.

    >>> [shard_of_key(key, 1, 4) for key in range(8)] == [
    ...     int(shard_of(np.array([key], np.uint64), 0, 1, 4)) for key in range(8)
    ... ]
    True
    """
    value = 0
    for word in range(words):
        value = (value ^ key >> WORD * word & _ALL) * _FACTOR & _ALL
        value ^= value >> WORD // 2
    return (value >> 16 & 0xFFFF_FFFF) * shards >> 32


_W, _U = types.uint64[::1], types.uint64


@kernel(types.void(_W, _U, _U, types.int64[::1]), nogil=True)
def _count(keys, words, shards, counts):
    for at in range(np.uint64(0), np.uint64(keys.size), words):
        counts[shard_of(keys, at, words, shards)] += 1


@kernel(types.void(_W, _U, _U, types.int64[::1], _W), nogil=True)
def _part(keys, words, shards, begins, found):
    for at in range(np.uint64(0), np.uint64(keys.size), words):
        shard = shard_of(keys, at, words, shards)
        for w in range(words):
            found[np.uint64(begins[shard]) * words + w] = keys[at + w]
        begins[shard] += 1


@kernel(types.int64(_W, _U), nogil=True)
def unite(keys, words):
    """Moves the different ones of sorted keys to the front; returns their number."""
    many = np.uint64(keys.size) // words
    kept = min(many, np.uint64(1))
    for k in range(np.uint64(1), many):
        same = True
        for w in range(words):
            same = same and keys[k * words + w] == keys[(kept - np.uint64(1)) * words + w]
        if not same:
            for w in range(words):
                keys[kept * words + w] = keys[k * words + w]
            kept += np.uint64(1)
    return np.int64(kept)


@kernel(types.int64(_W, _W, _U, _U, _U), inline=True)
def _order(one, other, a, b, words):
    """-1, 0 or 1: whether the one key comes before the other, the last word counting most."""
    for k in range(words):
        word = words - np.uint64(1) - k
        x, y = one[a * words + word], other[b * words + word]
        if x != y:
            return -1 if x < y else 1
    return 0


@kernel(types.void(_W, _W, _U, types.int64[::1]), nogil=True)
def _find(held, wanted, words, places):
    k, many = np.uint64(0), np.uint64(held.size) // words
    for n in range(np.uint64(places.size)):
        order = -1
        while k < many:
            order = _order(held, wanted, k, n, words)
            if order >= 0:
                break
            k += np.uint64(1)
        places[n] = np.int64(k) if k < many and order == 0 else -1


def find_all(held: Any, wanted: Any, words: int) -> Any:
    """The places among sorted keys of other sorted keys, -1 of those that are not there."""
    places = np.zeros(wanted.size // words, np.int64)
    _find(held, wanted, np.uint64(words), places)
    return places


def in_order(keys: Any, words: int) -> None:
    """Sorts keys where they lie."""
    if words == 1:
        keys.sort()
        return
    for _ in sort_entries(keys, words, np.zeros(0, np.int16), np.zeros(0, np.uint16)):
        pass


def different(keys: Any, words: int) -> Any:
    """The different keys among some, sorted, which uses them up."""
    in_order(keys, words)
    return keys[: unite(keys, np.uint64(words)) * words].copy()


def counted(keys: Any, words: int, shards: int) -> Any:
    """How many of some keys each shard has."""
    counts = np.zeros(shards, np.int64)
    _count(keys, np.uint64(words), np.uint64(shards), counts)
    return counts


def parted(keys: Any, words: int, shards: int) -> tuple[Any, Any]:
    """The different keys among some by shard, those of each sorted; and how many each has."""
    counts, many = counted(keys, words, shards), (np.uint64(words), np.uint64(shards))
    ends = np.cumsum(counts)
    found = np.zeros(keys.size, np.uint64)
    _part(keys, *many, ends - counts, found)
    some = [
        different(found[begin * words : end * words], words)
        for begin, end in zip(ends - counts, ends, strict=True)
    ]
    return np.concatenate(some), np.array([one.size // words for one in some], np.int64)
