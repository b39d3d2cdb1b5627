"""The word that alpha-beta keeps of a position: bounds of its value, and the best move.

bounds  `lower` and `upper`, 16 bits each, 0x8000 added
best    some bits of the hash of the position after the best move, which are the same for symmetric
        positions, 0 where no best move is known (16 bits)
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.solvers.playing.search.transposition_table import USED

LOWEST, HIGHEST = -0x8000, 0x7FFF
"""The bounds of a position about which nothing is known."""


@kernel(types.int64(types.uint64))
def lower(data):
    """The lower bound in an entry's data."""
    return np.int64(data & np.uint64(0xFFFF)) - 0x8000


@kernel(types.int64(types.uint64))
def upper(data):
    """The upper bound in an entry's data."""
    return np.int64((data >> np.uint64(16)) & np.uint64(0xFFFF)) - 0x8000


@kernel(types.int64(types.uint64))
def best_of(data):
    """The best move in an entry's data."""
    return np.int64((data >> np.uint64(32)) & np.uint64(0xFFFF))


@kernel(types.int64(types.int64))
def name_of(value):
    """The bits of a hash that name a move."""
    return np.int64(np.uint64(value) >> np.uint64(48)) | 1


@kernel(types.uint64(types.int64, types.int64, types.int64))
def entry_data(low, high, best):
    """The data word of an entry, without its work."""
    data = np.uint64(low + 0x8000) | (np.uint64(high + 0x8000) << np.uint64(16))
    return data | (np.uint64(best) << np.uint64(32))


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
    sound = (some >> np.uint64(USED) != 0) & (lows <= highs)
    sound &= (lows == LOWEST + 1) | ((lows >= -most) & (lows <= most))
    sound &= (highs == HIGHEST) | ((highs >= -most) & (highs <= most))
    if not sound.all():
        raise ValueError("it has bounds that no value lies between")
