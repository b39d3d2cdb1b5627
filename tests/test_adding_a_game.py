"""The worked examples of docs/adding-a-game.md are games that the other tests play."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ruleproof.models.claims.claims import Problem
from ruleproof.models.play.game import make_game
from ruleproof.models.template import RULEBOOK
from ruleproof.solvers.reasoning.laws.conform import conform
from ruleproof.solvers.reasoning.laws.laws import LAWS

TOP = Path(__file__).parent.parent
TEXT = (TOP / "docs" / "adding-a-game.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.S)


def test_the_worked_example_is_the_game_of_the_tests() -> None:
    assert BLOCKS[0] == (TOP / "tests" / "games" / "clobber.py").read_text("utf-8")


def test_the_worked_example_of_a_board_is_the_board_of_the_tests() -> None:
    board = TOP / "tests" / "games" / "hex_on_rhombus" / "board.py"
    assert BLOCKS[1] == board.read_text("utf-8")


def test_the_example_of_constraints_is_the_one_that_new_writes() -> None:
    source = (TOP / "models" / "template" / "constraints.py").read_text("utf-8")
    assert len(BLOCKS) == 5
    assert source.endswith("\n\n" + BLOCKS[2])
    assert source.index(BLOCKS[2]) == source.index("def ")


def test_the_example_of_meanings_words_every_setting_that_its_problems_name() -> None:
    told: dict[str, Any] = {"Problem": Problem}
    exec(BLOCKS[3], told)
    problems = [one for one in told["MEANINGS"].values() if isinstance(one, Problem)]
    named = {name for one in problems for name in one.settled_by}
    assert named == {name for name, _ in told["WORDINGS"]}
    assert named


def test_the_example_of_a_game_in_plain_words_is_the_one_that_new_writes() -> None:
    assert BLOCKS[4] in (TOP / "models" / "template" / "play.py").read_text("utf-8")


def test_the_written_constraints_say_what_the_written_rules_say() -> None:
    games = [make_game(RULEBOOK, "square:2x2", {"last": last}) for last in ("wins", "loses")]
    told = {one.law: one.word for one in conform(games)}
    assert told["constraints"] == told["claims"] == told["symmetry"] == "holds"
    assert set(told.values()) <= {"holds", "absent"}
    assert list(told) == [law.name for law in LAWS]
