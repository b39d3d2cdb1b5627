"""GRO (Greg Turner, 1999): the rules to run, in the order of the rulebook.

germ        one token (small), two (medium) or four (large) of one colour on a point
open point  a point without a germ; a germ's own are the open points orthogonal to it
reserve     a player's tokens that are not in the dish
arrival     a germ, or half of one, comes to stand on an open point: by a move or by a division
action      to move, grow or divide one germ
"""

from __future__ import annotations

from typing import Any

from ruleproof.models.cells import Cells, Field, add, count, each, rule, single
from ruleproof.models.gro.death import killed, may_arrive, suicides
from ruleproof.models.gro.germs import (
    BLUE,
    LARGE,
    MEDIUM,
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
from ruleproof.models.gro.readings import (
    ALIVE,
    ALL,
    CHECK_BOTH,
    CLAIM_4,
    LOSS_3,
    ORTHOGONAL,
    STUCK_LOSS,
    STUCK_PASS,
    TAKE_BOTH,
    UNLIMITED,
    Rules,
)

KIND = 1 << 16
PLACE, GROW, MOVE, DIVIDE, PASS, CLAIM = 0, KIND, 2 * KIND, 3 * KIND, 4 * KIND, 5 * KIND
"""A move is its kind, plus 256 times the point the germ is on, plus the point it goes to."""

# Equipment: `germs.py`


@rule
def in_reserve(rules: Rules, own: Germs) -> int:
    """The 16 red and 16 blue tokens: how many of a player's are not in the dish."""
    return rules.tokens - in_dish(own)


# How to play


@rule
def start(board: Field, rules: Rules) -> State:
    """The game begins with an empty Petri dish. Red moves first, then players take turns."""
    none = board.none
    return State(none, none, none, none, none, none, RED, 0, 0, 1, 0)


@rule
def moves(board: Field, rules: Rules, p: State, found: Any) -> None:
    """On each subsequent turn, 1 of your germs may do 1 of the following: move, grow, or divide."""
    if over(board, rules, p):
        return
    if p.placed < 2:
        for cell in each(open_points(board, p)):
            add(found, PLACE + cell)
        return
    before = found[0]
    own = mine(p)
    for cell in each(growths(board, rules, p)):
        add(found, GROW + cell)
    for cell in each(points(own)):
        for target in each(steps(board, rules, p, cell)):
            add(found, MOVE + 256 * cell + target)
    for cell in each(own.medium | own.large):
        for target in each(divisions(board, rules, p, cell)):
            add(found, DIVIDE + 256 * cell + target)
    if rules.pass_ == 1 or found[0] == before:
        add(found, PASS)
    if may_claim(rules, p):
        add(found, CLAIM)


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """The position after the turn; players continue to take turns."""
    kind = move // KIND * KIND
    cell = move // 256 % 256
    target = move % 256
    if kind == PLACE:
        return turned(p, put(board, mine(p), target, SMALL), theirs(p), p.placed + 1)
    if kind == GROW:
        return turned(p, grown(board, mine(p), target), theirs(p), p.placed)
    if kind == MOVE:
        return arrived(board, rules, p, moved(board, mine(p), cell, target), target)
    if kind == DIVIDE:
        return arrived(board, rules, p, divided(board, mine(p), cell, target), target)
    if kind == PASS:
        return idle(p, p.passes + 1, 0)
    return idle(p, 0, 1)


@rule
def turned(p: State, own: Germs, enemy: Germs, placed: int) -> State:
    """The position with the mover's and the other germs as given and the other side to move."""
    if p.side == RED:
        return ordered(own, enemy, BLUE, placed)
    return ordered(enemy, own, RED, placed)


@rule
def ordered(reds: Germs, blues: Germs, side: int, placed: int) -> State:
    """The position with these red and blue germs, no pass before it and no other occurrence."""
    r1, r2, r4 = reds
    b1, b2, b4 = blues
    return State(r1, r2, r4, b1, b2, b4, side, placed, 0, 1, 0)


@rule
def idle(p: State, passes: int, claimed: int) -> State:
    """You may pass instead of doing anything on your turn, or call the game a draw."""
    r1, r2, r4 = red(p)
    b1, b2, b4 = blue(p)
    return State(r1, r2, r4, b1, b2, b4, 1 - p.side, p.placed, passes, 1, claimed)


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
    """Small and medium germs may double in size, if there are enough tokens in your reserves.
    Before growing, a small germ must have 2 or more open points, a medium germ 4 [card: 3].
    """
    own = mine(p)
    free = open_points(board, p)
    left = in_reserve(rules, own)
    found = board.none
    if rules.reserve == UNLIMITED or left >= SMALL:
        for cell in each(own.small):
            if openings(board, cell, free) >= 2:
                found |= single(board, cell)
    if rules.reserve == UNLIMITED or left >= MEDIUM:
        for cell in each(own.medium):
            if openings(board, cell, free) >= rules.medium_grow:
                found |= single(board, cell)
    return found


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


# Ending the game: winning


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
    for area in range(4):
        if occupies(board, rules, points(own), points(enemy), area):
            areas += 1
    return areas >= 3


@rule
def winner(board: Field, rules: Rules, p: State) -> int:
    """1 if the side to move has won, -1 if the other, who has just moved, else 0."""
    if dominates(board, rules, theirs(p), mine(p)):
        return -1
    if rules.win_check == CHECK_BOTH and dominates(board, rules, mine(p), theirs(p)):
        return 1
    return 0


# Ending the game: draws


@rule
def may_claim(rules: Rules, p: State) -> bool:
    """If the same pattern of germs in the dish recurs 3 times, with the same player to move each
    time, the moving player may call the game a draw.
    """
    if rules.repetition == LOSS_3:
        return False
    return p.seen >= (4 if rules.repetition == CLAIM_4 else 3)


@rule
def repeated(rules: Rules, p: State) -> bool:
    """A repeated position loses for the repeater, who brought its third occurrence about."""
    return rules.repetition == LOSS_3 and p.seen >= 3


@rule
def passed_out(p: State) -> bool:
    """If both players pass one right after the other, the game ends in a draw."""
    return p.passes >= 2


@rule
def can_act(board: Field, rules: Rules, p: State) -> bool:
    """Each player must do one of the actions: whether the side to move can."""
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
    if rules.pass_ == 1 or rules.stuck == STUCK_PASS or p.placed < 2:
        return False
    return not can_act(board, rules, p)


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """Players continue to take turns until one player wins or a draw is declared."""
    if p.claimed == 1 or passed_out(p) or repeated(rules, p):
        return True
    return winner(board, rules, p) != 0 or stuck(board, rules, p)


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """What the ended game is worth to the side to move: 1 won, 0 drawn, -1 lost."""
    if p.claimed == 1:
        return 0
    won = winner(board, rules, p)
    if won != 0 or passed_out(p):
        return won
    if repeated(rules, p):
        return 1
    return -1 if rules.stuck == STUCK_LOSS else 0


@rule
def bulk(board: Field, rules: Rules, p: State) -> int:
    """The number of moves, without listing them."""
    if over(board, rules, p):
        return 0
    if p.placed < 2:
        return count(open_points(board, p))
    own = mine(p)
    total = count(growths(board, rules, p))
    for cell in each(points(own)):
        total += count(steps(board, rules, p, cell))
    for cell in each(own.medium | own.large):
        total += count(divisions(board, rules, p, cell))
    if rules.pass_ == 1 or total == 0:
        total += 1
    return total + (1 if may_claim(rules, p) else 0)
