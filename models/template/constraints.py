"""The rules to reason about: the same game once more for z3, written from the rulebook.

`p` and `q` are symbolic states: the same `State`, each set a tuple with a formula for each cell,
each number a z3 bit-vector. A move is a symbolic set of one cell.
"""

# z3 ships no complete types
# pyright: basic

from __future__ import annotations

from typing import Any

from ruleproof.models.play.game import Game
from ruleproof.models.symbolic.cells import (
    Cells,
    Clause,
    alike,
    common,
    complement,
    count,
    fresh_set,
    is_empty,
    is_single,
    read_pick,
    single,
    touched,
    union,
    within,
    without,
)
from ruleproof.models.symbolic.logic import (
    Formula,
    Number,
    conj,
    equal,
    ite,
    minus,
    not_above,
    number,
    plus,
)
from ruleproof.models.template import words
from ruleproof.models.template.rules import BLACK, WHITE


def wellformed(game: Game, p: Any) -> Formula:
    """Whether the faults of `words` find none: no cell with two stones, none beside an enemy's,
    stones in turn.
    """
    return conj(
        is_empty(common(p.black, p.white)),
        is_empty(common(touched(game.field, p.black), p.white)),
        not_above(p.side, WHITE),
        equal(count(p.black), plus(count(p.white), p.side)),
    )


def starting(game: Game, p: Any) -> Formula:
    """Whether it is the start: an empty board, Black to move."""
    return conj(is_empty(union(p.black, p.white)), equal(p.side, BLACK))


def fresh_move(game: Game, prefix: str) -> Cells:
    """A move of new variables: the cell of the stone."""
    return fresh_set(game, f"{prefix}.cell")


def read_move(game: Game, model: Any, move: Cells) -> int:
    """The number of the cell that a model picks."""
    return read_pick(model, move)


def move_is(game: Game, move: Cells, code: int) -> Formula:
    """Whether the move is the cell of that number."""
    return alike(move, single(game.field, code))


def _enemy(p: Any) -> Cells:
    return ite(equal(p.side, BLACK), p.white, p.black)


def legal(game: Game, p: Any, move: Cells) -> list[Clause]:
    """The clauses that make the move legal; a game that is over has no such cell."""
    empty = complement(union(p.black, p.white))
    apart = complement(touched(game.field, _enemy(p)))
    return [
        Clause("one action", words.EMPTY, is_single(move)),
        Clause("empty cell", words.EMPTY, within(move, empty)),
        Clause("apart", words.APART, within(move, apart)),
    ]


def effect(game: Game, p: Any, move: Cells, q: Any) -> list[Clause]:
    """The clauses that make `q` the position after the legal move: every field of it is said."""
    black_moves = equal(p.side, BLACK)
    return [
        Clause("alternation", words.END, equal(q.side, minus(1, p.side))),
        Clause(
            "black", words.EMPTY, alike(q.black, ite(black_moves, union(p.black, move), p.black))
        ),
        Clause(
            "white", words.EMPTY, alike(q.white, ite(black_moves, p.white, union(p.white, move)))
        ),
    ]


def step(game: Game, p: Any, move: Cells, q: Any) -> list[Clause]:
    """The clauses of a turn."""
    return [*legal(game, p, move), *effect(game, p, move, q)]


def over(game: Game, p: Any) -> Formula:
    """Whether the side to move has no cell left."""
    empty = complement(union(p.black, p.white))
    return is_empty(without(empty, touched(game.field, _enemy(p))))


def payoff(game: Game, p: Any) -> Number:
    """The worth of the ended game for the side to move, in two's complement."""
    return minus(0, 1) if game.settings["last"] == "wins" else number(1)
