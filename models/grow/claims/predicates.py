"""Grow's claims as predicates on positions and micro-moves, by the numbers of its sheet."""

from __future__ import annotations

from ruleproof.models.cells import (
    Field,
    count,
    each,
    first_of,
    flood,
    last_of,
    neighbours,
    rule,
    single,
)
from ruleproof.models.grow.counts import DIGITS, Counts, one_less, one_more, some, together, total
from ruleproof.models.grow.rules import (
    DROP_FIRST,
    END,
    LEAP,
    MOVES,
    MOVES_FIRST,
    Rules,
    State,
    empty,
    landings,
    movable,
    over,
    own,
    spaces_of,
    unoccupied,
)

# 1. Spaces stay occupied and keep their owner


@rule
def kept(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether every space is still its owner's, and none has two owners."""
    lost = (p.red & ~q.red) | (p.blue & ~q.blue) | (p.green & ~q.green) | (p.yellow & ~q.yellow)
    occupied = count(board.full & ~empty(board, q))
    owned = count(q.red) + count(q.blue) + count(q.green) + count(q.yellow)
    return not lost and occupied == owned


# 2. Heads are drops


@rule
def heads_are_drops(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether a drop adds one to the heads of the player who drops; nothing else changes
    anyone's.
    """
    for player in range(rules.players):
        before = total(together(p.ready, p.spent), spaces_of(p, player))
        after = total(together(q.ready, q.spent), spaces_of(q, player))
        drop = 1 if move < END and player == p.side else 0
        if after != before + drop:
            return False
    return True


# 3. What a turn gains


@rule
def allowance(rules: Rules, p: State) -> int:
    """The spaces that the mover can still gain in his turn: one for each ready head, and one for
    the drop, or two where the new head moves on.
    """
    left = total(p.ready, own(p))
    if p.dropped:
        return left
    return left + (2 if rules.new_head == MOVES and rules.order != MOVES_FIRST else 1)


@rule
def gains_as_allowed(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the mover's spaces and his allowance together did not grow within the turn."""
    if p.side != q.side:
        return True
    return count(own(q)) + allowance(rules, q) <= count(own(p)) + allowance(rules, p)


# 4. A legal drop


@rule
def may_drop_anywhere(board: Field, rules: Rules, p: State) -> bool:
    """Whether the mover can drop on every empty space."""
    return landings(board, rules, p) == empty(board, p)


@rule
def drop_to_come(board: Field, rules: Rules, p: State) -> bool:
    """Whether the mover has not dropped in this turn, nor let the time for it pass."""
    return p.dropped == 0 and not (rules.order == DROP_FIRST and bool(some(p.spent)))


# 6. Encirclement


@rule
def within_region(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether a head moves within the connected set of empty and own spaces that it stands in, and
    no such set of anyone's grows.
    """
    if move >= LEAP:
        origin = single(board, first_of(move))
        target = single(board, last_of(move))
        if not target & flood(board, origin, empty(board, p) | own(p)):
            return False
    for player in range(rules.players):
        before = empty(board, p) | spaces_of(p, player)
        after = empty(board, q) | spaces_of(q, player)
        for space in each(spaces_of(p, player)):
            stone = single(board, space)
            if flood(board, stone, after) & ~flood(board, stone, before):
                return False
    return True


@rule
def diagonal_wall(board: Field, rules: Rules, p: State) -> bool:
    """Whether a head is shut in, with an empty space outside, by a wall each stone of which meets
    another one across a corner, and none one beside it.
    """
    for player in range(rules.players):
        for space in each(spaces_of(p, player) & (some(p.ready) | some(p.spent))):
            free = empty(board, p) | spaces_of(p, player)
            region = flood(board, single(board, space), free)
            wall = neighbours(board, region)
            diagonal = bool(wall)
            for stone in each(wall):
                beside = bool(board.near[stone] & wall)
                diagonal = diagonal and not beside and bool(board.around[stone] & wall)
            if diagonal and empty(board, p) & ~region:
                return True
    return False


# 8. Highways


@rule
def still_connected(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether after a head's move inside its group the group is what it was."""
    origin = single(board, first_of(move))
    return flood(board, origin, spaces_of(q, p.side)) == flood(board, origin, own(p))


@rule
def travels(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether a head moves to a space of its own group."""
    return move >= LEAP and bool(single(board, last_of(move)) & own(p))


@rule
def travels_far(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether a head moves to a space of its own group that is not next to it."""
    if not travels(board, rules, p, move, q):
        return False
    beside = board.near[first_of(move)]
    return not beside & single(board, last_of(move))


# 10. Option C


@rule
def same_heads(one: Counts, other: Counts) -> bool:
    """Whether every space has the same number of heads."""
    for digit in range(DIGITS):
        if one[digit] != other[digit]:
            return False
    return True


@rule
def staying_is_coming_home(board: Field, rules: Rules, p: State) -> bool:
    """Whether, for every ready head, the heads at the end of the turn are the same if it stays and
    if it moves to the space it is on.
    """
    for space in each(movable(board, rules, p)):
        stone = single(board, space)
        home = together(one_less(p.ready, stone), one_more(p.spent, stone))
        if not same_heads(home, together(p.ready, p.spent)):
            return False
    return True


# 12. Ties


@rule
def full(board: Field, rules: Rules, p: State) -> bool:
    """Whether no space is empty."""
    return not empty(board, p)


@rule
def untied(board: Field, rules: Rules, p: State) -> bool:
    """Whether the two players have different numbers of spaces."""
    return count(p.red) != count(p.blue)


@rule
def first_place_shared(board: Field, rules: Rules, p: State) -> bool:
    """Whether the game is over and two players or more have the most spaces."""
    best, many = 0, 0
    for player in range(rules.players):
        spaces = count(spaces_of(p, player))
        if spaces > best:
            best, many = spaces, 0
        if spaces == best:
            many += 1
    return over(board, rules, p) and many > 1


# 13. The end amid a turn


@rule
def nothing_to_gain(board: Field, rules: Rules, p: State) -> bool:
    """Whether no drop and no head's move would give the mover a space that he lacks."""
    return not (landings(board, rules, p) | unoccupied(board, rules, p)) & ~own(p)
