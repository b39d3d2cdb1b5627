"""The goals of GRO puzzles besides a win: germs killed and trapped, goal areas, large germs.

attacker  the player who is to reach the goal; the `other` one averts it
marked    the points of the germs that a goal names: of a germ that has moved its new point, of one
          that has divided the points of both halves
trapped   a germ that can neither move, grow nor divide
"""

from __future__ import annotations

from ruleproof.models.cells import Cells, Field, count, each, lowest, rule, single
from ruleproof.models.gro.codes import UNLIMITED, Rules
from ruleproof.models.gro.endings import GOAL_AREAS, occupies
from ruleproof.models.gro.germs import (
    BOTH_PLACED,
    LARGE,
    MEDIUM,
    RED,
    Germs,
    State,
    blue,
    in_dish,
    mine,
    open_points,
    openings,
    points,
    red,
    size_at,
    theirs,
)
from ruleproof.models.gro.rules import arrived, divisions, growths, in_reserve, moved, steps
from ruleproof.models.rulebooks.parts import Aim, Game, Goal, Shown

KILL, KILL_ANY, KILL_TWO, KILL_TOKENS, TRAP, AREA, TWO_AREAS, LARGE_GERM = range(1, 9)


@rule
def germs_of(p: State, player: int) -> Germs:
    """The player's germs."""
    return red(p) if player == RED else blue(p)


# Which germ is which


@rule
def arrival(p: State, q: State) -> Cells:
    """The point that the mover's germ, or half of it, went to; none if it did not."""
    return points(theirs(q)) & ~points(mine(p))


@rule
def came(board: Field, rules: Rules, p: State, q: State, cell: int) -> bool:
    """Whether the germ on the point may be the one that went to the arrival, whole or in part.

    With `captures=both` a move may take its neighbour of the same size, so that either of the two
    can have been the one that moved: it may be either.
    """
    gone_to = arrival(p, q)
    before, after = mine(p), theirs(q)
    if not gone_to or not points(before) & single(board, cell):
        return False
    target, left = lowest(gone_to), size_at(board, after, cell)
    if left:
        return left < size_at(board, before, cell)
    if not board.around[cell] & gone_to:
        return False
    if size_at(board, before, cell) != size_at(board, after, target):
        return False
    return points(theirs(arrived(board, rules, p, moved(board, before, cell, target), target))) == (
        points(after)
    )


@rule
def follow(
    board: Field, rules: Rules, goal: int, d: State, p: State, q: State, marked: Cells
) -> Cells:
    """The points of the named germs after the turn, without those killed; areas stay."""
    if goal == AREA:
        return marked
    now = marked & (points(red(p)) & points(red(q)) | points(blue(p)) & points(blue(q)))
    for cell in each(marked):
        if came(board, rules, p, q, cell):
            now |= arrival(p, q)
    return now


# Whether a turn reaches the goal


@rule
def reached(
    board: Field, rules: Rules, goal: int, amount: int, attacker: int, d: State, p: State, q: State,
    marked: Cells,
) -> int:  # fmt: skip
    """Whether the turn from `p` to `q` reaches the goal: 1, 0 if not yet, -1 if none will."""
    own, others = germs_of(q, attacker), germs_of(q, 1 - attacker)
    if goal == KILL and not marked:
        return 1
    if not points(own):
        return -1
    if goal == KILL:
        return 0
    if goal == TRAP:
        return 1 if q.side != attacker and trapped(board, rules, q, marked) else 0
    if goal == AREA:
        area = area_of(board, marked)
        return 1 if occupies(board, rules, points(own), points(others), area) else 0
    if goal == TWO_AREAS:
        return 1 if areas_of(board, rules, own, others) >= 2 else 0
    if p.side != attacker:
        return 0
    if goal == LARGE_GERM:
        return 1 if count(own.large) > count(germs_of(p, attacker).large) else 0
    before = germs_of(p, 1 - attacker)
    if goal == KILL_TOKENS:
        return 1 if in_dish(before) - in_dish(others) >= amount else 0
    killed = count(points(before) & ~points(others))
    return 1 if killed >= (2 if goal == KILL_TWO else 1) else 0


