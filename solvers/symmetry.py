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

from ruleproof.models.compiling import kernel
from ruleproof.models.game import Game
from ruleproof.models.kernels import MOVES, PLAY, engine
from ruleproof.models.states import BITS, WORD, Layout, layout, width_for, words_of

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]

# Places in `Canon.shape`; the lists that follow the fixed places are described at `_shape`.
_LAYERS, _PER_LAYER, _REST, _CHUNKS, _PLAIN, _CHANGED, _SIDE_WORD, _SIDE_SHIFT, _LISTS = range(9)


class Canon(NamedTuple):
    """What compiled code must know to make canonical rows and keys of one game.

    `shape`: `int64`, see `_shape`. `turns`: `uint64`, the turns without, then those with a change
    of colours, each as chunks of 256 images of `words per layer`. `pieces`: `int64`, five times the
    number of parts of a row that the key keeps; for each its word and shift in the row, its bits,
    its word and shift in the key; then for each word of a row the bits that are kept, as a mask.
    """

    game: Game
    shape: np.ndarray[Any, np.dtype[np.int64]]
    turns: np.ndarray[Any, np.dtype[np.uint64]]
    pieces: np.ndarray[Any, np.dtype[np.int64]]
    used: tuple[int, ...]
    key_words: int


def canon(game: Game, used: tuple[int, ...] | None = None) -> Canon:
    """The canonical forms of a game. The number of earlier occurrences of a position, where the
    rules count it, is no part of them: it is taken for 0.

    Keys keep the used bits of each word of a row, by default all but what is never used: layers and
    high bits of numbers that stay empty in random play. `widened` adds what turns up later.
    """
    plan = layout(game.rulebook.rules.State)
    width = width_for(game.board.size)
    plain, changed = symmetric_turns(game)
    shape = np.array(_shape(game, plan, width, len(plain), len(changed)), np.int64)
    turns = _turns(game, width, plain + changed)
    nothing = tuple([0] * plan.row_words(width))
    narrow = _with_keys(Canon(game, shape, turns, np.zeros(1, np.int64), used or nothing, 1))
    return widened(narrow, _sample(game, narrow)) if used is None else narrow


def widened(old: Canon, row: Any) -> Canon:
    """The canonical forms whose keys have room for the row, too."""
    plan = layout(old.game.rulebook.rules.State)
    width = width_for(old.game.board.size)
    per_layer = width // WORD
    used = list(old.used)
    full = words_of(old.game.board.full, width)
    for layer in range(plan.layers):
        first = layer * per_layer
        if any(int(row[first + k]) for k in range(per_layer)):
            used[first : first + per_layer] = full
    for name in plan.numbers:
        word, shift = plan.number_place(name, width)
        if name not in counted(old.game):
            bits = (int(row[word]) >> shift & (1 << BITS) - 1).bit_length()
            used[word] |= (1 << bits) - 1 << shift
    return _with_keys(old._replace(used=tuple(used)))


def _with_keys(old: Canon) -> Canon:
    """The canonical forms with keys that hold the used bits."""
    pieces: list[int] = []
    at = 0
    for word, mask in enumerate(old.used):
        shift = 0
        while mask >> shift:
            if not mask >> shift & 1:
                shift += 1
                continue
            bits = ((mask >> shift) + 1 & ~(mask >> shift)).bit_length() - 1
            pieces += [word, shift, bits, at // WORD, at % WORD]
            at += bits
            shift += bits
    masks = np.array(old.used, np.uint64).view(np.int64)
    flat = np.concatenate([np.array([len(pieces), *pieces], np.int64), masks])
    return old._replace(pieces=flat, key_words=max(1, -(-at // WORD)))


def _sample(game: Game, forms: Canon, games: int = 200, plies: int = 200) -> Any:
    """All bits of the canonical rows that random play meets, together in one row."""
    compiled = engine(game)
    seen = np.zeros(compiled.row_words, np.uint64)
    _random_play(
        compiled.kernels.moves,
        compiled.kernels.play,
        compiled.masks,
        compiled.numbers,
        forms.shape,
        forms.turns,
        compiled.row(game.start()),
        compiled.move_list(),
        seen,
        games,
        plies,
    )
    return seen


def symmetric_turns(game: Game) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
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
        fixed += [*plan.number_place(name, width), 0]
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


@kernel(types.int64(_NUMBERS, _WORDS, _WORDS))
def pack_key(pieces, row, key):
    """Writes the key of a canonical row; 1 if the row fits into it, else 0."""
    for k in range(key.size):
        key[k] = np.uint64(0)
    masks = 1 + pieces[0]
    for k in range(1, masks, 5):
        bits = np.uint64(pieces[k + 2])
        value = row[pieces[k]] >> np.uint64(pieces[k + 1])
        if bits < np.uint64(64):
            value &= (np.uint64(1) << bits) - np.uint64(1)
        word = pieces[k + 3]
        shift = np.uint64(pieces[k + 4])
        key[word] |= value << shift
        if shift + bits > np.uint64(64):
            key[word + 1] |= value >> (np.uint64(64) - shift)
    left = np.uint64(0)
    for k in range(row.size):
        left |= row[k] & ~np.uint64(pieces[masks + k])
    return 1 if left == np.uint64(0) else 0


@kernel(types.void(_NUMBERS, _WORDS, _WORDS))
def unpack_key(pieces, key, row):
    """Writes the canonical row of a key, without the fixed numbers."""
    for k in range(row.size):
        row[k] = np.uint64(0)
    for k in range(1, 1 + pieces[0], 5):
        bits = np.uint64(pieces[k + 2])
        word = pieces[k + 3]
        shift = np.uint64(pieces[k + 4])
        value = key[word] >> shift
        if shift + bits > np.uint64(64):
            value |= key[word + 1] << (np.uint64(64) - shift)
        if bits < np.uint64(64):
            value &= (np.uint64(1) << bits) - np.uint64(1)
        row[pieces[k]] |= value << np.uint64(pieces[k + 1])


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


_PLAYOUT = types.void(
    MOVES,
    PLAY,
    _WORDS,
    _NUMBERS,
    _NUMBERS,
    _WORDS,
    _WORDS,
    _NUMBERS,
    _WORDS,
    types.int64,
    types.int64,
)


@kernel(_PLAYOUT, allocates=True)
def _random_play(moves, play, masks, numbers, shape, turns, start, found, seen, games, plies):
    """Adds to `seen` the bits of all canonical rows of some random games from the start."""
    row = np.empty(start.size, np.uint64)
    after = np.empty(start.size, np.uint64)
    dice = np.uint64(0x9E3779B97F4A7C15)
    for _ in range(games):
        for k in range(row.size):
            row[k] = start[k]
        for _ in range(plies):
            canonical(shape, turns, row, after)
            for k in range(row.size):
                seen[k] |= after[k]
            moves(masks, numbers, row, found)
            if found[0] == 0:
                break
            dice ^= dice << np.uint64(13)
            dice ^= dice >> np.uint64(7)
            dice ^= dice << np.uint64(17)
            pick = np.int64(dice % np.uint64(found[0]))
            play(masks, numbers, row, found[1 + pick], after)
            for k in range(row.size):
                row[k] = after[k]
