"""The themes of Sow? puzzles: blocks, walls, strandings, races, withdrawals, the order of the
pieces.

A theme counts what matters to the solution: a full stack in nobody's way is no wall, and pieces
that an exit leaves behind must be used. Where the other side has many replies, the one in the line
is but the first of those that last longest, and shows little.

race    the solver is to bring pieces home
plain   of a sowing: own pieces go last, as they would in a race without a second thought
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleproof.models.cells import Cells, count, each, single, tally, topmost
from ruleproof.models.play.solutions import Solution, Step, Theme
from ruleproof.models.sow.goals import held, pieces_of
from ruleproof.models.sow.rules import blocked, end_of, next_way
from ruleproof.models.sow.stacks import State, controlled, height
from ruleproof.models.sow.ways import (
    ENTER,
    FORWARD,
    NO_WAY,
    PIECES,
    exits,
    lefts,
    ones,
    route_of,
    square_of,
    step_of,
    steps_of,
    way_of,
)

PLAIN = ("cover", "corner")
"""Common themes: hints prefer others."""
LONG = 4
"""The pieces of a long sowing."""
FAR = 3
"""The squares that a long sowing goes over at least."""
HOMEWARD = ("home", "lead", "win")
"""Goals for which pieces brought home count."""


def stones(p: State, player: int) -> Cells:
    """The squares of the stacks that the player controls."""
    return topmost(pieces_of(p, player), pieces_of(p, 1 - player))


def _sowings(steps: tuple[Step, ...]) -> list[tuple[Step, int]]:
    """Those of the turns that sow, each with its way."""
    return [(step, way_of(step.moves[0])) for step in steps if not step.moves[0] & ENTER]


def _origin(step: Step) -> Cells:
    """The square of the stack that the turn sows; none if it enters a piece."""
    return 0 if step.moves[0] & ENTER else 1 << square_of(step.moves[0])


def _passed(shown: Solution, side: int, square: int, way: int) -> Cells:
    """The squares that get a piece along the way from the square."""
    field, route = shown.game.field, route_of(way)
    ends = (end_of(field, side, square, route, steps + 1) for steps in range(steps_of(way)))
    return sum(1 << end for end in ends)


def _landed(shown: Solution, step: Step) -> Cells:
    """The squares that get a piece in the turn's sowing."""
    move = step.moves[0]
    return 0 if move & ENTER else _passed(shown, step.before.side, square_of(move), way_of(move))


def _covered(step: Step) -> Cells:
    """The other's stacks that the turn makes the mover's."""
    side = step.before.side
    return stones(step.before, 1 - side) & stones(step.after, side)


def _last(shown: Solution, step: Step) -> Cells:
    """The last square of the turn's sowing; none if it enters a piece."""
    if step.moves[0] & ENTER:
        return 0
    way, square = way_of(step.moves[0]), square_of(step.moves[0])
    side = step.before.side
    return 1 << end_of(shown.game.field, side, square, route_of(way), steps_of(way))


def _own_places(step: Step, way: int) -> int:
    """The places, as bits, at which the sowing lays the mover's own pieces."""
    return lefts(step.before.side, step.moves[0] >> PIECES, steps_of(way))


def _stranded(step: Step, way: int) -> int:
    """The number of enemy pieces that the sowing leaves behind at an exit."""
    if not exits(way):
        return 0
    sown = steps_of(way) - ones(_own_places(step, way))
    return tally(pieces_of(step.before, 1 - step.before.side), square_of(step.moves[0])) - sown


def _full(shown: Solution, p: State) -> Cells:
    """The squares of the stacks as tall as the limit."""
    return blocked(shown.game.field, shown.game.rules, p)


def _ways(shown: Solution, p: State, square: int, lower: Cells = 0) -> Iterator[int]:
    """The ways of the stack, were the full stacks of `lower` less tall."""
    field, rules, closed = shown.game.field, shown.game.rules, _full(shown, p) & ~lower
    pieces, way = height(p, square), NO_WAY
    while (way := next_way(field, rules, p.side, closed, square, pieces, way)) != NO_WAY:
        yield way


