"""Symbolic sets of cells: the words of `models/cells.py` for rules that are reasoned about.

A *symbolic set* is a tuple with a z3 Bool per cell, a *number* a z3 bit-vector of 16 bits without
sign (as wide as in a row of `models/play/states.py`). Every function here but `fresh_set` is
functional: it returns a term of its arguments and adds no variables, so a formula may be negated,
and what is concrete folds away while the term is built. The logic of formulas and numbers is in
`models/symbolic/logic.py`, states made of these are in `models/symbolic/states.py`.

constant    TRUE, FALSE (always these two objects) and numbers with a known value
pick        a symbolic set of exactly one cell: one that is yet to be chosen
clause      a sentence of the rulebook, by name, with the formula that says the same
groups      per cell, the group it stands in, as a row of a symmetric matrix

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.symbolic.logic import known
>>> row = game("esgros", "path:4").field
>>> stones = cells_of(row, 0b0111)
>>> known(count(stones)), known(count(neighbours(row, stones)))
(3, 1)
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import z3

from ruleproof.models.cells import Field, each
from ruleproof.models.play.game import Game
from ruleproof.models.play.states import BITS
from ruleproof.models.symbolic.logic import (
    FALSE,
    TRUE,
    Formula,
    Number,
    conj,
    disj,
    iff,
    implies,
    ite,
    less,
    neg,
    not_above,
    number,
    plus,
    truth,
)

Cells: TypeAlias = tuple[z3.BoolRef, ...]
"""A symbolic set of cells: a Bool per cell."""


class Clause(NamedTuple):
    """A sentence of the rulebook: a short name, its words, and the formula that says the same."""

    name: str
    sentence: str
    formula: Formula


def together(clauses: Iterable[Clause]) -> Formula:
    """The formula that all the clauses hold."""
    return conj(*(clause.formula for clause in clauses))


# Sets of cells


def none(board: Field) -> Cells:
    """The empty set."""
    return (FALSE,) * board.size


def full(board: Field) -> Cells:
    """The set of all cells."""
    return (TRUE,) * board.size


def cells_of(board: Field, cells: int) -> Cells:
    """The symbolic set that holds exactly the cells of a plain one."""
    return tuple(truth(cells >> cell & 1) for cell in range(board.size))


def single(board: Field, cell: int) -> Cells:
    """The set of that one cell."""
    return cells_of(board, 1 << cell)


def union(*sets: Cells) -> Cells:
    """The cells in any of the sets."""
    return tuple(disj(*parts) for parts in zip(*sets, strict=True))


def common(*sets: Cells) -> Cells:
    """The cells in all of the sets."""
    return tuple(conj(*parts) for parts in zip(*sets, strict=True))


def without(cells: Cells, others: Cells) -> Cells:
    """The cells of the first set that are not in the second."""
    return tuple(conj(a, neg(b)) for a, b in zip(cells, others, strict=True))


def complement(cells: Cells) -> Cells:
    """The cells that are not in the set."""
    return tuple(neg(part) for part in cells)


def is_empty(cells: Cells) -> Formula:
    """Whether the set has no cell."""
    return neg(disj(*cells))


def meet(one: Cells, other: Cells) -> Formula:
    """Whether the sets have a cell in common."""
    return disj(*common(one, other))


def within(inner: Cells, outer: Cells) -> Formula:
    """Whether every cell of the first set is in the second."""
    return conj(*(implies(a, b) for a, b in zip(inner, outer, strict=True)))


def alike(one: Cells, other: Cells) -> Formula:
    """Whether the sets are the same."""
    return conj(*(iff(a, b) for a, b in zip(one, other, strict=True)))


def count(cells: Iterable[Formula]) -> Number:
    """The number of cells in the set, or of formulas that hold: a tree of adders."""
    cells = list(cells)
    certain = sum(part is TRUE for part in cells)
    open_ones = [part for part in cells if part is not TRUE and part is not FALSE]
    one, zero = z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)
    sums: list[Any] = [z3.If(part, one, zero) for part in open_ones]
    while len(sums) > 1:
        pairs = zip(sums[::2], sums[1::2], strict=False)
        wide = [z3.ZeroExt(1, a) + z3.ZeroExt(1, b) for a, b in pairs]
        sums = wide + [z3.ZeroExt(1, last) for last in sums[len(sums) & ~1 :]]
    if not sums:
        return number(certain)
    return plus(z3.ZeroExt(BITS - sums[0].size(), sums[0]), certain)


def at_least(cells: Iterable[Formula], many: int) -> Formula:
    """Whether at least that many of the formulas hold."""
    return _bounded(list(cells), many)


def at_most(cells: Iterable[Formula], many: int) -> Formula:
    """Whether at most that many of the formulas hold."""
    return neg(_bounded(list(cells), many + 1))


def _bounded(cells: list[Formula], many: int) -> Formula:
    many -= sum(part is TRUE for part in cells)
    open_ones = [part for part in cells if part is not TRUE and part is not FALSE]
    if many <= 0:
        return TRUE
    if many > len(open_ones):
        return FALSE
    if many == 1:
        return disj(*open_ones)
    if many == len(open_ones):
        return conj(*open_ones)
    return not_above(many, count(open_ones))


def is_single(cells: Iterable[Formula]) -> Formula:
    """Whether exactly one of the formulas holds, by a chain that is linear in their number."""
    seen, twice = FALSE, FALSE
    for part in cells:
        twice = disj(twice, conj(seen, part))
        seen = disj(seen, part)
    return conj(seen, neg(twice))


def at(pick: Cells, values: Sequence[Any]) -> Any:
    """The value at the picked cell: of a list of formulas, numbers, or sets, one for each cell.

    Where nothing is picked it is FALSE, 0 or the empty set.
    """
    pairs = [(one, value) for one, value in zip(pick, values, strict=True) if one is not FALSE]
    if not pairs:
        return _nothing(values[0])
    if isinstance(values[0], tuple):
        columns = zip(*(value for _, value in pairs), strict=True)
        chosen = tuple(one for one, _ in pairs)
        return tuple(at(chosen, column) for column in columns)
    if z3.is_bv(values[0]):
        found = _nothing(values[0])
        for one, value in pairs:
            found = ite(one, value, found)
        return found
    return disj(*(conj(one, value) for one, value in pairs))


def _nothing(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_nothing(part) for part in value)
    return number(0) if z3.is_bv(value) else FALSE


# Neighbours, groups and counts, named as in `models/cells.py`


@lru_cache(maxsize=64)
def _lists(sets: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The cells of each cell's set."""
    return tuple(tuple(each(cells)) for cells in sets)


