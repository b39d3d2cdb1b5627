"""The oracle of puzzles knows true ones from false ones, and so does `puzzles check`."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from lab.attack.puzzle_truth import false
from lab.attack.puzzles import MADE as MADE_FILE
from lab.attack.puzzles import edited
from ruleproof.puzzles.checking.check import check_set
from ruleproof.puzzles.puzzle import read_set

LINES = MADE_FILE.read_text(encoding="utf-8").splitlines()
MADE = [json.loads(line) for line in LINES if '"game":"esgros"' in line]
AVERT, REACH, HELP = range(3)
DERIVED: dict[str, Any] = {"themes": [], "hints": None, "worth": None}


def turns(puzzle: Any, *kinds: str) -> list[Any]:
    """The turns of those classes in the diagram."""
    return [entry for entry in puzzle["tree"]["nodes"][0]["turns"] if entry[1] in kinds]


def wrong(puzzle: Any) -> Any:
    """The first wrong turn."""
    return turns(puzzle, "late", "fails")[0]


def told_as_the_solution(puzzle: Any) -> None:
    one, other = turns(puzzle, "right")[0], wrong(puzzle)
    one[1], other[1] = other[1], one[1]


def told_as_right_too(puzzle: Any) -> None:
    wrong(puzzle)[1] = "also"


def a_turn_left_out(puzzle: Any) -> None:
    puzzle["tree"]["nodes"][0]["turns"].remove(wrong(puzzle))


def a_reply_left_out(puzzle: Any) -> None:
    del turns(puzzle, "right")[0][3][0]


def a_reply_that_leads_elsewhere(puzzle: Any) -> None:
    turns(puzzle, "right")[0][3][0][2] = 0


def refuted_by_nothing(puzzle: Any) -> None:
    wrong(puzzle)[3] = []


def another_change(puzzle: Any) -> None:
    turns(puzzle, "right")[0][2] += " a1=W"


def a_turn_more(puzzle: Any) -> None:
    puzzle["stipulation"]["turns"] += 1


def another_amount(puzzle: Any) -> None:
    puzzle["stipulation"]["goal"]["amount"] += 5


def another_line(puzzle: Any) -> None:
    puzzle["solution"][0] = puzzle["solution"][-1]


def another_game(puzzle: Any) -> None:
    del puzzle["proof_game"][-1]


def another_setting(puzzle: Any) -> None:
    puzzle["settings"]["full"] = "loss"


FORGED: tuple[tuple[int, Callable[[Any], None]], ...] = (
    *((number, edit) for number in (AVERT, REACH) for edit in (
        told_as_the_solution, told_as_right_too, a_turn_left_out, a_reply_left_out,
        a_reply_that_leads_elsewhere, refuted_by_nothing, another_change,
    )),
    *((REACH, edit) for edit in (a_turn_more, another_amount)),
    *((number, edit) for number in (AVERT, REACH, HELP) for edit in (
        another_game, another_setting,
    )),
    *((HELP, edit) for edit in (a_turn_more, another_line)),
)  # fmt: skip


def accepted(puzzle: Any) -> bool:
    """Whether `puzzles check` finds nothing wrong with it."""
    try:
        return not check_set(read_set(json.dumps(puzzle), "set.jsonl"))
    except ValueError:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", MADE, ids=lambda puzzle: puzzle["id"])
def test_puzzles_that_were_made_are_true(puzzle: Any):
    assert false(puzzle, []) == ""
    assert false(puzzle, MADE) == ""
    assert false(puzzle | DERIVED, MADE) == ""
    assert accepted(puzzle)


@pytest.mark.parametrize(("number", "edit"), FORGED)
def test_forged_puzzles_are_known(number: int, edit: Callable[[Any], None]):
    puzzle = json.loads(json.dumps(MADE[number] | DERIVED))
    edit(puzzle)
    assert false(puzzle, MADE)
    assert not accepted(puzzle)


def test_other_words_of_the_same_puzzle_are_known():
    assert false(MADE[REACH] | {"themes": ["none"]}, MADE)
    assert not false(MADE[REACH] | {"version": "another"}, MADE)


def test_edits_change_puzzles_and_do_so_again():
    found: list[list[str]] = []
    for _ in range(2):
        texts: list[str] = []
        for number in range(300):
            puzzle = json.loads(json.dumps(MADE[number % len(MADE)]))
            edited(Random(number), puzzle, MADE)
            texts.append(json.dumps(puzzle))
        found.append(texts)
    assert found[0] == found[1]
    assert len(set(found[0])) > 200
