"""Tables of several files: built by several workers they say what tables say, and are checked."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lab.shards import kill
from ruleproof.models.cells import count, rule
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.solvers.playing.shards import build as sharded
from ruleproof.solvers.playing.shards.build import build_shards
from ruleproof.solvers.playing.tables import phases
from ruleproof.solvers.playing.tables.build import build
from ruleproof.solvers.playing.tables.folder import AnyTable, TableFolder, opened
from ruleproof.solvers.playing.tables.header import TableError
from ruleproof.solvers.playing.tables.table import Table
from ruleproof.solvers.playing.values.contradiction import Contradiction
from ruleproof.solvers.reasoning.laws.conform import conform
from ruleproof.solvers.verify.files import table_report
from ruleproof.solvers.work.checkpoints import CheckpointError
from ruleproof.solvers.work.executors import Here
from ruleproof.solvers.work.formats import HEADER
from ruleproof.solvers.work.progress import Progress
from ruleproof.solvers.work.side_by_side import local_workers
from tests.ready import ready
from tests.solvers.altering import altered

GAMES = [
    *("incrowd square:3x3", "incrowd square:3x4", "connect-four square:3x4 line=3"),
    *("gro dish:1,1 tokens=2", "gro dish:1,1 tokens=4", "sow square:2x3 height=1"),
    *("esgros square:3x3", "grow square:2x2", "grow square:2x3", "kalah square:2x2"),
    *("grow square:2x2 players=3", "grow square:2x3 drop=mandatory", "oust square:2x3"),
]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes pieces, groups and files small, so that there are several of each."""
    monkeypatch.setattr(phases, "_FEW", 200)
    monkeypatch.setattr(sharded, "ENTRIES", 200)


def here() -> list[Here]:
    """This process as the only worker."""
    return [Here()]


def built(one: Game, path: Path, workers: int = 0, **more: Any) -> sharded.Built:
    more = {"shards": 4, "memory": 1 << 20, "party": 0 if len(one.players) > 2 else -1} | more
    start = Position.start(one)
    hire = partial(local_workers, workers) if workers else here
    return build_shards(start, path, path.with_suffix(".part"), hire, **more)


def entries(table: AnyTable) -> dict[tuple[int, ...], tuple[int, int]]:
    """Each key with its value and plies."""
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    with table:
        for number in range(table.blocks):
            block = table.block(number)
            keys = np.column_stack(block.words).tolist()
            plies = np.zeros_like(block.values) if block.plies is None else block.plies
            told = zip(block.values.tolist(), plies.tolist(), strict=True)
            found |= {tuple(key): one for key, one in zip(keys, told, strict=True)}
    return found


def sums(path: Path) -> dict[str, str]:
    with TableFolder(path) as table:
        return {one.name: table.file(int(one.stem)).entries_checksum for one in path.glob("*.rpt")}


@pytest.mark.parametrize("text", GAMES)
def test_shards_say_what_a_table_says_and_are_checked(text: str, tmp_path: Path):
    one = ready(text)
    party = 0 if len(one.players) > 2 else -1
    whole = build(Position.start(one), tmp_path / "whole.rpt", party=party)
    found = built(one, tmp_path / "shards")
    told = "entries", "positions", "value", "distance"
    assert [getattr(found, name) for name in told] == [getattr(whole, name) for name in told]
    assert entries(opened(tmp_path / "shards")) == entries(opened(tmp_path / "whole.rpt"))
    assert not (tmp_path / "shards.part").exists()
    report = table_report(tmp_path / "shards", memory=1 << 20, hire=here)
    assert (report.faults, report.unchecked) == ([], [])


def test_files_are_the_same_whoever_made_them_and_read_like_one(tmp_path: Path):
    one = ready("incrowd square:3x4")
    alone = built(one, tmp_path / "alone")
    built(one, tmp_path / "four", 3)
    assert sums(tmp_path / "alone") == sums(tmp_path / "four")
    assert len(sums(tmp_path / "alone")) == 4
    with Table(tmp_path / "four") as table:
        assert len(table) == alone.entries
        assert (worth := table.look_up()) is not None
        assert worth.value == alone.value
        assert len({row.position.text for row in table}) == alone.entries


class Enough(Exception):
    """Stops a build from outside."""


@pytest.mark.parametrize("text", ["incrowd square:3x3", "gro dish:1,1 tokens=4"])
def test_a_build_that_was_stopped_anywhere_goes_on(text: str, tmp_path: Path):
    one, steps = ready(text), 0
    built(one, tmp_path / "whole")

    def after(many: int) -> Any:
        heard = 0

        def hear(_: Progress) -> None:
            nonlocal heard
            heard += 1
            if heard > many:
                raise Enough

        return hear

    while True:
        try:
            built(one, tmp_path / "again", progress=after(9))
            break
        except Enough:
            steps += 1
            (part,) = tmp_path.glob("*.part")
            (part / ".keys-0.0.ruleproof-killed00.part").touch()
    assert steps > 5
    assert sums(tmp_path / "again") == sums(tmp_path / "whole")


