"""Grow's goals: turns that just reach them and turns that just do not, what is asked, and what of a
position the answer depends on.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ruleproof.models.grow import goals
from ruleproof.models.play.game import State, game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Aim
from ruleproof.solvers.reasoning.laws.conform import conform
from tests.goals import Asked, aims, asked_in, shortest

PAIR = "r1 . . b1 ; red"
APART = "b1 . . b1 r1 . ; red"
TURNS = [
    # both spaces, one of them, and one lost for good
    ("path:4", PAIR, "own", "b1 c1", "a1-b1 @c1", 1),
    ("path:4", PAIR, "own", "b1 c1", "@b1 end", 0),
    ("path:4", "r1 . . b1 ; blue", "own", "b1 c1", "@c1 end", -1),
    ("path:4", PAIR, "take 2", "", "a1-b1 @c1", 1),
    ("path:4", PAIR, "take 2", "", "@c1 end", 0),
    ("path:4", PAIR, "take 3", "", "@c1 end", -1),
    ("path:4", PAIR, "lead 1", "", "@c1 end", 1),
    ("path:4", PAIR, "lead 2", "", "@c1 end", 0),
    ("path:4", PAIR, "lead 3", "", "@c1 end", -1),
    # ahead, but after a turn of the other
    ("path:6", "r1 r0 r0 . . b1 ; blue", "lead 1", "", "@d1 end", 0),
    ("path:6", "r1 . . . . b1 ; red", "encircle 2", "", "@d1 end", 1),
    ("path:6", "r1 . . . . b1 ; red", "encircle 3", "", "@d1 end", 0),
    ("path:6", "r1 . . . . b1 ; red", "encircle 4", "", "@d1 end", -1),
    ("path:5", "b1 . . . r1 ; red", "shut", "a1", "@b1 end", 1),
    ("path:5", "b1 . . . r1 ; red", "shut", "a1", "@c1 end", 0),
    # a group that has grown is the same group, and on a full board none is shut in
    ("path:5", "b1 . . . r1 ; blue", "shut", "a1", "@b1 end", 0),
    ("path:3", "b1 . r1 ; red", "shut", "a1", "@b1", -1),
    ("path:5", "r1 . . r1 b1 ; red", "join", "a1 d1", "a1-b1 @c1", 1),
    ("path:5", "r1 . . r1 b1 ; red", "join", "a1 d1", "@c1 end", 0),
    ("path:5", "r1 . . r1 b1 ; blue", "join", "a1 d1", "@c1 end", -1),
    ("path:6", APART, "cut", "a1 d1", "@b1 end", 1),
    ("path:6", APART, "cut", "a1 d1", "@f1 end", 0),
    ("path:6", "b1 . . b1 r1 . ; blue", "cut", "a1 d1", "a1-b1 @c1 end", -1),
]


@pytest.mark.parametrize(("board", "text", "goal", "cells", "turn", "told"), TURNS)
def test_a_turn_reaches_the_goal_or_does_not(
    board: str, text: str, goal: str, cells: str, turn: str, told: int
):
    """Red is the attacker; a turn is told of by its last move."""
    asked, position = asked_in("grow", board, text, goal, cells, attacker=0)
    *first, last = turn.split()
    before = position.play(" ".join(first)) if first else position
    after = before.play(last)
    assert asked.told(before.state, after.state, asked.marked) == (told, asked.marked)


def test_what_is_asked_of_either_player():
    text = "b1 . . r1 / . . . . / r1 . . b1 ; red"
    position = Position.read(game("grow", "square:3x4", drop="mandatory"), text)
    board = position.game.board

    def asked(player: int) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for goal, aim in aims(position.game, position.state, player):
            names = [board.names[cell] for cell in aim.cells]
            amount = [str(aim.amount)] if aim.amount else []
            found.setdefault(goal.name, []).append(" ".join([*amount, *names]))
        return found

    assert asked(0) == {
        "own": ["b1 c1", "a2 b2", "c2 d2", "b3 c3"],
        "hold": [f"{amount} b1 c1 a2 b2 c2 d2 b3 c3" for amount in (5, 6, 7)],
        "take": ["4", "5", "6", "7"],
        "lead": ["3", "4", "5", "6"],
        "encircle": ["2", "3"],
        "shut": ["d1", "a3"],
        "join": ["a1 d3"],
        "cut": ["d1 a3"],
    }
    assert asked(1)["take"] == ["3", "4", "5", "6"]
    assert asked(1)["join"] == ["d1 a3"]


@pytest.mark.parametrize(
    ("board", "text", "players"),
    [
        ("path:3", "r1 . . ; blue turn=2", 2),
        ("path:3", "r1 r1 b1 ; blue", 2),
        ("path:6", ". r1 g1 . b1 . ; red", 3),
    ],
)
def test_nothing_is_asked_in_setup_or_of_three_or_once_the_board_is_full(
    board: str, text: str, players: int
):
    one = game("grow", board, players=players)
    p = Position.read(one, text).state
    assert aims(one, p, 0) == aims(one, p, 1) == []


def test_turns_that_take_the_same_are_one_answer():
    """A head moved along its group, or into the space that another takes, changes no owner."""
    start = Position.read(game("grow", "path:5"), "r1 r1 . . b1 ; red")
    board, rules = start.game.field, start.game.rules

    def effect(turn: str) -> State:
        return goals.effect(board, rules, start.state, start.play(turn).state)

    assert effect("b1-c1 end") == effect("b1-c1 a1-b1 end") == effect("@c1 end")
    assert effect("b1-c1 end") != effect("@d1 end")
    assert effect("@c1 end") != effect("end")


def _diagrams(first: Position, most: int) -> Iterator[State]:
    """The positions at the start of turns from the first on, some of them, evenly apart."""
    states, seen = [first.state], {first.state}
    for state in states:
        asked = Asked(first.game, goals.GOALS[0], Aim(), 0, state)
        for q in sorted(asked.turns(state, 0)):
            if q not in seen and not first.game.over(q):
                seen.add(q)
                states.append(q)
    yield from states[:: max(1, len(states) // most)]


STARTS = {"path:6": "r1 . . . . b1 ; red", "square:2x3": ". . b1 / r1 . . ; red"}


def test_answers_by_what_is_alike_are_those_by_all_positions():
    """Enumeration that looks at positions that are alike once finds the same as plain one."""
    reached: set[tuple[str, int]] = set()
    for board, text in STARTS.items():
        first = Position.read(game("grow", board, drop="mandatory"), text)
        for d in _diagrams(first, 30):
            for goal, aim in aims(first.game, d, d.side):
                plain = shortest(Asked(first.game, goal, aim, d.side, d), 2)
                fewer = shortest(Asked(first.game, goal, aim, d.side, d, condensed=True), 2)
                assert fewer == plain, (goal.name, aim, d)
                reached.add((goal.name, plain.within))
    assert {("own", 0), ("own", 1), ("take", 2), ("lead", 1), ("cut", 1), ("join", 1)} <= reached


@pytest.mark.slow
def test_the_law_of_goals_holds():
    boards = [game("grow", "path:4"), game("grow", "square:2x2", drop="mandatory")]
    (told,) = conform(boards, only=["goals"])
    assert (told.word, told.broken) == ("holds", None)
