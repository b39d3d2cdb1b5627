"""Vouches for the positions of a checkpoint: compiled code plays on only from positions that the
rules lead to.

A checkpoint of unfinished work holds keys of positions whose moves are yet to be found. Rules that
run compiled may do anything with a row that is no position of the game. So moves are made again of
some of the positions whose moves are known, from the first one on: of those by which each of the
others was found. They must lead where the checkpoint says.

parent  of a position: the first one that has an edge to it; it has a lower number
needed  a position whose moves are made again: a parent of one that is to be looked at, or of one
        that is needed
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, SCORE, Engine
from ruleproof.solvers.playing.keys.key_kernel import WORDS, least_key, row_of
from ruleproof.solvers.playing.keys.keys import Keys
from ruleproof.solvers.playing.retrograde.edges import Edges
from ruleproof.solvers.playing.retrograde.expand_kernel import (
    AGAIN,
    PARTY,
    SCORED,
    UNKNOWN,
    end_value,
    friend,
)
from ruleproof.solvers.playing.search.alphabeta_kernel import WIN
from ruleproof.solvers.work.memory import numbers

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]
_PLACES = types.uint32[::1]
_DEGREES = types.uint16[::1]
_VALUES = types.int16[::1]
_MARKS = types.boolean[::1]


@kernel(types.boolean(_PLACES, _DEGREES, _VALUES, types.int64, types.int64))
def sound(edges, degrees, values, count, scored):
    """Whether a chunk is one: every edge leads to one of `count` places, places have as many edges
    as there are, and only ends have values, such as the ends of games have.
    """
    total = 0
    for n in range(degrees.size):
        total += np.int64(degrees[n])
        value = np.int64(values[n])
        if value != UNKNOWN:
            if degrees[n] != 0:
                return False
            if not scored and value != 0 and value != WIN and value != -WIN:
                return False
    if total != edges.size:
        return False
    for e in range(edges.size):
        if np.int64(edges[e] & np.uint32(AGAIN - 1)) >= count:
            return False
    return True


@kernel(types.boolean(_PLACES, types.int64))
def within(edges, count):
    """Whether all edges are from, or to, one of `count` places."""
    for e in range(edges.size):
        if np.int64(edges[e] & np.uint32(AGAIN - 1)) >= count:
            return False
    return True


@kernel(types.void(_PLACES, _DEGREES, types.int64, _PLACES))
def _note_parents(edges, degrees, place, parents):
    """Notes of all places to which the edges of places from one on lead the first that does, plus
    one.
    """
    e = 0
    for n in range(degrees.size):
        for _ in range(np.int64(degrees[n])):
            to = np.int64(edges[e] & np.uint32(AGAIN - 1))
            if parents[to] == 0:
                parents[to] = np.uint32(place + n + 1)
            e += 1


@kernel(types.boolean(_PLACES, types.int64, _MARKS))
def _mark_needed(parents, done, needed):
    """Marks the places that are needed for those from `done` on; whether all have parents."""
    for k in range(needed.size - 1):
        place = needed.size - 1 - k
        if place >= done or needed[place]:
            parent = np.int64(parents[place]) - 1
            if parent < 0 or parent >= place:
                return False
            needed[parent] = True
    return True


_AGREE = types.int64(
    *(MOVES, PLAY, ENDED, SCORE, _WORDS, _NUMBERS, _NUMBERS, _NUMBERS, _WORDS),
    *(_WORDS, _PLACES, _DEGREES, _VALUES, types.int64, _MARKS),
    *(_WORDS, _WORDS, _WORDS, _WORDS, _NUMBERS, _NUMBERS),
)


@kernel(_AGREE, nogil=True)
def _disagreeing(
    moves, play, ended, score, masks, numbers, plan, pieces, images,
    held, edges, degrees, values, first, needed, row, after, room, key, found, job,
):  # fmt: skip
    """The first needed place of a chunk, which begins with the place `first`, whose value or moves
    are not those by the rules; -1 if there is none.
    """
    words = np.uint64(plan[WORDS])
    e = np.uint64(0)
    for n in range(degrees.size):
        place = first + n
        begin = e
        e += np.uint64(degrees[n])
        if not needed[place]:
            continue
        row_of(plan, pieces, held, np.uint64(place) * words, row)
        value = end_value(ended, score, masks, numbers, row, job)
        many = 0
        if value == UNKNOWN:
            many = moves(masks, numbers, row, found)
        if value != values[n] or many != degrees[n]:
            return place
        for m in range(many):
            again = play(masks, numbers, row, found[m + 1], after)
            if job[PARTY] >= 0:
                again = friend(row, job) * friend(after, job)
            if not least_key(plan, pieces, images, room, after, key):
                return place
            edge = edges[begin + np.uint64(m)]
            if (again == 1) != (edge & np.uint32(AGAIN) != 0):
                return place
            to = np.uint64(edge & np.uint32(AGAIN - 1)) * words
            for w in range(words):
                if held[to + w] != key[w]:
                    return place
    return -1


def vouch(
    engine: Engine, forms: Keys, held: Any, edges: Edges, count: int, job: Any
) -> Generator[int, None, int]:
    """Vouches for the places whose moves are not known, of `count`; `held`, `uint64[count *
    words]`, are the keys of all, and the first is that of a position. Tells every so often how many
    places were looked through.

    Returns how many places are vouched for: of the last ones the moves that lead there may be lost,
    when what was saved was cut short. Raises `ValueError` where a checkpoint contradicts the rules.
    """
    done = edges.places
    if done == count:
        return count
    parents = numbers(count, np.uint32)
    for chunk in edges.chunks():
        _note_parents(chunk.edges, chunk.degrees, chunk.place, parents)
        yield 0
    orphans = np.flatnonzero(parents[1:] == 0)
    count = 1 + int(orphans[0]) if orphans.size else count
    needed = np.zeros(count, np.bool_)
    if count < done or not _mark_needed(parents, done, needed):
        raise ValueError("no move leads to a position that it has")
    del parents
    kernels, rows = engine.kernels, np.zeros((2, engine.row_words), np.uint64)
    room, key = np.zeros(forms.room, np.uint64), np.zeros(forms.words, np.uint64)
    found = engine.move_list()
    for chunk in edges.chunks():
        wrong = _disagreeing(
            *(kernels.moves, kernels.play, kernels.ended, kernels.score),
            *(engine.masks, engine.numbers, forms.plan, forms.pieces, forms.images),
            *(held, chunk.edges, chunk.degrees, chunk.values, chunk.place, needed),
            *(rows[0], rows[1], room, key, found, job),
        )
        if wrong >= 0:
            raise ValueError(f"by the rules the moves of position {wrong} are others")
        yield chunk.place + chunk.degrees.size
    return count


def look_at(edges: Edges, first: int, count: int, job: Any) -> None:
    """Looks at the chunks from one on. Raises `ValueError` for one that compiled code cannot work
    with.
    """
    for chunk in edges.chunks(first=first):
        if not sound(chunk.edges, chunk.degrees, chunk.values, count, job[SCORED]):
            raise ValueError("its moves lead nowhere, or are more than it says")
