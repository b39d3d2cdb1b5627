"""GRO (Greg Turner, 1999): the rules to run, in the order of the rulebook.

germ        one token (small), two (medium) or four (large) of one colour on a point
open point  a point without a germ; a germ's own are the open points orthogonal to it
reserve     a player's tokens that are not in the dish
arrival     a germ, or half of one, comes to stand on an open point: by a move or by a division
action      to move, grow or divide one germ
"""

from __future__ import annotations

from typing import Any

from ruleproof.models.cells import (
    Cells,
    Field,
    add,
    count,
    each,
    first_of,
    kind_of,
    last_of,
    listed,
    pair,
    rule,
    single,
)
from ruleproof.models.gro.codes import (
    ALIVE,
    CLAIM,
    DIVIDE,
    GROW,
    MAY_PASS,
    MOVE,
    ORTHOGONAL,
    PASS,
    PLACE,
    STUCK_LOSS,
    STUCK_PASS,
    TAKE_BOTH,
    UNLIMITED,
    Rules,
)
from ruleproof.models.gro.death import killed, may_arrive, suicides
from ruleproof.models.gro.endings import (
    DRAWN,
    LOST,
    UNDECIDED,
    WON,
    may_claim,
    passed_out,
    repeated,
    won_by_areas,
)
from ruleproof.models.gro.germs import (
    BLUE,
    BOTH_PLACED,
    CLAIMED_NO,
    CLAIMED_YES,
    FIRST_SEEN,
    LARGE,
    MEDIUM,
    NO_PASS,
    RED,
    SMALL,
    Germs,
    State,
    blue,
    in_dish,
    mine,
    open_points,
    openings,
    points,
    put,
    red,
    size_at,
    theirs,
    without,
)

# Equipment: `germs.py`


@rule
def in_reserve(rules: Rules, own: Germs) -> int:
    """Red and Blue each keep their remaining germs next to them in their reserves: how many tokens
    a player has left.
    """
    return rules.tokens - in_dish(own)


# How to play


@rule
def start(board: Field, rules: Rules) -> State:
    """The game begins with an empty Petri dish. Red moves first, then players take turns."""
    none = board.none
    return ordered(Germs(none, none, none), Germs(none, none, none), RED, 0)


@rule
def moves(board: Field, rules: Rules, p: State, found: Any) -> None:
    """On your 1st turn, you must place 1 small germ in the Petri dish. On each subsequent turn, 1
    of your germs may do 1 of the following: move, grow, or divide.
    """
    if over(board, rules, p):
        return
    if p.placed < BOTH_PLACED:
        for cell in each(open_points(board, p)):
            add(found, PLACE + cell)
        return
    own = mine(p)
    for cell in each(growths(board, rules, p)):
        add(found, GROW + cell)
    for cell in each(points(own)):
        for target in each(steps(board, rules, p, cell)):
            add(found, MOVE + pair(cell, target))
    for cell in each(own.medium | own.large):
        for target in each(divisions(board, rules, p, cell)):
            add(found, DIVIDE + pair(cell, target))
    if may_pass(rules, listed(found)):
        add(found, PASS)
    if may_claim(rules, p):
        add(found, CLAIM)


@rule
def may_pass(rules: Rules, actions: int) -> bool:
    """You may pass instead of doing anything on your turn [pass=no: only if you have no action]."""
    return rules.pass_ == MAY_PASS or actions == 0


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """The position after the turn; players continue to take turns."""
    kind = kind_of(move)
    cell = first_of(move)
    target = last_of(move)
    if kind == PLACE:
        return turned(p, put(board, mine(p), target, SMALL), theirs(p), p.placed + 1)
    if kind == GROW:
        return turned(p, grown(board, mine(p), target), theirs(p), p.placed)
    if kind == MOVE:
        return arrived(board, rules, p, moved(board, mine(p), cell, target), target)
    if kind == DIVIDE:
        return arrived(board, rules, p, divided(board, mine(p), cell, target), target)
    if kind == PASS:
        return idle(p, p.passes + 1, CLAIMED_NO)
    return idle(p, NO_PASS, CLAIMED_YES)