@rule
def trapped(board: Field, rules: Rules, p: State, cells: Cells) -> bool:
    """Whether none of the mover's germs on these points can move, grow or divide."""
    if growths(board, rules, p) & cells:
        return False
    own = mine(p)
    for cell in each(cells):
        if steps(board, rules, p, cell):
            return False
    for cell in each(cells & (own.medium | own.large)):
        if divisions(board, rules, p, cell):
            return False
    return True


@rule
def area_of(board: Field, cells: Cells) -> int:
    """The number of the goal area that has these points."""
    found = 0
    for area in range(GOAL_AREAS):
        if board.areas[area] & cells:
            found = area
    return found


@rule
def areas_of(board: Field, rules: Rules, own: Germs, others: Germs) -> int:
    """The number of goal areas that the germs alone occupy."""
    found = 0
    for area in range(GOAL_AREAS):
        if occupies(board, rules, points(own), points(others), area):
            found += 1
    return found


# What can be asked of a player in a position

CLOSE = 3
"""A germ with more open points than this is out of reach: nothing stands near it."""


def _asks(game: Game, p: State, attacker: int) -> bool:
    """Whether anything is asked: play goes on, both have placed, and the attacker has a germ."""
    begun = p.placed == BOTH_PLACED and bool(points(germs_of(p, attacker)))
    return begun and not game.over(p)


def _other(game: Game, p: State, attacker: int) -> Germs:
    """The germs of the attacker's opponent; none where nothing is asked."""
    return germs_of(p, 1 - attacker) if _asks(game, p, attacker) else Germs(0, 0, 0)


def close_germs(game: Game, p: State, attacker: int) -> list[Aim]:
    """Each enemy germ that something stands near, those with the fewest open points first."""
    free = open_points(game.field, p)
    found = [
        (openings(game.field, cell, free), cell) for cell in each(points(_other(game, p, attacker)))
    ]
    return [Aim((cell,)) for near, cell in sorted(found) if near <= CLOSE]


def trappable(game: Game, p: State, attacker: int) -> list[Aim]:
    """Each medium or large enemy germ that something stands near and that could act if it were its
    turn. A small one is trapped only where its move would kill a germ of its own.
    """
    turned, other = p._replace(side=1 - attacker), _other(game, p, attacker)
    return [
        aim
        for aim in close_germs(game, p, attacker)
        if size_at(game.field, other, aim.cells[0]) >= MEDIUM
        and not trapped(game.field, game.rules, turned, single(game.field, aim.cells[0]))
    ]


def one_enemy(game: Game, p: State, attacker: int) -> list[Aim]:
    """One aim, if the other player has a germ."""
    return [Aim()] if points(_other(game, p, attacker)) else []


def two_enemies(game: Game, p: State, attacker: int) -> list[Aim]:
    """One aim, if the other player has two germs."""
    return [Aim()] if count(points(_other(game, p, attacker))) >= 2 else []


def tokens(game: Game, p: State, attacker: int) -> list[Aim]:
    """2, 4 and 6 tokens, as far as the other player has so many in the dish."""
    there = in_dish(_other(game, p, attacker))
    return [Aim((), amount) for amount in (2, 4, 6) if amount <= there]


def open_areas(game: Game, p: State, attacker: int) -> list[Aim]:
    """Each goal area that the attacker is not the sole occupant of."""
    if not _asks(game, p, attacker):
        return []
    own, others = points(germs_of(p, attacker)), points(germs_of(p, 1 - attacker))
    return [
        Aim(tuple(each(game.field.areas[area])))
        for area in range(GOAL_AREAS)
        if not occupies(game.field, game.rules, own, others, area)
    ]


