"""The values of all positions that can be reached, in games without cycles, by one walk.

A position's value is known when those after it have been walked through, so every position is
expanded once and only positions whose value is known stand in the table
(`playing/retrograde/entry_table.py`). The walk keeps its own stacks, stops wherever it is told to
and goes on later. Several threads may walk from the same root, with one table: what one has found
the others need not walk through. So may one thread on two stacks: while the table's memory is on
its way for one, it works on the other.

code      of a value: 1 for a draw, 2 + 2n for a win in n plies, 3 + 2n for a loss; in scored games
          1, 2, 3, 4, 5 … for the margins 0, -1, 1, -2, 2 …
waiting   the keys of the positions on the stack, each above those that wait, with it, to be walked
          through; above the last of them those that wait after it
mixes     their hashes
frame     for every position on the stack where those after it begin in `waiting`, right above it,
          and the best value of those of them that are known
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import ENDED, SCORE, SPREAD
from ruleproof.models.compiled.prefetch import prefetch
from ruleproof.solvers.playing.keys.key_kernel import CODE_BITS, WORDS, least_key, row_of
from ruleproof.solvers.playing.retrograde.entry_table import code_of, home, mixed, put
from ruleproof.solvers.playing.retrograde.expand_kernel import (
    PARTY,
    SCORED,
    UNKNOWN,
    end_value,
    friend,
)
from ruleproof.solvers.playing.retrograde.recent import keep, known
from ruleproof.solvers.playing.values.scale import WIN
from ruleproof.solvers.playing.values.scale_kernel import seen_from

# Places in `state`, the numbers of one thread.
STATUS, ROOM, NEW, LOGGED, NUMBER = range(5)
STATE = 5
"""`state[NUMBER]`: which of the threads it is. Every stack goes through moves in an order of its
own.
"""
# What `state[STATUS]` says.
RUNNING, DONE, FULL, DEEPER, WIDER, MORE_CODES, LOG_FULL, STUCK = range(8)
# Places in `depths`, for each stack.
LEVEL, TOP = range(2)
DEPTH = 2
STACKS = 2
"""The stacks of a thread."""
LEAST_MARGIN = -0x7FFF
"""The least value where points are counted."""
# Places in a frame.
FIRST, BEST = range(2)
FRAME = 2

AHEAD = 2
"""The number of waiting positions ahead for which the table's memory is asked."""

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]


@kernel(types.uint64(types.int64, types.int64))
def code_for(value, scored):
    """The code of a value."""
    if scored:
        return np.uint64(1 + (2 * value if value >= 0 else -2 * value - 1))
    if value > 0:
        return np.uint64(2 + 2 * (WIN - value))
    if value < 0:
        return np.uint64(3 + 2 * (WIN + value))
    return np.uint64(1)


def most_code(scored: bool) -> int:
    """The greatest code of a value."""
    return int(code_for(LEAST_MARGIN, 1)) if scored else int(code_for(-1, 0))


@kernel(types.int64(types.uint64, types.int64))
def value_of(code, scored):
    """The value of a code."""
    number = np.int64(code)
    if scored:
        return (number - 1) // 2 if number & 1 else -(number // 2)
    if number == 1:
        return 0
    return WIN - (number - 2) // 2 if number & 1 == 0 else (number - 3) // 2 - WIN


@kernel(types.void(types.uint32[::1], types.int64, types.int16[::1]))
def values_of(codes, scored, values):
    """Writes the values of many codes."""
    for k in range(codes.size):
        values[k] = value_of(np.uint64(codes[k]), scored)


_WALK = types.void(
    SPREAD,
    ENDED,
    SCORE,
    _WORDS,
    _NUMBERS,
    _NUMBERS,
    _NUMBERS,
    _WORDS,
    _WORDS,
    _WORDS,
    types.uint64[:, ::1],
    types.uint64[:, ::1],
    types.uint8[:, ::1],
    types.int64[:, ::1],
    types.int64[:, ::1],
    _WORDS,
    _WORDS,
    _WORDS,
    _NUMBERS,
    _WORDS,
    _NUMBERS,
    _NUMBERS,
    _NUMBERS,
)


