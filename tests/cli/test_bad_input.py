"""Bad input that no line of the goldens holds: status 2, nothing on standard output, one line that
names what, where, and what would be accepted.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Run

Runner = Callable[..., Run]
HEX2 = ("show", "esgros", "--board", "hex:2")


def test_a_position_in_two_lines_is_named_in_one(run: Runner):
    answer = run(*HEX2, "--position", "a\nb")
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert r"'a\nb'" in answer.err


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


def test_an_argument_that_is_no_utf8_is_refused_in_one_line():
    command = [sys.executable, "-m", "ruleproof", "show", b"esg\xffros"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "GAME: no such game" in done.stderr
