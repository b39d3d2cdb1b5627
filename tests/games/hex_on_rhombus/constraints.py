"""The rules to reason about: the same game once more for z3, written from the rulebook."""

# z3 ships no complete types
# pyright: basic

from __future__ import annotations

from typing import Any

from hex_on_rhombus import words
from ruleproof.models.play.game import Game
from ruleproof.models.symbolic.cells import (
    Cells,
    Clause,
    alike,
    cells_of,
    common,
    complement,
    count,
    flood,
    fresh_set,
    is_empty,
    is_single,
    meet,
    read_pick,
    single,
    union,
    within,
)
from ruleproof.models.symbolic.logic import (
    Formula,
    Number,
    conj,
    disj,
    equal,
    ite,
    minus,
    neg,
    not_above,
    plus,
)

RED, BLUE = 0, 1


def joined(game: Game, stones: Cells, first: int, last: int) -> Formula:
    """Whether a chain of the stones joins the two areas."""
    board = game.field
    one, other = (cells_of(board, board.areas[area]) for area in (first, last))
    return meet(flood(board, common(stones, one), stones), other)


def joins(game: Game, p: Any, side: int) -> Formula:
    """Whether the player has a chain from side to side."""
    return joined(game, p.red, 0, 1) if side == RED else joined(game, p.blue, 2, 3)


def wellformed(game: Game, p: Any) -> Formula:
    """Whether no cell has two stones, stones alternate, and nobody moves who has won."""
    return conj(
        is_empty(common(p.red, p.blue)),
        not_above(p.side, BLUE),
        equal(count(p.red), plus(count(p.blue), p.side)),
        neg(conj(equal(p.side, RED), joins(game, p, RED))),
        neg(conj(equal(p.side, BLUE), joins(game, p, BLUE))),
    )


def starting(game: Game, p: Any) -> Formula:
    """Whether it is the start: an empty board, Red to move."""
    return conj(is_empty(union(p.red, p.blue)), equal(p.side, RED))


def fresh_move(game: Game, prefix: str) -> Cells:
    """A move of new variables: the cell of the stone."""
    return fresh_set(game, f"{prefix}.cell")


def read_move(game: Game, model: Any, move: Cells) -> int:
    """The number of the cell that a model picks."""
    return read_pick(model, move)


def move_is(game: Game, move: Cells, code: int) -> Formula:
    """Whether the move is the cell of that number."""
    return alike(move, single(game.field, code))


def legal(game: Game, p: Any, move: Cells) -> list[Clause]:
    """The clauses that make the move legal."""
    return [
        Clause("one action", words.EMPTY, is_single(move)),
        Clause("empty cell", words.EMPTY, within(move, complement(union(p.red, p.blue)))),
        Clause("play goes on", words.CHAIN, neg(over(game, p))),
    ]


def effect(game: Game, p: Any, move: Cells, q: Any) -> list[Clause]:
    """The clauses that make `q` what the legal move leaves of `p`."""
    red_moves = equal(p.side, RED)
    return [
        Clause("alternation", words.TURNS, equal(q.side, minus(1, p.side))),
        Clause("red", words.EMPTY, alike(q.red, ite(red_moves, union(p.red, move), p.red))),
        Clause("blue", words.EMPTY, alike(q.blue, ite(red_moves, p.blue, union(p.blue, move)))),
    ]


def step(game: Game, p: Any, move: Cells, q: Any) -> list[Clause]:
    """The clauses of a turn."""
    return [*legal(game, p, move), *effect(game, p, move, q)]


def over(game: Game, p: Any) -> Formula:
    """Whether one of the players has joined his sides; only the last move can have done it."""
    return disj(
        conj(equal(p.side, BLUE), joins(game, p, RED)),
        conj(equal(p.side, RED), joins(game, p, BLUE)),
    )


def payoff(game: Game, p: Any) -> Number:
    """The worth of the ended game for the side to move, in two's complement."""
    return minus(0, 1)
