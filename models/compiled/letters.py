"""Letters: the contents of a cell as one small number, and rows spelled with them.

letter    the layers of a row (`models/play/states.py`) that hold a cell, as a set: bit k is the
          k-th of the layers looked at; most sets never occur
alphabet  the letters that may occur, the empty one first; where bits are dear a cell is told by the
          place of its letter there

Seven letters of six layers take three bits a cell and not six. Eight layers of eight cells are a
square of bits, which is turned over to have the letters of the cells side by side.

>>> Alphabet((0, 1), (0, 1, 2)).bits, Alphabet((0, 1), (0, 1, 2)).exchanged((1, 0))
(2, (0, 2, 1))
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.play.states import WORD, Layout

MOST_LAYERS = 8

# Places in a spelling: the number of layers, of cells, the bits of a cell; then where each layer
# begins in a row; then the letter of each number.
_LAYERS, _CELLS, _BITS, _ROWS = range(4)
_LETTERS = _ROWS + MOST_LAYERS
SPELLING = _LETTERS + (1 << MOST_LAYERS)

_W = types.uint64[::1]
_N = types.int64[::1]


class Alphabet(NamedTuple):
    """`layers`: those that letters are made of, at most `MOST_LAYERS`; `letters`: see above, -1 in
    a place where there is none.
    """

    layers: tuple[int, ...]
    letters: tuple[int, ...]

    @property
    def bits(self) -> int:
        """The bits of a cell."""
        return (len(self.letters) - 1).bit_length()

    def exchanged(self, other: Sequence[int]) -> tuple[int, ...]:
        """For each letter's number, the number of the letter that it becomes when each layer
        becomes its `other`. Raises `ValueError` where there is no such letter.
        """
        to = [1 << self.layers.index(other[layer]) for layer in self.layers]
        return tuple(
            self.letters.index(sum(bit for k, bit in enumerate(to) if letter >> k & 1))
            for letter in self.letters
        )

    def number(self, row: Sequence[int], cell: int, width: int) -> int:
        """The number of the letter on a cell; `ValueError` if it is not in the alphabet."""
        word, bit = divmod(cell, WORD)
        first = [layer * (width // WORD) + word for layer in self.layers]
        return self.letters.index(
            sum((int(row[place]) >> bit & 1) << k for k, place in enumerate(first))
        )

    def spelling(self, width: int, size: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The alphabet as compiled code uses it, for boards of so many cells."""
        plan = np.zeros(SPELLING, np.int64)
        plan[_LAYERS], plan[_CELLS], plan[_BITS] = len(self.layers), size, self.bits
        plan[_ROWS : _ROWS + len(self.layers)] = [one * (width // WORD) for one in self.layers]
        for number, letter in enumerate(self.letters):
            plan[_LETTERS + number] = max(letter, 0)
        return plan


def used_layers(used: Sequence[int], plan: Layout, width: int) -> tuple[int, ...]:
    """The layers of which some bit is used."""
    words = width // WORD
    return tuple(
        layer for layer in range(plan.layers) if any(used[layer * words : (layer + 1) * words])
    )


@kernel(types.uint64(types.uint64), inline=True)
def _turned_over(square):
    """A square of 8 by 8 bits with rows for columns (Warren, Hacker's Delight, 7-3)."""
    change = (square ^ (square >> np.uint64(7))) & np.uint64(0x00AA00AA00AA00AA)
    square ^= change ^ (change << np.uint64(7))
    change = (square ^ (square >> np.uint64(14))) & np.uint64(0x0000CCCC0000CCCC)
    square ^= change ^ (change << np.uint64(14))
    change = (square ^ (square >> np.uint64(28))) & np.uint64(0x00000000F0F0F0F0)
    return square ^ (change ^ (change << np.uint64(28)))


@kernel(types.uint64(_N, types.uint64, _W, types.uint64), inline=True)
def _letters(plan, at, row, eighth):
    """The letters of eight cells, a byte each, of the spelling that begins at `at`."""
    word, shift = eighth >> np.uint64(3), (eighth & np.uint64(7)) << np.uint64(3)
    square = np.uint64(0)
    for k in range(np.uint64(plan[at])):
        layer = row[np.uint64(plan[at + np.uint64(_ROWS) + k]) + word]
        square |= ((layer >> shift) & np.uint64(255)) << (k << np.uint64(3))
    return _turned_over(square)


@kernel(types.void(_N, types.uint64, _W, types.uint64, types.uint64, types.uint64, _W), inline=True)
def read(plan, at, keys, first, words, bit, row):
    """Adds to a row, whose cells are empty, those of the key of so many words that begins at
    `first`; they stand there from a bit on.
    """
    bits, cells = np.uint64(plan[at + np.uint64(_BITS)]), np.uint64(plan[at + np.uint64(_CELLS)])
    ones = (np.uint64(1) << bits) - np.uint64(1)
    for eighth in range((cells + np.uint64(7)) >> np.uint64(3)):
        word, shift = bit >> np.uint64(6), bit & np.uint64(63)
        value = keys[first + word] >> shift
        if shift and word + np.uint64(1) < words:
            value |= keys[first + word + np.uint64(1)] << (np.uint64(64) - shift)
        square = np.uint64(0)
        for k in range(min(np.uint64(8), cells - (eighth << np.uint64(3)))):
            letter = np.uint64(plan[at + np.uint64(_LETTERS) + ((value >> (k * bits)) & ones)])
            square |= letter << (k << np.uint64(3))
        square = _turned_over(square)
        to, place = eighth >> np.uint64(3), (eighth & np.uint64(7)) << np.uint64(3)
        for k in range(np.uint64(plan[at])):
            layer = (square >> (k << np.uint64(3))) & np.uint64(255)
            row[np.uint64(plan[at + np.uint64(_ROWS) + k]) + to] |= layer << place
        bit += np.uint64(8) * bits


@kernel(types.void(_N, types.uint64, types.uint64, types.uint64, _W), inline=True)
def read_digits(plan, at, value, radix, row):
    """Adds to a row, whose cells are empty, those whose letters are the digits of a number."""
    cells = np.uint64(plan[at + np.uint64(_CELLS)])
    for eighth in range((cells + np.uint64(7)) >> np.uint64(3)):
        square = np.uint64(0)
        for k in range(min(np.uint64(8), cells - (eighth << np.uint64(3)))):
            rest = value // radix
            letter = np.uint64(plan[at + np.uint64(_LETTERS) + (value - rest * radix)])
            value = rest
            square |= letter << (k << np.uint64(3))
        square = _turned_over(square)
        to, place = eighth >> np.uint64(3), (eighth & np.uint64(7)) << np.uint64(3)
        for k in range(np.uint64(plan[at])):
            layer = (square >> (k << np.uint64(3))) & np.uint64(255)
            row[np.uint64(plan[at + np.uint64(_ROWS) + k]) + to] |= layer << place


@kernel(types.void(_N, _W, types.boolean[::1]))
def note(plan, row, seen):
    """Marks the letters of a row, by what they are and not by their numbers."""
    for eighth in range(np.uint64((plan[_CELLS] + 7) // 8)):
        letters = _letters(plan, np.uint64(0), row, eighth)
        for k in range(np.uint64(8)):
            seen[(letters >> (k << np.uint64(3))) & np.uint64(255)] = True
