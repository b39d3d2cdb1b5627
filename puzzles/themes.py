"""Themes: named predicates on a puzzle's first move, the same for all games.

quiet     every occupied cell stays as it was
capture   at least one occupied cell changes or is emptied
squeeze   the other side has one legal reply at most
open      more than half of the board is still empty
"""

from __future__ import annotations

from collections.abc import Callable

from ruleproof.models import notation
from ruleproof.models.game import Game, State
from ruleproof.puzzles.rate import disturbed


def _quiet(game: Game, before: State, after: State) -> bool:
    return disturbed(game, before, after) == 0


def _capture(game: Game, before: State, after: State) -> bool:
    return disturbed(game, before, after) > 0


def _squeeze(game: Game, before: State, after: State) -> bool:
    return not game.plays_on(before, after) and len(game.moves(after)) <= 1


def _open(game: Game, before: State, after: State) -> bool:
    tokens = [notation.cell_text(game, before, cell) for cell in range(game.board.size)]
    return 2 * tokens.count(".") > len(tokens)


THEMES: dict[str, Callable[[Game, State, State], bool]] = {
    "quiet": _quiet,
    "capture": _capture,
    "squeeze": _squeeze,
    "open": _open,
}


def themes(game: Game, before: State, after: State) -> list[str]:
    """The names of the themes that the first move shows."""
    return [name for name, holds in THEMES.items() if holds(game, before, after)]
