"""Keys spelled with letters are read as the rows they were; other letters have no number."""

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
    row = row_of(alphabet, width, cells)
    numbers = [alphabet.number([int(word) for word in row], k, width) for k in range(size)]
    assert [alphabet.letters[number] for number in numbers] == cells
    whole = sum(number << below + alphabet.bits * k for k, number in enumerate(numbers))
    words = -(-(below + size * alphabet.bits) // 64)
    key = np.array([whole >> 64 * k & (1 << 64) - 1 for k in range(words)], np.uint64)
    again, first = np.zeros_like(row), np.uint64(0)
    plan = alphabet.spelling(width, size)
    letters.read(plan, first, key, first, np.uint64(words), np.uint64(below), again)
    assert (again == row).all()


@given(spelled(), st.data())
@settings(deadline=None)
def test_a_letter_of_no_alphabet_has_no_number(
    what: tuple[Alphabet, int, int, list[int]], data: st.DataObject
):
    alphabet, size, width, cells = what
    others = set(range(1 << len(alphabet.layers))) - set(alphabet.letters)
    if not others:
        return
    cell = data.draw(st.integers(0, size - 1))
    cells[cell] = data.draw(st.sampled_from(sorted(others)))
    row = row_of(alphabet, width, cells)
    with pytest.raises(ValueError, match="not in"):
        alphabet.number([int(word) for word in row], cell, width)


def test_letters_become_those_of_the_other_colour():
    alphabet = Alphabet((0, 1, 4), (0, 1, 2, 5, 6))
    assert alphabet.exchanged([1, 0, 2, 3, 4]) == (0, 2, 1, 4, 3)
    with pytest.raises(ValueError, match="not in"):
        Alphabet((0, 1), (0, 1)).exchanged([1, 0])
