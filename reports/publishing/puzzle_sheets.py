"""Sets of puzzles in plain forms: text to read, a table to sort, drawings to print."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

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


def as_text(puzzles: Sequence[Puzzle]) -> str:
    """The puzzles drawn one after another, then their solutions."""
    parts: list[str] = []
    for number, puzzle in enumerate(puzzles, 1):
        position = position_of(puzzle)
        asked = f"{puzzle.sentence} {position.beside}".rstrip()
        parts.append(f"{number}. {asked}\n\n{unicode(position)}\n")
    parts.append("Solutions\n")
    for number, puzzle in enumerate(puzzles, 1):
        tries = "; ".join(f"{turn}? {reply}!" for turn, reply in puzzle.tries)
        told = f"{number}. {' '.join(puzzle.solution)}" + (f"   tries: {tries}" if tries else "")
        parts.append(told)
    return "\n".join(parts) + "\n"


def as_csv(puzzles: Sequence[Puzzle]) -> str:
    """A table with a row for each puzzle."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for puzzle in puzzles:
        rating = puzzle.rating
        row = (
            puzzle.id,
            puzzle.game,
            puzzle.board,
            puzzle.sentence,
            puzzle.position,
            puzzle.key,
            " ".join(puzzle.solution),
            puzzle.unique,
            rating.level if rating else "",
            rating.value if rating else "",
            " ".join(puzzle.themes),
        )
        writer.writerow(row)
    return text.getvalue()


def drawings(puzzles: Sequence[Puzzle]) -> Iterator[tuple[str, str]]:
    """A file name and an SVG drawing for each puzzle."""
    for puzzle in puzzles:
        yield f"{puzzle.id}.svg", svg(position_of(puzzle))
