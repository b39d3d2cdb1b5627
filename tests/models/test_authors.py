"""Mistakes of a game's author are found before its rules are compiled, and told with their place
and what mends them: `authors.txt` lists them.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

from ruleproof.cli import main
from ruleproof.models.claims.claims import Word
from ruleproof.models.claims.tables import check_tables
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.mistakes import Mistake, mistake
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.goal_tables import BEFORE_NAMES, RESERVED, WORDS, goals_of
from ruleproof.models.play.position import Position
from ruleproof.puzzles.stipulations import askable, in_general, named, names
from ruleproof.reports.drawing.svg import svg
from ruleproof.solvers.playing.exact.openings import move_values
from ruleproof.solvers.playing.exact.solve import solve
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
PARTS = "__import__('importlib').import_module('ruleproof.models.rulebooks.parts')"
Changed = Callable[..., Game]


class Slip(NamedTuple):
    """What an author wrote in place of a text, what is told of it, and what mends it."""

    file: str
    old: str
    new: str
    what: str
    remedy: str


def slips() -> Iterator[Slip]:
    file = old = ""
    for row in Path(__file__).with_name("authors.txt").read_text("utf-8").split("\n"):
        if row.startswith("[") and row.endswith("]"):
            file = row.strip("[]")
        elif " ==> " in row:
            new, _, told = row[2:].partition(" ==> ")
            what, _, remedy = told.partition(" || ")
            yield Slip(file, old, new.replace("\\n", "\n"), what, remedy)
        elif row[:1] not in ("", "#"):
            old = row.replace("\\n", "\n")


def of_files(*files: str) -> pytest.MarkDecorator:
    some = [one for one in slips() if one.file in files]
    return pytest.mark.parametrize(
        "one", some, ids=[f"{n} {one.what}" for n, one in enumerate(some)]
    )


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Changed]:
    """Makes the game that `ruleproof new` writes, on hex:2, with one text of one file changed."""
    assert main(["new", "hedgehog", "--folder", str(tmp_path / "hedgehog")]) == 0
    sources = tmp_path / "hedgehog" / "src"
    (sources / "hedgehog" / "goals.py").write_text(GOALS, "utf-8")
    monkeypatch.syspath_prepend(str(sources))
    before = set(sys.modules)

    def make(file: str, old: str, new: str) -> Game:
        path = sources / "hedgehog" / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")
        importlib.invalidate_caches()
        return make_game(importlib.import_module("hedgehog").RULEBOOK, "hex:2", {})

    yield make
    for name in set(sys.modules) - before:
        if name.partition(".")[0] == "hedgehog":
            del sys.modules[name]


def is_told(one: Slip, told: Mistake) -> None:
    assert one.what in str(told)
    assert one.remedy in str(told)
    assert told.place.file.endswith(one.file)
    assert told.place.line > 0 or one.file == "goals.py"


@of_files("rules.py", "__init__.py")
def test_one_game_at_random_is_played_before_rules_are_compiled(
    changed: Changed, one: Slip
) -> None:
    with pytest.raises(Mistake) as caught:
        engine(changed(one.file, one.old, one.new))
    is_told(one, caught.value)


@of_files("claims.py", "meanings.py")
def test_tables_of_claims_and_meanings_are_checked(
    changed: Changed, one: Slip, tmp_path: Path
) -> None:
    text = (tmp_path / "hedgehog" / "src" / "hedgehog" / one.file).read_text("utf-8")
    game = changed(one.file, one.old, one.new)
    with pytest.raises(Mistake) as caught:
        check_tables(game.rulebook, get_args(Word))
    is_told(one, caught.value)
    assert text.count(one.old) == 1
    assert caught.value.place.line == text[: text.index(one.old)].count("\n") + 1


@of_files("goals.py")
def test_tables_of_goals_are_checked_as_soon_as_they_are_asked_for(
    changed: Changed, one: Slip
) -> None:
    game = changed(one.file, one.old, one.new)
    with pytest.raises(Mistake) as caught:
        names(game)
    is_told(one, caught.value)
    (told,) = conform([game], only=["goals"])
    assert told.word == "broken"
    assert told.broken
    assert one.what in told.broken.what


@pytest.mark.parametrize(
    ("given", "right"),
    [
        ("reasons=None", "write `reason`"),
        ("wrong=1", "it takes invariants, faults, refusal, nothing, notes"),
    ],
)
def test_a_part_with_an_entry_of_another_name_says_which_there_are(
    changed: Changed, given: str, right: str
) -> None:
    with pytest.raises(TypeError) as caught:
        changed("__init__.py", "words=Words(", f"words=Words({given}, ")
    (home,) = (Path(frame.path) for frame in caught.traceback if "hedgehog" in str(frame.path))
    told = mistake(caught.value, [home.parent])
    assert told
    assert told.remedy.startswith(right)
    assert told.place.line > 0


ANSWERS: list[tuple[str, str, str, Callable[[Game], object], str]] = [
    ("__init__.py", "return found", 'return ""', lambda game: game.faults(game.start()), "''"),
    ("__init__.py", "return found", "return None", lambda game: game.faults(game.start()), "None"),
    ("rules.py", "State(board.none, ", "State([], ", lambda game: game.start(), "makes black []"),
    ("rules.py", "add(found, cell)", "add(found, (1,))", lambda game: Position.start(game).moves(),
     "the move (1,) is no whole number"),
    ("__init__.py", "text=", f"setup={PARTS}.Setup(names_of_players=lambda _: 'red'),\n    text=",
     lambda game: game.players, "it returns 'red'"),
    ("__init__.py", "text=", f"drawing={PARTS}.Drawing(marks=lambda *_: [(0, 'disc')]),\n    text=",
     lambda game: svg(Position.start(game)), "it lists (0, 'disc')"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "ask", "what"), ANSWERS)
def test_an_answer_of_another_kind_is_told_at_the_function(
    changed: Changed, file: str, old: str, new: str, ask: Callable[[Game], object], what: str
) -> None:
    with pytest.raises(Mistake) as caught:
        ask(changed(file, old, new))
    is_told(Slip(file, old, new, what, ""), caught.value)


TOKENS = 'tokens={"B": "black", "W": "white"}'


@pytest.mark.parametrize("new", [TOKENS, f'{TOKENS}, moves=("CELL", "pass")'])
def test_the_game_as_it_is_written_is_in_order_and_moves_may_have_another_form(
    changed: Changed, new: str
) -> None:
    game = changed("__init__.py", TOKENS, new)
    engine(game)
    assert [goal.name for goal in goals_of(game.rulebook)] == ["many"]
    assert any(one.name == "many" for one in askable(game, game.start()))


OPEN = "return not open_cells(board, p)"
STUCK = ". . / . B . / . . ; white"
ASKED: list[Callable[[Position, Position], object]] = [
    lambda here, _: here.result,
    lambda here, _: solve(here),
    lambda here, _: move_values(here),
    lambda _, start: solve(start),
]


@pytest.mark.parametrize("ask", ASKED)
def test_a_position_without_a_move_that_is_not_over_has_no_result(
    changed: Changed, ask: Callable[[Position, Position], object]
) -> None:
    """Where Black's first stone leaves White no cell, these rules do not say that play is over."""
    game = changed("rules.py", OPEN, f"{OPEN} and bool(p.black) and bool(p.white)")
    with pytest.raises(Mistake, match=r"play is not over, and there is no move") as caught:
        ask(Position.read(game, STUCK), Position.start(game))
    assert any(stuck in caught.value.what for stuck in (STUCK, ". . / . W . / . . ; black"))
    assert caught.value.law == "moves"
    assert caught.value.place.function == "over"


