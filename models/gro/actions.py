"""The conditions and effects of an action of GRO, as formulas for `constraints.py`.

origin    the point of the germ that grows, moves or divides (a set of at most one point)
target    the point where a germ is placed, or arrives by a move or a division
open      without a germ; a germ's open points are those orthogonal to it
dead      without an open point
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ruleproof.models.cells import Field
from ruleproof.models.gro import sentences
from ruleproof.models.gro.germs import RED
from ruleproof.models.play.game import Game
from ruleproof.models.symbolic.cells import (
    Cells,
    Clause,
    around,
    at_least,
    complement,
    count,
    is_empty,
    meet,
    near,
    neighbours,
    surroundings,
    touched,
    union,
    within,
    without,
)
from ruleproof.models.symbolic.logic import (
    FALSE,
    TRUE,
    Formula,
    Number,
    conj,
    disj,
    equal,
    implies,
    ite,
    neg,
    not_above,
    number,
    plus,
    truth,
)


class Move(NamedTuple):
    """One of six things to do, and the points it concerns; `origin` and `target` are empty where it
    needs none.
    """

    place: Formula
    grow: Formula
    move: Formula
    divide: Formula
    pass_: Formula
    claim: Formula
    origin: Cells
    target: Cells


class Germs(NamedTuple):
    """One player's germs by size."""

    small: Cells
    medium: Cells
    large: Cells

    @property
    def all(self) -> Cells:
        """The points that they stand on."""
        return union(*self)


class Arrival(NamedTuple):
    """The effect of an arrival: the enemy germs and the mover's own other germs that it kills, and
    the points that count as open afterwards.
    """

    killed: Cells
    lost: Cells
    free: Cells


def red(p: Any) -> Germs:
    """The red germs."""
    return Germs(p.red1, p.red2, p.red4)


def blue(p: Any) -> Germs:
    """The blue germs."""
    return Germs(p.blue1, p.blue2, p.blue4)


def mine(p: Any) -> Germs:
    """The germs of the side to move."""
    return ite(equal(p.side, RED), red(p), blue(p))


def theirs(p: Any) -> Germs:
    """The germs of the other side."""
    return ite(equal(p.side, RED), blue(p), red(p))


def empty(p: Any) -> Cells:
    """The open points."""
    return complement(union(red(p).all, blue(p).all))


def tokens(germs: Germs) -> Number:
    """The tokens that a player has in the dish."""
    small, medium, large = (count(cells) for cells in germs)
    twice = plus(medium, medium)
    four = plus(plus(large, large), plus(large, large))
    return plus(small, plus(twice, four))


def is_set(game: Game, setting: str, value: str) -> bool:
    """Whether the setting has that value."""
    return game.settings[setting] == value


def _needed_to_grow(game: Game) -> tuple[int, int]:
    """The open points that a small and a medium germ need before growing."""
    return 2, int(game.settings["medium-grow"])


def _needed(game: Game) -> tuple[int, int, int]:
    """The open points that a small, a medium and a large germ need after moving."""
    return 1, 2, int(game.settings["large-move"])


def _needed_by_half(game: Game) -> tuple[int, int]:
    """The open points that the moved half of a medium and of a large germ needs."""
    return 1, 1 if is_set(game, "divide-after", "alive") else 2


def _in_reserve(game: Game, used: Number, added: Number | int) -> Formula:
    """Whether the reserve holds the tokens to be added to those used."""
    if is_set(game, "reserve", "unlimited"):
        return TRUE
    return not_above(plus(used, added), int(game.settings["tokens"]))


def _has(board: Field, pick: Cells, free: Cells, many: int) -> Formula:
    """Whether the picked point has at least that many open points."""
    return disj(
        *(
            conj(one, at_least((free[other] for other in near(board, cell)), many))
            for cell, one in enumerate(pick)
        )
    )


def arrival_of(game: Game, p: Any, move: Move) -> Arrival:
    """The effect of the arrival. Enemy germs with no open point die first, anywhere in the dish.
    Then the mover's do, which is suicide or, under `captures=both`, capture.
    """
    board = game.field
    left = tuple(conj(move.move, one) for one in move.origin)
    others = without(mine(p).all, left)
    enemy = theirs(p).all
    free = complement(union(others, enemy, move.target))
    killed = without(enemy, touched(board, free))
    free = union(free, killed)
    lost = without(others, touched(board, free))
    return Arrival(killed, lost, union(free, lost) if is_set(game, "captures", "both") else free)


def _growth(game: Game, p: Any, move: Move) -> Iterator[Clause]:
    own, free = mine(p), empty(p)
    for cells, least in zip(own, _needed_to_grow(game), strict=False):
        fits = _has(game.field, move.origin, free, least)
        grows = conj(move.grow, meet(move.origin, cells))
        yield Clause("before growing", sentences.BEFORE_GROWING, implies(grows, fits))
    large = conj(move.grow, meet(move.origin, own.large))
    yield Clause("large germs", sentences.BEFORE_GROWING, neg(large))
    added = ite(meet(move.origin, own.small), number(1), number(2))
    enough = _in_reserve(game, tokens(own), added)
    yield Clause("reserve", sentences.RESERVE, implies(move.grow, enough))


