"""A sixth game joins by its entry point alone: `tests/games` is laid out as an installed package
that Ruleproof has never heard of.
"""

from __future__ import annotations

import json
from math import comb
from pathlib import Path

import pytest

from ruleproof import Position, game
from ruleproof.cli import main
from ruleproof.models.rulebooks.rulebook import names
from ruleproof.reports.drawing.svg import svg
from ruleproof.reports.drawing.text import unicode
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.reach.perft import perft, plain_perft
from ruleproof.solvers.reasoning.checking.check import check
from ruleproof.solvers.verify.certificates import verify

COUNTS = [
    ("connect-four", "square:6x7", [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]),
    ("connect-four", "square:4x5", [1, 5, 25, 125, 625, 3120, 15500, 76300]),
    ("clobber", "square:3x4", [1, 17, 204, 1671, 8974, 34450, 99140, 180230]),
]
"""Sequences of moves by length; those of Connect Four are published."""


def test_all_of_them_are_found():
    assert {"connect-four", "clobber", "chomp", "hex-on-rhombus"} <= set(names())


@pytest.mark.parametrize(("name", "board", "counts"), COUNTS)
def test_perft(name: str, board: str, counts: list[int]):
    chosen = game(name, board)
    start = (chosen.start(),)
    assert [perft(chosen, start, depth) for depth in range(len(counts))] == counts
    assert [plain_perft(chosen, start, depth) for depth in range(5)] == counts[:5]


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 4)])
def test_chomp_has_the_positions_that_are_counted(rows: int, columns: int):
    chomp = game("chomp", f"square:{rows}x{columns}")
    seen, waiting = {chomp.start()}, [chomp.start()]
    while waiting:
        state = waiting.pop()
        after = {chomp.play(state, move) for move in chomp.moves(state)} - seen
        seen |= after
        waiting += after
    assert len({state.left for state in seen}) == comb(rows + columns, rows)
    assert solve(Position.start(chomp)).value == "win"
    corner = " / ".join([*[" ".join("." * columns)] * (rows - 1), "x" + " ." * (columns - 1)])
    assert solve(Position.read(chomp, f"{corner} ; first")).value == "loss"


def test_a_game_is_played_to_its_end():
    end = Position.start(game("connect-four", "square:4x4")).play("a1 b1 a2 b2 a3 b3 a4")
    assert end.result == ("first", 1, None, "a line")
    end = Position.start(game("clobber", "square:1x4")).play("a1xb1 d1xc1 b1xc1")
    assert end.result == ("black", 1, None, "white has no move")


def test_settings_of_a_third_party_game():
    end = Position.start(game("connect-four", "square:4x4", line=3)).play("a1 b1 a2 b2 a3")
    assert end.result == ("first", 1, None, "a line")


@pytest.mark.parametrize(
    ("name", "board", "value"),
    [
        ("connect-four", "square:4x4", "draw"),
        ("clobber", "square:1x4", "win"),
        ("clobber", "square:2x2", "win"),
        ("clobber", "square:2x3", "loss"),
    ],
)
def test_both_games_are_solved(
    name: str, board: str, value: str, capsys: pytest.CaptureFixture[str]
):
    assert main(["solve", name, "--board", board, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == value


def test_both_games_are_drawn():
    position = Position.start(game("clobber", "square:2x2")).play("a1xb1")
    assert unicode(position).startswith("2 ○ ●\n1 · ●\n")
    assert svg(position).count("<circle") >= 3


def test_hex_is_played_and_solved_on_a_board_of_its_own_kind(tmp_path: Path):
    hex3 = game("hex-on-rhombus", "rhombus:3x3")
    assert [perft(hex3, (hex3.start(),), depth) for depth in range(4)] == [1, 9, 72, 504]
    assert plain_perft(hex3, (hex3.start(),), 5) == perft(hex3, (hex3.start(),), 5)
    proof = tmp_path / "win.json"
    found = solve(Position.start(hex3), certificate=proof)
    assert (found.value, found.distance) == ("win", 5)
    assert verify(proof) == []
    end = Position.start(hex3).play("b2 a3 b1 a2 b3")
    assert end.result == ("red", 1, None, "red has joined the sides")
    picture = svg(Position.start(hex3).play("b2"))
    assert picture.count("<polygon") == 9
    assert all(f'data-cell="{name}"' in picture for name in hex3.board.names)
    assert unicode(Position.start(hex3).play("b2")).startswith("  · · ·\n · R ·\n· · ·\n")


def test_the_claims_of_hex_hold():
    told = check(game("hex-on-rhombus", "rhombus:2x3"))
    assert [(verdict.id, verdict.verdict) for verdict in told] == [("1", "proved"), ("2", "proved")]
    told = check(game("hex-on-rhombus", "rhombus:2x2"))
    assert [verdict.as_expected for verdict in told] == [True] * 3
