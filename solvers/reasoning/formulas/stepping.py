"""The rules to run, asked about many positions at once.

steps   for each of a row of positions its legal moves in their order, and where each leads
ends    what each position is worth to the side to move if it is over, else `PLAYING`
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ruleproof.models.compiled.kernels import PLAYING
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import layout, pack, width_for


class Steps(NamedTuple):
    """`codes[k]` is a legal move of the position with the number `of[k]` and leads to the row
    `after[k]`; in the order of the positions. `of` and `codes`: `int64[steps]`; `after`:
    `uint64[steps, words]`.
    """

    of: Any
    codes: Any
    after: Any


def rows_of(game: Game, states: Sequence[State]) -> Any:
    """The rows of the states: `uint64[states, words]`."""
    width = width_for(game.board.size)
    words = layout(game.rulebook.rules.State).row_words(width)
    return np.array([pack(state, width) for state in states], np.uint64).reshape(-1, words)


class PlainRules:
    """The rules as Python runs them. Positions are given both as states and as `rows`, `uint64[
    positions, words]`.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.moves, self.play = game.moves, game.play

    def steps(self, states: Sequence[State], rows: Any) -> Steps:  # noqa: ARG002
        """The legal moves of all the positions, and where they lead."""
        made = [
            (index, move, self.play(state, move))
            for index, state in enumerate(states)
            for move in self.moves(state)
        ]
        of, codes, after = ([one[part] for one in made] for part in range(3))
        return Steps(np.array(of, np.int64), np.array(codes, np.int64), rows_of(self.game, after))

    def ends(self, states: Sequence[State], rows: Any) -> Any:  # noqa: ARG002
        """The worth of each position, or `PLAYING`: `int64[positions]`."""
        game = self.game
        worth = [game.payoff(state) if game.over(state) else PLAYING for state in states]
        return np.array(worth, np.int64)

    def scores(self, states: Sequence[State], rows: Any) -> Any:  # noqa: ARG002
        """The points of each player: `int64[positions, players]`, without columns in games without
        points.
        """
        players = range(scoring(self.game))
        points = [[self.game.score(state, player) for player in players] for state in states]
        return np.array(points, np.int64).reshape(len(states), len(players))


def scoring(game: Game) -> int:
    """The number of players that have points."""
    return len(game.players) if game.rulebook.scored else 0
