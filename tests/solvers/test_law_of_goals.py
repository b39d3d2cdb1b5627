"""The law of goals: each part of it finds a goals.py that is wrong there, and none that is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ruleproof.models.cells import rule
from ruleproof.models.esgros import goals as of_esgros
from ruleproof.models.grow import goals as of_grow
from ruleproof.models.play.game import game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Aim, Goal
from ruleproof.solvers.reasoning.laws.conform import conform
from ruleproof.solvers.reasoning.laws.goal_search import of_order
from ruleproof.solvers.reasoning.laws.goal_walks import Asked, Goals, Stage, Step
from ruleproof.solvers.reasoning.laws.goals import of_alikes, of_diagram, of_effects, of_search
from ruleproof.solvers.reasoning.laws.positions import Breach
from tests.goals import asked_in
from tests.ready import ready

ESGROS = "W . B W . . B ; black"


def table(module: Any, which: str, **changed: Any) -> tuple[Goal, ...]:
    """The module's goals with one changed."""
    return tuple(goal._replace(**changed) if goal.name == which else goal for goal in module.GOALS)


def breaches(
    text: str = ESGROS, board: str = "path:7", name: str = "esgros", **settings: object
) -> list[Breach]:
    """What the law finds broken in one diagram."""
    position = Position.read(game(name, board, **settings), text)
    return list(of_diagram(Goals(position.game), position))


def always(value: Any) -> Callable[..., Any]:
    """A function that answers the same to everything."""

    def answer(*_: Any) -> Any:
        return value

    return answer


def the_breach(found: list[Breach]) -> str:
    """What the first of the breaches says."""
    assert found
    return found[0].what


def test_goals_that_are_right_break_nothing():
    assert breaches() == []


def listing(goal: str, *aims: Aim) -> tuple[str, Any]:
    """The goals, of which one lists these aims whatever the position."""
    return "GOALS", table(of_esgros, goal, aims=always(list(aims)))


def lowest(*asked: Any) -> list[Aim]:
    """The lowest group: another one when the board is turned round."""
    return of_esgros.removable(*asked)[:1]


def follow(*asked: Any) -> int:
    """Marks the stones of Black as well."""
    return asked[-1] | asked[4].black


ENDED = ("W B W B ; black", "path:4")
BROKEN: list[tuple[tuple[str, Any], str, tuple[str, ...]]] = [
    (listing("remove", Aim((0, 0))), "do not ascend", ()),
    (listing("remove", Aim((3, 0))), "do not ascend", ()),
    (listing("remove", Aim((0,)), Aim((0,))), "lists an aim twice", ()),
    (listing("remove", Aim((1,))), "met in the diagram to remove the white group at b1", ()),
    (listing("join", Aim((0, 2))), "out of reach in the diagram to join the black groups", ()),
    (listing("remove", Aim((0,))), "play is over", ENDED),
    (("GOALS", table(of_esgros, "remove", aims=lowest)), "the aims of remove in its image", ()),
    (("reached", always(0)), "compiled code tells 1, plain 0", ()),
    (("follow", follow), "compiled code marks other cells", ()),
]


@pytest.mark.parametrize(("wrong", "says", "where"), BROKEN)
def test_what_is_wrong_in_a_diagram_is_found(
    monkeypatch: pytest.MonkeyPatch, wrong: tuple[str, Any], says: str, where: tuple[str, ...]
):
    breaches()  # compiled from what is right
    monkeypatch.setattr(of_esgros, *wrong, raising=False)
    assert says in the_breach(breaches(*where))


def test_a_goal_that_tells_images_apart(monkeypatch: pytest.MonkeyPatch):
    """It is White's alone; compiled code is not asked, for it would differ first."""
    honest: Callable[..., int] = of_esgros.reached

    def for_white(*asked: Any) -> int:
        return honest(*asked) if asked[4] else 0

    monkeypatch.setattr(of_esgros, "reached", for_white)
    monkeypatch.setattr("ruleproof.solvers.reasoning.laws.goals.of_compiled", always(()))
    found = [one.what for one in breaches() if "is told, not" in one.what]
    assert "of a turn in the image" in found[0]


