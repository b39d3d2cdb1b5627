"""A count per space: how many heads are on each space of the board.

Counts are binary: digit k is the set of the spaces whose number has a 1 in the place of 2^k, and
nine digits hold every number from 0 to 511. They are enough on every board. A drop takes an empty
space, and no space becomes empty again; so no two drops are on the same space, and the heads of all
players together are at most the spaces, of which there are at most 384.

>>> many = one_more(one_more((0,) * DIGITS, 0b101), 0b100)
>>> total(many, 0b001), total(many, 0b101), some(many)
(1, 3, 5)
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from ruleproof.models.cells import (
    Cells,
    Field,
    Levels,
    added,
    covered,
    erased,
    lowered,
    raised,
    rule,
    total,
)

__all__ = [
    "DIGITS",
    "Counts",
    "no_heads",
    "one_more",
    "one_less",
    "together",
    "some",
    "total",
    "replaced",
]

DIGITS = 9
Counts: TypeAlias = Annotated[Levels, 9]
"""A number from 0 to 511 for every space, lowest digit first."""


@rule
def no_heads(board: Field) -> Counts:
    """No head on any space."""
    x = board.none
    return (x, x, x, x, x, x, x, x, x)


@rule
def one_more(heads: Counts, space: Cells) -> Counts:
    """The heads with one more on the space."""
    return raised(heads, space, 1)


@rule
def one_less(heads: Counts, space: Cells) -> Counts:
    """The heads with one less on a space that has some."""
    return lowered(heads, space, 1)


@rule
def together(heads: Counts, others: Counts) -> Counts:
    """The sum of both, space by space."""
    return added(heads, others)


@rule
def some(heads: Counts) -> Cells:
    """The spaces with a head."""
    return covered(heads)


@rule
def replaced(heads: Counts, spaces: Cells, many: int) -> Counts:
    """The heads, with so many on each of the spaces in place of those that were there."""
    return raised(erased(heads, spaces), spaces, many)
