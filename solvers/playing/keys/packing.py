"""Packing: rows without the bits that a game never sets, in as few words as hold the others.

used      the bits of each word of a row that are kept: at first those that random play sets; what
          else turns up is added (`more_used`), and keys made before are of no more use
left out  bits that a key leaves out whatever they are: how often a position has occurred
piece     neighbouring bits of a row that a key keeps: their word and shift in the row, their
          number, their word and shift in the key
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.dice import dice
from ruleproof.models.compiled.kernels import ESSENCE, MOVES, PLAY, engine
from ruleproof.models.compiled.rows import copy_row
from ruleproof.models.play.game import Game
from ruleproof.models.play.states import BITS, WORD, layout, width_for, words_of

PIECE = 5
"""The numbers that describe a piece."""
_GAMES, _PLIES = 200, 200
"""The number of random games that show which bits are used, and their length."""
_CELLS = 64
"""Boards of more cells show as much by fewer games: each ply there takes longer and sets more."""

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]

Turns = list[tuple[int, ...]]
"""Permutations of the cells."""


def counted(game: Game) -> tuple[str, ...]:
    """The number fields that hold how often a position has occurred."""
    return ("seen",) if game.rulebook.repetition.fields else ()


def left_out(game: Game, names: Sequence[str] = ()) -> list[int]:
    """The bits of each word of a row that keys leave out: those of numbers that count how often a
    position has occurred, and of the numbers named.
    """
    width = width_for(game.board.size)
    plan = layout(game.rulebook.rules.State)
    bits = [0] * plan.row_words(width)
    for name in (*counted(game), *names):
        word, shift = plan.number_place(name, width)
        bits[word] |= (1 << BITS) - 1 << shift
    return bits


@lru_cache(maxsize=64)
def used_bits(game: Game, essential: bool = False) -> tuple[int, ...]:
    """The bits that random play sets, whole layers at a time, and whose turn it is; with those of
    the positions' essences, if they are `essential`.
    """
    compiled = engine(game)
    seen = np.zeros(compiled.row_words, np.uint64)
    start = compiled.row(game.start())
    kernels = compiled.kernels
    room = compiled.move_list()
    _random_play(
        kernels.moves, kernels.play, kernels.essence, essential and kernels.condenses,
        compiled.masks, compiled.numbers, start, room, seen,
        _GAMES * _CELLS // max(_CELLS, game.board.size),
    )  # fmt: skip
    word, shift = layout(game.rulebook.rules.State).number_place("side", compiled.width)
    seen[word] |= np.uint64(max(1, len(game.players) - 1) << shift)
    return more_used(game, tuple([0] * compiled.row_words), seen)


def more_used(game: Game, used: tuple[int, ...], row: Any) -> tuple[int, ...]:
    """The used bits with those of the row, `uint64[words]`, and those that they become when colours
    change.
    """
    plan = layout(game.rulebook.rules.State)
    width = width_for(game.board.size)
    per_layer = width // WORD
    full = words_of(game.board.full, width)
    found = list(used)
    for layer in range(plan.layers):
        first = layer * per_layer
        if any(int(row[first + k]) for k in range(per_layer)):
            found[first : first + per_layer] = full
    for name in plan.numbers:
        if name not in counted(game):
            word, shift = plan.number_place(name, width)
            bits = (int(row[word]) >> shift & (1 << BITS) - 1).bit_length()
            found[word] |= (1 << bits) - 1 << shift
    return _closed(game, found)


def sound_used(game: Game, used: Any) -> tuple[int, ...]:
    """Used bits that stand in a file, once they are such as `used_bits` and `more_used` make them:
    whole layers, numbers up to a bit, closed under a change of colours. Raises `ValueError`.
    """
    plan, width = layout(game.rulebook.rules.State), width_for(game.board.size)
    words = plan.row_words(width)
    if not isinstance(used, list) or len(used) != words:
        raise ValueError(f"used bits are a list of {words} words")
    if not all(type(mask) is int and 0 <= mask < 1 << WORD for mask in used):
        raise ValueError("used bits are words of 64 bits")
    per_layer, full = width // WORD, list(words_of(game.board.full, width))
    rest = list(used)
    for first in range(0, plan.layers * per_layer, per_layer):
        some = slice(first, first + per_layer)
        if used[some] not in (full, [0] * per_layer):
            raise ValueError("used bits are not those of whole layers")
        rest[some] = [0] * per_layer
    for name in plan.numbers:
        word, shift = plan.number_place(name, width)
        bits = used[word] >> shift & (1 << BITS) - 1
        if bits & bits + 1 or (bits and name in counted(game)):
            raise ValueError(f"used bits are not those of a number: {name}")
        rest[word] &= ~(bits << shift)
    if any(rest) or _closed(game, used) != tuple(used):
        raise ValueError("used bits are not those of the game")
    return tuple(used)


def symmetric_turns(game: Game) -> tuple[Turns, Turns]:
    """The turns that keep the colours, and those that go with a change of colours."""
    identity = tuple(range(game.board.size))
    two = len(game.players) == 2
    plain = sorted({turn for turn, swap in game.symmetries if not swap} | {identity})
    changed = sorted({turn for turn, swap in game.symmetries if swap}) if two else []
    return plain, changed


def exchanged(game: Game) -> list[tuple[int, int]]:
    """The pairs of bits of a row, counted through all its words, that change places when colours
    change.
    """
    plan = layout(game.rulebook.rules.State)
    width = width_for(game.board.size)
    many = dict(plan.sets)
    pairs: list[tuple[int, int]] = []
    for one, other in game.rulebook.declared.exchange:
        if one in many:
            for k in range(max(many[one], 1)):
                a, b = plan.layer_of(one) + k, plan.layer_of(other) + k
                pairs += [(a * width + j, b * width + j) for j in range(width)]
        else:
            (a, i), (b, j) = plan.number_place(one, width), plan.number_place(other, width)
            pairs += [(a * WORD + i + k, b * WORD + j + k) for k in range(BITS)]
    return pairs


def _closed(game: Game, used: list[int]) -> tuple[int, ...]:
    """The used bits with those that they become when colours change."""
    whole = sum(mask << WORD * word for word, mask in enumerate(used))
    if any(swap for _, swap in game.symmetries):
        for a, b in exchanged(game):
            if (whole >> a | whole >> b) & 1:
                whole |= 1 << a | 1 << b
    return tuple(whole >> WORD * word & (1 << WORD) - 1 for word in range(len(used)))


def pieces(used: Sequence[int], ignored: Sequence[int], first: int = 0) -> Any:
    """A flat array: the number of pieces of the used bits; five numbers for each piece, which are
    its word in a row, its first bit there, its length, and its word and first bit in a key; then
    for each word of a row the bits that may be set. The first piece begins at bit `first` of a key.
    """
    found: list[int] = []
    at = first
    for word, mask in enumerate(used):
        shift = 0
        while mask >> shift:
            if not mask >> shift & 1:
                shift += 1
                continue
            bits = ((mask >> shift) + 1 & ~(mask >> shift)).bit_length() - 1
            found += [word, shift, bits, at // WORD, at % WORD]
            at += bits
            shift += bits
    allowed = [mask | more for mask, more in zip(used, ignored, strict=True)]
    masks = np.array(allowed, np.uint64).view(np.int64)
    return np.concatenate([np.array([len(found) // PIECE, *found], np.int64), masks])


@kernel(types.uint64(_NUMBERS, _WORDS, _WORDS))
def packed(pieces, row, key):
    """Writes the bits of a row that keys keep; returns 0 if no other bits are set."""
    at = np.uint64(1)
    filled = np.uint64(0)
    value = np.uint64(0)
    for _ in range(np.uint64(pieces[0])):
        bits = np.uint64(pieces[at + np.uint64(2)])
        part = row[np.uint64(pieces[at])] >> np.uint64(pieces[at + np.uint64(1)])
        part &= np.uint64(0xFFFF_FFFF_FFFF_FFFF) >> (np.uint64(64) - bits)
        shift = np.uint64(pieces[at + np.uint64(4)])
        while np.uint64(pieces[at + np.uint64(3)]) != filled:
            key[filled] = value
            filled += np.uint64(1)
            value = np.uint64(0)
        value |= part << shift
        if shift + bits > np.uint64(64):
            key[filled] = value
            filled += np.uint64(1)
            value = part >> (np.uint64(64) - shift)
        at += np.uint64(5)
    key[filled] = value
    for k in range(filled + np.uint64(1), np.uint64(key.size)):
        key[k] = np.uint64(0)
    left = np.uint64(0)
    for k in range(np.uint64(row.size)):
        left |= row[k] & ~np.uint64(pieces[at + k])
    return left


@kernel(types.void(_NUMBERS, _WORDS, types.uint64, _WORDS))
def row_of(pieces, keys, first, row):
    """Writes the row of the key that begins at `first`, what keys leave out at 0."""
    for k in range(np.uint64(row.size)):
        row[k] = np.uint64(0)
    at = np.uint64(1)
    for _ in range(np.uint64(pieces[0])):
        bits = np.uint64(pieces[at + np.uint64(2)])
        word = first + np.uint64(pieces[at + np.uint64(3)])
        shift = np.uint64(pieces[at + np.uint64(4)])
        value = keys[word] >> shift
        if shift + bits > np.uint64(64):
            value |= keys[word + np.uint64(1)] << (np.uint64(64) - shift)
        if bits < np.uint64(64):
            value &= (np.uint64(1) << bits) - np.uint64(1)
        row[np.uint64(pieces[at])] |= value << np.uint64(pieces[at + np.uint64(1)])
        at += np.uint64(5)


def rows_of(pieces: Any, keys: Any, words: int) -> Any:
    """The rows, `uint64[keys, words]`, of packed keys, before anything is compiled."""
    rows = np.zeros((len(keys), words), np.uint64)
    for word, shift, bits, at, low in pieces[1 : 1 + PIECE * pieces[0]].reshape(-1, PIECE):
        part = keys[:, at] >> np.uint64(low)
        if low + bits > WORD:
            part = part | keys[:, at + 1] << np.uint64(WORD - low)
        rows[:, word] |= (part & np.uint64((1 << int(bits)) - 1)) << np.uint64(shift)
    return rows


@kernel(types.uint64(_WORDS))
def mixed(key):
    """A hash of a key: every bit of it moves every bit of the hash."""
    value = np.uint64(0)
    for k in range(np.uint64(key.size)):
        value ^= key[k]
        value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        value ^= value >> np.uint64(31)
    return value


_PLAYED = types.void(
    MOVES, PLAY, ESSENCE, types.int64, _WORDS, _NUMBERS, _WORDS, _NUMBERS, _WORDS, types.int64
)


@kernel(_PLAYED, allocates=True)
def _random_play(moves, play, essence, essential, masks, numbers, start, found, seen, games):
    """Add to `seen` the bits of all rows of so many random games from the start."""
    row = np.empty(start.size, np.uint64)
    after = np.empty(start.size, np.uint64)
    count = np.uint64(0)
    for _ in range(games):
        copy_row(start, row)
        for _ in range(_PLIES):
            for k in range(row.size):
                seen[k] |= row[k]
            if essential:
                essence(masks, numbers, row, after)
                for k in range(row.size):
                    seen[k] |= after[k]
            moves(masks, numbers, row, found)
            if found[0] == 0:
                break
            count += np.uint64(1)
            pick = np.int64(dice(count) % np.uint64(found[0]))
            play(masks, numbers, row, found[1 + pick], after)
            copy_row(after, row)
