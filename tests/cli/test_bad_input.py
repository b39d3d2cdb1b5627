"""Bad input: status 2, nothing on standard output, one line that names what, where, and what
would be accepted.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

Runner = Callable[..., Run]
HEX2 = ("show", "esgros", "--board", "hex:2")

CASES = {
    "no command of that name": (["nosuch"], ["'nosuch'", "perft"]),
    "no option of that name": (["show", "esgros", "--nosuch"], ["'--nosuch'", "--board"]),
    "no top option of that name": (["--nosuch"], ["'--nosuch'", "--version"]),
    "a missing argument": (["show"], ["GAME"]),
    "a missing option": (["perft", "esgros"], ["--depth"]),
    "an option without its value": (
        ["show", "esgros", "--board"],
        ["--board", "see ruleproof show --help"],
    ),
    "an argument too many": (["show", "esgros", "extra"], ["'extra'", "GAME"]),
    "no such game": (["show", "chess"], ["GAME", "'chess'", "esgros"]),
    "an empty game": (["show", ""], ["GAME", "''", "esgros"]),
    "no game to list": (["games", "chess"], ["GAME", "'chess'", "esgros"]),
    "no such board": (["show", "esgros", "--board", "cube:3"], ["--board", "'cube:3'", "hex:S"]),
    "a board too big": (["show", "esgros", "--board", "hex:9"], ["--board", "'hex:9'", "2 ≤ S"]),
    "a board of another game": (
        ["show", "esgros", "--board", "dish:3,2"],
        ["--board", "'dish:3,2'", "hex"],
    ),
    "a board that is none": (["boards", "hex:1"], ["BOARD", "'hex:1'", "2 ≤ S"]),
    "no such setting": (["show", "esgros", "--set", "foo=1"], ["--set", "'foo'", "exceed"]),
    "no such value": (["show", "esgros", "--set", "pie=maybe"], ["--set", "'maybe'", "off, on"]),
    "a setting without value": (["show", "esgros", "--set", "pie"], ["--set", "'pie'", "=VALUE"]),
    "a setting chosen twice": (
        ["show", "esgros", "--set", "pie=on", "--set", "pie=off"],
        ["--set", "'pie=off'", "twice"],
    ),
    "no position": ([*HEX2, "--position", "x"], ["--position", "'x'", "SIDE"]),
    "a position in two lines": ([*HEX2, "--position", "a\nb"], ["--position", r"'a\nb'"]),
    "a row too short": (
        [*HEX2, "--position", ". . / . . / . . ; black"],
        ["--position", "row 2", "3 cells"],
    ),
    "an unknown token": (
        [*HEX2, "--position", ". . / . X . / . . ; black"],
        ["--position", "b2", "'X'", "B, W"],
    ),
    "an unknown side": (
        [*HEX2, "--position", ". . / . . . / . . ; green"],
        ["--position", "black, white"],
    ),
    "a position against the rules": (
        [*HEX2, "--position", ". . / . . . / . . ; white"],
        ["--position", "Black is to move"],
    ),
    "an illegal move": (
        [*HEX2, "--line", "a1 a1"],
        ["--line, move 2", "placed on an empty cell", "'a1'"],
    ),
    "an illegal move names its clause": (
        [*HEX2, "--line", "a1 c2 a2"],
        ["--line, move 3", "no group exceeds the largest group of its own color", "'a2'"],
    ),
    "an unreadable move": ([*HEX2, "--line", "a1 zz"], ["--line, move 2", "'zz'", "cell"]),
    "no file of positions": ([*HEX2, "--position", "@/no/such"], ["--position", "'/no/such'"]),
    "a folder of positions": ([*HEX2, "--position", "@/"], ["--position", "'/'"]),
    "an unwritable drawing": ([*HEX2, "-o", "/no/such.svg"], ["--output", "'/no/such.svg'"]),
    "a page of another form": (
        ["solve", "esgros", "--board", "hex:2", "--html", "a.pdf"],
        ["--html", "ends in .html", "'a.pdf'"],
    ),
    "an unwritable record": (
        ["play", "esgros", "--save", "/no/such.json"],
        ["--save", "'/no/such.json'"],
    ),
    "an unwritable heat map": (
        ["openings", "esgros", "--board", "hex:4", "-o", "/no/such.svg"],
        ["--output", "'/no/such.svg'"],
    ),
    "a depth that is no number": (
        ["perft", "esgros", "--depth", "x"],
        ["--depth", "'x'", "from 0"],
    ),
    "a depth below zero": (["perft", "esgros", "--depth", "-1"], ["--depth", "'-1'", "from 0"]),
    "a memory that is no size": (["solve", "esgros", "--memory", "2Q"], ["--memory", "'2Q'", "2G"]),
    "a memory below zero": (["solve", "esgros", "--memory", "-2G"], ["--memory", "'-2G'", "2G"]),
    "no memory": (["solve", "esgros", "--memory", "0"], ["--memory", "'0'", "2G"]),
    "no time": (["solve", "esgros", "--time", "0"], ["--time", "'0'", "above 0"]),
    "a time below zero": (["solve", "esgros", "--time", "-3"], ["--time", "'-3'", "above 0"]),
    "a time that is no number": (["solve", "esgros", "--time", "nan"], ["--time", "'nan'"]),
    "no such goal": (["solve", "esgros", "--goal", "lose"], ["--goal", "'lose'", "value or win"]),
    "nothing to play": (["play"], ["GAME", "--record"]),
    "no record": (["play", "--record", "/no/such.json"], ["--record", "'/no/such.json'"]),
    "no record by name": (["play", "/no/such.json"], ["--record", "'/no/such.json'"]),
    "a record and a game": (
        ["play", "esgros", "--record", "/no/such.json"],
        ["GAME", "'esgros'"],
    ),
}


@pytest.mark.parametrize("extra", [[], ["--json"]], ids=["people", "json"])
@pytest.mark.parametrize("case", CASES)
def test_bad_input(run: Runner, case: str, extra: list[str]):
    arguments, told = CASES[case]
    answer = run(*arguments, *([] if arguments[-1] == "--board" else extra))
    assert answer.status == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert answer.err.startswith("ruleproof: ")
    for words in told:
        assert words in answer.err


def test_bytes_that_are_no_text(run: Runner, tmp_path: Path):
    (tmp_path / "p").write_bytes(b"\xff\xfe\x00")
    answer = run(*HEX2, "--position", f"@{tmp_path / 'p'}")
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "UTF-8" in answer.err


def test_a_very_long_line_stays_bearable(run: Runner):
    answer = run(*HEX2, "--position", "B " * 100_000)
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert len(answer.err) < 1000


def test_an_existing_file_survives_a_failure(run: Runner, tmp_path: Path):
    kept = tmp_path / "game.json"
    kept.write_text("mine")
    assert run("play", "esgros", "--line", "a1 a1", "--save", str(kept)).status == 2
    assert kept.read_text() == "mine"
    assert run("play", "esgros", "--line", "a1 a1", "--save", str(tmp_path / "new")).status == 2
    assert not (tmp_path / "new").exists()
