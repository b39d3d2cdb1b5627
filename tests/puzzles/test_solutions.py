"""Solutions as themes see them: which forks have one right turn alone."""

from __future__ import annotations

import pytest

from ruleproof import game
from ruleproof.puzzles.judging.solution import solution_of
from ruleproof.puzzles.puzzle import Class, Puzzle, Tree, TreeNode
from ruleproof.puzzles.stipulations import Asked, Stipulation


def puzzle(other: Class) -> Puzzle:
    """A puzzle of two turns whose last has another beside it, of that class."""
    first = TreeNode(left=2, turns=[("b4", "right", "", [("c5", "", 1)])])
    last = TreeNode(left=1, turns=[("c2", "right", "", []), ("c3", other, "", [])])
    return Puzzle(
        id="x",
        game="esgros",
        board="hex:3",
        settings=game("esgros", "hex:3").settings,
        position="B W . / . . . B / . . W . . / B . . . / . W . ; black",
        side="black",
        stipulation=Stipulation(aim="reach", goal=Asked(name="win"), turns=2),
        sentence="",
        solution=["b4", "c5", "c2"],
        unique="line",
        tree=Tree(nodes=[first, last], replies=1, only=1),
        proof_game=[],
        version="",
    )


@pytest.mark.parametrize(
    ("other", "alone"), [("also", False), ("late", True), ("fails", True), ("same", True)]
)
def test_a_right_turn_is_alone_unless_another_reaches_the_goal_too(other: Class, alone: bool):
    root = solution_of(puzzle(other)).root
    assert root
    assert root.alone
    [(_, last)] = root.answers
    assert last
    assert last.alone is alone
