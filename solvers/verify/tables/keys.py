"""Keys of a table in compiled code, as its header says, for `solvers/verify/tables/kernel.py`.

facts    numbers of the game and of the table, at the places below; `PLAIN` and `CHANGED` count
         turns with those that fill up lanes, `ORBIT` and `SWAPS` without them; the first plain turn
         turns nothing
plan     bits of a row that a key keeps and no letter tells, in five numbers each: word and shift in
         the row, how many, word and shift in the key; then for each byte of a row that a key keeps
         anything of: which one it is, and where its images begin, first for all bytes that tell
         anything of the lowest word of a key, then for those of the next one, and so on; where
         those of each word begin, and where they end; then, if letters tell the cells, their
         spelling (`models/compiled/letters.py`) and their rules (`models/compiled/sums.py`); and
         where keys tell many bytes, once more for each word of a key: of every `PIECE` bytes of a
         row which ones tell anything of it, as bits, and then for each byte of a row where its
         images begin
allowed  for each word of a row, the bits that a key keeps or leaves out on purpose
images   for each value of each of these bytes and each word of a key what it adds to the images
         under all turns: first under those that keep the colours, then under those that change
         them; of each kind the first turn again and again until there is a multiple of `LANES`
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.lanes import (
    LANES,
    differing,
    equal,
    every,
    first_of,
    lower,
    lowest,
    minus,
    plus,
    put,
    take,
    where,
)
from ruleproof.models.compiled.letters import read
from ruleproof.models.compiled.sums import broken

# Places in `facts`.
(
    WORDS,
    SIDE_WORD,
    SIDE_SHIFT,
    PARTY,
    SCORED,
    RANKED,
    ORBIT,
    SWAPS,
    TESTED,
    ONE_IN,
    PLAIN,
    CHANGED,
    CHANGED_AT,
    RUNS,
    BYTES,
    SPELLING,
    RULES,
    LINE,
    PER_LINE,
    PIECES,
    TOLD,
) = range(21)
PIECE = 64
"""Bytes of a row that are compared at once."""
MOST_TURNS = 64
RUN = 5
"""The numbers that describe one."""

_W = types.uint64[::1]
_N = types.int64[::1]
_B = types.uint8[::1]
_U = types.uint64
_ONES = 0xFFFF_FFFF_FFFF_FFFF


@kernel(types.void(_N, _N, _W, types.uint64, _W), inline=True)
def unpack(facts, plan, keys, first, row):
    """Writes the row of the key that begins at `first`."""
    for k in range(np.uint64(row.size)):
        row[k] = np.uint64(0)
    if facts[SPELLING]:
        at, words = np.uint64(facts[SPELLING]), np.uint64(facts[WORDS])
        read(plan, at, keys, first, words, np.uint64(0), row)
    for r in range(np.uint64(0), np.uint64(RUN * facts[RUNS]), np.uint64(RUN)):
        bits = keys[first + np.uint64(plan[r + np.uint64(3)])] >> np.uint64(plan[r + np.uint64(4)])
        ones = np.uint64(_ONES) >> np.uint64(64 - plan[r + np.uint64(2)])
        row[np.uint64(plan[r])] |= (bits & ones) << np.uint64(plan[r + np.uint64(1)])


@kernel(types.int64(_N, _N, _W, _W), inline=True)
def fits(facts, plan, allowed, row):
    """Whether a key has room for a row."""
    left = np.uint64(0)
    for k in range(np.uint64(row.size)):
        left |= row[k] & ~allowed[k]
    if facts[RULES]:
        left |= broken(plan, np.uint64(facts[RULES]), row)
    return left == np.uint64(0)


_LEAST = types.uint64(
    *(_N, _N, _W, types.uint64, types.uint64, _B, types.uint64, _W, types.uint64, _W)
)


@kernel(_LEAST, inline=True)
def least(facts, plan, images, start, turns, row, first, key, to, room):
    """Writes to `key` the least of the keys of the images, under some turns, whose tables begin at
    `start`, of a row whose bytes begin at `first`; which turns lead to all its words but the
    lowest, as bits (`ties` says which lead to that).

    The row is one that fits. The highest word is that of all images the least; the next one, of
    those images that have the highest; and so on. `room` is for one word of all images.
    """
    words = np.uint64(facts[WORDS])
    alive = np.uint64(_ONES)
    for k in range(np.uint64(1), words + np.uint64(1)):
        place = np.uint64(facts[BYTES]) + words - k
        begin, end = np.uint64(plan[place]), np.uint64(plan[place + np.uint64(1)])
        best = every(np.uint64(_ONES))
        for t in range(np.uint64(0), turns, np.uint64(LANES)):
            base = start + (words - k) * turns + t
            total = every(np.uint64(0))
            for at in range(begin, end, np.uint64(2)):
                value = np.uint64(plan[at + np.uint64(1)])
                value += np.uint64(row[first + np.uint64(plan[at])])
                total = plus(total, take(images, base + value * words * turns))
            put(room, t, total)
            best = lower(best, where(alive >> t, total, every(np.uint64(_ONES))))
        word = lowest(best)
        key[to + words - k] = word
        if k < words:
            alive &= ties(room, np.uint64(0), turns, word)
    return alive


@kernel(types.uint64(_W, _U, _U, _U), inline=True)
def ties(room, at, turns, word):
    """The turns that led to the word, of those words that begin at `at`, as bits."""
    found = np.uint64(0)
    for t in range(np.uint64(0), turns, np.uint64(LANES)):
        found |= equal(take(room, at + t), word) << t
    return found


@kernel(types.void(_N, _N, _W, _U, _U, _B, _W, _U), inline=True)
def image_keys(facts, plan, images, start, turns, row, room, to):
    """Writes to `room` the keys of the images, under some turns, whose tables begin at `start`, of
    the row whose bytes come first: the lowest words of all, then the next ones, and so on.
    """
    words = np.uint64(facts[WORDS])
    for w in range(words):
        place = np.uint64(facts[BYTES]) + w
        begin, end = np.uint64(plan[place]), np.uint64(plan[place + np.uint64(1)])
        for t in range(np.uint64(0), turns, np.uint64(LANES)):
            base = start + w * turns + t
            total = every(np.uint64(0))
            for at in range(begin, end, np.uint64(2)):
                value = np.uint64(plan[at + np.uint64(1)])
                value += np.uint64(row[np.uint64(plan[at])])
                total = plus(total, take(images, base + value * words * turns))
            put(room, to + w * turns + t, total)


@kernel(types.void(_N, _N, _W, _U, _U, _U, _B, _U, _W, _U), inline=True)
def image_key(facts, plan, images, start, turns, turn, row, first, key, to):
    """Writes to `key` the key of one image, under one turn of those whose tables begin at `start`,
    of the row whose bytes begin at `first`.
    """
    words = np.uint64(facts[WORDS])
    for w in range(words):
        place = np.uint64(facts[BYTES]) + w
        begin, end = np.uint64(plan[place]), np.uint64(plan[place + np.uint64(1)])
        base = start + w * turns + turn
        total = np.uint64(0)
        for at in range(begin, end, np.uint64(2)):
            value = np.uint64(plan[at + np.uint64(1)])
            value += np.uint64(row[first + np.uint64(plan[at])])
            total += images[base + value * words * turns]
        key[to + w] = total


@kernel(types.void(_N, _N, _W, _U, _U, _B, _U, _W, _U, _U), inline=True)
def image_keys_after(facts, plan, images, start, turns, row, first, room, known, to):
    """The same as `image_keys` for the row whose bytes begin at `first`, where the keys of the
    preceding row are known: only bytes that differ are looked at.
    """
    words, pieces = np.uint64(facts[WORDS]), np.uint64(facts[PIECES])
    for w in range(words):
        masks = np.uint64(facts[TOLD]) + w * pieces * np.uint64(PIECE + 1)
        for t in range(np.uint64(0), turns, np.uint64(LANES)):
            base = start + w * turns + t
            total = take(room, known + w * turns + t)
            for piece in range(pieces):
                begin = piece * np.uint64(PIECE)
                rest = differing(row, begin, first + begin) & np.uint64(plan[masks + piece])
                while rest:
                    byte = begin + first_of(rest)
                    rest &= rest - np.uint64(1)
                    value = np.uint64(plan[masks + pieces + byte])
                    new = value + np.uint64(row[first + byte])
                    old = value + np.uint64(row[byte])
                    total = plus(total, take(images, base + new * words * turns))
                    total = minus(total, take(images, base + old * words * turns))
            put(room, to + w * turns + t, total)


@kernel(types.uint64(_N, _U, _W, _U, _W, _U), inline=True)
def least_of(facts, turns, room, at, key, to):
    """Writes to `key` the least of the keys that `image_keys` wrote from `at` on; returns the turns
    that lead to it, as bits.
    """
    words = np.uint64(facts[WORDS])
    alive = np.uint64(_ONES)
    for k in range(np.uint64(1), words + np.uint64(1)):
        here = at + (words - k) * turns
        best = every(np.uint64(_ONES))
        for t in range(np.uint64(0), turns, np.uint64(LANES)):
            total = take(room, here + t)
            best = lower(best, where(alive >> t, total, every(np.uint64(_ONES))))
        word = lowest(best)
        key[to + words - k] = word
        alive &= ties(room, here, turns, word)
    return alive


@kernel(types.uint64(types.uint64, _W, types.uint64, types.uint64), inline=True)
def home(places, keys, first, words):
    """The place, of so many, at which the search for the key that begins at `first` starts."""
    value = np.uint64(0x9E3779B97F4A7C15)
    for k in range(first, first + words):
        value = (value ^ keys[k]) * np.uint64(0xD6E8FEB86659FD93)
        value ^= value >> np.uint64(32)
    value = (value * np.uint64(0xD6E8FEB86659FD93)) >> np.uint64(32)
    return (value * places) >> np.uint64(32)
