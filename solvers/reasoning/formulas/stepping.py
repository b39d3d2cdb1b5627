"""The rules to run, asked about many positions at once: plain or compiled.

steps   for each of a row of positions its legal moves in their order, and where each leads
ends    what each position is worth to the side to move if it is over, else `PLAYING`
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING, SCORE, engine
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import layout, pack, width_for

ROWS = types.uint64[:, ::1]
_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]


class Steps(NamedTuple):
    """`codes[k]` is a legal move of the position with the number `of[k]` and leads to the row
    `after[k]`; in the order of the positions. `of` and `codes`: `int64[steps]`; `after`:
    `uint64[steps, words]`.
    """

    of: Any
    codes: Any
    after: Any


class Rules(Protocol):
    """Rules that can be asked; a position is a state or a row (`models/play/states.py`)."""

    def moves(self, state: State) -> list[int]:
        """The legal moves of one position."""
        ...

    def play(self, state: State, move: int) -> State:
        """The position after a legal move."""
        ...

    def steps(self, states: Sequence[State], rows: Any) -> Steps:
        """The legal moves of all the positions, and where they lead. The positions are given both
        as states and as `rows`, `uint64[positions, words]`.
        """
        ...

    def ends(self, states: Sequence[State], rows: Any) -> Any:
        """The worth of each position, or `PLAYING`: `int64[positions]`; `rows` as for `steps`."""
        ...

    def scores(self, states: Sequence[State], rows: Any) -> Any:
        """The points of each player: `int64[positions, players]`, without columns in games without
        points; `rows` as for `steps`.
        """
        ...


def rows_of(game: Game, states: Sequence[State]) -> Any:
    """The rows of the states: `uint64[states, words]`."""
    width = width_for(game.board.size)
    words = layout(game.rulebook.rules.State).row_words(width)
    return np.array([pack(state, width) for state in states], np.uint64).reshape(-1, words)


class PlainRules:
    """The rules as Python runs them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.moves, self.play = game.moves, game.play

    def steps(self, states: Sequence[State], rows: Any) -> Steps:  # noqa: ARG002 - see Rules
        """See `Rules`."""
        made = [
            (index, move, self.play(state, move))
            for index, state in enumerate(states)
            for move in self.moves(state)
        ]
        of, codes, after = ([one[part] for one in made] for part in range(3))
        return Steps(np.array(of, np.int64), np.array(codes, np.int64), rows_of(self.game, after))

    def ends(self, states: Sequence[State], rows: Any) -> Any:  # noqa: ARG002 - see Rules
        """See `Rules`."""
        game = self.game
        worth = [game.payoff(state) if game.over(state) else PLAYING for state in states]
        return np.array(worth, np.int64)

    def scores(self, states: Sequence[State], rows: Any) -> Any:  # noqa: ARG002 - see Rules
        """See `Rules`."""
        players = range(_scoring(self.game))
        points = [[self.game.score(state, player) for player in players] for state in states]
        return np.array(points, np.int64).reshape(len(states), len(players))


class Compiled:
    """The rules compiled."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine = engine(game)
        self._found = self.engine.move_list()
        self._after = np.zeros(self.engine.row_words, np.uint64)
        self._board = self.engine.masks, self.engine.numbers

    def moves(self, state: State) -> list[int]:
        """See `Rules`."""
        many = self.engine.kernels.moves(*self._board, self.engine.row(state), self._found)
        return self._found[1 : many + 1].tolist()

    def play(self, state: State, move: int) -> State:
        """See `Rules`."""
        self.engine.kernels.play(*self._board, self.engine.row(state), move, self._after)
        return self.engine.state(self._after)

    def steps(self, states: Sequence[State], rows: Any) -> Steps:  # noqa: ARG002 - see Rules
        """See `Rules`."""
        kernels = self.engine.kernels
        return Steps(*_steps(kernels.moves, kernels.play, *self._board, rows, self._found))

    def ends(self, states: Sequence[State], rows: Any) -> Any:  # noqa: ARG002 - see Rules
        """See `Rules`."""
        return _ends(self.engine.kernels.ended, *self._board, rows)

    def scores(self, states: Sequence[State], rows: Any) -> Any:  # noqa: ARG002 - see Rules
        """See `Rules`."""
        return _scores(self.engine.kernels.score, *self._board, rows, _scoring(self.game))


def _scoring(game: Game) -> int:
    """The number of players that have points."""
    return len(game.players) if game.rulebook.scored else 0


@kernel(
    types.Tuple((_NUMBERS, _NUMBERS, ROWS))(MOVES, PLAY, _WORDS, _NUMBERS, ROWS, _NUMBERS),
    allocates=True,
)
def _steps(moves, play, masks, numbers, rows, found):
    """The parts of `Steps`; `found` is room for the moves of a position."""
    total = 0
    for k in range(rows.shape[0]):
        total += moves(masks, numbers, rows[k], found)
    of, codes = np.empty(total, np.int64), np.empty(total, np.int64)
    after = np.zeros((total, rows.shape[1]), np.uint64)
    at = 0
    for k in range(rows.shape[0]):
        for number in range(1, moves(masks, numbers, rows[k], found) + 1):
            of[at], codes[at] = k, found[number]
            play(masks, numbers, rows[k], found[number], after[at])
            at += 1
    return of, codes, after


@kernel(_NUMBERS(ENDED, _WORDS, _NUMBERS, ROWS), allocates=True)
def _ends(ended, masks, numbers, rows):
    found = np.empty(rows.shape[0], np.int64)
    for k in range(rows.shape[0]):
        found[k] = ended(masks, numbers, rows[k])
    return found


@kernel(
    types.int64[:, ::1](SCORE, _WORDS, _NUMBERS, ROWS, types.int64),
    allocates=True,
)
def _scores(score, masks, numbers, rows, players):
    found = np.empty((rows.shape[0], players), np.int64)
    for k in range(rows.shape[0]):
        for player in range(players):
            found[k, player] = score(masks, numbers, rows[k], player)
    return found
