"""Shards in compiled code: the positions after some, met in a table; their keys sent to shards and
found there.

shard   of a position: a hash of its key, so that it does not depend on who asks
table   `keys` and `marks` of slots; a slot whose mark is `EMPTY` holds no key
mark    of a key: forward, how much higher its tier is; backward, its value and `BIAS`; in games
        with cycles, its number among the keys that are asked for
edge    the mark of a position after another, its highest bit set if the same side moves again
job     the places of `expand_kernel.new_job`, and those below
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import ENDED, SCORE, SPREAD, TIER, Engine
from ruleproof.models.compiled.prefetch import prefetch
from ruleproof.solvers.playing.keys.key_kernel import WORDS, least_key, row_of
from ruleproof.solvers.playing.retrograde.entry_table import mixed
from ruleproof.solvers.playing.retrograde.expand_kernel import (
    AGAIN,
    EDGES,
    JOB,
    PARTY,
    end_value,
    friend,
    new_job,
)
from ruleproof.solvers.playing.values.scale_kernel import seen_from

EMPTY = -0x8000
BIAS = 1 << 15
"""What marks are more than values."""
POSITIONS = 16
"""Positions of a batch, at most."""
MOVES = 128
"""Moves of a batch, or as many more as a position has."""
# More places in `job`: the next position and the one after the last; the keys in the table, and how
# many there may be; the tier of the positions, -1 where the game has none; why it stopped.
AT, LAST, MANY, MOST, HERE, WHY = range(JOB, JOB + 6)
FINE, FULL, WIDER, STUCK, ELSEWHERE, FLAT, MISSING = range(7)

_W = types.uint64[::1]
_N = types.int64[::1]
_M = types.int32[::1]
_V = types.int16[::1]
_D = types.uint16[::1]
_E = types.uint32[::1]
_U = types.uint64


def job_of(compiled: Engine, party: int) -> Any:
    """A `job` that has not begun."""
    return np.concatenate([new_job(compiled.game, compiled, party), np.zeros(6, np.int64)])


def room_of(compiled: Engine, words: int, key_room: int) -> tuple[Any, ...]:
    """The room that `reach` and `note` need between `held` and `keys`."""
    found = compiled.move_list()
    batch, wide = MOVES + found.size, compiled.row_words
    uint = (np.zeros(many, np.uint64) for many in (key_room, wide, wide * found.size))
    waiting = np.zeros(batch * words, np.uint64), np.zeros(batch, np.uint64)
    return *uint, found, *waiting, np.zeros(batch, np.int64), np.zeros(POSITIONS, np.int64)


@kernel(_U(_M, _U), inline=True)
def _home(marks, mix):
    """The slot where the key with that hash is looked for first."""
    return ((mix >> np.uint64(32)) * np.uint64(marks.size)) >> np.uint64(32)


@kernel(_U(_W, _M, _U, _W, _U, _U), inline=True)
def _slot(keys, marks, words, wanted, at, mix):
    """The slot of the key that begins at `at` in `wanted`, or the empty one where it belongs."""
    slot = _home(marks, mix)
    while marks[slot] != EMPTY:
        same = True
        for w in range(words):
            same = same and keys[slot * words + w] == wanted[at + w]
        if same:
            break
        slot += np.uint64(1)
        if slot == np.uint64(marks.size):
            slot = np.uint64(0)
    return slot


_ROOM = (_W, _W, _W, _N, _W, _W, _N, _N)
_GAME = (SPREAD, ENDED, SCORE, TIER, _W, _N, _N, _N, _W)


@kernel(types.int64(*_GAME, _W, *_ROOM, _M, _N), inline=True)
def _batch(
    spread, ended, score, tier, masks, numbers, plan, pieces, images,
    held, room, row, rows, found, waiting, mixes, ways, here, marks, job,
):  # fmt: skip
    """Makes the positions after those from `AT` on, as many as fit: their keys in `waiting`, in
    `ways` how much higher their tiers are, doubled, and 1 if the same side moves again. `here`: how
    many come after each. Returns the number of positions looked at.
    """
    words, wide = np.uint64(plan[WORDS]), np.uint64(row.size)
    used, done = np.uint64(0), 0
    most = np.uint64(mixes.size - found.size)
    while done < POSITIONS and used <= most and job[AT] < job[LAST]:
        row_of(plan, pieces, held, np.uint64(job[AT]) * words, row)
        if job[HERE] >= 0 and tier(masks, numbers, row) != job[HERE]:
            job[WHY] = ELSEWHERE
            return done
        many = np.uint64(spread(masks, numbers, row, found, rows))
        for k in range(many):
            after = rows[k * wide : (k + np.uint64(1)) * wide]
            again = found[k + np.uint64(1)]
            if job[PARTY] >= 0:
                again = friend(row, job) * friend(after, job)
            to = used + k
            at = to * words
            if not least_key(plan, pieces, images, room, after, waiting[at : at + words]):
                for w in range(wide):
                    row[w] = after[w]
                job[WHY] = WIDER
                return done
            rise = np.int64(1)
            if job[HERE] >= 0:
                rise = tier(masks, numbers, after) - job[HERE]
                if rise <= 0:
                    job[WHY] = FLAT
                    return done
            ways[to] = rise << 1 | (again == 1)
            mixes[to] = mixed(words, waiting, at)
            home = _home(marks, mixes[to])
            prefetch(marks, home)
        here[done] = many
        done += 1
        used += many
        job[AT] += 1
    return done


@kernel(types.void(*_GAME, _W, *_ROOM, _W, _M, _N), nogil=True)
def reach(
    spread, ended, score, tier, masks, numbers, plan, pieces, images,
    held, room, row, rows, found, waiting, mixes, ways, here, keys, marks, job,
):  # fmt: skip
    """Enters the positions after those from `AT` to `LAST`, until there is no more room."""
    words = np.uint64(plan[WORDS])
    job[WHY] = FINE
    while job[AT] < job[LAST] and job[WHY] == FINE:
        if job[MANY] + mixes.size > job[MOST]:
            job[WHY] = FULL
            return
        done = _batch(
            spread, ended, score, tier, masks, numbers, plan, pieces, images,
            held, room, row, rows, found, waiting, mixes, ways, here, marks, job,
        )  # fmt: skip
        to = np.uint64(0)
        for n in range(done):
            job[EDGES] += here[n]
            for _ in range(here[n]):
                slot = _slot(keys, marks, words, waiting, to * words, mixes[to])
                if marks[slot] == EMPTY:
                    marks[slot] = ways[to] >> 1
                    for w in range(words):
                        keys[slot * words + w] = waiting[to * words + w]
                    job[MANY] += 1
                to += np.uint64(1)


@kernel(types.void(_W, _U, _M, _W, _M), nogil=True)
def enter(wanted, words, values, keys, marks):
    """Enters keys, all different, each with its mark."""
    for first in range(np.uint64(0), np.uint64(values.size), np.uint64(64)):
        last = min(np.uint64(values.size), first + np.uint64(64))
        for k in range(first, last):
            prefetch(marks, _home(marks, mixed(words, wanted, k * words)))
        for k in range(first, last):
            at = k * words
            slot = _home(marks, mixed(words, wanted, at))
            while marks[slot] != EMPTY:
                slot += np.uint64(1)
                if slot == np.uint64(marks.size):
                    slot = np.uint64(0)
            marks[slot] = values[k]
            for w in range(words):
                keys[slot * words + w] = wanted[at + w]


@kernel(types.int64(_W, _M, _U, types.int64, _W), nogil=True)
def take(keys, marks, words, mark, found):
    """Writes the keys in the table that have a mark, if there is room for any; returns how many."""
    many = np.uint64(0)
    for slot in range(np.uint64(marks.size)):
        if marks[slot] == mark:
            if found.size:
                for w in range(words):
                    found[many * words + w] = keys[slot * words + w]
            many += np.uint64(1)
    return np.int64(many)


@kernel(types.void(*_GAME, _W, *_ROOM, _W, _M, _D, _V, _E, _N), nogil=True)
def note(
    spread, ended, score, tier, masks, numbers, plan, pieces, images,
    held, room, row, rows, found, waiting, mixes, ways, here, keys, marks,
    degrees, values, edges, job,
):  # fmt: skip
    """Writes the edges of the positions from `AT` to `LAST`, as many as there is room for, how many
    each position has, and the values of ends. All positions after them are in the table.
    """
    words = np.uint64(plan[WORDS])
    job[WHY] = FINE
    while job[AT] < job[LAST] and job[WHY] == FINE and job[MANY] + mixes.size <= edges.size:
        first = job[AT]
        done = _batch(
            spread, ended, score, tier, masks, numbers, plan, pieces, images,
            held, room, row, rows, found, waiting, mixes, ways, here, marks, job,
        )  # fmt: skip
        to = np.uint64(0)
        for n in range(done):
            values[first + n], degrees[first + n] = EMPTY, here[n]
            if here[n] == 0:
                row_of(plan, pieces, held, np.uint64(first + n) * words, row)
                values[first + n] = end_value(ended, score, masks, numbers, row, job)
                if values[first + n] == EMPTY:
                    job[WHY] = STUCK
                    return
            for _ in range(here[n]):
                mark = marks[_slot(keys, marks, words, waiting, to * words, mixes[to])]
                if mark == EMPTY:
                    job[WHY] = MISSING
                    return
                edges[job[MANY]] = np.uint32(mark) | np.uint32((ways[to] & 1) * AGAIN)
                job[MANY] += 1
                to += np.uint64(1)


@kernel(types.void(_E, _D, _V, types.int64), nogil=True)
def settle(edges, degrees, values, scored):
    """Writes the values of positions with edges, whose marks are the values that they lead to."""
    e = 0
    for place in range(degrees.size):
        best = np.int64(EMPTY)
        for _ in range(degrees[place]):
            value = np.int64(edges[e] & np.uint32(AGAIN - 1)) - BIAS
            best = max(best, seen_from(value, 1 if edges[e] & np.uint32(AGAIN) else -1, scored))
            e += 1
        if degrees[place]:
            values[place] = best
