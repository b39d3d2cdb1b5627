"""Keys: positions told apart up to symmetry by a few words, made faster than rows can be turned.

key     the used bits of a row (see `solvers/symmetry.py`), lowest first, above the bits of a code
code    what a table says of the position: `code_bits` bits below the key, never 0 there
entry   a key with its code; of equal keys there is one entry
least   of the keys of all images of a position the least, the last word counting most; where a
        change of colours is a symmetry, only images with the first player to move are looked at

An image of a row is a permutation of the bits of its key, so an image is made by looking up a few
chunks of the key, and all images at once: those of one chunk lie side by side in memory.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.extending import intrinsic

from ruleproof.models.compiling import kernel
from ruleproof.models.game import Game
from ruleproof.models.states import BITS, WORD, layout, width_for
from ruleproof.solvers.packing import (
    exchanged,
    left_out,
    more_used,
    packed,
    pieces,
    row_of,
    used_bits,
)
from ruleproof.solvers.symmetry import symmetric_turns

# Places in `Keys.plan`.
WORDS, CODE_BITS, SIDE_WORD, SIDE_SHIFT, CHUNK_BITS, FIRST, LAST = range(7)
PLAIN, CHANGED, CHANGED_AT = range(7, 10)
PLAN = 10

LEAST_CODE_BITS = 9
"""Room for wins and losses within 254 plies."""
MOST_CODE_BITS = 17
"""Room for every value."""
_WIDE_CHUNKS = 1 << 20
"""Bytes of images up to which chunks have 8 bits, not 4."""

LANES = 4
"""How many images are made side by side; turns are filled up to a multiple of it."""

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]


class Keys(NamedTuple):
    """What compiled code must know to make the keys of one game.

    `plan`: see the places above; `PLAIN` and `CHANGED` are the numbers of turns without and with a
    change of colours, `CHANGED_AT` is where the images of the latter begin. `pieces`: their number,
    the pieces, then for each word of a row the bits that may be set. `images`: for each word of the
    result, each chunk and each value of the chunk the images under all turns. `used`: for each word
    of a row, the bits that a key keeps.
    """

    game: Game
    plan: np.ndarray[Any, np.dtype[np.int64]]
    pieces: np.ndarray[Any, np.dtype[np.int64]]
    images: np.ndarray[Any, np.dtype[np.uint64]]
    used: tuple[int, ...]

    @property
    def words(self) -> int:
        """The words of an entry."""
        return int(self.plan[WORDS])

    @property
    def code_bits(self) -> int:
        """The bits of an entry below its key."""
        return int(self.plan[CODE_BITS])

    @property
    def used_bits(self) -> int:
        """The bits of a key."""
        return sum(mask.bit_count() for mask in self.used)

    @property
    def room(self) -> int:
        """The words that must be at hand to make a key."""
        return int(max(self.plan[PLAIN], self.plan[CHANGED])) + LANES + self.words


def keys(game: Game, used: tuple[int, ...] | None = None, code_bits: int | None = None) -> Keys:
    """The keys of a game that keep the used bits (by default: those that random play sets), above
    so many bits for a code (by default: what is left of the last word, `LEAST_CODE_BITS` at least).
    """
    away = left_out(game, _turned_away(game))
    kept = used_bits(game) if used is None else used
    used = tuple(mask & ~gone for mask, gone in zip(kept, away, strict=True))
    bits = sum(mask.bit_count() for mask in used)
    if code_bits is None:
        spare = -bits % WORD
        code_bits = min(spare, MOST_CODE_BITS) if spare >= LEAST_CODE_BITS else MOST_CODE_BITS
    plain, changed = symmetric_turns(game)
    width = width_for(game.board.size)
    side_word, side_shift = layout(game.rulebook.rules.State).number_place("side", width)
    places = _places(used, code_bits)
    total = code_bits + bits
    words = max(1, -(-total // WORD))
    chunk_bits = 8
    many = len(plain) + len(changed)
    if many * 8 * words * 256 * -(-total // 8) > _WIDE_CHUNKS:
        chunk_bits = 4
    plan = np.zeros(PLAN, np.int64)
    plan[WORDS], plan[CODE_BITS], plan[CHUNK_BITS] = words, code_bits, chunk_bits
    plan[SIDE_WORD], plan[SIDE_SHIFT] = side_word, side_shift
    plan[FIRST], plan[LAST] = code_bits // chunk_bits, -(-total // chunk_bits)
    plan[PLAIN], plan[CHANGED] = len(plain), len(changed)
    sets = [_images(game, places, turns, swap, plan) for turns, swap in ((plain, 0), (changed, 1))]
    plan[CHANGED_AT] = sets[0].size
    return Keys(game, plan, pieces(used, away, code_bits), np.concatenate(sets), used)


def wider(old: Keys, row: Any) -> Keys:
    """The keys with room for the row, too."""
    return keys(old.game, more_used(old.game, old.used, row))


def roomier(old: Keys) -> Keys:
    """The keys with room for every code."""
    return keys(old.game, old.used, MOST_CODE_BITS)


def _places(used: tuple[int, ...], code_bits: int) -> dict[int, int]:
    """The place in the key of each used bit of a row."""
    bits = [WORD * word + k for word, mask in enumerate(used) for k in range(WORD) if mask >> k & 1]
    return {bit: code_bits + place for place, bit in enumerate(bits)}


def _images(game: Game, places: dict[int, int], turns: Any, swap: int, plan: Any) -> Any:
    """The images of all chunks under the turns, as they lie in `Keys.images`."""
    width, size = width_for(game.board.size), game.board.size
    layers = layout(game.rulebook.rules.State).layers
    other = {a: b for pair in exchanged(game) for a, b in (pair, pair[::-1])} if swap else {}
    words, step = int(plan[WORDS]), int(plan[CHUNK_BITS])
    first, last = int(plan[FIRST]), int(plan[LAST])
    filled = -(-len(turns) // LANES) * LANES
    turns = [*turns, *([turns[0]] * (filled - len(turns)))] if turns else []
    images = np.zeros((words, last - first, 1 << step, filled), np.uint64)
    values = np.arange(1 << step)
    for t, turn in enumerate(turns):
        for bit, place in places.items():
            to = other.get(bit, bit)
            layer, cell = divmod(to, width)
            if layer < layers and cell < size:
                to = layer * width + turn[cell]
            word, shift = divmod(places[to], WORD)
            chunk, k = divmod(place, step)
            marked = (values >> k & 1).astype(bool)
            images[word, chunk - first, marked, t] |= np.uint64(1 << shift)
    return images.reshape(-1)


def _turned_away(game: Game) -> tuple[str, ...]:
    """Whose turn it is: left out where a change of colours makes it the first side's."""
    return ("side",) if symmetric_turns(game)[1] else ()


