"""What solutions of Sow? puzzles can show: blocks, strandings, races, the order of the pieces."""

from __future__ import annotations

from ruleproof.models.cells import Cells, count, each, single, tally, topmost
from ruleproof.models.solutions import Solution, Step, Theme
from ruleproof.models.sow.goals import held, pieces_of
from ruleproof.models.sow.stacks import State, height
from ruleproof.models.sow.ways import (
    ENTER,
    FORWARD,
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

LONG = 4
"""Pieces of a long sowing."""


def stones(p: State, player: int) -> Cells:
    """The squares of the stacks that the player controls."""
    return topmost(pieces_of(p, player), pieces_of(p, 1 - player))


def _sowings(steps: tuple[Step, ...]) -> list[tuple[Step, int]]:
    """Those of the turns that sow, each with its way."""
    return [(step, way_of(step.moves[0])) for step in steps if not step.moves[0] & ENTER]


def block(shown: Solution) -> bool:
    """Whether the key leaves a stack of the other's, which could be sown, without a way."""
    field, rules, other = shown.game.field, shown.game.rules, 1 - shown.solver
    before, after = (p._replace(side=other) for p in (shown.key.before, shown.key.after))
    return any(
        held(field, rules, after, single(field, square))
        and not held(field, rules, before, single(field, square))
        for square in each(stones(before, other) & stones(after, other))
    )


def strand(shown: Solution) -> bool:
    """Whether an exit of the solver's leaves enemy pieces behind on its last square."""
    for step, way in _sowings(shown.own):
        if exits(way):
            side = step.before.side
            sown = ones(lefts(1 - side, step.moves[0] >> PIECES, steps_of(way)))
            if tally(pieces_of(step.before, 1 - side), square_of(step.moves[0])) > sown:
                return True
    return False


def exit_race(shown: Solution) -> bool:
    """Whether both sides exit in the line."""
    return all(
        any(exits(way) for _, way in _sowings(steps)) for steps in (shown.own, shown.replies)
    )


def order_trick(shown: Solution) -> bool:
    """Whether the key fails if its pieces are sown in another order."""
    way = shown.key.moves[0] & (1 << PIECES) - 1
    return not shown.key.moves[0] & ENTER and any(
        wrong.step.moves[0] & (1 << PIECES) - 1 == way for wrong in shown.wrong
    )


def sowing_under(shown: Solution) -> bool:
    """Whether a turn of the solver's lays an enemy piece on top of a stack of his own."""
    for step, _ in _sowings(shown.own):
        side, origin = step.before.side, 1 << square_of(step.moves[0])
        if stones(step.before, side) & stones(step.after, 1 - side) & ~origin:
            return True
    return False


def cover(shown: Solution) -> bool:
    """Whether the key covers a stack of two pieces or more that the other controls."""
    side, before = shown.solver, shown.key.before
    covered = stones(before, 1 - side) & stones(shown.key.after, side)
    return any(height(before, square) >= 2 for square in each(covered))


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
    """Whether the solver sows a stack of four pieces or more."""
    return any(
        height(step.before, square_of(step.moves[0])) >= LONG for step, _ in _sowings(shown.own)
    )


def wall(shown: Solution) -> bool:
    """Whether the key makes a stack as tall as the limit."""
    limit = shown.game.rules.limit

    def full(p: State) -> int:
        return count(sum(1 << s for s in each(shown.game.field.full) if height(p, s) >= limit))

    return bool(limit) and full(shown.key.after) > full(shown.key.before)


THEMES = (
    Theme(
        "order-trick",
        "the pieces must be sown in the right order",
        order_trick,
        "The path alone is not enough: the order of the pieces matters.",
    ),
    Theme(
        "block",
        "the first turn leaves an enemy stack without a way",
        block,
        "A stack that cannot be sown is harmless.",
    ),
    Theme(
        "strand",
        "an exit leaves enemy pieces behind on the last square",
        strand,
        "An exit leaves the other side's pieces behind: use them.",
    ),
    Theme(
        "sowing-under",
        "an enemy piece is laid on top of an own stack",
        sowing_under,
        "You may bury a piece of your own.",
    ),
    Theme("wall", "the first turn fills a stack to the limit", wall, "A full stack is a wall."),
    Theme(
        "transport",
        "the first turn sows two enemy pieces or more",
        transport,
        "Take the other side's pieces along.",
    ),
    Theme(
        "exit-race",
        "both sides bring pieces home",
        exit_race,
        "It is a race, and you are just in time.",
    ),
    Theme(
        "cover",
        "the first turn covers an enemy stack of two pieces or more",
        cover,
        "Cover a stack of the other side's.",
    ),
    Theme("corner", "a path turns", corner, "A path may turn."),
    Theme(
        "long-sowing",
        "a stack of four pieces or more is sown",
        long_sowing,
        "The tallest stack has the longest reach.",
    ),
)
