"""The themes of GRO puzzles: kills of several kinds, areas won and guarded, growth.

arrival   the point that a germ, or half of it, goes to
way       the point that the key leaves empty
"""

from __future__ import annotations

from ruleproof.models.cells import Cells, count, each, first_of, kind_of, last_of, pair, single
from ruleproof.models.gro.codes import DIVIDE, GROW, MOVE, PASS
from ruleproof.models.gro.endings import GOAL_AREAS, occupies
from ruleproof.models.gro.germs import State, mine, open_points, openings, points, size_at
from ruleproof.models.gro.goals import germs_of
from ruleproof.models.gro.rules import needed_before_dividing, needed_before_growing
from ruleproof.models.play.solutions import Solution, Step, Theme

OCCUPATION = ("area", "two-areas", "win")
"""The goals that goal areas decide."""
NAMED = ("kill", "trap")
"""The goals that name a germ: the solver's, where he is to save it."""
PLAIN = ("division-kill",)
"""Common themes: hints prefer others."""
UNNAMED = ("kill-any", "kill-two", "kill-tokens")
"""The goals to kill that name no germ."""


def stones(p: State, player: int) -> Cells:
    """The points of the player's germs."""
    return points(germs_of(p, player))


def killed(step: Step) -> Cells:
    """The points of the germs that the turn kills."""
    other = 1 - step.before.side
    return stones(step.before, other) & ~stones(step.after, other)


def _kind(step: Step) -> int:
    return kind_of(step.moves[0])


def _arrival(step: Step) -> int | None:
    """The point where a germ arrives; none where none moves or divides."""
    return last_of(step.moves[0]) if _kind(step) in (MOVE, DIVIDE) else None


def double_kill(shown: Solution) -> bool:
    """Whether a turn of the solver's kills two germs or more, for a goal that names none."""
    return shown.goal in UNNAMED and any(count(killed(step)) >= 2 for step in shown.own)


def division_kill(shown: Solution) -> bool:
    """Whether a division of the solver's kills as the whole germ could not, if it moved there."""

    def only_divided(step: Step) -> bool:
        move = step.moves[0]
        whole = MOVE + pair(first_of(move), last_of(move))
        if whole not in shown.game.moves(step.before):
            return True
        moved = Step(step.before, (whole,), shown.game.play(step.before, whole))
        return killed(moved) != killed(step)

    return any(_kind(step) == DIVIDE and killed(step) and only_divided(step) for step in shown.own)


def smothered(shown: Solution) -> bool:
    """Whether an attacker kills a germ that has two germs of its own colour beside it."""
    if shown.solver != shown.attacker:
        return False
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


def area_cleared(shown: Solution) -> bool:
    """Whether a kill of the other's last germ in an area gives the area to the solver."""
    field, rules = shown.game.field, shown.game.rules
    if shown.goal not in OCCUPATION:
        return False
    return any(
        field.areas[area] & killed(step)
        and occupies(
            field,
            rules,
            stones(step.after, shown.solver),
            stones(step.after, 1 - shown.solver),
            area,
        )
        for step in shown.own
        for area in range(GOAL_AREAS)
    )


def growth_tempo(shown: Solution) -> bool:
    """Whether a germ grows in a line that asks for no large germ, and a later turn kills."""
    if shown.goal == "large" or not any(_kind(step) == GROW for step in shown.own):
        return False
    first = next(n for n, step in enumerate(shown.own) if _kind(step) == GROW)
    return any(killed(step) for step in shown.own[first + 1 :])


def _room(shown: Solution, p: State, cell: int) -> int:
    """The open points beside the germ."""
    return openings(shown.game.field, cell, open_points(shown.game.field, p))


def safe_growth(shown: Solution) -> bool:
    """Whether the key grows a germ that is to become large, and to grow another germ fails: there
    an enemy germ takes an open point that the growth needs.
    """
    if shown.goal != "large" or shown.solver != shown.attacker or _kind(shown.key) != GROW:
        return False
    field, rules = shown.game.field, shown.game.rules
    for one in shown.wrong:
        if _kind(one.step) != GROW or one.refutation is None or _arrival(one.refutation) is None:
            continue
        grown = last_of(one.step.moves[0])
        size = size_at(field, germs_of(one.step.after, shown.solver), grown)
        needed = needed_before_growing(rules, size)
        before, after = (_room(shown, p, grown) for p in (one.step.after, one.refutation.after))
        if before >= needed > after and not killed(one.refutation) >> grown & 1:
            return True
    return False


def make_way(shown: Solution) -> bool:
    """Whether the key moves a germ away, and another one, which could not have gone where that
    went, then goes to the point that is left, or grows or divides beside it as it could not if the
    point were not open.
    """
    if _kind(shown.key) != MOVE:
        return False
    way, moved = first_of(shown.key.moves[0]), last_of(shown.key.moves[0])
    for step in shown.own[1:]:
        kind, target = _kind(step), last_of(step.moves[0])
        acting = target if kind == GROW else first_of(step.moves[0])
        if acting != moved and _needs_open(shown, step, way):
            return True
        if kind in (MOVE, DIVIDE):
            instead = MOVE + pair(acting, last_of(shown.key.moves[0]))
            if target == way and acting != moved and instead not in shown.game.moves(shown.diagram):
                return True
            moved = target if acting == moved and kind == MOVE else moved
    return False


