"""`verify` from Python: one function for certificates, tables and game records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleproof import build_table, check, game, solve, verify
from ruleproof.solvers.work.progress import Progress, Stopped


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "hex2.rpt"
    build_table(game("esgros", "hex:2"), path)
    return path


def test_a_strategy_is_verified(tmp_path: Path) -> None:
    path = tmp_path / "win.proof"
    solve(game("esgros", "hex:2"), certificate=path)
    found = verify(path)
    assert found.ok
    assert found.told == ["esgros hex:2: win within 3 plies for black, who is to move"]
    path.write_text(path.read_text().replace('"value": "win"', '"value": "loss"'))
    assert verify(str(path)).ok is False


def test_a_claim_is_verified(tmp_path: Path) -> None:
    (verdict,) = check(game("esgros", "path:3"), ["1"], certificates=tmp_path)
    assert verdict.certificate is not None
    found = verify(verdict.certificate)
    assert found.ok
    assert found.told


def test_a_table_is_verified(table: Path, tmp_path: Path) -> None:
    found = verify(table)
    assert (found.ok, found.game) == (True, game("esgros", "hex:2"))
    assert found.told == ["esgros hex:2: 27 positions; win in 3 plies for black, who is to move"]
    other = tmp_path / "other.rpt"
    content = bytearray(table.read_bytes())
    content[-1] ^= 1
    other.write_bytes(content)
    assert verify(other).ok is False


def test_a_record_is_verified(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    moves = {"game": "esgros", "board": "hex:2", "settings": {}, "moves": ["a1", "b2"]}
    path.write_text(json.dumps(moves))
    assert verify(path).told == ["esgros hex:2: a game of 2 moves"]
    path.write_text(json.dumps(moves | {"moves": ["a1", "a1"]}))
    (fault,) = verify(path).faults
    assert "a1" in fault


def test_limits_leave_a_table_unchecked(table: Path) -> None:
    assert "more than 1,000" in verify(table, memory=1000).unchecked[0]
    found = verify(table, time=0)
    assert (found.ok, found.told) == (None, [])
    assert "the time is over" in found.unchecked[0]


def test_no_time_leaves_a_strategy_unchecked(tmp_path: Path) -> None:
    path = tmp_path / "win.proof"
    solve(game("esgros", "hex:2"), certificate=path)
    assert verify(path, time=0).ok is None


def test_a_listener_stops_it(table: Path) -> None:
    def refuse(step: Progress) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        verify(table, progress=refuse)


def test_senseless_arguments_are_refused(table: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        verify(tmp_path / "none.proof")
    with pytest.raises(ValueError, match="memory"):
        verify(table, memory=0)
    with pytest.raises(ValueError, match="time"):
        verify(table, time=-1)
