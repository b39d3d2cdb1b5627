"""What a defence is, how many lines a person follows, and which puzzles have one solution."""

from __future__ import annotations

import pytest

from ruleproof.puzzles.checking.twins import idea, shape
from ruleproof.puzzles.judging.defence import LINES, common, lines_of, one_answer
from ruleproof.puzzles.judging.solution import length
from ruleproof.puzzles.making.places import SHORT, UNDEFENDED, undefended
from ruleproof.puzzles.posing.asking import AIM
from ruleproof.puzzles.puzzle import Class, Entry, Tree, TreeNode
from ruleproof.puzzles.starter import starter, starters
from tests.puzzles.bare import bare

WHOLE = 100
"""The puzzles of a whole set."""


def turn(text: str, kind: Class = "right", *children: int) -> Entry:
    """A turn with a reply that leads to each of these nodes."""
    return text, kind, f"{text.split()[0]}=B", [(f"reply {one}", "", one) for one in children]


def tree(*nodes: list[Entry]) -> Tree:
    """The tree of a puzzle in two turns."""
    made = [TreeNode(left=2 - bool(number), turns=turns) for number, turns in enumerate(nodes)]
    return Tree(nodes=made, replies=len(nodes) - 1, only=0)


KEY = [turn("a1", "right", 1, 2)]


def test_two_replies_with_two_answers_are_a_defence() -> None:
    assert not one_answer(tree(KEY, [turn("b1")], [turn("c1")]))
    assert not one_answer(tree(KEY, [turn("b1"), turn("c1", "fails")], [turn("c1")]))


def test_a_turn_that_is_right_after_every_reply_leaves_no_defence() -> None:
    both = tree(KEY, [turn("b1"), turn("c1", "also")], [turn("c1")])
    assert common(both, 0) == {"c1"}
    assert one_answer(both)
    assert one_answer(tree([turn("a1", "right", 1)], [turn("b1")]))


def test_turns_of_several_moves_are_one_answer_if_they_change_the_same() -> None:
    assert one_answer(tree(KEY, [turn("b1 c1 end")], [turn("b1 d1 end")]))


def test_lines_are_told_apart_by_the_solvers_turns() -> None:
    assert lines_of(tree(KEY, [turn("b1")], [turn("c1")])) == 2
    assert lines_of(tree(KEY, [turn("b1")], [turn("b1")])) == 1


def test_one_solution_up_to_symmetry_and_shift_is_one_idea() -> None:
    def told(*solution: str) -> str:
        position = ". . . . . . W ; black"
        return idea(bare("esgros path:7", position=position, solution=[*solution]))

    assert told("a1", "f1", "b1") == told("b1", "f1", "c1") == told("c1", "f1", "b1")
    assert told("a1", "f1", "b1") != told("a1", "f1", "c1")


@pytest.mark.parametrize("game", starters())
def test_starter_sets_are_ladders_of_different_ideas_with_a_defence(game: str) -> None:
    puzzles = starter(game)
    many = len(puzzles)
    assert len({idea(one) for one in puzzles}) == len({shape(one) for one in puzzles}) == many
    assert all(one.tree is None or lines_of(one.tree) <= LINES for one in puzzles)
    assert all(one.stipulation.name in AIM for one in puzzles if undefended(one))
    assert sum(map(undefended, puzzles)) <= UNDEFENDED * many
    for turns, share in SHORT.items():
        assert sum(length(one) == turns for one in puzzles) <= share * WHOLE
