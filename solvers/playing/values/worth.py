"""The worth of a position as answers tell it, whoever found it: tables, and the plain reference.

>>> Worth("win", 3).distance
3
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.values.recurring import first_occurrence, recurred, recurs
from ruleproof.solvers.playing.values.reference import Outcome
from ruleproof.solvers.playing.values.scale import OUTCOMES, WIN, distance, sign


class Worth(NamedTuple):
    """The worth of a position, in words or points.

    `value`: `win`, `draw` or `loss` for the side to move; the first player's margin where points
    are counted; the points of one player against all others where more than two play; None where a
    rule of repetition may decide otherwise. `distance`: plies to the end of a win or loss.
    """

    value: str | int | None
    distance: int | None


class ReferenceValues(dict[State, Outcome]):
    """The outcome of every position that can be reached, by its state, and `look_up`, which tells
    it as a table does.
    """

    def __init__(self, game: Game, party: int, outcomes: Mapping[State, Outcome]) -> None:
        super().__init__(outcomes)
        self.game = game
        self._party = party

    def __repr__(self) -> str:
        return f"<ReferenceValues: {len(self)} positions of {self.game!r}>"

    def look_up(self, position: Position) -> Worth | None:
        """The worth of a position, as `Table.look_up` tells it; None if it cannot be reached. One
        that recurs is looked up by its first occurrence, as in tables.
        Raises `TypeError` for anything but a position, and `ValueError` for one of another game.
        """
        if not isinstance(position, Position):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(
                f"a position is looked up; `Position.read(game, text)` takes a text: {position!r}"
            )
        game, state = self.game, position.state
        if position.game != game:
            raise ValueError(f"the values are of {game!r}, not of {position.game!r}")
        found = self.get(state)
        again = found is None and recurs(game, state)
        if again:
            found = self.get(first_occurrence(state))
        if found is None:
            return None
        value = found.value
        if not game.rulebook.scored:
            value *= WIN - (found.distance or 0)
        if again:
            value = recurred(game, self._party, state, value)
        if not value and game.repetition_decides and not game.over(state):
            return Worth(None, None)
        if not game.rulebook.scored:
            return Worth(OUTCOMES[sign(value)], distance(value))
        return Worth(value if state.side == max(self._party, 0) else -value, None)
