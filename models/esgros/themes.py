"""The themes of Esgros puzzles: captures, sacrifices, growth allowed and refused."""

from __future__ import annotations

from ruleproof.models.cells import Cells, count, each, flood, neighbours
from ruleproof.models.esgros.goals import stones_of
from ruleproof.models.esgros.rules import State, empty, placements
from ruleproof.models.play.solutions import Solution, Step, Theme

stones = stones_of
COUNTED = ("take", "gain", "win")
"""Goals that count stones. For any other goal, stones that fall besides are by-products."""
TAKEN_FOR = (*COUNTED, "remove")
"""Goals for which stones are taken."""
SUCCESSION = 3
"""Captures, one turn after another, that show something; most goals take two anyway."""


def placed(step: Step) -> Cells:
    """The cell of the stone placed, as a set."""
    side = step.before.side
    return stones_of(step.after, side) & ~stones_of(step.before, side)


def captured(step: Step) -> Cells:
    """The stones that the turn removes."""
    other = 1 - step.before.side
    return stones_of(step.before, other) & ~stones_of(step.after, other)


def _groups(shown: Solution, own: Cells, cells: Cells) -> list[Cells]:
    """The groups of the stones `own` that hold any of the cells."""
    found: list[Cells] = []
    cells &= own
    while cells:
        found.append(flood(shown.game.field, cells & -cells, own))
        cells &= ~found[-1]
    return found


def _joins(shown: Solution, before: State, cell: Cells) -> int:
    """The number of own groups that the side to move joins or grows by a stone on the cell."""
    own = stones_of(before, before.side)
    return len(_groups(shown, own, neighbours(shown.game.field, cell)))


def _joined(shown: Solution, step: Step) -> int:
    """The number of own groups that the turn's player joins or grows."""
    return _joins(shown, step.before, placed(step))


def _legal(shown: Solution, p: State, player: int) -> Cells:
    """The cells on which the player could place a stone if he were to move."""
    return placements(shown.game.field, shown.game.rules, p._replace(side=player))


def _victims(shown: Solution, before: State, after: State) -> int:
    """The number of the other's groups that vanish between the positions; only groups on stones of
    the diagram count.
    """
    other = 1 - shown.solver
    old, new = stones_of(before, other), stones_of(after, other)
    return len(_groups(shown, old, old & ~new & stones_of(shown.diagram, other)))


def _refuting(shown: Solution) -> list[Cells]:
    """The cells on which the other refutes wrong turns, one for each turn whose refutation is
    told.
    """
    return [placed(one.refutation) for one in shown.wrong if one.refutation]


def _forbidden(shown: Solution, reply: Step) -> bool:
    """Whether the reply removes the stone of the key, but not all of the solver's, and the other
    may not place on its cell then, though he would refute a wrong turn there.
    """
    key = placed(shown.key)
    if not stones_of(reply.after, shown.solver):
        return False
    if not captured(reply) & key or not any(cell & key for cell in _refuting(shown)):
        return False
    return not _legal(shown, reply.after, 1 - shown.solver) & key


def double_capture(shown: Solution) -> bool:
    """Whether stones are counted, and a later turn of the solver's removes two groups of the
    diagram or more, and no turn could remove as many there.
    """
    if shown.goal not in COUNTED:
        return False
    here = shown.diagram
    most = max((_victims(shown, one.before, one.after) for one in shown.own[1:]), default=0)
    if most < 2:
        return False
    after = (shown.game.play(here, cell) for cell in each(_legal(shown, here, shown.solver)))
    return all(_victims(shown, here, p) < most for p in after)


def long_arm(shown: Solution) -> bool:
    """Whether stones are taken for the goal, and a turn of the solver's removes two stones or more,
    none of them beside its own, and one of the diagram's unless it wins.
    """
    if shown.goal not in TAKEN_FOR:
        return False
    enemies = stones_of(shown.diagram, 1 - shown.solver)
    for step in shown.own:
        gone = captured(step)
        if count(gone) >= 2 and not gone & neighbours(shown.game.field, placed(step)):
            return shown.goal == "win" or bool(gone & enemies)
    return False


def decoy(shown: Solution) -> bool:
    """Whether the reply of the line removes the key, and its cell is forbidden then."""
    return bool(shown.replies) and _forbidden(shown, shown.replies[0])


def blocked_growth(shown: Solution) -> bool:
    """Whether a reply to the key removes it, and its cell is forbidden then."""
    answers = shown.root.answers if shown.root else ()
    return any(_forbidden(shown, reply) for reply, _ in answers)


def sacrifice(shown: Solution) -> bool:
    """Whether a reply removes two stones of the solver's or more, that of the key among them. Those
    that every refutation of a wrong turn removes as well are lost anyhow.
    """
    key, refutations = placed(shown.key), [one.refutation for one in shown.wrong if one.refutation]
    anyhow = captured(refutations[0]) if refutations else 0
    for refutation in refutations:
        anyhow &= captured(refutation)
    given = [captured(step) & ~anyhow for step in shown.replies]
    return any(count(lost) >= 2 and lost & key for lost in given)


