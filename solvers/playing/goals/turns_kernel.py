"""All whole turns from a position, one text for each: the kernel behind `turns.py`.

A turn is followed move by move, breadth first, so that the first way found to a position takes the
fewest moves. Positions that are alike (`LIKENESS`) count as one.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.goals import GOAL, LIKENESS
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING

PARENT, MOVE, DONE, STEP = range(4)
"""Columns of a step: the number of the position before, the move, whether it ends the turn."""
FULL = -1
"""More positions than there is room for."""

_WORDS = types.uint64[::1]
_INTS = types.int64[::1]
_ROWS = types.uint64[:, ::1]
_STEPS = types.int64[:, ::1]


@kernel(types.int64(_ROWS, _STEPS, _INTS, types.int64))
def _found(keys, steps, index, here):
    """Whether a position alike to the one with that number is known; if not, it is known from now
    on.
    """
    mixed = np.uint64(0x9E3779B97F4A7C15) + np.uint64(steps[here, DONE])
    for k in range(keys.shape[1]):
        mixed = (mixed ^ keys[here, k]) * np.uint64(0xFF51AFD7ED558CCD)
        mixed ^= mixed >> np.uint64(32)
    mask = np.uint64(index.size - 1)
    at = mixed & mask
    while index[at] >= 0:
        other = index[at]
        same = steps[other, DONE] == steps[here, DONE]
        for k in range(keys.shape[1]):
            if keys[other, k] != keys[here, k]:
                same = False
                break
        if same:
            return 1
        at = (at + np.uint64(1)) & mask
    index[at] = here
    return 0


_TURNS = types.int64(
    MOVES, PLAY, ENDED, LIKENESS, _WORDS, _INTS, _INTS, _WORDS, _ROWS, _ROWS, _STEPS, _INTS, _INTS,
)  # fmt: skip


@kernel(_TURNS)
def turns(
    moves, play, ended, likeness, masks, numbers, asked, marked, rows, keys, steps, index, found
):
    """Lists the positions of the turn that begins at `rows[0]`; returns their number, or `FULL`.

    rows, keys   `uint64[n, words]`: the positions, and keys that are equal for positions alike
    steps        `int64[n, STEP]`: how each came about
    index        `int64[2**k]`, over twice as many as there are positions
    found        room for the moves of a position
    """
    index[:] = -1
    steps[0, PARENT], steps[0, MOVE], steps[0, DONE] = -1, -1, 0
    likeness(masks, numbers, asked, rows[0], marked, keys[0])
    _found(keys, steps, index, 0)
    count = 1
    here = 0
    while here < count:
        if not steps[here, DONE]:
            many = moves(masks, numbers, rows[here], found)
            for k in range(1, many + 1):
                if count >= rows.shape[0]:
                    return FULL
                again = play(masks, numbers, rows[here], found[k], rows[count]) > 0
                done = not again or ended(masks, numbers, rows[count]) != PLAYING
                likeness(masks, numbers, asked, rows[count], marked, keys[count])
                steps[count, PARENT] = here
                steps[count, MOVE] = found[k]
                steps[count, DONE] = done
                if not _found(keys, steps, index, count):
                    count += 1
        here += 1
    return count


_TOLD = types.void(
    GOAL, _WORDS, _INTS, _INTS, _WORDS, _ROWS, _STEPS, types.int64[::1], _ROWS, types.int64[::1]
)


@kernel(_TOLD)
def told(goal, masks, numbers, asked, diagram, rows, steps, done, marks, met):
    """Writes the goal's answers about the turns that end in the positions `done` to `met`; `marks`,
    the marked cells before each turn, become those after it.
    """
    for k in range(done.size):
        after = done[k]
        before = rows[steps[after, PARENT]]
        met[k] = goal(masks, numbers, asked, diagram, before, rows[after], marks[k])