def _needs_open(shown: Solution, step: Step, point: int) -> bool:
    """Whether the turn grows or divides a germ beside the point, which has to be open for it."""
    field, kind, move = shown.game.field, _kind(step), step.moves[0]
    if kind not in (GROW, DIVIDE):
        return False
    germ = last_of(move) if kind == GROW else first_of(move)
    size = size_at(field, mine(step.before), germ)
    growing = needed_before_growing(shown.game.rules, size)
    needed = growing if kind == GROW else needed_before_dividing(size)
    open_else = open_points(field, step.before) & ~single(field, point)
    beside = field.near[point] >> germ & 1
    return bool(beside) and openings(field, germ, open_else) < needed


def self_block(shown: Solution) -> bool:
    """Whether the other helps, so that no turn is told wrong, and his germ takes an open point of
    his own germ that is then killed where it stands.
    """
    if shown.wrong:
        return False
    near, other = shown.game.field.near, 1 - shown.solver
    for number, step in enumerate(shown.replies):
        arrival = _arrival(step)
        if arrival is None:
            continue
        staying = stones(step.before, other) & stones(step.after, other)
        if any(killed(late) & staying & near[arrival] for late in shown.own[number + 1 :]):
            return True
    return False


def on_guard(shown: Solution) -> bool:
    """Whether the solver defends areas with a germ that the key leads near one of them, and that
    enters it only after a reply.
    """
    arrival = _arrival(shown.key)
    if shown.goal not in OCCUPATION or shown.attacker == shown.solver or shown.root is None:
        return False
    if arrival is None or any(area >> arrival & 1 for area in shown.game.field.areas):
        return False
    return any(
        first_of(below.right.moves[0]) == arrival
        and any(_enters(shown, below.right, area) for area in shown.game.field.areas)
        for _, below in shown.root.answers
        if below is not None
    )


def _enters(shown: Solution, step: Step, area: Cells) -> bool:
    """Whether a germ comes to the area, where the solver has none."""
    arrival = _arrival(step)
    return (
        arrival is not None
        and bool(area >> arrival & 1)
        and not area & stones(step.before, shown.solver)
    )


def half_escapes(shown: Solution) -> bool:
    """Whether the key divides the germ that the solver is to save."""
    saved = shown.cells & stones(shown.diagram, shown.solver)
    if shown.goal not in NAMED or _kind(shown.key) != DIVIDE:
        return False
    return bool(saved >> first_of(shown.key.moves[0]) & 1)


def notch(shown: Solution) -> bool:
    """Whether a germ of the solver's slips diagonally round a corner that the dish lacks."""
    near = shown.game.field.near
    for step in shown.own:
        move = step.moves[0]
        if _kind(step) in (MOVE, DIVIDE):
            one, two = first_of(move), last_of(move)
            if not near[one] >> two & 1 and count(near[one] & near[two]) < 2:
                return True
    return False


def retreat(shown: Solution) -> bool:
    """Whether the key moves a germ from beside an enemy germ to where none is around it, for a
    goal that is not somewhere else in the dish, and does not just make way.
    """
    move, around = shown.key.moves[0], shown.game.field.around
    if _kind(shown.key) != MOVE or shown.goal in OCCUPATION or make_way(shown):
        return False
    enemies = stones(shown.key.before, 1 - shown.solver)
    return bool(around[first_of(move)] & enemies and not around[last_of(move)] & enemies)


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
        "one turn kills two germs or more, and the goal names none of them",
        double_kill,
        "One arrival can take the last open points of two germs.",
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
        "area-cleared",
        "a kill of the other's last germ in an area gives the area to the solver",
        area_cleared,
        "One germ spoils an area for the other side: kill it.",
    ),
    Theme(
        "on-guard",
        "a germ waits near an area, and enters it only after the reply that calls for it",
        on_guard,
        "Stay near the area: you need not enter it yet.",
    ),
    Theme(
        "half-escapes",
        "the germ in danger divides",
        half_escapes,
        "Half a germ may get away where the whole cannot.",
    ),
    Theme(
        "make-way",
        "a germ makes way for another, which goes to its point, or grows or divides beside it",
        make_way,
        "One germ stands in another's way.",
    ),
    Theme(
        "safe-growth",
        "the germ grows that no enemy germ can stop; another could be stopped",
        safe_growth,
        "Grow where no enemy germ can take your open points in time.",
    ),
    Theme(
        "self-block",
        "a helping germ takes an open point of its own colour's germ, which is killed",
        self_block,
        "A germ can be short of open points because of its own friends.",
    ),
    Theme(
        "growth-tempo",
        "a germ grows before the kill",
        growth_tempo,
        "Growth kills nobody, but it changes what can be done next.",
    ),
    Theme(
        "division-kill",
        "a division kills where the whole germ could not",
        division_kill,
        "A germ can kill and stay: divide it.",
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
