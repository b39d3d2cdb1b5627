"""The steps of a sowing of Sow?, as formulas for `constraints.py`.

pick      a move holds one way or one entrance, and for each step whether the piece is Left's
stranded  the enemy pieces in hand at an exit, left behind on the last square
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ruleproof.models.play.game import Game
from ruleproof.models.sow import sentences
from ruleproof.models.sow.paths import tallest, ways
from ruleproof.models.sow.stacks import TALLEST
from ruleproof.models.sow.ways import LEFT
from ruleproof.models.symbolic.cells import Cells, Clause, at, count, union
from ruleproof.models.symbolic.logic import (
    FALSE,
    Formula,
    Number,
    conj,
    disj,
    equal,
    iff,
    ite,
    less,
    minus,
    neg,
    not_above,
    number,
    plus,
)


class Move(NamedTuple):
    """One way (or none), one square to enter a piece on (or none), and per step whether the piece
    sown there is Left's.
    """

    ways: tuple[Formula, ...]
    enter: Cells
    lefts: tuple[Formula, ...]


def mine(p: Any) -> tuple[Cells, ...]:
    """The pieces of the side to move, level by level."""
    return ite(equal(p.side, LEFT), p.left, p.right)


def theirs(p: Any) -> tuple[Cells, ...]:
    """The pieces of the other side."""
    return ite(equal(p.side, LEFT), p.right, p.left)


def occupied_of(game: Game, p: Any) -> list[Cells]:
    """Level by level, the squares with a piece there; one level more than there can be pieces."""
    levels = [union(p.left[k], p.right[k]) for k in range(tallest(game))]
    return [*levels, tuple(FALSE for _ in range(game.board.size))]


def pieces_on(levels: Sequence[Cells], square: int, high: int) -> Number:
    """The number of pieces of a colour on the square."""
    return count(levels[k][square] for k in range(high))


def _landing(game: Game, p: Any, move: Move) -> tuple[list[Formula], list[Formula], list[Formula]]:
    """Per square, whether a piece lands there, whether it is Left's, and whether it is the last
    square of a way that exits.
    """
    lands: list[list[Formula]] = [[] for _ in range(game.board.size)]
    lefts: list[list[Formula]] = [[] for _ in range(game.board.size)]
    last: list[list[Formula]] = [[] for _ in range(game.board.size)]
    for way, part in zip(ways(game), move.ways, strict=True):
        for side, squares in enumerate(way.squares):
            if not squares:
                continue
            taken = conj(part, equal(p.side, side))
            for k, square in enumerate(squares[1:]):
                lands[square].append(taken)
                lefts[square].append(conj(taken, move.lefts[k]))
            if way.leaves:
                last[squares[-1]].append(taken)
    for square, part in enumerate(move.enter):
        lands[square].append(part)
        lefts[square].append(conj(part, equal(p.side, LEFT)))
    return _any_of(lands), _any_of(lefts), _any_of(last)


def _any_of(kind: list[list[Formula]]) -> list[Formula]:
    return [disj(*parts) for parts in kind]


def effect(game: Game, p: Any, move: Move, q: Any) -> list[Clause]:
    """The clauses that make `q` the position after the legal move."""
    high, board = tallest(game), game.board
    lifted = [
        disj(
            *(part for way, part in zip(ways(game), move.ways, strict=True) if way.start == square)
        )
        for square in range(board.size)
    ]
    lands, lefts, last = _landing(game, p, move)
    stranded = _stranded(game, p, move, lifted, lands, lefts)
    occupied = occupied_of(game, p)
    left_moves = equal(p.side, LEFT)
    sown: list[Formula] = []
    for square in range(board.size):
        stays = neg(lifted[square])
        height = count(conj(stays, occupied[k][square]) for k in range(high))
        top = ite(lands[square], plus(height, 1), height)
        above = plus(top, stranded)
        for k in range(TALLEST):
            if k >= high:
                sown += [neg(q.left[k][square]), neg(q.right[k][square])]
                continue
            here = conj(lands[square], equal(height, k))
            behind = conj(last[square], not_above(top, k), less(k, above))
            for levels, after, colour, enemy in (
                (p.left, q.left, lefts[square], neg(left_moves)),
                (p.right, q.right, neg(lefts[square]), left_moves),
            ):
                value = disj(
                    conj(stays, levels[k][square]), conj(here, colour), conj(behind, enemy)
                )
                sown.append(iff(after[k][square], value))
    entered = ite(disj(*move.enter), number(1), number(0))
    nothing = number(0)
    homes = [
        equal(q.left_home, minus(p.left_home, ite(left_moves, entered, nothing))),
        equal(q.right_home, minus(p.right_home, ite(left_moves, nothing, entered))),
    ]
    return [
        Clause("turns", sentences.CONTROL, equal(q.side, minus(1, p.side))),
        Clause("sowing", f"{sentences.ONE_A_SQUARE} {sentences.EXIT}", conj(*sown)),
        Clause("entering", sentences.ADVANCED, conj(*homes)),
        Clause("occurrence", sentences.END, equal(q.seen, 1)),
    ]


def _stranded(
    game: Game,
    p: Any,
    move: Move,
    lifted: Sequence[Formula],
    lands: Sequence[Formula],
    lefts: Sequence[Formula],
) -> Number:
    """The number of enemy pieces of the lifted stack that are not sown."""
    high = tallest(game)
    stacks = [pieces_on(theirs(p), square, high) for square in range(game.board.size)]
    enemies = at(tuple(lifted), stacks)
    left_moves = equal(p.side, LEFT)
    sown = count(
        conj(land, ite(left_moves, neg(left), left))
        for land, left in zip(lands, lefts, strict=True)
    )
    return ite(disj(*lifted), minus(enemies, sown), number(0))
