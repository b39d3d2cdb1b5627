"""Sow? (Richard Hutnik, 2011): the rules to run, in the order of the rulebook.

stack     the pieces on one square, bottom first; its top piece says who controls it
forward   towards the other player's end: up the columns for Left, down them for Right
path      the steps of one sowing: 0 forward, 1 up (towards higher rows), 2 down
hand      the pieces of the lifted stack that are not yet sown
exit      the step forward off the board, which resolves the hand

A *way* is one path as a number: how many steps, whether it ends in an exit, and the steps, two
bits each. A move is a way from a square together with the order of the pieces.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from ruleproof.models.cells import (
    Cells,
    Field,
    Levels,
    add,
    count,
    each,
    erased,
    has,
    replaced,
    rule,
    single,
)

LEFT, RIGHT = 0, 1
ANY_TURN, SECOND_TURN = range(2)
BOUND, FREE = range(2)
OVERSHOOT, FROM_LAST = range(2)
DRAW, FORBIDDEN = range(2)
ANY_ORDER, TOP_FIRST = range(2)
ONCE, FLEXIBLE = range(2)
SETUP, ADVANCED = range(2)

TALLEST = 24
"""No stack is taller: with `limit=none` or `strand=free` larger setups are refused."""

FORWARD, UP, DOWN = range(3)
EAST, NORTH, WEST, SOUTH = range(4)
_EXIT = 1 << 5
_ROUTE = 6
"""A way: the number of steps in 5 bits, the exit in one, then the steps."""
PIECES = 38
"""The bit of a move from which on it says where Left's pieces go."""
ENTER = 1 << 62
"""Set in a move that enters a piece; its lowest bits are the square."""
_RUN = 5
_WINDING = 1 << 23
"""A move holds the path in 24 bits: the forward steps and the turn if it turns at most once, so
that such a move is the same number whatever the settings; else this bit and the steps.
"""


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


class State(NamedTuple):
    """The pieces of each player, level by level from the bottom; whose turn it is; how many pieces
    each has not entered yet; how often this position has occurred.
    """

    left: Annotated[Levels, 24]
    right: Annotated[Levels, 24]
    side: int
    left_home: int
    right_home: int
    seen: int


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


@rule
def mine(p: State) -> Levels:
    """The pieces of the side to move."""
    return p.left if p.side == LEFT else p.right


@rule
def theirs(p: State) -> Levels:
    """The pieces of the other side."""
    return p.right if p.side == LEFT else p.left


@rule
def height(p: State, square: int) -> int:
    """The number of pieces on the square."""
    level = 0
    while level < TALLEST and (has(p.left[level], square) or has(p.right[level], square)):
        level += 1
    return level


@rule
def own_pieces(p: State, square: int, pieces: int) -> int:
    """How many of the stack's pieces are the mover's."""
    stones = mine(p)
    own = 0
    for level in range(pieces):
        if has(stones[level], square):
            own += 1
    return own


@rule
def controlled(board: Field, p: State) -> Cells:
    """A stack is controlled by the player who owns its topmost piece: the mover's squares."""
    stones, others = mine(p), theirs(p)
    own = stones[0]
    for level in range(1, TALLEST):
        if not stones[level] and not others[level]:
            return own
        own = own & ~others[level] | stones[level]
    return own


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
def as_way(steps: int, leaves: bool, route: int) -> int:
    """The way of that many steps, with or without an exit behind them."""
    return steps | (_EXIT if leaves else 0) | route << _ROUTE


@rule
def steps_of(path: int) -> int:
    """The number of steps of a way."""
    return path & _EXIT - 1


@rule
def route_of(path: int) -> int:
    """The steps of a way."""
    return path >> _ROUTE


@rule
def exits(path: int) -> bool:
    """Whether a way ends in an exit."""
    return path & _EXIT != 0


@rule
def step_of(route: int, index: int) -> int:
    """The step at that place of a route."""
    return route >> 2 * index & 3


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
def may_land(board: Field, rules: Rules, p: State, square: int, route: int, steps: int) -> bool:
    """It is not permitted to make a stack higher than four checkers, nor to sow more than one piece
    on a square: whether the last of the steps may be taken, all before it being legal.
    """
    if not keeps_direction(rules, route, steps):
        return False
    target = end_of(board, p.side, square, route, steps - 1)
    target = neighbour(board, p.side, target, step_of(route, steps - 1))
    if target < 0:
        return False
    if rules.path == FLEXIBLE:
        passed = square
        for index in range(steps - 1):
            passed = neighbour(board, p.side, passed, step_of(route, index))
            if passed == target:
                return False
    return rules.limit == 0 or height(p, target) < rules.limit


@rule
def may_exit(board: Field, rules: Rules, p: State, square: int, route: int, steps: int) -> bool:
    """A player who has reached the opposite row moves his own pieces beyond the edge of the board:
    whether the next forward step of the route does so.
    """
    if rules.exit == FROM_LAST and steps:
        return False
    if steps and rules.path == ONCE and step_of(route, steps - 1) != FORWARD:
        return False
    last = end_of(board, p.side, square, route, steps)
    return neighbour(board, p.side, last, FORWARD) < 0


@rule
def next_way(board: Field, rules: Rules, p: State, square: int, pieces: int, way: int) -> int:
    """The way after `way` (-1: the first) of a stack of that many pieces, or -1 when there is none.

    Ways are walked depth first: a path of as many steps as pieces is complete; a shorter one is a
    way if it can exit.
    """
    steps, route = 0, 0
    if way < 0:
        if may_exit(board, rules, p, square, 0, 0):
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
        if may_land(board, rules, p, square, route, steps):
            if steps == pieces:
                return as_way(steps, False, route)
            if may_exit(board, rules, p, square, route, steps):
                return as_way(steps, True, route)
            deeper = True


