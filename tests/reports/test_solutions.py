"""Solutions as print tells them: the line, answers to other replies, wrong turns refuted."""

from __future__ import annotations

import pytest

from ruleproof.puzzles.judging.solution import turns_of_line
from ruleproof.puzzles.puzzle import Entry, Puzzle
from ruleproof.reports.wording.solutions import answers, few, refutations, told
from tests.reports.small_puzzles import SMALL, help_puzzle, small_puzzle
from tests.starter_sets import starter


def lines(puzzle: Puzzle) -> list[str]:
    """The whole solution, with plain blanks."""
    found = told(puzzle)
    return [line.replace("\u00a0", " ") for line in (f"{found.key} {found.rest}", *found.more)]


def test_a_reply_that_refutes_most_turns_is_told_so():
    for name in SMALL:
        for puzzle in starter(name):
            for one in refutations(puzzle):
                if one.most:
                    assert puzzle.tree
                    wrong = [
                        turn for turn in puzzle.tree.nodes[0].turns if turn[1] in ("late", "fails")
                    ]
                    refuted = [turn for turn in wrong if turn[3] and turn[3][0][0] == one.reply]
                    assert 2 * len(refuted) >= len(wrong)
                    assert f"Most other turns? {one.reply}!" in lines(puzzle)[-1]
    assert any(one.most for puzzle in starter("incrowd") for one in refutations(puzzle))


def test_an_answer_that_is_not_the_only_one_is_not_told():
    for name in SMALL:
        for puzzle in starter(name):
            for answer, replies in answers(puzzle):
                assert puzzle.tree
                children = {reply: child for reply, _, child in puzzle.tree.nodes[0].right[3]}
                for reply in replies:
                    child = children[reply]
                    assert child is not None
                    kinds = {turn: kind for turn, kind, _, _ in puzzle.tree.nodes[child].turns}
                    assert kinds[answer] == "right"
                    assert "also" not in kinds.values()


def test_long_strings_of_turns_are_counted():
    assert few(["a1", "b1", "c1", "d1", "e1"]) == "a1, b1, c1, d1 or e1"
    assert few(["a1", "b1", "c1", "d1", "e1", "f1"]) == "a1, b1, c1, d1 and 2 others"
    assert few(["a1 end", "b1 end", "c1 end"]) == "a1 end, b1 end or c1 end"


@pytest.mark.parametrize("name", SMALL)
def test_every_puzzle_against_a_defence_has_a_wrong_turn_refuted(name: str):
    """In one turn nothing is left to reply to."""
    for puzzle in starter(name):
        defended = puzzle.tree is not None and puzzle.stipulation.turns != 1
        assert bool(refutations(puzzle)) == defended


def test_a_line_is_told_in_whole_turns():
    puzzle = small_puzzle("grow")
    assert puzzle.tree
    _, _, _, replies = puzzle.tree.nodes[0].turns[-1]
    last = puzzle.tree.nodes[1].turns[0][0]
    assert turns_of_line(puzzle) == [puzzle.key, replies[0][0], last]


def test_a_line_without_a_tree_is_told_in_whole_turns():
    puzzle = small_puzzle("grow")
    without = puzzle.model_copy(update={"tree": None, "tries": []})
    assert turns_of_line(without) == turns_of_line(puzzle)
    assert lines(help_puzzle()) == ["1. a1, b2; 2. b3"]


def test_without_tries_the_wrong_turn_that_is_only_late_is_refuted():
    puzzle = small_puzzle("esgros").model_copy(update={"tries": []})
    assert puzzle.tree
    _, second, *others = puzzle.tree.nodes[0].turns
    late = (second[0], "late", second[2], second[3])
    node = puzzle.tree.nodes[0].model_copy(
        update={"turns": [puzzle.tree.nodes[0].turns[0], late, *others]}
    )
    tree = puzzle.tree.model_copy(update={"nodes": [node, *puzzle.tree.nodes[1:]]})
    (wrong,) = refutations(puzzle.model_copy(update={"tree": tree}))
    assert wrong == ([second[0]], second[3][0][0], True, False)
    assert lines(puzzle.model_copy(update={"tree": tree}))[-1].endswith("! (one turn too late)")


def tree_of(*wrong: Entry) -> Puzzle:
    """A puzzle without tries whose diagram has these turns, and one right."""
    puzzle = small_puzzle("esgros").model_copy(update={"tries": []})
    assert puzzle.tree
    first, *rest = puzzle.tree.nodes
    node = first.model_copy(update={"turns": [*wrong, first.right]})
    tree = puzzle.tree.model_copy(update={"nodes": [node, *rest]})
    return puzzle.model_copy(update={"tree": tree})


def fails(turn: str, reply: str) -> Entry:
    """A wrong turn that changes its cell, with a reply that does the same."""
    return turn, "fails", f"{turn}=B", [(reply, f"{reply}=W", None)]


def test_the_wrong_turn_that_withstands_most_replies_is_told():
    """The reply to most turns does not refute the second but last; the last takes its cell."""
    puzzle = tree_of(
        fails("a2", "a1"),
        fails("a3", "a1"),
        fails("b1", "a1"),
        fails("b2", "c1"),
        fails("a1", "a2"),
    )
    assert refutations(puzzle) == [(["b2"], "c1", False, False)]


def test_every_answer_to_another_reply_is_told_or_counted():
    def told_of(many: int) -> list[str]:
        puzzle = small_puzzle("esgros")
        assert puzzle.tree
        first, last = puzzle.tree.nodes
        replies = [(f"r{one}", "", one) for one in range(1, many + 1)]
        right = (first.right[0], "right", first.right[2], replies)
        nodes = [first.model_copy(update={"turns": [right]})]
        for one in range(1, many + 1):
            nodes.append(last.model_copy(update={"turns": [(f"t{one}", "right", "", [])]}))
        tree = puzzle.tree.model_copy(update={"nodes": nodes})
        changed = {"tree": tree, "tries": [], "solution": [right[0], "r1", "t1"]}
        return lines(puzzle.model_copy(update=changed))[1:]

    assert told_of(7) == [f"After r{one}: 2. t{one}." for one in range(2, 8)]
    assert told_of(8)[-1] == "Other replies have 1 more right answer."
    assert told_of(10)[-1] == "Other replies have 3 more right answers."


def test_groups_of_wrong_turns_of_several_moves_have_lines_of_their_own():
    puzzle = tree_of(
        *(fails(f"{a} end", f"{b} end") for a, b in (("a1", "b1"), ("a2", "b1"), ("a3", "b2")))
    )
    tries = [("a1 end", "b1 end"), ("a2 end", "b1 end"), ("a3 end", "b2 end")]
    assert lines(puzzle.model_copy(update={"tries": tries}))[-2:] == [
        "a1 end or a2 end? b1 end!;",
        "a3 end? b2 end!",
    ]
