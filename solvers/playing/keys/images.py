"""Addends of the bits of a row to the keys of a position's images, as tables for compiled code.

chunk   some neighbouring bits of a word of a row: the word, the shift, the mask of so many bits,
        and the number of the table's row that is for the value 0
images  for each word of a key and each row of the table what that value of that chunk adds to the
        word, under all turns side by side; turns are filled up to a multiple of `LANES`
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ruleproof.models.play.game import Game
from ruleproof.models.play.states import WORD, layout, width_for, words_of
from ruleproof.solvers.playing.keys.key_kernel import LANES, MOST_TURNS
from ruleproof.solvers.playing.keys.packing import exchanged, symmetric_turns

_MOST_BITS = 10
_MOST_BYTES = 1 << 19
"""Bytes of images up to which chunks may have more bits: they are to stay near the processor."""


def fit(game: Game, used: Sequence[int]) -> bool:
    """Whether the images of keys that keep the used bits may stay near the processor."""
    bits = sum(mask.bit_count() for mask in used)
    some = symmetric_turns(game)
    lanes = sum(len(turns) + -len(turns) % LANES for turns in some)
    least = 8 * -(-bits // WORD) * 2 * bits * lanes
    return least <= _MOST_BYTES and max(map(len, some)) <= MOST_TURNS


def images_of(
    game: Game, adds: dict[int, int], turns: tuple[Any, Any], words: int
) -> tuple[Any, list[Any]]:
    """The chunks of the bits of a row, counted through all its words, that add something to a key
    of so many words, and the images under the turns that keep the colours and under the others.
    """
    lanes = [len(some) + -len(some) % LANES for some in turns]
    for most in range(_MOST_BITS, 0, -1):
        chunks = _chunks(sorted(adds), most)
        rows = sum(1 << len(chunk) for chunk in chunks)
        if 8 * words * rows * sum(lanes) <= _MOST_BYTES:
            break
    flat: list[int] = []
    row = 0
    for chunk in chunks:
        flat += [chunk[0] // WORD, chunk[0] % WORD, (1 << len(chunk)) - 1, row]
        row += 1 << len(chunk)
    made = [
        _images(game, adds, chunks, (some, bool(swap)), words) for swap, some in enumerate(turns)
    ]
    return np.array(flat, np.int64), made


def _chunks(bits: list[int], most: int) -> list[list[int]]:
    """Runs of neighbouring bits of one word, cut into parts of about the same length."""
    runs: list[list[int]] = []
    for bit in bits:
        if runs and runs[-1][-1] == bit - 1 and bit % WORD:
            runs[-1].append(bit)
        else:
            runs.append([bit])
    found: list[list[int]] = []
    for run in runs:
        parts = -(-len(run) // most)
        ends = [len(run) * k // parts for k in range(parts + 1)]
        found += [run[a:b] for a, b in pairwise(ends)]
    return found


def _images(
    game: Game, adds: dict[int, int], chunks: list[list[int]], how: tuple[Any, bool], words: int
) -> Any:
    """The images under some turns, with or without a change of colours: uint64, of shape
    (words, rows of all chunks, turns filled up).
    """
    width, size = width_for(game.board.size), game.board.size
    layers = layout(game.rulebook.rules.State).layers
    turns, swap = how
    other = {a: b for pair in exchanged(game) for a, b in (pair, pair[::-1])} if swap else {}
    turns = [*turns, *(turns[:1] * (-len(turns) % LANES))]
    if not turns:
        return np.zeros((words, sum(1 << len(chunk) for chunk in chunks), 0), np.uint64)
    table = {bit: words_of(add, WORD * words) for bit, add in adds.items()}
    parts: list[Any] = []
    for chunk in chunks:
        images = np.zeros((words, 1 << len(chunk), len(turns)), np.uint64)
        for k, bit in enumerate(chunk):
            layer, cell = divmod(other.get(bit, bit), width)
            on_board = layer < layers and cell < size
            homes = (layer * width + (turn[cell] if on_board else cell) for turn in turns)
            more = np.array([table[home] for home in homes], np.uint64).T
            images[:, 1 << k : 2 << k] = images[:, : 1 << k] + more[:, np.newaxis]
        parts.append(images)
    return np.concatenate(parts, axis=1) if parts else np.zeros((words, 0, len(turns)), np.uint64)
