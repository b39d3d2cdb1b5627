"""The table of proof-number search: what is known of positions, in bounded memory.

attacker  the side whose win is asked for; each position stands for two questions, one with the
          attacker to move and one with the other side, which a bit of its key tells apart
proof     that the attacker wins, however the other side plays, within `won` plies
disproof  that he does not within `held` plies, or not at all (`NEVER`)
numbers   of a position that is neither: the proof and the disproof number, which only say where to
          look next
stamp     a number for one sequence of positions from the root, never given twice. With it an entry
          can hold a disproof that rests on repetition: the attacker does not win from here *unless*
          from one of the positions at the depths `LOW` to `HIGH` of the sequence with that stamp.
          It is used only while that sequence is the beginning of the current path.

An entry is the key, then words of data: won and held (16 bits each, from bit 16 on), with the work;
both numbers (32 bits each); and where play can return, five words more: the stamp of a disproof
that rests on repetition (48 bits) with `HIGH` (16), the stamps of the path to the position and of
that to its parent, and the depths on which the disproof rests.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.solvers.playing.search.transposition_table import USED, with_work

INFINITE = (1 << 32) - 1
"""The proof number of a disproved position, and the disproof number of a proved one."""
NEVER = 0xFFFF
"""Plies that do not end; as `won`, that no proof is known."""
UNTOLD = NEVER - 2
"""From there on `won` does not tell how soon: the win is proved by the limits of the payoff."""
ACYCLIC_DATA, CYCLIC_DATA = 2, 7
KNOWN, NUMBERS, RESTS, PATH, PARENT, DEPTHS, MORE_DEPTHS = range(7)
"""The words after the key."""


def look_at(data: Any) -> None:
    """Checks the words after the keys of a file's entries, `uint64[n, DATA]`: each is in use, and
    its numbers are those of a position that is neither proved nor disproved. Raises `ValueError`.
    """
    numbers, known = data[:, NUMBERS], data[:, KNOWN]
    proof, disproof = numbers & np.uint64(INFINITE), numbers >> np.uint64(32)
    sound = known >> np.uint64(USED) != 0
    for number in (proof, disproof):
        sound &= (number > 0) & (number < INFINITE)
    if not sound.all():
        raise ValueError("it has numbers that no open position has")


@kernel(types.int64(types.uint64))
def won_within(known):
    """The plies within which the attacker wins, `NEVER` if that is not proved."""
    return np.int64((known >> np.uint64(16)) & np.uint64(0xFFFF))


@kernel(types.int64(types.uint64))
def held_for(known):
    """The plies within which the attacker is proved not to win, `NEVER` if he never does."""
    return np.int64((known >> np.uint64(32)) & np.uint64(0xFFFF))


@kernel(types.uint64(types.int64, types.int64, types.int64))
def known_word(won, held, work):
    """The word `KNOWN` of an entry; `work` is a number of positions."""
    return with_work((np.uint64(won) << np.uint64(16)) | (np.uint64(held) << np.uint64(32)), work)