def grow_walk(goal: str, cells: str, *texts: str) -> tuple[Goals, Asked, dict[Stage, list[Step]]]:
    """The steps from positions of Grow, of which the first is the diagram; Red is asked."""
    board = f"path:{len(texts[0].partition(' ;')[0].split())}"
    asked, position = asked_in("grow", board, texts[0], goal, cells, attacker=0)
    goals = Goals(position.game)
    of = Asked(asked.goal, asked.aim, 0, position.state)
    stages = [Stage(Position.read(position.game, text).state, asked.marked) for text in texts]
    return goals, of, {stage: goals.steps(of, stage) for stage in stages}


def essence_alone(board: Any, rules: Any, goal: int, p: Any, marked: int) -> Any:
    """What advice takes for alike in the search of values."""
    return of_grow.essence(board, rules, p)


CLOSED = [
    # whose the marked spaces are counts: Blue has lost b1 in the second
    ("own", "a1 b1 f1", "r1 b1 r1 r1 b1 . r1 ; blue", "r1 r1 b1 r1 b1 . r1 ; blue"),
    # which groups are joined counts: a1 and c1 are in the first
    ("join", "a1 c1", "r1 r1 r1 b1 r1 b1 . r1 ; blue", "r1 b1 r1 r1 r1 b1 . r1 ; blue"),
]


@pytest.mark.parametrize(("goal", "cells", "one", "other"), CLOSED)
def test_positions_taken_for_alike_that_go_on_otherwise(
    monkeypatch: pytest.MonkeyPatch, goal: str, cells: str, one: str, other: str
):
    """Groups that touch no empty space are the same for values, and not for goals."""
    goals, asked, walk = grow_walk(goal, cells, one, other)
    assert [*of_alikes(goals, asked, walk)] == []
    monkeypatch.setattr(of_grow, "alike", essence_alone)
    anew = Goals(goals.game)
    assert "but the goal is reached otherwise" in next(of_alikes(anew, asked, walk)).what


def test_positions_that_are_alike_but_for_heads_go_on_alike():
    """The heads at a1 and b1 may change places: a1 is beside no empty space either way."""
    goals, asked, walk = grow_walk("take 2", "", "r1 r0 r1 . b1 ; red", "r0 r1 r1 . b1 ; red")
    assert len({goals.alike(asked.goal.code, stage.state, 0) for stage in walk}) == 1
    assert [*of_alikes(goals, asked, walk)] == []


def test_turns_of_one_effect_that_do_not_all_reach_the_goal(monkeypatch: pytest.MonkeyPatch):
    goals, asked, _ = grow_walk("own", "b1 c1", "r1 . . b1 ; red")
    walk = goals.walk(asked)
    assert [*of_effects(goals, asked, walk)] == []

    def one_for_all(board: Any, rules: Any, p: Any, q: Any) -> Any:
        return p

    monkeypatch.setattr(of_grow, "effect", one_for_all)
    assert "told otherwise than one of its effect" in next(of_effects(goals, asked, walk)).what


def conformed(where: str = "esgros path:4") -> Any:
    (one,) = conform([ready(where)], only=["goals"])
    return one


def at_function(told: Any, name: str) -> bool:
    """Whether a breach is told with its place: that function of this file."""
    assert told.word == "broken"
    assert told.broken.place.file.endswith("test_law_of_goals.py")
    return told.broken.place.function.endswith(name)


WRONG = [
    ({"name": "remove"}, "two goals have the name 'remove'; give each its own"),
    ({"words": "take {group}"}, "names {group}, which nothing fills; write 'groups'"),
    ({"words": "take {}"}, "names {}, which nothing fills; write one of cells, groups"),
    ({"words": "take {cells"}, "the braces of a sentence: expected '}'"),
]


@pytest.mark.parametrize(("changed", "says"), WRONG)
def test_a_wrong_table(monkeypatch: pytest.MonkeyPatch, changed: dict[str, Any], says: str):
    monkeypatch.setattr(of_esgros, "GOALS", table(of_esgros, "take", **changed))
    told = conformed()
    assert told.word == "broken"
    assert says in told.broken.what
    assert told.broken.place.file.endswith("esgros/goals.py")
    assert told.broken.place.line > 0


