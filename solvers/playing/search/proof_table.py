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
bucket    four entries; a new one goes to the bucket of its key's hash, where it replaces the entry
          with the least work

An entry is the key, then `DATA` words: both numbers (32 bits each); place of the proof's move, won,
held (16 bits each), the logarithm of the work (8 bits) and a bit that is set when in use; and where
play can return, three words more: the stamp of a disproof that rests on repetition (48 bits) with
`HIGH` (16), the stamp of the path to the position with `LOW`, the stamp of the path to its parent.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.prefetch import prefetch
from ruleproof.solvers.playing.keys.packing import mixed

BUCKET = 4
_LINE = 8
"""The words that come into the cache together."""
TABLE = types.uint64[:, ::1]
_WORDS = types.uint64[::1]

INFINITE = (1 << 32) - 1
"""The proof number of a disproved position, and the disproof number of a proved one."""
NEVER = 0xFFFF
"""Plies that do not end; as `won`, that no proof is known."""
UNTOLD = NEVER - 2
"""From there on `won` does not tell how soon: the win is proved by the limits of the payoff."""
ACYCLIC_DATA, CYCLIC_DATA = 2, 7
NUMBERS, KNOWN, RESTS, PATH, PARENT, DEPTHS, MORE_DEPTHS = range(7)
"""The words after the key."""


def look_at(data: Any) -> None:
    """Checks the words after the keys of a file's entries, `uint64[n, DATA]`: each is in use, and
    its numbers are those of a position that is neither proved nor disproved. Raises `ValueError`.
    """
    numbers, known = data[:, NUMBERS], data[:, KNOWN]
    proof, disproof = numbers & np.uint64(INFINITE), numbers >> np.uint64(32)
    sound = known >> np.uint64(63) != 0
    for number in (proof, disproof):
        sound &= (number > 0) & (number < INFINITE)
    if not sound.all():
        raise ValueError("it has numbers that no open position has")


@kernel(types.int64(TABLE, types.uint64))
def bucket_of(table, value):
    """The first entry of the bucket of a hash."""
    return np.int64(value & np.uint64(table.shape[0] - BUCKET))


@kernel(types.void(TABLE, _WORDS, types.int64))
def fetch(table, flat, bucket):
    """Asks for the memory of a bucket before it is needed; `flat` are the words of the table."""
    words = np.uint64(table.shape[1])
    first = np.uint64(bucket) * words
    for word in range(first, first + np.uint64(BUCKET) * words, np.uint64(_LINE)):
        prefetch(flat, word)


@kernel(types.int64(TABLE, _WORDS, types.int64))
def entry_in(table, key, bucket):
    """The entry of a key in its bucket, or minus one minus the one that it is to replace."""
    words = key.size
    chosen = bucket
    least = np.uint64(1 << 62)
    for entry in range(bucket, bucket + BUCKET):
        held = table[entry, words + KNOWN]
        work = np.uint64(0)
        if held != np.uint64(0):
            same = True
            for k in range(words):
                same = same and table[entry, k] == key[k]
            if same:
                return entry
            work = ((held >> np.uint64(48)) & np.uint64(255)) + np.uint64(1)
        if work < least:
            least = work
            chosen = entry
    return -1 - chosen


@kernel(types.int64(TABLE, _WORDS))
def entry_of(table, key):
    """The entry of a key, or minus one minus the one that it is to replace."""
    return entry_in(table, key, bucket_of(table, mixed(key)))


@kernel(types.int64(types.uint64))
def won_within(known):
    """The plies within which the attacker wins, `NEVER` if that is not proved."""
    return np.int64((known >> np.uint64(16)) & np.uint64(0xFFFF))


@kernel(types.int64(types.uint64))
def held_for(known):
    """The plies within which the attacker is proved not to win, `NEVER` if he never does."""
    return np.int64((known >> np.uint64(32)) & np.uint64(0xFFFF))


@kernel(types.uint64(types.int64, types.int64, types.int64, types.int64))
def known_word(place, won, held, work):
    """The word `KNOWN` of an entry; `work` is a number of positions."""
    size = 0
    while work > 1 and size < 255:
        work >>= 1
        size += 1
    word = np.uint64(min(place, 0xFFFF)) | (np.uint64(won) << np.uint64(16))
    word |= (np.uint64(held) << np.uint64(32)) | (np.uint64(size) << np.uint64(48))
    return word | (np.uint64(1) << np.uint64(63))


@kernel(types.void(TABLE, TABLE, types.int64))
def copy_entries(old, new, words):
    """Puts every entry of the old table, whose keys have so many words, into the new one."""
    for entry in range(old.shape[0]):
        if old[entry, words + KNOWN] != np.uint64(0):
            place = entry_of(new, old[entry, :words])
            place = -1 - place if place < 0 else place
            for k in range(old.shape[1]):
                new[place, k] = old[entry, k]
