"""Worth: how direct a key is, and what is left out of a set for it."""

from __future__ import annotations

import random

import pytest

from ruleproof import game
from ruleproof.models.play import notation
from ruleproof.puzzles.posing.candidates import Composer
from ruleproof.puzzles.posing.editing import economical, plainer
from ruleproof.puzzles.puzzle import Entry, Puzzle, Tree, TreeNode
from ruleproof.puzzles.starter import starter, starters
from ruleproof.puzzles.stipulations import Asked, Stipulation
from ruleproof.puzzles.telling.worth import (
    UNDEFENDED,
    WEIGHTS,
    dull,
    indirect,
)


def tree(*wrong: tuple[str, str]) -> Tree:
    """The right turn goes to a1; wrong turns with the replies that refute them."""
    turns: list[Entry] = [("a1", "right", "a1=B b1=.", []), ("late", "late", "c1=B", [])]
    for at, (reply, changes) in enumerate(wrong):
        turns.append((f"w{at}", "fails", f"w{at}=B", [(reply, changes, None)]))
    return Tree(nodes=[TreeNode(left=1, turns=turns)], replies=1, only=1)


def test_a_key_where_wrong_turns_are_refuted_is_direct() -> None:
    there, captured, elsewhere = ("a1", "a1=W"), ("d4", "b1=. d4=W"), ("e5", "e5=W")
    assert indirect(tree(there, captured)) == 0
    assert indirect(tree(there, elsewhere)) == 0.5
    assert indirect(tree(elsewhere)) == 1
    assert indirect(tree()) == 0.5
    assert indirect(None) == UNDEFENDED


def changed(puzzle: Puzzle, aim: str, **parts: float) -> Puzzle:
    """The puzzle with another aim and other parts of its worth."""
    assert puzzle.worth
    return puzzle.model_copy(
        update={
            "stipulation": puzzle.stipulation.model_copy(update={"aim": aim}),
            "worth": puzzle.worth.model_copy(update={"parts": puzzle.worth.parts | parts}),
        }
    )


TWO = next(one for one in starter("esgros") if one.stipulation.turns == 2)
"""A puzzle in two turns."""


def test_a_plain_parry_is_a_defence_that_fills_the_hole_with_nothing_to_follow() -> None:
    some = TWO
    whole = {"tightness": 1.0}
    assert dull(changed(some, "avert", indirect=0.05, purpose=0.4, **whole)) == "a plain parry"
    assert not dull(changed(some, "avert", indirect=0.05, purpose=0.9, **whole))
    assert not dull(changed(some, "avert", indirect=0.5, purpose=0.4, **whole))
    assert not dull(changed(some, "reach", indirect=0.05, purpose=0.4, **whole))


def test_a_defence_is_over_where_nearly_any_later_turn_will_do() -> None:
    some = TWO
    far = {"indirect": 1.0}
    assert dull(changed(some, "avert", tightness=0.0, purpose=0.45, **far)) == "over after the key"
    assert not dull(changed(some, "avert", tightness=0.2, purpose=0.45, **far))
    assert not dull(changed(some, "avert", tightness=0.0, purpose=0.6, **far))
    assert not dull(changed(some, "reach", tightness=0.0, purpose=0.45, **far))


def test_a_uniform_puzzle_has_one_answer_within_its_turns() -> None:
    some = TWO
    uniform = "one reply and one answer to everything"
    assert dull(changed(some, "reach", variety=0.05)) == uniform
    assert not dull(changed(some, "reach", variety=0.2))
    whole = some.stipulation.model_copy(update={"turns": None})
    longer = changed(some.model_copy(update={"stipulation": whole}), "reach", variety=0.05)
    assert dull(longer) != uniform


@pytest.mark.parametrize("name", starters())
def test_starter_sets_leave_out_what_is_dull(name: str) -> None:
    for puzzle in starter(name):
        assert puzzle.worth
        assert puzzle.worth.parts.keys() == WEIGHTS.keys()
        assert not dull(puzzle)


# Facts beside the board, and wins

PASSED = ". . . . / . r1 . . / . . b1 . / . . . . ; red placed=2 passes=1"


def test_facts_beside_the_board_go_where_the_rules_allow_it() -> None:
    small = game("gro", "dish:1,2")
    state = notation.read(small, PASSED)
    shown = [notation.show(small, one) for one in plainer(small, state)]
    assert notation.show(small, state._replace(passes=0)) in shown
    assert notation.show(small, state) not in shown


def test_a_pass_before_the_diagram_goes_with_idle_pieces() -> None:
    chosen = game("gro")
    rows = "- - . . . . - - / - . . . . . . - / b1 . . . . . . . / . r2 . . . . . . / "
    rows += ". . . . . . . . / . . . . . . . . / - . . . . . . - / - - . . . . - -"
    state = notation.read(chosen, f"{rows} ; red placed=2 passes=1")
    area = Asked(name="area", cells=["a6", "b6", "b7", "c6", "c7", "c8"])
    asked = Stipulation(aim="reach", goal=area, turns=2)
    composer = Composer(chosen)
    assert composer.keys(state, asked, 1) == 1
    assert economical(composer, state, asked, random.Random(1)).passes == 0
