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
def test_a_list_of_moves_is_read_however_it_is_printed(name: str, tmp_path: Path, run: Any):
    position, dice = Position.start(game(name)), random.Random(1)
    played, sides = list[str](), list[str]()
    while len(played) < 12 and (moves := position.moves()):
        played.append(dice.choice(moves))
        sides.append(position.side)
        position = position.play(played[-1])
    numbered = [f"{number}." * (number % 2) + one for number, one in enumerate(played, 1)]
    spaced = [f"{number}) {one}," for number, one in enumerate(played, 1)]
    named = [f"{number}. {sides[number - 1]} {one}" for number, one in enumerate(played, 1)]
    path = tmp_path / "moves.txt"
    for text in (
        " ".join(played),
        "\n".join(numbered),
        "\n".join(f"{number} {one}" for number, one in enumerate(played, 1)),
        "\n".join([*named, f"{position.side.capitalize()} resigns"]),
        "\n".join([*spaced, "{well played} resigns", "a1"]),
        "{a game} " + " ".join([*numbered, "(White lost) 1-0"]).upper(),
    ):
        assert moves_of(position.game, text) == played
        path.write_text(text)
        assert run("play", name, str(path), "--json").object["position"] == position.text


@pytest.mark.parametrize("command", ["play", "annotate"])
@pytest.mark.parametrize(
    "text", ["(;SZ[2]GM[11];W[b3];B[a1];W[c1];B[resign])", "1. b3 A1 2. c1 resigns", None]
)
def test_both_commands_read_all_kinds(command: str, text: str | None, tmp_path: Path, run: Any):
    path = tmp_path / "record"
    line = ("play", "esgros", "--board", "hex:2", "--line", "b3 a1 c1")
    if text is None:
        assert run(*line, "--save", str(path)).status == 0
    else:
        path.write_text(text)
    found = run(command, "esgros", str(path), *(("--board", "hex:2") if text else ()))
    assert found.status == 0, found.err
    assert [row.split()[2] for row in found.out.splitlines() if row[:3].strip().isdigit()][:3] == [
        "b3", "a1", "c1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["gro", "game.json"], "GAME: FILE game.json is a game of esgros: 'gro'"),
        (["esgros", "game.json", "--board", "hex:3"], "--board: a game record says this itself"),
        (["game.json", "game.json"], "FILE: a game record stands without another game"),
        (["moves.txt"], "GAME moves.txt: no game record; name its game before it"),
        (["esgros", "broken.json"], "FILE broken.json: no game record: cannot be read as JSON"),
        (["esgros", "moves.txt", "-b", "hex:2"], "FILE moves.txt, move 2: "),
        (["esgros", "none.txt"], "FILE: no such file"),
    ],
)
@pytest.mark.parametrize("command", ["play", "annotate"])
def test_a_file_that_is_none_of_the_game_is_refused(
    command: str, words: list[str], told: str, tmp_path: Path, monkeypatch: Any, run: Any
):
    monkeypatch.chdir(tmp_path)
    Path("moves.txt").write_text("1. a1 a1")
    Path("broken.json").write_text('{"game": "esgros"')
    assert run("play", "esgros", "-b", "hex:2", "-l", "a1", "--save", "game.json").status == 0
    found = run(command, *words)
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
    assert told in found.err


def test_a_head_that_moves_to_its_own_space_is_left_out(tmp_path: Path, run: Any):
    path = tmp_path / "moves.txt"
    path.write_text("@a1 @d1 a1-a1 end d1-d1 @c1 end")
    found = run("play", "grow", str(path), "--board", "square:1x4", "--json")
    assert found.object["position"] == "r1 . b1 b1 ; red"
    assert found.err == (
        f"ruleproof: FILE {path}: left out move 3, a1-a1: “Leave the head-stone where it is” takes "
        "no move, and 1 more\n"
    )
    path.write_text("@a1 qq")
    assert "move 2: " in run("play", "grow", str(path)).err
    path.write_text("@a1 @d1 a1-b1 b1-b1")  # this head has moved
    found = run("play", "grow", str(path), "--board", "square:1x4")
    assert (found.status, "move 4: on b1 every head has moved" in found.err) == (2, True)


def test_the_first_line_of_an_sgf_file_is_read():
    moves = moves_of(HEX, SGF)
    top, *_, foot = HEX.board.rows
    assert moves == [HEX.board.names[top[0]], "b2", HEX.board.names[foot[1]]]
    assert len(Position.start(HEX).play(moves).pieces()) == 3
    with pytest.raises(TextError, match="'zz' is no point of rhombus:3x3"):
        moves_of(HEX, "(;B[zz])")
    with pytest.raises(TextError, match=r"of size 4, not on rhombus:3x3 \(--board\): 'SZ"):
        moves_of(HEX, "(;SZ[4];B[aa])")
    with pytest.raises(TextError, match=r"set up before play are not read; .*'AB\[aa\]'"):
        moves_of(HEX, "(;SZ[3]AB[aa];W[ab])")


def test_columns_of_go_have_no_i(tmp_path: Path, run: Any):
    (moves := tmp_path / "moves.txt").write_text("a1")
    for name in ("play", "annotate"):
        given = name, "esgros", str(moves), "--letters"
        assert "--letters: go: 'chess'" in run(*given, "chess").err
        moves.write_text("i1")
        assert "'i'" in run(*given, "go").err
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


def test_a_record_names_who_wrote_another():
    with pytest.raises(TextError, match="AbstractPlay"):
        read_record(ABSTRACT)