def test_another_build_in_the_folder_is_refused(tmp_path: Path):
    one = ready("incrowd square:3x3")
    assert built(one, tmp_path / "some", time=0).reason == "the time is up"
    with pytest.raises(CheckpointError, match="it holds another build, with board 'square:3x3'"):
        built(ready("incrowd square:3x4"), tmp_path / "some")
    (tmp_path / "mine.part").mkdir()
    (tmp_path / "mine.part" / "thesis.txt").touch()
    with pytest.raises(CheckpointError, match=r"it holds no build, but 'thesis.txt'"):
        built(one, tmp_path / "mine")


def test_a_disk_that_is_too_small_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    one, free = ready("incrowd square:3x3"), [10]

    def usage(_: object) -> SimpleNamespace:
        return SimpleNamespace(free=free[0])

    monkeypatch.setattr(sharded.shutil, "disk_usage", usage)
    told = built(one, tmp_path / "some")
    assert re.fullmatch(r"it needs [\d.]+K more of disk, and 10 are free", told.reason)
    free[0] = 1 << 40
    assert built(one, tmp_path / "some").entries == told.entries == 2139


def test_files_of_an_earlier_table_are_removed(tmp_path: Path):
    (tmp_path / "some").mkdir()
    for name in (HEADER, "4000.rpt", "mine.txt"):
        (tmp_path / "some" / name).touch()
    built(ready("incrowd square:3x3"), tmp_path / "some")
    assert {one.name for one in (tmp_path / "some").iterdir()} == {
        *("0000.rpt", "0001.rpt", "0002.rpt", "0003.rpt", HEADER, "mine.txt")
    }


@pytest.mark.slow
@pytest.mark.parametrize("board", ["incrowd square:3x4", "gro dish:1,1 tokens=4"])
def test_whoever_is_killed_the_files_are_the_same(board: str, tmp_path: Path):
    pytest.importorskip("distributed", reason="needs the extra 'cluster'")
    row, same = kill(board, tmp_path, 3, Random(1))
    assert (same, sum(map(int, row[1:4]))) == (True, 3)


def test_keys_that_are_too_narrow_begin_again_wider(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    one, keys = ready("incrowd square:3x3"), sharded.keys
    built(one, tmp_path / "whole")
    *cells, numbers = keys(one).used
    used = (*cells, numbers & ~(1 << 16 + 1))  # which has no room for two passes

    def narrow(game: Game, code_bits: int) -> Any:
        return keys(game, used, code_bits)

    monkeypatch.setattr(sharded, "keys", narrow)
    built(one, tmp_path / "again", 2)
    assert entries(opened(tmp_path / "again")) == entries(opened(tmp_path / "whole"))


@rule
def flat(board: Any, rules: Any, p: Any) -> int:
    """The stones, which a pass does not change."""
    return count(p.black | p.white)


def test_a_tier_that_does_not_rise_is_told(tmp_path: Path):
    advice = ModuleType("flat_tiers")
    vars(advice)["tier"] = flat
    one = make_game(replace(rulebook("incrowd"), advice=advice), "square:2x2", {})
    with pytest.raises(Contradiction, match="breaks the law “tier”"):
        built(one, tmp_path / "never")
    (told,) = conform([one], only=["tier"])
    assert told.broken is not None
    assert told.broken.what == "pass leads from tier 1 to tier 1"


def wrong_value(values: Any) -> Any:
    values[3] += 1
    return slice(None)


def all_but_one(values: Any) -> Any:
    return np.arange(values.size) != 5


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (wrong_value, "after its moves it is|of an ended game worth"),
        (all_but_one, "a position that play reaches is missing"),
    ],
)
def test_a_wrong_shard_is_refused(change: Any, fault: str, tmp_path: Path):
    built(ready("incrowd square:3x3"), tmp_path / "t")
    path, header = tmp_path / "t" / "0002.rpt", tmp_path / "t" / HEADER
    altered(path, path, change)
    said = json.loads(header.read_text())
    with opened(path) as one:
        said["shards"][2] = one.head.entries
    said["entries"] = sum(said["shards"])
    header.write_text(json.dumps(said) + "\n")
    (told,) = table_report(tmp_path / "t", hire=here).faults
    assert re.search(fault, told)


def test_a_shard_that_is_gone_or_of_another_table_is_told(tmp_path: Path):
    built(ready("incrowd square:3x3"), tmp_path / "t")
    built(ready("incrowd square:3x4"), tmp_path / "other")
    shutil.copy(tmp_path / "other" / "0001.rpt", tmp_path / "t" / "0001.rpt")
    with TableFolder(tmp_path / "t") as table, pytest.raises(TableError, match="board"):
        list(table.altered())
    (tmp_path / "t" / "0001.rpt").unlink()
    (told,) = table_report(tmp_path / "t", hire=here).faults
    assert told == "the file of shard 1 is missing"
    with (tmp_path / "t" / "0000.rpt").open("ab") as file:
        file.truncate(3000)
    with TableFolder(tmp_path / "t") as table, pytest.raises(TableError, match=r"^0000.rpt: "):
        table.block(0)
