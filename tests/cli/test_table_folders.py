"""`table build --cluster`: a folder that every command reads like a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

BUILD = ("table", "build", "incrowd", "-b", "square:3x3")


def test_a_table_of_several_workers_is_read_and_checked_like_a_file(
    tmp_path: Path, run: Callable[..., Run]
):
    whole, folder, part = (tmp_path / name for name in ("a.rpt", "b.rpt", "b.rpt.part"))
    alone = run(*BUILD, "-o", str(whole), "--json")
    words = (*BUILD, "-o", str(folder), "--cluster", "local:2")
    stopped = run(*words, "--time", "0.001", "--json")
    assert (stopped.status, stopped.object["kept"]) == (3, str(part))
    assert f"go on with --resume {part}" in run(*words).err
    found = run(*words, "--resume", str(part), "--json")
    assert found.status == 0, found.err
    for name in ("positions", "all_positions", "value", "distance"):
        assert found.object[name] == alone.object[name]
    assert not part.exists()
    assert "a file is there" in run(*words).err
    same = {"table": 0, "seconds": 0, "compiling": 0}
    for command in ("solve", "--each", "--table"), ("table", "probe"):
        told = [run(*command, str(one), "--json").object for one in (whole, folder)]
        assert {**told[0], **same} == {**told[1], **same}
    for one in (whole, folder):
        assert run("table", "export", str(one), "-o", f"{one}.csv").status == 0
    assert Path(f"{whole}.csv").read_text() == Path(f"{folder}.csv").read_text()
    checked = run("verify", str(folder), "--json")
    assert (checked.status, checked.object["kind"], checked.object["faults"]) == (0, "table", [])


@pytest.mark.parametrize("cluster", ["local:0", "local:x"])
def test_workers_of_this_machine_are_numbered(
    cluster: str, tmp_path: Path, run: Callable[..., Run]
):
    refused = run(*BUILD, "-o", str(tmp_path / "t"), "--cluster", cluster)
    assert refused.status == 2
    assert f"--cluster: local:N takes from 1 to 1024 workers: {cluster!r}" in refused.err
