"""The transposition table: bounds of positions already searched, in bounded memory.

entry   the key of a position and one word of data: `lower` and `upper` bound (16 bits each, 0x8000
        added), the place of the best move in the list of moves (16 bits), the work that the bounds
        took (the logarithm of the positions searched, 8 bits), and a bit that is set when in use
bucket  four entries; a new one goes to the bucket of its key's hash, where it replaces the entry
        with the least work
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.solvers.playing.keys.packing import mixed
from ruleproof.solvers.work.memory import numbers

BUCKET = 4
TABLE = types.uint64[:, ::1]
_WORDS = types.uint64[::1]

LOWEST, HIGHEST = -0x8000, 0x7FFF
"""The bounds of a position about which nothing is known."""


def new_table(entries: int, key_words: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """An empty table; `entries` is a power of two, or 0."""
    return numbers(entries * (key_words + 1), np.uint64).reshape(entries, key_words + 1)


def entry_bytes(key_words: int) -> int:
    """The memory that one entry takes."""
    return 8 * (key_words + 1)


@kernel(types.int64(types.uint64))
def lower(data):
    """The lower bound in an entry's data."""
    return np.int64(data & np.uint64(0xFFFF)) - 0x8000


@kernel(types.int64(types.uint64))
def upper(data):
    """The upper bound in an entry's data."""
    return np.int64((data >> np.uint64(16)) & np.uint64(0xFFFF)) - 0x8000


@kernel(types.int64(types.uint64))
def best_place(data):
    """The place of the best move in an entry's data."""
    return np.int64((data >> np.uint64(32)) & np.uint64(0xFFFF))


def look_at(data: Any, win: int) -> None:
    """Checks the data of a file's entries, `uint64[n]`: each is in use, and its bounds are those of
    some value; where there is a `win`, of no more than that. Raises `ValueError`.
    """
    some = data.astype(np.uint64)
    lows, highs = (
        (some >> np.uint64(shift) & np.uint64(0xFFFF)).astype(np.int64) - 0x8000
        for shift in (0, 16)
    )
    most = win or HIGHEST
    sound = (some >> np.uint64(63) != 0) & (lows <= highs)
    sound &= (lows == LOWEST + 1) | ((lows >= -most) & (lows <= most))
    sound &= (highs == HIGHEST) | ((highs >= -most) & (highs <= most))
    if not sound.all():
        raise ValueError("it has bounds that no value lies between")


@kernel(types.uint64(TABLE, _WORDS))
def look_up(table, key):
    """The data of a key, or 0."""
    words = key.size
    first = np.int64(mixed(key) & np.uint64(table.shape[0] - 1)) & ~(BUCKET - 1)
    for entry in range(first, first + BUCKET):
        same = table[entry, words] != np.uint64(0)
        for k in range(words):
            same = same and table[entry, k] == key[k]
        if same:
            return table[entry, words]
    return np.uint64(0)


@kernel(types.int64(TABLE, _WORDS, types.uint64))
def put(table, key, data):
    """Puts a key's data into the table, over what it held before about the key; 1 if that took a
    place that was free, else 0.
    """
    words = key.size
    first = np.int64(mixed(key) & np.uint64(table.shape[0] - 1)) & ~(BUCKET - 1)
    chosen = first
    least = np.uint64(1 << 62)
    for entry in range(first, first + BUCKET):
        held = table[entry, words]
        same = held != np.uint64(0)
        for k in range(words):
            same = same and table[entry, k] == key[k]
        if same:
            chosen = entry
            break
        work = np.uint64(0) if held == np.uint64(0) else (held >> np.uint64(48)) & np.uint64(255)
        if held != np.uint64(0):
            work += np.uint64(1)
        if work < least:
            least = work
            chosen = entry
    fresh = 1 if table[chosen, words] == np.uint64(0) else 0
    for k in range(words):
        table[chosen, k] = key[k]
    table[chosen, words] = data
    return fresh


@kernel(types.uint64(types.int64, types.int64, types.int64, types.int64))
def entry_data(low, high, place, work):
    """The data word of an entry; `work` is a number of positions."""
    size = 0
    while work > 1 and size < 255:
        work >>= 1
        size += 1
    data = np.uint64(low + 0x8000) | (np.uint64(high + 0x8000) << np.uint64(16))
    data |= np.uint64(min(place, 0xFFFF)) << np.uint64(32)
    return data | (np.uint64(size) << np.uint64(48)) | (np.uint64(1) << np.uint64(63))


@kernel(types.void(TABLE, TABLE))
def copy_table(old, new):
    """Puts every entry of the old table into the new one."""
    words = old.shape[1] - 1
    for entry in range(old.shape[0]):
        if old[entry, words] != np.uint64(0):
            put(new, old[entry, :words], old[entry, words])