@kernel(_WALK, nogil=True)
def walk(
    spread, ended, score, masks, numbers, plan, pieces, images,
    table, recent, all_waiting, all_mixes, all_again, all_frames, depths,
    row, rows, room, found, log, job, state, stop,
):  # fmt: skip
    """Walks on until the root's value is in the table, `stop[0]` is set, or one of the arrays does
    not suffice.

    To begin, `waiting` of each stack holds the root's key, the first frame is (0, UNKNOWN), and
    `depths` are (0, 1). `again[p]` is 1 where who moved before `waiting[p]` moves there, too. There
    is room for a row in `row`, for those after all moves in `rows`, for images in `room`, for
    moves in `found`. `state[ROOM]` more entries may be put into the table. All new ones are
    appended to `log`, if it has any room. Where keys are too narrow, that of `row` is.
    """
    words, wide = np.uint64(plan[WORDS]), np.uint64(row.size)
    code_mask = (np.uint64(1) << np.uint64(plan[CODE_BITS])) - np.uint64(1)
    scored = job[SCORED]
    waiting, mixes, again, frames = all_waiting[0], all_mixes[0], all_again[0], all_frames[0]
    level, top = depths[0, LEVEL], np.uint64(depths[0, TOP])
    first, best = np.uint64(frames[level * FRAME + FIRST]), frames[level * FRAME + BEST]
    # the same of the other stack
    waiting2, mixes2, again2, frames2 = all_waiting[1], all_mixes[1], all_again[1], all_frames[1]
    level2, top2 = depths[1, LEVEL], np.uint64(depths[1, TOP])
    first2, best2 = np.uint64(frames2[level2 * FRAME + FIRST]), frames2[level2 * FRAME + BEST]
    stack, change = 0, False
    status = RUNNING
    while True:
        if change:
            waiting, waiting2 = waiting2, waiting
            mixes, mixes2 = mixes2, mixes
            again, again2 = again2, again
            frames, frames2 = frames2, frames
            level, level2 = level2, level
            top, top2 = top2, top
            first, first2 = first2, first
            best, best2 = best2, best
            stack, change = 1 - stack, False
        at = top - np.uint64(1)
        deeper = top > first
        if deeper:
            if at >= first + np.uint64(AHEAD):
                prefetch(table, home(table, words, mixes[at - np.uint64(AHEAD)]))
            elif at == first and level > 0:
                prefetch(table, home(table, words, mixes[first - np.uint64(1)]))
            place = home(table, words, mixes[at])
            code = code_of(table, words, code_mask, waiting, at * words, place)
            if code != np.uint64(0):
                keep(recent, words, waiting, at * words, mixes[at], code)
                value = value_of(code, scored)
            else:
                if stop[0]:
                    break
                change = True
                row_of(plan, pieces, waiting, at * words, row)
                many = np.uint64(spread(masks, numbers, row, found, rows))
                if many == np.uint64(0):
                    value = end_value(ended, score, masks, numbers, row, job)
                    if value == UNKNOWN:
                        status = STUCK
                        break
                else:
                    if (top + many) * words > np.uint64(waiting.size):
                        status = DEEPER
                        break
                    if np.uint64((level + 2) * FRAME) > np.uint64(frames.size):
                        status = DEEPER
                        break
                    value = UNKNOWN
                    last = top
                    for k in range(many):
                        m = k if stack else many - np.uint64(1) - k
                        if state[NUMBER] & 1:
                            m += many >> np.uint64(1)
                            m = m - many if m >= many else m
                        after = rows[m * wide : (m + np.uint64(1)) * wide]
                        relation = found[m + np.uint64(1)]
                        if job[PARTY] >= 0:
                            relation = friend(row, job) * friend(after, job)
                        begin = last * words
                        if not least_key(
                            plan, pieces, images, room, after, waiting[begin : begin + words]
                        ):
                            for w in range(wide):
                                row[w] = after[w]
                            status = WIDER
                            break
                        mix = mixed(words, waiting, begin)
                        code = known(recent, words, code_mask, waiting, begin, mix)
                        if code != np.uint64(0):
                            value = max(value, seen_from(value_of(code, scored), relation, scored))
                        else:
                            mixes[last] = mix
                            again[last] = relation == 1
                            last += np.uint64(1)
                    if status != RUNNING:
                        break
                    for p in range(top, last):
                        prefetch(table, home(table, words, mixes[p]))
                    if last > top:
                        frames[level * FRAME + BEST] = best
                        level += 1
                        frames[level * FRAME + FIRST] = np.int64(top)
                        first, best, top = top, value, last
                        continue
                code = np.uint64(0)
        elif level == 0:
            status = DONE
            break
        else:
            at = first - np.uint64(1)
            value = best
            code = np.uint64(0)
        if code == np.uint64(0):
            code = code_for(value, scored)
            if code >= code_mask:
                status = MORE_CODES
                break
            if state[ROOM] == 0:
                status = FULL
                break
            if log.size and np.uint64(state[LOGGED] + 1) * words > np.uint64(log.size):
                status = LOG_FULL
                break
            keep(recent, words, waiting, at * words, mixes[at], code)
            place = home(table, words, mixes[at])
            if put(table, words, code_mask, waiting, at * words, place, code):
                state[ROOM] -= 1
                state[NEW] += 1
                if log.size:
                    last = np.uint64(state[LOGGED]) * words
                    for w in range(words):
                        log[last + w] = waiting[at * words + w]
                    log[last] |= code
                    state[LOGGED] += 1
        if not deeper:
            level -= 1
            first, best = np.uint64(frames[level * FRAME + FIRST]), frames[level * FRAME + BEST]
        best = max(best, seen_from(value, 1 if again[at] else -1, scored))
        top = at
    frames[level * FRAME + BEST] = best
    frames2[level2 * FRAME + BEST] = best2
    depths[stack, LEVEL], depths[stack, TOP] = level, np.int64(top)
    depths[1 - stack, LEVEL], depths[1 - stack, TOP] = level2, np.int64(top2)
    state[STATUS] = status
