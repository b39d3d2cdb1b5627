"""GRO (Greg Turner, 1999): the rules to reason about.

A step leads from a symbolic state `p` by a symbolic move to a symbolic state `q`.

origin    the point of the germ that grows, moves or divides (a set of at most one point)
target    the point where a germ is placed, or arrives by a move or a division
open      without a germ; a germ's open points are those orthogonal to it
dead      without an open point
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import z3

from ruleproof.models.cells import KIND, first_of, last_of, pair
from ruleproof.models.gro import sentences
from ruleproof.models.gro.actions import (
    Germs,
    Move,
    action,
    arrival_of,
    blue,
    can_act,
    empty,
    is_set,
    mine,
    red,
    theirs,
    tokens,
)
from ruleproof.models.gro.germs import BLUE, RED
from ruleproof.models.play.game import Game
from ruleproof.models.symbolic.cells import (
    Cells,
    Clause,
    alike,
    at_least,
    cells_of,
    fresh_set,
    is_empty,
    is_single,
    meet,
    none,
    read_pick,
    single,
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
    iff,
    implies,
    ite,
    less,
    minus,
    neg,
    not_above,
    number,
    plus,
    truth,
)

# Positions


def _germs_are_well(game: Game, p: Any) -> Formula:
    """Whether no point has two germs, none is dead, and no player has too many tokens."""
    sets = [*red(p), *blue(p)]
    once = (neg(meet(one, other)) for k, one in enumerate(sets) for other in sets[:k])
    alive = within(union(*sets), touched(game.field, empty(p)))
    enough = TRUE
    if is_set(game, "reserve", "limited"):
        most = int(game.settings["tokens"])
        enough = conj(*(not_above(tokens(one), most) for one in (red(p), blue(p))))
    return conj(*once, alive, enough)


def _first_turns_are_well(p: Any) -> Formula:
    """Whether the germs and the side to move fit the number of first turns that have been."""
    germs = union(red(p).all, blue(p).all)
    others = union(p.red2, p.red4, blue(p).all)
    return disj(
        conj(equal(p.placed, 0), equal(p.side, RED), is_empty(germs)),
        conj(equal(p.placed, 1), equal(p.side, BLUE), is_single(p.red1), is_empty(others)),
        conj(equal(p.placed, 2), neg(is_empty(germs))),
    )


def wellformed(game: Game, p: Any) -> Formula:
    """Whether the position keeps the static invariants of the rulebook."""
    losing = is_set(game, "repetition", "loss-3")
    forced = is_set(game, "pass", "yes") or is_set(game, "stuck", "pass")
    settled = equal(p.placed, 2)
    return conj(
        not_above(p.side, BLUE),
        _germs_are_well(game, p),
        _first_turns_are_well(p),
        not_above(p.passes, 2 if forced else 0),
        implies(less(0, p.passes), settled),
        _passes_are_forced(game, p),
        less(0, p.seen),
        implies(less(1, p.seen), settled),
        not_above(p.seen, 3) if losing else TRUE,
        not_above(p.claimed, 0 if losing else 1),
        implies(equal(p.claimed, 1), conj(settled, equal(p.passes, 0), equal(p.seen, 1))),
    )


def _passes_are_forced(game: Game, p: Any) -> Formula:
    """Whether under `pass=no` those who passed had no action: the side that is not to move, and
    before it the side to move. Passes leave the germs as they were.
    """
    if is_set(game, "pass", "yes") or not is_set(game, "stuck", "pass"):
        return TRUE
    other = p._replace(side=minus(1, p.side))
    return conj(
        implies(less(0, p.passes), neg(can_act(game, other))),
        implies(less(1, p.passes), neg(can_act(game, p))),
    )


def starting(game: Game, p: Any) -> Formula:
    """Whether it is the start: an empty dish, Red to move."""
    numbers = ((p.side, RED), (p.placed, 0), (p.passes, 0), (p.seen, 1), (p.claimed, 0))
    empty = is_empty(union(*red(p), *blue(p)))
    return conj(empty, *(equal(one, value) for one, value in numbers))


# Moves


def fresh_move(game: Game, prefix: str) -> Move:
    """A move of new variables."""
    kinds = (z3.Bool(f"{prefix}.{kind}") for kind in Move._fields[:6])
    return Move(*kinds, fresh_set(game, f"{prefix}.origin"), fresh_set(game, f"{prefix}.target"))


def _constant_move(game: Game, code: int) -> Move:
    """The move behind a code of the rules to run."""
    number_of_kind, cell, target = code // KIND, first_of(code), last_of(code)
    kinds = [truth(number_of_kind == k) for k in range(6)]
    board = game.field
    grows, idle = kinds[1] is TRUE, number_of_kind > 3
    has_origin = grows or kinds[2] is TRUE or kinds[3] is TRUE
    origin = single(board, target if grows else cell) if has_origin else none(board)
    return Move(*kinds, origin, none(board) if grows or idle else single(board, target))


def read_move(game: Game, model: z3.ModelRef, move: Move) -> int:
    """The move that a model gives, as its code."""
    held = [z3.is_true(model.eval(kind, model_completion=True)) for kind in move[:6]]
    kind = held.index(True)
    moves_on, arrives = kind in (2, 3), kind in (0, 2, 3)
    origin = read_pick(model, move.origin) if moves_on else 0
    target = read_pick(model, move.target) if arrives else 0
    if kind == 1:
        target = read_pick(model, move.origin)
    return kind * KIND + pair(origin, target)


def move_is(game: Game, move: Move, code: int) -> Formula:
    """Whether the move is that one."""
    other = _constant_move(game, code)
    kinds = (iff(one, two) for one, two in zip(move[:6], other[:6], strict=True))
    return conj(*kinds, alike(move.origin, other.origin), alike(move.target, other.target))


# Legal moves


def legal(game: Game, p: Any, move: Move) -> list[Clause]:
    """The clauses that make the move legal."""
    acts = disj(move.grow, move.move, move.divide)
    goes = disj(move.place, move.move, move.divide)
    shape = conj(
        is_single(move[:6]),
        ite(acts, is_single(move.origin), is_empty(move.origin)),
        ite(goes, is_single(move.target), is_empty(move.target)),
    )
    settled = equal(p.placed, 2)
    idle = TRUE if is_set(game, "pass", "yes") else neg(can_act(game, p))
    occurrences = {"claim-3": 3, "claim-4": 4}.get(str(game.settings["repetition"]))
    recurred = FALSE if occurrences is None else not_above(occurrences, p.seen)
    return [
        Clause("play goes on", sentences.GOING_ON, neg(over(game, p))),
        Clause("one action", sentences.ACTION, shape),
        Clause("first turn", sentences.FIRST_TURN, iff(move.place, neg(settled))),
        *action(game, p, move),
        Clause("pass", sentences.PASS, implies(move.pass_, idle)),
        Clause("claim", sentences.CLAIM, implies(move.claim, recurred)),
    ]


# What a move does


def _germs_after(game: Game, p: Any, move: Move) -> tuple[Germs, Germs]:
    """The mover's and the other's germs after the move."""
    own, enemy = mine(p), theirs(p)
    small, medium, large = (meet(move.origin, cells) for cells in own)

    def where(condition: Formula, cells: Cells) -> Cells:
        return tuple(conj(condition, one) for one in cells)

    def after(cells: Cells, arrives: Formula, stays: Formula) -> Cells:
        rest = without(cells, move.origin)
        return union(rest, where(arrives, move.target), where(stays, move.origin))

    small_half, medium_half = conj(move.divide, medium), conj(move.divide, large)
    kept = Germs(
        small=after(own.small, disj(move.place, conj(move.move, small), small_half), small_half),
        medium=after(
            own.medium,
            disj(conj(move.move, medium), medium_half),
            disj(medium_half, conj(move.grow, small)),
        ),
        large=after(own.large, conj(move.move, large), conj(move.grow, medium)),
    )
    arrival, arrives = arrival_of(game, p, move), disj(move.move, move.divide)
    killed = where(arrives, arrival.killed)
    left = Germs(*(without(cells, killed) for cells in enemy))
    if is_set(game, "captures", "enemy"):
        return kept, left
    lost = where(arrives, arrival.lost)
    return Germs(*(without(cells, lost) for cells in kept)), left


def effect(game: Game, p: Any, move: Move, q: Any) -> list[Clause]:
    """The clauses that make `q` the position after the legal move. How often its pattern has
    occurred is counted by whoever keeps the history; a step alone knows of one occurrence.
    """
    kept, left = _germs_after(game, p, move)
    red_moves = equal(p.side, RED)
    own_then = ite(red_moves, red(q), blue(q))
    enemy_then = ite(red_moves, blue(q), red(q))
    own = conj(*(alike(one, other) for one, other in zip(own_then, kept, strict=True)))
    enemy = conj(*(alike(one, other) for one, other in zip(enemy_then, left, strict=True)))
    placed = ite(move.place, plus(p.placed, 1), p.placed)
    passes = ite(move.pass_, plus(p.passes, 1), number(0))
    return [
        Clause("turns", sentences.TURNS, equal(q.side, minus(1, p.side))),
        Clause("own germs", f"{sentences.DOUBLE} … {sentences.HALVES}", own),
        Clause("death", sentences.DEATH, enemy),
        Clause("first turns", sentences.FIRST_TURN, equal(q.placed, placed)),
        Clause("passes", sentences.PASS, equal(q.passes, passes)),
        Clause("claimed", sentences.CLAIM, equal(q.claimed, ite(move.claim, number(1), number(0)))),
        Clause("occurrence", sentences.CLAIM, equal(q.seen, 1)),
    ]


def step(game: Game, p: Any, move: Move, q: Any) -> list[Clause]:
    """The clauses of a turn: the move is legal and leads to `q`."""
    return [*legal(game, p, move), *effect(game, p, move, q)]


# Ending the game


def dominates(game: Game, own: Cells, enemy: Cells) -> Formula:
    """Whether a player with these points is the sole occupant of 3 of the 4 goal areas."""
    areas: list[Formula] = []
    for area in game.field.areas[:4]:
        points = cells_of(game.field, area)
        alone = conj(meet(own, points), neg(meet(enemy, points)))
        areas.append(within(points, own) if is_set(game, "control", "all") else alone)
    return at_least(areas, 3)


def _wins(game: Game, p: Any) -> tuple[Formula, Formula]:
    """Whether the side to move has won, and whether the other, who has just moved, has."""
    own, enemy = mine(p).all, theirs(p).all
    won = dominates(game, own, enemy) if is_set(game, "win-check", "both") else FALSE
    return won, dominates(game, enemy, own)


def _repeated(game: Game, p: Any) -> Formula:
    return not_above(3, p.seen) if is_set(game, "repetition", "loss-3") else FALSE


def over(game: Game, p: Any) -> Formula:
    """Whether the game has ended."""
    stuck = FALSE
    if is_set(game, "pass", "no") and not is_set(game, "stuck", "pass"):
        stuck = conj(equal(p.placed, 2), neg(can_act(game, p)))
    ends = (equal(p.claimed, 1), not_above(2, p.passes), _repeated(game, p), stuck)
    return disj(*_wins(game, p), *ends)


def payoff(game: Game, p: Any) -> Number:
    """The worth of the ended game for the side to move, in two's complement: 1 won, 0 drawn, -1
    lost. A claim comes first, then a win, then two passes, then a repetition, then being stuck.
    """
    own, enemy = _wins(game, p)
    won, drawn, lost = number(1), number(0), minus(0, 1)
    stuck = lost if is_set(game, "stuck", "loss") else drawn
    by_repetition = ite(_repeated(game, p), won, stuck)
    by_passes = ite(not_above(2, p.passes), drawn, by_repetition)
    by_areas = ite(enemy, lost, ite(own, won, by_passes))
    return ite(equal(p.claimed, 1), drawn, by_areas)
