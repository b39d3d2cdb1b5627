"""What reports say in words."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import pytest

from ruleproof.models.mistakes import Mistake
from ruleproof.models.play.game import game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.reports.wording.rules_told import chosen
from ruleproof.reports.wording.values import cell_values, moves_by_value
from ruleproof.reports.wording.words import changed_settings, command, how_it_is_played

ESGROS = game("esgros", "hex:2", exceed="void")


def test_a_command_asks_the_same_question_again() -> None:
    assert changed_settings(ESGROS) == {"exceed": "void"}
    assert command(ESGROS, "solve") == "ruleproof solve esgros --board hex:2 --set exceed=void"


@pytest.mark.parametrize(
    ("game_name", "line", "values", "told"),
    [
        ("esgros", "", {"a1": "loss", "a2": "win", "b1": "draw", "b2": "win", "c1": None},
         {"wins": ["a2", "b2"], "draws": ["b1"], "loses": ["a1"], "not known": ["c1"]}),
        ("incrowd", "", {"a1": -2, "b1": 3, "a2": 0},
         {"Black by 3": ["b1"], "a tie": ["a2"], "White by 2": ["a1"]}),
        ("incrowd", "a1", {"b1": 3, "a2": -2, "b2": 0},
         {"White by 2": ["a2"], "a tie": ["b2"], "Black by 3": ["b1"]}),
        ("grow", "", {"a1": [1, 2], "b1": [2, 1]}, {"2 : 1": ["b1"], "1 : 2": ["a1"]}),
        ("grow", "@a1", {"b1": [2, 1], "c1": [1, 2]}, {"1 : 2": ["c1"], "2 : 1": ["b1"]}),
    ],
)  # fmt: skip
def test_moves_are_grouped_best_first_for_the_side_to_move(
    game_name: str, line: str, values: dict[str, object], told: dict[str, list[str]]
) -> None:
    here = Position.start(game(game_name)).play(line.split())
    found = moves_by_value(here, values)
    assert [(words, moves) for words, _, moves in found] == list(told.items())


def test_the_shortest_wins_and_the_longest_losses_come_first() -> None:
    values = {"a1": "loss", "a2": "win", "b1": "win", "b2": "loss", "c1": "win"}
    plies = {"a1": 2, "a2": 5, "b1": 1, "b2": 4, "c1": None}
    found = moves_by_value(Position.start(ESGROS), values, plies)
    assert [(words, moves) for words, _, moves in found] == [
        ("wins", ["c1"]),
        ("wins in 1 ply", ["b1"]),
        ("wins in 5 plies", ["a2"]),
        ("loses in 4 plies", ["b2"]),
        ("loses in 2 plies", ["a1"]),
    ]


def test_a_cell_shows_the_best_of_the_moves_that_begin_on_it() -> None:
    openings = {"a1-a2": "loss", "a1-b1": "draw", "b2+": "win", "pass": "win", "c2": None}
    assert cell_values(Position.start(ESGROS), openings) == {"b2": "win", "a1": "draw"}
    second = Position.start(game("incrowd")).play(["c3"])
    assert cell_values(second, {"a1-a2": 4, "a1-b1": -1}) == {"a1": -1}


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
    assert chosen(game(name, "", **settings)) == told
