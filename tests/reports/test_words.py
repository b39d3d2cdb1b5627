"""What reports say in words."""

from __future__ import annotations

from ruleproof.models.play.game import game
from ruleproof.reports.wording.words import cell_values, changed_settings, command, groups, told
from ruleproof.reports.wording.words import verdict_on_start as verdict

ESGROS = game("esgros", "hex:2", exceed="void")


def test_a_command_asks_the_same_question_again() -> None:
    assert changed_settings(ESGROS) == {"exceed": "void"}
    assert command(ESGROS, "solve") == "ruleproof solve esgros --board hex:2 --set exceed=void"


def test_values_of_the_start_are_sentences() -> None:
    assert verdict(ESGROS, "win", 9) == "Black, to move first, wins in 9 plies against any defence."
    assert verdict(ESGROS, "loss", None) == "Black, to move first, loses against best play."
    assert verdict(ESGROS, "draw", None) == "With best play nobody wins."
    assert verdict(ESGROS, 3, None) == "With best play Black wins by 3."
    assert verdict(ESGROS, 0, None) == "With best play the game is a tie."
    assert "Black 4, White 2" in verdict(ESGROS, [4, 2], None)


def test_first_moves_are_grouped_best_first() -> None:
    openings = {"a1": "loss", "a2": "win", "b1": "draw", "b2": "win", "c1": None}
    assert [(words, moves) for words, _, moves in groups(ESGROS, openings)] == [
        ("wins", ["a2", "b2"]),
        ("draws", ["b1"]),
        ("loses", ["a1"]),
        ("not known", ["c1"]),
    ]
    margins = {"a1": -2, "a2": 3, "b1": 0}
    assert [words for words, _, _ in groups(ESGROS, margins)] == [
        "Black by 3",
        "a tie",
        "White by 2",
    ]


def test_a_cell_shows_the_best_of_the_moves_that_begin_on_it() -> None:
    openings = {"a1-a2": "loss", "a1-b1": "draw", "b2+": "win", "pass": "win", "c2": None}
    assert cell_values(ESGROS, openings) == {"b2": "win", "a1": "draw"}


def test_details_are_told_in_words() -> None:
    assert told({"positions": 12345, "complete": True}) == "positions: 12,345, complete: yes"
    assert told(["a", 2, None]) == "a, 2, none"
