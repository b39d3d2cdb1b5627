"""The lessons: five small boards of each game that come with the package, from the first move to
the first win.

lesson   a puzzle for who has just read the rules: its title, what it teaches, what it asks for in
         plain words, and what is said at its end

>>> from ruleproof.puzzles.lessons import lessons
>>> lessons("esgros")[1].title
'Taking stones'
"""

from __future__ import annotations

import json
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from ruleproof.models.files.strict import json_value
from ruleproof.puzzles.puzzle import Puzzle, read_set


class Lesson(NamedTuple):
    """A puzzle and the words around it: see above."""

    title: str
    teaches: str
    asks: str
    ends: str
    puzzle: Puzzle


def has_lessons(game: str) -> bool:
    """Whether there are lessons of that game."""
    return _place(game).is_file()


def lessons(game: str) -> list[Lesson]:
    """The lessons of that game in their order; empty if there are none."""
    lines = _place(game).read_text(encoding="utf-8").splitlines() if has_lessons(game) else []
    found: list[Lesson] = []
    for line in lines:
        told = json_value(line)
        (puzzle,) = read_set(json.dumps(told["puzzle"]), f"lessons of {game}")
        words = (told["title"], told["teaches"], told["asks"], told["ends"])
        found.append(Lesson(*words, puzzle))
    return found


def _place(game: str) -> Traversable:
    return files("ruleproof.puzzles").joinpath("lessons", f"{game}.jsonl")
