"""In Crowd's goals: turns that just reach them and turns that just do not, and what is asked."""

from __future__ import annotations

import pytest

from ruleproof.models.incrowd import goals
from ruleproof.models.play.game import game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Aim
from ruleproof.solvers.reasoning.laws.conform import conform
from tests.goals import Shortest, aims, asked_in, shortest

PAGE = "B . B . . / B . . . B / W W W . . / B . W . W / B . W . . ; black"
"""The page's example before its last move: b4 flips a3, then b3, and d4 flips nothing."""
FULL = ". W W W / W W W W / W W W W / W W W B ; black"
TURNS = [
    ("square:5x5", PAGE, "flip", "b3", "b4", 1),
    ("square:5x5", PAGE, "flip", "c3", "b4", 0),
    ("square:5x5", PAGE, "pair", "a3 b3", "b4", 1),
    ("square:5x5", PAGE, "pair", "b3 c3", "b4", 0),
    ("square:5x5", PAGE, "block", "a3 b3 a4 b4", "b4", 1),
    ("square:5x5", PAGE, "block", "a2 b2 a3 b3", "b4", 0),
    ("square:5x5", PAGE, "chain 2", "", "b4", 1),
    ("square:5x5", PAGE, "chain 3", "", "b4", 0),
    ("square:5x5", PAGE, "gain 3", "", "b4", 1),
    ("square:5x5", PAGE, "gain 4", "", "b4", 0),
    ("square:5x5", PAGE, "gain 1", "", "pass", 0),
    # b1 makes three stones of the corner, of which none is ever outnumbered; a stone less does not
    ("square:3x3", "W . B / B . . / B . W ; black", "secure", "a1", "b1", 1),
    ("square:3x3", "W . B / B . . / B . W ; black", "secure", "a1", "c2", 0),
    ("square:3x3", "W . B / B . . / B . W ; black", "secure", "a2", "c2", 0),
    # a stone that changes colour itself is no flip of the other's
    ("square:4x4", FULL, "gain 1", "", "a4", 0),
]


@pytest.mark.parametrize(("board", "text", "goal", "cells", "turn", "told"), TURNS)
def test_a_turn_reaches_the_goal_or_does_not(
    board: str, text: str, goal: str, cells: str, turn: str, told: int
):
    asked, position = asked_in("incrowd", board, text, goal, cells)
    assert asked.told(position.state, position.play(turn).state, asked.marked) == (
        told,
        asked.marked,
    )


def test_flips_by_the_other_player_are_no_chain_of_the_attacker():
    """Under turncoat-chain=on Black's stone at b2 turns white and flips b1 for White."""
    text = "W W W / W . W / W B W ; black"
    asked, position = asked_in(
        "incrowd", "square:3x3", text, "chain 1", attacker=1, turncoat_chain="on"
    )
    after = position.play("b2")
    assert after.state.black == 0
    assert asked.told(position.state, after.state, 0) == (0, 0)


LINES = [
    (
        "W W W W . / W . W W W / . W . B B / W W B B . / . B B . B ; black",
        "block", "b2 c2 b3 c3", "a3",
    ),
    (". . B W W / B B . W . / B B B W W / W . W W . / W W . . W ; white", "flip", "b3", "b2"),
    (". . B W W / B B . W . / B B B W W / W . W W . / W W . . W ; white", "pair", "b3 c3", "b2"),
    ("B W W . W / . . . W W / W W W . W / B B . . W / B . B B W ; white", "secure", "b3", "b4"),
    ("W W W W . / W W W W W / W . W W W / B B B . W / B . B W W ; white", "gain 7", "", "b1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "goal", "cells", "key"), LINES)
def test_two_turns_with_one_key_each(text: str, goal: str, cells: str, key: str):
    asked, position = asked_in("incrowd", "square:5x5", text, goal, cells)
    assert asked.aim in asked.goal.aims(asked.game, position.state, asked.attacker)
    assert shortest(asked, 2) == Shortest(2, 1)
    assert asked.keys(2) == [position.play(key).state]


def test_what_is_asked_of_either_player():
    """Black, to move, is asked for more than b4 flips, White for what would be a threat."""
    position = Position.read(game("incrowd", "square:5x5"), PAGE)
    board = position.game.board

    def asked(player: int) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for goal, aim in aims(position.game, position.state, player):
            names = " ".join(board.names[cell] for cell in aim.cells)
            found.setdefault(goal.name, []).append(names or str(aim.amount))
        return found

    assert asked(0) == {
        "flip": ["c1", "c2", "e2", "a3", "b3", "c3"],
        "pair": ["c1 c2", "c2 b3", "c2 c3", "a3 b3", "b3 c3"],
        "block": ["a2 b2 a3 b3", "a3 b3 a4 b4"],
        "chain": ["3", "4"],
        "gain": ["4", "5", "6"],
        "secure": ["e4", "c5"],
    }
    assert asked(1)["chain"] == ["2"]
    assert asked(1)["gain"] == ["3"]


@pytest.mark.parametrize("text", ["B . . / . . . / . . W ; black", "W B ; black passes=2"])
def test_nothing_is_asked_in_phase_1_or_once_both_have_passed(text: str):
    board = "square:1x2" if "passes" in text else "square:3x3"
    one = game("incrowd", board)
    p = Position.read(one, text).state
    assert aims(one, p, 0) == aims(one, p, 1) == []


def test_stones_that_never_flip_are_not_asked_for():
    """The corner's three are safe; every other stone of Black can still be flipped."""
    one = game("incrowd", "square:3x3")
    p = Position.read(one, "W . W / B . . / B B . ; white").state
    flips = next(goal for goal in goals.GOALS if goal.name == "flip")
    assert [*flips.aims(one, p, 1)] == []
    p = Position.read(one, "W . W / B . . / B . W ; white").state
    assert [*flips.aims(one, p, 1)] == [Aim((0,)), Aim((3,))]


def test_the_law_of_goals_holds():
    (told,) = conform([game("incrowd", "square:2x3")], only=["goals"])
    assert (told.word, told.broken) == ("holds", None)
