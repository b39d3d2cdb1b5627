"""Puzzles that readers judged not to show a theme that had been told of them.

`near_misses.jsonl` holds them with those themes alone.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleproof.puzzles.puzzle import Puzzle, read_set
from ruleproof.puzzles.telling.derived import remade

FILE = Path(__file__).with_name("near_misses.jsonl")


@pytest.mark.parametrize("puzzle", read_set(FILE.read_text(), FILE.name), ids=lambda one: one.id)
def test_a_puzzle_does_not_show_what_its_goal_does_not_need(puzzle: Puzzle):
    assert puzzle.themes
    assert not set(remade(puzzle)["themes"]) & set(puzzle.themes)
