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


_W, _U, _N = types.uint64[::1], types.uint64, types.int64[::1]


@kernel(types.void(_W, _U, _U, _N), nogil=True)
def _count(keys, words, shards, counts):
    for at in range(np.uint64(0), np.uint64(keys.size), words):
        counts[shard_of(keys, at, words, shards)] += 1


@kernel(types.void(_W, _U, _U, _N, _W), nogil=True)
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


@kernel(types.void(_W, _N, _W, _N, _U, _N), nogil=True)
def _find(held, has, wanted, asked, words, places):
    n, end = np.uint64(0), np.uint64(0)
    for shard in range(has.size):
        k, end = end, end + np.uint64(has[shard])
        for _ in range(asked[shard]):
            if k < end and _order(held, wanted, k, n, words) < 0:
                step = np.uint64(1)
                while k + step < end and _order(held, wanted, k + step, n, words) < 0:
                    k += step
                    step <<= np.uint64(1)
                while step > np.uint64(0):
                    if k + step < end and _order(held, wanted, k + step, n, words) < 0:
                        k += step
                    step >>= np.uint64(1)
                k += np.uint64(1)
            met = k < end and _order(held, wanted, k, n, words) == 0
            places[n] = np.int64(k) if met else -1
            n += np.uint64(1)


def find_all(held: Any, has: Any, wanted: Any, asked: Any, words: int) -> Any:
    """The places among keys of other keys, -1 of those that are not there: both shard by shard,
    which have so many each, and sorted in each shard.
    """
    places = np.zeros(wanted.size // words, np.int64)
    _find(held, np.asarray(has, np.int64), wanted, np.asarray(asked, np.int64), words, places)
    return places


def counted(keys: Any, words: int, shards: int) -> Any:
    """How many of some keys each shard has."""
    counts = np.zeros(shards, np.int64)
    _count(keys, np.uint64(words), np.uint64(shards), counts)
    return counts


def parted(keys: Any, words: int, shards: int) -> tuple[Any, Any]:
    """The different keys among some by shard, those of each sorted; and how many each has."""
    many = np.uint64(words), np.uint64(shards)
    ends = np.cumsum(counts := counted(keys, words, shards))
    found = np.empty(keys.size, np.uint64)
    _part(keys, *many, ends - counts, found)
    del keys
    for begin, end in zip((ends - counts) * words, ends * words, strict=True):
        if words == 1:
            found[begin:end].sort()
        elif begin < end:
            nothing = np.zeros(0, np.int16), np.zeros(0, np.uint16)
            for _ in sort_entries(found[begin:end], words, *nothing):
                pass
    kept = unite(found, many[0]) * words
    if kept == found.size:
        return found, counts
    return found[:kept].copy(), counted(found[:kept], words, shards)
