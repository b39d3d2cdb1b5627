"""GRO: how the game ends, by goal areas, by two passes and by repetition.

A part of `rules.py`, in the order of the rulebook.
"""

from __future__ import annotations

from ruleproof.models.cells import Cells, Field, rule
from ruleproof.models.gro.codes import ALL, CHECK_BOTH, CLAIM_4, LOSS_3, Rules
from ruleproof.models.gro.germs import (
    BOTH_PASSED,
    FOURTH_SEEN,
    THIRD_SEEN,
    Germs,
    State,
    mine,
    points,
    theirs,
)

GOAL_AREAS, AREAS_TO_WIN = 4, 3
WON, UNDECIDED, DRAWN, LOST = 1, 0, 0, -1
"""The worth of a position for the side to move."""

# Winning


@rule
def occupies(board: Field, rules: Rules, own: Cells, enemy: Cells, area: int) -> bool:
    """You are the sole occupant of a goal area if your germs occupy 1 or more points in the area
    and there are no opposing germs on any points in the area [control=all: your germs are on all].
    """
    within = board.areas[area]
    if rules.control == ALL:
        return not within & ~own
    if within & enemy:
        return False
    return bool(within & own)


@rule
def dominates(board: Field, rules: Rules, own: Germs, enemy: Germs) -> bool:
    """You win when your germs are the sole occupants of 3 of the 4 goal areas."""
    areas = 0
    for area in range(GOAL_AREAS):
        if occupies(board, rules, points(own), points(enemy), area):
            areas += 1
    return areas >= AREAS_TO_WIN


@rule
def won_by_areas(board: Field, rules: Rules, p: State) -> int:
    """WON for the side to move by goal areas, LOST to the other, who has just moved, or UNDECIDED.
    Both cannot win at once: they would need six areas.
    """
    if dominates(board, rules, theirs(p), mine(p)):
        return LOST
    if rules.win_check == CHECK_BOTH and dominates(board, rules, mine(p), theirs(p)):
        return WON
    return UNDECIDED


# Draws


@rule
def may_claim(rules: Rules, p: State) -> bool:
    """If the same pattern of germs in the dish recurs 3 times, with the same player to move each
    time, the moving player may call the game a draw.
    """
    if rules.repetition == LOSS_3:
        return False
    return p.seen >= (FOURTH_SEEN if rules.repetition == CLAIM_4 else THIRD_SEEN)


@rule
def repeated(rules: Rules, p: State) -> bool:
    """A repeated position loses for the repeater, who brought its third occurrence about."""
    return rules.repetition == LOSS_3 and p.seen >= THIRD_SEEN


@rule
def passed_out(p: State) -> bool:
    """If both players pass one right after the other, the game ends in a draw."""
    return p.passes >= BOTH_PASSED
