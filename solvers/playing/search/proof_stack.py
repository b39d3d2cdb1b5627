"""The path of proof-number search, and the numbers that stand on its stack.

job     what a search is about, how far it is, and what it has used
frame   one position on the path: its children, and the thresholds of the visit to it
child   a position after a move: what is known of it, and the depths on which a disproof of it rests
path    the keys of the positions of all frames, noted in slots by their hashes
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.solvers.playing.search import children as stack
from ruleproof.solvers.playing.search.children import HASH, SELF

# Places in `job`.
(
    LEVEL, STATUS, NODES, FRESH, BUDGET, TARGET, CYCLIC, STAMPS, FILLED, MOST_FILLED, TOLD, ADVISED,
    SCORED, CONDENSED, WIDE,
) = range(15)  # fmt: skip
JOB = 15
# What `job[STATUS]` says.
RUNNING, DONE, DEEPER, WIDER, CROWDED = range(5)
# Places in a frame, and in a child.
MINE, LEFT, MOST_PN, MOST_DN, BEFORE, FRESH_BEFORE, STAMP, AT, OPEN = range(
    stack.FRAME, stack.FRAME + 9
)
FRAME = OPEN + 1
PN, DN, WON, RESTS_ON, RESTS_TOO, HIGH, HOPE = range(stack.CHILD, stack.CHILD + 7)
CHILD = HOPE + 1
MOST_TOLD = 63
"""The depths that each of the words `RESTS_ON` and `RESTS_TOO` can tell, a bit each. How many they
do, `TOLD` says; the last bit of both stands for all depths from there on, up to `HIGH`.
"""
DEEPEST = 0xFFF0
"""The deepest that a path may be."""
STAMPED = (1 << 48) - 1
"""The bits of a stamp."""

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]
_ROWS = types.uint64[:, ::1]
_LISTS = types.int64[:, ::1]


@kernel(types.int64(_ROWS, _LISTS, _NUMBERS, _WORDS, types.uint64))
def on_path(keys, frames, slots, key, value):
    """The depth at which the key of that hash stands on the path, or minus one minus its slot."""
    mask = np.uint64(slots.size - 1)
    slot = value & mask
    while slots[slot] != 0:
        level = slots[slot] - 1
        same = True
        for k in range(key.size):
            same = same and keys[frames[level, SELF], k] == key[k]
        if same:
            return level
        slot = (slot + np.uint64(1)) & mask
    return -1 - np.int64(slot)


_PATH = types.void(_ROWS, _LISTS, _LISTS, _NUMBERS, types.int64)


@kernel(_PATH)
def enter(keys, children, frames, slots, level):
    """Notes that the path goes on to the position of that level."""
    at = frames[level, SELF]
    slots[-1 - on_path(keys, frames, slots, keys[at], np.uint64(children[at, HASH]))] = level + 1


@kernel(_PATH)
def leave(keys, children, frames, slots, level):
    """Forgets the last position of the path. None was noted later, so that no other can have passed
    over its slot.
    """
    mask = np.uint64(slots.size - 1)
    slot = np.uint64(children[frames[level, SELF], HASH]) & mask
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
