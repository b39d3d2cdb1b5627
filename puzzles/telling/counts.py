"""Counts of a set: its questions, lengths, uniqueness, ratings and worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ruleproof.puzzles.puzzle import Puzzle


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


def _hundred(value: int) -> str:
    """The hundred that a rating falls into."""
    return f"{value // 100 * 100}-{value // 100 * 100 + 99}"


def _ten(value: int) -> str:
    """The ten that a worth falls into."""
    return f"{value // 10 * 10}-{value // 10 * 10 + 9}"
