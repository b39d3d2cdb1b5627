"""The latest finds of a walk, kept near the processor.

Most positions that a walk meets again it met a short while ago: a few thousand entries know most of
them, and the large table, whose memory is far away, need not be asked.

recent  entries (see `playing/keys/keys.py`), each in the one slot that the low bits of its hash
        tell, where a later one takes its place
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel

SLOTS = 1 << 15
"""Entries of one word that are kept; of longer ones fewer, in as much memory."""

_WORDS = types.uint64[::1]


def new_recent(words: int) -> np.ndarray:
    """Makes room for entries of so many words each."""
    slots = SLOTS
    while slots * words > SLOTS:
        slots //= 2
    return np.zeros(slots * words, np.uint64)


@kernel(types.uint64(_WORDS, types.uint64, types.uint64), inline=True)
def _slot(recent, words, mixed):
    """The place of the entry of a key with that hash."""
    if words == np.uint64(1):
        return mixed & np.uint64(recent.size - 1)
    return (mixed & (np.uint64(recent.size) // words - np.uint64(1))) * words


_KNOWN = types.uint64(_WORDS, types.uint64, types.uint64, _WORDS, types.uint64, types.uint64)


@kernel(_KNOWN, inline=True)
def known(recent, words, code_mask, keys, at, mixed):
    """The code of the key at a place, which has that hash, 0 if it is not known."""
    slot = _slot(recent, words, mixed)
    entry = recent[slot]
    same = ((entry ^ keys[at]) & ~code_mask) == np.uint64(0)
    for k in range(np.uint64(1), words):
        same = same and recent[slot + k] == keys[at + k]
    return entry & code_mask if same else np.uint64(0)


_KEEP = types.void(_WORDS, types.uint64, _WORDS, types.uint64, types.uint64, types.uint64)


@kernel(_KEEP, inline=True)
def keep(recent, words, keys, at, mixed, code):
    """Keeps the code of the key at a place."""
    slot = _slot(recent, words, mixed)
    recent[slot] = keys[at] | code
    for k in range(np.uint64(1), words):
        recent[slot + k] = keys[at + k]
