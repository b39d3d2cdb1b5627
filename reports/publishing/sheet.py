"""Sheets of puzzles: some to a page, without a cover, for the template `sheet.typ`.

next   solutions on the page after the puzzles, and how the games are played
foot   solutions turned round at the foot of the page
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.reports.publishing.printed import asked, checked, rules, short, solution
from ruleproof.reports.publishing.typesetting import PLAIN, Drawings, Layout, Told, Work

SHAPES = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}
"""Columns and rows by the number of puzzles on a page."""
_LETTERS = {1: 12.0, 2: 11.0, 4: 10.0, 6: 9.0, 9: 8.5, 12: 8.0}
"""The size of the letters, in points."""
_SMALL_EDGE = 22.0
"""The letters beside boards of a page that has many."""
_MANY = 6
PLACES = ("next", "foot")


def sheet(
    puzzles: Sequence[Puzzle], per_page: int, layout: Layout = PLAIN, *, solutions: str = "next"
) -> Work:
    """The sheet of the puzzles: as many pages as they need, in their order. `per_page`: one of
    `SHAPES`; `solutions`: one of `PLACES`. Raises `TextError` for a puzzle that cannot be played
    through.
    """
    numbered = [(number, checked(number, puzzle)) for number, puzzle in enumerate(puzzles, 1)]
    games: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        games.setdefault(puzzle.game, []).append(puzzle)
    across, down = SHAPES[per_page]
    drawings = Drawings(_SMALL_EDGE) if per_page >= _MANY else Drawings()
    told = layout.told([short(rulebook(name)) for name in games]) | {
        "across": across,
        "down": down,
        "size": _LETTERS[per_page],
        "foot": solutions == "foot",
        "pages": [
            _page(numbered[at : at + per_page], drawings)
            for at in range(0, len(numbered), per_page)
        ],
        "games": [rules(of_one, drawings) for of_one in games.values()],
    }
    return Work("sheet.typ", told, drawings)


def _page(numbered: Sequence[tuple[int, Puzzle]], drawings: Drawings) -> Told:
    """The puzzles of a page; a note that explains several questions stands once, below them."""
    marks: dict[str, str] = {}
    shown: list[Told] = []
    for number, puzzle in numbered:
        told = asked(number, puzzle, drawings, level=True)
        note = told["note"]
        if note:
            told |= {"mark": marks.setdefault(note, chr(ord("a") + len(marks))), "note": ""}
        shown.append(told)
    return {
        "puzzles": shown,
        "notes": [{"mark": mark, "note": note} for note, mark in marks.items()],
        "solutions": [solution(*one) for one in numbered],
    }
