"""The JSON objects of the commands, field by field, and that people are answered too."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleproof import Position, game
from ruleproof.models.rulebooks.rulebook import names, rulebook
from tests.cli.conftest import Run

Runner = Callable[..., Run]
HEX2 = ("esgros", "--board", "hex:2")
ASKED = {"start", "played", "position"}


@pytest.mark.parametrize("command", ["show", "moves", "play"])
@pytest.mark.parametrize("name", names())
def test_every_game_is_shown_and_played(run: Runner, command: str, name: str):
    answer = run(command, name, "--json").object
    assert answer["game"] == name
    assert answer["board"] == rulebook(name).board
    assert answer["settings"] == game(name).settings
    assert answer["over"] is False
    assert answer["result"] is None
    assert re.fullmatch(r"[0-9a-f]{16}", answer["rules"])


def test_a_setting_without_effect_is_noted_beside_the_answer(run: Runner):
    told = run("moves", *HEX2, "--set", "edition=second", "--set", "exceed=void", "--json")
    assert told.status == 0
    assert told.err == "ruleproof: --set: exceed has no effect under edition=second\n"
    assert not run("moves", *HEX2, "--set", "exceed=void", "--json").err


def test_moves(run: Runner):
    answer = run("moves", *HEX2, "--line", "a1", "--json")
    assert answer.fields == {"moves", "over", "result"} | ASKED
    assert answer.object["moves"] == Position.start(game("esgros", "hex:2")).play("a1").moves()


@pytest.mark.parametrize("command", ["moves", "perft --depth 2", "solve", "openings"])
def test_answers_say_what_was_asked(run: Runner, command: str):
    first, after = ". . / . W . / B . ; black", ". . / . W B / B . ; white"
    told = run(*command.split(), *HEX2, "--position", first, "--line", "b3", "--json").object
    assert (told["start"], told["played"], told["position"]) == (first, ["b3"], after)


def test_an_explicit_setting_wins_in_any_order(run: Runner):
    one = run("show", "esgros", "--set", "edition=second", "--set", "full=loss", "--json").object
    other = run("show", "esgros", "--set", "full=loss", "--set", "edition=second", "--json").object
    assert one["settings"] == other["settings"]
    assert one["settings"]["full"] == "loss"
    assert one["settings"]["edition"] == "second"


def test_perft(run: Runner):
    answer = run("perft", "esgros", "--board", "hex:4", "--depth", "3", "--json")
    assert answer.fields == {"nodes", "depth"} | ASKED
    assert answer.object["nodes"] == 40320
    assert "40320" in run("perft", "esgros", "--board", "hex:4", "--depth", "3").out


def test_divide_adds_up(run: Runner):
    answer = run("perft", *HEX2, "--depth", "4", "--divide", "--json")
    assert answer.fields == {"nodes", "depth", "divide"} | ASKED
    assert sum(answer.object["divide"].values()) == answer.object["nodes"]
    assert list(answer.object["divide"]) == run("moves", *HEX2, "--json").object["moves"]


def test_positions_come_from_files_and_standard_input(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    picture = " . W\n. . .\n B .\n; black\n"
    (tmp_path / "p.txt").write_text(picture)
    told = run("show", *HEX2, "--position", f"@{tmp_path / 'p.txt'}", "--json").object["position"]
    assert told == ". W / . . . / B . ; black"
    for place in ("-", "@-"):
        with (tmp_path / "p.txt").open() as stream:
            monkeypatch.setattr("sys.stdin", stream)
            assert run("show", *HEX2, "--position", place, "--json").object["position"] == told


def test_a_search_that_is_stopped_tells_its_bounds(run: Runner):
    answer = run("solve", "esgros", "--board", "hex:4", "--time", "0.01", "--json")
    assert answer.status == 3
    assert answer.object["value"] is None
    assert len(answer.object["bounds"]) == 2


def test_openings(run: Runner, tmp_path: Path):
    answer = run("openings", *HEX2, "--json", "-o", str(tmp_path / "map.svg"))
    assert answer.fields == {"openings", "distances"} | ASKED
    assert list(answer.object["openings"]) == run("moves", *HEX2, "--json").object["moves"]
    assert set(answer.object["openings"].values()) <= {"win", "draw", "loss"}
    assert (tmp_path / "map.svg").read_text().startswith("<svg")
    solved = run("solve", *HEX2, "--json").object
    assert answer.object["distances"][solved["best"][0]] == solved["distance"]
    assert f">W{solved['distance']}</text>" in (tmp_path / "map.svg").read_text()
    told = run("openings", *HEX2).out.splitlines()
    assert told[3].split() == ["win", "in", str(solved["distance"]), *solved["best"]]


@pytest.mark.slow
def test_what_a_rule_of_repetition_decides_is_an_answer(run: Runner):
    gro = ("gro", "-b", "dish:1,1", "-s", "tokens=1", "-s", "repetition=loss-3")
    solved, opened = run("solve", *gro, "--json"), run("openings", *gro, "--json")
    assert (solved.status, opened.status) == (0, 0)
    assert opened.object["reason"] == solved.object["reason"]
    assert opened.object["undecided"] == list(opened.object["openings"])
    told = run("openings", *gro).out
    assert "undecided" in told
    assert solved.object["reason"] in " ".join(told.split())
    stopped = run("openings", "esgros", "--board", "hex:4", "--time", "0.01", "--json")
    assert stopped.status == 3
    assert stopped.object["reason"] == "the time is up"


@pytest.mark.parametrize("command", ["show", "openings"])
def test_drawings_are_what_their_names_say(run: Runner, tmp_path: Path, command: str):
    assert run(command, *HEX2, "-o", str(tmp_path / "a.png")).status == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    for name in ("a.pdf", "a.html"):
        refused = run(command, *HEX2, "-o", str(tmp_path / name))
        assert refused.status == 2
        assert "ends in .svg or .png" in refused.err
        assert not (tmp_path / name).exists()


def test_games(run: Runner):
    answer = run("games", "--json").object
    assert [book["name"] for book in answer["games"]] == list(names())
    for book in answer["games"]:
        assert all(setting["sentence"] for setting in book["settings"]), book["name"]
        assert book["boards"]
    answer = run("games", "esgros", "--json").object
    assert answer["game"] == "esgros"
    assert answer["settings"] == game("esgros").settings


def test_version(run: Runner):
    assert re.fullmatch(r"ruleproof \d+\.\d+\.\d+\n", run("--version").out)
    assert run("--version", "--json").fields == set()


def test_a_drawing_is_written(run: Runner, tmp_path: Path):
    assert run("show", *HEX2, "-o", str(tmp_path / "a.svg")).status == 0
    assert (tmp_path / "a.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    "arguments",
    [
        ["games"],
        ["games", "esgros"],
        ["boards"],
        ["boards", "dish:2,2"],
        ["show", *HEX2],
        ["moves", *HEX2],
        ["play", *HEX2, "--line", "a1 c2"],
        ["perft", *HEX2, "--depth", "2"],
        ["solve", *HEX2],
        ["openings", *HEX2],
        ["solve", "clobber", "--board", "square:3x3"],
    ],
)
@pytest.mark.parametrize("columns", ["30", "80", ""])
def test_people_are_answered(
    run: Runner, monkeypatch: pytest.MonkeyPatch, arguments: list[str], columns: str
):
    if columns:
        monkeypatch.setenv("COLUMNS", columns)
    answer = run(*arguments)
    assert answer.status == 0
    assert answer.out.strip()
    assert "\x1b" not in answer.out  # no colours where there is no terminal
    assert not any(line.endswith(" ") for line in answer.out.split("\n"))
    with pytest.raises(json.JSONDecodeError):
        json.loads(answer.out.replace("\n", " ") + "x")


def test_that_a_history_does_not_count_is_told_where_a_position_has_come_up_again(run: Runner):
    first = "a1 c3 a1-a2 c3-c2 a2-a1 c2-c3"
    for line, told in (("a1 c3", False), (first, True), (f"{first} a1-a2", True)):
        answer = run("solve", "gro", "--board", "dish:1,1", "-s", "tokens=2", "--line", line)
        assert answer.status == 0
        assert ("history" in answer.out) == told


@pytest.mark.slow
def test_a_win_that_does_not_come_in_time_leaves_the_value_undecided(run: Runner):
    win = ("solve", "gro", "--board", "dish:1,1", "--goal", "win", "--within", "2")
    told = run(*win)
    assert told.status == 0
    assert told.out.splitlines()[0].split(maxsplit=1) == [
        "value",
        "undecided; no win within 2 plies",
    ]
    answer = run(*win, "--json").object
    assert (answer["value"], answer["bounds"]) == (None, ["loss", "win"])
    assert (answer["no_win_within"], answer["reason"]) == (2, "no win within 2 plies")


def test_a_search_that_is_stopped_says_by_what(run: Runner):
    solve = ("solve", "esgros", "--board", "hex:5", "--time", "0.1")
    assert run(*solve, "--json").object["reason"] == "the time is up"
    assert "stopped: the time is up" in run(*solve).out


def test_a_refutation_carried_over_names_the_board_where_it_was_found(run: Runner):
    told = run("check", "esgros", "--board", "hex:3", "--claim", "12d", "--json").object
    (claim,) = told["claims"]
    assert claim["details"]["found_on"] == "path:4"
    assert claim["scope"] == "path:4, hex:3"
    assert claim["method"] == "a game found on path:4, replayed on hex:3"


def test_a_check_ends_with_what_its_verdicts_mean_and_what_to_do_next(run: Callable[..., Run]):
    told = " ".join(run("check", "esgros", "-b", "path:3", "--claim", "6").out.split())
    legend, _, todo = told.partition(" next ")
    assert legend.endswith("refuted a game or a position shows that it does not hold")
    assert "proved it always holds" not in legend
    assert todo.startswith("`ruleproof repair esgros --board path:3 6` prints words that mend")
    assert run("repair", "esgros", "--board", "path:3", "6").status == 0


def test_signs_that_a_terminal_lacks_are_printed_plainly():
    words = ["-m", "ruleproof", "check", "esgros", "--board", "path:3", "--claim", "6"]
    done = subprocess.run(
        [sys.executable, *words],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert '"Drawless" does not hold' in done.stdout
    assert "?" not in done.stdout
    refused = subprocess.run(
        [sys.executable, "-m", "ruleproof", "play", "grow", "-b", "square:1x3", "-l", "@a1 @a1"],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
    )
    assert 'against "Each player, in order' in refused.stderr
