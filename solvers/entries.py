"""An open-addressing hash table of entries (see `solvers/keys.py`) that threads may share.

slot   the words of one entry, 0 where there is none; the slots lie in the order of the hashes, so
       a table of any size is made into a larger one by reading it once from end to end
busy   a slot of several words that another thread is writing
"""

# numba's functions are untyped; the types that matter here are LLVM's
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.extending import intrinsic

from ruleproof.models.compiling import kernel
from ruleproof.solvers.prefetch import element

BUSY = 0xFFFF_FFFF_FFFF_FFFF
"""The first word of a slot that is being written: no entry has a code of nothing but ones."""
MOST_SLOTS = 1 << 32

_WORDS = types.uint64[::1]


@intrinsic
def read(typingctx, array, index):
    """The word at a place as another thread may just have written it."""

    def codegen(context, builder, signature, args):
        return builder.load_atomic(element(context, builder, signature, args), "acquire", 8)

    return array.dtype(array, types.uint64), codegen


@intrinsic
def publish(typingctx, array, index, value):
    """Writes a number after all that was written before it."""

    def codegen(context, builder, signature, args):
        place = element(context, builder, signature, args)
        builder.store_atomic(args[2], place, "release", array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, types.uint64, array.dtype), codegen


@intrinsic
def claim(typingctx, array, index, value):
    """Writes a word where 0 stands, and returns what stood there."""

    def codegen(context, builder, signature, args):
        place = element(context, builder, signature, args)
        nothing = ir.Constant(args[2].type, 0)
        pair = builder.cmpxchg(place, nothing, args[2], "acq_rel", "acquire")
        return builder.extract_value(pair, 0)

    return array.dtype(array, types.uint64, array.dtype), codegen


@kernel(types.uint64(types.uint64, _WORDS, types.uint64), inline=True)
def mixed(words, keys, at):
    """A hash of the key that begins at `at`: every bit of it moves every bit of the hash."""
    value = np.uint64(0)
    for k in range(words):
        value ^= keys[at + k]
        value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        value ^= value >> np.uint64(31)
    return value


@kernel(types.uint64(_WORDS, types.uint64, types.uint64), inline=True)
def home(table, words, mixed):
    """The place of the slot where the entry of a key with that hash is looked for first."""
    slots = np.uint64(table.size) // words if words > np.uint64(1) else np.uint64(table.size)
    return (((mixed >> np.uint64(32)) * slots) >> np.uint64(32)) * words


@kernel(
    types.uint64(_WORDS, types.uint64, types.uint64, _WORDS, types.uint64, types.uint64),
    inline=True,
)
def code_of(table, words, code_mask, keys, at, place):
    """The code that the table holds of the key at a place, 0 if none; `place` is its home."""
    while True:
        entry = read(table, place)
        if entry == np.uint64(0):
            return entry
        while words > np.uint64(1) and entry == np.uint64(BUSY):
            entry = read(table, place)
        same = ((entry ^ keys[at]) & ~code_mask) == np.uint64(0)
        for k in range(np.uint64(1), words):
            same = same and table[place + k] == keys[at + k]
        if same:
            return entry & code_mask
        place += words
        if place == np.uint64(table.size):
            place = np.uint64(0)


_PUT = types.int64(
    *(_WORDS, types.uint64, types.uint64, _WORDS, types.uint64, types.uint64, types.uint64)
)


@kernel(_PUT)
def put(table, words, code_mask, keys, at, place, code):
    """Puts the key that begins at `at` with its code into the table; 1 if that was new, 0 if the
    key stood there before. `place` is its home.
    """
    new = keys[at] | code
    while True:
        entry = read(table, place)
        if entry == np.uint64(0):
            entry = claim(table, place, new if words == np.uint64(1) else np.uint64(BUSY))
            if entry == np.uint64(0):
                if words > np.uint64(1):
                    for k in range(np.uint64(1), words):
                        table[place + k] = keys[at + k]
                    publish(table, place, new)
                return 1
        while words > np.uint64(1) and entry == np.uint64(BUSY):
            entry = read(table, place)
        same = ((entry ^ keys[at]) & ~code_mask) == np.uint64(0)
        for k in range(np.uint64(1), words):
            same = same and table[place + k] == keys[at + k]
        if same:
            return 0
        place += words
        if place == np.uint64(table.size):
            place = np.uint64(0)


@kernel(types.int64(_WORDS, _WORDS, types.uint64, types.uint64), allocates=True)
def put_all(table, entries, words, code_mask):
    """Puts all entries, slots of another table among them, into the table; how many were new."""
    key = np.empty(words, np.uint64)
    fresh = 0
    for at in range(np.uint64(0), np.uint64(entries.size), words):
        if entries[at] == np.uint64(0):
            continue
        for k in range(words):
            key[k] = entries[at + k]
        key[0] &= ~code_mask
        place = home(table, words, mixed(words, key, np.uint64(0)))
        fresh += put(table, words, code_mask, key, np.uint64(0), place, entries[at] & code_mask)
    return fresh


@kernel(types.int64(_WORDS, types.int64))
def gathered(table, words):
    """Moves all entries to the front, over the slots; how many there are."""
    count = 0
    for at in range(0, table.size, words):
        if table[at] != np.uint64(0):
            for k in range(words):
                table[count * words + k] = table[at + k]
            count += 1
    return count
