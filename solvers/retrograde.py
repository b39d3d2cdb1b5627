"""Backward induction in compiled code: all positions that can be reached, then their values from
the ends of the game back.

place   the number of a position, in the order in which positions were found
edge    the place that a move leads to, with the highest bit set if the same side moves again
value   of a position for its side to move, as in `solvers/search_kernel.py`; `UNKNOWN` at first
plies   in scored games, within how many plies the game ends when both hold to the value

A position is settled when a move of its side reaches one that it wins, or when the last of its
moves is known to lose; what never settles is a draw, for play can go on for ever. In games of win
and loss positions are settled in the order of their distance to the end. In scored games the
greatest margins come first: what is settled at one margin stays as it is at all smaller ones.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.kernels import ENDED, MOVES, PLAY, PLAYING, SCORE, kernel
from ruleproof.models.states import BITS
from ruleproof.solvers.search_kernel import WIN, seen_from
from ruleproof.solvers.symmetry import canonical, mixed, pack_key, unpack_key

UNKNOWN = -0x8000
AGAIN = 1 << 31
"""The bit of an edge that says that the same side moves again."""

# Places in `job`.
NEXT, COUNT, EDGES, STATUS, BUDGET, SCORED, PARTY, SIDE_WORD, SIDE_SHIFT, HEAD, TAIL = range(11)
JOB = 11
# What `job[STATUS]` says.
RUNNING, DONE, FULL, WIDER = range(4)

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]
_KEYS = types.uint64[:, ::1]
_PLACES = types.uint32[::1]
_VALUES = types.int16[::1]
_PLIES = types.uint16[::1]


@kernel(types.int64(_KEYS, _PLACES, _WORDS))
def find(keys, slots, key):
    """The place of a key, or minus one minus the slot where it would be noted."""
    mask = np.uint64(slots.size - 1)
    slot = mixed(key) & mask
    while True:
        noted = np.int64(slots[slot])
        if noted == 0:
            return -1 - np.int64(slot)
        same = True
        for k in range(key.size):
            same = same and keys[noted - 1, k] == key[k]
        if same:
            return noted - 1
        slot = (slot + np.uint64(1)) & mask


@kernel(types.void(_KEYS, types.int64, _PLACES))
def note_all(keys, count, slots):
    """Notes the places of the first keys in empty slots."""
    mask = np.uint64(slots.size - 1)
    for place in range(count):
        slot = mixed(keys[place]) & mask
        while slots[slot] != 0:
            slot = (slot + np.uint64(1)) & mask
        slots[slot] = place + 1


@kernel(types.void(_NUMBERS, _NUMBERS, _KEYS, types.int64, _KEYS, types.int64), allocates=True)
def repack(old_pieces, new_pieces, old, count, new, words):
    """Writes the first keys in their new form."""
    row = np.empty(words, np.uint64)
    for place in range(count):
        unpack_key(old_pieces, old[place], row)
        pack_key(new_pieces, row, new[place])


@kernel(types.int64(_WORDS, _NUMBERS))
def friend(row, job):
    """1 if the party that values are for is to move, else -1."""
    side = (row[job[SIDE_WORD]] >> np.uint64(job[SIDE_SHIFT])) & np.uint64((1 << BITS) - 1)
    return 1 if np.int64(side) == job[PARTY] else -1


@kernel(types.int64(ENDED, SCORE, _WORDS, _NUMBERS, _WORDS, _NUMBERS))
def end_value(ended, score, masks, numbers, row, job):
    """The value of a position that has ended, else `UNKNOWN`."""
    payoff = ended(masks, numbers, row)
    if payoff == PLAYING:
        return UNKNOWN
    if job[PARTY] >= 0:
        return score(masks, numbers, row, job[PARTY]) * friend(row, job)
    return payoff if job[SCORED] else payoff * WIN


_EXPAND = types.void(
    MOVES,
    PLAY,
    ENDED,
    SCORE,
    _WORDS,
    _NUMBERS,
    _NUMBERS,
    _WORDS,
    _NUMBERS,
    _KEYS,
    _PLACES,
    _VALUES,
    _PLACES,
    _NUMBERS,
    _KEYS,
    _NUMBERS,
    _NUMBERS,
)


@kernel(_EXPAND)
def expand(
    moves, play, ended, score, masks, numbers, shape, turns, pieces,
    keys, slots, values, edges, first, rows, found, job,
):  # fmt: skip
    """Finds the positions after those from `NEXT` on, with the edges to them, until all are found,
    `BUDGET` positions are done, arrays are `FULL`, or keys are too narrow for `rows[2]`.

    `rows`: room for three rows and a key. The edges of place p are `edges[first[p] : first[p+1]]`.
    """
    key = rows[3, : keys.shape[1]]
    job[STATUS] = RUNNING
    for _ in range(job[BUDGET]):
        place = job[NEXT]
        if place == job[COUNT]:
            job[STATUS] = DONE
            return
        first[place + 1] = job[EDGES]
        if values[place] != UNKNOWN:
            job[NEXT] += 1
            continue
        unpack_key(pieces, keys[place], rows[0])
        moves(masks, numbers, rows[0], found)
        many = found[0]
        if (
            job[COUNT] + many >= keys.shape[0]
            or job[EDGES] + many > edges.size
            or (job[COUNT] + many) * 3 > slots.size * 2
        ):
            job[STATUS] = FULL
            return
        at = job[EDGES]
        for k in range(1, many + 1):
            again = play(masks, numbers, rows[0], found[k], rows[1])
            if job[PARTY] >= 0:
                again = friend(rows[0], job) * friend(rows[1], job)
            canonical(shape, turns, rows[1], rows[2])
            if not pack_key(pieces, rows[2], key):
                job[STATUS] = WIDER
                return
            after = find(keys, slots, key)
            if after < 0:
                slot = -1 - after
                after = job[COUNT]
                for w in range(key.size):
                    keys[after, w] = key[w]
                values[after] = end_value(ended, score, masks, numbers, rows[1], job)
                job[COUNT] += 1
                slots[slot] = job[COUNT]
            edges[at] = after | AGAIN if again == 1 else after
            at += 1
        job[EDGES] = at
        first[place + 1] = at
        job[NEXT] += 1


@kernel(types.void(_NUMBERS, _PLACES, types.int64, _NUMBERS, _PLACES))
def turn_round(first, edges, count, back_first, back):
    """Writes the edges the other way round: `back[back_first[p] : back_first[p + 1]]` are the
    places that have an edge to p, with that edge's highest bit. `back_first` has one more room.
    """
    low = np.uint32(AGAIN - 1)
    for e in range(first[count]):
        back_first[2 + np.int64(edges[e] & low)] += 1
    for place in range(2, back_first.size):
        back_first[place] += back_first[place - 1]
    for place in range(count):
        for e in range(first[place], first[place + 1]):
            after = 1 + np.int64(edges[e] & low)
            back[back_first[after]] = np.uint32(place) | (edges[e] & np.uint32(AGAIN))
            back_first[after] += 1


@kernel(types.void(_NUMBERS, _PLACES, _NUMBERS, _VALUES, _PLIES, _PLACES, _NUMBERS))
def settle(back_first, back, left, values, plies, queue, job):
    """Settles positions from those in the queue back, until none is left in it or `BUDGET` are
    done. `left[p]` is the number of moves of p that are not known to lose.
    """
    scored = job[SCORED]
    job[STATUS] = RUNNING
    for _ in range(job[BUDGET]):
        if job[HEAD] == job[TAIL]:
            job[STATUS] = DONE
            return
        after = np.int64(queue[job[HEAD]])
        job[HEAD] += 1
        for e in range(back_first[after], back_first[after + 1]):
            place = np.int64(back[e] & np.uint32(AGAIN - 1))
            if values[place] != UNKNOWN:
                continue
            again = 1 if back[e] & np.uint32(AGAIN) else -1
            value = seen_from(np.int64(values[after]), again, scored)
            if scored:
                plies[place] = max(plies[place], plies[after] + 1)
            if value < 0:
                left[place] -= 1
                if left[place] > 0:
                    continue
            elif scored:
                plies[place] = plies[after] + 1
            values[place] = value
            queue[job[TAIL]] = place
            job[TAIL] += 1


_CHECK = types.int64(
    MOVES,
    PLAY,
    ENDED,
    SCORE,
    _WORDS,
    _NUMBERS,
    _NUMBERS,
    _WORDS,
    _NUMBERS,
    _KEYS,
    _PLACES,
    _VALUES,
    _PLIES,
    _KEYS,
    _NUMBERS,
    _NUMBERS,
)


@kernel(_CHECK)
def check(
    moves, play, ended, score, masks, numbers, shape, turns, pieces,
    keys, slots, values, plies, rows, found, job,
):  # fmt: skip
    """The first place from `NEXT` on, within `BUDGET`, whose value does not follow from those after
    it (or that lacks one after it), else -1.
    """
    key = rows[3, : keys.shape[1]]
    scored = job[SCORED]
    stop = min(job[NEXT] + job[BUDGET], job[COUNT])
    for place in range(job[NEXT], stop):
        unpack_key(pieces, keys[place], rows[0])
        value = end_value(ended, score, masks, numbers, rows[0], job)
        if value != UNKNOWN:
            if value != values[place]:
                return place
            continue
        moves(masks, numbers, rows[0], found)
        best = UNKNOWN
        soon = False
        late = False
        for k in range(1, found[0] + 1):
            again = play(masks, numbers, rows[0], found[k], rows[1])
            if job[PARTY] >= 0:
                again = friend(rows[0], job) * friend(rows[1], job)
            canonical(shape, turns, rows[1], rows[2])
            if not pack_key(pieces, rows[2], key):
                return place
            after = find(keys, slots, key)
            if after < 0:
                return place
            seen = seen_from(np.int64(values[after]), again, scored)
            best = max(best, seen)
            if scored:
                nearer = plies[after] < plies[place]
                soon = soon or (nearer and seen == values[place])
                late = late or not nearer
        if best != values[place]:
            return place
        if scored and ((best > 0 and not soon) or (best < 0 and late)):
            return place
    job[NEXT] = stop
    return -1
