"""What is wrong in a game's `goals.py` is told as soon as goals are asked for, with its line and
what would be right.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ruleproof.models import template
from ruleproof.models.mistakes import Mistake
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.goal_tables import BEFORE_NAMES, RESERVED, WORDS, goals_of
from ruleproof.puzzles.stipulations import askable, in_general, named, names
from ruleproof.solvers.reasoning.laws.conform import conform

GOALS = """
from ruleproof.models.cells import count, rule
from ruleproof.models.rulebooks.parts import Aim, Goal

MANY = 1


def some(game, p, attacker):
    return [Aim((), 3)] if not game.over(p) else []


@rule
def reached(board, rules, goal, amount, attacker, d, p, q, marked):
    return 1 if count(q.black) >= amount else 0


GOALS = (
    Goal("many", MANY, "have {amount} stones", some, "keep {side} from {amount} stones"),
)
SOURCES = ("games",)
"""
ENTRY = 'Goal("many", MANY, "have {amount} stones", some, "keep {side} from {amount} stones"),'
WRONG = [
    ("def reached(", "def reach(", "no `reached`, which is required", "rename `reach`"),
    ("GOALS = (\n", "GOAL = (\n", "no `GOALS`, which is required", "rename `GOAL`"),
    (ENTRY, ENTRY[:-1], "`GOALS` is one goal, no tuple", "with a comma"),
    (ENTRY, f"[{ENTRY}],", "an entry is no `Goal`: [Goal(", "write `Goal(…)`"),
    ("GOALS = (\n", "GOALS = list, (\n", "no `Goal`: <class 'list'>", "write `Goal(…)`"),
    (f"(\n    {ENTRY}\n)", f"[{ENTRY}]", "`GOALS` is [Goal(", "write `GOALS = (Goal(…), …)`"),
    ("{amount} stones\", some", "{amout} stones\", some", "names {amout}, which", "'amount'"),
    ("from {amount}", "from {amount", "the braces of a sentence", "write {{ for a brace"),
    ('"have {amount} stones"', '""', "the goal 'many' has no words", "say what is to be done"),
    ('"have {amount} stones"', "3", "`words` of the goal 'many' is 3, not a text", "quotes"),
    ('"many", MANY', '"win", MANY', "a goal has the name 'win'", "another name than win, save"),
    ('"many", MANY', '"avert-it", MANY', "a goal has the name 'avert-it'", "another name than"),
    ('"many", MANY', '"So many", MANY', "the name of a goal is 'So many'", "small letters"),
    ("MANY = 1", "MANY = 0", "the code of the goal 'many' is 0", "from 1"),
    (ENTRY, f"{ENTRY}\n    {ENTRY}", "two goals have the name 'many'", "give each its own"),
    (ENTRY, f'{ENTRY}\n    {ENTRY.replace("many", "more")}', "two goals have the code 1, 'many'",
     "a number of its own"),
    ("stones\", some,", "stones\", 3,", "`aims` of the goal 'many' is 3", "(game, state,"),
    ("some(game, p, attacker)", "some(game, p)", "`aims` of the goal 'many', `some`, takes game, p",
     "let it take (game, state, attacker)"),
    ("attacker, d, p,", "attacker, p,", "`reached` takes board, rules, goal, amount, attacker, p",
     "let it take (board, rules, goal, amount, attacker, d, p, q, marked)"),
    ("@rule\n", "", "`reached` is not marked `@rule`", "write `@rule` above it"),
    ('("games",)', '("games")', "`SOURCES` is 'games', no tuple", 'write `("games", "composed")`'),
    ("SOURCES = (", "GROUND = (", "`GROUND` is ('games',)", "write `("),
]  # fmt: skip
LISTED = [
    ("[1, 2]", "it lists 1"),
    ("3", "it returns 3"),
    ("Aim((), 3)", "it returns Aim(cells=(), amount=3)"),
    ("[Aim(2, 3)]", "it lists Aim(cells=2, amount=3)"),
    ("[Aim((99,), 3)]", "it lists Aim(cells=(99,), amount=3)"),
    ('[Aim((), "3")]', "it lists Aim(cells=(), amount='3')"),
]


def with_goals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> Game:
    """The template's game with this `goals.py`."""
    package = tmp_path / f"goals_{tmp_path.name}"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "goals.py").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return make_game(replace(template.RULEBOOK, package=package.name), "hex:2", {})


@pytest.mark.parametrize(("old", "new", "what", "right"), WRONG)
def test_a_wrong_entry_is_told(
    old: str, new: str, what: str, right: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert GOALS.count(old) == 1
    game = with_goals(tmp_path, monkeypatch, GOALS.replace(old, new))
    with pytest.raises(Mistake) as caught:
        names(game)
    assert caught.value.place.file.endswith("goals.py")
    assert what in caught.value.what
    assert right in caught.value.remedy
    (told,) = conform([game], only=["goals"])
    assert told.word == "broken"
    assert told.broken
    assert what in told.broken.what


@pytest.mark.parametrize(("listed", "what"), LISTED)
def test_aims_that_are_none_are_told(
    listed: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = with_goals(tmp_path, monkeypatch, GOALS.replace("[Aim((), 3)]", listed))
    with pytest.raises(Mistake) as caught:
        askable(game, game.start())
    assert caught.value.what == what
    assert caught.value.place.function == "some"


def test_goals_that_are_right_are_let_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = with_goals(tmp_path, monkeypatch, GOALS)
    assert [goal.name for goal in goals_of(game.rulebook)] == ["many"]
    assert any(one.name == "many" for one in askable(game, game.start()))


def test_the_usual_trial_sees_that_an_ended_game_asks_for_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    always = GOALS.replace(" if not game.over(p) else []", "")
    game = with_goals(tmp_path, monkeypatch, always.replace("Aim((), 3)", "Aim((), 9)"))
    (told,) = conform([make_game(game.rulebook, "hex:3", {})], only=["goals"])
    assert told.broken
    assert told.broken.what == "play is over, and many is asked"


def test_reserved_names_are_those_of_questions_that_every_game_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = with_goals(tmp_path, monkeypatch, GOALS)
    own = {"many", *(f"{before}many" for before in BEFORE_NAMES)}
    common = set(names(game)) - own
    assert all(name in RESERVED or name.startswith(BEFORE_NAMES) for name in common)
    assert all(named(f"{before}many")[1] == "many" for before in BEFORE_NAMES)


def test_every_name_in_braces_is_filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = " ".join(f"{{{name}}}" for name in WORDS)
    game = with_goals(tmp_path, monkeypatch, GOALS.replace("have {amount} stones", words))
    assert in_general(game, "many") == "CELLS CELLS N Black White"
