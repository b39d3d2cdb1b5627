"""A set of puzzles that the tests of this folder share."""

from __future__ import annotations

import pytest

from ruleproof import game
from ruleproof.puzzles.making.batches import Maker
from ruleproof.puzzles.making.choice import Choice
from ruleproof.puzzles.making.request import wanted
from ruleproof.puzzles.puzzle import Puzzle


@pytest.fixture(scope="session")
def esgros_set() -> list[Puzzle]:
    """A few puzzles of several stipulations."""
    choice = Choice(wanted(game("esgros"), seed=3, sources=["games"]), 3)
    maker = Maker(choice.wanted)
    while not choice.full:
        choice.add(maker(choice.order(choice.batches)))
    return choice.puzzles
