"""The rules to run, compiled, asked about many positions at once."""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, SCORE, engine
from ruleproof.models.play.game import Game, State
from ruleproof.solvers.reasoning.formulas.stepping import PlainRules, Steps, scoring

ROWS = types.uint64[:, ::1]
_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]


class Compiled(PlainRules):
    """The rules compiled."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine = engine(game)
        self._found = self.engine.move_list()
        self._after = np.zeros(self.engine.row_words, np.uint64)
        self._board = self.engine.masks, self.engine.numbers

    def moves(self, state: State) -> list[int]:
        """See `PlainRules`."""
        many = self.engine.kernels.moves(*self._board, self.engine.row(state), self._found)
        return self._found[1 : many + 1].tolist()

    def play(self, state: State, move: int) -> State:
        """See `PlainRules`."""
        self.engine.kernels.play(*self._board, self.engine.row(state), move, self._after)
        return self.engine.state(self._after)

    def steps(self, states: Sequence[State], rows: Any) -> Steps:  # noqa: ARG002
        """See `PlainRules`."""
        kernels = self.engine.kernels
        return Steps(*_steps(kernels.moves, kernels.play, *self._board, rows, self._found))

    def ends(self, states: Sequence[State], rows: Any) -> Any:  # noqa: ARG002
        """See `PlainRules`."""
        return _ends(self.engine.kernels.ended, *self._board, rows)

    def scores(self, states: Sequence[State], rows: Any) -> Any:  # noqa: ARG002
        """See `PlainRules`."""
        return _scores(self.engine.kernels.score, *self._board, rows, scoring(self.game))


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
