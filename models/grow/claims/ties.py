"""Grow: no tie of two on an odd number of spaces (claims 12a and 12b), as goals for z3."""

# z3 ships no complete types
# pyright: basic, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import z3

from ruleproof.models.claims.theorems import Goal
from ruleproof.models.grow import constraints
from ruleproof.models.grow.claims.expectations import two_on_odd
from ruleproof.models.grow.positions import empty_of
from ruleproof.models.play.game import Game
from ruleproof.models.symbolic.cells import count, is_empty
from ruleproof.models.symbolic.logic import conj, equal, neg, plus
from ruleproof.models.symbolic.states import fresh


def parity_goals(game: Game) -> list[Goal]:
    """Show that two equal numbers have no odd sum."""
    numbers: list[Any] = [z3.Int(name) for name in ("red", "blue", "half")]
    red, blue, half = numbers
    return [
        Goal("a tie", [red + blue == 2 * half + 1, red == blue]),
        Goal("an odd board", [red + blue == 2 * half + 1, red > 0, blue > 0], "sat"),
    ]


def parity_checks(game: Game) -> list[Goal]:
    """Check that on the board, once it is full, the spaces of both are all spaces."""
    p = fresh(game, "p")
    both = plus(count(p.red), count(p.blue))
    full = conj(constraints.wellformed(game, p), is_empty(empty_of(p)))
    return [Goal("spaces of neither", [full, neg(equal(both, game.board.size))])]


def shared_goals(game: Game) -> list[Goal]:
    """Show that no tie comes about: of two players on an odd number of spaces; none of others."""
    return parity_goals(game) if two_on_odd(game) else []


def shared_checks(game: Game) -> list[Goal]:
    """Check that the game is over on a full board alone, where the spaces of both are all."""
    p = fresh(game, "p")
    over = conj(constraints.wellformed(game, p), constraints.over(game, p))
    return [
        Goal("over before it is full", [over, neg(is_empty(empty_of(p)))]),
        *parity_checks(game),
    ]
