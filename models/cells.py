"""Sets of cells: the words in which every rulebook is written down.

A *set of cells* is an integer with a bit per cell: a plain `int` where Python runs it, an LLVM
integer as wide as the board where numba compiles it (`models/compiled/cellset.py`). One text serves
both, so rules are debugged, covered and mutated as Python and searched at the speed of registers.

cell        a number from 0; bit `1 << cell` of a set
near        the cells next to a cell (`board.near[cell]`); `around` also counts diagonals
neighbours  the cells next to any cell of a set, without the set itself
flood       the cells of `within` that can be walked to from `seed` inside `within`
group       a largest connected set of stones: `flood` from one of them inside all of them
liberties   the empty cells next to a group
region      a largest connected set of empty cells
encircled   a set none of whose neighbours is free to walk to

`~` is only ever written behind `&`: the complement of a Python int has no last bit.

>>> from ruleproof.models.play.game import game
>>> board = game("esgros", "path:5").field
>>> stones = single(board, 1) | single(board, 2) | single(board, 4)
>>> list(each(group(board, stones, 1))), list(each(liberties(board, stones, board.full & ~stones)))
([1, 2], [0, 3])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar

Cells: TypeAlias = Annotated[int, "cells"]
"""A set of cells; in a `State` it marks the fields that are sets; the others are numbers."""

Levels: TypeAlias = tuple[Cells, ...]
"""Several sets of cells one above another; a `State` writes out how many."""

PART = 1 << 9
"""The parts of moves, cells, directions and numbers, are below this."""
KIND = PART * PART
"""The moves of the second form of `Text.moves` have this added, those of the third twice this …"""

F = TypeVar("F", bound=Callable[..., Any])

RULES: list[Callable[..., Any]] = []
"""Every function marked `@rule`, as defined; `models/compiled/levels.py` gives them to numba."""


class Field(NamedTuple):
    """A board as rules see it: tables indexed by cell.

    `near`, `around`: set of cells per cell (orthogonal or hex neighbours; all eight). `areas`: the
    named sets of the board and those the game adds. `step[cell * directions + d]`: the cell one
    step on in direction `d`, or -1; directions count from 0 in this order:

        square, dish, path    E, N, W, S, NE, NW, SW, SE
        hex                   E, NE, NW, W, SW, SE
    """

    size: int
    directions: int
    full: Cells
    none: Cells
    near: Any
    around: Any
    areas: Any
    step: Any


class Reach(NamedTuple):
    """A flood and its neighbours, found together."""

    cells: Cells
    beside: Cells


def rule(function: F) -> F:
    """Registers the function as one that also compiles, and returns it unchanged."""
    RULES.append(function)
    return function


def count(cells: Cells) -> int:
    """The number of cells in the set."""
    return cells.bit_count()


def lowest(cells: Cells) -> int:
    """The lowest-numbered cell of a set that is not empty."""
    return (cells & -cells).bit_length() - 1


def single(board: Field, cell: int) -> Cells:
    """The set that holds only that cell."""
    return 1 << cell


def has(cells: Cells, cell: int) -> bool:
    """Whether the cell is in the set."""
    return bool(cells >> cell & 1)


def each(cells: Cells) -> Iterator[int]:
    """The cells of the set, lowest first."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def tally(levels: Levels, cell: int) -> int:
    """The number of sets that have the cell."""
    return sum(level >> cell & 1 for level in levels)


def topmost(levels: Levels, others: Levels) -> Cells:
    """The cells whose highest level is in `levels`, not in `others`."""
    found = 0
    for level, other in zip(levels, others, strict=True):
        found = found & ~other | level
    return found


def piled(levels: Levels, others: Levels, cells: Cells) -> Levels:
    """The tuple of sets with the cells added, each on the lowest level where neither tuple has it;
    a cell that all levels have is left as it is.
    """
    higher: list[Cells] = []
    for level, other in zip(levels, others, strict=True):
        higher.append(level | cells & ~other)
        cells &= level | other
    return tuple(higher)


def erased(levels: Levels, cells: Cells) -> Levels:
    """The tuple of sets, each without the cells."""
    return tuple(level & ~cells for level in levels)


def raised(levels: Levels, cells: Cells, more: int) -> Levels:
    """Adds `more` to the number of each of the cells, as far as there are levels for it. The tuple
    of sets holds a number for each cell: level k is bit k.
    """
    carry = 0
    higher: list[Cells] = []
    for k, level in enumerate(levels):
        bit = cells if more >> k & 1 else 0
        higher.append(level ^ bit ^ carry)
        carry = level & bit | carry & (level ^ bit)
    return tuple(higher)


def lowered(levels: Levels, cells: Cells, less: int) -> Levels:
    """Subtracts `less` from the number (see `raised`) of each of the cells, which must not be
    smaller.
    """
    borrow = 0
    lower: list[Cells] = []
    for k, level in enumerate(levels):
        bit = cells if less >> k & 1 else 0
        lower.append(level ^ bit ^ borrow)
        borrow = (bit | borrow) & ~level | bit & borrow
    return tuple(lower)


