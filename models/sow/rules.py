"""Sow? (Richard Hutnik, 2011): the rules to run, in the order of the rulebook.

stack     the pieces on one square (`stacks.py`)
forward   towards the other player's end: up the columns for Left, down them for Right
way       the steps of one sowing, and whether it ends in an exit (`ways.py`)
blocked   the squares that hold as many pieces as the limit
hand      the pieces of the lifted stack that are not yet sown
exit      the step forward off the board, which resolves the hand
"""

from __future__ import annotations

from typing import Any

from ruleproof.models.cells import (
    Cells,
    Field,
    Levels,
    add,
    count,
    each,
    erased,
    has,
    piled,
    rule,
    single,
    tally,
)
from ruleproof.models.sow.codes import (
    ADVANCED,
    ANY_TURN,
    DRAW,
    FLEXIBLE,
    FREE,
    FROM_LAST,
    MAY_TURN,
    ONCE,
    TOP_FIRST,
    Rules,
)
from ruleproof.models.sow.stacks import TALLEST, State, controlled, height, mine, theirs
from ruleproof.models.sow.ways import (
    ENTER,
    FORWARD,
    LEFT,
    NO_WAY,
    PIECES,
    RIGHT,
    STANDING,
    UP,
    exits,
    following,
    leaving,
    lefts,
    ones,
    route_of,
    sent,
    square_of,
    staying,
    step_of,
    steps_of,
    way_of,
)

EAST, NORTH, WEST, SOUTH = range(4)

# Equipment: `stacks.py`; paths and moves as numbers: `ways.py`


# Initial position


def start(board: Field, rules: Rules) -> State:
    """Initially each square at the left end contains a stack of black checkers, each at the right
    end one of white; in the advanced version pieces start off the board.
    """
    stacked = 0 if rules.entry == ADVANCED else rules.height
    waiting = 0 if stacked else count(board.areas[LEFT]) * rules.height
    left, right = (
        tuple(board.areas[side] if level < stacked else 0 for level in range(TALLEST))
        for side in (LEFT, RIGHT)
    )
    return State(left, right, LEFT, waiting, waiting, 1)


# On his turn a player sows a stack he controls


@rule
def neighbour(board: Field, side: int, square: int, step: int) -> int:
    """The square one step on, or -1: the first checker must be sown forward (towards the opponent
    player), the following to the left, to the right or forward again.
    """
    if step == FORWARD:
        direction = EAST if side == LEFT else WEST
    else:
        direction = NORTH if step == UP else SOUTH
    return board.step[square * board.directions + direction]


@rule
def end_of(board: Field, side: int, square: int, route: int, steps: int) -> int:
    """The square that the route leads to."""
    for index in range(steps):
        square = neighbour(board, side, square, step_of(route, index))
    return square


@rule
def keeps_direction(rules: Rules, route: int, steps: int) -> bool:
    """If a player decides to sow to the left or to the right, he must continue to sow in that
    direction: whether the last of the steps may follow the one before it.
    """
    last = step_of(route, steps - 1)
    if steps == 1:
        return last == FORWARD
    if rules.path == FLEXIBLE:
        return True
    before = step_of(route, steps - 2)
    if before != FORWARD:
        return last == before
    return last == FORWARD or rules.turn == ANY_TURN or steps == 2


@rule
def leaves_last_column(
    board: Field, rules: Rules, side: int, square: int, route: int, steps: int
) -> bool:
    """A player who has reached the opposite row moves his own pieces beyond the edge of the board:
    under `last-column=exit` he cannot turn there. Whether the last of the steps may be taken.
    """
    if rules.last_column == MAY_TURN or step_of(route, steps - 1) == FORWARD:
        return True
    before = end_of(board, side, square, route, steps - 1)
    return neighbour(board, side, before, FORWARD) >= 0


@rule
def blocked(board: Field, rules: Rules, p: State) -> Cells:
    """It is not permitted to make a stack higher than four checkers. A stack of four constitutes a
    block.
    """
    if rules.limit == 0:
        return board.none
    return p.left[rules.limit - 1] | p.right[rules.limit - 1]


