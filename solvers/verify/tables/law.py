"""Holds the entries of a table against what its game declares, in compiled code: that symmetries
keep the rules and, where values rest on it, that play never comes back to a position.

A position is looked up by the least key of its images, so the check of an entry by the rules speaks
of one image only. It speaks of another one as well if the rules play that one alike: it is over
with the same result, or the positions after its moves are the images of those after the entry's.
Then both lead to the same entries, since symmetries are a group (`solvers/verify/tables/forms.py`).
Rows are compared by keys that no symmetry has touched: least keys would agree under a false one.

image   of an entry, by its number: under the plain turns but the first, which turns nothing, then
        under those with a change of colours
digest  of the positions after a position's moves: a sum over all, so that their order does not
        count, of a hash of each and of a secret number. Where two differ, positions are compared
        one by one, since several moves may lead to one position
ranks   of rows, see `ranks.py`: numbers that fall with every move; empty where no value rests on
        that
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING, SCORE
from ruleproof.models.play.states import BITS
from ruleproof.solvers.verify.tables.kernel import AT, TOLD, WHY, key_of, mark_of
from ruleproof.solvers.verify.tables.keys import (
    CHANGED,
    CHANGED_AT,
    ONE_IN,
    ORBIT,
    PARTY,
    PLAIN,
    SIDE_SHIFT,
    SIDE_WORD,
    SWAPS,
    TESTED,
    WORDS,
    fits,
    image_key,
    unpack,
)

SYMMETRY, RANK = 64, 65
"""More reasons to refuse an entry than those of `solvers/verify/tables/kernel.py`."""

_W = types.uint64[::1]
_N = types.int64[::1]
_B = types.uint8[::1]
_O = types.uint32[::1]
_U = types.uint64
_I = types.int64
_SIDE = (1 << BITS) - 1


@kernel(_I(_N, _W, _U), inline=True)
def _side(facts, rows, first):
    """The side to move in the row that begins at `first`."""
    side = rows[first + np.uint64(facts[SIDE_WORD])] >> np.uint64(facts[SIDE_SHIFT])
    return np.int64(side & np.uint64(_SIDE))


@kernel(_I(_N, _W, _U), inline=True)
def _own(facts, rows, first):
    """1 if the player whose values the table has is to move, else -1."""
    return 1 if _side(facts, rows, first) == facts[PARTY] else -1


@kernel(_U(_U, _W, _U, _U, _U), inline=True)
def _digest(secret, keys, first, words, way):
    """The hash of a secret number, the key that begins at `first`, and a small number."""
    value = secret ^ way * np.uint64(0x9E3779B97F4A7C15)
    for k in range(first, first + words):
        value = (value ^ keys[k]) * np.uint64(0xD6E8FEB86659FD93)
        value ^= value >> np.uint64(32)
    value = (value ^ secret) * np.uint64(0xD6E8FEB86659FD93)
    return value ^ value >> np.uint64(32)


@kernel(types.void(_N, _N, _W, _U, _B, _U, _W, _U), inline=True)
def _carried(facts, plan, images, number, row_bytes, first, key, to):
    """Writes the key of an image of the row that begins at `first`."""
    start, turns, turn = np.uint64(0), np.uint64(facts[PLAIN]), number + np.uint64(1)
    if turn >= np.uint64(facts[ORBIT]):
        start, turns = np.uint64(facts[CHANGED_AT]), np.uint64(facts[CHANGED])
        turn -= np.uint64(facts[ORBIT])
    image_key(facts, plan, images, start, turns, turn, row_bytes, np.uint64(8) * first, key, to)


_SAME = types.boolean(*(PLAY, _W, _N, _N, _N, _W, _U, _I, _I, _I, _U, _W, _B, _W, _N, _N))


@kernel(_SAME)
def same_after(
    play, masks, numbers, facts, plan, images, number, swap, many, count,
    wide, rows, row_bytes, key, listed, ways,
):  # fmt: skip
    """Whether the positions after all moves of an image are the images of those after the row's
    moves; see `hold`.
    """
    words, zero = np.uint64(facts[WORDS]), np.uint64(0)
    mirror = wide * np.uint64(listed.size)
    after = mirror + wide
    image, next_row = rows[mirror:after], rows[after : after + wide]
    for mine in range(2):
        for m in range(many if mine else count):
            met = False
            for n in range(count if mine else many):
                one, other = (m, n) if mine else (n, m)
                again = play(masks, numbers, image, listed[other + 1], next_row)
                if facts[PARTY] >= 0:
                    again = _own(facts, rows, mirror) * _own(facts, rows, after)
                plain = np.uint64(facts[PLAIN])
                byte = np.uint64(8) * after
                image_key(facts, plan, images, zero, plain, zero, row_bytes, byte, key, zero)
                first = wide * np.uint64(one + 1)
                _carried(facts, plan, images, number, row_bytes, first, key, words)
                same = _side(facts, rows, first) ^ swap == _side(facts, rows, after)
                same = same and again == ways[one]
                for w in range(words):
                    same = same and key[w] == key[words + w]
                if same:
                    met = True
                    break
            if not met:
                return False
    return True


@kernel(_I(_N, _B, _U), inline=True)
def _rank(ranks, row_bytes, first):
    """The rank of the row whose bytes begin at `first`."""
    total = np.int64(0)
    for k in range(np.uint64(ranks[0])):
        byte = np.uint64(ranks[np.uint64(2) * k + np.uint64(1)])
        begin = np.uint64(ranks[np.uint64(2) * k + np.uint64(2)])
        total += ranks[begin + np.uint64(row_bytes[first + byte])]
    return total


HOLD = types.void(
    *(MOVES, PLAY, ENDED, SCORE, _W, _N, _N, _N, _W, _W, _N),
    *(_W, _O, _U, _U, _W, _B, _W, _N, _N, _N, _U),
)


@kernel(HOLD, nogil=True)
def hold(
    moves, play, ended, score, masks, numbers, facts, plan, allowed, images, ranks,
    lines, order, first, last, rows, row_bytes, key, listed, ways, found, secret,
):  # fmt: skip
    """Holds the entries from `first` to `last` in the order against the laws: each, or as many as
    the facts say, against so many images; the secret number chooses entries and images. `found`
    describes the first entry that breaks a law.

    There is room for a row, for those after all its moves and for two more in `rows`, whose bytes
    are `row_bytes`, for two keys in `key`, for moves in `listed` and `ways`.
    """
    words, wide, zero = np.uint64(facts[WORDS]), np.uint64(allowed.size), np.uint64(0)
    row = rows[:wide]
    mirror = wide * np.uint64(listed.size)
    after = mirror + wide
    image, next_row = rows[mirror:after], rows[after : after + wide]
    party, plain, eight = facts[PARTY], np.uint64(facts[PLAIN]), np.uint64(8)
    circle = np.uint64(facts[ORBIT] + facts[SWAPS] - 1)
    for turn in range(first, last):
        found[AT] = mark_of(facts, order[turn])
        at = key_of(facts, np.uint64(found[AT]))
        unpack(facts, plan, lines, at, row)
        begin = _digest(secret, lines, at, words, zero)
        images_of_it = np.uint64(facts[TESTED])
        if begin % np.uint64(facts[ONE_IN]):
            images_of_it = zero
        if ranks.size == 0 and images_of_it == zero:
            continue
        payoff = ended(masks, numbers, row)
        many = points = np.int64(0)
        if payoff == PLAYING:
            many = moves(masks, numbers, row, listed)
        elif party >= 0:
            points = score(masks, numbers, row, party) * _own(facts, rows, zero)
        for m in range(np.uint64(many)):
            to = wide * (m + np.uint64(1))
            again = play(masks, numbers, row, listed[m + np.uint64(1)], rows[to : to + wide])
            if party >= 0:
                again = _own(facts, rows, zero) * _own(facts, rows, to)
            ways[m] = again
        if ranks.size:
            own = _rank(ranks, row_bytes, zero)
            for m in range(np.uint64(many)):
                if _rank(ranks, row_bytes, eight * wide * (m + np.uint64(1))) >= own:
                    found[WHY], found[TOLD] = RANK, np.int64(m) + 1
                    return
        for k in range(images_of_it):
            number = ((begin >> np.uint64(32)) + k) % circle
            swap = np.int64(number + np.uint64(1) >= np.uint64(facts[ORBIT]))
            _carried(facts, plan, images, number, row_bytes, zero, key, zero)
            unpack(facts, plan, key, zero, image)
            if swap:  # the side of a row with a change of colours among its symmetries is 0
                image[np.uint64(facts[SIDE_WORD])] |= np.uint64(1) << np.uint64(facts[SIDE_SHIFT])
            kept = ended(masks, numbers, image) == payoff
            if kept and payoff != PLAYING and party >= 0:
                kept = score(masks, numbers, image, party) * _own(facts, rows, mirror) == points
            if kept and payoff == PLAYING:
                count = moves(masks, numbers, image, listed)
                theirs = ours = zero
                for m in range(np.uint64(count)):
                    again = play(masks, numbers, image, listed[m + np.uint64(1)], next_row)
                    if party >= 0:
                        again = _own(facts, rows, mirror) * _own(facts, rows, after)
                    kept = kept and fits(facts, plan, allowed, next_row)
                    byte = eight * after
                    image_key(facts, plan, images, zero, plain, zero, row_bytes, byte, key, zero)
                    way = np.uint64(_side(facts, rows, after) << 1 | (again == 1))
                    theirs += _digest(secret, key, zero, words, way)
                for m in range(np.uint64(many)):
                    to = wide * (m + np.uint64(1))
                    _carried(facts, plan, images, number, row_bytes, to, key, zero)
                    way = np.uint64((_side(facts, rows, to) ^ swap) << 1 | (ways[m] == 1))
                    ours += _digest(secret, key, zero, words, way)
                if kept and (ours != theirs or count != many):
                    kept = same_after(
                        play, masks, numbers, facts, plan, images, number, swap, many, count,
                        wide, rows, row_bytes, key, listed, ways,
                    )  # fmt: skip
            if not kept:
                found[WHY], found[TOLD] = SYMMETRY, np.int64(number)
                return
