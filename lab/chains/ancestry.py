"""In Crowd: whether a game comes to a drop with so long a chain, by going back from it.

ancestor   of a position: one that a turn of either player leads from to it
opening    a position at the end of phase 1, its colours exchanged or not: stones apart, no cell
           free, dropped in turn
key        a position up to symmetry, as one number: Black's stones, then 32 bits of White's

All positions with such a drop by Black (White's are these with the colours exchanged) are gone back
from, to ancestors of ancestors, each once up to symmetry. In phase 2 a side may pass whenever the
other is to drop, so whose turn it is and who passed before does not matter. Where no opening is
among the ancestors, no game leads to the drop.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

import time

import numpy as np
from numba import types

from ruleproof.models.boards.boards import Board
from ruleproof.models.compiled.compiling import kernel

LARGEST = 30
"""Cells of the largest board whose sets of flips are all tried."""
_I64, _TABLE = types.int64, types.int64[::1]
_TURNS = types.int64[:, ::1]
_SLOTS = 1 << 24
_REACHED, _FULL = -1, -2
"""Answers instead of the number of positions that wait: an opening is an ancestor; no room."""


def reaches(board: Board, many: int, waves: int, seconds: float) -> tuple[bool, int]:
    """Whether a game on the board comes to a drop that flips so many stones or more, in so many
    waves or more; and the number of positions looked at; under chain=local and turncoat-chain=off.

    `TimeoutError` when the time is up or the positions are too many.
    """
    if board.size > LARGEST:
        raise TimeoutError
    end = time.process_time() + seconds
    around = np.array(board.around, np.int64)
    turns = np.array(board.symmetries, np.int64)
    table, waiting = np.zeros(_SLOTS, np.int64), np.zeros(_SLOTS, np.int64)
    state = np.zeros(1, np.int64)  # how many positions were put into the table
    left = _begin(around, turns, many, waves, table, waiting, state)
    while left > 0:
        left = _go_back(around, turns, table, waiting, left, state, 50_000)
        if time.process_time() > end:
            raise TimeoutError
    if left == _FULL:
        raise TimeoutError
    return left == _REACHED, int(state[0])


@kernel(_I64(_I64), inline=True)
def _count(cells):
    """The number of cells in the set."""
    cells = cells - ((cells >> 1) & 0x5555555555555555)
    cells = (cells & 0x3333333333333333) + ((cells >> 2) & 0x3333333333333333)
    return (((cells + (cells >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101) >> 56


@kernel(_I64(_I64), inline=True)
def _lowest(cells):
    """The lowest cell of the set."""
    return _count((cells & -cells) - 1)


@kernel(_I64(_TABLE, _I64))
def _beside(around, cells):
    """The cells around any of them."""
    found = 0
    while cells:
        found |= around[_lowest(cells)]
        cells &= cells - 1
    return found


@kernel(_I64(_TABLE, _I64, _I64, _I64))
def _outnumbered(around, cells, friends, enemies):
    """The cells around which enemies are more than friends and the stone there."""
    found = 0
    while cells:
        cell = _lowest(cells)
        cells &= cells - 1
        if _count(around[cell] & enemies) >= _count(around[cell] & friends) + 2:
            found |= 1 << cell
    return found


@kernel(_I64(_TABLE, _I64, _I64, _I64))
def _chain(around, friends, enemies, cell):
    """The enemies that flip when a friend is dropped on the cell."""
    flipped = 0
    friends |= 1 << cell
    near = around[cell] & enemies
    while near:
        turned = _outnumbered(around, near, enemies, friends)
        flipped |= turned
        friends |= turned
        enemies &= ~turned
        near = _beside(around, turned) & enemies
    return flipped


@kernel(_I64(_TURNS, _I64, _I64))
def _key(turns, black, white):
    """The least key among the position's images."""
    least = 0x7FFFFFFFFFFFFFFF
    for k in range(turns.shape[0]):
        key = 0
        stones = black
        while stones:
            key |= 1 << (32 + turns[k, _lowest(stones)])
            stones &= stones - 1
        stones = white
        while stones:
            key |= 1 << turns[k, _lowest(stones)]
            stones &= stones - 1
        least = min(least, key)
    return least


@kernel(_I64(_TABLE, _TURNS, _I64, _I64, _TABLE, _TABLE, _I64, _TABLE))
def _put(around, turns, black, white, table, waiting, left, state):
    """Puts the position in wait, unless it is known or can be none of a game. Returns how many wait
    then, `_REACHED` for an opening.
    """
    stones = black | white
    near = _beside(around, stones)
    if ((1 << around.size) - 1) & ~(stones | near):
        return left  # while a cell is free no stone is dropped beside another
    if not near & stones:
        more = _count(black) - _count(white)
        return _REACHED if -1 <= more <= 1 else left
    key = _key(turns, black, white)
    at = ((key * 0x1E3779B97F4A7C15) >> 20) & (table.size - 1)
    while table[at]:
        if table[at] == key:
            return left
        at = (at + 1) & (table.size - 1)
    if state[0] * 4 > table.size * 3:
        return _FULL
    table[at] = key
    state[0] += 1
    waiting[left] = key
    return left + 1


