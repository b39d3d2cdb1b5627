"""The examples of moves that rulebooks give: each is legal where it says; every kind is shown."""

from __future__ import annotations

import random
import re

import pytest

from ruleproof.models.errors import MoveError, TextError
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.notation import show
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Example
from ruleproof.models.rulebooks.rulebook import Rulebook, rulebook

GAMES = ("esgros", "gro", "grow", "incrowd", "sow")
PLAYED = {
    "esgros": ("hex:2", {"pie": "on"}),
    "gro": ("dish:1,1", {}),
    "grow": ("path:4", {}),
    "incrowd": ("square:2x2", {}),
    "sow": ("square:2x4", {"entry": "advanced", "height": 2}),
}
"""A small board of each game, and settings under which every kind of move comes up."""


def position(book: Rulebook, example: Example) -> Position:
    game = make_game(book, example.board, example.settings)
    return Position.read(game, example.position or show(game, game.start()))


def kind(game: Game, text: str) -> str:
    """The text with a sign for each cell, and one for any capital letters."""
    cells = "|".join(rf"\b{name}\b" for name in game.board.names)
    return re.sub("[A-Z]+", "A", re.sub(cells, "#", text))


@pytest.mark.parametrize("name", GAMES)
def test_every_example_is_legal_in_its_position(name: str):
    for example in rulebook(name).text.examples:
        assert example.move in position(rulebook(name), example).moves()
        assert example.means


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_move_has_an_example(name: str):
    book, (board, settings) = rulebook(name), PLAYED[name]
    shown = {kind(position(book, one).game, one.move) for one in book.text.examples}
    game = make_game(book, board, settings)
    met: set[str] = set()
    for seed in range(30):
        chance, here = random.Random(seed), Position.start(game)
        for _ in range(60):
            moves = here.moves()
            if not moves:
                break
            met |= {kind(game, move) for move in moves}
            here = here.play(chance.choice(moves))
    assert met <= shown
    assert len(met) >= len(shown) - ("claim" in shown)


def test_a_second_example_of_a_kind_shows_more_than_the_first():
    """It stands in a position of its own."""
    for name in GAMES:
        book = rulebook(name)
        kinds = [kind(position(book, one).game, one.move) for one in book.text.examples]
        for number, (one, shape) in enumerate(zip(book.text.examples, kinds, strict=True)):
            if shape in kinds[:number]:
                assert kinds.count(shape) == 2
                assert one.position
                assert one.position != book.text.examples[kinds.index(shape)].position


def test_a_special_move_that_the_settings_never_allow_is_not_offered():
    for pie, words in (("off", ""), ("on", " or swap")):
        played = make_game(rulebook("esgros"), "hex:2", {"pie": pie})
        with pytest.raises(TextError, match=f"^a move is a cell of hex:2{words}: 'zz'$"):
            Position.start(played).play(["zz"])
    with pytest.raises(MoveError, match="'swap'"):
        Position.start(make_game(rulebook("esgros"), "hex:2", {"pie": "off"})).play(["swap"])
