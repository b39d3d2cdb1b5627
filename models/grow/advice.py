"""Advice for the search of Grow: it makes search faster and changes no answer.

Of the five games, Grow alone has an `essence`: the part of a position that its worth depends on. In
Esgros every stone can come to matter, as a group without liberties is removed when an enemy beside
it grows, and the sizes of groups count across the board. In GRO and Sow? pieces go wherever there
is room. In Crowd does have idle stones, which never flip and stand among such: leaving out their
colours saved 7 % of the positions of its end-games (9x9, 14 empty cells) and cost half as much time
again. Independent regions would have to be the same up to a symmetry to gain more than that.
"""

from __future__ import annotations

from ruleproof.models.cells import (
    Cells,
    Field,
    count,
    each,
    flood,
    has,
    last_of,
    lowest,
    neighbours,
    rule,
    single,
)
from ruleproof.models.grow.counts import Counts, replaced, some, total
from ruleproof.models.grow.rules import (
    DROP_FIRST,
    END,
    MANDATORY,
    MOVES,
    SCORE,
    SIMULTANEOUS,
    Rules,
    State,
    empty,
    own,
    setting_up,
    spaces_of,
)


@rule
def promise(board: Field, rules: Rules, p: State, move: int) -> int:
    """Prefers a head's move that takes a space, then a drop, of which a turn has one, then the end
    of the turn.
    """
    if move < END:
        return 2
    if move == END:
        return 1
    return 3 if has(empty(board, p), last_of(move)) else 0


@rule
def limits(board: Field, rules: Rules, p: State) -> tuple[int, int]:
    """The least and the most that the side to move can be ahead by in the end. An owned space stays
    its owner's, so only the empty ones are open. Where drops are mandatory each player takes one a
    turn, and no more than he has heads and drops.
    """
    other = 1 - p.side
    lead = count(own(p)) - count(spaces_of(p, other))
    left = count(empty(board, p))
    if rules.drop != MANDATORY or setting_up(rules, p):
        return lead - left, lead + left
    drop = 2 if rules.new_head == MOVES else 1
    mine = total(p.ready, own(p)) + (0 if p.dropped else drop)
    theirs = total(p.ready, spaces_of(p, other)) + drop
    ours = total(p.ready, own(p)) + total(p.spent, own(p)) + (0 if p.dropped else 1) + drop
    sure = at_least(left, 0 if p.dropped else 1, 1, theirs)
    lost = 0
    if left > mine:
        lost = at_least(left - mine, 1, 1, ours)
    return lead - left + 2 * sure, lead + left - 2 * lost


@rule
def at_least(left: int, now: int, later: int, rival: int) -> int:
    """The least number of empty spaces that a player takes, who takes `now` in this turn and
    `later` in each one after it, while his rival takes up to `rival`, one more each turn. (If he
    took fewer he would have had fewer turns; but in those, both together cannot take all.)
    """
    taken = 0
    gain = now
    while left > 0:
        gain = min(gain, left)
        taken += gain
        left -= gain + rival
        rival += 1
        gain = later
    return taken


@rule
def essence(board: Field, rules: Rules, p: State) -> State:
    """The position, with everything that play cannot tell apart made equal.

    Two spaces of a group are alike if both are beside the same empty spaces, or both beside none: a
    head on one can go wherever a head on the other can (options A and B). Only the number of heads
    on all spaces alike counts, so each of these spaces tells that number. The heads of a group that
    touches no empty space take no space any more. They can only move in vain, unless the group is a
    single space, and only the number of its spaces matters. So all such groups are made one: marked
    by both colours, with the mover's heads that can move on every space, the other's in place of
    the empty turns, and the number of the mover's spaces told with the turn. They stay apart where
    moving in vain makes a difference: to a round of empty turns, and to a drop that must come first
    but need not be made (no head moves before one that must be made).
    """
    if rules.players > 2 or rules.order == SIMULTANEOUS or setting_up(rules, p):
        return p
    inner = enclosed(board, p.red | p.blue)
    if not inner:
        return p
    in_vain = rules.stall != SCORE and (rules.order != DROP_FIRST or rules.drop == MANDATORY)
    heads, spent = p.ready, p.spent
    headed = some(heads) | some(spent)
    free = empty(board, p)
    closed = board.none
    restless = board.none
    for player in range(2):
        stones = spaces_of(p, player)
        playing = flood(board, stones & ~inner, stones) if in_vain else stones
        closed |= stones & ~playing
        for space in each(stones & ~playing):
            if board.near[space] & stones:
                restless |= single(board, space)
        rest = playing & headed
        while rest:
            group = flood(board, single(board, lowest(rest)), stones)
            here = group & rest
            rest = rest & ~group
            while here:
                kind = of_a_kind(board, free, group, lowest(here))
                here = here & ~kind
                if count(kind) > 1:
                    heads = pooled(heads, kind)
                    spent = pooled(spent, kind)
    if not closed:
        return State(
            p.red,
            p.blue,
            p.green,
            p.yellow,
            heads,
            spent,
            p.began,
            p.landing,
            p.side,
            p.turn,
            p.dropped,
            p.empty_turns,
        )
    ours = restless & own(p)
    return State(
        p.red | closed,
        p.blue | closed,
        p.green,
        p.yellow,
        replaced(heads, closed, total(heads, ours)),
        replaced(spent, closed, total(spent, ours)),
        p.began,
        p.landing,
        p.side,
        p.turn + 8 * count(own(p) & closed),
        p.dropped,
        total(heads, restless & ~ours),
    )


@rule
def of_a_kind(board: Field, free: Cells, spaces: Cells, one: int) -> Cells:
    """The spaces beside the same empty ones as that one of them."""
    beside = board.near[one] & free
    kind = spaces & ~neighbours(board, free & ~beside)
    for space in each(beside):
        kind = kind & board.near[space]
    return kind


@rule
def enclosed(board: Field, taken: Cells) -> Cells:
    """The occupied spaces that are next to no empty one."""
    if 2 * count(taken) > board.size:
        return taken & ~neighbours(board, board.full & ~taken)
    found = board.none
    for space in each(taken):
        if not board.near[space] & ~taken:
            found |= single(board, space)
    return found


@rule
def pooled(heads: Counts, spaces: Cells) -> Counts:
    """The heads, with all of those on the spaces on each of them."""
    return replaced(heads, spaces, total(heads, spaces))