def _before_dividing(game: Game, p: Any, move: Move) -> Iterator[Clause]:
    own, free = mine(p), empty(p)
    for cells, least in ((own.medium, 2), (own.large, 3)):
        divides = conj(move.divide, meet(move.origin, cells))
        fits = _has(game.field, move.origin, free, least)
        yield Clause("before dividing", sentences.BEFORE_DIVIDING, implies(divides, fits))
    small = conj(move.divide, meet(move.origin, own.small))
    yield Clause("small germs", sentences.HALVES, neg(small))


def _after_arriving(game: Game, p: Any, move: Move) -> Iterator[Clause]:
    """The open points that a germ needs on its new point, by the size of the germ that acts."""
    board, arrival = game.field, arrival_of(game, p, move)
    small, medium, large = (meet(move.origin, cells) for cells in mine(p))
    for size, least in zip((small, medium, large), _needed(game), strict=True):
        fits = _has(board, move.target, arrival.free, least)
        moves = conj(move.move, size)
        yield Clause("after moving", sentences.AFTER_MOVING, implies(moves, fits))
    for size, least in zip((medium, large), _needed_by_half(game), strict=True):
        fits = _has(board, move.target, arrival.free, least)
        divides = conj(move.divide, size)
        yield Clause("after dividing", sentences.DIVISION, implies(divides, fits))
    if is_set(game, "captures", "enemy"):
        arrives = disj(move.move, move.divide)
        no_loss = is_empty(arrival.lost)
        yield Clause("suicide", sentences.SUICIDE, implies(arrives, no_loss))


def action(game: Game, p: Any, move: Move) -> list[Clause]:
    """The clauses that an action, or the placing of a germ, keeps."""
    beside = surroundings(game.field, move.origin)
    halves = beside
    if is_set(game, "divide-direction", "orthogonal"):
        halves = neighbours(game.field, move.origin)
    steps = implies(move.move, within(move.target, beside))
    splits = implies(move.divide, within(move.target, halves))
    return [
        Clause("own germ", sentences.ACTION, within(move.origin, mine(p).all)),
        Clause("open point", sentences.ONE_GERM, within(move.target, empty(p))),
        Clause("adjacent", sentences.ADJACENT, steps),
        Clause("halves", sentences.HALVES, splits),
        *_growth(game, p, move),
        *_before_dividing(game, p, move),
        *_after_arriving(game, p, move),
    ]


def can_act(game: Game, p: Any) -> Formula:
    """Whether a germ of the side to move can grow, move or divide. The formula goes through all
    points, as it covers all actions at once. It looks only at germs beside an arrival: in a
    well-formed position the others keep their open points.
    """
    board, own, enemy, free = game.field, mine(p), theirs(p), empty(p)
    used, sides = tokens(own), (own.all, enemy.all, free)
    found: list[Formula] = []
    for cell in range(board.size):
        now = [free[other] for other in near(board, cell)]
        for cells, least, added in zip(own, _needed_to_grow(game), (1, 2), strict=False):
            found.append(conj(cells[cell], at_least(now, least), _in_reserve(game, used, added)))
        splits = (conj(own.medium[cell], at_least(now, 2)), conj(own.large[cell], at_least(now, 3)))
        for target in around(board, cell):
            beside = target in near(board, cell) or is_set(game, "divide-direction", "all8")
            lives, now_open = _after(game, sides, cell, target, leaves=True)
            for cells, least in zip(own, _needed(game), strict=True):
                found.append(conj(cells[cell], free[target], lives, at_least(now_open, least)))
            lives, now_open = _after(game, sides, cell, target, leaves=False)
            for split, least in zip(splits, _needed_by_half(game), strict=True):
                fits = conj(free[target], lives, at_least(now_open, least))
                found.append(conj(split, truth(beside), fits))
    return disj(*found)


def _after(
    game: Game, sides: tuple[Cells, Cells, Cells], cell: int, target: int, *, leaves: bool
) -> tuple[Formula, list[Formula]]:
    """Whether an arrival at the target is no suicide, and which of its neighbours are open then.

    `sides`: the mover's and the other's germs and the open points before it; `leaves`: the germ
    leaves its cell, rather than half of it.
    """
    board, beside = game.field, near(game.field, target)
    own, enemy, free = sides

    def clear(one: int) -> Formula:
        return FALSE if one == target else TRUE if leaves and one == cell else free[one]

    def starved(stones: Cells, gone: Mapping[int, Formula]) -> dict[int, Formula]:
        return {
            one: conj(
                stones[one],
                *(neg(disj(clear(other), gone.get(other, FALSE))) for other in near(board, one)),
            )
            for one in beside
            if not (leaves and one == cell)
        }

    killed = starved(enemy, {})
    lost = starved(own, killed)
    if is_set(game, "captures", "enemy"):
        return neg(disj(*lost.values())), [disj(clear(o), killed.get(o, FALSE)) for o in beside]
    gone = (disj(killed.get(o, FALSE), lost.get(o, FALSE)) for o in beside)
    return TRUE, [disj(clear(o), dead) for o, dead in zip(beside, gone, strict=True)]
