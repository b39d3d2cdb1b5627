"""The tints of a page's boards: a game may tint cells by what stands on the board, such as areas
that a player holds.

tints   of a ground: the SVG shapes of each way in which a page's positions are tinted, first that
        of the start
#N      a word among the changes of a turn: the position after it has the tints of that number; the
        word is missing where they stay as they were
"""

from __future__ import annotations

from typing import Any

from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Mark
from ruleproof.reports.drawing.marks import marks
from ruleproof.reports.drawing.svg import tints


class Tints:
    """The tints of a game's positions, kept with the ground that they are drawn on."""

    def __init__(self, game: Game, ground: dict[str, Any]) -> None:
        self._game = game
        self._shapes: list[str] = ground["tints"]
        self._numbers: dict[tuple[Mark, ...], int] = {}

    def number(self, state: State) -> int:
        """The number of the position's tints, a new one where no position had them before."""
        position = Position(self._game, state)
        tinted = tuple(mark for mark in marks(position) if mark.shape == "shade")
        if tinted not in self._numbers:
            shapes = tints(position)
            if shapes not in self._shapes:
                self._shapes.append(shapes)
            self._numbers[tinted] = self._shapes.index(shapes)
        return self._numbers[tinted]

    def are_drawn(self) -> bool:
        """Whether any position so far has a tinted cell."""
        return any(self._shapes)


def with_tints(changes: str, before: int, after: int) -> str:
    """The changes of a turn with the word for the tints after it.

    >>> with_tints("a1=. a2=r1", 0, 3), with_tints("a1=. a2=r1", 3, 3)
    ('a1=. a2=r1 #3', 'a1=. a2=r1')
    """
    return changes if before == after else f"{changes} #{after}".lstrip()
