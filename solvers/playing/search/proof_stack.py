"""The stack of proof-number search: the path from the root, and each position's children.

job     what a search is about, how far it is, and what it has used
frame   one position on the path: its children, and the thresholds of the visit to it
child   a position after a move: what is known of it, and the depths on which a disproof of it rests
path    the keys of the positions of all frames, noted in slots by their hashes
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.solvers.playing.keys.packing import mixed
from ruleproof.solvers.work.memory import taken

# Places in `job`.
(
    LEVEL, STATUS, NODES, FRESH, BUDGET, TARGET, CYCLIC, MARK_WORD, MARK_SHIFT, STAMPS, FILLED,
    TOLD, ADVISED, SCORED, CONDENSED,
) = range(15)  # fmt: skip
JOB = 15
# What `job[STATUS]` says.
RUNNING, DONE, DEEPER, WIDER = range(4)
# Places in a frame.
FIRST, COUNT, MINE, LEFT, MOST_PN, MOST_DN, BEFORE, FRESH_BEFORE, STAMP, AT = range(10)
FRAME = 10
# Places in a child.
MOVE, PN, DN, WON, RESTS_ON, RESTS_TOO, HIGH, HASH = range(8)
CHILD = 8
MOST_TOLD = 63
"""The depths that each of the words `RESTS_ON` and `RESTS_TOO` can tell, a bit each. How many they
do, `TOLD` says; the last bit of both stands for all depths from there on, up to `HIGH`.
"""
DEEPEST = 0xFFF0
"""The deepest that a path may be."""
STAMPED = (1 << 48) - 1
"""The bits of a stamp."""
FIRST_LEVELS = 64
CHILDREN = 4
"""A stack begins with room for the children of so many positions."""

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]
_ROWS = types.uint64[:, ::1]


@kernel(types.int64(_ROWS, _NUMBERS, _WORDS, types.uint64))
def on_path(keys, slots, key, value):
    """The depth at which the key of that hash stands on the path, or minus one minus its slot."""
    mask = np.uint64(slots.size - 1)
    slot = value & mask
    while slots[slot] != 0:
        level = slots[slot] - 1
        same = True
        for k in range(key.size):
            same = same and keys[level, k] == key[k]
        if same:
            return level
        slot = (slot + np.uint64(1)) & mask
    return -1 - np.int64(slot)


@kernel(types.void(_ROWS, _NUMBERS, types.int64))
def enter(keys, slots, level):
    """Notes that the path goes on to the key of that level."""
    slots[-1 - on_path(keys, slots, keys[level], mixed(keys[level]))] = level + 1


@kernel(types.void(_ROWS, _NUMBERS, types.int64))
def leave(keys, slots, level):
    """Forgets the last key of the path. None was noted later, so that no other can have passed over
    its slot.
    """
    mask = np.uint64(slots.size - 1)
    slot = mixed(keys[level]) & mask
    while slots[slot] != level + 1:
        slot = (slot + np.uint64(1)) & mask
    slots[slot] = 0


@kernel(types.int64(types.int64, types.int64, types.int64, types.int64))
def highest(rests, more, level, told):
    """The greatest depth of those that a disproof at the level rests on, or a greater one; -1 if it
    rests on nothing.
    """
    if more >> (told - 1):
        return level - 1
    depth = -1
    if more:
        depth += told
        rests = more
    while rests:
        rests >>= 1
        depth += 1
    return depth


class Stack:
    """The arrays of a search's stack, with room for `levels` positions on the path, and for as many
    children as `children` has rows.
    """

    def __init__(self, row_words: int, most_moves: int) -> None:
        self.levels = FIRST_LEVELS
        self.rows = np.zeros((0, row_words), np.uint64)
        self.frames = np.zeros((0, FRAME), np.int64)
        self.children = np.zeros((CHILDREN * most_moves, CHILD), np.int64)
        self.begin(0)

    @staticmethod
    def least(row_words: int, most_moves: int) -> int:
        """The bytes of a stack that has not grown, with keys as wide as a row and a mark."""
        words = row_words + 1
        level = 8 * (2 * words + FRAME + 4)
        return FIRST_LEVELS * level + 8 * CHILDREN * most_moves * (CHILD + words)

    @property
    def bytes(self) -> int:
        """The memory that this takes."""
        path = self.rows, self.keys, self.frames, self.slots
        return taken(*path, self.children, self.child_keys)

    def begin(self, key_words: int) -> None:
        """Forgets all keys, and makes them so many words wide."""
        self.keys = np.zeros((0, key_words), np.uint64)
        self.child_keys = np.zeros((len(self.children), key_words), np.uint64)
        self.lengthen(self.levels)

    def lengthen(self, levels: int) -> None:
        """Makes room for that many levels; the path is to be noted in the slots anew."""
        self.rows = _longer(self.rows, levels)
        self.keys = _longer(self.keys, levels)
        self.frames = _longer(self.frames, levels)
        self.levels = levels
        self.slots = np.zeros(4 * levels, np.int64)

    def widen(self) -> None:
        """Makes room for twice as many children."""
        self.children = _longer(self.children, 2 * len(self.children))
        self.child_keys = _longer(self.child_keys, len(self.children))


def _longer(old: Any, rows: int) -> Any:
    """The array with that many rows, the new ones empty."""
    new = np.zeros((rows, old.shape[1]), old.dtype)
    new[: old.shape[0]] = old
    return new
