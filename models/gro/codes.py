"""GRO's kinds of moves and its settings as the numbers that its rules see."""

from __future__ import annotations

from typing import NamedTuple

from ruleproof.models.cells import KIND

PLACE, GROW, MOVE, DIVIDE, PASS, CLAIM = 0, KIND, 2 * KIND, 3 * KIND, 4 * KIND, 5 * KIND
"""The kinds of moves, in the order of `Text.moves`."""

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
