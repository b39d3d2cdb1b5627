"""Sow?'s claims about positions and turns of the game's own board, as formulas for z3.

They are about every well-formed position, whether a game reaches it or not.
"""

# z3 ships no complete types
# pyright: basic

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ruleproof.models.claims import Goal
from ruleproof.models.game import Game
from ruleproof.models.logic import Formula, conj, disj, equal, implies, neg
from ruleproof.models.sow.constraints import (
    Move,
    controls_far_column,
    fresh_move,
    has_move,
    starting,
    step,
    ways,
    wellformed,
)
from ruleproof.models.sow.stacks import TALLEST
from ruleproof.models.symbolic import fresh, together


def _blocked(game: Game, p: Any, square: int) -> Formula:
    """Whether a stack of as many pieces as the limit stands there."""
    level = game.rules.limit - 1
    return disj(p.left[level][square], p.right[level][square])


def _crosses_no_block(game: Game, p: Any, move: Move) -> Formula:
    """The way that is taken crosses no block."""
    return conj(
        *(
            implies(conj(part, equal(p.side, side)), neg(_blocked(game, p, square)))
            for way, part in zip(ways(game), move.ways, strict=True)
            for side, squares in enumerate(way.squares)
            for square in squares[1:]
        )
    )


def _home_gains_nothing(game: Game, p: Any, move: Move, q: Any) -> Formula:
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


@lru_cache(maxsize=1)
def _turn(game: Game) -> tuple[Any, Move, Any, Formula]:
    """A position, a legal move and the position after it, and that they are these."""
    p, q, move = fresh(game, "p"), fresh(game, "q"), fresh_move(game, "m")
    return p, move, q, together(step(game, p, move, q))


def block_goals(game: Game) -> Sequence[Goal]:
    """That no legal way crosses a block, and that there are legal ways at all, as at the start."""
    p, move, _, turn = _turn(game)
    known = conj(wellformed(game, p), turn)
    return (
        Goal("a way crosses a block", [known, neg(_crosses_no_block(game, p, move))]),
        Goal("a way is legal", [starting(game, p), turn, disj(*move.ways)], "sat"),
    )


def home_goals(game: Game) -> Sequence[Goal]:
    """That no sowing fills anything on the mover's home column."""
    p, move, q, turn = _turn(game)
    return (Goal("a piece is sown at home", [turn, neg(_home_gains_nothing(game, p, move, q))]),)


def far_goals(game: Game) -> Sequence[Goal]:
    """That who controls a stack on the far column is not stuck, in any well-formed position."""
    p = fresh(game, "p")
    known = [wellformed(game, p), controls_far_column(game, p)]
    return (
        Goal("such a player is stuck", [*known, neg(has_move(game, p))]),
        Goal("there is such a player", known, "sat"),
    )