# Pieces can be sown in any order


@rule
def fits(
    board: Field, rules: Rules, p: State, square: int, way: int, pieces: int, own: int, sown: int
) -> bool:
    """Whether the stack can be sown along the way with the mover's pieces at the places that the
    bits of `sown` say, and what is left in hand can be resolved.
    """
    steps = steps_of(way)
    own_sown = ones(sown)
    if own_sown > own or steps - own_sown > pieces - own:
        return False
    if not exits(way):
        return True
    if rules.exit_needs_own and own_sown == own:
        return False
    stranded = pieces - own - (steps - own_sown)
    if rules.strand == FREE or rules.limit == 0 or stranded == 0:
        return True
    if steps == 0:
        return stranded <= rules.limit
    last = end_of(board, p.side, square, route_of(way), steps)
    return height(p, last) + 1 + stranded <= rules.limit


@rule
def ones(bits: int) -> int:
    """The number of bits that are 1."""
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


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
def lefts(side: int, own: int, steps: int) -> int:
    """The places of Left's pieces from those of the mover's, or the other way round."""
    return own if side == LEFT else own ^ (1 << steps) - 1


@rule
def turns_once(route: int, steps: int) -> int:
    """The forward steps before the turn of a route that keeps the direction it turns to, -1 for one
    that does not.
    """
    run = 0
    while run < steps and step_of(route, run) == FORWARD:
        run += 1
    for index in range(run + 1, steps):
        if step_of(route, index) != step_of(route, run):
            return -1
    return run


@rule
def encoded(side: int, square: int, way: int, sown: int) -> int:
    """The move: the square in 8 bits, the steps in 5, the exit, the path in 24, and in 24 bits
    where Left's pieces go.
    """
    steps = steps_of(way)
    route = route_of(way)
    run = turns_once(route, steps)
    path = route | _WINDING
    if run >= 0:
        path = run
        if run < steps:
            path |= step_of(route, run) << _RUN
    return square | (way & 2 * _EXIT - 1) << 8 | path << 14 | lefts(side, sown, steps) << PIECES


@rule
def way_of(move: int) -> int:
    """The way of a move."""
    head = move >> 8 & 2 * _EXIT - 1
    path = move >> 14 & (1 << 24) - 1
    if path & _WINDING:
        return head | (path ^ _WINDING) << _ROUTE
    steps = head & _EXIT - 1
    turn = path >> _RUN
    route = 0
    for index in range(path & (1 << _RUN) - 1, steps):
        route |= turn << 2 * index
    return head | route << _ROUTE


@rule
def sowings(board: Field, rules: Rules, p: State, square: int, found: Any) -> None:
    """All ways and orders in which the stack on the square can be sown."""
    pieces = height(p, square)
    own = own_pieces(p, square, pieces)
    way = next_way(board, rules, p, square, pieces, -1)
    while way >= 0:
        steps = steps_of(way)
        if rules.order == TOP_FIRST:
            sown = from_top(p, square, pieces, steps)
            if fits(board, rules, p, square, way, pieces, own, sown):
                add(found, encoded(p.side, square, way, sown))
        else:
            for sown in range(1 << steps):
                if fits(board, rules, p, square, way, pieces, own, sown):
                    add(found, encoded(p.side, square, way, sown))
        way = next_way(board, rules, p, square, pieces, way)


@rule
def can_sow(board: Field, rules: Rules, p: State, square: int) -> bool:
    """Whether the stack on the square can be sown at all."""
    pieces = height(p, square)
    own = own_pieces(p, square, pieces)
    way = next_way(board, rules, p, square, pieces, -1)
    while way >= 0:
        steps = steps_of(way)
        if rules.order == TOP_FIRST:
            sown = from_top(p, square, pieces, steps)
            if fits(board, rules, p, square, way, pieces, own, sown):
                return True
        else:
            for sown in range(1 << steps):
                if fits(board, rules, p, square, way, pieces, own, sown):
                    return True
        way = next_way(board, rules, p, square, pieces, way)
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
    home = board.areas[p.side]
    if rules.limit == 0:
        return home
    free = board.none
    for square in each(home):
        if height(p, square) < rules.limit:
            free |= single(board, square)
    return free


@rule
def moves(board: Field, rules: Rules, p: State, found: Any) -> None:
    """Every way to sow a stack one controls, and to enter a piece."""
    if gone(p) or repeated(rules, p):
        return
    for square in each(entrances(board, rules, p)):
        add(found, ENTER | square)
    for square in each(controlled(board, p)):
        sowings(board, rules, p, square, found)


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """The position after entering a piece or sowing a stack."""
    square = move & 255
    own, other = mine(p), theirs(p)
    left_home, right_home = p.left_home, p.right_home
    if move & ENTER:
        level = height(p, square)
        own = replaced(own, level, own[level] | single(board, square))
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
    pieces = height(p, square)
    stranded = pieces - own_pieces(p, square, pieces)
    lifted = single(board, square)
    own, other = erased(mine(p), lifted), erased(theirs(p), lifted)
    steps = steps_of(way)
    level = 0
    for index in range(steps):
        square = neighbour(board, p.side, square, step_of(route_of(way), index))
        level = height(p, square)
        if sown >> index & 1:
            own = replaced(own, level, own[level] | single(board, square))
        else:
            other = replaced(other, level, other[level] | single(board, square))
            stranded -= 1
        level += 1
    if exits(way):
        for above in range(level, level + stranded):
            other = replaced(other, above, other[above] | single(board, square))
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
    for square in each(controlled(board, p)):
        if can_sow(board, rules, p, square):
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
