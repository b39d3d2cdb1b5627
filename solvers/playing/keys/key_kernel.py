"""Keys of positions in compiled code; see `playing/keys/keys.py` for the words.

plan      numbers of the game and of its keys, at the places below
pieces    what a key keeps of a row: see `Keys`
images    what a position's images are the sums of, see `playing/keys/images.py`: first those that
          keep the colours, then the others
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

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.letters import read, read_digits
from ruleproof.models.compiled.sums import broken
from ruleproof.models.play.states import BITS, WORD
from ruleproof.solvers.playing.keys import packing

# Places in `Keys.plan`.
WORDS, CODE_BITS, SIDE_WORD, SIDE_SHIFT, CHUNKS, CHUNKS_AT, ROWS = range(7)
PLAIN, CHANGED, CHANGED_AT = range(7, 10)
RULES, SPELLING, LETTERS_AT, RADIX = range(10, 14)
PLAN = 14
CHUNK = 4
"""The numbers that describe a chunk."""

LANES = 4
"""The number of images made side by side; turns are filled up to a multiple of it."""
_SIDE_BY_SIDE = 3
"""The multiple of that number that is made in one go."""
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
        sums = _Sums(context, builder, signature, args)
        sums.rest(sums.number(0))
        return sums.least()

    word = types.uint64
    return word(images, word, word, word, room), codegen


@intrinsic
def least_first(typingctx, images, start, chunks, groups, room, pieces, at, row):
    """The same, of a row whose chunks' places are yet to be found and written: `pieces` describes
    the chunks from `at` on.
    """

    def codegen(context, builder, signature, args):
        sums = _Sums(context, builder, signature, args[:5])
        describe, words = (
            context.make_array(signature.args[k])(context, builder, args[k]).data for k in (5, 7)
        )
        first = builder.gep(describe, [args[6]])
        stride = builder.mul(sums.groups, sums.number(LANES))

        def place(chunk):
            begin = builder.mul(chunk, sums.number(CHUNK))
            word, shift, mask, least = (
                builder.load(builder.gep(first, [builder.add(begin, sums.number(k))]))
                for k in range(CHUNK)
            )
            value = builder.lshr(builder.load(builder.gep(words, [word])), shift)
            found = builder.mul(builder.add(least, builder.and_(value, mask)), stride)
            builder.store(found, builder.gep(sums.places, [chunk]))
            return found

        most = sums.number(_SIDE_BY_SIDE)
        many = builder.icmp_unsigned("<", sums.groups, most)
        many = builder.select(many, sums.groups, most)
        for k in range(1, _SIDE_BY_SIDE + 1):
            with builder.if_then(builder.icmp_unsigned("==", many, sums.number(k))):
                sums.block(sums.number(0), k, place)
        sums.rest(many)
        return sums.least()

    word = types.uint64
    return word(images, word, word, word, room, pieces, word, row), codegen


class _Sums:
    """Images as sums of the addends of a row's chunks, and the least image."""

    def __init__(self, context, builder, signature, args):
        self.builder = builder
        _, self.start, self.chunks, self.groups, _ = args
        self.images, self.room = (
            context.make_array(signature.args[k])(context, builder, args[k]).data for k in (0, 4)
        )
        self.word = ir.IntType(WORD)
        self.several = ir.VectorType(self.word, LANES)
        lowest = ir.Constant(self.several, [self.number(-1)] * LANES)
        self.best = cgutils.alloca_once_value(builder, lowest)
        self.totals = [cgutils.alloca_once(builder, self.several) for _ in range(_SIDE_BY_SIDE)]
        self.places = builder.gep(self.room, [builder.mul(self.groups, self.number(LANES))])

    def number(self, value):
        """A word that is always the same."""
        return ir.Constant(self.word, value)

    def _several_at(self, data, index):
        place = self.builder.gep(data, [index])
        return self.builder.bitcast(place, self.several.as_pointer())

    def block(self, first, many, place):
        """Makes the images of so many groups from one on; `place` says where a chunk's begin."""
        builder = self.builder
        lanes = [
            builder.add(builder.mul(first, self.number(LANES)), self.number(LANES * k))
            for k in range(many)
        ]
        for total in self.totals[:many]:
            builder.store(ir.Constant(self.several, [self.number(0)] * LANES), total)
        with cgutils.for_range(builder, self.chunks) as chunk:
            begin = builder.add(self.start, place(chunk.index))
            for lane, total in zip(lanes, self.totals, strict=False):
                at = self._several_at(self.images, builder.add(begin, lane))
                builder.store(builder.add(builder.load(total), builder.load(at, align=8)), total)
        for lane, total in zip(lanes, self.totals, strict=False):
            found = builder.load(total)
            builder.store(found, self._several_at(self.room, lane), align=8)
            held = builder.load(self.best)
            less = builder.icmp_unsigned("<", found, held)
            builder.store(builder.select(less, found, held), self.best)

    def rest(self, done):
        """Makes the images of all groups but the first, so many, which are done."""
        builder = self.builder

        def place(chunk):
            return builder.load(builder.gep(self.places, [chunk]))

        left = builder.sub(self.groups, done)
        whole = builder.udiv(left, self.number(_SIDE_BY_SIDE))
        with cgutils.for_range(builder, whole) as group:
            behind = builder.mul(group.index, self.number(_SIDE_BY_SIDE))
            self.block(builder.add(done, behind), _SIDE_BY_SIDE, place)
        done = builder.add(done, builder.mul(whole, self.number(_SIDE_BY_SIDE)))
        left = builder.sub(self.groups, done)
        for many in range(1, _SIDE_BY_SIDE):
            with builder.if_then(builder.icmp_unsigned("==", left, self.number(many))):
                self.block(done, many, place)

    def least(self):
        """The least of all images made so far."""
        builder = self.builder
        least = self.number(-1)
        for k in range(LANES):
            lane = ir.Constant(ir.IntType(32), k)
            one = builder.extract_element(builder.load(self.best), lane)
            least = builder.select(builder.icmp_unsigned("<", one, least), one, least)
        return least


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
    per_word = np.uint64(plan[ROWS]) * stride
    top, at = words - np.uint64(1), np.uint64(plan[CHUNKS_AT])
    best = least_first(images, start + top * per_word, chunks, groups, room, pieces, at, row)
    key[top] = best
    if top == np.uint64(0):
        return
    places = room[stride : stride + chunks]
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
    then in `row`; returns the number written. `code_mask` is that of the old keys.
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


