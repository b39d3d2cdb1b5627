"""The values of all positions that can be reached, in games without cycles, by one walk.

A position's value is known when those after it have been walked through, so every position is
expanded once and only positions whose value is known stand in the table (`solvers/entries.py`). The
walk keeps its own stack, stops wherever it is told to and goes on later. Several threads may walk
from the same root, with one table: what one has found the others need not walk through.

code      of a value: 1 for a draw, 2 + 2n for a win in n plies, 3 + 2n for a loss; in scored games
          1, 2, 3, 4, 5 … for the margins 0, -1, 1, -2, 2 …
waiting   the keys of the positions after those on the stack; the one that was made first is on top
mixes     their hashes
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiling import kernel
from ruleproof.models.kernels import ENDED, MOVES, PLAY, SCORE
from ruleproof.solvers.entries import code_of, home, mixed, put
from ruleproof.solvers.key_kernel import CODE_BITS, WORDS, least_key, row_of
from ruleproof.solvers.prefetch import prefetch
from ruleproof.solvers.retrograde import PARTY, SCORED, UNKNOWN, end_value, friend
from ruleproof.solvers.search_kernel import WIN, seen_from

# Places in `state`, the numbers of one thread.
LEVEL, STATUS, ROOM, NEW, LOGGED, BACKWARDS = range(6)
STATE = 6
# What `state[STATUS]` says.
RUNNING, DONE, FULL, DEEPER, WIDER, MORE_CODES, LOG_FULL, STUCK = range(8)
# Places in a frame.
OWN, FIRST, TOP, BEST = range(4)
FRAME = 4

GROUP = 4
"""Positions whose memory is asked for right after each other: see `solvers/prefetch.py`. What was
made first is looked up first, so that its memory is there by then.
"""
AHEAD = 2
"""How many waiting positions ahead the table's memory is asked for."""

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
    MOVES,
    PLAY,
    ENDED,
    SCORE,
    _WORDS,
    _NUMBERS,
    _NUMBERS,
    _NUMBERS,
    _WORDS,
    _WORDS,
    _WORDS,
    _WORDS,
    types.uint8[::1],
    _NUMBERS,
    _WORDS,
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
    moves, play, ended, score, masks, numbers, plan, pieces, images,
    table, waiting, mixes, again, frames, row, after, key, room, found, log, job, state, stop,
):  # fmt: skip
    """Walks on until the root's value is in the table, `stop[0]` is set, or one of the arrays does
    not suffice.

    To begin, `waiting` holds the root's key, the first frame is (0, 0, 1, UNKNOWN), `state[LEVEL]`
    is 0. `again[p]` is 1 where who moved before `waiting[p]` moves there, too. There is room for a
    row in `row` and `after`, for a key in `key`, for images and a key in `room`, for moves in
    `found`. `state[ROOM]` more entries may be put into the table. All new ones are
    appended to `log`, if it has any room.
    """
    words = np.uint64(plan[WORDS])
    code_mask = (np.uint64(1) << np.uint64(plan[CODE_BITS])) - np.uint64(1)
    scored = job[SCORED]
    level = state[LEVEL]
    status = RUNNING
    while True:
        base = np.uint64(level * FRAME)
        own = np.uint64(frames[base + np.uint64(OWN)])
        first = np.uint64(frames[base + np.uint64(FIRST)])
        top = np.uint64(frames[base + np.uint64(TOP)])
        to = level
        if top > first:
            at = top - np.uint64(1)
            if at >= first + np.uint64(AHEAD):
                prefetch(table, home(table, words, mixes[at - np.uint64(AHEAD)]))
            elif at == first:
                prefetch(table, home(table, words, mixes[own]))
            place = home(table, words, mixes[at])
            code = code_of(table, words, code_mask, waiting, at * words, place)
            if code != np.uint64(0):
                value = value_of(code, scored)
            else:
                if stop[0]:
                    break
                row_of(plan, pieces, waiting, at * words, row)
                value = end_value(ended, score, masks, numbers, row, job)
                if value == UNKNOWN:
                    many = moves(masks, numbers, row, found)
                    if (at + np.uint64(many + 1)) * words > np.uint64(waiting.size):
                        status = DEEPER
                        break
                    if np.uint64((level + 2) * FRAME) > np.uint64(frames.size):
                        status = DEEPER
                        break
                    if many == 0:
                        status = STUCK
                        break
                    for k in range(many):
                        move = found[many - k] if state[BACKWARDS] else found[k + 1]
                        relation = play(masks, numbers, row, move, after)
                        if job[PARTY] >= 0:
                            relation = friend(row, job) * friend(after, job)
                        if not least_key(plan, pieces, images, room, after, key):
                            status = WIDER
                            break
                        p = at + np.uint64(many - k)
                        for w in range(words):
                            waiting[p * words + w] = key[w]
                        mixes[p] = mixed(words, key, np.uint64(0))
                        again[p] = relation == 1
                        if k % GROUP == GROUP - 1:
                            for q in range(p, p + np.uint64(GROUP)):
                                prefetch(table, home(table, words, mixes[q]))
                    if status != RUNNING:
                        break
                    for p in range(at + np.uint64(1), at + np.uint64(1 + many % GROUP)):
                        prefetch(table, home(table, words, mixes[p]))
                    level += 1
                    base = np.uint64(level * FRAME)
                    frames[base + np.uint64(OWN)] = np.int64(at)
                    frames[base + np.uint64(FIRST)] = np.int64(at + np.uint64(1))
                    frames[base + np.uint64(TOP)] = np.int64(at) + many + 1
                    frames[base + np.uint64(BEST)] = UNKNOWN
                    continue
        elif level == 0:
            status = DONE
            break
        else:
            at = own
            value = frames[base + np.uint64(BEST)]
            code = np.uint64(0)
            to = level - 1
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
        level = to
        base = np.uint64(level * FRAME)
        value = seen_from(value, 1 if again[at] else -1, scored)
        if value > frames[base + np.uint64(BEST)]:
            frames[base + np.uint64(BEST)] = value
        frames[base + np.uint64(TOP)] = np.int64(at)
    state[LEVEL] = level
    state[STATUS] = status
