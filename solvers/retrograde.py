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

from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiling import kernel
from ruleproof.models.game import Game
from ruleproof.models.kernels import ENDED, MOVES, PLAY, PLAYING, SCORE, Engine
from ruleproof.models.states import BITS, layout
from ruleproof.solvers.entries import hashed
from ruleproof.solvers.key_kernel import WORDS, least_key, row_of
from ruleproof.solvers.prefetch import prefetch
from ruleproof.solvers.search_kernel import WIN, seen_from

UNKNOWN = -0x8000
AGAIN = 1 << 31
"""The bit of an edge that says that the same side moves again."""

# Places in `job`.
NEXT, COUNT, EDGES, STATUS, BUDGET, SCORED, PARTY, SIDE_WORD, SIDE_SHIFT, HEAD, TAIL = range(11)
JOB = 11
# What `job[STATUS]` says.
RUNNING, DONE, FULL, WIDER = range(4)


def new_job(game: Game, compiled: Engine, party: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """A `job` that has not begun."""
    job = np.zeros(JOB, np.int64)
    place = layout(game.rulebook.rules.State).number_place("side", compiled.width)
    job[SIDE_WORD], job[SIDE_SHIFT] = place
    job[SCORED] = game.rulebook.scored
    job[PARTY] = party
    return job


_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]
_PLACES = types.uint32[::1]
_DEGREES = types.uint16[::1]
_VALUES = types.int16[::1]
_PLIES = types.uint16[::1]


@kernel(types.int64(_WORDS, types.uint64, _PLACES, _WORDS, types.uint64, types.uint64), inline=True)
def find(held, words, slots, keys, at, slot):
    """The place of the key that begins at `at`, or minus one minus the slot where it would be
    noted; `slot` is its home.
    """
    while True:
        noted = np.int64(slots[slot])
        if noted == 0:
            return -1 - np.int64(slot)
        same = True
        first = np.uint64(noted - 1) * words
        for k in range(words):
            same = same and held[first + k] == keys[at + k]
        if same:
            return noted - 1
        slot += np.uint64(1)
        if slot == np.uint64(slots.size):
            slot = np.uint64(0)


@kernel(types.uint64(_PLACES, types.uint64, _WORDS, types.uint64), inline=True)
def home(slots, words, keys, at):
    """The slot where the key that begins at `at` is looked for first."""
    return (hashed(words, keys, at) * np.uint64(slots.size)) >> np.uint64(32)


@kernel(types.void(_WORDS, types.uint64, types.int64, _PLACES))
def note_all(held, words, count, slots):
    """Notes the places of the first keys in empty slots."""
    for place in range(np.uint64(count)):
        slot = home(slots, words, held, place * words)
        while slots[slot] != 0:
            slot += np.uint64(1)
            if slot == np.uint64(slots.size):
                slot = np.uint64(0)
        slots[slot] = place + np.uint64(1)


@kernel(types.int64(_WORDS, _NUMBERS), inline=True)
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
    _NUMBERS,
    _WORDS,
    _WORDS,
    _PLACES,
    _VALUES,
    _DEGREES,
    _PLACES,
    _WORDS,
    _WORDS,
    _WORDS,
    _WORDS,
    _WORDS,
    _NUMBERS,
    _NUMBERS,
)


@kernel(_EXPAND)
def expand(
    moves, play, ended, score, masks, numbers, plan, pieces, images,
    held, slots, values, degrees, edges, row, after, room, waiting, homes, found, job,
):  # fmt: skip
    """Finds the positions after those from `NEXT` on, with the edges to them, until all are found,
    `BUDGET` positions are done, arrays are `FULL`, or keys are too narrow for `after`.

    `held` are the keys of all places. The edges of the places done, `degrees[p]` of each, are
    appended to `edges`. There is room for a row in `row` and `after`, for images in `room`, for
    moves in `homes` and `found`, and for as many keys, and one, in `waiting`.
    """
    words = np.uint64(plan[WORDS])
    key = waiting[:words]
    job[STATUS] = RUNNING
    for _ in range(job[BUDGET]):
        place = job[NEXT]
        if place == job[COUNT]:
            job[STATUS] = DONE
            return
        if values[place] != UNKNOWN:
            degrees[place] = 0
            job[NEXT] += 1
            continue
        row_of(plan, pieces, held, np.uint64(place) * words, row)
        many = moves(masks, numbers, row, found)
        if (
            (job[COUNT] + many) * np.int64(words) >= held.size
            or job[COUNT] + many >= values.size
            or job[EDGES] + many > edges.size
            or (job[COUNT] + many) * 3 > slots.size * 2
        ):
            job[STATUS] = FULL
            return
        for k in range(many):
            again = play(masks, numbers, row, found[k + 1], after)
            if job[PARTY] >= 0:
                again = friend(row, job) * friend(after, job)
            if not least_key(plan, pieces, images, room, after, key):
                job[STATUS] = WIDER
                return
            at = np.uint64(k + 1) * words
            for w in range(words):
                waiting[at + w] = key[w]
            homes[k] = home(slots, words, key, np.uint64(0))
            prefetch(slots, homes[k])
            found[k + 1] = again
        for k in range(many):
            noted = np.uint64(slots[homes[k]])
            if noted:
                prefetch(held, (noted - np.uint64(1)) * words)
        for k in range(many):
            at = np.uint64(k + 1) * words
            to = find(held, words, slots, waiting, at, homes[k])
            if to < 0:
                slot = -1 - to
                to = job[COUNT]
                for w in range(words):
                    held[np.uint64(to) * words + w] = waiting[at + w]
                row_of(plan, pieces, waiting, at, row)
                values[to] = end_value(ended, score, masks, numbers, row, job)
                job[COUNT] += 1
                slots[slot] = job[COUNT]
            edges[job[EDGES]] = to | AGAIN if found[k + 1] == 1 else to
            job[EDGES] += 1
        degrees[place] = many
        job[NEXT] += 1


@kernel(types.void(_PLACES, _PLACES))
def count_in(edges, back_first):
    """Counts the edges that lead to each place p, in `back_first[p + 2]`."""
    for e in range(edges.size):
        back_first[2 + np.int64(edges[e] & np.uint32(AGAIN - 1))] += np.uint32(1)


@kernel(types.int64(_PLACES, _DEGREES, types.int64, _PLACES, _PLACES))
def turn_round(edges, degrees, place, back_first, back):
    """Writes the edges of the places from `place` on the other way round, and returns the place
    after them: `back[back_first[p] : back_first[p + 1]]` are in the end the places that have an
    edge to p, with that edge's highest bit. Before, `back_first[p + 1]` says where those of p
    begin.
    """
    e = 0
    while e < edges.size:
        for _ in range(degrees[place]):
            after = 1 + np.int64(edges[e] & np.uint32(AGAIN - 1))
            back[back_first[after]] = np.uint32(place) | (edges[e] & np.uint32(AGAIN))
            back_first[after] += np.uint32(1)
            e += 1
        place += 1
    return place


@kernel(types.void(_PLACES, _PLACES, _DEGREES, _VALUES, _PLIES, _PLACES, _NUMBERS))
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
