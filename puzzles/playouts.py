"""Random games in compiled code: how a position fares when both sides choose blindly.

The same seed gives the same games on every machine.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import hashlib

import numpy as np
from numba import types

from ruleproof.models import notation
from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.dice import dice
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING, engine
from ruleproof.models.game import Game, State

LONGEST = 400
"""Random games are cut off after so many plies and count as draws."""

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]
_ROWS = types.uint64[:, ::1]


_SUMS = types.void(
    MOVES, PLAY, ENDED, _WORDS, _NUMBERS, _ROWS, _NUMBERS, _NUMBERS, types.int64, types.uint64
)


@kernel(_SUMS)
def _sums(moves, play, ended, masks, numbers, rows, first, found, budget, seed):
    """Puts in place of each move `first[k]` the sum of the payoffs, for the side to move at
    `rows[0]`, of `budget` random games behind it; `rows` has room for four.
    """
    for k in range(1, first[0] + 1):
        begin = play(masks, numbers, rows[0], first[k], rows[1])
        total = 0
        for _ in range(budget):
            sign = begin
            for word in range(rows.shape[1]):
                rows[2, word] = rows[1, word]
            here = 2
            for _ in range(LONGEST):
                payoff = ended(masks, numbers, rows[here])
                if payoff != PLAYING:
                    total += sign * payoff
                    break
                many = np.uint64(moves(masks, numbers, rows[here], found))
                seed += np.uint64(1)
                pick = 1 + np.int64(dice(seed) % many)
                sign *= play(masks, numbers, rows[here], found[pick], rows[5 - here])
                here = 5 - here
        first[k] = total


def averages(game: Game, state: State, budget: int) -> dict[int, float]:
    """The mean payoff, for the side to move, of `budget` random games behind each move; the same at
    every call.
    """
    compiled = engine(game)
    kernels = compiled.kernels
    text = f"{budget} {notation.show(game, state)}"
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    rows = np.zeros((4, compiled.row_words), np.uint64)
    rows[0] = compiled.row(state)
    moves = game.moves(state)
    sums = np.array([len(moves), *moves], np.int64)
    _sums(
        kernels.moves,
        kernels.play,
        kernels.ended,
        compiled.masks,
        compiled.numbers,
        rows,
        sums,
        compiled.move_list(),
        budget,
        np.uint64(seed),
    )
    return {move: int(total) / budget for move, total in zip(moves, sums[1:], strict=True)}
