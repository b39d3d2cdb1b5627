"""The themes of Grow puzzles: heads shut in, starved and brought along highways, cuts,
encirclement, invasion, and what is left for later.

answered   of a turn: the line goes on after it; what the last turn does changes nothing any more
dead head  a head without an empty space beside it
"""

from __future__ import annotations

from ruleproof.models.cells import Cells, count, each, flood, neighbours, parts
from ruleproof.models.grow.counts import some
from ruleproof.models.grow.goals import encircled
from ruleproof.models.grow.rules import END, State, empty, own, spaces_of
from ruleproof.models.grow.steps import (
    answered,
    drops,
    enters,
    gains,
    grown,
    heads,
    jumps,
    micro,
    refutations,
    replies,
    takable,
)
from ruleproof.models.play.solutions import Solution, Step, Theme

WIDE = 2
"""Spaces of a region that is worth encircling or invading."""
LARGE = 4
"""Spaces of a region that both sides can race for."""
SAME = 2
"""The least number of other drops that must fail before the drop of the key shows anything."""
COUNTED = ("win", "lead", "take", "hold", "own")
"""Goals for which spaces are counted."""


def highway(shown: Solution) -> bool:
    """Whether a right turn moves a dead head through its group to a space that touches an empty
    one, and the right turn after a reply takes a space from there.
    """
    near = shown.game.field.near
    for fork in shown.forks:
        before, after = fork.right.before, fork.right.after
        arrived = 0
        for origin, target, taking in jumps(shown, fork.right):
            dead = not near[origin] & empty(shown.game.field, before)
            if dead and not taking and near[target] & empty(shown.game.field, after):
                arrived |= 1 << target
        later = [below.right for _, below in fork.answers if below]
        if arrived and any(
            taking and arrived >> origin & 1
            for step in later
            for origin, _, taking in jumps(shown, step)
        ):
            return True
    return False


def shut_in(shown: Solution) -> bool:
    """Whether an answered turn shuts in a group of the other's, whose heads would otherwise take
    spaces that nothing else could: they do where another turn is refuted.
    """
    field, other = shown.game.field, 1 - shown.solver
    for step in answered(shown):
        free = empty(field, step.after)
        for group in parts(field, spaces_of(step.before, other)):
            beside = neighbours(field, group)
            alive = beside & empty(field, step.before)
            if alive and free and not beside & free and _needed(shown, group & heads(step.before)):
                return True
    return False


def _needed(shown: Solution, cells: Cells) -> bool:
    """Whether a reply that refutes a wrong turn takes spaces which its side could not take, with
    its drop, without the heads on these cells.
    """
    return any(
        takable(shown, one.before, gains(one), cells) + 1 < count(gains(one))
        for one in refutations(shown)
    )


def starve(shown: Solution) -> bool:
    """Whether the drop of the key takes the last empty space beside a head of the other's, and the
    same turn with another drop always fails to a reply in which that head goes there.
    """
    free = empty(shown.game.field, shown.key.after)
    for drop in drops(shown.key):
        rest = gains(shown.key) & ~(1 << drop)
        same = [
            wrong.refutation
            for wrong in shown.wrong
            if wrong.refutation
            and not gains(wrong.step) >> drop & 1
            and not rest & ~gains(wrong.step)
            and count(gains(wrong.step)) == count(rest) + 1
        ]
        if len(same) >= SAME and all(_starved(shown, one, drop, free) for one in same):
            return True
    return False


def _starved(shown: Solution, refutation: Step, drop: int, free: Cells) -> bool:
    """Whether the reply moves a head to the space, and only such as touch none of the free ones."""
    near = shown.game.field.near
    goers = [origin for origin, target, _ in jumps(shown, refutation) if target == drop]
    return bool(goers) and not any(near[origin] & free for origin in goers)


def _realms(shown: Solution, p: State) -> list[Cells]:
    """The largest connected sets of spaces of the other's and empty ones: groups of his in two of
    them can no longer be joined.
    """
    field, spaces = shown.game.field, spaces_of(p, 1 - shown.solver)
    return [realm for realm in parts(field, spaces | empty(field, p)) if realm & spaces]


def cut(shown: Solution) -> bool:
    """Whether the solver is to shut a group in, and an answered turn cuts groups of the other's off
    from each other for good, two of which still touch empty spaces; a reply to a wrong turn would
    have joined the group to another of them. For other goals it does not matter which groups are
    apart.
    """
    field = shown.game.field
    if shown.goal != "shut" or shown.attacker != shown.solver:
        return False
    for step in answered(shown):
        free, spaces = empty(field, step.after), spaces_of(step.before, 1 - shown.solver)
        alive = [one & spaces for one in _realms(shown, step.after) if one & free]
        for realm in _realms(shown, step.before):
            apart = [one & realm for one in alive if one & realm]
            others = sum(one for one in apart if not one & shown.cells)
            if len(apart) >= 2 and _joined(shown, others):
                return True
    return False


def _joined(shown: Solution, others: Cells) -> bool:
    """Whether a reply that refutes a wrong turn joins the group in danger to one of the others."""
    for one in refutations(shown):
        before, after = (
            flood(shown.game.field, shown.cells, spaces_of(p, 1 - shown.solver))
            for p in (one.before, one.after)
        )
        if after & others and not before & others:
            return True
    return False


