"""Bounds on the spaces that a player of Grow can take in some turns; they save the search for goals
work.

attacker  the player who is to reach the goal, of two; the `other` one averts it
at hand   of an empty space: a head of the attacker's that may still move is beside it
grasp     what the attacker can take in the turn that he is in, or in his next one
"""

from __future__ import annotations

from typing import NamedTuple

from ruleproof.models.cells import (
    Cells,
    Field,
    count,
    each,
    flood,
    lowest,
    neighbours,
    rule,
    single,
)
from ruleproof.models.grow.advice import limits
from ruleproof.models.grow.counts import some, total
from ruleproof.models.grow.rules import (
    DROP_FIRST,
    MANDATORY,
    RESTS,
    SIMULTANEOUS,
    Rules,
    State,
    empty,
    setting_up,
    spaces_of,
)

TO_WIN, OWN, TAKE, LEAD, ENCIRCLE, SHUT, JOIN, CUT, HOLD = range(9)
"""The goals' codes."""
YES, UNKNOWN, NO = 1, 0, -1


class Grasp(NamedTuple):
    """The spaces that a player can take in one turn: any one by each of his `drops`, those
    `at_hand` by heads, and no more than `most` together.
    """

    at_hand: Cells
    drops: int
    most: int


@rule
def grasp(board: Field, p: State, player: int) -> Grasp:
    """The player's grasp in the turn that he is in, or in his next one. A head that moves takes a
    space beside the one that it stood on as the turn began: it moves once.
    """
    heads = some(p.ready) & spaces_of(p, player)
    at_hand = neighbours(board, heads) & empty(board, p)
    drops = 0 if p.side == player and p.dropped else 1
    return Grasp(at_hand, drops, min(total(p.ready, heads), count(at_hand)) + drops)


@rule
def at_most(p: State, player: int, first: Grasp, turns: int) -> int:
    """The most spaces that the player can take in so many turns, that of the grasp among them: from
    the next turn on, he takes one by a drop and one by each head, those dropped before among them.
    """
    stones = spaces_of(p, player)
    heads = total(p.ready, stones) + total(p.spent, stones) + first.drops
    later = turns - 1
    return first.most + later * (heads + 1) + later * (later - 1) // 2


@rule
def fits(first: Grasp, spaces: Cells) -> bool:
    """Whether the grasp may be enough to take all of these empty spaces in one turn."""
    return count(spaces) <= first.most and count(spaces & ~first.at_hand) <= first.drops


@rule
def may_join(board: Field, spaces: Cells, free: Cells, first: Grasp, marked: Cells) -> bool:
    """Whether the grasp may be enough to connect the marked spaces within these."""
    wider = spaces | first.at_hand
    here = flood(board, single(board, lowest(marked)), wider)
    apart = marked & ~here
    if not apart:
        return True
    if not first.drops:
        return False
    there = flood(board, single(board, lowest(apart)), wider)
    return bool(neighbours(board, here) & neighbours(board, there) & free)


@rule
def may_cut(board: Field, spaces: Cells, free: Cells, first: Grasp, marked: Cells) -> bool:
    """Whether the grasp may be enough to part the marked spaces, which are connected within these
    and the free ones.
    """
    rest = free & ~first.at_hand
    begin = single(board, lowest(marked))
    if marked & ~flood(board, begin, spaces | rest):
        return True
    if first.drops:
        for space in each(rest):
            if marked & ~flood(board, begin, (spaces | rest) & ~single(board, space)):
                return True
    return False


@rule
def of_win(
    board: Field, rules: Rules, amount: int, attacker: int, p: State, first: Grasp, left: int
) -> int:
    """Whether the attacker ends the game by so much within the turns."""
    low, high = limits(board, rules, p)
    if p.side != attacker:
        low, high = -high, -low
    free = count(empty(board, p))
    if high < amount:
        return NO
    if low >= amount and rules.drop == MANDATORY and left > free:
        return YES
    others = at_most(p, 1 - attacker, grasp(board, p, 1 - attacker), left)
    return NO if free > at_most(p, attacker, first, left) + others else UNKNOWN


@rule
def outlook(
    board: Field, rules: Rules, goal: int, amount: int, attacker: int, d: State, p: State,
    marked: Cells, left: int,
) -> int:  # fmt: skip
    """Whether the attacker reaches the goal within so many of his turns, the one that he is in
    among them, as far as that can be counted: 1, -1 if not, 0 if it takes a search.
    """
    if rules.players > 2 or setting_up(rules, p):
        return UNKNOWN
    if rules.order == SIMULTANEOUS or rules.new_head != RESTS:
        return UNKNOWN
    ours, others = spaces_of(p, attacker), spaces_of(p, 1 - attacker)
    free = empty(board, p)
    first = grasp(board, p, attacker)
    his = p.side == attacker
    if goal == TO_WIN:
        return of_win(board, rules, amount, attacker, p, first, left)
    if goal == TAKE:
        missing = count(spaces_of(d, attacker)) + amount - count(ours)
        return NO if missing > at_most(p, attacker, first, left) else UNKNOWN
    if goal == LEAD:
        lost = 0
        if rules.drop == MANDATORY:
            lost = left - (1 if his or p.dropped else 0)
        ahead = count(ours) - count(others) + at_most(p, attacker, first, left) - lost
        return NO if ahead < amount else UNKNOWN
    if goal == ENCIRCLE:
        return NO if count(free & ~neighbours(board, others)) < amount else UNKNOWN
    if goal == OWN:
        late = rules.order == DROP_FIRST and bool(some(p.spent))
        if not his and not p.dropped and not late and marked & free:
            return NO
        return UNKNOWN if fits(first, marked & free) else NO
    if goal == HOLD:
        able = min(count(marked & free), at_most(p, attacker, first, left))
        return NO if count(marked & ours) + able < amount else UNKNOWN
    if left > 1:
        return UNKNOWN
    if goal == JOIN:
        return UNKNOWN if may_join(board, ours, free, first, marked) else NO
    if goal == SHUT and his:
        open_to = neighbours(board, flood(board, marked, others)) & free
        return UNKNOWN if fits(first, open_to) else NO
    if goal == CUT and his:
        return UNKNOWN if may_cut(board, others, free, first, marked) else NO
    return UNKNOWN