def block(shown: Solution) -> bool:
    """Whether the key leaves a stack of the other's, which could be sown, without a way."""
    field, rules, other = shown.game.field, shown.game.rules, 1 - shown.solver
    before, after = (p._replace(side=other) for p in (shown.key.before, shown.key.after))
    return any(
        held(field, rules, after, single(field, square))
        and not held(field, rules, before, single(field, square))
        for square in each(stones(before, other) & stones(after, other))
    )


def wall(shown: Solution) -> bool:
    """Whether the key fills a stack to the limit onto which the other could sow were it lower."""
    after = shown.key.after
    walls = _full(shown, after) & ~_full(shown, shown.key.before)
    if not walls:
        return False
    return any(
        _passed(shown, after.side, square, way) & walls
        for square in each(controlled(after))
        for way in _ways(shown, after, square, walls)
    )


def clearance(shown: Solution) -> bool:
    """Whether the solver sows a full stack of his, and later sows over its square."""
    cleared = 0
    for step in shown.own:
        if _landed(shown, step) & cleared:
            return True
        cleared |= _origin(step) & _full(shown, step.before)
    return False


def withdrawal(shown: Solution) -> bool:
    """Whether the key covers nothing and takes away a stack that the other would sow onto. So he
    refutes half or more of the wrong turns that leave it.
    """
    origin = _origin(shown.key)
    if _covered(shown.key):
        return False
    refuted = [
        _landed(shown, wrong.refutation)
        for wrong in shown.wrong
        if wrong.refutation and _origin(wrong.step) != origin
    ]
    return 0 < len(refuted) <= 2 * sum(bool(origin & landed) for landed in refuted)


def _rounds(shown: Solution) -> list[tuple[Step, list[Step]]]:
    """The solver's turns of the line, each with all known replies to it, where there are any."""
    rounds = len(shown.replies)
    known = [[reply for reply, _ in fork.answers] for fork in shown.trunk[:rounds]]
    known += [[reply] for reply in shown.replies[len(known) :]]
    return list(zip(shown.own, known, strict=False))


def strand(shown: Solution) -> bool:
    """Whether the other sows pieces that an exit has just left behind, since he helps or since he
    has nothing else to sow.
    """
    return any(
        _stranded(own, way_of(own.moves[0])) and all(_origin(reply) == last for reply in replies)
        for own, replies in _rounds(shown)
        if (last := _last(shown, own))
    )


def exit_race(shown: Solution) -> bool:
    """Whether the pieces that both bring home count, the solver exits, and the other exits too or
    would do so in reply to a wrong turn.
    """
    if shown.goal not in ("lead", "win"):
        return False
    refutations = tuple(wrong.refutation for wrong in shown.wrong if wrong.refutation)
    return all(
        any(exits(way) for _, way in _sowings(steps))
        for steps in (shown.own, shown.replies + refutations)
    )


def convoy(shown: Solution) -> bool:
    """Whether pieces brought home count, and the solver lays one on a stack that later brings two
    or more home.
    """
    side, gathered = shown.solver, 0
    if shown.goal not in HOMEWARD:
        return False
    for step, way in _sowings(shown.own):
        own = tally(pieces_of(step.before, side), square_of(step.moves[0]))
        home = own - ones(_own_places(step, way)) if exits(way) else 0
        if home >= 2 and _origin(step) & gathered:
            return True
        gathered |= _landed(shown, step) & stones(step.after, side)
    return False


def _races(shown: Solution) -> bool:
    """Whether the puzzle is a race: see the top of this module."""
    return shown.goal in HOMEWARD and (shown.goal != "home" or shown.solver == shown.attacker)


def _plain(step: Step, way: int) -> bool:
    """Whether own pieces are sown after all others, and none where others are left behind."""
    own = _own_places(step, way)
    last = own + (own & -own) == 1 << steps_of(way)
    return not own or (last and not _stranded(step, way))


def order_trick(shown: Solution) -> bool:
    """Whether the key fails if its pieces are sown in another order that covers as many stacks. In
    a race, and where it lays down none of the solver's, the right order must not be the plain one.
    """
    for step, way in _sowings((shown.key,)):
        path = step.moves[0] & (1 << PIECES) - 1
        obvious = _races(shown) or not _own_places(step, way)
        return not (obvious and _plain(step, way)) and any(
            wrong.step.moves[0] & (1 << PIECES) - 1 == path
            and count(_covered(wrong.step)) >= count(_covered(step))
            for wrong in shown.wrong
        )
    return False


