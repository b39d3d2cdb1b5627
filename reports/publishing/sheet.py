"""Sheets of puzzles: some to a page, without a cover, for the template `sheet.typ`.

next   solutions on the page after the puzzles
foot   solutions turned round at the foot of the page, below a line that explains their signs
rules  how the games are played: of one game, above roomy pages with solutions at the foot, in a
       box; else at the end
note   explains a goal, or a rule as these puzzles keep to it; it stands once a page
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.reports.publishing.printed import asked, checked, marked, rules, solution
from ruleproof.reports.publishing.typesetting import PLAIN, Drawings, PrintLayout, PrintWork, Told
from ruleproof.reports.wording.rules_told import chosen, short

SHAPES = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}
"""Columns and rows by the number of puzzles on a page."""
_LETTERS = {1: 12.0, 2: 11.0, 4: 10.0, 6: 9.0, 9: 8.5, 12: 8.0}
"""The size of the letters, in points."""
_SMALL_EDGE = 22.0
"""The letters beside boards of a page that has many."""
_MANY = 6
PLACES = ("next", "foot")
_BOXED = 6
"""Pages of at most so many puzzles have room for a box of rules, and for more than the lines of
solutions at the foot.
"""
_NUMBERS = "Solutions number the solver's turns; the reply behind each holds out longest."
_SIGNS = (
    ("line", re.compile(r"\(or "), "Turns in brackets come to the same."),
    ("line", re.compile(r"(?<!\() or |^or "), "Turns behind “or” do as well."),
    ("more", re.compile(r"^After "), "“After” gives the one right answer to other replies."),
    ("more", re.compile(r"\?.*!"), "A turn marked ? fails to the reply marked !."),
)
"""Signs of solutions: the part in which they stand, their looks, their meaning."""


def sheet(
    puzzles: Sequence[Puzzle],
    per_page: int,
    layout: PrintLayout = PLAIN,
    *,
    solutions: str = "next",
) -> PrintWork:
    """The sheet of the puzzles: as many pages as they need, in their order. `per_page`: one of
    `SHAPES`; `solutions`: one of `PLACES`. Raises `TextError` for a puzzle that cannot be played
    through.
    """
    numbered = [(number, checked(number, puzzle)) for number, puzzle in enumerate(puzzles, 1)]
    games: dict[str, list[tuple[int, Puzzle]]] = {}
    for number, puzzle in numbered:
        games.setdefault(puzzle.game, []).append((number, puzzle))
    foot, boxed = solutions == "foot", solutions == "foot" and len(games) == 1
    boxed = boxed and per_page <= _BOXED
    drawings = Drawings(_SMALL_EDGE) if per_page >= _MANY else Drawings()
    pages = [numbered[at : at + per_page] for at in range(0, len(numbered), per_page)]
    shown = [_page(page, drawings, named=len(games) > 1, boxed=boxed) for page in pages]
    across, down = SHAPES[per_page]
    last = len(pages) + 1
    for at, (page, told) in enumerate(zip(pages, shown, strict=True)):
        seen = _marked([puzzle for _, puzzle in page])
        where = f"Rules and notation: page {1 if boxed else last}." if at or not boxed else ""
        alone = foot and per_page > _BOXED
        told["key"] = _joined(_NUMBERS, *_signs(told["solutions"], alone=alone), seen, where)
    how = [rules(of_one, drawings) for of_one in games.values()]
    told = layout.told([short(rulebook(name)) for name in games]) | {
        "across": across,
        "down": down,
        "size": _LETTERS[per_page],
        "foot": foot,
        "alone": per_page > _BOXED,
        "legend": _joined(_NUMBERS, *_signs([one for page in shown for one in page["solutions"]])),
        "pages": shown,
        "box": how if boxed else [],
        "games": [] if boxed else how,
    }
    return PrintWork("sheet.typ", told, drawings)


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _signs(solutions: Sequence[Told], *, alone: bool = False) -> list[str]:
    """The meanings of the signs that these solutions have; `alone`: their lines are shown alone."""
    parts = {
        "line": [f"{one['key']} {one['rest']}" for one in solutions],
        "more": [] if alone else [line for one in solutions for line in one["more"]],
    }
    return [means for part, sign, means in _SIGNS if any(map(sign.search, parts[part]))]


def _marked(puzzles: Sequence[Puzzle]) -> str:
    """The marks in the diagrams, in words, each once."""
    games: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        games.setdefault(puzzle.game, []).append(puzzle)
    return " ".join(dict.fromkeys(told for of_one in games.values() for told in marked(of_one)))


def _page(
    numbered: Sequence[tuple[int, Puzzle]], drawings: Drawings, *, named: bool, boxed: bool
) -> Told:
    """The puzzles of a page, each with its game if they are `named`, and their notes below them,
    without the rules that they keep to if a box has these.
    """
    marks: dict[str, str] = {}
    shown: list[Told] = []
    for number, puzzle in numbered:
        told = asked(number, puzzle, drawings, level=True)
        title = short(puzzle.ready().rulebook)
        rules_kept = "" if boxed else " ".join(chosen(puzzle.ready()))
        notes = filter(None, (told["note"], rules_kept and f"{title}: {rules_kept}"))
        own = [marks.setdefault(note, chr(ord("a") + len(marks))) for note in notes]
        shown.append(
            told | {"mark": ",".join(sorted(own)), "note": "", "game": title if named else ""}
        )
    return {
        "puzzles": shown,
        "notes": [{"mark": mark, "note": note} for note, mark in marks.items()],
        "solutions": [solution(*one) for one in numbered],
    }