def forced_join(shown: Solution) -> bool:
    """Whether every reply to the key joins two groups of the other's or more, and one of his turns
    would join fewer if he were to move in the diagram.
    """
    answers = shown.root.answers if shown.root else ()
    if not answers or any(_joined(shown, reply) < 2 for reply, _ in answers):
        return False
    here = shown.diagram._replace(side=1 - shown.solver)
    return any(_joins(shown, here, 1 << cell) < 2 for cell in each(_legal(shown, here, here.side)))


def waiting_move(shown: Solution) -> bool:
    """Whether the key joins no group and touches no enemy, and a later turn removes stones with
    other stones than the key's.
    """
    field, key = shown.game.field, placed(shown.key)
    enemies = stones_of(shown.key.before, 1 - shown.solver)
    if _joined(shown, shown.key) or neighbours(field, key) & enemies:
        return False
    captures = [step for step in shown.own[1:] if captured(step)]
    groups = [flood(field, placed(step), stones_of(step.after, shown.solver)) for step in captures]
    return bool(groups) and not any(group & key for group in groups)


def opened_growth(shown: Solution) -> bool:
    """Whether a later turn of the solver's is on a cell that is illegal in the diagram."""
    legal = _legal(shown, shown.diagram, shown.solver)
    free = empty(shown.game.field, shown.diagram)
    return any(placed(step) & free & ~legal for step in shown.own[1:])


def bridge(shown: Solution) -> bool:
    """Whether stones are taken for the goal, and the key joins two groups or more, which remove a
    stone that it does not touch, and another turn joins fewer.
    """
    key, field = shown.key, shown.game.field
    if (
        shown.goal not in TAKEN_FOR
        or _joined(shown, key) < 2
        or not captured(key) & ~neighbours(field, placed(key))
    ):
        return False
    legal = each(_legal(shown, shown.diagram, shown.solver))
    return any(_joins(shown, shown.diagram, 1 << cell) < 2 for cell in legal)


def refill(shown: Solution) -> bool:
    """Whether the solver places on a cell from which a stone was removed in the line, and must."""
    emptied, fork = 0, shown.root
    for step in shown.line:
        if step.before.side == shown.solver:
            if placed(step) & emptied and (fork is None or fork.alone):
                return True
        elif fork:
            fork = next((below for reply, below in fork.answers if reply == step), None)
        emptied |= captured(step)
    return False


def one_by_one(shown: Solution) -> bool:
    """Whether stones are counted, and every turn of the solver's removes some of the diagram, three
    turns or more.
    """
    enemies = stones_of(shown.diagram, 1 - shown.solver)
    turns = [bool(captured(step) & enemies) for step in shown.own]
    return shown.goal in COUNTED and len(turns) >= SUCCESSION and all(turns)


THEMES = (
    Theme(
        "double-capture",
        "a turn removes two groups or more at once, more than any turn could in the diagram",
        double_capture,
        "Prepare a turn that removes several groups at once.",
    ),
    Theme(
        "opened-growth",
        "a cell that is illegal in the diagram becomes legal, and the solver takes it",
        opened_growth,
        "A cell that is forbidden now may be allowed a turn later.",
    ),
    Theme(
        "blocked-growth",
        "the first stone is removed, and its cell is then illegal for the other side",
        blocked_growth,
        "Change the sizes of groups so that a cell becomes illegal for the other side.",
    ),
    Theme(
        "forced-join",
        "whatever the other side replies joins two of its groups, as it need not in the diagram",
        forced_join,
        "The other side has no lone stone left to place.",
    ),
    Theme(
        "decoy",
        "the first stone is removed at once, and has done its work",
        decoy,
        "The first stone will be removed, but that takes a turn and changes what is legal.",
    ),
    Theme(
        "group-sacrifice",
        "the first stone is removed with others, which were not lost anyhow",
        sacrifice,
        "You can afford to lose more than one stone.",
    ),
    Theme(
        "refill",
        "a stone is placed where one was removed, and nowhere else will do",
        refill,
        "A cell that is emptied can be filled again.",
    ),
    Theme(
        "waiting-move",
        "the first stone touches nothing, and others do the work",
        waiting_move,
        "The first turn waits: it touches nothing.",
    ),
    Theme(
        "long-arm",
        "a turn removes two stones or more, none of them beside the stone placed",
        long_arm,
        "A group takes at its far end what its near end cannot reach.",
    ),
    Theme(
        "bridge",
        "the first stone joins groups, which remove a stone that it does not touch",
        bridge,
        "Join your own groups first.",
    ),
    Theme(
        "one-by-one",
        "each of three turns or more removes stones, and stones are counted",
        one_by_one,
        "Every turn of yours must remove something.",
    ),
)
