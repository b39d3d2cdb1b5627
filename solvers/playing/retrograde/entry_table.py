"""An open-addressing hash table of entries (see `playing/keys/keys.py`) that threads may share.

slot    the words of one entry, 0 where there is none; the slots lie in the order of the hashes, so
        a table of any size is made into a larger one by reading it once from end to end
busy    a slot of several words that another thread is writing
bucket  as many slots of one word as a line of memory has, filled from the first on and compared all
        at once: which of them holds a key, if any, is no question that the processor has to guess
"""

# numba's functions are untyped; the types that matter here are LLVM's
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.extending import intrinsic

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.prefetch import element

BUSY = 0xFFFF_FFFF_FFFF_FFFF
"""The first word of a slot that is being written: no entry has a code of nothing but ones."""
MOST_SLOTS = 1 << 32
BUCKET = 8
"""Words of a bucket; every table is a multiple of it long."""

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


@intrinsic
def _in_bucket(typingctx, table, place, key, code_mask):
    """The first slot of the bucket that begins at `place` whose entry has the key; if none has,
    `BUCKET` more than the first empty one; if all are taken, twice `BUCKET`.
    """
    word, several = ir.IntType(64), ir.VectorType(ir.IntType(64), BUCKET)
    both = ir.IntType(2 * BUCKET)

    def codegen(context, builder, signature, args):
        table, place, key, code_mask = args
        begin = element(context, builder, signature, (table, place))
        slots = builder.load(builder.bitcast(begin, several.as_pointer()), align=8)
        nothing = ir.Constant(several, [0] * BUCKET)

        def every(value):
            lanes = ir.Constant(several, ir.Undefined)
            for k in range(BUCKET):
                lanes = builder.insert_element(lanes, value, ir.Constant(ir.IntType(32), k))
            return lanes

        def bits(lanes):
            return builder.zext(builder.bitcast(lanes, ir.IntType(BUCKET)), both)

        told = builder.and_(builder.xor(slots, every(key)), every(builder.not_(code_mask)))
        taken = builder.icmp_unsigned("!=", slots, nothing)
        same = bits(builder.and_(taken, builder.icmp_unsigned("==", told, nothing)))
        free = builder.shl(bits(builder.not_(taken)), ir.Constant(both, BUCKET))
        first = builder.cttz(builder.or_(same, free), ir.Constant(ir.IntType(1), 0))
        return builder.zext(first, word)

    return types.uint64(table, types.uint64, types.uint64, types.uint64), codegen


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
    """The place of the slot, or bucket, where the entry of a key with that hash is looked for
    first.
    """
    if words == np.uint64(1):
        place = ((mixed >> np.uint64(32)) * np.uint64(table.size)) >> np.uint64(32)
        return place & ~np.uint64(BUCKET - 1)
    slots = np.uint64(table.size) // words
    return (((mixed >> np.uint64(32)) * slots) >> np.uint64(32)) * words


@kernel(
    types.uint64(_WORDS, types.uint64, types.uint64, _WORDS, types.uint64, types.uint64),
    inline=True,
)
def code_of(table, words, code_mask, keys, at, place):
    """The code that the table holds of the key at a place, 0 if none; `place` is its home."""
    while words == np.uint64(1):
        slot = _in_bucket(table, place, keys[at], code_mask)
        if slot < np.uint64(BUCKET):
            return read(table, place + slot) & code_mask
        if slot < np.uint64(2 * BUCKET):
            return np.uint64(0)
        place += np.uint64(BUCKET)
        if place == np.uint64(table.size):
            place = np.uint64(0)
    while True:
        entry = read(table, place)
        if entry == np.uint64(0):
            return entry
        while entry == np.uint64(BUSY):
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
    while words == np.uint64(1):
        slot = _in_bucket(table, place, keys[at], code_mask)
        if slot < np.uint64(BUCKET):
            return 0
        if slot < np.uint64(2 * BUCKET):
            if claim(table, place + slot - np.uint64(BUCKET), new) == np.uint64(0):
                return 1
            continue  # another thread was sooner
        place += np.uint64(BUCKET)
        if place == np.uint64(table.size):
            place = np.uint64(0)
    while True:
        entry = read(table, place)
        if entry == np.uint64(0):
            entry = claim(table, place, np.uint64(BUSY))
            if entry == np.uint64(0):
                for k in range(np.uint64(1), words):
                    table[place + k] = keys[at + k]
                publish(table, place, new)
                return 1
        while entry == np.uint64(BUSY):
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
    """Puts all entries, slots of another table among them, into the table; returns the number of
    new ones.
    """
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
    """Moves all entries to the front, over the slots; returns their number."""
    count = 0
    for at in range(0, table.size, words):
        if table[at] != np.uint64(0):
            for k in range(words):
                table[count * words + k] = table[at + k]
            count += 1
    return count