_MISFIT = types.int64(*(_NUMBERS, _NUMBERS, _WORDS, _WORDS, types.uint64, _WORDS, _WORDS, _WORDS))


@kernel(_MISFIT)
def misfit(plan, pieces, images, entries, most_code, key, row, room):
    """The place of the first entry that is not the least key of its row, or that has, where there
    are codes, none from 1 to `most_code`, or one of nothing but ones; -1 if there is none.
    """
    words = np.uint64(key.size)
    code_mask = (np.uint64(1) << np.uint64(plan[CODE_BITS])) - np.uint64(1)
    for at in range(np.uint64(0), np.uint64(entries.size), words):
        code = entries[at] & code_mask
        if code_mask and (code == np.uint64(0) or code > most_code or code == code_mask):
            return np.int64(at // words)
        row_of(plan, pieces, entries, at, row)
        if not least_key(plan, pieces, images, room, row, key):
            return np.int64(at // words)
        key[0] |= code
        for k in range(words):
            if key[k] != entries[at + k]:
                return np.int64(at // words)
    return -1


_ORBITS = types.int64(*(_NUMBERS, _NUMBERS, _WORDS, _WORDS, _WORDS, _WORDS, _WORDS, types.uint64))


@kernel(_ORBITS)
def orbits(plan, pieces, images, room, row, key, entries, code_mask):
    """The number of positions, under the turns that keep the colours, that entries stand for; slots
    that hold none are passed over.
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
