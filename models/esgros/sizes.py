"""The sizes of Esgros' groups, for all cells at once: what its rules need beside the rulebook.

The numbers of all cells are counted together, in bits: level k of `Levels` is the set of the cells
whose number has bit k (`models/cells.py` has the words: `raised`, `up_to`, `smallest`).

s(c)      the size of the group that a stone of the mover on the empty cell c would form
L, M      the size of the mover's largest group before placing (0 if none), and of the enemy's
"""

from __future__ import annotations

from typing import NamedTuple

from ruleproof.models.cells import (
    Cells,
    Field,
    Levels,
    count,
    flood,
    lowest,
    raised,
    reached,
    rule,
    single,
    smallest,
    up_to,
)


class Growth(NamedTuple):
    """A number for each cell, in bits (s(c), or the size of the group there), and the largest size
    of a group of that colour (L, or M).
    """

    sizes: Levels
    largest: int


@rule
def zeros(board: Field) -> Levels:
    """The number 0 for every cell: nine bits, as a board has at most 384 cells."""
    none = board.none
    return none, none, none, none, none, none, none, none, none


@rule
def largest(board: Field, stones: Cells) -> int:
    """The size of the largest group of the stones; 0 if there are none."""
    size = 0
    while stones:
        group = flood(board, single(board, lowest(stones)), stones)
        stones = stones & ~group
        size = max(size, count(group))
    return size


@rule
def growth(board: Field, stones: Cells, cells: Cells) -> Growth:
    """s(c) of the empty cells: 1 and the sizes of the groups of the stones beside c; and L."""
    sizes = raised(zeros(board), cells, 1)
    largest = 0
    while stones:
        group = reached(board, single(board, lowest(stones)), stones)
        stones = stones & ~group.cells
        size = count(group.cells)
        largest = max(largest, size)
        sizes = raised(sizes, group.beside & cells, size)
    return Growth(sizes, largest)


@rule
def strengths(board: Field, stones: Cells) -> Growth:
    """The size of the group that each of the stones stands in; and M."""
    sizes = zeros(board)
    largest = 0
    while stones:
        group = flood(board, single(board, lowest(stones)), stones)
        stones = stones & ~group
        size = count(group)
        largest = max(largest, size)
        sizes = raised(sizes, group, size)
    return Growth(sizes, largest)


@rule
def least_above(sizes: Levels, cells: Cells, floor: int) -> Cells:
    """Among the cells whose numbers are above the floor, those with the least."""
    return smallest(sizes, cells & ~up_to(sizes, cells, floor))


@rule
def up_to_else_least(sizes: Levels, cells: Cells, limit: int) -> Cells:
    """The cells whose numbers are at most the limit; if there are none, those with the least."""
    fitting = up_to(sizes, cells, limit)
    return fitting if fitting else smallest(sizes, cells)


@rule
def of_size(board: Field, stones: Cells, size: int) -> Cells:
    """The stones that stand in groups of that size."""
    found = board.none
    while stones:
        group = flood(board, single(board, lowest(stones)), stones)
        stones = stones & ~group
        if count(group) == size:
            found |= group
    return found
