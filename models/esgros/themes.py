"""What solutions of Esgros puzzles can show: captures, sacrifices, growth allowed and refused."""

from __future__ import annotations

from ruleproof.models.cells import Cells, count, flood, neighbours
from ruleproof.models.esgros.goals import stones_of
from ruleproof.models.esgros.rules import State, placements
from ruleproof.models.solutions import Solution, Step, Theme

stones = stones_of


def placed(step: Step) -> Cells:
    """The cell of the stone placed, as a set."""
    side = step.before.side
    return stones_of(step.after, side) & ~stones_of(step.before, side)


def captured(step: Step) -> Cells:
    """The stones that the turn removes."""
    other = 1 - step.before.side
    return stones_of(step.before, other) & ~stones_of(step.after, other)


def pairs(shown: Solution, cells: Cells) -> int:
    """How many groups of two stones or more the cells make."""
    found = 0
    while cells:
        group = flood(shown.game.field, cells & -cells, cells)
        cells &= ~group
        found += count(group) >= 2
    return found


def _joins(shown: Solution, step: Step) -> int:
    """How many groups of his own the turn's player joins or grows."""
    own = stones_of(step.before, step.before.side)
    found, beside = 0, neighbours(shown.game.field, placed(step)) & own
    while beside:
        beside &= ~flood(shown.game.field, beside & -beside, own)
        found += 1
    return found


def _legal(shown: Solution, p: State, player: int) -> Cells:
    """The cells on which the player could place a stone if he were to move."""
    return placements(shown.game.field, shown.game.rules, p._replace(side=player))


def double_capture(shown: Solution) -> bool:
    """Whether a turn of the solver's removes two groups, neither a lone stone."""
    return any(pairs(shown, captured(step)) >= 2 for step in shown.own)


def decoy(shown: Solution) -> bool:
    """Whether the reply of the line removes the stone of the key."""
    return bool(shown.replies) and bool(captured(shown.replies[0]) & placed(shown.key))


def sacrifice(shown: Solution) -> bool:
    """Whether a reply removes two stones of the solver's or more."""
    return any(count(captured(reply)) >= 2 for reply in shown.replies)


def forced_join(shown: Solution) -> bool:
    """Whether after some right turn every reply grows a group of the other's, and that of the line
    joins two, and the solver reaches a goal by that.
    """
    if shown.attacker != shown.solver or not any(
        _joins(shown, reply) >= 2 for reply in shown.replies
    ):
        return False
    return any(
        fork.answers and all(_joins(shown, reply) for reply, _ in fork.answers)
        for fork in shown.forks
    )


def waiting_move(shown: Solution) -> bool:
    """Whether the key joins no group and touches no enemy, and a later turn removes stones."""
    enemies = stones_of(shown.key.before, 1 - shown.solver)
    if _joins(shown, shown.key) or neighbours(shown.game.field, placed(shown.key)) & enemies:
        return False
    return any(captured(step) for step in shown.own[1:])


def blocked_growth(shown: Solution) -> bool:
    """Whether the key makes an empty cell illegal with which the other refutes wrong turns."""
    other, key = 1 - shown.solver, shown.key
    empty = shown.game.field.full & ~(key.after.black | key.after.white)
    blocked = _legal(shown, key.before, other) & ~_legal(shown, key.after, other) & empty
    return any(one.refutation and placed(one.refutation) & blocked for one in shown.wrong)


def opened_growth(shown: Solution) -> bool:
    """Whether a later turn of the solver's is on a cell that is illegal in the diagram."""
    legal = _legal(shown, shown.diagram, shown.solver)
    empty = shown.game.field.full & ~(shown.diagram.black | shown.diagram.white)
    return any(placed(step) & empty & ~legal for step in shown.own[1:])


def bridge(shown: Solution) -> bool:
    """Whether the key joins two groups or more."""
    return _joins(shown, shown.key) >= 2


def refill(shown: Solution) -> bool:
    """Whether the solver places on a cell from which a stone was removed in the line."""
    emptied = 0
    for step in shown.line:
        if step.before.side == shown.solver and placed(step) & emptied:
            return True
        emptied |= captured(step)
    return False


def one_by_one(shown: Solution) -> bool:
    """Whether two turns of the solver's remove stones."""
    return sum(bool(captured(step)) for step in shown.own) >= 2


THEMES = (
    Theme(
        "double-capture",
        "one turn removes two groups, neither a lone stone",
        double_capture,
        "One stone can remove two groups at once.",
    ),
    Theme(
        "opened-growth",
        "a turn makes a cell legal that was not",
        opened_growth,
        "A cell that is forbidden now may be allowed a turn later.",
    ),
    Theme(
        "blocked-growth",
        "the first turn forbids the other side the cell that refutes other turns",
        blocked_growth,
        "Change the sizes of groups so that a cell becomes illegal for the other side.",
    ),
    Theme(
        "forced-join",
        "whatever the other side plays grows its groups, and joins two",
        forced_join,
        "The other side soon has no lone stone left to place.",
    ),
    Theme(
        "decoy",
        "the first stone is removed at once, and has done its work",
        decoy,
        "The first stone is there to be removed.",
    ),
    Theme(
        "group-sacrifice",
        "the other side is let remove two stones or more",
        sacrifice,
        "You can afford to lose more than one stone.",
    ),
    Theme(
        "refill",
        "a stone is placed where one was removed",
        refill,
        "A cell that is emptied can be filled again.",
    ),
    Theme(
        "waiting-move",
        "the first stone stands alone, far from the enemy",
        waiting_move,
        "The first turn waits: it touches nothing.",
    ),
    Theme(
        "bridge",
        "the first stone joins two groups or more",
        bridge,
        "Join your own groups first.",
    ),
    Theme(
        "one-by-one",
        "two turns remove stones",
        one_by_one,
        "It takes more than one capture.",
    ),
)
