"""Lessons: every game has five, each proved as a puzzle is, and the package has those of the
tables.
"""

from __future__ import annotations

import pytest

from lab.lessons import TABLES
from ruleproof.models.rulebooks.rulebook import names
from ruleproof.puzzles.checking.check import faults
from ruleproof.puzzles.lessons import has_lessons, lessons
from ruleproof.puzzles.starter import starters
from ruleproof.puzzles.stipulations import Stipulation


@pytest.mark.parametrize("game", starters())
def test_lessons_are_sound_and_end_with_a_win(game: str):
    found = lessons(game)
    assert [faults(one.puzzle) for one in found] == [[]] * 5
    assert found[-1].puzzle.stipulation.name == "win"
    assert {one.puzzle.game for one in found} == {game}


@pytest.mark.parametrize("game", starters())
def test_the_package_has_the_lessons_of_the_table(game: str):
    blocks = (TABLES / f"{game}.txt").read_text(encoding="utf-8").strip().split("\n\n")
    found = [
        [
            *one[:4],
            one.puzzle.board,
            one.puzzle.position,
            told(one.puzzle.stipulation),
        ]
        for one in lessons(game)
    ]
    assert found == [block.splitlines() for block in blocks]


def told(asked: Stipulation) -> str:
    """What is asked, as the tables write it."""
    rest = [*asked.goal.cells, *([str(asked.goal.amount)] if asked.goal.amount else [])]
    goal = f"{asked.name}:{','.join(rest)}" if rest else asked.name
    return f"{goal} {asked.turns}" if asked.turns else goal


def test_games_without_lessons():
    without = set(names()) - set(starters())
    assert without
    assert not any(map(has_lessons, without))
    assert lessons("nothing") == []