@intrinsic
def least_images(typingctx, images, start, key, first, last, step, groups, room):
    """The least word of the images of a key, all of which are written to `room`: of as many turns
    as `groups` of `LANES` hold, the words that begin at `start`.
    """

    def codegen(context, builder, signature, args):
        _, start, _, first, last, step, groups, _ = args
        image_data, key_data, room_data = (
            context.make_array(signature.args[k])(context, builder, args[k]).data for k in (0, 2, 7)
        )
        word = ir.IntType(WORD)
        several = ir.VectorType(word, LANES)

        def number(value):
            return ir.Constant(word, value)

        def load_several(place):
            return builder.load(builder.bitcast(place, several.as_pointer()), align=8)

        highest = ir.Constant(several, [number(-1)] * LANES)
        best = cgutils.alloca_once_value(builder, highest)
        union = cgutils.alloca_once(builder, several)
        mask = builder.sub(builder.shl(number(1), step), number(1))
        stride = builder.mul(groups, number(LANES))
        with cgutils.for_range(builder, groups) as group:
            lane = builder.mul(group.index, number(LANES))
            at = builder.add(start, lane)
            builder.store(ir.Constant(several, [number(0)] * LANES), union)
            with cgutils.for_range(builder, builder.sub(last, first)) as chunk:
                bit = builder.mul(builder.add(chunk.index, first), step)
                source = builder.gep(key_data, [builder.lshr(bit, number(6))])
                value = builder.lshr(builder.load(source), builder.and_(bit, number(63)))
                row = builder.add(builder.shl(chunk.index, step), builder.and_(value, mask))
                place = builder.gep(image_data, [builder.add(at, builder.mul(row, stride))])
                builder.store(builder.or_(builder.load(union), load_several(place)), union)
            found = builder.load(union)
            place = builder.bitcast(builder.gep(room_data, [lane]), several.as_pointer())
            builder.store(found, place, align=8)
            held = builder.load(best)
            less = builder.icmp_unsigned("<", found, held)
            builder.store(builder.select(less, found, held), best)
        least = number(-1)
        for k in range(LANES):
            one = builder.extract_element(builder.load(best), ir.Constant(ir.IntType(32), k))
            least = builder.select(builder.icmp_unsigned("<", one, least), one, least)
        return least

    word = types.uint64
    return word(images, word, key, word, word, word, word, room), codegen


