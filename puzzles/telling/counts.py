"""Counts of a set: its questions, lengths, uniqueness, ratings and worth, and its successes.

>>> from ruleproof.puzzles.starter import starter
>>> sum(counted(starter("esgros"))["turns"].values()) == len(starter("esgros"))
True
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from ruleproof.models.errors import TextError
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.rating.tenths import Tenth, tenths
from ruleproof.puzzles.texts import numbered

_SCALES = ("turns", "level", "rating", "worth")
"""The counts whose names are numbers, which are told in the order of the numbers."""
_LEVELS = 5
_FARTHEST = 100_000
"""No rating is so far from 0."""


def counted(puzzles: Sequence[Puzzle]) -> dict[str, dict[str, int]]:
    """The number of puzzles by stipulation, turns, uniqueness, level, rating, theme and worth."""
    tables: dict[str, Counter[str]] = {
        "stipulation": Counter(puzzle.stipulation.name for puzzle in puzzles),
        "turns": Counter(str(puzzle.stipulation.turns or "to the end") for puzzle in puzzles),
        "unique": Counter(puzzle.unique for puzzle in puzzles),
        "continuations": Counter("loose" if puzzle.loose else "tight" for puzzle in puzzles),
        "level": Counter(str(puzzle.rating.level) for puzzle in puzzles if puzzle.rating),
        "rating": Counter(_hundred(puzzle.rating.value) for puzzle in puzzles if puzzle.rating),
        "theme": Counter(theme for puzzle in puzzles for theme in puzzle.themes),
        "worth": Counter(_ten(puzzle.worth.value) for puzzle in puzzles if puzzle.worth),
    }
    return {
        name: dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
        for name, counts in tables.items()
        if counts
    }


def in_order(counts: Mapping[str, Mapping[str, int]]) -> dict[str, list[tuple[str, int]]]:
    """The counts for people: numbers in their order, every level among them; the rest with the most
    puzzles first.
    """
    found = {name: list(rows.items()) for name, rows in counts.items()}
    for name in _SCALES:
        if name in found:
            found[name].sort(key=lambda row: _first_number(row[0]))
    if "level" in found:
        levels = map(str, range(1, _LEVELS + 1))
        found["level"] = [(level, counts["level"].get(level, 0)) for level in levels]
    return found


def solved_shares(puzzles: Sequence[Puzzle], by: str = "simulated") -> list[tuple[float, float]]:
    """The rating of each puzzle that is by them, `simulated` solvers or `people`, with the share of
    their attempts that solved it. Raises `TextError` for a rating beyond all measure.
    """
    found: list[tuple[float, float]] = []
    for number, puzzle in enumerate(puzzles, 1):
        rating = puzzle.rating
        share = rating.share if rating and rating.by == by else None
        if rating is None or share is None:
            continue
        if abs(rating.value) >= _FARTHEST:
            with numbered(number, puzzle.id):
                far = str(rating.value)[:40]
                raise TextError(f"a rating is nearer to 0 than {_FARTHEST:,}: {far!r}")
        found.append((rating.value, share))
    return found


def successes(puzzles: Sequence[Puzzle], by: str = "simulated") -> list[Tenth]:
    """Ratings against the successes of those whose ratings they are, `simulated` solvers or
    `people`, by tenths; none where no rating is theirs. A rating of simulated solvers follows from
    the same attempts; `lab/calibrate.py --check` tries the puzzles by solvers of another family.
    One of people rests on the attempts of both.
    """
    return tenths(solved_shares(puzzles, by))


def _first_number(text: str) -> float:
    """The number that a text begins with; of another text, one behind all numbers."""
    found = re.match(r"-?\d+", text)
    return int(found[0]) if found else float("inf")


def _hundred(value: int) -> str:
    """The hundred that a rating falls into."""
    return f"{value // 100 * 100}-{value // 100 * 100 + 99}"


def _ten(value: int) -> str:
    """The ten that a worth falls into."""
    return f"{value // 10 * 10}-{value // 10 * 10 + 9}"
