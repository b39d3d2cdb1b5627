"""Solutions as themes see them: which forks have one right turn alone."""

from __future__ import annotations

import pytest

from ruleproof.puzzles.checking import tree_check
from ruleproof.puzzles.judging.solution import line_of, replies_of, solution_of, telling
from ruleproof.puzzles.puzzle import Answer, Class, Entry, Puzzle, Tree, TreeNode
from tests.puzzles.bare import bare


def puzzle(other: Class) -> Puzzle:
    """A puzzle of two turns whose last has another beside it, of that class."""
    first = TreeNode(left=2, turns=[("b4", "right", "", [("c5", "", 1)])])
    last = TreeNode(left=1, turns=[("c2", "right", "", []), ("c3", other, "", [])])
    return bare(
        "esgros hex:3",
        position="B W . / . . . B / . . W . . / B . . . / . W . ; black",
        solution=["b4", "c5", "c2"],
        tree=Tree(nodes=[first, last], replies=1, only=1),
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


@pytest.mark.parametrize(("other", "turns"), [("also", 2), ("fails", 3)])
def test_a_line_that_averts_tells_the_turns_before_the_first_with_an_equal(
    other: Class, turns: int
):
    """Its own line: another reply, which leaves one turn alone, does not matter."""
    one = puzzle(other)
    assert one.tree
    first, last = one.tree.nodes
    replies: list[Answer] = [("c5", "", 1), ("c4", "", 2)]
    first = TreeNode(left=2, turns=[("b4", "right", "", replies)])
    single = TreeNode(left=1, turns=[("c2", "right", "", [])])
    averted = one.model_copy(
        update={
            "stipulation": one.stipulation.model_copy(update={"aim": "avert"}),
            "tree": Tree(nodes=[first, last, single], replies=2, only=1),
        }
    )
    assert len(telling(averted, solution_of(averted)).line) == turns
    assert len(telling(one, solution_of(one)).line) == 3


def answered(*answers: str) -> Tree:
    """A tree in which replies b1, b2, … leave these turns right, the solution's first."""
    nodes = [TreeNode(left=2, turns=[])]
    for texts in answers:
        first, *others = texts.split()
        turns: list[Entry] = [(first, "right", "", [])]
        for text in others:
            turns.append((text, "also", "", []))
        turns.append(("x", "fails", "", []))
        nodes.append(TreeNode(left=1, turns=turns))
    below: list[Answer] = [(f"b{number}", "", number) for number in range(1, len(nodes))]
    nodes[0] = TreeNode(left=2, turns=[("a", "right", "", below)])
    return Tree(nodes=nodes, replies=len(answers), only=0)


@pytest.mark.parametrize(
    ("answers", "moves", "unique"),
    [
        (("c d", "c d e"), ["a", "b1", "c"], False),  # fewest right turns
        (("c d", "c", "c"), ["a", "b2", "c"], True),
        (("c", "c", "d", "c"), ["a", "b3", "d"], True),  # then the rarest answer
        (("c", "c"), ["a", "b1", "c"], True),  # then the first
    ],
)
def test_the_line_shows_the_reply_that_leaves_least(
    answers: tuple[str, ...], moves: list[str], unique: bool
):
    tree = answered(*answers)
    assert line_of(tree) == (moves, unique)
    assert tree_check.line_of(tree) == (moves, unique)


def test_the_line_shows_a_reply_that_lasts_longest():
    tree = answered("c", "c d")
    last = TreeNode(left=0, turns=[("e", "right", "", [])])
    longer: list[Entry] = [("c", "right", "", [("f", "", 3)]), ("d", "also", "", [])]
    nodes = [*tree.nodes[:2], TreeNode(left=1, turns=longer), last]
    tree = tree.model_copy(update={"nodes": nodes})
    assert line_of(tree).moves == ["a", "b2", "c", "f", "e"] == tree_check.line_of(tree)[0]


def test_where_a_goal_is_averted_a_last_reply_is_known():
    tree = answered("c")
    ends: list[Entry] = [("c", "right", "", [("p", "", None), ("q", "", None)])]
    tree = tree.model_copy(update={"nodes": [tree.nodes[0], TreeNode(left=1, turns=ends)]})
    assert replies_of(tree, averts=True) == {0: "b1", 1: "p"}
    assert replies_of(tree, averts=False) == {0: "b1"}
    assert line_of(tree).moves == ["a", "b1", "c"]
