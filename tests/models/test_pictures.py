"""Positions read from drawings in text."""

from __future__ import annotations

import re

import pytest

from ruleproof import Position, game
from ruleproof.models.errors import TextError
from ruleproof.puzzles.puzzle import position_of
from ruleproof.puzzles.starter import starter
from ruleproof.reports.drawing.text import unicode
from ruleproof.reports.publishing.plain_forms import as_text

GAMES = ("esgros", "gro", "grow", "incrowd", "sow")
HEX = game("esgros", "hex:2")


@pytest.mark.parametrize("name", GAMES)
def test_what_is_drawn_is_read(name: str) -> None:
    for puzzle in starter(name):
        position = position_of(puzzle)
        drawn = f"{unicode(position)}\n{position.beside}"
        assert Position.read(position.game, drawn).text == position.text


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_in_text_is_read(name: str) -> None:
    puzzles = starter(name)[:30]
    parts = re.split(r"\n(?=\d+\. )", as_text(puzzles))
    for puzzle, part in zip(puzzles, parts, strict=False):
        assert Position.read(puzzle.ready(), part).text == puzzle.position


def test_a_picture_with_its_text_below_it_is_read() -> None:
    start = Position.start(game("gro", "dish:3,2")).play("c3 d6")
    assert Position.read(start.game, f"{unicode(start)}\n{start.text}") == Position(
        start.game, start.state
    )


def test_numbers_letters_and_words_may_be_left_out_or_added() -> None:
    drawn = "Dear editor,\nI found this:\n\n. .\nB W .\n. B\n\nWhite to move.\n\nYours"
    assert Position.read(HEX, drawn).text == ". . / B W . / . B ; white"


@pytest.mark.parametrize(
    ("drawn", "told"),
    [
        ("c · ·\nb · ●\na · ·\nblack to move", "row 2 from the top of hex:2 is 'b' and 3 signs"),
        ("c · ·\nb · ● ·\na · ·", "nobody is to move; below a drawing stands 'black to move' or"),
        ("c · ·\nb · ● ·\na · ·\nblack to move, white to move", "two sides are to move"),
        ("c · ·\nb · ● ·", "row 3 from the top of hex:2 is 'a' and 2 signs, in a drawing: ''"),
        ("c · ·\nb · x ·\na · ·\nblack to move", "'x'"),
        ("hello\nthere", "a drawing of hex:2 would begin with 'c' and 2 signs"),
    ],
)
def test_what_is_wrong_in_a_drawing_is_told(drawn: str, told: str) -> None:
    with pytest.raises(TextError) as error:
        Position.read(HEX, drawn)
    assert told in str(error.value)
