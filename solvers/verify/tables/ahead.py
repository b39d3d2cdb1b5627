"""The keys of the positions after some entries, in compiled code, for `shards.py`."""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING
from ruleproof.models.play.states import BITS
from ruleproof.solvers.verify.tables.kernel import (
    AT,
    DONE,
    FINE,
    FRESH,
    NO_ROOM,
    TOLD,
    WHY,
    find,
    name_of,
)
from ruleproof.solvers.verify.tables.keys import (
    CHANGED,
    CHANGED_AT,
    LINE,
    PLAIN,
    SIDE_SHIFT,
    SIDE_WORD,
    WORDS,
    fits,
    home,
    least,
    unpack,
)

_W = types.uint64[::1]
_N = types.int64[::1]
_U = types.uint64
_AHEAD = types.void(
    *(MOVES, PLAY, ENDED, _W, _N, _N, _N, _W, _W, _W, _U, _W, types.uint8[::1], _W, _N, _W, _N)
)


@kernel(_AHEAD, nogil=True)
def ahead(
    moves, play, ended, masks, numbers, facts, plan, allowed, images,
    keys, first, rows, row_bytes, room, listed, after, found,
):  # fmt: skip
    """Writes to `after` the keys of the positions after the moves of entries, whose keys are given,
    from `first` on, as many as there is room for: how many keys are then in `found[FRESH]`, and up
    to which entry in `found[DONE]`.
    """
    words, wide = np.uint64(facts[WORDS]), np.uint64(allowed.size)
    plain, changed = np.uint64(facts[PLAIN]), np.uint64(facts[CHANGED])
    most = np.uint64(after.size) // words - np.uint64(listed.size)
    row = rows[:wide]
    used, entry = np.uint64(0), first
    found[WHY] = FINE
    while entry * words < np.uint64(keys.size) and used <= most:
        unpack(facts, plan, keys, entry * words, row)
        many = np.uint64(0)
        if ended(masks, numbers, row) == PLAYING:
            many = np.uint64(moves(masks, numbers, row, listed))
        for m in range(np.uint64(1), many + np.uint64(1)):
            begin = m * wide
            play(masks, numbers, row, listed[m], rows[begin : begin + wide])
            if not fits(facts, plan, allowed, rows[begin : begin + wide]):
                found[WHY], found[TOLD], found[AT] = NO_ROOM, listed[m], entry
                return
            start, turns = np.uint64(0), plain
            side = rows[begin + np.uint64(facts[SIDE_WORD])] >> np.uint64(facts[SIDE_SHIFT])
            if changed and side & np.uint64((1 << BITS) - 1):
                start, turns = np.uint64(facts[CHANGED_AT]), changed
            byte = np.uint64(8) * begin
            least(
                facts, plan, images, start, turns, row_bytes, byte, after, used * words, room
            )  # fmt: skip
            used += np.uint64(1)
        entry += np.uint64(1)
    found[FRESH], found[DONE] = used, entry


@kernel(types.void(_N, _W, types.uint16[::1], _W, types.uint32[::1]))
def name_all(facts, lines, halves, keys, names):
    """Writes the names of the entries of some keys, all of which are entered."""
    words = np.uint64(facts[WORDS])
    many = np.uint64(lines.size) // np.uint64(facts[LINE])
    for k in range(np.uint64(names.size)):
        at = find(facts, lines, halves, keys, k * words, home(many, keys, k * words, words))
        names[k] = name_of(facts, np.uint64(at))
