"""Two games walked in step, compiled: pairs of positions that the same line of moves leads to.

Arguments that end in 2 are those of the second game.

pair     a row of the first game followed by one of the second; canonical under the symmetries that
         both games share
parting  a pair at which the legal moves, the results or the pictures are not the same
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING
from ruleproof.solvers.playing.reach.position_set import (
    IMAGES,
    PLAN,
    ROW,
    ROWS,
    SLOTS,
    enter,
    find,
    occupied,
    turned,
)

INT64 = types.int64[::1]
EQUAL, WITHIN = 0, 1
"""The question about two sets of legal moves: whether they are the same, or the first lies within
the second.
"""
NOTHING, RESULT, LEGAL, PICTURE = 0, 1, 2, 3
"""The ways in which a pair parts."""


@kernel(types.void(ROW, IMAGES, PLAN, ROW, ROW, ROW))
def canonical_pair(pair, images, plan, room, image, out):
    """Writes the least image of the pair when both halves are turned alike; `room` is a row and
    `image` a pair that may be used.
    """
    words = room.size
    for k in range(pair.size):
        out[k] = pair[k]
    for turn in range(plan.shape[0]):
        for half in range(2):
            turned(pair[half * words : (half + 1) * words], images, plan, turn, room)
            for k in range(words):
                image[half * words + k] = room[k]
        for k in range(pair.size):
            if image[k] != out[k]:
                if image[k] < out[k]:
                    for rest in range(k, pair.size):
                        out[rest] = image[rest]
                break


@kernel(types.int64(INT64, INT64))
def missing(some, others):
    """The number of moves in the first list that are not in the second."""
    total = 0
    for k in range(1, some[0] + 1):
        met = False
        for j in range(1, others[0] + 1):
            if others[j] == some[k]:
                met = True
                break
        if not met:
            total += 1
    return total


_PART = types.void(
    MOVES, ENDED, MOVES, ENDED, ROW, INT64, ROW, INT64, ROWS, ROW, types.int64, INT64, INT64,
    types.int64, types.int64, types.int64, types.int64, INT64,
)  # fmt: skip


@kernel(_PART)
def part(
    moves, ended, moves2, ended2, masks, numbers, masks2, numbers2, pairs, visible, asked, found,
    found2, first, last, layers, words, parting,
):  # fmt: skip
    """Looks for a parting among the pairs `first` to `last`, the one with the fewest stones.

    `visible` masks the words of a row that a picture shows. `parting`: the number of the pair or
    -1, in what it parts, its stones.
    """
    size = visible.size
    for at in range(first, last):
        one, two = pairs[at, :size], pairs[at, size:]
        kind = NOTHING
        value, value2 = ended(masks, numbers, one), ended2(masks2, numbers2, two)
        found[0] = found2[0] = 0
        if value == PLAYING:
            moves(masks, numbers, one, found)
        if value2 == PLAYING:
            moves2(masks2, numbers2, two, found2)
        if missing(found, found2) or (asked == EQUAL and missing(found2, found)):
            kind = LEGAL
        if asked == EQUAL:
            if value != value2:
                kind = RESULT
            if kind == NOTHING:
                for k in range(size):
                    if (one[k] ^ two[k]) & visible[k]:
                        kind = PICTURE
                        break
        if kind != NOTHING:
            stones = occupied(one, layers, words)
            if parting[0] < 0 or stones < parting[2]:
                parting[0], parting[1], parting[2] = at, kind, stones


_WALK = types.int64(
    MOVES, PLAY, ENDED, PLAY, ROW, INT64, ROW, INT64, IMAGES, PLAN, ROWS, types.int32[::1], SLOTS,
    INT64, ROWS, types.int64, types.int64, types.int64,
)  # fmt: skip


@kernel(_WALK, allocates=True)
def walk(
    moves, play, ended, play2, masks, numbers, masks2, numbers2, images, plan, pairs, parents,
    slots, found, rooms, first, last, many,
):  # fmt: skip
    """Enters the pairs that one move of the first game leads to from the pairs `first` to `last`;
    the second game takes the same move. Stops early, at the pair that is returned, for lack of
    room. `found[0]` receives the number of pairs; `rooms` are four rows of a pair's length.
    """
    words = pairs.shape[1] // 2
    at = first
    while at < last:
        if many + found.size > pairs.shape[0] or 2 * (many + found.size) > slots.size:
            break
        one, two = pairs[at, :words], pairs[at, words:]
        if ended(masks, numbers, one) == PLAYING:
            for k in range(1, moves(masks, numbers, one, found) + 1):
                play(masks, numbers, one, found[k], rooms[0, :words])
                play2(masks2, numbers2, two, found[k], rooms[0, words:])
                canonical_pair(rooms[0], images, plan, rooms[1, :words], rooms[2], rooms[3])
                if find(pairs, slots, rooms[3]) < 0:
                    for k in range(2 * words):
                        pairs[many, k] = rooms[3, k]
                    parents[many] = at
                    enter(pairs, slots, many)
                    many += 1
        at += 1
    found[0] = many
    return at


_LISTED = types.int64(MOVES, ENDED, ROW, INT64, ROWS, INT64, types.int64, types.int64, INT64)


@kernel(_LISTED)
def listed(moves, ended, masks, numbers, pairs, found, first, last, out):
    """Writes the first game's moves in the pairs `first` to `last` to `out`, their number first.
    Stops early, at the pair that is returned, for lack of room.
    """
    words = pairs.shape[1] // 2
    at = first
    many = 0
    while at < last and many + found.size < out.size:
        one = pairs[at, :words]
        if ended(masks, numbers, one) == PLAYING:
            for k in range(1, moves(masks, numbers, one, found) + 1):
                many += 1
                out[many] = found[k]
        at += 1
    out[0] = many
    return at
