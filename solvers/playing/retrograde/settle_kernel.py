"""Backward induction in compiled code: values from the ends of the game back.

See `playing/retrograde/expand_kernel.py` for the words, and besides

back    the edges the other way round: for each place the places that have an edge to it, with that
        edge's highest bit
lap     so many edges, a power of 2, as have numbers of their own: the numbers of those behind them
        begin at 0 again
layer   of the queue: what settles by what was in it before, and nothing else. In the order of the
        places, every other layer in reverse, edges are read one after the other, and those first
        that were read last; in scored games, of the plies first
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

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.prefetch import prefetch
from ruleproof.solvers.playing.retrograde.expand_kernel import (
    AGAIN,
    BUDGET,
    HEAD,
    SCORED,
    SIZE,
    TAIL,
    UNKNOWN,
)
from ruleproof.solvers.playing.values.scale_kernel import seen_from

_NUMBERS = types.int64[::1]
_PLACES = types.uint32[::1]
_DEGREES = types.uint16[::1]
_VALUES = types.int16[::1]
_PLIES = types.uint16[::1]
_NEAR = 8
"""The distance ahead in the queue at which the memory behind a place's edges is asked for."""


@kernel(types.void(_PLACES, _PLACES))
def count_in(edges, back_first):
    """Counts the edges that lead to each place p, in `back_first[p + 2]`."""
    for e in range(edges.size):
        back_first[2 + np.int64(edges[e] & np.uint32(AGAIN - 1))] += np.uint32(1)


_TURN = types.void(
    *(_PLACES, _DEGREES, types.int64, types.int64, types.int64, types.int64, types.uint64),
    *(_PLACES, _PLACES, types.uint64[::1]),
)


@kernel(_TURN)
def turn_round(edges, degrees, place, low, high, begin, lap, back_first, back, picked):
    """Writes edges the other way round: those of the places from `place` on, whose numbers are
    `degrees`, that lead to places from `low` on and below `high`. They are fewer than a lap. In the
    end `back[back_first[p] : back_first[p + 1]]`, if `back` is counted from `begin` on, are the
    places that have an edge to p; before, `back_first[p + 1]` says where those of p begin. `picked`
    has room for as many numbers as there are edges, and one.
    """
    within = lap - np.uint64(1)
    many = np.uint64(0)
    e = np.uint64(0)
    width = np.uint64(high - low)
    for n in range(np.uint64(degrees.size)):
        here = (np.uint64(place) + n) << np.uint64(32)
        last = e + np.uint64(degrees[n])
        while e < last:
            edge = np.uint64(edges[e])
            picked[many] = here | edge
            many += np.uint64((edge & np.uint64(AGAIN - 1)) - np.uint64(low) < width)
            e += np.uint64(1)
    for k in range(many):
        edge = picked[k]
        to = (edge & np.uint64(AGAIN - 1)) + np.uint64(1)
        at = np.uint64(back_first[to])
        back[(at - np.uint64(begin)) & within] = np.uint32(
            (edge >> np.uint64(32)) | (edge & np.uint64(AGAIN))
        )
        back_first[to] = np.uint32((at + np.uint64(1)) & within)


@kernel(types.void(_VALUES, types.boolean[::1]))
def note_sizes(values, seen):
    """Marks the sizes of all values that are known and not 0."""
    for place in range(values.size):
        if values[place] != UNKNOWN and values[place] != 0:
            seen[abs(np.int64(values[place]))] = True


@kernel(types.void(_VALUES, types.int64, _PLACES, _NUMBERS))
def enqueue(values, size, queue, job):
    """Puts the ends whose values have a size, which no other position has yet, into the queue. That
    is noted as `SIZE`: whoever interrupts the work finds both done, or neither.
    """
    for place in range(values.size):
        if values[place] == size or values[place] == -size:
            queue[job[TAIL]] = place
            job[TAIL] += 1
    job[SIZE] = size


_SETTLE = types.void(
    *(_PLACES, types.uint64, _PLACES, types.uint64, types.uint64, types.uint64),
    *(_DEGREES, _VALUES, _PLIES, _PLACES, _NUMBERS),
)


@kernel(_SETTLE)
def settle(back_first, lap, back, base, low, high, left, values, plies, queue, job):
    """Settles positions from those in the queue back, until `BUDGET` are done, or the next is none
    of the places from `low` on and below `high`: `back` are the edges of these, and the first has
    the number `base` within its lap. `left[p]` is the number of moves of p that are not known to
    lose.
    """
    scored = job[SCORED]
    within = lap - np.uint64(1)
    width = high - low
    for _ in range(job[BUDGET]):
        head = job[HEAD]
        after = np.uint64(queue[head])
        if after - low >= width:
            return
        if head + _NEAR < job[TAIL]:
            soon = np.uint64(queue[head + _NEAR])
            if soon - low < width:
                begin = (np.uint64(back_first[soon]) - base) & within
                many = (np.uint64(back_first[soon + np.uint64(1)]) - base - begin) & within
                for e in range(begin, begin + min(many, np.uint64(16))):
                    place = np.uint64(back[e] & np.uint32(AGAIN - 1))
                    prefetch(values, place)
                    prefetch(left, place)
        job[HEAD] += 1
        begin = (np.uint64(back_first[after]) - base) & within
        many = (np.uint64(back_first[after + np.uint64(1)]) - base - begin) & within
        for e in range(begin, begin + many):
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