def join(shown: Solution) -> bool:
    """Whether an answered turn joins the group that the other would shut in to another of the
    solver's, which, with the spaces that its heads take, touches empty ones that the group would
    not touch without it.
    """
    field = shown.game.field
    if shown.goal != "shut" or shown.attacker == shown.solver:
        return False
    for step in answered(shown):
        free, dropped = empty(field, step.after), sum(1 << drop for drop in drops(step))
        groups = parts(field, spaces_of(step.before, shown.solver))
        whole = flood(field, shown.cells, spaces_of(step.after, shown.solver))
        alone = sum(grown(shown, step, group) for group in groups if group & shown.cells)
        room = neighbours(field, alone | dropped) & free
        for group in groups:
            beyond = neighbours(field, grown(shown, step, group)) & free & ~room
            if group & whole and not group & shown.cells and beyond:
                return True
    return False


def encirclement(shown: Solution) -> bool:
    """Whether an answered turn encircles two more empty spaces."""
    field, other = shown.game.field, 1 - shown.solver
    return any(
        encircled(field, empty(field, step.after), spaces_of(step.after, other))
        >= encircled(field, empty(field, step.before), spaces_of(step.before, other)) + WIDE
        for step in answered(shown)
    )


def invasion(shown: Solution) -> bool:
    """Whether an answered turn drops a head into a region of two spaces or more that touches spaces
    of the other's and none of the solver's.
    """
    field = shown.game.field
    for step in answered(shown):
        for drop in drops(step):
            region = flood(field, 1 << drop, empty(field, step.before))
            beside = neighbours(field, region)
            theirs = beside & spaces_of(step.before, 1 - shown.solver)
            if count(region) >= WIDE and theirs and not beside & own(step.before):
                return True
    return False


def hole(shown: Solution) -> bool:
    """Whether an answered turn drops a head on a lone empty space that touches only spaces of the
    other's, so that no head of the solver's could reach it.
    """
    field = shown.game.field
    return any(
        not field.near[drop] & (empty(field, step.before) | own(step.before))
        for step in answered(shown)
        for drop in drops(step)
    )


def patience(shown: Solution) -> bool:
    """Whether the key leaves a head at rest that could have taken a space, and the same turn with
    more spaces taken fails.
    """
    field, taken = shown.game.field, gains(shown.key)
    for state, move in micro(shown, shown.key):
        if move == END:
            resting = some(state.ready) & own(state)
            if any(field.near[cell] & empty(field, state) for cell in each(resting)):
                return any(
                    not taken & ~gains(one.step) and taken != gains(one.step) for one in shown.wrong
                )
    return False


def race(shown: Solution) -> bool:
    """Whether spaces are counted, and both sides take some of a large region, beside which both
    have heads in the diagram and which the line fills. Some reply moves a head into it: a side that
    has its drops alone left does not race.
    """
    field, diagram, last = shown.game.field, shown.diagram, shown.line[-1].after
    if shown.goal not in COUNTED:
        return False
    for region in parts(field, empty(field, diagram)):
        beside = neighbours(field, region) & heads(diagram)
        sides = [
            region & spaces_of(last, player) and beside & spaces_of(diagram, player)
            for player in (0, 1)
        ]
        filled = count(region) >= LARGE and all(sides) and not region & empty(field, last)
        if filled and any(enters(shown, reply, region) for reply in replies(shown)):
            return True
    return False


def full_board(shown: Solution) -> bool:
    """Whether the solver keeps a group from being shut in by a line that fills the board."""
    averts = shown.goal == "shut" and shown.attacker != shown.solver
    return averts and not empty(shown.game.field, shown.line[-1].after)


THEMES = (
    Theme(
        "highway",
        "a head without an empty space beside it goes through its group and takes one elsewhere",
        highway,
        "Your heads travel any distance within their group.",
    ),
    Theme(
        "encirclement",
        "empty spaces are encircled",
        encirclement,
        "Spaces that the other side cannot reach can wait.",
    ),
    Theme(
        "invasion",
        "a head is dropped into a region that only the other side touches",
        invasion,
        "A drop may land where you have nothing yet.",
    ),
    Theme(
        "join",
        "the group in danger is joined to another, which gives it empty spaces",
        join,
        "Two groups are worth more together.",
    ),
    Theme(
        "shut-in",
        "a group is shut in with heads that other turns would let loose and nothing could replace",
        shut_in,
        "A head of the other side's takes nothing more once its group is shut in.",
    ),
    Theme(
        "cut",
        "the group to be shut in is cut off from one that it would join after another turn",
        cut,
        "Cut the other side's groups off from each other.",
    ),
    Theme(
        "patience",
        "a head rests in the first turn, and would spoil it by taking a space",
        patience,
        "Not every head should move at once.",
    ),
    Theme(
        "full-board",
        "the board is full before a group can be shut in",
        full_board,
        "On a full board no group is shut in: leave as few empty spaces as you can.",
    ),
    Theme(
        "hole",
        "a head is dropped into a hole that no head of its side could reach",
        hole,
        "Your heads can do without the drop: use it where none of them can go.",
    ),
    Theme(
        "race",
        "both sides fill one region, the other side not with drops alone",
        race,
        "Count who fills the region first.",
    ),
    Theme(
        "starve",
        "the drop takes the last empty space beside a head of the other side's",
        starve,
        "Look for a head of the other side's that you can leave without an empty space beside it.",
    ),
)
