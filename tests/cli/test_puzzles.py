"""Sets of puzzles on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

Runner = Callable[..., Run]
MAKE = ("puzzles", "make", "esgros", "--board", "hex:2", "-n", "2")


@pytest.fixture
def made(run: Runner, tmp_path: Path) -> Path:
    path = tmp_path / "set.jsonl"
    assert run(*MAKE, "-o", str(path)).status == 0
    return path


def test_the_same_seed_makes_the_same_file(run: Runner, made: Path):
    again = run(*MAKE, "--seed", "1")
    assert again.out == made.read_text()


def test_made_as_an_object(run: Runner, made: Path):
    answer = run(*MAKE, "--json")
    lines = made.read_text().splitlines()
    assert answer.object["puzzles"] == [json.loads(line) for line in lines]
    assert (answer.object["game"], answer.object["board"]) == ("esgros", "hex:2")


def test_a_made_set_is_accepted(run: Runner, made: Path):
    answer = run("puzzles", "check", str(made), "--json")
    assert answer.status == 0
    assert answer.fields == {"ok", "faults"}
    assert answer.object["ok"] is True


def test_a_truncated_set_is_refused(run: Runner, made: Path):
    made.write_text(made.read_text()[:-30])
    answer = run("puzzles", "check", str(made), "--json")
    assert answer.status == 1
    assert "line 2" in answer.object["faults"][0]


def test_a_puzzle_with_another_solution_is_refused(run: Runner, made: Path):
    first, *others = (json.loads(line) for line in made.read_text().splitlines())
    first["solution"] = ["b1", *first["solution"][1:]]
    made.write_text("".join(json.dumps(line) + "\n" for line in [first, *others]))
    answer = run("puzzles", "check", str(made))
    assert answer.status == 1
    assert first["id"] in answer.out


@pytest.mark.parametrize("name", ["id", "game", "board", "position", "side", "format"])
def test_what_is_wrong_with_a_set_is_told_in_short_lines(run: Runner, made: Path, name: str):
    first, *others = (json.loads(line) for line in made.read_text().splitlines())
    for text in ("x" * 100_000, "\x1b[2J", "a\nok: b"):
        lines = [json.dumps(line) + "\n" for line in (first | {name: text}, *others)]
        made.write_text("".join(lines))
        answer = run("puzzles", "check", str(made))
        assert answer.status == 1
        told = answer.out.splitlines()
        assert all(line.startswith("refused: ") and line.isprintable() for line in told)
        assert max(map(len, told)) < 1200
        faults = run("puzzles", "check", str(made), "--json").object["faults"]
        assert max(map(len, faults)) < 1100


def test_a_puzzle_is_shown_and_its_solution_only_when_asked_for(run: Runner, made: Path):
    first = json.loads(made.read_text().splitlines()[0])
    hidden = run("puzzles", "show", str(made), "1").out
    assert first["position"] in hidden
    assert "solution" not in hidden
    told = run("puzzles", "show", str(made), first["id"], "--solution").out
    assert " ".join(first["solution"]) in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["puzzles"], ["missing command", "make, check, show"]),
        (["puzzles", "nosuch"], ["'nosuch'", "make, check, show"]),
        (["puzzles", "make", "esgros", "-n", "0"], ["-n", "'0'", "from 1"]),
        (["puzzles", "make", "esgros", "--seed", "x"], ["--seed", "'x'"]),
        (["puzzles", "make", "esgros", "-o", "/no/such"], ["--output", "'/no/such'"]),
        (["puzzles", "check", "/no/such"], ["FILE", "'/no/such'"]),
        (["puzzles", "show", "/no/such"], ["FILE", "'/no/such'"]),
    ],
)
def test_bad_input(run: Runner, arguments: list[str], words: list[str]):
    answer = run(*arguments)
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert all(word in answer.err for word in words)


def test_no_such_puzzle(run: Runner, made: Path):
    answer = run("puzzles", "show", str(made), "3")
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "WHICH: a number from 1 to 2 or an id: '3'" in answer.err


def test_fewer_than_asked_for_is_stopped_with_what_was_found(run: Runner):
    answer = run("puzzles", "make", "esgros", "--board", "hex:2", "-n", "3", "--json")
    assert answer.status == 3
    assert 0 < len(answer.object["puzzles"]) < 3
