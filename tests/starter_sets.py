"""The starter sets for tests that are about something else: each is read once."""

from __future__ import annotations

from functools import cache

from ruleproof.puzzles import starter as sets
from ruleproof.puzzles.puzzle import PuzzleSet


@cache
def starter(game: str) -> PuzzleSet:
    """The starter set of that game, which nobody may change."""
    return sets.starter(game)
