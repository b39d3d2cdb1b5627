"""The search behind `attack.py`: an and/or tree of whole turns, depth first, with a table.

A node is a position amid or before a turn. At the attacker's nodes one good move suffices; at the
defender's, every move must be good. `left` counts the attacker's remaining turns, the present one
included; it falls when he ends a turn. The goal is tested where a turn or the game ends.

table   `uint64[entries, width]`: a position's likeness, the marked cells, then one word of data:
        the stamp of the question (entries of other questions count as empty), the move that
        decided, and two numbers of turns: the fewest within which the goal is known to be reached,
        and the most within which it is known not to be
frames  `int64[levels, FRAME]`: the path from the root to the node at work
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.goals import GOAL, LIKENESS, OUTLOOK
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING

FIRST, COUNT, AT, ATTACKS, LEFT, BEST, FRAME = range(7)
"""Columns of a frame: where its moves begin (their number first), their number, how many were
tried, whether the attacker is to move, his turns left, the move to try first.
"""
NODES, LIMIT, STAMP, MOST, JOB = range(5)
"""Places in a job: moves played so far, and at most; the question's stamp; the room a list of moves
needs.
"""
NO, YES, OUT_OF_NODES, SHORT_OF_LEVELS, SHORT_OF_MOVES = range(5)
UNKNOWN = -1
NEVER = 255
"""More turns than any question has."""
NO_MOVE = 0xFFFFFF
_PROBES = 8
_KILLERS = 2

_WORDS = types.uint64[::1]
_INTS = types.int64[::1]
_ROWS = types.uint64[:, ::1]
_TABLE = types.int64[:, ::1]
_INT = types.int64


@kernel(types.int64(_ROWS, _WORDS, _INT, types.uint64))
def _slot(table, key, words, stamp):
    """The place of the key in the table, else an empty place, else -1 - the place of the entry to
    replace.
    """
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for k in range(words):
        mixed = (mixed ^ key[k]) * np.uint64(0xFF51AFD7ED558CCD)
        mixed ^= mixed >> np.uint64(32)
    mask = np.uint64(table.shape[0] - 1)
    for probe in range(_PROBES):
        at = np.int64((mixed + np.uint64(probe)) & mask)
        data = table[at, words]
        if data >> np.uint64(40) != stamp:
            return at
        same = True
        for k in range(words):
            if table[at, k] != key[k]:
                same = False
                break
        if same:
            return at
    return -1 - np.int64((mixed + np.uint64(stamp)) & mask)


@kernel(types.void(_ROWS, _WORDS, _INT, types.uint64, _INT, _INT, _INT))
def _store(table, key, words, stamp, left, reached, move):
    """Notes whether the goal is reached within `left` turns from here, and by which move."""
    at = _slot(table, key, words, stamp)
    if at < 0:
        at = -1 - at
        table[at, words] = 0
    data = table[at, words]
    soonest, latest = np.uint64(NEVER), np.uint64(0)
    if data >> np.uint64(40) == stamp:
        soonest = data & np.uint64(255)
        latest = (data >> np.uint64(8)) & np.uint64(255)
    else:
        for k in range(words):
            table[at, k] = key[k]
    if reached:
        soonest = min(soonest, np.uint64(left))
    else:
        latest = max(latest, np.uint64(left))
    table[at, words] = (
        stamp << np.uint64(40)
        | np.uint64(move & 0xFFFFFF) << np.uint64(16)
        | latest << np.uint64(8)
        | soonest
    )


@kernel(types.void(_INTS, _INTS, _INT))
def _forward(moves, frame, move):
    """Puts the move in front of the others of the frame, if it is among them."""
    first = frame[FIRST] + 1
    for k in range(first, first + frame[COUNT]):
        if moves[k] == move:
            while k > first:
                moves[k] = moves[k - 1]
                k -= 1
            moves[first] = move
            return


@kernel(types.int64(MOVES, _WORDS, _INTS, _WORDS, _WORDS, _INTS, _INTS, _ROWS, types.uint64))
def _enter(moves, masks, numbers, row, key, found, frame, table, stamp):
    """Returns the table's answer about the node, or that it has no moves; else lists its moves."""
    words = key.size
    frame[BEST] = NO_MOVE
    at = _slot(table, key, words, stamp)
    if at >= 0 and table[at, words] >> np.uint64(40) == stamp:
        data = table[at, words]
        if np.int64(data & np.uint64(255)) <= frame[LEFT]:
            return YES
        if np.int64((data >> np.uint64(8)) & np.uint64(255)) >= frame[LEFT]:
            return NO
        frame[BEST] = np.int64((data >> np.uint64(16)) & np.uint64(0xFFFFFF))
    frame[COUNT] = moves(masks, numbers, row, found[frame[FIRST] :])
    frame[AT] = 0
    return UNKNOWN if frame[COUNT] else NO


