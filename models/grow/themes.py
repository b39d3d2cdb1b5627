"""What solutions of Grow puzzles can show: encirclement, highways, invasion, races, cuts."""

from __future__ import annotations

from collections.abc import Iterator

from ruleproof.models.cells import Cells, each, flood, neighbours
from ruleproof.models.grow.counts import some
from ruleproof.models.grow.goals import encircled
from ruleproof.models.grow.rules import END, FIRST_LEAP, PLACE, State, empty, own, spaces_of
from ruleproof.models.solutions import Solution, Step, Theme

WIDE = 2
"""Spaces of a region that is worth encircling."""


def micro(shown: Solution, steps: tuple[Step, ...]) -> Iterator[tuple[State, int]]:
    """The micro-moves of the turns, each with the position before it."""
    for step in steps:
        state = step.before
        for move in step.moves:
            yield state, move
            state = shown.game.play(state, move)


def parts(shown: Solution, cells: Cells) -> list[Cells]:
    """The largest connected sets of the cells."""
    found: list[Cells] = []
    while cells:
        found.append(flood(shown.game.field, cells & -cells, cells))
        cells &= ~found[-1]
    return found


def encirclement(shown: Solution) -> bool:
    """Whether a turn of the solver's encircles two more empty spaces."""
    field, other = shown.game.field, 1 - shown.solver
    return any(
        encircled(field, empty(field, step.after), spaces_of(step.after, other))
        >= encircled(field, empty(field, step.before), spaces_of(step.before, other)) + WIDE
        for step in shown.own
    )


def highway(shown: Solution) -> bool:
    """Whether a head goes through its group to a space that is not adjacent, and another space is
    taken from there in the line.
    """
    near = shown.game.field.near
    arrived = 0
    for state, move in micro(shown, shown.own):
        if move < FIRST_LEAP:
            continue
        origin, target = (move - FIRST_LEAP) // PLACE, (move - FIRST_LEAP) % PLACE
        if own(state) >> target & 1 and not near[origin] >> target & 1:
            arrived |= 1 << target
        elif arrived >> origin & 1 and not own(state) >> target & 1:
            return True
    return False


def invasion(shown: Solution) -> bool:
    """Whether the solver drops a head beside spaces of the other's and none of his own."""
    near = shown.game.field.near
    for state, move in micro(shown, shown.own):
        if move < END:
            others = spaces_of(state, 1 - state.side)
            if near[move] & others and not near[move] & own(state):
                return True
    return False


def race(shown: Solution) -> bool:
    """Whether both sides take spaces of one region, which the line fills."""
    field, last = shown.game.field, shown.line[-1].after
    taken = [spaces_of(last, player) & ~spaces_of(shown.diagram, player) for player in (0, 1)]
    return any(
        region & taken[0] and region & taken[1] and not region & empty(field, last)
        for region in parts(shown, empty(field, shown.diagram))
    )


def _apart(shown: Solution, p: State, player: int) -> int:
    """How many sets of the player's spaces can no longer be joined."""
    field, spaces = shown.game.field, spaces_of(p, player)
    return sum(bool(part & spaces) for part in parts(shown, spaces | empty(field, p)))


def cut(shown: Solution) -> bool:
    """Whether a turn of the solver's cuts spaces of the other's off from each other for good."""
    other = 1 - shown.solver
    return any(
        _apart(shown, step.after, other) > _apart(shown, step.before, other) for step in shown.own
    )


def join(shown: Solution) -> bool:
    """Whether a turn of the solver's joins two groups of his."""
    return any(
        any(
            sum(bool(part & group) for group in parts(shown, spaces_of(step.before, shown.solver)))
            >= 2
            for part in parts(shown, spaces_of(step.after, shown.solver))
        )
        for step in shown.own
    )


def shut_in(shown: Solution) -> bool:
    """Whether a turn of the solver's shuts in a group of the other's that has a head."""
    field, other = shown.game.field, 1 - shown.solver
    for step in shown.own:
        heads = some(step.before.ready) | some(step.before.spent)
        for group in parts(shown, spaces_of(step.before, other)):
            open_before = neighbours(field, group) & empty(field, step.before)
            free = empty(field, step.after)
            if group & heads and open_before and free and not neighbours(field, group) & free:
                return True
    return False


def patience(shown: Solution) -> bool:
    """Whether the key leaves a head at rest that could have taken a space."""
    field = shown.game.field
    for state, move in micro(shown, (shown.key,)):
        if move == END:
            resting = some(state.ready) & own(state)
            return any(field.near[cell] & empty(field, state) for cell in each(resting))
    return False


THEMES = (
    Theme(
        "highway",
        "a head goes through its group and takes a space beyond it",
        highway,
        "Your heads travel any distance within their group.",
    ),
    Theme(
        "shut-in",
        "a group of the other side's is shut in",
        shut_in,
        "Heads that touch no empty space are as good as gone.",
    ),
    Theme(
        "cut",
        "spaces of the other side's are cut off from each other",
        cut,
        "Cut the other side's spaces off from each other.",
    ),
    Theme(
        "encirclement",
        "empty spaces are encircled",
        encirclement,
        "Spaces that the other side cannot reach can wait.",
    ),
    Theme(
        "patience",
        "a head rests in the first turn that could have taken a space",
        patience,
        "Not every head should move at once.",
    ),
    Theme(
        "invasion",
        "a head is dropped among the other side's spaces",
        invasion,
        "A drop may land where you have nothing yet.",
    ),
    Theme("join", "two groups are joined", join, "Two groups are worth more together."),
    Theme("race", "both sides fill one region", race, "Count who fills the region first."),
)