# Goals


LISTED = {
    "[1, 2]": "it lists 1",
    "3": "it returns 3",
    "Aim((), 3)": "it returns Aim(cells=(), amount=3)",
    "[Aim(2, 3)]": "it lists Aim(cells=2, amount=3)",
    "[Aim((99,), 3)]": "it lists Aim(cells=(99,), amount=3)",
    '[Aim((), "3")]': "it lists Aim(cells=(), amount='3')",
}


@pytest.mark.parametrize("listed", LISTED)
def test_aims_that_are_none_are_told(changed: Changed, listed: str) -> None:
    game = changed("goals.py", "[Aim((), 3)]", listed)
    with pytest.raises(Mistake) as caught:
        askable(game, game.start())
    assert caught.value.what == LISTED[listed]
    assert caught.value.place.function == "some"


def test_the_usual_trial_sees_that_an_ended_game_asks_for_something(changed: Changed) -> None:
    game = changed("goals.py", "[Aim((), 3)] if not game.over(p) else []", "[Aim((), 9)]")
    (told,) = conform([make_game(game.rulebook, "hex:3", {})], only=["goals"])
    assert told.broken
    assert told.broken.what == "play is over, and many is asked"


def test_reserved_names_are_those_of_questions_that_every_game_has(changed: Changed) -> None:
    game = changed("goals.py", "MANY = 1", "MANY = 1")
    own = {"many", *(f"{before}many" for before in BEFORE_NAMES)}
    common = set(names(game)) - own
    assert all(name in RESERVED or name.startswith(BEFORE_NAMES) for name in common)
    assert all(named(f"{before}many")[1] == "many" for before in BEFORE_NAMES)


def test_every_name_in_braces_is_filled(changed: Changed) -> None:
    words = " ".join(f"{{{name}}}" for name in WORDS)
    game = changed("goals.py", "have {amount} stones", words)
    assert in_general(game, "many") == "CELLS CELLS N Black White"
