"""`--memory` bounds what a whole command takes besides the program itself."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

Runner = Callable[..., Run]
MEGABYTE = 1 << 20
_COMMAND = """
import json, sys
from ruleproof.cli import main

first, then = json.loads(sys.argv[1])
main(first)
print("begin", file=sys.stderr, flush=True)
sys.stdin.readline()
sys.exit(main(then))
"""
"""A process that does one command, waits, and does another."""


def _own(process: int) -> int:
    """The bytes of a process that are no pages of a file, 0 once it has gone."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    fields = dict(line.split(":", 1) for line in lines)
    return sum(int(fields.get(name, "0").split()[0]) << 10 for name in ("RssAnon", "RssShmem"))


def growth(first: list[str], then: list[str]) -> tuple[int, int]:
    """The most bytes that a command takes more than were there before it, and its status."""
    with subprocess.Popen(
        [sys.executable, "-c", _COMMAND, json.dumps([first, then])],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stderr
        while process.stderr.readline() != "begin\n":
            assert process.poll() is None
        before = most = _own(process.pid)
        process.stdin.write("\n")
        process.stdin.flush()
        while process.poll() is None:
            most = max(most, _own(process.pid))
    return most - before, process.returncode


SMALL = {"esgros": ("hex:2",), "gro": ("dish:1,1", "--set", "tokens=1")}
LARGE = {"esgros": ("hex:4",), "gro": ("dish:1,2", "--set", "tokens=8"), "grow": ("square:3x3",)}
LIMIT = 24 * MEGABYTE
SLACK = 10 * MEGABYTE
"""What the system and Python take besides, at the most."""


_LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]) * 10**6,) * 2)
sys.argv[1:] = sys.argv[2:]
from ruleproof.cli import main
sys.exit(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="others have no such limit")
@pytest.mark.parametrize("megabytes", ["180", "260", "340", "410"])
@pytest.mark.parametrize("words", ["solve esgros -b hex:3", "check esgros -b hex:3 --claim 1"])
def test_where_the_system_gives_no_memory_it_is_one_line_and_one_object(words: str, megabytes: str):
    command = [sys.executable, "-c", _LIMITED, megabytes, *words.split(), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (3, 1), done.stderr
    assert "memory" in done.stderr
    told = json.loads(done.stdout)
    assert (told["game"], told["board"], told["stopped"]) == ("esgros", "hex:3", True)


_ENDED = """
import os, sys
from ruleproof.cli import app, main
def run(arguments):
    os.write(2, b"a library says so in its own words\\n")
    {}
app.run = run
sys.argv[1:] = ["games", "--json"]
sys.exit(main())
"""


@pytest.mark.parametrize("how", ["os.abort()", "os._exit(1)", "os.kill(os.getpid(), 9)"])
def test_a_library_that_ends_the_process_never_gives_a_verdict(how: str):
    command = [sys.executable, "-c", _ENDED.format(how)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert done.stderr.startswith("ruleproof: stopped: ")
    assert done.stderr.count("\n") == 1
    assert json.loads(done.stdout)["stopped"] is True


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is a process's own")
@pytest.mark.parametrize(
    ("game", "command", "all_taken"),
    [
        ("esgros", ("table", "build"), True),
        ("grow", ("solve",), True),
        ("esgros", ("solve", "--time", "3"), False),
        ("gro", ("solve", "--goal", "win", "--time", "3"), False),
    ],
)
def test_a_command_grows_by_what_it_may_take(
    game: str, command: tuple[str, ...], all_taken: bool, tmp_path: Path
):
    def asked(limit: int, file: str) -> list[str]:
        words = [*command, game, "--board", *LARGE[game], "--memory", str(limit), "--json"]
        return [*words, "-o", str(tmp_path / file)] if "build" in command else words

    # with less memory first, so that all is compiled
    taken, status = growth(asked(LIMIT // 4, "small"), asked(LIMIT, "large"))
    assert status == 3
    assert taken <= LIMIT + SLACK
    assert taken > LIMIT // 2 or not all_taken


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is a process's own")
def test_a_table_that_grows_does_not_stand_twice(tmp_path: Path):
    """Its last size and that before it are 22 and 14 MB."""

    def asked(board: str) -> list[str]:
        file = str(tmp_path / f"{board}.rpt")
        return [*("table", "build", "incrowd", "--board", board, "--memory", "28M"), "-o", file]

    taken, status = growth(asked("square:3x4"), asked("square:4x4"))
    assert status == 0
    assert taken <= 28 * MEGABYTE + SLACK // 2


@pytest.mark.parametrize("command", [("solve",), ("solve", "--goal", "win"), ("openings",)])
@pytest.mark.parametrize("game", ["esgros", "gro"])
def test_where_the_least_does_not_fit_it_is_said_first(
    run: Runner, game: str, command: tuple[str, ...]
):
    asked = (*command, game, "--board", *SMALL[game])
    answer = run(*asked, "--memory", "1000")
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    least = answer.err.split("--memory: takes ")[1].split(" or more")[0]
    assert answer.err.endswith(": 1000\n")
    assert run(*asked, "--memory", least).status in (0, 3)


def test_a_table_that_cannot_be_begun_is_refused(run: Runner, tmp_path: Path):
    asked = ("table", "build", "gro", "--board", *SMALL["gro"], "-o", str(tmp_path / "t.rpt"))
    answer = run(*asked, "--memory", "10K")
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "--memory: takes " in answer.err
    least = answer.err.split("--memory: takes ")[1].split(" or more")[0]
    assert run(*asked, "--memory", least).status == 0


def test_a_search_stopped_by_memory_says_so(run: Runner):
    answer = run("solve", "grow", "--board", "square:3x3", "--memory", "2M", "--json")
    assert answer.status == 3
    assert answer.object["value"] is None
    assert answer.object["reason"] == "the memory does not suffice"


@pytest.mark.slow
def test_a_search_stopped_by_memory_names_its_checkpoint_and_what_it_needs(
    run: Runner, tmp_path: Path
):
    kept = tmp_path / "search.rpc"
    asked = ("solve", "grow", "--board", "square:3x3", "--memory", "2M", "--resume", str(kept))
    assert run(*asked, "--json").object["kept"] == str(kept)
    assert kept.exists()
    saved = " ".join(run(*asked).out.split("saved")[1].split())
    assert saved.endswith("the same command goes on from it, if it has more --memory")
