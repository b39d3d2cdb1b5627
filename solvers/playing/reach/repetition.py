"""Repetition in compiled code: the number of times that a position has come up in the game so far.

A row holds the number of its occurrences in the field `seen` where the rules count them. `play`
alone does not know the history; code that plays a line counts by `occurrences`.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.play.game import Game
from ruleproof.models.play.states import BITS, layout, width_for


class Repetition(NamedTuple):
    """A game's rules of repetition, as compiled code needs them.

    `alike`: a mask for each word of a row, of the bits that count; empty where the rules know no
    repetition. `word` and `shift`: the place of `seen` in a row. `banned`: the occurrence that may
    not be brought about, 0 where any may.
    """

    alike: np.ndarray[Any, np.dtype[np.uint64]]
    word: int
    shift: int
    banned: int


def repetition(game: Game) -> Repetition:
    """The game's rules of repetition."""
    rules = game.rulebook.repetition
    if not rules.fields:
        return Repetition(np.zeros(0, np.uint64), 0, 0, 0)
    plan, width = layout(game.rulebook.rules.State), width_for(game.board.size)
    words = width // 64
    mask = [0] * plan.row_words(width)
    many = dict(plan.sets)
    for name in rules.fields:
        if name in many:
            start = plan.layer_of(name) * words
            for k in range(start, start + max(many[name], 1) * words):
                mask[k] = (1 << 64) - 1
        else:
            word, shift = plan.number_place(name, width)
            mask[word] |= (1 << BITS) - 1 << shift
    banned = rules.forbids(game) if rules.forbids else 0
    return Repetition(np.array(mask, np.uint64), *plan.number_place("seen", width), banned)


_OCCURRENCES = types.int64(
    types.uint64[:, ::1], types.int64, types.uint64[::1], types.int64, types.int64
)


@kernel(_OCCURRENCES, inline=True)
def occurrences(rows, last, alike, word, shift):
    """The number of occurrences of `rows[last]` in the history `rows[:last + 1]`, itself among
    them; those before the history are told by `rows[0]`.
    """
    times = 1
    for earlier in range(last):
        same = True
        for k in range(alike.size):
            if (rows[earlier, k] ^ rows[last, k]) & alike[k]:
                same = False
                break
        if same:
            before = (rows[0, word] >> np.uint64(shift)) & np.uint64((1 << BITS) - 1)
            times += np.int64(before) if earlier == 0 else 1
    return times
