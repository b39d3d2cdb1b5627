"""Sow?'s paths and moves as numbers.

path    the steps of one sowing: 0 forward, 1 up (towards higher rows), 2 down
route   the steps of a path, two bits each, the first lowest
way     a path with or without an exit behind it
move    a way from a square with the order of the pieces, or a square to enter a piece on

>>> way = as_way(2, True, 0b0100)  # forward, then up, then off the board
>>> steps_of(way), route_of(way), exits(way)
(2, 4, True)
"""

from __future__ import annotations

from ruleproof.models.cells import rule

LEFT, RIGHT = 0, 1
FORWARD, UP, DOWN = range(3)
_EXIT = 1 << 5
_ROUTE = 6
"""A way: the number of steps in 5 bits, the exit in one, then the steps."""
NO_WAY = -1
"""The state before the first way of a stack and after the last."""
STANDING = 0
"""The path without a step."""
_SQUARE = 9
"""The bits of a square in a move; then follow a way's steps and exit, and the path."""
_PATH = _SQUARE + _ROUTE
PIECES = 38
"""The bit of a move from which on it says where Left's pieces go."""
ENTER = 1 << 62
"""Set in a move that enters a piece; its lowest bits are the square."""
_RUN = 5
_WINDING = 1 << 22
"""A move holds the path in 23 bits: the forward steps and the turn if it turns at most once, so
that such a move is the same number whatever the settings; else this bit and the steps.
"""


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
def leaving(path: int) -> int:
    """The way that exits behind the path."""
    return path | _EXIT


@rule
def staying(way: int) -> int:
    """The path of a way without its exit."""
    return way & ~_EXIT


@rule
def following(path: int, goes_on: bool) -> int:
    """The path after this one, in the order in which paths are counted out: if it goes on, the one
    a step longer, else the next one that is not longer. `STANDING` comes after the last; none but
    `STANDING` itself begins other than forward.
    """
    steps, route = steps_of(path), route_of(path)
    if goes_on:
        return as_way(steps + 1, False, route)
    while steps > 0 and step_of(route, steps - 1) == DOWN:
        route -= DOWN << 2 * (steps - 1)
        steps -= 1
    if steps <= 1:
        return STANDING
    return as_way(steps, False, route + (1 << 2 * (steps - 1)))


@rule
def step_of(route: int, index: int) -> int:
    """The step at that place of a route."""
    return route >> 2 * index & 3


@rule
def ones(bits: int) -> int:
    """The number of bits that are 1."""
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


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
def sent(square: int, way: int) -> int:
    """The move along the way without its pieces: the square in 9 bits, the steps in 5, the exit,
    and the path in 23.
    """
    steps = steps_of(way)
    route = route_of(way)
    run = turns_once(route, steps)
    path = route | _WINDING
    if run >= 0:
        path = run
        if run < steps:
            path |= step_of(route, run) << _RUN
    return square | (way & 2 * _EXIT - 1) << _SQUARE | path << _PATH


@rule
def square_of(move: int) -> int:
    """The square that a move sows from or enters a piece on."""
    return move & (1 << _SQUARE) - 1


@rule
def encoded(side: int, square: int, way: int, sown: int) -> int:
    """The move: the way from the square, and in 24 bits where Left's pieces go if the mover's go to
    the places in `sown`.
    """
    return sent(square, way) | lefts(side, sown, steps_of(way)) << PIECES


@rule
def way_of(move: int) -> int:
    """The way of a move."""
    head = move >> _SQUARE & 2 * _EXIT - 1
    path = move >> _PATH & 2 * _WINDING - 1
    if path & _WINDING:
        return head | (path ^ _WINDING) << _ROUTE
    steps = head & _EXIT - 1
    turn = path >> _RUN
    route = 0
    for index in range(path & (1 << _RUN) - 1, steps):
        route |= turn << 2 * index
    return head | route << _ROUTE
