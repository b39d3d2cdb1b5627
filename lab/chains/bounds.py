"""In Crowd: the most stones that one drop can flip, on any board, by counting and by clauses.

spare   of a cell: how many stones of its own colour a stone there may have around it when it flips,
        were the mover's on all its other neighbours: n // 2 - 1 of n neighbours
flips   the cells whose stones flip; all the others are `kept`
later   of a cell of the flips: those of its neighbours that flip after it
trap    a set of cells each of which has more of the set around it than it can spare: while all of
        it is of one colour none of it flips. The author's invincible shapes are traps.

A stone flips when the mover's stones around it are at least two more than those of its own colour;
among the latter are all its neighbours that flip later. (Under `majority=cells` they are at least
two more than all its other neighbours, empty ones included, which asks for more still.) So no stone
has more later neighbours than it can spare. Of each pair of neighbours among the flips one flips
later or with the other, so the pairs are no more than all that the flips can spare. This holds
whichever way a chain reaches the stones, whichever player it turns them to, and whatever stands on
the cells that are kept.

In turn, where every stone can be given a turn to flip within what it can spare, all of them flip if
the mover's stones stand on all the cells kept: so the flips of a chain that reaches the whole board
are the sets of cells without a trap.
"""

# pysat's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ruleproof.models.boards.boards import Board
from ruleproof.models.cells import Cells, count, each
from ruleproof.models.incrowd.claims.chain_theorems import spare

WIDEST = 12
"""Boards whose shorter side is longer are bounded by arithmetic alone."""
_NEVER = -(1 << 14)


class Arrangement(NamedTuple):
    """The cell of a drop, and the cells whose stones it flips while the mover's are on all others;
    for chains that reach the whole board the cell is any that is kept.
    """

    drop: int
    flips: Cells


def most_by_counting(board: Board) -> int:
    """The size of the largest set of cells with no more pairs of neighbours than they can spare.

    Cell by cell along the rows; the states are the flips among the last cells, a row and one more,
    and how many there are so far, and for each is kept how much is left to spare at most.
    """
    rows, columns = len(board.rows), len(board.rows[0])
    short = min(rows, columns)
    if short > WIDEST:
        return most_by_arithmetic(board)
    at = {spot: cell for cell, spot in enumerate(board.spots)}
    able = spare(board)
    # per set of the last cells, the nearest in the lowest bit, and number of flips: left to spare
    left = np.full((2 << short, board.size + 1), _NEVER, np.int32)
    left[0, 0] = 0
    states = np.arange(2 << short)
    for cell in range(board.size):
        y, x = divmod(cell, short)
        spared = able[at[x, y] if columns == short else at[y, x]]
        behind = [0] * (x > 0) + [short] * (x > 0 < y) + [short - 1] * (y > 0)
        behind += [short - 2] * (y > 0 and x < short - 1)
        pairs = sum((states >> bit & 1 for bit in behind), np.zeros_like(states))
        flipping = np.full_like(left, _NEVER)
        if spared >= 0:
            flipping[:, 1:] = (left + (spared - pairs)[:, None])[:, :-1]
        # the farthest cell is seen no more
        kept, flipping = (np.maximum(*np.split(part, 2)) for part in (left, flipping))
        left = np.stack([kept, flipping], axis=1).reshape(left.shape)
    return int(np.flatnonzero((left >= 0).any(axis=0)).max())


def most_by_arithmetic(board: Board) -> int:
    """A bound for every board. If every cell flipped, the pairs of neighbours would be too many by
    a certain number. A kept cell lowers that number by its pairs, less those that it could spare.
    """
    able = spare(board)
    pairs = sum(map(count, board.around)) // 2
    most = 0
    too_many = pairs - sum(able)
    taken = sorted((count(n) - s for n, s in zip(board.around, able, strict=True)), reverse=True)
    while too_many > 0 and most < board.size:
        too_many -= taken[most]
        most += 1
    return board.size - most


