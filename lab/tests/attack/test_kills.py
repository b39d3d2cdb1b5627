"""Killed commands lose nothing; `python -m lab.attack.kills` kills many more."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lab.attack import orphans
from lab.attack.kills import Broken, never_half, parted

ROOT = Path(__file__).parents[3]


def test_half_a_file_is_noticed():
    old, new = {"a": b"old"}, {"a": b"the new one"}
    never_half({"a": b"old"}, old, new)
    never_half({"a": b"the new one", ".a.part": b"the"}, old, new)
    for half in ({"a": b"the"}, {"a": b""}, {}):
        with pytest.raises(Broken):
            never_half(half, old, new)
    never_half({"a": b"the new one"}, old, {"a": b"the new one"}, b"one")
    never_half({"a": b"the new two, one"}, old, {"a": b"the new "}, b"one")
    for half in ({"a": b"the new"}, {"a": b"one"}):
        with pytest.raises(Broken):
            never_half(half, old, {"a": b"the new "}, b"one")


def test_the_place_where_answers_part_is_told():
    told = parted({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]})
    assert told == "/a/1/b: 2, not 3"


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_what_outlives_its_command_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(orphans, "LATE", 0.2)
    words = [sys.executable, "-c", "print(flush=True)\nwhile True: pass"]
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        assert [*orphans.outlived(tmp_path)] == [process.pid]
        process.kill()
    assert orphans.outlived(tmp_path) == {}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("only", ["serve", "solve"])
def test_nothing_outlives_killed_commands(only: str):
    answer = subprocess.run(
        [sys.executable, "-m", "lab.attack.orphans", "--kills", "2", "--only", only],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "| 2 |" in answer.stdout


@pytest.mark.slow
@pytest.mark.parametrize("only", ["table build grow", "solve gro"])
def test_killed_commands_lose_nothing(only: str):
    answer = subprocess.run(
        [sys.executable, "-m", "lab.attack.kills", "--kills", "4", "--only", only],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "| 4 |" in answer.stdout
