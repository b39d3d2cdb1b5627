"""Keys of positions in compiled code; see `solvers/keys.py` for the words.

plan      numbers of the game and of its keys, at the places below
pieces    what a key keeps of a row: see `Keys`
images    what a position's images are the sums of, see `solvers/images.py`: first those that keep
          the colours, then the others
room      as many words as `Keys.room`: for the images under all turns, then for the places in
          `images` of a row's chunks
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.extending import intrinsic

from ruleproof.models.compiling import kernel
from ruleproof.models.letters import read, read_digits
from ruleproof.models.states import BITS, WORD
from ruleproof.models.sums import broken
from ruleproof.solvers import packing

# Places in `Keys.plan`.
WORDS, CODE_BITS, SIDE_WORD, SIDE_SHIFT, CHUNKS, CHUNKS_AT, ROWS = range(7)
PLAIN, CHANGED, CHANGED_AT = range(7, 10)
RULES, SPELLING, LETTERS_AT, RADIX = range(10, 14)
PLAN = 14
CHUNK = 4
"""The numbers that describe a chunk."""

LANES = 4
"""How many images are made side by side; turns are filled up to a multiple of it."""
_SIDE_BY_SIDE = 3
"""How many times as many are made in one go."""
MOST_TURNS = 64

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]


@intrinsic
def least_images(typingctx, images, start, chunks, groups, room):
    """The least of one word of all images, which are written to `room`: of as many turns as
    `groups` of `LANES` hold, the words that begin at `start`. The places of the row's chunks stand
    in `room` behind the images.
    """

    def codegen(context, builder, signature, args):
        _, start, chunks, groups, _ = args
        image_data, room_data = (
            context.make_array(signature.args[k])(context, builder, args[k]).data for k in (0, 4)
        )
        word = ir.IntType(WORD)
        several = ir.VectorType(word, LANES)

        def number(value):
            return ir.Constant(word, value)

        def load_several(place):
            return builder.load(builder.bitcast(place, several.as_pointer()), align=8)

        nothing = ir.Constant(several, [number(0)] * LANES)
        best = cgutils.alloca_once_value(builder, ir.Constant(several, [number(-1)] * LANES))
        totals = [cgutils.alloca_once(builder, several) for _ in range(_SIDE_BY_SIDE)]
        places = builder.gep(room_data, [builder.mul(groups, number(LANES))])

        def block(first, many):
            lanes = [
                builder.add(builder.mul(first, number(LANES)), number(LANES * k))
                for k in range(many)
            ]
            for total in totals[:many]:
                builder.store(nothing, total)
            with cgutils.for_range(builder, chunks) as chunk:
                place = builder.add(start, builder.load(builder.gep(places, [chunk.index])))
                for lane, total in zip(lanes, totals, strict=False):
                    more = load_several(builder.gep(image_data, [builder.add(place, lane)]))
                    builder.store(builder.add(builder.load(total), more), total)
            for lane, total in zip(lanes, totals, strict=False):
                found = builder.load(total)
                place = builder.bitcast(builder.gep(room_data, [lane]), several.as_pointer())
                builder.store(found, place, align=8)
                held = builder.load(best)
                less = builder.icmp_unsigned("<", found, held)
                builder.store(builder.select(less, found, held), best)

        whole = builder.udiv(groups, number(_SIDE_BY_SIDE))
        with cgutils.for_range(builder, whole) as group:
            block(builder.mul(group.index, number(_SIDE_BY_SIDE)), _SIDE_BY_SIDE)
        done = builder.mul(whole, number(_SIDE_BY_SIDE))
        rest = builder.sub(groups, done)
        for many in range(1, _SIDE_BY_SIDE):
            with builder.if_then(builder.icmp_unsigned("==", rest, number(many))):
                block(done, many)
        least = number(-1)
        for k in range(LANES):
            one = builder.extract_element(builder.load(best), ir.Constant(ir.IntType(32), k))
            least = builder.select(builder.icmp_unsigned("<", one, least), one, least)
        return least

    word = types.uint64
    return word(images, word, word, word, room), codegen


@kernel(types.void(_NUMBERS, _NUMBERS, _WORDS, types.uint64, _WORDS), inline=True)
def row_of(plan, pieces, keys, first, row):
    """Writes the row of the key that begins at `first`, what keys leave out at 0."""
    packing.row_of(pieces, keys, first, row)
    if plan[RADIX]:
        value = keys[first] >> np.uint64(plan[LETTERS_AT])
        read_digits(pieces, np.uint64(plan[SPELLING]), value, np.uint64(plan[RADIX]), row)
    elif plan[SPELLING]:
        bit, words = np.uint64(plan[LETTERS_AT]), np.uint64(plan[WORDS])
        read(pieces, np.uint64(plan[SPELLING]), keys, first, words, bit, row)


@kernel(types.uint64(_WORDS, types.uint64, _WORDS), inline=True)
def _image(images, base, places):
    """One word of one image."""
    image = np.uint64(0)
    for c in range(np.uint64(places.size)):
        image += images[base + places[c]]
    return image


@kernel(types.void(_NUMBERS, _NUMBERS, _WORDS, types.uint64, _WORDS), inline=True)
def _find_places(plan, pieces, row, stride, places):
    """Writes where the images of each chunk of a row begin."""
    at = np.uint64(plan[CHUNKS_AT])
    for c in range(np.uint64(places.size)):
        word, shift = np.uint64(pieces[at]), np.uint64(pieces[at + np.uint64(1)])
        value = (row[word] >> shift) & np.uint64(pieces[at + np.uint64(2)])
        places[c] = (np.uint64(pieces[at + np.uint64(3)]) + value) * stride
        at += np.uint64(CHUNK)


@kernel(types.uint64(_NUMBERS, _NUMBERS, _WORDS), inline=True)
def _misfits(plan, pieces, row):
    """0 if keys have room for a row, else some bits that do not fit."""
    at = np.uint64(1) + np.uint64(packing.PIECE) * np.uint64(pieces[0])
    left = np.uint64(0)
    for k in range(np.uint64(row.size)):
        left |= row[k] & ~np.uint64(pieces[at + k])
    if plan[RULES]:
        left |= broken(pieces, np.uint64(plan[RULES]), row)
    return left


_LEAST = types.void(
    *(_NUMBERS, _NUMBERS, _WORDS, types.uint64, types.uint64, _WORDS, _WORDS, _WORDS)
)


@kernel(_LEAST, inline=True)
def _least(plan, pieces, images, start, many, room, row, key):
    """Writes the least of the keys of a row's images under the turns, `many` of them, whose images
    begin at `start`.
    """
    groups = (many + np.uint64(LANES - 1)) // np.uint64(LANES)
    stride = groups * np.uint64(LANES)
    words, chunks = np.uint64(plan[WORDS]), np.uint64(plan[CHUNKS])
    places = room[stride : stride + chunks]
    _find_places(plan, pieces, row, stride, places)
    per_word = np.uint64(plan[ROWS]) * stride
    top = words - np.uint64(1)
    best = least_images(images, start + top * per_word, chunks, groups, room)
    key[top] = best
    if top == np.uint64(0):
        return
    # The other words count for turns whose words so far are the least.
    alive = np.uint64(0xFFFF_FFFF_FFFF_FFFF) >> (np.uint64(MOST_TURNS) - many)
    for k in range(top):
        still = np.uint64(0)
        for t in range(many):
            if room[t] == best:
                still |= np.uint64(1) << t
        alive &= still
        word = top - np.uint64(1) - k
        base = start + word * per_word
        if alive & (alive - np.uint64(1)) == np.uint64(0):
            turn = np.uint64(0)
            while (alive >> turn) & np.uint64(1) == np.uint64(0):
                turn += np.uint64(1)
            best = _image(images, base + turn, places)
            for t in range(many):
                room[t] = best
        else:
            least_images(images, base, chunks, groups, room)
            best = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
            for t in range(many):
                if (alive >> t) & np.uint64(1):
                    best = min(best, room[t])
        key[word] = best


@kernel(types.int64(_NUMBERS, _NUMBERS, _WORDS, _WORDS, _WORDS, _WORDS), inline=True)
def least_key(plan, pieces, images, room, row, key):
    """Writes the least key of a position, its code 0; 1 if the row fits into a key, else 0."""
    side = row[np.uint64(plan[SIDE_WORD])] >> np.uint64(plan[SIDE_SHIFT])
    start, many = np.uint64(0), np.uint64(plan[PLAIN])
    if plan[CHANGED] > 0 and side & np.uint64((1 << BITS) - 1) == np.uint64(1):
        start, many = np.uint64(plan[CHANGED_AT]), np.uint64(plan[CHANGED])
    _least(plan, pieces, images, start, many, room, row, key)
    # last, for the row has just been written, word by word, and is read in larger parts here
    return _misfits(plan, pieces, row) == np.uint64(0)


_REWRITE = types.int64(
    *(_NUMBERS, _NUMBERS, _WORDS, types.uint64, _NUMBERS, _NUMBERS, _WORDS),
    *(_WORDS, _WORDS, _WORDS, _WORDS),
)


@kernel(_REWRITE)
def rewrite(
    old_plan, old_pieces, old, code_mask, plan, pieces, images, new, key, row, room
):  # fmt: skip
    """Writes entries in the form of other keys, up to the first whose row does not fit, which is
    then in `row`; how many were written. `code_mask` is that of the old keys.
    """
    words, old_words = np.uint64(key.size), np.uint64(old_plan[WORDS])
    many = np.uint64(old.size) // old_words
    for place in range(many):
        at = place * old_words
        row_of(old_plan, old_pieces, old, at, row)
        if not least_key(plan, pieces, images, room, row, key):
            return np.int64(place)
        for k in range(words):
            new[place * words + k] = key[k]
        new[place * words] |= old[at] & code_mask
    return np.int64(many)


_ORBITS = types.int64(*(_NUMBERS, _NUMBERS, _WORDS, _WORDS, _WORDS, _WORDS, _WORDS, types.uint64))


@kernel(_ORBITS)
def orbits(plan, pieces, images, room, row, key, entries, code_mask):
    """How many positions, under the turns that keep the colours, entries stand for; slots that hold
    none are passed over.
    """
    words, chunks = np.uint64(plan[WORDS]), np.uint64(plan[CHUNKS])
    many = np.uint64(plan[PLAIN])
    stride = (many + np.uint64(LANES - 1)) // np.uint64(LANES) * np.uint64(LANES)
    per_word = np.uint64(plan[ROWS]) * stride
    places = room[stride : stride + chunks]
    total = 0
    for at in range(np.uint64(0), np.uint64(entries.size), words):
        if code_mask and entries[at] == np.uint64(0):
            continue
        for k in range(words):
            key[k] = entries[at + k]
        key[0] &= ~code_mask
        row_of(plan, pieces, key, np.uint64(0), row)
        _find_places(plan, pieces, row, stride, places)
        twins = 0
        for t in range(many):
            same = True
            for word in range(words):
                same = same and _image(images, word * per_word + t, places) == key[word]
            twins += same
        total += np.int64(many) // twins
    return total