def trap_in(board: Board, cells: Cells) -> Cells:
    """The largest trap among the cells, empty if there is none."""
    able = spare(board)
    while True:
        going = sum(
            1 << one for one in each(cells) if count(board.around[one] & cells) <= able[one]
        )
        if not going:
            return cells
        cells &= ~going


def smallest_trap_in(board: Board, trap: Cells) -> Cells:
    """A trap among the cells of one that holds no smaller trap."""
    for one in each(trap):
        if trap >> one & 1:
            trap = trap_in(board, trap & ~(1 << one)) or trap
    return trap


def stuck(
    board: Board,
    found: Arrangement,
    friends: Cells,
    enemies: Cells,
    spreads: bool,
    of_cells: bool = False,
) -> Cells:
    """The cells that were to flip and do not, where the mover's stones and others that do not flip
    stand on these of the cells kept. `spreads`: see `arrangements`; `of_cells`: the majority is one
    of cells, empty ones included, which is the same where no cell is empty.
    """
    left, reached = found.flips, board.around[found.drop] if spreads else board.full
    friends |= 1 << found.drop
    while True:
        turned = 0
        for one in each(left & reached):
            near = board.around[one]
            against = count(near) if of_cells else count(near & (friends | left | enemies))
            if 2 * count(near & friends) >= against + 2:
                turned |= 1 << one
        if not turned:
            return left
        left &= ~turned
        friends |= turned
        for one in each(turned):
            reached |= board.around[one]


def arrangements(board: Board, many: int, spreads: bool, seconds: float) -> Iterator[Arrangement]:
    """The arrangements that flip so many stones: every drop for every set of flips, of symmetric
    sets for one. A SAT solver proposes them and learns why one fails. Raises `TimeoutError` when
    the time is up.

    `spreads`: chains spread from the cell of the drop; else they reach the whole board.
    """
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Solver

    end = time.process_time() + seconds
    size = board.size
    flips, drops = range(1, size + 1), range(size + 1, 2 * size + 1)
    some = CardEnc.atleast(flips, many, top_id=2 * size, encoding=EncType.totalizer)
    one = CardEnc.equals(drops, 1, top_id=max(some.nv, 2 * size), encoding=EncType.seqcounter)
    with Solver(name="glucose4", bootstrap_with=[*some.clauses, *one.clauses]) as solver:
        for flip, drop in zip(flips, drops, strict=True):
            solver.add_clause([-flip, -drop])
        while True:
            solver.conf_budget(20_000)
            answer = solver.solve_limited()
            if answer is False:
                return
            if time.process_time() > end:
                raise TimeoutError
            if answer is None:
                continue
            model = solver.get_model() or []
            cells = sum(1 << cell for cell in range(size) if model[cell] > 0)
            drop = next(cell for cell in range(size) if model[size + cell] > 0)
            trap = trap_in(board, cells)
            if trap:
                for image in _images(board, smallest_trap_in(board, trap)):
                    solver.add_clause([-1 - cell for cell in each(image)])
                continue
            left = stuck(board, Arrangement(drop, cells), board.full & ~cells, 0, spreads)
            if left:
                solver.add_clause(_unreached(board, drop, left))
                continue
            for cell in each(board.full & ~cells):
                found = Arrangement(cell, cells)
                if not stuck(board, found, board.full & ~cells, 0, spreads):
                    yield found
            for image in _images(board, cells):
                solver.add_clause([-1 - cell for cell in each(image)])


def _images(board: Board, cells: Cells) -> set[Cells]:
    return {sum(1 << turned[one] for one in each(cells)) for turned in board.symmetries}


def _unreached(board: Board, drop: int, left: Cells) -> list[int]:
    """The clause that the cells left over teach. Those of them that could flip have only others of
    them and kept cells around, so no change reaches them; the rest have too many of them around. So
    one of them is kept, or one of those kept cells flips, or the drop is elsewhere.
    """
    able = spare(board)
    beside = 0
    for one in each(left):
        if count(board.around[one] & left) <= able[one]:
            beside |= board.around[one] & ~left
    clause = [-1 - one for one in each(left)] + [1 + one for one in each(beside)]
    return [*clause, -1 - board.size - drop]