@kernel(types.void(_ROWS, _ROWS, _INT, types.uint64, _TABLE, _INTS, _TABLE, _INT, _INT))
def _decide(table, keys, words, stamp, frames, found, killers, level, answer):
    """Notes that the move just tried decides the node."""
    move = found[frames[level, FIRST] + frames[level, AT]]
    _store(table, keys[level], words, stamp, frames[level, LEFT], answer, move)
    if killers[level, 0] != move:
        killers[level, 1] = killers[level, 0]
        killers[level, 0] = move


_SEARCH = types.int64(
    MOVES, PLAY, ENDED, GOAL, LIKENESS, OUTLOOK, _WORDS, _INTS, _INTS, _WORDS, _ROWS, _ROWS, _ROWS,
    _INTS, _TABLE, _TABLE, _ROWS, _INTS,
)  # fmt: skip


@kernel(types.boolean(_WORDS, _WORDS, _INT))
def _same(row, key, words):
    """Whether the first words are the same."""
    for k in range(words):
        if row[k] != key[k]:
            return False
    return True


@kernel(_SEARCH)
def search(
    moves, play, ended, goal, likeness, outlook, masks, numbers, asked, diagram, rows, marks, keys,
    found, frames, killers, table, job,
):  # fmt: skip
    """Whether the attacker reaches the goal from `rows[0]` with `marks[0]`, by `frames[0]`. A move
    within a turn that leads to a position alike to the one before is passed over, and not counted.

    `rows`, `marks`, `keys`: a row, marked cells and a key for each level; `found`: room for the
    moves of all levels.
    """
    row_words, mark_words = rows.shape[1], marks.shape[1]
    words = row_words + mark_words
    stamp = np.uint64(job[STAMP])
    level = 0
    entering = True
    keyed = False
    answer = UNKNOWN
    while True:
        if entering:
            entering = False
            left = frames[level, LEFT]
            sure = outlook(masks, numbers, asked, diagram, rows[level], marks[level], left)
            answer = UNKNOWN if sure == 0 else YES if sure == 1 else NO
            if sure == 0:
                if not keyed:
                    likeness(masks, numbers, asked, rows[level], marks[level], keys[level])
                for k in range(mark_words):
                    keys[level, row_words + k] = marks[level, k]
                if frames[level, FIRST] + job[MOST] > found.size:
                    return SHORT_OF_MOVES
                answer = _enter(
                    moves, masks, numbers, rows[level], keys[level], found, frames[level], table,
                    stamp,
                )  # fmt: skip
            if answer == UNKNOWN:
                for k in range(_KILLERS):
                    _forward(found, frames[level], killers[level, k])
                _forward(found, frames[level], frames[level, BEST])
        while answer == UNKNOWN:
            if frames[level, AT] == frames[level, COUNT]:
                answer = NO if frames[level, ATTACKS] else YES
                _store(table, keys[level], words, stamp, frames[level, LEFT], answer, NO_MOVE)
                break
            if level + 1 >= rows.shape[0]:
                return SHORT_OF_LEVELS
            move = found[frames[level, FIRST] + 1 + frames[level, AT]]
            frames[level, AT] += 1
            job[NODES] += 1
            if job[NODES] > job[LIMIT]:
                return OUT_OF_NODES
            again = play(masks, numbers, rows[level], move, rows[level + 1]) > 0
            for k in range(mark_words):
                marks[level + 1, k] = marks[level, k]
            frames[level + 1, FIRST] = frames[level, FIRST] + 1 + frames[level, COUNT]
            frames[level + 1, ATTACKS] = frames[level, ATTACKS]
            frames[level + 1, LEFT] = frames[level, LEFT]
            if again and ended(masks, numbers, rows[level + 1]) == PLAYING:
                likeness(masks, numbers, asked, rows[level + 1], marks[level + 1], keys[level + 1])
                if _same(keys[level + 1], keys[level], row_words):
                    job[NODES] -= 1
                    continue
                level += 1
                entering = keyed = True
                break
            met = goal(
                masks, numbers, asked, diagram, rows[level], rows[level + 1], marks[level + 1]
            )
            frames[level + 1, ATTACKS] = 1 - frames[level, ATTACKS]
            frames[level + 1, LEFT] -= frames[level, ATTACKS]
            if met == 0 and frames[level + 1, LEFT] > 0:
                level += 1
                entering, keyed = True, False
                break
            if (met == 1) == (frames[level, ATTACKS] == 1):
                answer = YES if met == 1 else NO
                _decide(table, keys, words, stamp, frames, found, killers, level, answer)
        if entering:
            continue
        if level == 0:
            return answer
        level -= 1
        if (answer == YES) == (frames[level, ATTACKS] == 1):
            _decide(table, keys, words, stamp, frames, found, killers, level, answer)
        else:
            answer = UNKNOWN
