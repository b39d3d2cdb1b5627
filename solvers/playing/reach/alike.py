"""Tests the symmetries of an exploration at each position that stands for others, in compiled code.

unlike   a position and a turn: the image by the turn has other ends, or its moves lead elsewhere

A position stands for all its images. If at each position that is explored every image has the
images of its ends and of the positions after its moves, nothing that play reaches is left out.

>>> from ruleproof.models.play.game import game
>>> esgros = game("esgros", "path:2")
>>> turn, swap = esgros.symmetries[-1]
>>> plays_alike(esgros, esgros.start(), turn, swap)
True
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING
from ruleproof.models.play.game import Game, State
from ruleproof.solvers.playing.reach.position_set import IMAGES, PLAN, ROW, ROWS, mixed, turned

_UNLIKE = types.int64(
    MOVES,
    PLAY,
    ENDED,
    types.uint64[::1],
    types.int64[::1],
    IMAGES,
    PLAN,
    ROWS,
    ROW,
    types.int64[::1],
    types.int64,
    types.int64,
)


@kernel(_UNLIKE, allocates=True)
def first_unlike(
    moves, play, ended, masks, numbers, images, plan, rows, kept, found, first, last
):  # fmt: skip
    """The first of the rows `first` to `last` that is unlike an image, times the number of turns,
    plus the turn; -1 if there is none. Positions are compared as a sum of their hashes.
    """
    words, turns = rows.shape[1], plan.shape[0]
    later = np.zeros((found.size, words), np.uint64)
    image, after = np.zeros(words, np.uint64), np.zeros(words, np.uint64)
    for at in range(first, last):
        row = rows[at]
        end, many = ended(masks, numbers, row), 0
        if end == PLAYING:
            many = moves(masks, numbers, row, found)
            for k in range(many):
                play(masks, numbers, row, found[k + 1], later[k])
                for word in range(words):
                    later[k, word] &= kept[word]
        for turn in range(turns):
            turned(row, images, plan, turn, image)
            same = True
            for word in range(words):
                same = same and image[word] == row[word]
            if same:
                continue
            if ended(masks, numbers, image) != end:
                return at * turns + turn
            if end != PLAYING:
                continue
            if moves(masks, numbers, image, found) != many:
                return at * turns + turn
            left = np.uint64(0)
            for k in range(many):
                play(masks, numbers, image, found[k + 1], after)
                for word in range(words):
                    after[word] &= kept[word]
                left += mixed(after)
                turned(later[k], images, plan, turn, after)
                left -= mixed(after)
            if left != np.uint64(0):
                return at * turns + turn
    return -1


def plays_alike(game: Game, state: State, turn: Sequence[int], swap: bool) -> bool:
    """Whether the image of the state has its ends and the images of the states after its moves, by
    plain Python.
    """
    image = game.image(state, turn, swap)
    if game.over(image) != game.over(state):
        return False
    if game.over(state) and len(game.players) == 2 and game.payoff(image) != game.payoff(state):
        return False
    wanted = {game.image(game.play(state, move), turn, swap) for move in game.moves(state)}
    return wanted == {game.play(image, move) for move in game.moves(image)}