@rule
def turned(p: State, own: Germs, enemy: Germs, placed: int) -> State:
    """The position with the mover's and the other germs as given and the other side to move."""
    if p.side == RED:
        return ordered(own, enemy, BLUE, placed)
    return ordered(enemy, own, RED, placed)


@rule
def ordered(reds: Germs, blues: Germs, side: int, placed: int) -> State:
    """The position with these red and blue germs, right after no pass, seen for the first time (who
    keeps the history counts the occurrences).
    """
    r1, r2, r4 = reds
    b1, b2, b4 = blues
    return State(r1, r2, r4, b1, b2, b4, side, placed, NO_PASS, FIRST_SEEN, CLAIMED_NO)


@rule
def idle(p: State, passes: int, claimed: int) -> State:
    """You may pass instead of doing anything on your turn, or call the game a draw."""
    r1, r2, r4 = red(p)
    b1, b2, b4 = blue(p)
    return State(r1, r2, r4, b1, b2, b4, 1 - p.side, p.placed, passes, FIRST_SEEN, claimed)


# Movement


@rule
def steps(board: Field, rules: Rules, p: State, cell: int) -> Cells:
    """A germ may move orthogonally or diagonally to any open point immediately adjacent to it.
    After moving it needs enough open points, or the move is illegal.
    """
    own = mine(p)
    free = open_points(board, p)
    needed = needed_after_moving(rules, size_at(board, own, cell))
    here = single(board, cell)
    others = points(own) & ~here
    enemy = points(theirs(p))
    found = board.none
    for target in each(board.around[cell] & free):
        there = single(board, target)
        if may_arrive(board, rules, others, enemy, (free | here) & ~there, target, needed):
            found |= there
    return found


@rule
def needed_after_moving(rules: Rules, size: int) -> int:
    """A small germ must have 1 or more open points orthogonal to it. Likewise, a medium germ must
    have 2 or more open points and a large germ must have 4 [card: 3].
    """
    return rules.large_move if size == LARGE else size


@rule
def moved(board: Field, own: Germs, cell: int, target: int) -> Germs:
    """The mover's germs once the germ has left one point and stands on the other."""
    return put(board, without(own, single(board, cell)), target, size_at(board, own, cell))


# Growth


@rule
def growths(board: Field, rules: Rules, p: State) -> Cells:
    """Small and medium germs may double in size. If you do not have enough tokens in your reserves,
    your germ may not grow.
    """
    own = mine(p)
    free = open_points(board, p)
    left = in_reserve(rules, own)
    found = board.none
    if rules.reserve == UNLIMITED or left >= SMALL:
        for cell in each(own.small):
            if openings(board, cell, free) >= needed_before_growing(rules, SMALL):
                found |= single(board, cell)
    if rules.reserve == UNLIMITED or left >= MEDIUM:
        for cell in each(own.medium):
            if openings(board, cell, free) >= needed_before_growing(rules, MEDIUM):
                found |= single(board, cell)
    return found


@rule
def needed_before_growing(rules: Rules, size: int) -> int:
    """Before growing, a small germ must have 2 or more open points orthogonal to it. A medium germ
    must have 4 [card: 3] open points.
    """
    return rules.medium_grow if size == MEDIUM else 2


@rule
def grown(board: Field, own: Germs, cell: int) -> Germs:
    """To double the size of a small germ, stack 1 token on top of it; of a medium germ, 2."""
    return put(board, without(own, single(board, cell)), cell, 2 * size_at(board, own, cell))


# Division


