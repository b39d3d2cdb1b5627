"""Sow?'s claims about one turn from any well-formed position, as formulas."""

# z3 ships no complete types
# pyright: basic

from __future__ import annotations

from typing import Any

from ruleproof.models.game import Game
from ruleproof.models.logic import Formula, conj, disj, equal, implies, neg
from ruleproof.models.sow.constraints import Move, ways
from ruleproof.models.sow.rules import TALLEST


def _blocked(game: Game, p: Any, square: int) -> Formula:
    """Whether a stack of as many pieces as the limit stands there."""
    level = game.rules.limit - 1
    return disj(p.left[level][square], p.right[level][square])


def crosses_no_block(game: Game, p: Any, move: Move, q: Any) -> Formula:
    """The way that is taken crosses no block."""
    return conj(
        *(
            implies(conj(part, equal(p.side, side)), neg(_blocked(game, p, square)))
            for way, part in zip(ways(game), move.ways, strict=True)
            for side, squares in enumerate(way.squares)
            for square in squares[1:]
        )
    )


def within_limit(game: Game, p: Any, move: Move, q: Any) -> Formula:
    """No stack is higher than the limit."""
    above = range(game.rules.limit, TALLEST)
    squares = range(game.board.size)
    return conj(
        *(neg(disj(q.left[k][square], q.right[k][square])) for k in above for square in squares)
    )


def home_gains_nothing(game: Game, p: Any, move: Move, q: Any) -> Formula:
    """Nothing is sown on the mover's home column: no level is filled there that was empty."""
    return conj(
        *(
            implies(
                conj(
                    equal(p.side, side),
                    neg(disj(*move.enter)),
                    disj(q.left[k][square], q.right[k][square]),
                ),
                disj(p.left[k][square], p.right[k][square]),
            )
            for side in (0, 1)
            for square in range(game.board.size)
            if game.field.areas[side] >> square & 1
            for k in range(TALLEST)
        )
    )
