"""Moves by their parts: every number of the move space has a text of its own that reads back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleproof.models.boards.boards import board
from ruleproof.models.cells import KIND, first_of, kind_of, last_of, pair
from ruleproof.models.errors import TextError
from ruleproof.models.rulebooks.moves import fault, read, space, words_of, written

FORMS = [
    ("CELL",),
    ("CELL", "pass"),
    ("CELLxCELL",),
    ("CELLWAY", "CELL+NUMBER"),
    ("@CELL", "end", "CELL-CELL"),
    ("CELL", "CELL+", "CELL-CELL", "CELL/CELL", "CELL:WAY", "CELL*NUMBER", "pass", "claim"),
]
BOARDS = ["square:2x3", "hex:2", "path:30"]


def numbers(forms: tuple[str, ...], text: str) -> dict[str, int]:
    """The moves of the space, found among all numbers that parts may make."""
    ground, found = board(text), dict[str, int]()
    most = max(ground.size, len(ground.steps))
    for kind in range(len(forms)):
        for first in range(most):
            for last in range(512):
                number = kind * KIND + pair(first, last)
                try:
                    found[written(forms, ground, number)] = number
                except TextError:
                    continue
    return found


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("forms", FORMS)
def test_the_space_has_as_many_texts_as_moves_and_each_reads_back(
    forms: tuple[str, ...], text: str
) -> None:
    found = numbers(forms, text)
    assert len(found) == len(set(found.values())) == space(forms, board(text))
    assert {name: read(forms, board(text), name) for name in found} == found
    assert fault(forms) == ""


@given(st.integers(0, 7), st.integers(0, 511), st.integers(0, 511))
def test_a_move_falls_into_its_parts(kind: int, first: int, last: int) -> None:
    move = kind * KIND + pair(first, last)
    assert (kind_of(move), first_of(move), last_of(move)) == (kind * KIND, first, last)


@pytest.mark.parametrize("text", ["", "a1 ", "a9", "a1-", "-a1", "A1-b1", "zz"])
def test_a_text_of_no_form_is_refused_with_the_forms(text: str) -> None:
    with pytest.raises(TextError, match=r"^a move is @CELL, end or CELL-CELL, with cells of"):
        read(("@CELL", "end", "CELL-CELL"), board("square:2x3"), text)


@pytest.mark.parametrize(("text", "cell"), [("a1-b9", "b9"), ("a01-b1", "a01"), ("@z9", "z9")])
def test_a_move_with_a_cell_off_the_board_is_refused_with_that_cell(text: str, cell: str) -> None:
    with pytest.raises(TextError, match=f"^no such cell on square:2x3 .*: '{cell}'$"):
        read(("@CELL", "end", "CELL-CELL"), board("square:2x3"), text)


@pytest.mark.parametrize("number", [-1, 6, KIND - 1, KIND + 1, 2 * KIND])
def test_a_number_of_no_move_is_refused(number: int) -> None:
    with pytest.raises(TextError, match=rf"^the move {number} is no cell or pass"):
        written(("CELL", "pass"), board("square:2x3"), number)


def test_words_are_the_forms_without_parts() -> None:
    assert words_of(("CELL", "pass", "CELL-CELL", "claim")) == {"pass": KIND, "claim": 3 * KIND}
