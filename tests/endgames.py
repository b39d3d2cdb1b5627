"""Positions near the end of games on the real boards, from random play with fixed seeds."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from ruleproof.models.game import Game, game
from ruleproof.models.position import Position

Stop = Callable[[Game, Any], bool]


class Endgame(NamedTuple):
    """A kind of endgame: the game, and when random play has come to such a position."""

    game: str
    board: str
    settings: dict[str, str]
    reached: Stop


def empties(many: int) -> Stop:
    """So many cells are empty."""
    return lambda game, p: game.board.size - (p.black | p.white).bit_count() == many


def stones(many: int) -> Stop:
    """So many stones are on the board."""
    return lambda game, p: (p.black | p.white).bit_count() == many


def pieces(many: int) -> Stop:
    """So many pieces are on the board."""
    return lambda game, p: sum(level.bit_count() for level in (*p.left, *p.right)) == many


def spaces(many: int) -> Stop:
    """A turn begins with so many spaces empty."""

    def reached(game: Game, p: Any) -> bool:
        taken = (p.red | p.blue).bit_count()
        return game.board.size - taken == many and not p.dropped and not any(p.spent)

    return reached


def plies(many: int) -> Stop:
    """So many plies have been played."""
    count: list[int] = []

    def reached(game: Game, p: Any) -> bool:
        if p == game.start():
            count[:] = [0]
            return False
        count[0] += 1
        return count[0] == many

    return reached


def positions(kind: Endgame, many: int = 20, seed: int = 2026) -> list[Position]:
    """So many positions of the kind, none of them over, each from a random game of its own."""
    chosen = game(kind.game, kind.board, **kind.settings)
    dice = random.Random(seed)
    found: list[Position] = []
    while len(found) < many:
        state = chosen.start()
        while not chosen.over(state) and not kind.reached(chosen, state):
            state = chosen.play(state, dice.choice(chosen.moves(state)))
        if not chosen.over(state):
            found.append(Position(chosen, state))
    return found
