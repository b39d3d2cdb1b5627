"""Canonical forms: symmetric positions told as one, in compiled code, for any game's `State`.

canonical row  of all images of a row under the symmetries of its game, the least; where a change of
               colours is a symmetry, only images with the first player to move are looked at, so
               values are kept for the side to move
key            a canonical row without its unused bits, in as few 64-bit words as hold it; equal
               keys are equal positions, no two positions share one
turn           a permutation of the cells, as a table of the images of each byte of a set
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from ruleproof.models.game import Game
from ruleproof.models.kernels import kernel
from ruleproof.models.states import BITS, WORD, Layout, layout, width_for, words_of

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]

# Places in `Canon.shape`; the lists that follow the fixed places are described at `_shape`.
_LAYERS, _PER_LAYER, _REST, _CHUNKS, _PLAIN, _CHANGED, _SIDE_WORD, _SIDE_SHIFT, _LISTS = range(9)


class Canon(NamedTuple):
    """What compiled code must know to make canonical rows and keys of one game.

    `shape`: `int64`, see `_shape`. `turns`: `uint64`, the turns without, then those with a change
    of colours, each as chunks of 256 images of `words per layer`. `pieces`: `int64`, for each part
    of a row that the key keeps: word and shift in the row, bits, word and shift in the key.
    """

    shape: np.ndarray[Any, np.dtype[np.int64]]
    turns: np.ndarray[Any, np.dtype[np.uint64]]
    pieces: np.ndarray[Any, np.dtype[np.int64]]
    key_words: int
    key_bits: int


def canon(game: Game) -> Canon:
    """The canonical forms of a game. The number of earlier occurrences of a position, where the
    rules count it, is no part of them: it is set to that of the start.
    """
    plan = layout(game.rulebook.rules.State)
    width = width_for(game.board.size)
    plain, changed = _symmetries(game)
    pieces, bits = _pieces(game, plan, width)
    return Canon(
        shape=np.array(_shape(game, plan, width, len(plain), len(changed)), np.int64),
        turns=_turns(game, width, plain + changed),
        pieces=np.array(pieces, np.int64),
        key_words=-(-bits // WORD),
        key_bits=bits,
    )


def _symmetries(game: Game) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """The turns that keep the colours, and those that go with a change of colours."""
    identity = tuple(range(game.board.size))
    two = len(game.players) == 2
    plain = sorted({turn for turn, swap in game.symmetries if not swap} | {identity})
    changed = sorted({turn for turn, swap in game.symmetries if swap}) if two else []
    return plain, changed


def counted(game: Game) -> tuple[str, ...]:
    """The number fields that hold how often a position has occurred."""
    return ("seen",) if game.rulebook.repeats else ()


def _shape(game: Game, plan: Layout, width: int, plain: int, changed: int) -> list[int]:
    """The fixed places, then: for each layer the one it becomes when colours change; the number of
    pairs of numbers that change places, each as word, shift, word, shift; the number of numbers
    with a fixed value, each as word, shift, value.
    """
    per_layer = width // WORD
    order = list(range(plan.layers))
    pairs: list[int] = []
    many = dict(plan.sets)
    for one, other in game.rulebook.exchange:
        if one in many:
            for k in range(max(many[one], 1)):
                a, b = plan.layer_of(one) + k, plan.layer_of(other) + k
                order[a], order[b] = b, a
        else:
            pairs += [*plan.number_place(one, width), *plan.number_place(other, width)]
    fixed: list[int] = []
    for name in counted(game):
        fixed += [*plan.number_place(name, width), int(getattr(game.start(), name))]
    rest = plan.row_words(width) - plan.layers * per_layer
    chunks = -(-game.board.size // 8)
    side = plan.number_place("side", width)
    head = [plan.layers, per_layer, rest, chunks, plain, changed, *side]
    return [*head, *order, len(pairs) // 4, *pairs, len(fixed) // 3, *fixed]


def _turns(game: Game, width: int, turns: list[tuple[int, ...]]) -> np.ndarray[Any, Any]:
    chunks = -(-game.board.size // 8)
    images = np.zeros((len(turns), chunks, 256, width // WORD), np.uint64)
    for e, turn in enumerate(turns):
        for cell, target in enumerate(turn):
            chunk, bit = divmod(cell, 8)
            marked = (np.arange(256) >> bit & 1).astype(bool)
            images[e, chunk, marked] |= np.array(words_of(1 << target, width), np.uint64)
    return images.reshape(-1)


def number_bits(game: Game, name: str) -> int:
    """The bits that hold any value of a number field: what the rulebook names, else 16."""
    if name == "side":
        return max(1, (len(game.players) - 1).bit_length())
    if name in counted(game):
        return 0
    words = {key.replace("-", "_"): words for key, words in game.rulebook.keys.items()}.get(name)
    return max(1, (len(words) - 1).bit_length()) if words else BITS


def _pieces(game: Game, plan: Layout, width: int) -> tuple[list[int], int]:
    """The pieces of a key, flat, and its number of bits."""
    sources: list[tuple[int, int, int]] = []
    per_layer = width // WORD
    for layer in range(plan.layers):
        for k in range(per_layer):
            bits = min(WORD, game.board.size - k * WORD)
            if bits > 0:
                sources.append((layer * per_layer + k, 0, bits))
    for name in plan.numbers:
        bits = number_bits(game, name)
        if bits:
            sources.append((*plan.number_place(name, width), bits))
    pieces: list[int] = []
    at = 0
    for word, shift, bits in sources:
        pieces += [word, shift, bits, at // WORD, at % WORD]
        at += bits
    return pieces, at


@kernel(types.void(_NUMBERS, _WORDS, _WORDS, _WORDS))
def canonical(shape, turns, row, out):
    """Writes the canonical row of `row` to `out`, which must be another array."""
    layers = shape[_LAYERS]
    words = shape[_PER_LAYER]
    chunks = shape[_CHUNKS]
    body = layers * words
    mask = np.uint64((1 << BITS) - 1)
    side_shift = np.uint64(shape[_SIDE_SHIFT])
    side = (row[shape[_SIDE_WORD]] >> side_shift) & mask
    for k in range(body, body + shape[_REST]):
        out[k] = row[k]
    first = 0
    count = shape[_PLAIN]
    change = side == np.uint64(1) and shape[_CHANGED] > 0
    at = _LISTS + layers
    pairs = shape[at]
    at += 1
    if change:
        first = shape[_PLAIN]
        count = shape[_CHANGED]
        out[shape[_SIDE_WORD]] ^= np.uint64(1) << side_shift
        for k in range(at, at + 4 * pairs, 4):
            a = (row[shape[k]] >> np.uint64(shape[k + 1])) & mask
            b = (row[shape[k + 2]] >> np.uint64(shape[k + 3])) & mask
            out[shape[k]] ^= (a ^ b) << np.uint64(shape[k + 1])
            out[shape[k + 2]] ^= (a ^ b) << np.uint64(shape[k + 3])
    at += 4 * pairs
    for k in range(at + 1, at + 1 + 3 * shape[at], 3):
        shift = np.uint64(shape[k + 1])
        out[shape[k]] = (out[shape[k]] & ~(mask << shift)) | (np.uint64(shape[k + 2]) << shift)
    for e in range(first, first + count):
        base = e * chunks * 256 * words
        less = e == first
        more = False
        for layer in range(layers):
            source = (shape[_LISTS + layer] if change else layer) * words
            for w in range(words):
                image = np.uint64(0)
                for c in range(chunks):
                    byte = (row[source + (c >> 3)] >> np.uint64((c & 7) << 3)) & np.uint64(255)
                    image |= turns[base + ((c << 8) + np.int64(byte)) * words + w]
                place = layer * words + w
                if less:
                    out[place] = image
                elif image < out[place]:
                    less = True
                    out[place] = image
                elif image > out[place]:
                    more = True
                    break
            if more:
                break


@kernel(types.void(_NUMBERS, _WORDS, _WORDS))
def pack_key(pieces, row, key):
    """Writes the key of a canonical row."""
    for k in range(key.size):
        key[k] = np.uint64(0)
    for k in range(0, pieces.size, 5):
        bits = np.uint64(pieces[k + 2])
        value = row[pieces[k]] >> np.uint64(pieces[k + 1])
        if bits < np.uint64(64):
            value &= (np.uint64(1) << bits) - np.uint64(1)
        word = pieces[k + 3]
        shift = np.uint64(pieces[k + 4])
        key[word] |= value << shift
        if shift + bits > np.uint64(64):
            key[word + 1] |= value >> (np.uint64(64) - shift)


@kernel(types.void(_NUMBERS, _NUMBERS, _WORDS, _WORDS))
def unpack_key(shape, pieces, key, row):
    """Writes the canonical row of a key."""
    for k in range(row.size):
        row[k] = np.uint64(0)
    for k in range(0, pieces.size, 5):
        bits = np.uint64(pieces[k + 2])
        word = pieces[k + 3]
        shift = np.uint64(pieces[k + 4])
        value = key[word] >> shift
        if shift + bits > np.uint64(64):
            value |= key[word + 1] << (np.uint64(64) - shift)
        if bits < np.uint64(64):
            value &= (np.uint64(1) << bits) - np.uint64(1)
        row[pieces[k]] |= value << np.uint64(pieces[k + 1])
    at = _LISTS + shape[_LAYERS]
    at += 1 + 4 * shape[at]
    for k in range(at + 1, at + 1 + 3 * shape[at], 3):
        row[shape[k]] |= np.uint64(shape[k + 2]) << np.uint64(shape[k + 1])


@kernel(types.uint64(_WORDS))
def mixed(key):
    """A hash of a key: every bit of it moves every bit of the hash."""
    value = np.uint64(0)
    for k in range(key.size):
        value ^= key[k]
        value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        value ^= value >> np.uint64(31)
    return value
