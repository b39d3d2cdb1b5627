"""Parts of pages for print, as templates read them: puzzles, solutions, examples of turns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ruleproof.puzzles.judging.solution import turns_of_line
from ruleproof.puzzles.puzzle import Puzzle, Rating, position_of
from ruleproof.puzzles.stipulations import LOOKED_AT
from ruleproof.puzzles.texts import numbered
from ruleproof.reports.drawing.marks import marks
from ruleproof.reports.drawing.svg import is_hatched
from ruleproof.reports.publishing.indexes import plain, spans
from ruleproof.reports.publishing.typesetting import Drawings, Told
from ruleproof.reports.wording import rules_told, solutions, words
from ruleproof.reports.wording.asked import question
from ruleproof.reports.wording.lines import check_tree
from ruleproof.reports.wording.ratings_told import BY_PEOPLE

SHARED = 8
"""A hint of so many puzzles is told once for all of them."""
WIDE = 1.5
"""Boards so much wider than high stand one below the other, or in fewer columns."""
_BOUND = re.compile(r"(?<=:) | (?=\d)")
"""The blanks behind colons and before numbers, as in `Home: Left 3`: no line ends there."""


def checked(number: int, puzzle: Puzzle) -> Puzzle:
    """The puzzle, which has that place in its set. Raises `TextError` where it cannot be set up or
    played through.
    """
    with numbered(number, puzzle.id):
        position_of(puzzle)
        check_tree(puzzle)
        turns_of_line(puzzle)
        question(puzzle)
    return puzzle


def asked(number: int, puzzle: Puzzle, drawings: Drawings, *, level: bool, name: str = "") -> Told:
    """A puzzle as it stands on a page, with its level if that is wanted, its author, and its id
    as `name`.
    """
    position = position_of(puzzle)
    told = question(puzzle)
    rated = f"level {puzzle.rating.level}" if level and puzzle.rating else ""
    return {
        "puzzle": puzzle.id,
        "number": str(number),
        "sentence": told.asked,
        "beside": _BOUND.sub(solutions.BOUND, position.beside),
        "note": told.note,
        "mark": "",
        "game": "",
        "level": rated,
        "author": author(puzzle),
        "id": name,
        "drawing": drawings.add(position, cells=puzzle.stipulation.goal.cells),
    }


def wide(one: Told) -> bool:
    """Whether the puzzle's board is much wider than high."""
    across, high = one["drawing"]["size"]
    return across > WIDE * high


def author(puzzle: Puzzle) -> str:
    """Tells who composed the puzzle or sent it in; empty where nobody is named."""
    return f"by {puzzle.author}" if puzzle.author else ""


def solution(number: int, puzzle: Puzzle) -> Told:
    """The solution as it stands at the back, with what is known of the puzzle."""
    told = solutions.told(puzzle)
    facts = [_rated(puzzle.rating)] if puzzle.rating else []
    if puzzle.composed:
        facts.append("composed")
    facts.append(", ".join(map(plain, puzzle.themes)))
    return {
        "puzzle": puzzle.id,
        "number": str(number),
        "id": puzzle.id,
        "key": told.key,
        "rest": told.rest,
        "more": told.more,
        "facts": "; ".join(filter(None, facts)),
    }


def _rated(rating: Rating) -> str:
    """The rating, and whether people's attempts are in it."""
    told = f"rated {rating.value} ± {rating.error}"
    return f"{told} {BY_PEOPLE}" if rating.by == "people" else told


def rules(numbered: Sequence[tuple[int, Puzzle]], drawings: Drawings) -> Told:
    """The game of these puzzles: how it is played, the settings that they keep to, the marks of
    diagrams.
    """
    puzzles = [puzzle for _, puzzle in numbered]
    goals = {puzzle.stipulation.goal.name for puzzle in puzzles}
    played = rules_told.how_played(
        puzzles[0].ready(), lambda one: drawings.add(one, last=True), goals
    )
    return played | {"kept": kept(numbered), "marks": " ".join([LOOKED_AT, *marked(puzzles)])}


def kept(numbered: Sequence[tuple[int, Puzzle]]) -> list[str]:
    """The settings that these puzzles keep to where they are not the usual ones, in sentences."""
    found: dict[str, list[int]] = {}
    for number, puzzle in numbered:
        told = " ".join(rules_told.chosen(puzzle.ready()))
        if told:
            found.setdefault(told, []).append(number)
    return [
        f"In {'these puzzles' if len(numbers) == len(numbered) else _these(numbers)}: {told}"
        for told, numbers in found.items()
    ]


def _these(numbers: Sequence[int]) -> str:
    return f"{'puzzle' if len(numbers) == 1 else 'puzzles'} {spans(numbers)}"


def hint_lists(puzzles: Sequence[Puzzle]) -> list[Told]:
    """The hints in three lists, that a reader may look at one without seeing the next. A hint that
    many puzzles share stands once, for all that are not listed.
    """
    titles = ("The idea", "What matters", "What the first turn does")
    found: list[Told] = []
    for place, title in enumerate(titles):
        told = [
            {
                "puzzle": puzzle.id,
                "number": str(number),
                "hint": hints[place],
            }
            for number, puzzle in enumerate(puzzles, 1)
            if (hints := puzzle.hints or []) and len(hints) > place
        ]
        if told:
            found.append({"title": title, "hints": _shared_once(told, len(puzzles))})
    return found


def _shared_once(hints: list[Told], puzzles: int) -> list[Told]:
    """The hints; if many puzzles share the commonest and all have one, that one once, at first."""
    text, many = Counter(one["hint"] for one in hints).most_common(1)[0]
    if many < SHARED or len(hints) < puzzles:
        return hints
    first = next(one for one in hints if one["hint"] == text)
    rest = [one for one in hints if one["hint"] != text]
    return [first | {"number": "Not listed below:" if rest else "All:"}, *rest]


def marked(puzzles: Sequence[Puzzle]) -> list[str]:
    """The marks in the diagrams of one game, a sentence each."""
    told: list[str] = []
    if any(one.stipulation.goal.cells for one in puzzles):
        told.append("A frame marks the cells that a question names.")
    if puzzles[0].ready().rulebook.drawing.headings:
        told.append("Arrows show which way each player plays; the side to move has the filled one.")
    players = puzzles[0].ready().players
    told += [
        f"Areas that {words.capital(player)} holds are hatched."
        for player in players
        if player in _held(puzzles) and is_hatched(player, players)
    ]
    return told


def _held(puzzles: Sequence[Puzzle]) -> set[str]:
    """The colours in which cells of the diagrams are tinted."""
    shown = (mark for one in puzzles for mark in marks(position_of(one)))
    return {mark.colour for mark in shown if mark.shape == "shade"}
