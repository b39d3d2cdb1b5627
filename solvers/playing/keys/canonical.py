"""Canonical forms: symmetric positions told as one, in compiled code, for any game's `State`.

turn           a permutation of the cells, as a table of the images of each byte of a set
in use         the turns that a search looks at: a group of them. For a search below one position
               those that leave its stones where they are, for under any other hardly two positions
               that it meets are the same; if they turn out to be (`likeness`), all of the game's
canonical row  of all images of a row under the turns in use the least; where a change of colours is
               among them, only images with the first player to move are looked at, so values are
               kept for the side to move
key            a canonical row packed into as few 64-bit words as hold it
               (`playing/keys/packing.py`); equal keys are equal positions, no two positions share
               one

Keys made under different turns can stand in one table: each is that of a position.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import ESSENCE, Engine
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import BITS, WORD, Layout, layout, moved, width_for, words_of
from ruleproof.solvers.playing.keys.packing import (
    counted,
    left_out,
    mixed,
    more_used,
    packed,
    pieces,
    row_of,
    used_bits,
)

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]
_GAME = (_WORDS, _NUMBERS)
_FORMS = (_NUMBERS, _WORDS, _NUMBERS)

# Places in `Canon.shape`; the lists that follow the fixed places are described at `_shape`.
_LAYERS, _PER_LAYER, _REST, _CHUNKS, _PLAIN, _CHANGED, _SIDE_WORD, _SIDE_SHIFT, _LISTS = range(9)

MANY_ALIKE = 0.25
"""The share of positions that are the same as others from which on all turns are worth using."""

Turns = list[tuple[int, ...]]


class Canon(NamedTuple):
    """The tables from which compiled code makes canonical rows and keys of one game.

    `shape`: `int64`, see `_shape`. `turns`: `uint64`, the turns in use without, then those with a
    change of colours, each as chunks of 256 images of `words per layer`. `pieces`: see
    `playing/keys/packing.py`. `whole`: whether all turns of the game are in use.
    """

    game: Game
    shape: np.ndarray[Any, np.dtype[np.int64]]
    turns: np.ndarray[Any, np.dtype[np.uint64]]
    pieces: np.ndarray[Any, np.dtype[np.int64]]
    used: tuple[int, ...]
    key_words: int
    whole: bool


def canon(game: Game, used: tuple[int, ...] | None = None, state: State | None = None) -> Canon:
    """The canonical forms of a game; with a state those for a search from that position, under the
    turns that fix its stones. The number of earlier occurrences of a position, where the rules
    count it, is no part of them: it is taken for 0.

    Keys keep the used bits of each word of a row, by default those that random play sets.
    `widened` adds what turns up later.
    """
    plain, changed = symmetric_turns(game)
    if state is not None:
        plain = [turn for turn in plain if _fixes(game, turn, False, state)]
        changed = [turn for turn in changed if _fixes(game, turn, True, state)]
    return _forms(game, (plain, changed), used_bits(game, essential=True) if used is None else used)


def under_all_turns(old: Canon) -> Canon:
    """The canonical forms with keys of the same bits under all turns of the game."""
    return _forms(old.game, symmetric_turns(old.game), old.used)


def widened(old: Canon, row: Any) -> Canon:
    """The canonical forms whose keys have room for the row, `uint64[words]`, too."""
    return _packing(old._replace(used=more_used(old.game, old.used, row)))


def _forms(game: Game, turns: tuple[Turns, Turns], used: tuple[int, ...]) -> Canon:
    plan = layout(game.rulebook.rules.State)
    width = width_for(game.board.size)
    plain, changed = turns
    shape = np.array(_shape(game, plan, width, len(plain), len(changed)), np.int64)
    table = _turns(game, width, plain + changed)
    nothing = np.zeros(1, np.int64)
    return _packing(Canon(game, shape, table, nothing, used, 1, turns == symmetric_turns(game)))


def _packing(old: Canon) -> Canon:
    """The canonical forms with keys that hold the used bits."""
    bits = sum(mask.bit_count() for mask in old.used)
    flat = pieces(old.used, left_out(old.game))
    return old._replace(pieces=flat, key_words=max(1, -(-bits // WORD)))


def symmetric_turns(game: Game) -> tuple[Turns, Turns]:
    """The turns that keep the colours, and those that go with a change of colours."""
    identity = tuple(range(game.board.size))
    two = len(game.players) == 2
    plain = sorted({turn for turn, swap in game.symmetries if not swap} | {identity})
    changed = sorted({turn for turn, swap in game.symmetries if swap}) if two else []
    return plain, changed


def _fixes(game: Game, turn: tuple[int, ...], swap: bool, state: State) -> bool:
    """Whether the position's stones are the same after the turn; whose turn it is does not count,
    nor how often the position has occurred.
    """
    image = moved(state, turn)
    if swap:
        for one, other in game.rulebook.declared.exchange:
            values = {one: getattr(image, other), other: getattr(image, one)}
            image = image._replace(**values)
    same = {name: getattr(state, name) for name in ("side", *counted(game))}
    return image._replace(**same) == state


def _shape(game: Game, plan: Layout, width: int, plain: int, changed: int) -> list[int]:
    """The fixed places, then: for each layer the one it becomes when colours change; the number of
    pairs of numbers that change places, each as word, shift, word, shift; the number of numbers
    with a fixed value, each as word, shift, value.
    """
    per_layer = width // WORD
    order = list(range(plan.layers))
    pairs: list[int] = []
    many = dict(plan.sets)
    for one, other in game.rulebook.declared.exchange:
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
    # the first turn of those without a change of colours turns nothing
    if not change:
        for k in range(body):
            out[k] = row[k]
        first += 1
        count -= 1
    for e in range(first, first + count):
        base = e * chunks * 256 * words
        less = change and e == first
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


@kernel(types.int64(_NUMBERS, _WORDS, _NUMBERS, _WORDS, _WORDS, _WORDS))
def key_of(shape, turns, pieces, row, image, key):
    """Writes a position's canonical row to `image` and its key; 1 if it fits into a key, else 0."""
    canonical(shape, turns, row, image)
    return 1 if packed(pieces, image, key) == 0 else 0


