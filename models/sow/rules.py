"""Sow? (Richard Hutnik, 2011): the rules to run, in the order of the rulebook.

stack     the pieces on one square (`stacks.py`)
forward   towards the other player's end: up the columns for Left, down them for Right
way       the steps of one sowing, and whether it ends in an exit (`ways.py`)
blocked   the squares that hold as many pieces as the limit
hand      the pieces of the lifted stack that are not yet sown
exit      the step forward off the board, which resolves the hand
"""

from __future__ import annotations

from typing import Any, NamedTuple

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
from ruleproof.models.sow.stacks import TALLEST, State, controlled, height, mine, theirs
from ruleproof.models.sow.ways import (
    DOWN,
    ENTER,
    FORWARD,
    LEFT,
    PIECES,
    RIGHT,
    UP,
    as_way,
    encoded,
    exits,
    lefts,
    ones,
    route_of,
    sent,
    step_of,
    steps_of,
    way_of,
)

ANY_TURN, SECOND_TURN = range(2)
BOUND, FREE = range(2)
OVERSHOOT, FROM_LAST = range(2)
DRAW, FORBIDDEN = range(2)
ANY_ORDER, TOP_FIRST = range(2)
ONCE, FLEXIBLE = range(2)
SETUP, ADVANCED = range(2)

EAST, NORTH, WEST, SOUTH = range(4)


class Rules(NamedTuple):
    """The settings, as the numbers behind their words; `limit` 0 means none."""

    turn: int
    strand: int
    exit: int
    exit_needs_own: int
    repetition: int
    limit: int
    order: int
    path: int
    entry: int
    height: int


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
    before = step_of(route, steps - 2)
    if rules.path == FLEXIBLE:
        return True
    if before != FORWARD:
        return last == before
    return last == FORWARD or rules.turn == ANY_TURN or steps == 2


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
    """The way after `way` (-1: the first) of a stack of that many pieces, or -1 when there is none.

    Ways are walked depth first: a path of as many steps as pieces is complete; a shorter one is a
    way if it can exit.
    """
    steps, route = 0, 0
    if way < 0:
        if may_exit(board, rules, side, square, 0, 0):
            return as_way(0, True, 0)
    else:
        steps = steps_of(way)
        route = route_of(way)
    deeper = steps < pieces
    while True:
        if deeper:
            steps += 1
        else:
            while steps > 0 and step_of(route, steps - 1) == DOWN:
                route -= DOWN << 2 * (steps - 1)
                steps -= 1
            if steps <= 1:
                return -1
            route += 1 << 2 * (steps - 1)
        deeper = False
        if may_land(board, rules, side, block, square, route, steps):
            if steps == pieces:
                return as_way(steps, False, route)
            if may_exit(board, rules, side, square, route, steps):
                return as_way(steps, True, route)
            deeper = True


# Pieces can be sown in any order


@rule
def room_behind(board: Field, rules: Rules, p: State, square: int, way: int) -> int:
    """How many pieces may stay on the last square of an exit, above what is there."""
    if rules.strand == FREE or rules.limit == 0:
        return TALLEST
    steps = steps_of(way)
    if steps == 0:
        return rules.limit
    last = end_of(board, p.side, square, route_of(way), steps)
    return rules.limit - height(p, last) - 1


@rule
def fits(rules: Rules, way: int, own: int, enemies: int, room: int, sown: int) -> bool:
    """Whether a stack of so many own and enemy pieces can be sown along the way with own ones at
    the places that the bits of `sown` say, and what is left in hand can be resolved.
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
def sowings(board: Field, rules: Rules, p: State, block: Cells, square: int, found: Any) -> None:
    """All ways and orders in which the stack on the square can be sown."""
    own, enemies = tally(mine(p), square), tally(theirs(p), square)
    pieces = own + enemies
    way = next_way(board, rules, p.side, block, square, pieces, -1)
    while way >= 0:
        steps = steps_of(way)
        room = room_behind(board, rules, p, square, way) if exits(way) else 0
        if rules.order == TOP_FIRST:
            sown = from_top(p, square, pieces, steps)
            if fits(rules, way, own, enemies, room, sown):
                add(found, encoded(p.side, square, way, sown))
        else:
            unsown = sent(square, way)
            for sown in range(1 << steps):
                if fits(rules, way, own, enemies, room, sown):
                    add(found, unsown | lefts(p.side, sown, steps) << PIECES)
        way = next_way(board, rules, p.side, block, square, pieces, way)


@rule
def can_sow(board: Field, rules: Rules, p: State, block: Cells, square: int) -> bool:
    """Whether the stack on the square can be sown at all."""
    own, enemies = tally(mine(p), square), tally(theirs(p), square)
    pieces = own + enemies
    way = next_way(board, rules, p.side, block, square, pieces, -1)
    while way >= 0:
        steps = steps_of(way)
        room = room_behind(board, rules, p, square, way) if exits(way) else 0
        if rules.order == TOP_FIRST:
            if fits(rules, way, own, enemies, room, from_top(p, square, pieces, steps)):
                return True
        else:
            for sown in range(1 << steps):
                if fits(rules, way, own, enemies, room, sown):
                    return True
        way = next_way(board, rules, p.side, block, square, pieces, way)
    return False


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
    square = move & 255
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
        if can_sow(board, rules, p, block, square):
            return False
    return True


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """Whether the game has ended."""
    return gone(p) or repeated(rules, p) or stuck(board, rules, p)


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """What the ended game is worth to the side to move: -1 lost, 0 drawn by repetition."""
    return 0 if repeated(rules, p) and not gone(p) else -1
