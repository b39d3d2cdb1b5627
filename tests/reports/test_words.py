"""What reports say in words."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import pytest

from ruleproof.models.mistakes import Mistake
from ruleproof.models.play.game import game
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.reports.wording.rules_told import chosen
from ruleproof.reports.wording.words import (
    cell_values,
    changed_settings,
    command,
    groups,
    how_it_is_played,
)

ESGROS = game("esgros", "hex:2", exceed="void")


def test_a_command_asks_the_same_question_again() -> None:
    assert changed_settings(ESGROS) == {"exceed": "void"}
    assert command(ESGROS, "solve") == "ruleproof solve esgros --board hex:2 --set exceed=void"


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


def test_a_game_without_a_text_is_told_in_the_sentences_of_its_rulebook() -> None:
    assert how_it_is_played(rulebook("hex-on-rhombus")) == [
        "Place a stone of your colour on an empty cell. Whoever joins his two sides by a chain of "
        "his stones wins. Red begins; turns alternate."
    ]
    (clauses,) = how_it_is_played(rulebook("clobber"))
    assert clauses.startswith("Stones fill the board like a chequered one. A stone takes the place")
    (connecting,) = how_it_is_played(rulebook("connect-four"))
    assert connecting.endswith("Be the first to form a line of four discs.")


@pytest.mark.parametrize("text", ["Take turns.", ["Take turns."], None])
def test_a_text_that_is_no_tuple_is_told_as_the_authors(
    text: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("play")
    module.__file__ = __file__
    module.__dict__["PLAY"] = text
    book = replace(rulebook("clobber"), package="")

    def module_of(self: object, name: str) -> ModuleType:
        return module

    monkeypatch.setattr(type(book), "module", module_of)
    with pytest.raises(Mistake, match="`PLAY` is no tuple of texts; write"):
        how_it_is_played(book)


@pytest.mark.parametrize(
    ("name", "settings", "told"),
    [
        ("esgros", {}, []),
        ("esgros", {"full": "loss"}, ["If the board is full, the player to move loses."]),
        ("gro", {"pass": "no"}, ["Pass: nobody passes who has an action."]),
        ("sow", {"height": 2}, ["Height: 2."]),
    ],
)
def test_settings_that_differ_are_told_in_whole_sentences(
    name: str, settings: dict[str, str | int], told: list[str]
):
    assert chosen(game(name, **settings)) == told
