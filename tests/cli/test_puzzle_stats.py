"""`puzzles stats`: counts with bars, successes, relatives, and the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.reports.small_puzzles import by_people, help_puzzle, small_puzzle

Runner = Callable[..., Run]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A set of four puzzles, the first and the third of them twins."""
    twin = small_puzzle("esgros").model_copy(update={"id": "twin"})
    puzzles = [small_puzzle("esgros", 2), small_puzzle("sow", 4), twin, help_puzzle()]
    found = tmp_path / "set.jsonl"
    found.write_text("".join(puzzle.line() + "\n" for puzzle in puzzles))
    return found


def test_people_see_bars_tenths_and_relatives(run: Runner, path: Path):
    told = run("puzzles", "stats", str(path))
    assert (told.status, told.err) == (0, "")
    lines = [line.split() for line in told.out.splitlines()]
    assert ["3", "0"] in lines, "a level that no puzzle has"
    assert ["win", "3", "█" * 30] in lines
    assert any(line[:4] == ["1", "1", "1500", "50%"] for line in lines)
    assert ["1", "1", "esgros-0123456789", "line,", "fight"] in lines
    assert ["3", "twin"] in lines


def test_a_narrow_terminal_has_shorter_bars_and_whole_names(
    run: Runner, path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "40")
    lines = run("puzzles", "stats", str(path)).out.splitlines()
    assert all(len(line) <= 40 for line in lines)
    words = [line.split() for line in lines]
    assert ["tenth", "puzzles", "rating", "solved"] in words
    (row,) = [line for line in words if line[:2] == ["win", "3"]]
    assert 0 < len(row[2]) < 30


def test_json_tells_counts_successes_and_relatives(run: Runner, path: Path):
    told = run("puzzles", "stats", str(path), "--json")
    assert told.fields == {"counts", "successes", "successes_of_people", "relatives", "html"}
    found = told.object
    assert found["counts"]["stipulation"] == {"win": 3, "help-win": 1}
    assert sum(one["puzzles"] for one in found["successes"]) == 4
    members = [{"number": 1, "id": "esgros-0123456789"}, {"number": 3, "id": "twin"}]
    assert found["relatives"] == [{"puzzles": members, "alike": ["line", "fight"]}]
    assert found["html"] is None


def test_ratings_of_people_stand_against_what_people_solved(run: Runner, tmp_path: Path):
    puzzles = [small_puzzle("esgros"), by_people(small_puzzle("sow"), 0.067)]
    path = tmp_path / "set.jsonl"
    path.write_text("".join(puzzle.line() + "\n" for puzzle in puzzles))
    told = run("puzzles", "stats", str(path)).out
    simulated, _, people = told.partition("solved by people")
    assert "solved by simulated solvers" in simulated
    assert ["1", "1", "1500", "50%"] in [line.split()[:4] for line in simulated.splitlines()]
    assert ["1", "1", "1800", "7%"] in [line.split()[:4] for line in people.splitlines()]
    found = run("puzzles", "stats", str(path), "--json").object
    assert [one["solved"] for one in found["successes"]] == [0.5]
    assert [one["solved"] for one in found["successes_of_people"]] == [0.067]
    shown = run("puzzles", "show", str(path), "2").out
    assert "1800 ± 60 (people, solved by 7%)" in shown


def test_a_page_is_written(run: Runner, path: Path, tmp_path: Path):
    page = tmp_path / "stats.html"
    told = run("puzzles", "stats", str(path), "-o", str(page), "--json")
    assert told.object["html"] == str(page)
    before = page.read_bytes()
    assert b"<h2>Relatives</h2>" in before
    assert f"{page} is written" in run("puzzles", "stats", str(path), "-o", str(page)).out
    assert page.read_bytes() == before


def test_a_page_that_cannot_be_written_is_refused_before_work(
    run: Runner, path: Path, tmp_path: Path
):
    told = run("puzzles", "stats", str(path), "-o", str(tmp_path))
    assert (told.status, told.out) == (2, "")
    assert "--output: cannot write there (is a directory)" in told.err


def test_a_full_disk_leaves_the_answer(run: Runner, path: Path):
    told = run("puzzles", "stats", str(path), "-o", "/dev/full")
    assert told.status == 2
    assert "relatives" in told.out
    assert "is written" not in told.out
    assert "cannot write there (the disk is full): '/dev/full'" in told.err


def test_one_puzzle_without_a_rating_is_counted(run: Runner, tmp_path: Path):
    one = help_puzzle().model_copy(update={"rating": None, "themes": []})
    (tmp_path / "one.jsonl").write_text(one.line())
    told = run("puzzles", "stats", str(tmp_path / "one.jsonl"))
    assert told.status == 0
    assert "relatives: none" in told.out
    assert "tenth" not in told.out
    found = run("puzzles", "stats", str(tmp_path / "one.jsonl"), "--json").object
    assert (found["successes"], found["relatives"]) == ([], [])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "this one holds none"),
        (
            small_puzzle("sow").line().replace("ruleproof-puzzle/2", "ruleproof-puzzle/1"),
            "an old puzzle, of format ruleproof-puzzle/1",
        ),
        (
            small_puzzle("sow").model_copy(update={"position": "B ; left", "id": "w"}).line(),
            "SET: puzzle 1, w: ",
        ),
        (
            small_puzzle("sow").model_copy(update={"game": "<b>", "id": "w"}).line(),
            "SET: puzzle 1, w: ",
        ),
    ],
)
def test_sets_that_cannot_be_told_are_refused(run: Runner, tmp_path: Path, text: str, told: str):
    (tmp_path / "set.jsonl").write_text(text)
    found = run("puzzles", "stats", str(tmp_path / "set.jsonl"))
    assert (found.status, found.out) == (2, "")
    assert told in found.err
    assert len(found.err.splitlines()) == 1


def test_hostile_text_of_a_set_reaches_no_terminal(run: Runner, path: Path, tmp_path: Path):
    puzzle = json.loads(small_puzzle("esgros").line()) | {"themes": ["[bold]red\u202e"]}
    (tmp_path / "set.jsonl").write_text(json.dumps(puzzle))
    told = run("puzzles", "stats", str(tmp_path / "set.jsonl"))
    assert (told.status, told.out) == (2, "")
    assert '"[bold]red\\u202e"' in told.err


def test_a_page_of_another_ending_is_refused(run: Runner, tmp_path: Path):
    path, page = tmp_path / "set.jsonl", tmp_path / "stats.txt"
    path.write_text(small_puzzle("esgros").line() + "\n")
    told = run("puzzles", "stats", str(path), "-o", str(page))
    assert (told.status, told.out, page.exists()) == (2, "", False)
    assert told.err == (
        f"ruleproof: --output: the page is HTML; name a file that ends in .html: {str(page)!r}\n"
    )
