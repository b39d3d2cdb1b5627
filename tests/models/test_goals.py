"""Games' goals: turns that just reach them and turns that just do not, what is asked, and which
turns are one answer.

`goals.txt` lists positions under `[game board settings]`, and below each, of the first player or of
the one that is named:

    goal : moves => answers     what each turn comes to, or the last: reached 1, open 0, lost -1,
                                and the cells that the goal is about then, where these are others
    ? goal = aims               what the goal is asked of; of no goal: any
    ! goal = key                the goal is reached within two turns, by that first turn alone
    ~ turn, turn = number       how many different answers the turns are
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ruleproof.models.grow import goals as of_grow
from ruleproof.models.play.game import State, game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Aim
from ruleproof.solvers.reasoning.laws.conform import conform
from tests.goals import Asked, Shortest, aims, shortest
from tests.ready import ready


class Row(NamedTuple):
    """A row of the table: what it asks in a position of a game, and the answer."""

    said: str
    text: str
    ask: str
    answer: str


def rows() -> Iterator[Row]:
    said = text = ""
    for line in Path(__file__).with_name("goals.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            said = line.strip("[]")
        elif line.startswith(" "):
            ask, _, answer = line.strip().partition(" => " if "=>" in line else " = ")
            yield Row(said, text, ask.strip(), answer)
        elif line[:1] not in ("", "#"):
            text = line


def of_kind(kind: str) -> pytest.MarkDecorator:
    """The rows that begin so; those that begin with a goal for none."""
    some = [one for one in rows() if one.ask[0] == kind or (not kind and one.ask[0].isalpha())]
    cases = [pytest.param(one, id=f"{one.said}: {one.ask} {n}") for n, one in enumerate(some)]
    return pytest.mark.parametrize("row", cases)


def asked_in(position: Position, words: str, player: int = 0) -> Asked:
    """The goal of a row, of that player or of the one that is named."""
    first, *rest = words.split()
    players, board = position.game.players, position.game.board
    name, *about = rest if first in players else [first, *rest]
    amount = int(about.pop(0)) if about and about[0].isdigit() else 0
    goals: Any = position.game.rulebook.module("goals")
    (goal,) = (one for one in goals.GOALS if one.name == name)
    who = players.index(first) if first in players else player
    return Asked(
        position.game, goal, Aim(tuple(map(board.cell, about)), amount), who, position.state
    )


@of_kind("")
def test_turns_reach_a_goal_or_just_do_not(row: Row) -> None:
    position = Position.read(ready(row.said), row.text)
    goal, _, line = row.ask.partition(" : ")
    asked = asked_in(position, goal)
    marked, found = asked.marked, list[tuple[int, str]]()
    for move in line.split():  # legal or not
        after = position.after(position.game.read_move(move))
        told, marked = asked.told(position.state, after.state, marked)
        found.append((told, position.game.board.name_of(marked)))
        position = after
    same = position.game.board.name_of(asked.marked)
    answers = [one.partition(" ") for one in row.answer.split(", ")]
    wanted = [(int(told), (cells or same).replace("none", "")) for told, _, cells in answers]
    assert found[-len(wanted) :] == wanted


@of_kind("?")
def test_goals_are_asked_of_what_could_be_met_and_is_not(row: Row) -> None:
    position = Position.read(ready(row.said), row.text)
    players, board = position.game.players, position.game.board
    _, *words = row.ask.split()
    who = players.index(words[0]) if words and words[0] in players else 0
    found = [
        " ".join([str(aim.amount)] * bool(aim.amount) + [board.names[one] for one in aim.cells])
        for goal, aim in aims(position.game, position.state, who)
        if not words or goal.name == words[-1]
    ]
    assert found == ([] if row.answer == "nothing" else row.answer.split(" | "))
    assert words or not aims(position.game, position.state, 1)


@of_kind("!")
def test_two_turns_with_one_key_each(row: Row) -> None:
    position = Position.read(ready(row.said), row.text)
    asked = asked_in(position, row.ask.removeprefix("! "), position.state.side)
    assert asked.aim in asked.goal.aims(asked.game, position.state, asked.attacker)
    assert shortest(asked, 2) == Shortest(2, 1)
    assert asked.keys(2) == [position.play(row.answer).state]


@of_kind("~")
def test_turns_that_come_to_the_same_are_one_answer(row: Row) -> None:
    position = Position.read(ready(row.said), row.text)
    goals: Any = position.game.rulebook.module("goals")
    after = [position.play(turn).state for turn in row.ask.removeprefix("~ ").split(", ")]
    about = position.game.field, position.game.rules, position.state
    assert len({goals.effect(*about, one) for one in after}) == int(row.answer)


@pytest.mark.parametrize("name", ["esgros", "gro", "grow", "incrowd", "sow"])
def test_every_goal_has_a_turn_that_reaches_it_and_one_that_does_not(name: str) -> None:
    goals: Any = ready(name).rulebook.module("goals")
    met: set[tuple[str, bool]] = set()
    for row in rows():
        goal, colon, _ = row.ask.partition(" : ")
        if colon and row.said.startswith(f"{name} "):
            (which,) = {one.name for one in goals.GOALS} & set(goal.split())
            met.add((which, "1" in row.answer.replace("-1", "").split(", ")[-1][:1]))
    assert met == {(one.name, told) for one in goals.GOALS for told in (True, False)}


@pytest.mark.parametrize(
    "boards",
    [
        *("esgros hex:2, esgros path:4", "incrowd square:2x3"),
        pytest.param("grow path:4, grow square:2x2 drop=mandatory", marks=pytest.mark.slow),
    ],
)
def test_the_law_of_goals_holds(boards: str) -> None:
    (told,) = conform([ready(one) for one in boards.split(", ")], only=["goals"])
    assert (told.word, told.broken) == ("holds", None)


def diagrams(first: Position, most: int) -> Iterator[State]:
    """The positions at the start of turns from the first on, some of them, evenly apart."""
    states, seen = [first.state], {first.state}
    for state in states:
        asked = Asked(first.game, of_grow.GOALS[0], Aim(), 0, state)
        for q in sorted(asked.turns(state, 0)):
            if q not in seen and not first.game.over(q):
                seen.add(q)
                states.append(q)
    yield from states[:: max(1, len(states) // most)]


def test_answers_by_what_is_alike_are_those_by_all_positions() -> None:
    """Enumeration that looks at positions that are alike once finds the same as plain one."""
    reached: set[tuple[str, int]] = set()
    for board, text in (("path:6", "r1 . . . . b1 ; red"), ("square:2x3", ". . b1 / r1 . . ; red")):
        first = Position.read(game("grow", board, drop="mandatory"), text)
        for d in diagrams(first, 30):
            for goal, aim in aims(first.game, d, d.side):
                plain = shortest(Asked(first.game, goal, aim, d.side, d), 2)
                fewer = shortest(Asked(first.game, goal, aim, d.side, d, condensed=True), 2)
                assert fewer == plain, (goal.name, aim, d)
                reached.add((goal.name, plain.within))
    assert {("own", 0), ("own", 1), ("take", 2), ("lead", 1), ("cut", 1), ("join", 1)} <= reached