def second_area(game: Game, p: State, attacker: int) -> list[Aim]:
    """One aim, if the attacker is the sole occupant of fewer than two goal areas."""
    if not _asks(game, p, attacker):
        return []
    own, others = germs_of(p, attacker), germs_of(p, 1 - attacker)
    return [Aim()] if areas_of(game.field, game.rules, own, others) < 2 else []


def large_germ(game: Game, p: State, attacker: int) -> list[Aim]:
    """One aim, if the attacker has a germ that may become large, and the tokens for it."""
    if not _asks(game, p, attacker):
        return []
    own = germs_of(p, attacker)
    enough = game.rules.reserve == UNLIMITED or in_reserve(game.rules, own) >= LARGE - MEDIUM
    return [Aim()] if enough and own.small | own.medium else []


_HALVES = "if it moves it is still that germ, and if it divides both halves"
_EITHER = "either side's turn can bring it about"

GOALS = (
    Goal(
        "kill",
        KILL,
        "kill the {other} germ at {cells}",
        close_germs,
        "keep the {other} germ at {cells} alive",
        f"{_HALVES} must be killed",
        example=Shown(
            "d3/c4", ". . . b1 / . . . r2 / . . . . / . . . . ; red placed=2", "dish:1,2", "d4"
        ),
    ),
    Goal(
        "kill-any",
        KILL_ANY,
        "kill a {other} germ",
        one_enemy,
        "lose no germ",
        example=Shown(
            "d2/c1",
            "- . . . - / . . . . . / . . . . . / . . . b4 . / - . . r1 - ; blue placed=2",
            "dish:2,1",
        ),
    ),
    Goal(
        "kill-two",
        KILL_TWO,
        "kill two {other} germs in one turn",
        two_enemies,
        "do not lose two germs in one turn",
        example=Shown(
            "b2-b1", ". . . . / . . . . / r1 r1 r1 . / b1 . b1 r1 ; red placed=2", "dish:1,2"
        ),
    ),
    Goal(
        "kill-tokens",
        KILL_TOKENS,
        "kill {other} germs of at least {amount} tokens in one turn",
        tokens,
        "do not lose {amount} or more tokens in one turn",
        example=Shown(
            "c3-b2", ". . . . / b1 . r2 . / b2 . . . / b1 . . . ; red placed=2", "dish:1,2", "", 2
        ),
    ),
    Goal(
        "trap",
        TRAP,
        "trap the {other} germ at {cells}",
        trappable,
        "keep the {other} germ at {cells} from being trapped",
        "a germ is trapped if it is dead, or if it is its player's turn and it can neither move, "
        f"grow nor divide; {_HALVES} must be trapped",
        example=Shown(
            "c3-b2", ". . . . / b1 . r2 . / b2 . . . / b1 . . . ; red placed=2", "dish:1,2", "a2"
        ),
    ),
    Goal(
        "area",
        AREA,
        "be the sole occupant of the goal area {cells}",
        open_areas,
        "keep {side} from being the sole occupant of the goal area {cells}",
        _EITHER,
        example=Shown(
            "b2-a1", ". . . . / . . . . / . b1 . b2 / . . . . ; blue placed=2", "dish:1,2", "a1"
        ),
    ),
    Goal(
        "two-areas",
        TWO_AREAS,
        "be the sole occupant of two goal areas",
        second_area,
        "keep {side} from being the sole occupant of two goal areas",
        _EITHER,
        example=Shown(
            "b2-a1", "b1 . . . / . . . . / . r1 . . / . . . r2 ; red placed=2", "dish:1,2"
        ),
    ),
    Goal(
        "large",
        LARGE_GERM,
        "grow a {side} germ to large size",
        large_germ,
        "keep {side} from growing a germ to large size",
        example=Shown("d2+", ". . . . / . . . . / . b1 . b2 / . . . . ; blue placed=2", "dish:1,2"),
    ),
)

SOURCES = ("games", "composed")
"""The sources of puzzles unless one is named: readers liked diagrams without idle pieces."""
