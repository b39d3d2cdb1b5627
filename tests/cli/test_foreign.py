"""Games from elsewhere: lists of moves of every game, SGF of Hex, and files that are refused."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from ruleproof import Position, TextError, game
from ruleproof.models.play.foreign import moves_of
from ruleproof.models.play.records import read_record

HEX = game("hex-on-rhombus", "rhombus:3x3")
SGF = "(;FF[4]GM[11]SZ[3]PB[A \\] b]C[a game];B[aa];W[b2]C[good](;B[bc];W[resign])(;B[cc]))"
ABSTRACT = '{"header": {"game": {"name": "Hex"}}, "moves": [["a1"], ["b2"]]}'


@pytest.mark.parametrize("name", ["esgros", "gro", "grow", "incrowd", "sow"])
def test_a_list_of_moves_is_read_however_it_is_printed(name: str):
    position, dice = Position.start(game(name)), random.Random(1)
    played: list[str] = []
    while len(played) < 12 and (moves := position.moves()):
        played.append(dice.choice(moves))
        position = position.play(played[-1])
    numbered = [f"{number}." * (number % 2) + one for number, one in enumerate(played, 1)]
    spaced = [f"{number}) {one}," for number, one in enumerate(played, 1)]
    for text in (
        " ".join(played),
        "\n".join(numbered),
        "\n".join([*spaced, "{well played} resigns", "a1"]),
        " ".join([*numbered, "(White lost) 1-0"]).upper(),
    ):
        assert moves_of(position.game, text) == played
    assert Position.start(position.game).play(played) == position


def test_the_first_line_of_an_sgf_file_is_read():
    moves = moves_of(HEX, SGF)
    top, *_, foot = HEX.board.rows
    assert moves == [HEX.board.names[top[0]], "b2", HEX.board.names[foot[1]]]
    assert len(Position.start(HEX).play(moves).pieces()) == 3
    with pytest.raises(TextError, match="'zz' is no point of rhombus:3x3"):
        moves_of(HEX, "(;B[zz])")


def test_columns_of_go_have_no_i():
    wide = game("esgros", "square:10x10")
    assert moves_of(wide, "h1 j2 k10", go_letters=True) == ["h1", "i2", "j10"]
    with pytest.raises(TextError, match="'i'"):
        moves_of(wide, "i1", go_letters=True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (ABSTRACT, "AbstractPlay"),
        ("game=/lud/board/space/connection/Hex.lud\nMove=[Add]", "Ludii"),
        ("{only a comment}", "no moves"),
    ],
)
def test_what_is_not_read_is_refused_by_name(text: str, told: str, tmp_path: Path, run: Any):
    with pytest.raises(TextError, match=told):
        moves_of(HEX, text)
    path = tmp_path / "record"
    path.write_text(text)
    found = run("play", "esgros", "--board", "hex:2", "--record", str(path))
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
    assert told in found.err


def test_a_list_is_played_and_saved_as_a_record(tmp_path: Path, run: Any):
    written, saved = tmp_path / "moves.txt", tmp_path / "game.json"
    written.write_text("1. a1 b2\n2. c1 {a fork} resigns")
    asked = ("play", "esgros", "--board", "hex:2", "--record", str(written))
    found = run(*asked, "--save", str(saved))
    assert (found.status, read_record(saved.read_text()).moves) == (0, ("a1", "b2", "c1"))
    for command in (["play", "--record", str(written)], ["annotate", str(written)]):
        found = run(*command)
        assert found.status == 2
        assert "ruleproof play GAME --record FILE --save game.json" in found.err


def test_a_record_names_who_wrote_another():
    with pytest.raises(TextError, match="AbstractPlay"):
        read_record(ABSTRACT)
