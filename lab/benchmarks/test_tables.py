"""How long tables take to build, to write and to check; the counts are the published ones."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from ruleproof import Position, game
from ruleproof.solvers.playing.tables.build import build
from ruleproof.solvers.playing.tables.read import TableFile
from ruleproof.solvers.playing.tables.value_table import ValueTable
from ruleproof.solvers.verify.tables.check import check

CORES = len(os.sched_getaffinity(0))


@pytest.mark.parametrize("threads", sorted({1, CORES}))
def test_table_of_esgros_hex_3(benchmark: Any, threads: int):
    chosen = game("esgros", "hex:3")

    def prepare() -> int:
        table = ValueTable(chosen, threads=threads)
        table.prepare(chosen.start())
        return table.nodes

    assert benchmark(prepare) == 981_862


def test_connect_four_5x5(benchmark: Any, tmp_path: Path):
    here = Position.start(game("connect-four", "square:5x5"))
    path = tmp_path / "table.rpt"
    built = benchmark.pedantic(
        lambda: build(here, path, memory=4 << 30, threads=CORES), rounds=1, iterations=1
    )
    assert (built.entries, built.positions, built.value) == (34_888_367, 69_763_700, "draw")
    assert built.memory <= 24 * built.entries
    assert built.size <= 4 * built.entries


def test_backward_induction(benchmark: Any):
    chosen = game("gro", "dish:1,1", tokens=6)

    def prepare() -> int:
        table = ValueTable(chosen)
        table.prepare(chosen.start())
        return table.nodes

    assert benchmark(prepare) == 46_836


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "table.rpt"
    build(Position.start(game("esgros", "hex:3")), path)
    return path


@pytest.mark.parametrize("threads", sorted({1, CORES}))
def test_sweep_of_a_million_entries(benchmark: Any, table: Path, threads: int):
    assert benchmark(check, table, threads=threads) == []


def test_probing_reads_one_block(benchmark: Any, table: Path):
    start = game("esgros", "hex:3").start()

    def probe() -> int:
        with TableFile(table) as file:
            entry = file.look_up(start)
            assert entry is not None
            return entry.value

    assert benchmark(probe) == 30_000 - 27
