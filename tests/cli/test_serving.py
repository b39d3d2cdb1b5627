"""`ruleproof serve`: what is refused before anything is served, and that it ends by Ctrl-C."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ruleproof import build_table, game
from ruleproof.cli.commands import serve
from tests.reports.small_puzzles import small_puzzle

LOCAL = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Asks the studio of this machine, whatever proxy is set."""


def test_a_missing_extra_is_told_in_one_line_with_how_to_install_it(
    run: Any, monkeypatch: pytest.MonkeyPatch
):
    def find_spec(name: str) -> object:
        return None if name == "fastapi" else name

    monkeypatch.setattr(serve, "find_spec", find_spec)
    found = run("serve")
    assert (found.status, found.out) == (2, "")
    assert "pip install" in found.err
    assert "ruleproof[web]" in found.err
    assert "fastapi" in found.err
    assert found.err.count("\n") == 1


def test_what_cannot_be_served_is_refused(run: Any, tmp_path: Path):
    pytest.importorskip("fastapi")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        found = run("serve", "--port", port)
        assert (found.status, found.out) == (2, "")
        assert "--port" in found.err
        assert port in found.err
    for wrong in (
        ["FILE", str(tmp_path / "nothing")],
        ["--port", "99999"],
        ["--port", "many"],
        ["--port", "no.such.host.invalid:0"],
        ["--port", "192.0.2.1:0"],  # an address of no machine (RFC 5737)
    ):
        found = run("serve", *(word for word in wrong if word != "FILE"))
        assert (found.status, found.out) == (2, ""), wrong
        assert wrong[0] in found.err
        assert found.err.count("\n") == 1


def test_a_set_that_cannot_be_served_is_refused(run: Any, tmp_path: Path):
    pytest.importorskip("fastapi")
    good, other = tmp_path / "small.jsonl", tmp_path / "folder" / "small.jsonl"
    other.parent.mkdir()
    for path in (good, other):
        path.write_text(small_puzzle("esgros").line())
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("no puzzle\n")
    for given, why in (
        ([wrong], "wrong.jsonl, line 1"),
        ([tmp_path / "nothing.jsonl"], "nothing.jsonl"),
        ([good, other], "another set has this name, too"),
    ):
        found = run("serve", *map(str, given))
        assert (found.status, found.out) == (2, "")
        assert found.err.startswith("ruleproof: FILE: ")
        assert why in found.err
        assert found.err.count("\n") == 1


@contextmanager
def studio() -> Generator[tuple[subprocess.Popen[str], str]]:
    """A studio in a process of its own, and its address; it is ended at the latest afterwards."""
    command = [sys.executable, "-m", "ruleproof", "serve", "--port", "0", "--json"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as served:
        try:
            assert served.stderr
            address = re.search(r"http://\S+", served.stderr.readline())
            assert address
            yield served, address[0]
        finally:
            served.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_the_studio_is_served_until_it_is_interrupted(number: signal.Signals):
    pytest.importorskip("fastapi")
    with studio() as (served, address):
        with LOCAL.open(f"{address}/api/games", timeout=60) as answer:
            assert len(json.load(answer)) >= 5
        served.send_signal(number)
        out, err = served.communicate(timeout=60)
    assert served.returncode == 0
    assert json.loads(out)["address"] == address
    assert "Traceback" not in err


def test_a_search_that_is_under_way_ends_with_the_studio():
    pytest.importorskip("fastapi")
    with studio() as (served, address):
        asked = json.dumps({"game": "gro", "line": ["c1", "d8"], "seconds": 100}).encode()
        kind = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{address}/api/values", asked, kind)
        with LOCAL.open(request, timeout=60) as answer:
            assert answer.readline() == b"event: begun\n"
            served.send_signal(signal.SIGINT)
            *_, event, told = answer.read().decode().rstrip("\n").split("\n")
        _, err = served.communicate(timeout=60)
    assert event == "event: done"
    end = {"complete": False, "reason": "the studio was stopped"}
    assert json.loads(told.removeprefix("data: ")) == end
    assert served.returncode == 0
    assert not re.search("ERROR|Traceback", err)


def test_a_starter_set_can_be_served_first(tmp_path: Path):
    own = tmp_path / "own.jsonl"
    own.write_text(small_puzzle("esgros").model_dump_json() + "\n")
    found = serve.given_sets([Path("starter:grow"), own])
    assert list(found) == ["starter-grow", "own"]
    assert {puzzle.game for puzzle in found["starter-grow"]} == {"grow"}


def test_files_that_are_no_tables_are_told_at_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    pytest.importorskip("fastapi")
    build_table(game("esgros", "path:3"), tmp_path / "good.rpt")
    (tmp_path / "junk.rpt").write_text("no table")
    serve.tell_left_out(tmp_path)
    told = capsys.readouterr().err
    assert told.startswith("ruleproof: FILE: 'junk.rpt' is left out: the first line is no header")
    assert told.count("\n") == 1
    for number in range(10):
        (tmp_path / f"more{number}.rpt").write_text("no table")
    serve.tell_left_out(tmp_path)
    told = capsys.readouterr().err
    assert told.count("\n") == 9
    assert told.endswith("ruleproof: FILE: 3 more files are left out\n")
