"""Compiled tables of positions up to symmetry, that explorations of all games share.

row        a position as words, see `models/play/states.py`
turn       one symmetry: a permutation of the cells, perhaps with the colours exchanged
canonical  the least of a row's images under all turns, words compared in order
slots      an open hash table: each entry is 0 or one more than the number of a row
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import Engine
from ruleproof.models.play.game import Game
from ruleproof.models.play.states import BITS, PER_WORD, WORD, layout, words_of

ROW = types.uint64[::1]
ROWS = types.uint64[:, ::1]
IMAGES = types.uint64[:, :, :, ::1]
PLAN = types.int64[:, ::1]
SLOTS = types.int32[::1]


class Turns(NamedTuple):
    """The symmetries of a game as compiled code uses them.

    `images[k, b, v]`: the words of the set that the `b`-th byte of a set of cells, with the value
    `v`, is carried to by the `k`-th permutation. `plan[t]` of turn `t`: its permutation, whether
    the side to move changes, the number of layers, of numbers, the place of `side` among them; then
    the layer that each layer comes from, then the number that each number comes from.
    """

    images: Any
    plan: Any


def turns_of(compiled: Engine, chosen: Sequence[tuple[Sequence[int], bool]]) -> Turns:
    """The chosen symmetries of the engine's game, ready for `canonical`."""
    game, width = compiled.game, compiled.width
    words, size = width // WORD, game.board.size
    permutations = list(dict.fromkeys(tuple(turn) for turn, _ in chosen))
    images = np.zeros((len(permutations), -(-size // 8), 256, words), np.uint64)
    for k, turn in enumerate(permutations):
        for cell, target in enumerate(turn):
            byte, bit = divmod(cell, 8)
            marked = (np.arange(256) >> bit & 1).astype(bool)
            images[k, byte, marked] |= np.array(words_of(1 << target, width), np.uint64)
    straight, crossed = _sources(game, False), _sources(game, True)
    state = layout(game.rulebook.rules.State)
    side = state.numbers.index("side")
    plan = [
        [
            permutations.index(tuple(turn)),
            int(swap),
            state.layers,
            len(state.numbers),
            side,
            *(crossed if swap else straight),
        ]
        for turn, swap in chosen
    ]
    return Turns(images, np.array(plan, np.int64))


def _sources(game: Game, swap: bool) -> list[int]:
    """For each layer, then each number, the one its value comes from."""
    plan = layout(game.rulebook.rules.State)
    other = {
        one: two for pair in game.rulebook.declared.exchange for one, two in (pair, pair[::-1])
    }
    names = [name for name, _ in plan.sets] + list(plan.numbers)
    source = {name: other.get(name, name) if swap else name for name in names}
    layers = [
        plan.layer_of(source[name]) + k for name, many in plan.sets for k in range(max(many, 1))
    ]
    return layers + [plan.numbers.index(source[name]) for name in plan.numbers]


@kernel(types.void(ROW, IMAGES, PLAN, types.int64, ROW))
def turned(row, images, plan, turn, out):
    """Writes the image of the row under one turn."""
    words = images.shape[3]
    which, flip, layers, many, side = (
        plan[turn, 0],
        plan[turn, 1],
        plan[turn, 2],
        plan[turn, 3],
        plan[turn, 4],
    )
    for layer in range(layers):
        source = plan[turn, 5 + layer] * words
        at = layer * words
        for k in range(words):
            out[at + k] = np.uint64(0)
        for byte in range(images.shape[1]):
            value = (row[source + byte // 8] >> np.uint64(8 * (byte % 8))) & np.uint64(255)
            if value:
                for k in range(words):
                    out[at + k] |= images[which, byte, np.int64(value), k]
    base = layers * words
    if not flip:
        for k in range(base, row.size):
            out[k] = row[k]
        return
    for k in range(base, row.size):
        out[k] = np.uint64(0)
    for number in range(many):
        source = plan[turn, 5 + layers + number]
        value = row[base + source // PER_WORD] >> np.uint64(BITS * (source % PER_WORD))
        value &= np.uint64((1 << BITS) - 1)
        if number == side:
            value = np.uint64(1) - value
        out[base + number // PER_WORD] |= value << np.uint64(BITS * (number % PER_WORD))


@kernel(types.void(ROW, IMAGES, PLAN, ROW, ROW))
def canonical(row, images, plan, room, out):
    """Writes the least image of the row under all turns; `room` is a row that may be used."""
    for k in range(row.size):
        out[k] = row[k]
    for turn in range(plan.shape[0]):
        turned(row, images, plan, turn, room)
        for k in range(row.size):
            if room[k] != out[k]:
                if room[k] < out[k]:
                    for rest in range(k, row.size):
                        out[rest] = room[rest]
                break


@kernel(types.uint64(ROW))
def mixed(row):
    """A hash of the row."""
    value = np.uint64(0x9E3779B97F4A7C15)
    for k in range(row.size):
        value ^= row[k]
        value *= np.uint64(0xBF58476D1CE4E5B9)
        value ^= value >> np.uint64(29)
        value *= np.uint64(0x94D049BB133111EB)
        value ^= value >> np.uint64(32)
    return value


@kernel(types.int64(ROWS, SLOTS, ROW))
def find(rows, slots, row):
    """The number of the row among those entered, or -1."""
    mask = np.uint64(slots.size - 1)
    at = mixed(row) & mask
    while slots[np.int64(at)]:
        number = slots[np.int64(at)] - 1
        same = True
        for k in range(row.size):
            if rows[number, k] != row[k]:
                same = False
                break
        if same:
            return number
        at = (at + np.uint64(1)) & mask
    return -1


@kernel(types.void(ROWS, SLOTS, types.int64))
def enter(rows, slots, number):
    """Enters one row that is not among those entered yet."""
    mask = np.uint64(slots.size - 1)
    at = mixed(rows[number]) & mask
    while slots[np.int64(at)]:
        at = (at + np.uint64(1)) & mask
    slots[np.int64(at)] = number + 1


@kernel(types.void(ROWS, SLOTS, types.int64))
def enter_all(rows, slots, many):
    """Enters the first rows, all different, into empty slots."""
    for number in range(many):
        enter(rows, slots, number)


@kernel(types.int64(ROW, types.int64, types.int64))
def occupied(row, layers, words):
    """The number of cells that are in any layer of the row."""
    total = 0
    for k in range(words):
        union = np.uint64(0)
        for layer in range(layers):
            union |= row[layer * words + k]
        while union:
            union &= union - np.uint64(1)
            total += 1
    return total
