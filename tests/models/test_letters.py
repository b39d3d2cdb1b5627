"""Rows spelled with letters and read again are what they were; other letters are refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleproof.models.compiled import letters
from ruleproof.models.compiled.letters import Alphabet

SIZES = (1, 7, 8, 9, 16, 63, 64, 65, 130)


@st.composite
def spelled(draw: st.DrawFn) -> tuple[Alphabet, int, int, list[int]]:
    """An alphabet, a number of cells, a width, and the letter of each cell."""
    layers = draw(st.lists(st.integers(0, 11), min_size=1, max_size=8, unique=True).map(sorted))
    known = draw(st.sets(st.integers(1, (1 << len(layers)) - 1), min_size=1, max_size=40))
    alphabet = Alphabet(tuple(layers), (0, *draw(st.permutations(sorted(known)))))
    size = draw(st.sampled_from(SIZES))
    cells = st.lists(st.sampled_from(alphabet.letters), min_size=size, max_size=size)
    return alphabet, size, -(-size // 64) * 64, draw(cells)


def row_of(alphabet: Alphabet, width: int, cells: list[int]) -> np.ndarray:
    row = np.zeros(12 * width // 64, np.uint64)
    for cell, letter in enumerate(cells):
        for k, layer in enumerate(alphabet.layers):
            place = layer * (width // 64) + cell // 64
            row[place] |= np.uint64((letter >> k & 1) << cell % 64)
    return row


@given(spelled(), st.integers(0, 70))
@settings(deadline=None)
def test_what_is_spelled_is_read(what: tuple[Alphabet, int, int, list[int]], below: int):
    alphabet, size, width, cells = what
    plan = alphabet.spelling(width, size)
    row = row_of(alphabet, width, cells)
    first = np.uint64(0)
    words = -(-(below + size * alphabet.bits) // 64)
    key = np.zeros(words, np.uint64)
    assert letters.spell(plan, first, row, key, np.uint64(below)) == 1
    whole = sum(int(word) << 64 * k for k, word in enumerate(key)) >> below
    numbers = [whole >> alphabet.bits * k & (1 << alphabet.bits) - 1 for k in range(size)]
    assert numbers == [alphabet.number([int(w) for w in row], k, width) for k in range(size)]
    assert [alphabet.letters[number] for number in numbers] == cells
    again = np.zeros_like(row)
    letters.read(plan, first, key, first, np.uint64(words), np.uint64(below), again)
    assert (again == row).all()


@given(spelled(), st.data())
@settings(deadline=None)
def test_a_letter_of_no_alphabet_is_refused(
    what: tuple[Alphabet, int, int, list[int]], data: st.DataObject
):
    alphabet, size, width, cells = what
    others = set(range(1 << len(alphabet.layers))) - set(alphabet.letters)
    if not others:
        return
    cell = data.draw(st.integers(0, size - 1))
    cells[cell] = data.draw(st.sampled_from(sorted(others)))
    row = row_of(alphabet, width, cells)
    key = np.zeros(-(-size * alphabet.bits // 64), np.uint64)
    zero = np.uint64(0)
    assert letters.spell(alphabet.spelling(width, size), zero, row, key, zero) == 0
    with pytest.raises(ValueError, match="not in"):
        alphabet.number([int(word) for word in row], cell, width)


def test_letters_become_those_of_the_other_colour():
    alphabet = Alphabet((0, 1, 4), (0, 1, 2, 5, 6))
    assert alphabet.exchanged([1, 0, 2, 3, 4]) == (0, 2, 1, 4, 3)
    with pytest.raises(ValueError, match="not in"):
        Alphabet((0, 1), (0, 1)).exchanged([1, 0])
