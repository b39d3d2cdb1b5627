"""Calibrations, the check of ratings against lookers, and the file that it writes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from lab import calibrate
from lab.calibrate import Row, agreement, validated
from lab.lookers import WIDTHS
from ruleproof.puzzles import rating
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.rating.attempts import SOLVERS, Attempt
from ruleproof.puzzles.rating.rating import calibration
from ruleproof.puzzles.rating.tenths import Agreement, read_agreement
from tests.reports.small_puzzles import help_puzzle, small_puzzle

LOOKERS = tuple(f"looker {width}" for width in WIDTHS)


@pytest.fixture
def table() -> list[Row]:
    """Five puzzles of each of two games, which lookers solve less often the harder they are."""

    def attempts(strengths: tuple[str, ...], solved: int) -> list[Attempt]:
        found = [Attempt(one, False) for one in strengths for _ in range(4)]
        return [Attempt(one.solver, place < solved) for place, one in enumerate(reversed(found))]

    return [
        Row(small_puzzle(name), attempts(SOLVERS, 28 - 5 * k), attempts(LOOKERS, 18 - 3 * k), 9 + k)
        for name in ("sow", "esgros")
        for k in range(5)
    ]


def replace_rows(monkeypatch: pytest.MonkeyPatch, table: list[Row]) -> None:
    """Makes the command find these results, whatever the sets."""

    def rows(_: Sequence[Puzzle]) -> list[Row]:
        return table

    monkeypatch.setattr(calibrate, "rows", rows)


def test_ratings_and_lookers_agree_game_by_game(table: list[Row]):
    found = agreement(table, calibration())
    assert [one.game for one in found.games] == ["esgros", "sow"]
    for one in found.games:
        assert one.puzzles == len(one.tenths) == 5
        assert one.over_puzzles == one.over_tenths == -1
    assert validated(table, calibration()).tenths < -0.9
    text = found.model_dump_json()
    assert read_agreement(text, "ratings.json") == found


def test_nothing_tried_is_no_agreement():
    assert agreement([], calibration()) == Agreement(games=[])
    assert validated([], calibration()) == (0, 0, [])


def test_the_check_writes_its_table_and_no_calibration(
    tmp_path: Path,
    table: list[Row],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    replace_rows(monkeypatch, table)
    package = Path(rating.__file__).with_name("calibration.json")
    before = package.stat().st_mtime_ns, package.read_bytes()
    written = tmp_path / "ratings.json"
    (tmp_path / "set.jsonl").write_text(small_puzzle("sow").line())
    calibrate.main(["--check", str(tmp_path / "set.jsonl"), "--table", str(written)])
    assert (package.stat().st_mtime_ns, package.read_bytes()) == before
    found = read_agreement(written.read_text(), "ratings.json")
    assert found == agreement(table, calibration())
    told = capsys.readouterr().out
    assert told == calibrate.told(table, calibration())
    assert "esgros: 5 puzzles" in told


def test_without_the_check_a_calibration_is_written(
    tmp_path: Path, table: list[Row], monkeypatch: pytest.MonkeyPatch
):
    replace_rows(monkeypatch, table)
    (tmp_path / "set.jsonl").write_text(small_puzzle("sow").line())
    calibrate.main([str(tmp_path / "set.jsonl"), "-o", str(tmp_path / "made.json")])
    assert json.loads((tmp_path / "made.json").read_text())["puzzles"] == len(table)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--check", "none.jsonl"], "No such file"),
        (["--check", "old.jsonl"], "of format ruleproof-puzzle/1"),
        (["--check", "empty.jsonl"], "this one holds none"),
        (["--check", "help.jsonl"], "no puzzle of these sets has a tree"),
        (["--check", "help.jsonl", "--table", "folder"], "cannot write there"),
        (["--check", "help.jsonl", "-o", "made.json"], "--check makes no calibration"),
    ],
)
def test_what_cannot_be_checked_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    told: str,
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.jsonl").write_text("\n")
    (tmp_path / "help.jsonl").write_text(help_puzzle().line())
    old = small_puzzle("sow").line().replace("ruleproof-puzzle/2", "ruleproof-puzzle/1")
    (tmp_path / "old.jsonl").write_text(old)
    with pytest.raises(SystemExit) as caught:
        calibrate.main(words)
    assert caught.value.code == 2
    heard = capsys.readouterr()
    assert told in heard.err
    assert heard.out == ""