@kernel(_I64(_TABLE, _I64, _I64, _I64))
def _waves(around, friends, enemies, cell):
    """The number of waves of the chain when a friend is dropped on the cell."""
    friends |= 1 << cell
    near = around[cell] & enemies
    number = 0
    while near:
        turned = _outnumbered(around, near, enemies, friends)
        number += turned != 0
        friends |= turned
        enemies &= ~turned
        near = _beside(around, turned) & enemies
    return number


@kernel(_I64(_TABLE, _TURNS, _I64, _I64, _TABLE, _TABLE, _TABLE), allocates=True)
def _begin(around, turns, many, waves, table, waiting, state):
    """Puts all positions with a drop by Black of so many flips and waves or more in wait; returns
    their number.

    Of more flips the first so many are looked at, the rest being stones of White's that are kept.

    Black's stones on all cells that are kept help most; where they suffice, any of these cells is
    also tried without a stone and with one of White's.
    """
    size = around.size
    full = (1 << size) - 1
    rest = np.zeros((2 * size + 2, 3), np.int64)
    left = 0
    kept = (1 << (size - many)) - 1
    while kept <= full:
        flips = full & ~kept
        drops = kept
        least = True
        for k in range(1, turns.shape[0]):
            image = 0
            cells = flips
            while cells:
                image |= 1 << turns[k, _lowest(cells)]
                cells &= cells - 1
            least = least and image >= flips
        while least and drops:
            drop = _lowest(drops)
            drops &= drops - 1
            rest[0, 0], rest[0, 1], rest[0, 2] = kept & ~(1 << drop), 0, kept & ~(1 << drop)
            depth = 1
            while depth:
                depth -= 1
                black, white, undecided = rest[depth, 0], rest[depth, 1], rest[depth, 2]
                if flips & ~_chain(around, black, white | flips, drop):
                    continue
                if not undecided:
                    if _waves(around, black, white | flips, drop) < waves:
                        continue
                    left = _put(around, turns, black, white | flips, table, waiting, left, state)
                    if left < 0:
                        return left
                    continue
                one = undecided & -undecided
                undecided &= ~one
                rest[depth, 0], rest[depth, 1], rest[depth, 2] = black, white, undecided
                rest[depth + 1, 0], rest[depth + 1, 1] = black & ~one, white
                rest[depth + 1, 2] = undecided
                rest[depth + 2, 0], rest[depth + 2, 1] = black & ~one, white | one
                rest[depth + 2, 2] = undecided
                depth += 3
        # the next larger number with as many bits
        low = kept & -kept
        high = kept + low
        kept = (((high ^ kept) >> 2) // low) | high
    return left


@kernel(_I64(_TABLE, _TURNS, _TABLE, _TABLE, _I64, _TABLE, _I64), allocates=True)
def _go_back(around, turns, table, waiting, left, state, most):
    """Puts the ancestors of so many waiting positions in wait; returns how many wait then."""
    back = np.zeros(1 << 14, np.int64)
    for _ in range(most):
        if left <= 0:
            return left
        left -= 1
        black, white = waiting[left] >> 32, waiting[left] & 0xFFFFFFFF
        for side in range(2):
            mine, theirs = (black, white) if side == 0 else (white, black)
            # next to a changed cell no enemy is left outnumbered
            near = _beside(around, _outnumbered(around, theirs, theirs, mine))
            cells = mine & ~near
            while cells:
                one = cells & -cells
                cells &= cells - 1
                left = _flipped(
                    around, turns, mine, theirs, one, near, side, back, table, waiting, left, state
                )
                if left < 0:
                    return left
            cells = theirs
            while cells:  # a dropped stone that changed colour
                one = cells & -cells
                cells &= cells - 1
                before = theirs & ~one
                if _outnumbered(around, one, mine, before) and not _chain(
                    around, mine, before, _lowest(one)
                ):
                    first, second = (mine, before) if side == 0 else (before, mine)
                    left = _put(around, turns, first, second, table, waiting, left, state)
                    if left < 0:
                        return left
    return left


@kernel(
    _I64(
        *(_TABLE, _TURNS, _I64, _I64, _I64, _I64, _I64, _TABLE),
        *(_TABLE, _TABLE, _I64, _TABLE),
    )
)
def _flipped(around, turns, mine, theirs, one, near, side, back, table, waiting, left, state):
    """Puts the ancestors in wait from which the mover dropped that stone and none or some of the
    rest flipped to him; returns how many wait then.
    """
    cell = _lowest(one)
    back[0] = 0
    known = 1
    done = 0
    while done < known:
        flips = back[done]
        done += 1
        friends, enemies = mine & ~flips, theirs | flips
        before = friends & ~one
        if _chain(around, before, enemies, cell) == flips and (
            flips or not _outnumbered(around, one, friends, enemies)
        ):
            first, second = (before, enemies) if side == 0 else (enemies, before)
            left = _put(around, turns, first, second, table, waiting, left, state)
            if left < 0:
                return left
        # the last to flip had two friends more around it than enemies
        last = friends & ~one & ~near
        while last:
            stone = last & -last
            last &= last - 1
            if _outnumbered(around, stone, enemies, friends):
                more = flips | stone
                new = True
                for k in range(known):
                    if back[k] == more:
                        new = False
                        break
                if new:
                    if known == back.size:
                        return _FULL
                    back[known] = more
                    known += 1
    return left