@kernel(types.void(_NUMBERS, _WORDS, types.uint64, types.uint64, _WORDS, _WORDS))
def _least(plan, images, start, many, room, key):
    """Replaces a key by the least of its images under the turns, `many` of them, whose images begin
    at `start`. `room` then holds the last words of all images.
    """
    first, last, step = np.uint64(plan[FIRST]), np.uint64(plan[LAST]), np.uint64(plan[CHUNK_BITS])
    groups = (many + np.uint64(LANES - 1)) // np.uint64(LANES)
    stride = groups * np.uint64(LANES)
    words = np.uint64(plan[WORDS])
    top = words - np.uint64(1)
    per_word = ((last - first) << step) * stride
    best = least_images(images, start + top * per_word, key, first, last, step, groups, room)
    if top == np.uint64(0):
        key[0] = best
        return
    # The other words, for turns whose last word is the least.
    fresh = True
    for t in range(many):
        if room[t] != best:
            continue
        less = fresh
        for w in range(top):
            word = top - np.uint64(1) - w
            base = start + word * per_word + t
            image = np.uint64(0)
            for c in range(first, last):
                bit = c * step
                value = (key[bit >> np.uint64(6)] >> (bit & np.uint64(63))) & (
                    (np.uint64(1) << step) - np.uint64(1)
                )
                image |= images[base + (((c - first) << step) + value) * stride]
            place = stride + word
            if not less:
                if image > room[place]:
                    break
                less = image < room[place]
            if less:
                room[place] = image
        fresh = False
    for word in range(top):
        key[word] = room[stride + word]
    key[top] = best


@kernel(types.int64(_NUMBERS, _NUMBERS, _WORDS, _WORDS, _WORDS, _WORDS))
def least_key(plan, pieces, images, room, row, key):
    """Writes the least key of a position, its code 0; 1 if the row fits into a key, else 0.

    `room` has as many words as `Keys.room`.
    """
    if packed(pieces, row, key):
        return 0
    side = row[np.uint64(plan[SIDE_WORD])] >> np.uint64(plan[SIDE_SHIFT])
    if plan[CHANGED] > 0 and side & np.uint64((1 << BITS) - 1) == np.uint64(1):
        _least(plan, images, np.uint64(plan[CHANGED_AT]), np.uint64(plan[CHANGED]), room, key)
    elif plan[PLAIN] > 1:
        _least(plan, images, np.uint64(0), np.uint64(plan[PLAIN]), room, key)
    return 1


@kernel(
    types.void(_NUMBERS, _WORDS, types.int64, types.uint64, _NUMBERS, _WORDS, _WORDS),
    allocates=True,
)
def rewrite(old_pieces, old, old_words, code_mask, new_pieces, new, key):
    """Writes entries in the form of other keys, which have room for them and `key.size` words each;
    `code_mask` is that of the old ones.
    """
    words = np.uint64(key.size)
    row = np.zeros(new_pieces.size - 1 - 5 * new_pieces[0], np.uint64)
    for place in range(np.uint64(old.size // old_words)):
        first = place * np.uint64(old_words)
        row_of(old_pieces, old, first, row)
        packed(new_pieces, row, key)
        for k in range(words):
            new[place * words + k] = key[k]
        new[place * words] |= old[first] & code_mask


@kernel(types.int64(_NUMBERS, _WORDS, _WORDS, _WORDS, types.uint64))
def orbits(plan, images, key, entries, code_mask):
    """How many positions, under the turns that keep the colours, entries stand for; slots that hold
    none are passed over.
    """
    words = np.uint64(plan[WORDS])
    many = np.uint64(plan[PLAIN])
    first, last, step = np.uint64(plan[FIRST]), np.uint64(plan[LAST]), np.uint64(plan[CHUNK_BITS])
    stride = (many + np.uint64(LANES - 1)) // np.uint64(LANES) * np.uint64(LANES)
    per_word = ((last - first) << step) * stride
    mask = (np.uint64(1) << step) - np.uint64(1)
    total = 0
    for at in range(np.uint64(0), np.uint64(entries.size), words):
        if code_mask and entries[at] == np.uint64(0):
            continue
        for k in range(words):
            key[k] = entries[at + k]
        key[0] &= ~code_mask
        twins = 0
        for t in range(many):
            same = True
            for word in range(words):
                image = np.uint64(0)
                base = word * per_word + t
                for c in range(first, last):
                    bit = c * step
                    value = (key[bit >> np.uint64(6)] >> (bit & np.uint64(63))) & mask
                    image |= images[base + (((c - first) << step) + value) * stride]
                same = same and image == key[word]
                if not same:
                    break
            twins += same
        total += np.int64(many) // twins
    return total