@rule
def may_land(
    board: Field, rules: Rules, side: int, block: Cells, square: int, route: int, steps: int
) -> bool:
    """A block cannot be crossed, and on a square no more than one piece is sown: whether the last
    of the steps may be taken, all before it being legal.
    """
    if not keeps_direction(rules, route, steps):
        return False
    if not leaves_last_column(board, rules, side, square, route, steps):
        return False
    target = end_of(board, side, square, route, steps)
    if target < 0:
        return False
    if rules.path == FLEXIBLE:
        passed = square
        for index in range(steps - 1):
            passed = neighbour(board, side, passed, step_of(route, index))
            if passed == target:
                return False
    return not has(block, target)


@rule
def may_exit(board: Field, rules: Rules, side: int, square: int, route: int, steps: int) -> bool:
    """A player who has reached the opposite row moves his own pieces beyond the edge of the board:
    whether the next forward step of the route does so.
    """
    if rules.exit == FROM_LAST and steps:
        return False
    if steps and rules.path == ONCE and step_of(route, steps - 1) != FORWARD:
        return False
    last = end_of(board, side, square, route, steps)
    return neighbour(board, side, last, FORWARD) < 0


@rule
def next_way(
    board: Field, rules: Rules, side: int, block: Cells, square: int, pieces: int, way: int
) -> int:
    """The way after `way` of a stack of that many pieces: a path of as many steps as pieces, or a
    shorter one that can exit. `NO_WAY` comes before the first and after the last.
    """
    if way == NO_WAY and may_exit(board, rules, side, square, 0, 0):
        return leaving(STANDING)
    path = STANDING if way == NO_WAY else staying(way)
    goes_on = steps_of(path) < pieces
    while True:
        path = following(path, goes_on)
        if path == STANDING:
            return NO_WAY
        steps, route = steps_of(path), route_of(path)
        goes_on = may_land(board, rules, side, block, square, route, steps)
        if goes_on and steps == pieces:
            return path
        if goes_on and may_exit(board, rules, side, square, route, steps):
            return leaving(path)


# Pieces can be sown in any order


@rule
def room_behind(board: Field, rules: Rules, p: State, square: int, way: int) -> int:
    """The number of pieces that may stay on the last square of an exit: above those that are there
    and the one sown last, or, where the stack itself stood there, on the square alone.
    """
    if rules.strand == FREE or rules.limit == 0:
        return TALLEST
    steps = steps_of(way)
    if steps == 0:
        return rules.limit
    last = end_of(board, p.side, square, route_of(way), steps)
    below = height(p, last) + 1
    return rules.limit - below


@rule
def fits(rules: Rules, way: int, own: int, enemies: int, room: int, sown: int) -> bool:
    """Whether a stack of so many own and enemy pieces can be sown along the way with own ones at
    the places that the bits of `sown` say, and the rest in hand can be resolved.
    """
    own_sown = ones(sown)
    enemies_sown = steps_of(way) - own_sown
    if own_sown > own or enemies_sown > enemies:
        return False
    if not exits(way):
        return True
    if rules.exit_needs_own and own_sown == own:
        return False
    stranded = enemies - enemies_sown
    return stranded == 0 or stranded <= room


@rule
def from_top(p: State, square: int, pieces: int, steps: int) -> int:
    """The top piece on the stack must be sown first, then the second piece and so on."""
    stones = mine(p)
    sown = 0
    for index in range(steps):
        if has(stones[pieces - 1 - index], square):
            sown |= 1 << index
    return sown


@rule
def sowings(board: Field, rules: Rules, p: State, block: Cells, square: int, found: Any) -> bool:
    """Whether the stack on the square can be sown; all ways and orders in which it can are added to
    `found`, unless that is None.
    """
    own, enemies = tally(mine(p), square), tally(theirs(p), square)
    pieces = own + enemies
    some = False
    way = next_way(board, rules, p.side, block, square, pieces, NO_WAY)
    while way != NO_WAY:
        steps = steps_of(way)
        room = room_behind(board, rules, p, square, way) if exits(way) else 0
        first, orders = 0, 1 << steps
        if rules.order == TOP_FIRST:
            first = from_top(p, square, pieces, steps)
            orders = first + 1
        unsown = sent(square, way)
        for sown in range(first, orders):
            if fits(rules, way, own, enemies, room, sown):
                if found is None:
                    return True
                some = True
                add(found, unsown | lefts(p.side, sown, steps) << PIECES)
        way = next_way(board, rules, p.side, block, square, pieces, way)
    return some


