"""Sets of puzzles in plain forms: text to read, a table to sort, drawings to print."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from ruleproof.models.errors import TextError
from ruleproof.models.play.position import Position
from ruleproof.puzzles.puzzle import Puzzle, position_of
from ruleproof.reports.drawing.svg import svg
from ruleproof.reports.drawing.text import unicode

COLUMNS = (
    "id",
    "game",
    "board",
    "sentence",
    "position",
    "key",
    "solution",
    "unique",
    "level",
    "rating",
    "themes",
)

_OF_FORMULAS = ("=", "+", "-", "@")
"""Beginnings of formulas, which may do what they like."""


def as_text(puzzles: Sequence[Puzzle]) -> str:
    """The puzzles drawn one after another, then their solutions."""
    parts: list[str] = []
    for number, (puzzle, position) in enumerate(_placed(puzzles), 1):
        asked = f"{puzzle.sentence} {position.beside}".rstrip()
        parts.append(f"{number}. {asked}\n\n{unicode(position)}\n")
    parts.append("Solutions\n")
    for number, puzzle in enumerate(puzzles, 1):
        tries = "; ".join(f"{turn}? {reply}!" for turn, reply in puzzle.tries)
        told = f"{number}. {' '.join(puzzle.solution)}" + (f"   tries: {tries}" if tries else "")
        parts.append(told)
    return "\n".join(parts) + "\n"


def as_csv(puzzles: Sequence[Puzzle]) -> str:
    """A table with a row for each puzzle. Positions are as the game writes them; other texts that a
    spreadsheet would work out as a formula begin with an apostrophe.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for puzzle, position in _placed(puzzles):
        rating = puzzle.rating
        row = (
            _plain(puzzle.id),
            puzzle.game,
            puzzle.board,
            _plain(puzzle.sentence),
            position.text,
            _plain(puzzle.key),
            _plain(" ".join(puzzle.solution)),
            puzzle.unique,
            rating.level if rating else "",
            rating.value if rating else "",
            _plain(" ".join(puzzle.themes)),
        )
        writer.writerow(row)
    return text.getvalue()


def _plain(text: str) -> str:
    """The text, so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith(_OF_FORMULAS) else text


def drawings(puzzles: Sequence[Puzzle]) -> Iterator[tuple[str, str]]:
    """Yields a file name and an SVG drawing for each puzzle."""
    for puzzle, position in _placed(puzzles):
        yield f"{puzzle.id}.svg", svg(position)


def _placed(puzzles: Sequence[Puzzle]) -> Iterator[tuple[Puzzle, Position]]:
    """Yields every puzzle with its position. Raises `TextError` for one without."""
    for number, puzzle in enumerate(puzzles, 1):
        try:
            yield puzzle, position_of(puzzle)
        except ValueError as error:
            raise TextError(f"puzzle {number}, {puzzle.id}: {error}") from None
