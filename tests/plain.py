"""Plain enumeration that fast code is held against: all positions, random ones, and values."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ruleproof.models.play.game import Game

WIN = 30_000


def reachable(game: Game, most: int | None = None, first: Any = None) -> dict[Any, list[Any]]:
    """All states that play reaches, from the start or another first one, with those after each in
    the order of its moves; it ends once there are more than so many.
    """
    found: dict[Any, list[Any]] = {}
    waiting = [first or game.start()]
    while waiting and not (most and len(found) > most):
        state = waiting.pop()
        if state not in found:
            found[state] = [game.play(state, move) for move in game.moves(state)]
            waiting += found[state]
    return found


def minimax(game: Game, state: Any, known: dict[Any, int]) -> int:
    """The margin, or ±(WIN - plies) or 0, for the side to move of a game of two that never comes
    back; `known` receives all values.
    """
    if state not in known:
        points = game.rulebook.scored
        if game.over(state):
            known[state] = game.payoff(state) * (1 if points else WIN)
            return known[state]
        values: list[int] = []
        for move in game.moves(state):
            after = game.play(state, move)
            value = minimax(game, after, known)
            value -= 0 if points else (value > 0) - (value < 0)
            values.append(value if game.plays_on(state, after) else -value)
        known[state] = max(values)
    return known[state]


def wandering(game: Game, seed: int | str, plies: int) -> Iterator[Any]:
    """The states of a random game of at most so many plies, the start first."""
    dice, state = random.Random(seed), game.start()
    yield state
    for _ in range(plies):
        if game.over(state):
            return
        state = game.play(state, dice.choice(game.moves(state)))
        yield state