@kernel(types.int64(_NUMBERS, _WORDS, _NUMBERS, _WORDS, _WORDS, _WORDS))
def bare_key_of(shape, turns, pieces, row, image, key):
    """Writes a position's key, and if it does not fit into one (0, else 1) the row to `image`."""
    if shape[_PLAIN] > 1 or shape[_CHANGED] > 0:
        return key_of(shape, turns, pieces, row, image, key)
    if packed(pieces, row, key) == 0:
        return 1
    for k in range(row.size):
        image[k] = row[k]
    return 0


@kernel(types.int64(ESSENCE, types.int64, *_GAME, *_FORMS, _WORDS, _WORDS, _WORDS, _WORDS))
def essential_key(
    essence, condensed, masks, numbers, shape, turns, pieces, row, bare, image, key
):  # fmt: skip
    """Writes the key of a position's essence, of all of it unless `condensed`; 1 if it fits into a
    key, else 0, with the row that does not fit in `image`. `bare` is room for a row.
    """
    if not condensed:
        return bare_key_of(shape, turns, pieces, row, image, key)
    essence(masks, numbers, row, bare)
    return bare_key_of(shape, turns, pieces, bare, image, key)


def root_key(
    compiled: Engine, forms: Canon, state: State, essential: bool, bare: Any, row: Any, key: Any
) -> bool:
    """Writes the canonical row of a position and the key of its essence; returns whether that fits
    into a key. If it does not, `bare` holds it.
    """
    canonical(forms.shape, forms.turns, compiled.row(state), bare)
    row[:] = bare
    image = row.copy()
    if essential:
        compiled.kernels.essence(compiled.masks, compiled.numbers, row, bare)
    return bool(key_of(forms.shape, forms.turns, forms.pieces, bare, image, key))


_HASHES = types.void(_NUMBERS, _WORDS, _NUMBERS, types.uint64[:, ::1], _WORDS, _WORDS, _WORDS)


@kernel(_HASHES, allocates=True)
def _hashes(shape, turns, pieces, keys, row, image, out):
    """Writes the hash of the canonical form of each key's position."""
    key = np.zeros(keys.shape[1], np.uint64)
    for at in range(keys.shape[0]):
        row_of(pieces, keys[at], np.uint64(0), row)
        canonical(shape, turns, row, image)
        packed(pieces, image, key)
        out[at] = mixed(key)


def likeness(forms: Canon, keys: Any) -> float:
    """The share of the keys, `uint64[keys, words]`, all different, whose positions are the same as
    others' under all turns of the game.
    """
    every = under_all_turns(forms)
    hashes = np.zeros(len(keys), np.uint64)
    row, image = (np.zeros(len(forms.used), np.uint64) for _ in range(2))
    _hashes(every.shape, every.turns, every.pieces, np.ascontiguousarray(keys), row, image, hashes)
    return 1 - len(np.unique(hashes)) / max(1, len(keys))
