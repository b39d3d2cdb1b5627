"""Sow?'s equipment: the stacks of pieces on the squares, and who controls them.

The first part of `rules.py`, in the order of the rulebook.

stack   the pieces on one square, bottom first; its top piece says who controls it
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ruleproof.models.cells import Cells, Levels, rule, tally, topmost
from ruleproof.models.sow.ways import LEFT

TALLEST = 24
"""No stack is taller: with `limit=none` or `strand=free` larger setups are refused."""


class State(NamedTuple):
    """The pieces of each player, level by level from the bottom; whose turn it is; how many pieces
    each has not entered yet; how often this position has occurred.
    """

    left: Annotated[Levels, 24]
    right: Annotated[Levels, 24]
    side: int
    left_home: int
    right_home: int
    seen: int


@rule
def mine(p: State) -> Levels:
    """The pieces of the side to move."""
    return p.left if p.side == LEFT else p.right


@rule
def theirs(p: State) -> Levels:
    """The pieces of the other side."""
    return p.right if p.side == LEFT else p.left


@rule
def height(p: State, square: int) -> int:
    """The number of pieces on the square."""
    return tally(p.left, square) + tally(p.right, square)


@rule
def controlled(p: State) -> Cells:
    """A stack is controlled by the player who owns its topmost piece: the mover's squares."""
    return topmost(mine(p), theirs(p))
