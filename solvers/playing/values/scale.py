"""The scale of values: numbers for the worth of a position to its side to move.

value     of a position, for its side to move. In games of win, draw and loss it tells the distance
          too: `WIN - n` is a win in n plies at best, `-(WIN - n)` a loss in n at most, 0 a draw. In
          scored games it is the margin
relation  1 where the same side moves before and after a move, else -1
bounds    the least and the most that a value can be

>>> value = WIN - 3
>>> sign(value), distance(value), OUTCOMES[sign(value)]
(1, 3, 'win')
>>> distance(one_later(value, -1, 0))
2
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ruleproof.models.play.game import Game, State

WIN = 30_000
"""The value of a won position, before plies are taken off."""
ANYTHING = (-0x7FFF, 0x7FFE)
"""The window in which every value lies."""
OUTCOMES = {-1: "loss", 0: "draw", 1: "win"}
"""The word for each sign of a value."""


@dataclass
class Bounds:
    """The lowest and the highest that a value can be, for the side to move."""

    low: int = ANYTHING[0]
    high: int = ANYTHING[1]

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high


def sign(value: int) -> int:
    """1, 0 or -1."""
    return (value > 0) - (value < 0)


def distance(value: int) -> int | None:
    """The plies to the end behind a value of win or loss; None for a draw."""
    return WIN - abs(value) if value else None


def seen_from(value: int, relation: int, scored: int) -> int:
    """A position's value as seen one ply earlier by the player who moved then.

    `relation`: 1 where the same side moves twice in a row, else -1.
    """
    if not scored:
        if value > 0:
            value -= 1
        elif value < 0:
            value += 1
    return value if relation == 1 else -value


def later(bound: int, scored: int) -> int:
    """The bound one ply later: `seen_from` takes it back to the bound."""
    if not scored:
        if bound > 0:
            return bound + 1
        if bound < 0:
            return bound - 1
    return bound


def one_later(value: int, relation: int, scored: int) -> int:
    """The value one ply later that is worth `value` to the player who moved before."""
    if not scored:
        value += sign(value)
    return value if relation == 1 else -value


def reading(game: Game, state: State, bounds: Bounds) -> tuple[Any, Any]:
    """The bounds in words, or as margins of the first player."""
    if not game.rulebook.scored:
        return OUTCOMES[sign(bounds.low)], OUTCOMES[sign(bounds.high)]
    low = None if bounds.low == ANYTHING[0] else bounds.low
    high = None if bounds.high == ANYTHING[1] else bounds.high
    if state.side == 0:
        return low, high
    return (None if high is None else -high), (None if low is None else -low)
