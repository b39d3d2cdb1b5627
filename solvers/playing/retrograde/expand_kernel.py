"""Backward induction in compiled code: all positions that can be reached, and their moves.

place   the number of a position, in the order in which positions were found
slots   a hash table: 0, or one more than the number of a place, and in the bits above those that
        numbers of places need as many bits of the key's hash, its tag
look    at some positions: finds those after them; several threads may look, and what they find is
        joined with the rest in the order of the places looked at, so that it is the same however
        many threads there are
batch   the moves of some positions, looked up together: what lies far away in memory is asked for
        long before it is read
edge    the place that a move leads to, with the highest bit set if the same side moves again
value   of a position for its side to move, as in `playing/values/scale.py`; `UNKNOWN` at
        first

`playing/retrograde/settle_kernel.py` propagates values from the ends of the game.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING, SCORE, Engine
from ruleproof.models.compiled.prefetch import prefetch
from ruleproof.models.play.game import Game
from ruleproof.models.play.states import BITS, layout
from ruleproof.solvers.playing.keys.key_kernel import WORDS, least_key, row_of
from ruleproof.solvers.playing.retrograde.entry_table import mixed, publish
from ruleproof.solvers.playing.values.scale import WIN

UNKNOWN = -0x8000
AGAIN = 1 << 31
"""The bit of an edge that says that the same side moves again."""

# Places in `job`.
NEXT, COUNT, EDGES, BUDGET, SCORED, PARTY, SIDE_WORD, SIDE_SHIFT, HEAD, TAIL = range(10)
PLACE_BITS, FIRST, SIZE = range(10, 13)
JOB = 13
BATCH = 128
"""Moves of a batch, or as many more as the last of its positions has."""
# Places in the `state` of a look.
AT, LAST, ROOM, STATUS_OF, DONE_EDGES, FRESH = range(6)
LOOK = 6
# What the status says.
RUNNING, FULL, WIDER, CROWDED = range(4)
MOST_EDGES = 0xFFFF
"""A position of a table has no more moves: their number is told in 16 bits."""


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


@kernel(types.uint64(_PLACES, types.uint64), inline=True)
def _home(slots, mixed):
    """The slot where the key with that hash is looked for first."""
    return ((mixed >> np.uint64(32)) * np.uint64(slots.size)) >> np.uint64(32)


@kernel(types.uint64(_PLACES, types.uint64, types.uint64, types.uint64), inline=True)
def _likely(slots, low, mixed, slot):
    """The first slot, from one on, with the tag of a hash, or the empty one before it; `low` are
    the bits of a slot that number a place.
    """
    tag = mixed & np.uint64(0xFFFF_FFFF) & ~low
    while True:
        noted = np.uint64(slots[slot])
        if noted == np.uint64(0) or noted & ~low == tag:
            return slot
        slot += np.uint64(1)
        if slot == np.uint64(slots.size):
            slot = np.uint64(0)


_FIND = types.int64(
    *(_WORDS, types.uint64, _PLACES, types.uint64, _WORDS, types.uint64, types.uint64, types.uint64)
)


@kernel(_FIND, inline=True)
def _find(held, words, slots, low, keys, at, mixed, slot):
    """The place of the key that begins at `at`, or minus one minus the slot where it would be
    noted; `mixed` is its hash, and no slot before that one is likely.
    """
    while True:
        slot = _likely(slots, low, mixed, slot)
        noted = np.uint64(slots[slot]) & low
        if noted == np.uint64(0):
            return -1 - np.int64(slot)
        same = True
        first = (noted - np.uint64(1)) * words
        for k in range(words):
            same = same and held[first + k] == keys[at + k]
        if same:
            return np.int64(noted - np.uint64(1))
        slot += np.uint64(1)
        if slot == np.uint64(slots.size):
            slot = np.uint64(0)


@kernel(types.int64(_WORDS, types.uint64, _PLACES, _WORDS, _NUMBERS))
def place_of(held, words, slots, key, job):
    """The place of a key, a negative number if it has none."""
    low = (np.uint64(1) << np.uint64(job[PLACE_BITS])) - np.uint64(1)
    value = mixed(words, key, np.uint64(0))
    return _find(held, words, slots, low, key, np.uint64(0), value, _home(slots, value))


@kernel(types.void(_WORDS, types.uint64, _PLACES, _NUMBERS))
def note_all(held, words, slots, job):
    """Notes the places of all keys in empty slots."""
    low = (np.uint64(1) << np.uint64(job[PLACE_BITS])) - np.uint64(1)
    some = np.uint64(64)
    count = np.uint64(job[COUNT])
    for first in range(np.uint64(0), count, some):
        last = min(count, first + some)
        for place in range(first, last):
            prefetch(slots, _home(slots, mixed(words, held, place * words)))
        for place in range(first, last):
            value = mixed(words, held, place * words)
            slot = _home(slots, value)
            while slots[slot] != 0:
                slot += np.uint64(1)
                if slot == np.uint64(slots.size):
                    slot = np.uint64(0)
            slots[slot] = (value & np.uint64(0xFFFF_FFFF) & ~low) | (place + np.uint64(1))


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


_LOOK = types.void(
    *(MOVES, PLAY, ENDED, SCORE, _WORDS, _NUMBERS, _NUMBERS, _NUMBERS, _WORDS),
    *(_WORDS, _PLACES, _WORDS, _WORDS, _WORDS, _WORDS, _WORDS, _WORDS, types.uint8[::1], _NUMBERS),
    *(_VALUES, _DEGREES, _PLACES, _WORDS, _WORDS, _PLACES, _NUMBERS, _NUMBERS),
)


@kernel(_LOOK, nogil=True)
def look(
    moves, play, ended, score, masks, numbers, plan, pieces, images,
    held, slots, row, after, room, waiting, mixes, likely, ways, found,
    values, degrees, edges, fresh, fresh_mixes, unsure, job, state,
):  # fmt: skip
    """Looks at the positions from `state[AT]` on, until `state[LAST]`, or until there is no more
    room (`FULL`), keys are too narrow for `after` (`WIDER`), or the position in `row` has more
    moves than are counted (`CROWDED`). `values` tells those of ends, `degrees` the
    numbers of edges.

    `held` are the keys of all places; other threads may add to them, and to `slots`. Edges are
    written to `edges`, of which `unsure` tells those that lead to positions that had no place yet:
    their keys are in `fresh`, at most `state[ROOM]`. There is room
    for a row in `row` and `after`, for images in `room`, for moves in `found`, for a batch in
    `mixes`, `likely` and `ways`, and for its keys, and one, in `waiting`.
    """
    words = np.uint64(plan[WORDS])
    low = (np.uint64(1) << np.uint64(job[PLACE_BITS])) - np.uint64(1)
    key = waiting[:words]
    begin = state[AT]
    status = RUNNING
    state[DONE_EDGES] = state[FRESH] = 0
    while status == RUNNING and state[AT] < state[LAST]:
        used = 0
        while used < BATCH and state[AT] < state[LAST]:
            place = state[AT]
            row_of(plan, pieces, held, np.uint64(place) * words, row)
            value = end_value(ended, score, masks, numbers, row, job)
            many = 0
            if value == UNKNOWN:
                many = moves(masks, numbers, row, found)
            if many > MOST_EDGES:
                status = CROWDED
                break
            used_then = used + many
            if (
                place - begin >= values.size
                or state[DONE_EDGES] + used_then > edges.size
                or state[FRESH] + used_then > state[ROOM]
            ):
                status = FULL
                break
            for k in range(many):
                again = play(masks, numbers, row, found[k + 1], after)
                if job[PARTY] >= 0:
                    again = friend(row, job) * friend(after, job)
                if not least_key(plan, pieces, images, room, after, key):
                    status = WIDER
                    break
                to = np.uint64(used + k)
                for w in range(words):
                    waiting[(to + np.uint64(1)) * words + w] = key[w]
                mixes[to] = mixed(words, key, np.uint64(0))
                prefetch(slots, _home(slots, mixes[to]))
                ways[to] = again == 1
            if status != RUNNING:
                break
            values[place - begin] = value
            degrees[place - begin] = many
            used = used_then
            state[AT] += 1
        for to in range(np.uint64(used)):
            likely[to] = _likely(slots, low, mixes[to], _home(slots, mixes[to]))
            noted = np.uint64(slots[likely[to]]) & low
            if noted:
                prefetch(held, (noted - np.uint64(1)) * words)
        edge, new = np.uint64(state[DONE_EDGES]), np.uint64(state[FRESH])
        for k in range(np.uint64(used)):
            at = (k + np.uint64(1)) * words
            to = _find(held, words, slots, low, waiting, at, mixes[k], likely[k])
            if to < 0:
                for w in range(words):
                    fresh[new * words + w] = waiting[at + w]
                fresh_mixes[new] = mixes[k]
                unsure[new] = edge
                new += np.uint64(1)
                to = 0
            edges[edge] = to | AGAIN if ways[k] else to
            edge += np.uint64(1)
        state[DONE_EDGES], state[FRESH] = edge, new
    state[STATUS_OF] = status


_JOIN = types.void(
    *(_WORDS, types.uint64, _PLACES, _VALUES, _DEGREES, _PLACES, _WORDS, _WORDS, _PLACES),
    *(_VALUES, _DEGREES, _PLACES, _NUMBERS, _NUMBERS),
)


@kernel(_JOIN, nogil=True)
def join(
    held, words, slots, values, degrees, edges, fresh, fresh_mixes, unsure,
    all_values, all_degrees, all_edges, job, state,
):  # fmt: skip
    """Gives places to the finds of a look, whose turn it is, and puts its positions, from `FIRST`
    on, and their edges with the others. There is room for all of it.
    """
    low = (np.uint64(1) << np.uint64(job[PLACE_BITS])) - np.uint64(1)
    many, some = np.uint64(state[FRESH]), np.uint64(16)
    for first in range(np.uint64(0), many, some):
        last = min(many, first + some)
        for k in range(first, last):
            prefetch(slots, _home(slots, fresh_mixes[k]))
        for k in range(first, last):
            mix, at = fresh_mixes[k], k * words
            to = _find(held, words, slots, low, fresh, at, mix, _home(slots, mix))
            if to < 0:
                slot = np.uint64(-1 - to)
                to = job[COUNT]
                for w in range(words):
                    held[np.uint64(to) * words + w] = fresh[at + w]
                job[COUNT] += 1
                tag = mix & np.uint64(0xFFFF_FFFF) & ~low
                publish(slots, slot, np.uint32(tag | np.uint64(job[COUNT])))
            edges[unsure[k]] |= np.uint32(to)
    first = np.uint64(job[EDGES])
    for k in range(np.uint64(state[DONE_EDGES])):
        all_edges[first + k] = edges[k]
    job[EDGES] += state[DONE_EDGES]
    first = np.uint64(job[NEXT] - job[FIRST])
    for k in range(np.uint64(state[AT] - job[NEXT])):
        all_values[first + k] = values[k]
        all_degrees[first + k] = degrees[k]
    job[NEXT] = state[AT]
