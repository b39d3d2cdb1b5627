"""Tables whose values are known are sorted and written by whoever goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ruleproof.models.play.game import game
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.tables import solved, sorting
from ruleproof.solvers.playing.tables import write as table_write
from ruleproof.solvers.playing.tables.build import build
from ruleproof.solvers.work import checkpoints
from ruleproof.solvers.work.checkpoints import Checkpoint, CheckpointError, kind_of
from ruleproof.solvers.work.memory import TooLittle
from ruleproof.solvers.work.progress import Progress, Stopped
from tests.ready import at_start

GAMES: list[str] = [
    "esgros square:3x3", "incrowd square:3x3", "incrowd square:3x4 chain=global",
    "gro dish:1,1 tokens=3", "grow square:2x3",
]  # fmt: skip


def interrupted(
    here: Position, path: Path, kept: Path, stage: str, looks: int, error: type[BaseException]
) -> list[str]:
    """The stages of a build that is stopped at one of the looks at the clock in a stage, if there
    are so many.
    """
    stages: list[str] = []

    def stop(progress: Progress) -> None:
        stages.append(progress.stage)
        if stages.count(stage) == looks and progress.stage == stage:
            raise error

    built = build(here, path, progress=stop, checkpoint=kept)
    assert built.stopped == (stages.count(stage) >= looks)
    if built.stopped:
        assert built.reason == "it was stopped"
        assert not path.exists()
    return stages


@pytest.mark.parametrize("error", [Stopped, KeyboardInterrupt])
@pytest.mark.parametrize("stage", ["sorted", "written"])
@pytest.mark.parametrize("said", GAMES)
def test_sorting_and_writing_go_on_from_the_values(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    said: str,
    stage: str,
    error: type[BaseException],
):
    monkeypatch.setattr(sorting, "_LOOK", 500)
    monkeypatch.setattr(table_write, "PER_BLOCK", 64)
    monkeypatch.setattr(table_write, "_AT_ONCE", 2)
    monkeypatch.setattr(solved, "_PIECE", 300)
    here = at_start(said)
    whole, path, kept = (tmp_path / one for one in ("whole", "table", "kept"))
    first = build(here, whole)
    for looks in (1, 2, 3):
        stages = interrupted(here, path, kept, stage, looks, error)
        assert "positions known" not in stages
        if path.exists():  # fewer looks
            assert looks > 1
            path.unlink()
            continue
        assert {one.name for one in tmp_path.iterdir()} == {"whole", "kept"}
        assert kind_of(kept) == "solved"
        before = kept.read_bytes()
        stages = interrupted(here, path, kept, stage, 1, error)
        assert set(stages) <= {"compiling", "positions known", "sorted", stage}
        assert kept.read_bytes() == before
        last = build(here, path, checkpoint=kept)
        for field in ("entries", "positions", "value", "distance", "size", "memory"):
            assert getattr(last, field) == getattr(first, field)
        assert path.read_bytes() == whole.read_bytes()
        assert {one.name for one in tmp_path.iterdir()} == {"whole", "table"}
        path.unlink()


def test_a_long_build_keeps_what_is_solved_before_it_is_sorted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(checkpoints, "SECONDS", 0.0)
    for said in (*GAMES, "incrowd square:3x5"):
        here = at_start(said)
        kinds: dict[str, str | None] = {}

        def note(progress: Progress, kinds: dict[str, str | None] = kinds) -> None:
            kinds[progress.stage] = kind_of(tmp_path / "kept")

        build(here, tmp_path / "table", checkpoint=tmp_path / "kept", progress=note)
        if "values" in kinds:
            assert kinds["values"] == "backward 5"
        else:
            assert kinds.get("positions") in (None, "walk")
        if kinds.get("positions"):
            assert kinds["sorted"] == kinds["written"] == "solved"
        assert "values" in kinds or "3x5" not in said or kinds["positions"]
    assert [one.name for one in tmp_path.iterdir()] == ["table"]


def solved_one(tmp_path: Path, said: str) -> tuple[Position, Path]:
    here, kept = at_start(said), tmp_path / "kept"
    interrupted(here, tmp_path / "table", kept, "written", 1, Stopped)
    return here, kept


@pytest.mark.parametrize("said", ["esgros square:3x3", "grow path:5"])
def test_damaged_and_other_checkpoints_are_refused(tmp_path: Path, said: str):
    here, kept = solved_one(tmp_path, said)
    table, content = tmp_path / "table", kept.read_bytes()
    flipped = (
        content[:at] + bytes([content[at] ^ 4]) + content[at + 1 :]
        for at in range(0, len(content), max(1, len(content) // 40))
    )
    sizes = (40, len(content) // 2, len(content) - 37)  # the last 36 tell the time
    for other in (*flipped, *(content[:size] for size in sizes)):
        kept.write_bytes(other)
        with pytest.raises(CheckpointError):
            build(here, table, checkpoint=kept)
    kept.write_bytes(content)
    for other in (here.after(here.legal_moves()[0]), Position.start(game("gro", "dish:1,1"))):
        with pytest.raises(CheckpointError, match="is of another"):
            build(other, table, checkpoint=kept)
    with pytest.raises(CheckpointError, match="kind"):
        solve(here, resume=kept)
    assert kept.read_bytes() == content
    assert not table.exists()


FORGED: list[dict[str, Any]] = [
    {"entries": "many"}, {"entries": 0}, {"entries": -3}, {"entries": None}, {"words": 2},
    {"words": 1 << 70}, {"keys": {}}, {"keys": {"used": [1], "letters": None}}, {"keys": None},
    {"keys": {"used": [-1, 1 << 80], "letters": [3, "x"]}}, {"plies": True}, {"worth": "best"},
    {"worth": 1 << 80}, {"positions": "all"}, {"seconds": []}, {"work": None}, {"memory": {}},
]  # fmt: skip


@pytest.mark.parametrize("change", FORGED, ids=str)
def test_forged_checkpoints_are_refused(tmp_path: Path, change: dict[str, Any]):
    here, kept = solved_one(tmp_path, "esgros square:3x3")
    file = Checkpoint(kept, "solved", here.game, here.state, -1)
    form, frames = file.read()
    parts = [(tag, [bytes(content)]) for tag, content in frames]
    file.begin(json.loads(json.dumps(form | change)), parts)
    file.close()
    with pytest.raises(CheckpointError, match="makes no sense"):
        build(here, tmp_path / "table", checkpoint=kept)
    assert not (tmp_path / "table").exists()


def test_too_little_memory_is_told(tmp_path: Path):
    here, kept = solved_one(tmp_path, "esgros square:3x3")
    with pytest.raises(TooLittle):
        build(here, tmp_path / "table", checkpoint=kept, memory=1000)
    with pytest.raises(MemoryError):
        solved.Keep(kept, here.game, here.state, -1).take(100, print)
    assert not build(here, tmp_path / "table", checkpoint=kept).stopped