@rule
def divisions(board: Field, rules: Rules, p: State, cell: int) -> Cells:
    """Medium and large germs may divide. Division is really just a special type of move: the
    points that the moved half may go to.
    """
    own = mine(p)
    free = open_points(board, p)
    size = size_at(board, own, cell)
    if openings(board, cell, free) < needed_before_dividing(size):
        return board.none
    near = board.near[cell] if rules.divide_direction == ORTHOGONAL else board.around[cell]
    needed = 1 if rules.divide_after == ALIVE else needed_after_moving(rules, size // 2)
    enemy = points(theirs(p))
    found = board.none
    for target in each(near & free):
        there = single(board, target)
        if may_arrive(board, rules, points(own), enemy, free & ~there, target, needed):
            found |= there
    return found


@rule
def needed_before_dividing(size: int) -> int:
    """Before dividing, a medium germ must have 2 or more open points orthogonal to it, and a large
    germ must have 3 or more.
    """
    return 3 if size == LARGE else 2


@rule
def divided(board: Field, own: Germs, cell: int, target: int) -> Germs:
    """A medium germ divides by moving 1 small germ to an adjacent, open point while leaving 1 small
    germ behind; a large germ likewise by medium germs.
    """
    half = size_at(board, own, cell) // 2
    return put(board, put(board, without(own, single(board, cell)), cell, half), target, half)


# Death: `death.py`


@rule
def arrived(board: Field, rules: Rules, p: State, own: Germs, target: int) -> State:
    """The position once a germ stands on its new point: killed germs return to the reserves."""
    enemy = theirs(p)
    free = board.full & ~(points(own) | points(enemy))
    gone = killed(board, points(enemy), free, target)
    if rules.captures == TAKE_BOTH:
        others = points(own) & ~single(board, target)
        own = without(own, suicides(board, others, free | gone, target))
    return turned(p, own, without(enemy, gone), p.placed)


# Ending the game: winning and draws, `endings.py`


@rule
def can_act(board: Field, rules: Rules, p: State) -> bool:
    """Whether a germ of the side to move can move, grow or divide."""
    own = mine(p)
    if growths(board, rules, p):
        return True
    for cell in each(points(own)):
        if steps(board, rules, p, cell):
            return True
    for cell in each(own.medium | own.large):
        if divisions(board, rules, p, cell):
            return True
    return False


@rule
def stuck(board: Field, rules: Rules, p: State) -> bool:
    """Whether the game ends because the player to move, who may not pass, has no action."""
    if rules.pass_ == MAY_PASS or rules.stuck == STUCK_PASS or p.placed < BOTH_PLACED:
        return False
    return not can_act(board, rules, p)


# The text does not say which ending counts where two come together. Here a claim comes first, as it
# is made instead of an action; then goal areas, two passes, a repetition, being stuck.


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """Players continue to take turns until one player wins or a draw is declared."""
    if p.claimed == CLAIMED_YES or passed_out(p) or repeated(rules, p):
        return True
    return won_by_areas(board, rules, p) != UNDECIDED or stuck(board, rules, p)


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """The worth of the ended game for the side to move."""
    if p.claimed == CLAIMED_YES:
        return DRAWN
    by_areas = won_by_areas(board, rules, p)
    if by_areas != UNDECIDED:
        return by_areas
    if passed_out(p):
        return DRAWN
    if repeated(rules, p):
        return WON
    return LOST if rules.stuck == STUCK_LOSS else DRAWN


@rule
def bulk(board: Field, rules: Rules, p: State) -> int:
    """The number of moves, without listing them."""
    if over(board, rules, p):
        return 0
    if p.placed < BOTH_PLACED:
        return count(open_points(board, p))
    own = mine(p)
    total = count(growths(board, rules, p))
    for cell in each(points(own)):
        total += count(steps(board, rules, p, cell))
    for cell in each(own.medium | own.large):
        total += count(divisions(board, rules, p, cell))
    if may_pass(rules, total):
        total += 1
    return total + (1 if may_claim(rules, p) else 0)
