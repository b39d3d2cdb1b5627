"""Moves by their parts: forms such as `CELL-CELL` write, read and count moves.

form        the text of one kind of move: a part stands where its name stands in capitals, and all
            else as it is; a form without parts is a word, such as `pass`
part        `CELL`, `WAY` (a direction, by its name) or `NUMBER` (0 to 511); a form has at most two
number      the whole number of a move: `KIND` for each form before its own, and the parts as
            `models.cells.pair` joins them; a lone part is the last one

>>> from ruleproof.models.boards.boards import board
>>> forms, small = ("CELL", "CELL-CELL", "CELLxWAY", "pass"), board("square:2x2")
>>> [read(forms, small, text) for text in ("b1", "a1-b1", "pass")] == [1, KIND + 1, 3 * KIND]
True
>>> written(forms, small, 2 * KIND + (1 << 9) + 4), space(forms, small)
('b1xNE', 53)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import NamedTuple

from ruleproof.models.boards.boards import Board
from ruleproof.models.cells import KIND, PART
from ruleproof.models.errors import TextError, listed

_PARTS = {"CELL": r"([a-z]+[0-9]+)", "WAY": r"(\w+)", "NUMBER": r"(0|[1-9][0-9]*)"}
_NUMBERS = tuple(map(str, range(PART)))


class Form(NamedTuple):
    """The parts of a form, what stands before, between and behind them, and a pattern of both."""

    parts: tuple[str, ...]
    between: tuple[str, ...]
    pattern: re.Pattern[str]


@lru_cache(maxsize=256)
def form_of(text: str) -> Form:
    """The form, read from its text."""
    pieces = re.split(f"({'|'.join(_PARTS)})", text)
    pattern = "".join(_PARTS.get(piece, re.escape(piece)) for piece in pieces)
    return Form(tuple(pieces[1::2]), tuple(pieces[::2]), re.compile(pattern, re.ASCII))


def fault(forms: Sequence[str]) -> str:
    """The reason why moves of these forms could not be told apart or read; empty if they can."""
    if not forms:
        return "it is empty, so there is no move"
    for number, text in enumerate(forms):
        form = form_of(text)
        if text.split() != [text]:
            return f"{text!r} is no word without blanks"
        if len(form.parts) > 2:
            return f"{text!r} has more than two parts"
        if "NUMBER" in form.parts[1:] and not form.between[1]:
            return f"nothing stands between the parts of {text!r}"
        if any(form_of(other).pattern.pattern == form.pattern.pattern for other in forms[:number]):
            return f"{text!r} stands twice"
        if not form.parts and any(
            form_of(other).pattern.fullmatch(text) for other in forms if other != text
        ):
            return f"{text!r} is also a move of another form"
    return ""


def words_of(forms: Sequence[str]) -> dict[str, int]:
    """The numbers of the moves without parts, by their words."""
    return {text: KIND * kind for kind, text in enumerate(forms) if not form_of(text).parts}


def _names(board: Board, part: str) -> Sequence[str]:
    """The texts of a part, each at its number."""
    if part == "CELL":
        return board.names
    return tuple(board.steps) if part == "WAY" else _NUMBERS


def space(forms: Sequence[str], board: Board) -> int:
    """The number of moves of these forms on the board, legal or not."""
    return sum(prod(len(_names(board, part)) for part in form_of(text).parts) for text in forms)


def written(forms: Sequence[str], board: Board, move: int) -> str:
    """The text of a move. Raises `TextError` for a number that no move has."""
    kind, rest = divmod(move, KIND)
    if 0 <= kind < len(forms):
        form = form_of(forms[kind])
        values = divmod(rest, PART)
        lone = 2 - len(form.parts)
        if not any(values[:lone]):
            names = [_names(board, part) for part in form.parts]
            if all(value < len(of) for value, of in zip(values[lone:], names, strict=True)):
                told = [of[value] for value, of in zip(values[lone:], names, strict=True)]
                return "".join(map("".join, zip(form.between, (*told, ""), strict=True)))
    told = listed(["cell" if text == "CELL" else text for text in forms], "or")
    raise TextError(f"the move {move} is no {told} (cells: 0 to {board.size - 1})")


def read(forms: Sequence[str], board: Board, text: str, shown: Sequence[str] | None = None) -> int:
    """The move that a text names, legal or not. Raises `TextError` that names a cell that is not on
    the board, or else offers the forms shown, by default all of them.
    """
    for kind, one in enumerate(forms):
        form = form_of(one)
        match = form.pattern.fullmatch(text)
        names = [_names(board, part) for part in form.parts]
        if match and all(name in of for name, of in zip(match.groups(), names, strict=True)):
            values = [of.index(name) for name, of in zip(match.groups(), names, strict=True)]
            return KIND * kind + sum(PART**k * value for k, value in enumerate(reversed(values)))
    for form in map(form_of, forms):
        match = form.pattern.fullmatch(text)
        for part, name in zip(form.parts, match.groups() if match else (), strict=False):
            if part == "CELL":
                board.cell(name)
    raise TextError(f"a move is {offered(forms if shown is None else shown, board)}: {text!r}")


def offered(forms: Sequence[str], board: Board) -> str:
    """The forms of moves in words: "a cell of hex:3 or pass"."""
    cell = f"a cell of {board.text}"
    told = listed([cell if text == "CELL" else text for text in forms], "or")
    parts = {part for text in forms for part in form_of(text).parts}
    if "CELL" in parts and "CELL" not in forms:
        told += f", with cells of {board.text}"
    if "WAY" in parts:
        told += f", WAY one of {', '.join(board.steps)}"
    if "NUMBER" in parts:
        told += f", NUMBER from 0 to {PART - 1}"
    return told


def kind_of(text: str) -> str:
    """The kind of a move: its text with `#` for each cell and `A` for capital letters.

    >>> kind_of("a1-b12"), kind_of("pass")
    ('#-#', 'pass')
    """
    return re.sub("[A-Z]+", "A", re.sub(r"\b[a-z]{1,2}\d+\b", "#", text))
