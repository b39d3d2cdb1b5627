"""GRO's equipment: the germs in the Petri dish, and the open points around them.

The first part of `rules.py`, in the order of the rulebook.
"""

from __future__ import annotations

from typing import NamedTuple

from ruleproof.models.cells import Cells, Field, count, rule, single

RED, BLUE = 0, 1
SMALL, MEDIUM, LARGE = 1, 2, 4
"""The tokens of a germ."""
BOTH_PLACED = 2
"""Once both players have placed a germ, the first turns are over."""
NO_PASS, BOTH_PASSED = 0, 2
FIRST_SEEN, THIRD_SEEN, FOURTH_SEEN = 1, 3, 4
CLAIMED_NO, CLAIMED_YES = range(2)


class Germs(NamedTuple):
    """Germs come in 3 sizes: small, medium, and large: the points where one player's stand."""

    small: Cells
    medium: Cells
    large: Cells


class State(NamedTuple):
    """The germs in the dish by colour and tokens, and whose turn it is.

    `placed`: how many players have had their first turn. `passes`: how many turns in a row were
    passes. `seen`: how often the pattern has occurred with this player to move. `claimed`: whether
    the game was called a draw.
    """

    red1: Cells
    red2: Cells
    red4: Cells
    blue1: Cells
    blue2: Cells
    blue4: Cells
    side: int
    placed: int
    passes: int
    seen: int
    claimed: int


@rule
def red(p: State) -> Germs:
    """The red tokens represent germs."""
    return Germs(p.red1, p.red2, p.red4)


@rule
def blue(p: State) -> Germs:
    """The blue tokens represent germs."""
    return Germs(p.blue1, p.blue2, p.blue4)


@rule
def mine(p: State) -> Germs:
    """The germs of the side to move."""
    return red(p) if p.side == RED else blue(p)


@rule
def theirs(p: State) -> Germs:
    """The germs of the other side."""
    return blue(p) if p.side == RED else red(p)


@rule
def points(own: Germs) -> Cells:
    """One point may contain only 1 germ: the points that one player's germs stand on."""
    return own.small | own.medium | own.large


@rule
def in_dish(own: Germs) -> int:
    """One token represents a small germ, 2 tokens a medium germ, and 4 tokens a large germ."""
    return SMALL * count(own.small) + MEDIUM * count(own.medium) + LARGE * count(own.large)


@rule
def size_at(board: Field, own: Germs, cell: int) -> int:
    """There are no 3 token germs and no germs larger than 4 tokens: the germ's tokens, or 0."""
    here = single(board, cell)
    if own.small & here:
        return SMALL
    if own.medium & here:
        return MEDIUM
    return LARGE if own.large & here else 0


@rule
def put(board: Field, own: Germs, cell: int, size: int) -> Germs:
    """The germs with one more on an open point."""
    here = single(board, cell)
    if size == SMALL:
        return Germs(own.small | here, own.medium, own.large)
    if size == MEDIUM:
        return Germs(own.small, own.medium | here, own.large)
    return Germs(own.small, own.medium, own.large | here)


@rule
def without(own: Germs, cells: Cells) -> Germs:
    """The germs without those on the points."""
    return Germs(own.small & ~cells, own.medium & ~cells, own.large & ~cells)


# Open points


@rule
def open_points(board: Field, p: State) -> Cells:
    """A point is open if it does not contain a germ."""
    return board.full & ~(points(red(p)) | points(blue(p)))


@rule
def openings(board: Field, cell: int, free: Cells) -> int:
    """The number of open points orthogonally adjacent to a germ; diagonal points do not count."""
    return count(board.near[cell] & free)
