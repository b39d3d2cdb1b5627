"""Esgros' goals: turns that just reach them and turns that just do not, and what is asked."""

from __future__ import annotations

from typing import Any

import pytest

from ruleproof.models.esgros import goals
from ruleproof.models.play.game import game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Aim
from ruleproof.solvers.reasoning.laws.conform import conform
from tests.goals import Shortest, asked_in, shortest

TURNS = [
    # removed by a larger group; kept by one no larger; a group is gone with its grown part
    ("path:5", "B . W B B ; black", "remove", "c1", "b1", 1),
    ("path:6", "B . W W B B ; black", "remove", "c1 d1", "b1", 0),
    ("path:5", "B . W B B ; white", "remove", "c1", "b1", 0),
    # two stones at once, and one alone; a turn of the other takes nothing for the attacker
    ("path:5", "W B . B W ; black", "take 2", "", "c1", 1),
    ("path:5", "W B . B W ; black", "take 3", "", "c1", 0),
    # a stone placed is worth one, a stone removed one more; the other's turn costs one
    ("path:5", "W B . B W ; black", "gain 3", "", "c1", 1),
    ("path:5", "W B . B W ; black", "gain 4", "", "c1", 0),
    # groups joined by the stone between them; by one elsewhere they are not; lost once removed
    ("path:6", "B B . B . W ; black", "join", "a1 b1 d1", "c1", 1),
    ("path:7", "B . B . B B W ; black", "join", "a1 c1", "d1", 0),
    ("path:7", "B . B . B B W ; black", "join", "a1 c1", "b1", 1),
    ("path:6", "B . B . W W ; white", "join", "a1 c1", "d1", -1),
    # as large as asked
    ("path:5", "W B . B W ; black", "grow 3", "", "c1", 1),
    ("path:5", "W B . B W ; black", "grow 4", "", "c1", 0),
]


@pytest.mark.parametrize(("board", "text", "goal", "cells", "turn", "told"), TURNS)
def test_a_turn_reaches_the_goal_or_does_not(
    board: str, text: str, goal: str, cells: str, turn: str, told: int
):
    """The attacker owns what is joined, and else is Black; legality is not what is tested."""
    asked, position = asked_in("esgros", board, text, goal, cells, attacker=0)
    chosen = asked.game
    after = chosen.play(position.state, chosen.read_move(turn))
    assert asked.told(position.state, after, asked.marked) == (told, asked.marked)


LINES = [
    # e4 prepares both a stone at d4 and one at e1; White can answer one of them
    ("W B . / . . W B / B . . . . / W B . . / . . W ; black", "remove", "e1", "b4"),
    (". W . / W B . B / B . . . . / . W B . / . . W ; black", "take 3", "", "a1"),
    ("B W . / . . . W / B W B . B / . . . W / B W B ; white", "gain 7", "", "d1"),
    ("B . W / . W B B / . B . . . / B . B B / . B . ; black", "join", "d3 d4 e1", "c1"),
    (". . . / . W . W / B . W . W / W . B . / B W W ; white", "grow 4", "", "e2"),
]


@pytest.mark.parametrize(("text", "goal", "cells", "key"), LINES)
def test_two_turns_with_one_key_each(text: str, goal: str, cells: str, key: str):
    asked, position = asked_in("esgros", "hex:3", text, goal, cells)
    assert asked.aim in asked.goal.aims(asked.game, position.state, asked.attacker)
    assert shortest(asked, 2) == Shortest(2, 1)
    assert asked.keys(2) == [position.play(key).state]


def test_what_is_asked_of_either_player():
    p = Position.read(game("esgros", "path:7"), "W W B . B W . ; black").state
    told = {goal.name: goal for goal in goals.GOALS}

    def aims(name: str, attacker: int) -> list[Aim]:
        return list(told[name].aims(game("esgros", "path:7"), p, attacker))

    assert aims("remove", 0) == [Aim((0, 1)), Aim((5,))]
    assert aims("remove", 1) == [Aim((2,)), Aim((4,))]
    assert aims("take", 0) == [Aim((), 3)]
    assert aims("gain", 1) == [Aim((), 1)]
    assert aims("join", 0) == [Aim((2, 4))]
    assert aims("join", 1) == []
    assert aims("grow", 1) == [Aim((), 3), Aim((), 4)]


@pytest.mark.parametrize("text", [". . . . ; black", "B . . . ; white", "B W B W ; black"])
def test_nothing_is_asked_before_both_have_stones_or_once_play_is_over(text: str):
    p: Any = Position.read(game("esgros", "path:4"), text).state
    for goal in goals.GOALS:
        assert [*goal.aims(game("esgros", "path:4"), p, 0)] == []


def test_nothing_is_asked_while_colours_may_be_exchanged():
    position = Position.start(game("esgros", "path:4", pie="on")).play("b1")
    assert not any(goal.aims(position.game, position.state, 1) for goal in goals.GOALS)


def test_the_law_of_goals_holds():
    (told,) = conform([game("esgros", "hex:2"), game("esgros", "path:4")], only=["goals"])
    assert (told.word, told.broken) == ("holds", None)