def test_a_module_without_what_is_required(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delattr(of_esgros, "reached")
    told = conformed()
    assert told.broken.what == "no `reached`, which is required; write `reached`"
    assert told.broken.line == ()


def test_a_breach_names_the_authors_function(monkeypatch: pytest.MonkeyPatch):
    """The nearest breach of all is told, with the line of the game to its diagram."""

    def met(game: Any, p: Any, attacker: int) -> list[Aim]:
        return [Aim((0,))] if p.black and p.white and not game.over(p) else []

    monkeypatch.setattr(of_esgros, "GOALS", table(of_esgros, "remove", aims=met))
    told = conformed()
    assert at_function(told, "met")
    assert len(told.broken.line) == 2


@pytest.mark.parametrize(
    ("sure", "says"),
    [
        (-1, "cannot be reached within 1 turn, says outlook; it can be reached"),
        (1, "is sure within 1 turn, says outlook; it can be averted"),
    ],
)
def test_an_outlook_that_does_not_come_true(
    monkeypatch: pytest.MonkeyPatch, sure: int, says: str
) -> None:
    monkeypatch.setattr(of_esgros, "outlook", always(sure), raising=False)
    monkeypatch.setattr(Goals, "outlook_compiled", Goals.outlook)
    found = breaches()
    assert all("says outlook" in one.what for one in found)
    assert any(says in one.what for one in found)


def test_an_outlook_that_is_wrong_of_winning_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def outlook(board: Any, rules: Any, goal: int, *_: Any) -> int:
        return 0 if goal else -1

    monkeypatch.setattr(of_esgros, "outlook", outlook, raising=False)
    monkeypatch.setattr(Goals, "outlook_compiled", Goals.outlook)
    assert "asked to win: in " in the_breach(breaches("B . W ; black", "path:3"))


def test_an_outlook_that_is_compiled_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_esgros, "outlook", always(0), raising=False)
    monkeypatch.setattr(Goals, "outlook_compiled", always(1))
    assert "compiled code foresees 1, plain 0" in the_breach(breaches())


def of_grow_in(drop: str, goal: str = "take 2") -> tuple[Goals, Asked]:
    """A question in a diagram of Grow."""
    asked, position = asked_in("grow", "path:4", "r1 . . b1 ; red", goal, drop=drop)
    return Goals(position.game), Asked(asked.goal, asked.aim, 0, position.state)


@pytest.mark.parametrize("drop", ["optional", "mandatory"])
def test_what_makes_the_search_of_grow_faster_changes_no_answer(
    monkeypatch: pytest.MonkeyPatch, drop: str
) -> None:
    monkeypatch.setattr(Goals, "outlook_compiled", Goals.outlook)
    for goal in ("take 2", "lead 1"):
        assert list(of_search(*of_grow_in(drop, goal))) == []


@pytest.mark.parametrize(
    ("drop", "changed", "says"),
    [
        ("optional", {"drop": "mandatory"}, "no turn in order has the effect of the one that ends"),
        ("mandatory", {"drop": "optional"}, "a turn in order ends "),
        ("optional", {"drop": "never"}, "in_order gives settings that the game refuses"),
    ],
)
def test_an_order_that_changes_the_turns(
    monkeypatch: pytest.MonkeyPatch, drop: str, changed: dict[str, str], says: str
) -> None:
    monkeypatch.setattr(of_grow, "in_order", always(changed))
    assert says in the_breach(list(of_order(*of_grow_in(drop))))


def test_a_wrong_outlook_is_told_with_its_place_and_the_nearest_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @rule
    def outlook(*_: Any) -> int:
        return -1

    monkeypatch.setattr(of_esgros, "outlook", outlook, raising=False)
    monkeypatch.setattr(Goals, "outlook_compiled", Goals.outlook)
    told = conformed()
    assert at_function(told, "outlook")
    assert "says outlook; it can be reached" in told.broken.what
    assert len(told.broken.line) <= 3


@pytest.mark.slow
def test_an_order_that_leaves_out_a_turn_is_told_with_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def in_order(settings: Any) -> Any:
        return {"drop": "mandatory"}

    monkeypatch.setattr(of_grow, "in_order", in_order)
    assert at_function(conformed("grow path:3"), "in_order")