def added(levels: Levels, others: Levels) -> Levels:
    """Adds the numbers (see `raised`) of two tuples of sets cell by cell, as far as there are
    levels for them.
    """
    carry = 0
    sums: list[Cells] = []
    for level, other in zip(levels, others, strict=True):
        sums.append(level ^ other ^ carry)
        carry = level & other | carry & (level ^ other)
    return tuple(sums)


def total(levels: Levels, cells: Cells) -> int:
    """The sum of the numbers (see `raised`) of the cells."""
    return sum((level & cells).bit_count() << k for k, level in enumerate(levels))


def covered(levels: Levels) -> Cells:
    """The cells that at least one of the sets has."""
    found = 0
    for level in levels:
        found |= level
    return found


def up_to(levels: Levels, cells: Cells, limit: int) -> Cells:
    """The cells, of those given, whose numbers (see `raised`) are at most the limit, a number
    itself.
    """
    less = 0
    for k, level in reversed(tuple(enumerate(levels))):
        if limit >> k & 1:
            less |= cells & ~level
            cells &= level
        else:
            cells &= ~level
    return less | cells


def smallest(levels: Levels, cells: Cells) -> Cells:
    """The cells, of those given, whose numbers (see `raised`) are the least among them."""
    for level in reversed(levels):
        cells = cells & ~level or cells
    return cells


@rule
def add(moves: Any, move: int) -> None:
    """Append a move to a list whose first entry holds its length. Raises `IndexError` where the
    list has no room: compiled, it would be written into whatever comes next in memory.
    """
    if moves[0] + 1 >= len(moves):
        raise IndexError("there are more moves than `Declared.most_moves` says")
    moves[0] += 1
    moves[moves[0]] = move


@rule
def listed(moves: Any) -> int:
    """The number of moves in such a list so far."""
    return moves[0]


@rule
def pair(first: int, last: int) -> int:
    """The move of two parts: two cells, a cell and a direction, or a cell and a number. A move of
    one part is that part. Moves of other forms than the first have multiples of `KIND` added.
    """
    return first * PART + last


@rule
def first_of(move: int) -> int:
    """The first of a move's two parts."""
    return move // PART % PART


@rule
def last_of(move: int) -> int:
    """The last, or the only, part of a move."""
    return move % PART


@rule
def kind_of(move: int) -> int:
    """The multiple of `KIND` of the move's form: 0 for the first form of `Text.moves`."""
    return move // KIND * KIND


def tell(states: Any, state: Any) -> None:
    """Append a state to a list of states."""
    states.append(state)


@rule
def neighbours(board: Field, cells: Cells) -> Cells:
    """The cells next to the set, outside it."""
    touched = board.none
    for cell in each(cells):
        touched |= board.near[cell]
    return touched & ~cells


@rule
def surroundings(board: Field, cells: Cells) -> Cells:
    """The cells around the set in all eight directions, outside it."""
    touched = board.none
    for cell in each(cells):
        touched |= board.around[cell]
    return touched & ~cells


@rule
def flood(board: Field, seed: Cells, within: Cells) -> Cells:
    """The cells of `within` that are connected to `seed` through cells of `within`."""
    found = seed & within
    edge = found
    # cell by cell: the processor could not predict where a loop over each edge ends
    while edge:
        cell = lowest(edge)
        more = board.near[cell] & within & ~found
        found |= more
        edge = edge & ~single(board, cell) | more
    return found


def parts(board: Field, cells: Cells) -> list[Cells]:
    """The largest connected sets of the cells, that of the lowest cell first. Plain Python only."""
    found: list[Cells] = []
    while cells:
        found.append(flood(board, cells & -cells, cells))
        cells &= ~found[-1]
    return found


@rule
def reached(board: Field, seed: Cells, within: Cells) -> Reach:
    """The flood, and the cells beside it."""
    found = seed & within
    edge, touched = found, board.none
    while edge:
        cell = lowest(edge)
        near = board.near[cell]
        more = near & within & ~found
        touched |= near
        found |= more
        edge = edge & ~single(board, cell) | more
    return Reach(found, touched & ~found)


@rule
def group(board: Field, stones: Cells, cell: int) -> Cells:
    """The group of `stones` that the stone on `cell` belongs to."""
    return flood(board, single(board, cell), stones)


@rule
def liberties(board: Field, stones: Cells, empty: Cells) -> Cells:
    """The empty cells next to the stones."""
    return neighbours(board, stones) & empty


@rule
def encircled(board: Field, cells: Cells, free: Cells) -> bool:
    """Whether no cell of `free` is next to the set or in it."""
    return not (neighbours(board, cells) | cells) & free


@rule
def outnumbered(board: Field, cell: int, friends: Cells, enemies: Cells) -> bool:
    """Whether more enemies than friends stand around the cell, the cell itself counted."""
    return count(board.around[cell] & enemies) > count(board.around[cell] & friends) + 1
