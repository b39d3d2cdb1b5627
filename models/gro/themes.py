"""What solutions of GRO puzzles can show: kills of several kinds, stolen areas, tempo."""

from __future__ import annotations

from ruleproof.models.cells import Cells, count, each
from ruleproof.models.gro.codes import DIVIDE, GROW, MOVE, PASS, kind_of, origin_of, target_of
from ruleproof.models.gro.endings import GOAL_AREAS, occupies
from ruleproof.models.gro.germs import State, openings, points
from ruleproof.models.gro.goals import germs_of
from ruleproof.models.solutions import Solution, Step, Theme


def stones(p: State, player: int) -> Cells:
    """The points of the player's germs."""
    return points(germs_of(p, player))


def killed(step: Step) -> Cells:
    """The points of the germs that the turn kills."""
    other = 1 - step.before.side
    return stones(step.before, other) & ~stones(step.after, other)


def _kind(step: Step) -> int:
    return kind_of(step.moves[0])


def double_kill(shown: Solution) -> bool:
    """Whether a turn of the solver's kills two germs or more."""
    return any(count(killed(step)) >= 2 for step in shown.own)


def division_kill(shown: Solution) -> bool:
    """Whether a division of the solver's kills."""
    return any(_kind(step) == DIVIDE and killed(step) for step in shown.own)


def smothered(shown: Solution) -> bool:
    """Whether the solver kills a germ that has two germs of its own colour beside it."""
    near = shown.game.field.near
    return any(
        count(near[cell] & stones(step.before, 1 - shown.solver)) >= 2
        for step in shown.own
        for cell in each(killed(step))
    )


def squeeze(shown: Solution) -> bool:
    """Whether the key takes an open point from a germ that a later turn of the solver's kills where
    it stands.
    """
    field, other = shown.game.field, 1 - shown.solver

    def open_at(cell: int, p: State) -> int:
        return openings(field, cell, field.full & ~(stones(p, 0) | stones(p, 1)))

    staying = stones(shown.key.after, other)
    for step in shown.line[1:]:
        if step.before.side == other:
            staying &= stones(step.after, other)
            continue
        for cell in each(killed(step) & staying):
            if open_at(cell, shown.key.after) < open_at(cell, shown.key.before):
                return True
    return False


def area_steal(shown: Solution) -> bool:
    """Whether a turn of the solver's makes him the sole occupant of an area that is the other's."""
    field, rules = shown.game.field, shown.game.rules
    own, other = shown.solver, 1 - shown.solver

    def sole(p: State, one: int, area: int) -> bool:
        return bool(occupies(field, rules, stones(p, one), stones(p, 1 - one), area))

    return any(
        sole(shown.diagram, other, area) and any(sole(step.after, own, area) for step in shown.own)
        for area in range(GOAL_AREAS)
    )


def growth_tempo(shown: Solution) -> bool:
    """Whether a germ grows in a line that asks for no large germ, and a later turn kills."""
    if shown.goal == "large" or not any(_kind(step) == GROW for step in shown.own):
        return False
    first = next(n for n, step in enumerate(shown.own) if _kind(step) == GROW)
    return any(killed(step) for step in shown.own[first + 1 :])


def notch(shown: Solution) -> bool:
    """Whether a germ of the solver's slips diagonally round a corner that the dish lacks."""
    near = shown.game.field.near
    for step in shown.own:
        move = step.moves[0]
        if _kind(step) in (MOVE, DIVIDE):
            one, two = origin_of(move), target_of(move)
            if not near[one] >> two & 1 and count(near[one] & near[two]) < 2:
                return True
    return False


def retreat(shown: Solution) -> bool:
    """Whether the key moves a germ from beside an enemy germ to where none is around it."""
    move, around = shown.key.moves[0], shown.game.field.around
    if _kind(shown.key) != MOVE:
        return False
    enemies = stones(shown.key.before, 1 - shown.solver)
    return bool(around[origin_of(move)] & enemies and not around[target_of(move)] & enemies)


def waiting(shown: Solution) -> bool:
    """Whether the key is a pass."""
    return _kind(shown.key) == PASS


THEMES = (
    Theme(
        "waiting-turn",
        "the first turn is a pass",
        waiting,
        "Every germ already stands where it should.",
    ),
    Theme(
        "double-kill",
        "one turn kills two germs or more",
        double_kill,
        "One arrival can take the last open points of two germs.",
    ),
    Theme(
        "division-kill",
        "a division kills",
        division_kill,
        "A germ can kill and stay: divide it.",
    ),
    Theme(
        "smothered-kill",
        "a germ is killed that its own colour hems in on two sides",
        smothered,
        "Look for a germ that its own friends hem in.",
    ),
    Theme(
        "squeeze",
        "the first turn takes an open point from a germ that is killed where it stands",
        squeeze,
        "Take away open points before you kill.",
    ),
    Theme(
        "area-steal",
        "an area that was the other's becomes the solver's",
        area_steal,
        "An area that is occupied now need not stay so.",
    ),
    Theme(
        "growth-tempo",
        "a germ grows before the kill",
        growth_tempo,
        "Growth kills nobody, but it changes what can be done next.",
    ),
    Theme(
        "notch",
        "a germ slips round a corner that the dish lacks",
        notch,
        "Moves may go diagonally, even round the corner of a notch.",
    ),
    Theme(
        "retreat",
        "the first turn moves a germ away from the enemy",
        retreat,
        "The right direction leads away from the enemy.",
    ),
)