def near(board: Field, cell: int) -> tuple[int, ...]:
    """The numbers of the cells next to a cell."""
    return _lists(board.near)[cell]


def around(board: Field, cell: int) -> tuple[int, ...]:
    """The numbers of the cells around a cell, diagonal ones included."""
    return _lists(board.around)[cell]


def touched(board: Field, cells: Cells) -> Cells:
    """The cells next to a cell of the set, in it or not."""
    return tuple(disj(*(cells[other] for other in near(board, c))) for c in range(board.size))


def neighbours(board: Field, cells: Cells) -> Cells:
    """The cells next to the set, outside it."""
    return without(touched(board, cells), cells)


def surroundings(board: Field, cells: Cells) -> Cells:
    """The cells around the set in all eight directions, outside it."""
    beside = tuple(disj(*(cells[other] for other in around(board, c))) for c in range(board.size))
    return without(beside, cells)


def flood(board: Field, seed: Cells, inside: Cells, *, diagonal: bool = False) -> Cells:
    """The cells of `inside` that are connected to `seed` through cells of `inside`.

    Unrolled for as many rounds as the board has cells; ends early when nothing more can change.
    `diagonal` connects in all eight directions.
    """
    beside = _lists(board.around if diagonal else board.near)
    found = list(common(seed, inside))
    fresh_ones = {cell for cell, part in enumerate(found) if part is not FALSE}
    for _ in range(board.size):
        if not fresh_ones:
            break
        before = tuple(found)
        changed: set[int] = set()
        for cell in {other for one in fresh_ones for other in beside[one]}:
            if before[cell] is TRUE or inside[cell] is FALSE:
                continue
            come = disj(*(before[other] for other in beside[cell] if other in fresh_ones))
            wider = disj(before[cell], conj(inside[cell], come))
            if wider is not before[cell]:
                found[cell] = wider
                changed.add(cell)
        fresh_ones = changed
    return tuple(found)


def groups(board: Field, stones: Cells) -> tuple[Cells, ...]:
    """The group of `stones` that each cell stands in, empty where it holds no stone.

    Warshall's closure: about n³/6 steps on n cells, fewer where stones are concrete.
    """
    beside, size = _lists(board.near), board.size
    linked = [[FALSE] * size for _ in range(size)]
    for one in range(size):
        linked[one][one] = stones[one]
        for other in beside[one]:
            if other < one:
                linked[one][other] = linked[other][one] = conj(stones[one], stones[other])
    for middle in range(size):
        row = [c for c in range(size) if c != middle and linked[middle][c] is not FALSE]
        for index, one in enumerate(row):
            for other in row[:index]:
                if linked[one][other] is not TRUE:
                    path = conj(linked[one][middle], linked[middle][other])
                    met = disj(linked[one][other], path)
                    linked[one][other] = linked[other][one] = met
    return tuple(tuple(row) for row in linked)


def group(board: Field, stones: Cells, cell: int | Cells) -> Cells:
    """The group of `stones` that the stone on the cell, or on the picked cell, belongs to."""
    seed = single(board, cell) if isinstance(cell, int) else cell
    return flood(board, seed, stones)


def sizes(groups_of_cells: Sequence[Cells]) -> tuple[Number, ...]:
    """The size of each cell's group; 0 where it holds no stone."""
    return tuple(count(row) for row in groups_of_cells)


def liberties(board: Field, stones: Cells, empty: Cells) -> Cells:
    """The empty cells next to the stones."""
    return common(neighbours(board, stones), empty)


def encircled(board: Field, cells: Cells, free: Cells) -> Formula:
    """Whether no cell of `free` is next to the set or in it."""
    return neg(meet(union(touched(board, cells), cells), free))


def outnumbered(board: Field, cell: int, friends: Cells, enemies: Cells) -> Formula:
    """Whether more enemies than friends, the cell itself counted, stand around the cell."""
    beside = around(board, cell)
    own = plus(count(friends[other] for other in beside), 1)
    return less(own, count(enemies[other] for other in beside))


# Sets of variables, and sets read back from a model


def fresh_set(game: Game, label: str) -> Cells:
    """A set of new variables, named by the label and the cell."""
    return tuple(z3.Bool(f"{label}.{name}") for name in game.board.names)


def read_set(model: z3.ModelRef, cells: Cells) -> int:
    """The plain set that a model gives a symbolic one; cells it leaves open are out."""
    return sum(1 << cell for cell, part in enumerate(cells) if _holds(model, part))


def read_pick(model: z3.ModelRef, pick: Cells) -> int:
    """The cell that a model picks."""
    return next(cell for cell, part in enumerate(pick) if _holds(model, part))


def _holds(model: z3.ModelRef, part: Formula) -> bool:
    return z3.is_true(model.eval(part, model_completion=True))
