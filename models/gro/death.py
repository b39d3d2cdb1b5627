"""GRO: the germs that die, and the conditions of a legal arrival.

A part of `rules.py`, in the order of the rulebook.
"""

from __future__ import annotations

from ruleproof.models.cells import Cells, Field, each, rule, single
from ruleproof.models.gro.codes import TAKE_ENEMY, Rules
from ruleproof.models.gro.germs import openings


@rule
def dead(board: Field, germs: Cells, free: Cells) -> Cells:
    """A germ must have at least 1 open point orthogonal to it in order to live; size does not
    matter.
    """
    found = board.none
    for cell in each(germs):
        if not board.near[cell] & free:
            found |= single(board, cell)
    return found


@rule
def killed(board: Field, enemy: Cells, free: Cells, target: int) -> Cells:
    """If you move 1 of your germs to a point that leaves an opposing germ with no open points, the
    opposing germ is killed.
    """
    return dead(board, board.near[target] & enemy, free)


@rule
def may_arrive(
    board: Field, rules: Rules, others: Cells, enemy: Cells, free: Cells, target: int, needed: int
) -> bool:
    """A move is legal if there are sufficient adjacent open points after the move is complete; you
    may count the open point you create by killing another germ. Suicide is illegal.

    `others`: the mover's other germs; `free`: the open points with the germ on its new point.
    """
    free = free | killed(board, enemy, free, target)
    lost = suicides(board, others, free, target)
    if lost and rules.captures == TAKE_ENEMY:
        return False
    return openings(board, target, free | lost) >= needed


@rule
def suicides(board: Field, others: Cells, free: Cells, target: int) -> Cells:
    """You may not move a germ to a point that would kill 1 or more of your own germs: those it
    would kill.
    """
    return dead(board, board.near[target] & others, free)
