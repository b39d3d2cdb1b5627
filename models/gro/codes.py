"""GRO's moves and settings as whole numbers, which its rules need beside the rulebook.

kind      PLACE, GROW, MOVE, DIVIDE, PASS or CLAIM
origin    the point of the germ that moves or divides; 0 where the kind needs none
target    the point that a germ is placed on, grows on, or goes to

>>> code = coded(MOVE, 3, 7)
>>> kind_of(code) == MOVE, origin_of(code), target_of(code)
(True, 3, 7)
"""

from __future__ import annotations

from typing import NamedTuple

from ruleproof.models.cells import rule

POINTS = 1 << 9
"""More than the points of any board."""
KIND = POINTS * POINTS
PLACE, GROW, MOVE, DIVIDE, PASS, CLAIM = 0, KIND, 2 * KIND, 3 * KIND, 4 * KIND, 5 * KIND


@rule
def coded(kind: int, origin: int, target: int) -> int:
    """The number of the move."""
    return kind + POINTS * origin + target


@rule
def kind_of(move: int) -> int:
    """The kind of the move."""
    return move // KIND * KIND


@rule
def origin_of(move: int) -> int:
    """The point of the germ that moves or divides."""
    return move // POINTS % POINTS


@rule
def target_of(move: int) -> int:
    """The point where the move happens, or leads to."""
    return move % POINTS


# Settings

AS_MOVE, ALIVE = range(2)
ALL8, ORTHOGONAL = range(2)
CHECK_BOTH, CHECK_MOVER = range(2)
CLAIM_3, CLAIM_4, LOSS_3 = range(3)
STUCK_PASS, STUCK_LOSS, STUCK_DRAW = range(3)
SOLE, ALL = range(2)
MUST_ACT, MAY_PASS = range(2)
TAKE_ENEMY, TAKE_BOTH = range(2)
LIMITED, UNLIMITED = range(2)


class Rules(NamedTuple):
    """The settings, as the numbers behind their words."""

    edition: int
    large_move: int
    medium_grow: int
    divide_after: int
    divide_direction: int
    win_check: int
    repetition: int
    stuck: int
    control: int
    pass_: int
    captures: int
    reserve: int
    tokens: int
