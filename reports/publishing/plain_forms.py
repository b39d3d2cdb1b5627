"""Sets of puzzles in plain forms: text to read, a table to sort, drawings to print."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Callable, Iterator, Sequence

from ruleproof.models.errors import TextError
from ruleproof.models.play.position import Position
from ruleproof.puzzles.puzzle import Puzzle, position_of
from ruleproof.puzzles.texts import numbered
from ruleproof.reports.drawing.text import unicode
from ruleproof.reports.publishing.printed import author
from ruleproof.reports.publishing.typesetting import for_print, png_of
from ruleproof.reports.wording.lines import check_tree
from ruleproof.reports.wording.rules_told import chosen
from ruleproof.reports.wording.solutions import BOUND, ToldSolution, told

_Cell = Callable[[Puzzle, Position, ToldSolution], object]
COLUMNS: dict[str, _Cell] = {
    "id": lambda puzzle, here, told: puzzle.id,
    "game": lambda puzzle, here, told: puzzle.game,
    "board": lambda puzzle, here, told: puzzle.board,
    "sentence": lambda puzzle, here, told: puzzle.sentence,
    "position": lambda puzzle, here, told: here.text,
    "key": lambda puzzle, here, told: puzzle.key,
    "solution": lambda puzzle, here, told: " ".join(puzzle.solution),
    "unique": lambda puzzle, here, told: puzzle.unique,
    "level": lambda puzzle, here, told: puzzle.rating.level if puzzle.rating else "",
    "rating": lambda puzzle, here, told: puzzle.rating.value if puzzle.rating else "",
    "themes": lambda puzzle, here, told: " ".join(puzzle.themes),
    "beside": lambda puzzle, here, told: here.beside,
    "line": lambda puzzle, here, told: _unbound(f"{told.key} {told.rest}".rstrip()),
    "other lines": lambda puzzle, here, told: _unbound(" ".join(told.more)),
    "hint 1": lambda puzzle, here, told: _hint(puzzle, 0),
    "hint 2": lambda puzzle, here, told: _hint(puzzle, 1),
    "hint 3": lambda puzzle, here, told: _hint(puzzle, 2),
    "settings": lambda puzzle, here, told: " ".join(chosen(here.game)),
    "author": lambda puzzle, here, told: puzzle.author or "",
}
"""The columns of a table, each with its cell for a puzzle, its diagram and its solution."""

WIDTH = 80
"""Letters in a line of text, where words allow it."""
_OF_FORMULAS = ("=", "+", "-", "@")
"""Beginnings of formulas, which may do what they like."""


def as_text(puzzles: Sequence[Puzzle]) -> str:
    """The puzzles drawn one after another, then their solutions, in lines of at most 80 letters as
    far as drawings and moves allow it.
    """
    parts: list[str] = []
    for number, (puzzle, position) in enumerate(_placed(puzzles), 1):
        asked = " ".join(filter(None, (puzzle.sentence, position.beside, *chosen(position.game))))
        level = f"level {puzzle.rating.level}" if puzzle.rating else ""
        facts = ", ".join(filter(None, (level, author(puzzle), puzzle.id)))
        head = [*_wrapped(f"{number}. ", asked), *_wrapped("   ", f"({facts})")]
        parts.append("\n".join([*head, "", unicode(position), "\n"]))
    parts.append("Solutions\n")
    for number, puzzle in enumerate(puzzles, 1):
        told = _told(number, puzzle)
        lines = [line for text in (f"{told.key} {told.rest}", *told.more) for line in _below(text)]
        parts.append("\n".join([f"{number}. {puzzle.id}", *lines, ""]))
    return "\n".join(parts)


def _wrapped(first: str, text: str) -> list[str]:
    """The text in lines, the later ones below the end of `first`."""
    lines = textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [_unbound(line) for line in lines]


def _below(text: str) -> list[str]:
    return _wrapped("   ", text)


def _unbound(text: str) -> str:
    """The text with plain blanks behind the numbers of turns."""
    return text.replace(BOUND, " ")


def _told(number: int, puzzle: Puzzle) -> ToldSolution:
    """The solution in words. Raises `TextError` for a puzzle that cannot be played through."""
    with numbered(number, puzzle.id):
        check_tree(puzzle)
        return told(puzzle)


def as_csv(puzzles: Sequence[Puzzle]) -> str:
    """A table with a row for each puzzle. Positions are as the game writes them; other texts that a
    spreadsheet would work out as a formula begin with an apostrophe.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number, (puzzle, position) in enumerate(_placed(puzzles), 1):
        told = _told(number, puzzle)
        row = {name: cell(puzzle, position, told) for name, cell in COLUMNS.items()}
        writer.writerow(
            _plain(cell) if isinstance(cell, str) and name != "position" else cell
            for name, cell in row.items()
        )
    return text.getvalue()


def _hint(puzzle: Puzzle, place: int) -> str:
    return (puzzle.hints or [])[place] if len(puzzle.hints or []) > place else ""


def _plain(text: str) -> str:
    """The text, so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith(_OF_FORMULAS) else text


def drawings(puzzles: Sequence[Puzzle]) -> Iterator[tuple[str, str]]:
    """Yields a file name and an SVG drawing for each puzzle, for print: its goal's cells framed, in
    literal colours. Raises `TextError` where two different puzzles have one id.
    """
    for puzzle, position in _apart(puzzles):
        yield f"{puzzle.id}.svg", for_print(position, cells=_framed(puzzle), titles=True)


def pictures(puzzles: Sequence[Puzzle]) -> Iterator[tuple[str, bytes]]:
    """Yields a file name and the same drawing as PNG, 300 dots per inch. Raises `TextError` where
    two different puzzles have one id.
    """
    for puzzle, position in _apart(puzzles):
        yield f"{puzzle.id}.png", png_of(position, _framed(puzzle))


def _framed(puzzle: Puzzle) -> Sequence[str]:
    return puzzle.stipulation.goal.cells


def _apart(puzzles: Sequence[Puzzle]) -> Iterator[tuple[Puzzle, Position]]:
    """Yields every puzzle with its position, one of those that are drawn alike under one id."""
    known: dict[str, tuple[int, object]] = {}
    for number, (puzzle, position) in enumerate(_placed(puzzles), 1):
        drawn = puzzle.game, puzzle.board, puzzle.position, *_framed(puzzle)
        first, before = known.setdefault(puzzle.id, (number, drawn))
        if drawn != before:
            raise TextError(
                f"puzzles {first} and {number} are different and have one id: {puzzle.id!r}"
            )
        if first == number:
            yield puzzle, position


def _placed(puzzles: Sequence[Puzzle]) -> Iterator[tuple[Puzzle, Position]]:
    """Yields every puzzle with its position. Raises `TextError` for one without."""
    for number, puzzle in enumerate(puzzles, 1):
        with numbered(number, puzzle.id):
            position = position_of(puzzle)
        yield puzzle, position