# Advanced version


@rule
def entrances(board: Field, rules: Rules, p: State) -> Cells:
    """At his turn a player either activates and sows one of the stacks they control or enters a new
    piece on the board: the home squares, below the limit, where he may.
    """
    waiting = p.left_home if p.side == LEFT else p.right_home
    if waiting == 0:
        return board.none
    return board.areas[p.side] & ~blocked(board, rules, p)


@rule
def moves(board: Field, rules: Rules, p: State, found: Any) -> None:
    """Every way to sow a stack one controls, and to enter a piece."""
    if gone(p) or repeated(rules, p):
        return
    for square in each(entrances(board, rules, p)):
        add(found, ENTER | square)
    block = blocked(board, rules, p)
    for square in each(controlled(p)):
        sowings(board, rules, p, block, square, found)


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """The position after entering a piece or sowing a stack."""
    square = square_of(move)
    own, other = mine(p), theirs(p)
    left_home, right_home = p.left_home, p.right_home
    if move & ENTER:
        own = piled(own, other, single(board, square))
        if p.side == LEFT:
            left_home -= 1
        else:
            right_home -= 1
    else:
        way = way_of(move)
        sown = lefts(p.side, move >> PIECES, steps_of(way))
        own, other = sown_along(board, rules, p, square, way, sown)
    if p.side == LEFT:
        return State(own, other, RIGHT, left_home, right_home, 1)
    return State(other, own, LEFT, left_home, right_home, 1)


@rule
def sown_along(
    board: Field, rules: Rules, p: State, square: int, way: int, sown: int
) -> tuple[Levels, Levels]:
    """One piece per square along the path; a player who exits leaves his opponent's pieces on the
    last square and moves his own beyond the edge: the mover's pieces and the other's.
    """
    stranded = tally(theirs(p), square)
    lifted = single(board, square)
    own, other = erased(mine(p), lifted), erased(theirs(p), lifted)
    own_sown, other_sown = board.none, board.none
    route = route_of(way)
    for index in range(steps_of(way)):
        square = neighbour(board, p.side, square, step_of(route, index))
        if sown >> index & 1:
            own_sown |= single(board, square)
        else:
            other_sown |= single(board, square)
            stranded -= 1
    own, other = piled(own, other, own_sown), piled(other, own, other_sown)
    if exits(way):
        for _ in range(stranded):
            other = piled(other, own, single(board, square))
    return own, other


# A player wins if he has advanced all his pieces off the board first


@rule
def gone(p: State) -> bool:
    """Whether the player who has just moved has no piece left on the board or to enter."""
    waiting = p.right_home if p.side == LEFT else p.left_home
    if waiting:
        return False
    own, others = mine(p), theirs(p)
    for level in range(TALLEST):
        if others[level]:
            return False
        if not own[level]:
            return True
    return True


@rule
def repeated(rules: Rules, p: State) -> bool:
    """Whether the third occurrence of position and side ends the game."""
    return rules.repetition == DRAW and p.seen >= 3


@rule
def stuck(board: Field, rules: Rules, p: State) -> bool:
    """A player loses if he has no legal moves at the start of his turn."""
    if entrances(board, rules, p):
        return False
    block = blocked(board, rules, p)
    for square in each(controlled(p)):
        if sowings(board, rules, p, block, square, None):
            return False
    return True


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """Whether the game has ended."""
    return gone(p) or repeated(rules, p) or stuck(board, rules, p)


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """The worth of the ended game for the side to move: -1 lost, 0 drawn by repetition."""
    return 0 if repeated(rules, p) and not gone(p) else -1