def sowing_under(shown: Solution) -> bool:
    """Whether the key lays an enemy piece on top of a stack of the solver's, and the other sows
    that stack, since he helps or whatever he replies.
    """
    side, key = shown.solver, shown.key
    given = stones(key.before, side) & stones(key.after, 1 - side) & ~_origin(key)
    first = _rounds(shown)[:1]
    return any(all(given & _origin(reply) for reply in replies) for _, replies in first)


def cover(shown: Solution) -> bool:
    """Whether the key covers a stack of two pieces or more that the other controls."""
    return any(height(shown.key.before, square) >= 2 for square in each(_covered(shown.key)))


def corner(shown: Solution) -> bool:
    """Whether the path of a turn of the solver's turns."""
    return any(
        step_of(route_of(way), index) != FORWARD
        for _, way in _sowings(shown.own)
        for index in range(steps_of(way))
    )


def transport(shown: Solution) -> bool:
    """Whether the key sows two enemy pieces or more."""
    return any(
        ones(lefts(1 - shown.solver, step.moves[0] >> PIECES, steps_of(way))) >= 2
        for step, way in _sowings((shown.key,))
    )


def long_sowing(shown: Solution) -> bool:
    """Whether the solver sows a stack of four pieces or more over three squares or more. Where it
    is the goal to sow a stack, the turn that does so may go anywhere; a turn that covers the stack
    of the goal counts only if its own has a shorter way.
    """
    steps = shown.own[:-1] if shown.goal == "carry" else shown.own
    return any(
        height(step.before, square_of(step.moves[0])) >= LONG and steps_of(way) >= FAR
        for step, way in _sowings(steps)
        if shown.goal != "cover" or not _covered(step) & shown.cells or _shorter(shown, step)
    )


def _shorter(shown: Solution, step: Step) -> bool:
    """Whether the stack that the turn sows has a way over fewer squares than a long one."""
    square = square_of(step.moves[0])
    return any(steps_of(way) < FAR for way in _ways(shown, step.before, square))


THEMES = (
    Theme(
        "clearance",
        "a full stack is sown out of the way of another",
        clearance,
        "One of your own stacks stands in the way.",
    ),
    Theme(
        "block",
        "the first turn leaves an enemy stack without a way",
        block,
        "A stack that cannot be sown is harmless.",
    ),
    Theme(
        "wall",
        "the first turn fills a stack to the limit, and the other side can no longer sow onto it",
        wall,
        "A full stack is a wall.",
    ),
    Theme(
        "strand",
        "the other side sows what an exit has left behind",
        strand,
        "An exit leaves the other side's pieces behind: use them.",
    ),
    Theme(
        "order-trick",
        "the pieces must be sown in the right order, and it is not the obvious one",
        order_trick,
        "The path alone is not enough: the order of the pieces matters.",
    ),
    Theme(
        "withdrawal",
        "the first turn leaves the square onto which the other side wants to sow",
        withdrawal,
        "Do not wait where the other side wants to sow.",
    ),
    Theme(
        "sowing-under",
        "an enemy piece is laid on top of an own stack, and the other side has to sow it or helps",
        sowing_under,
        "You may bury a piece of your own.",
    ),
    Theme(
        "exit-race",
        "both sides race to bring pieces home",
        exit_race,
        "It is a race, and you are just in time.",
    ),
    Theme(
        "convoy",
        "pieces are gathered on one stack, and two or more leave the board together",
        convoy,
        "A whole stack can leave the board in one turn.",
    ),
    Theme(
        "transport",
        "the first turn sows two enemy pieces or more",
        transport,
        "Take the other side's pieces along.",
    ),
    Theme(
        "long-sowing",
        "a stack of four pieces or more is sown over three squares or more",
        long_sowing,
        "The tallest stack has the longest reach.",
    ),
    Theme(
        "cover",
        "the first turn covers an enemy stack of two pieces or more",
        cover,
        "Cover a stack of the other side's.",
    ),
    Theme("corner", "a path turns", corner, "A path may turn."),
)
