"""Rules that never return: the command ends all the same, in one line, and leaves no process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleproof.cli import main
from tests.packages import installed

LOOPS = """
    while move >= 0:
        stone = single(board, move)
"""
LOOPS_COMPILED = """
    size = 0
    while count(~p.black) > 8:
        size = 1
    if size:
        return 0
    return -1 if rules.last"""
"""Outside the board a set has all cells when it is compiled, and in Python none."""
COMMAND = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from ruleproof.cli import guard, main
guard.OVERRUN, guard.DEAD = 3.0, 2.0
sys.argv[1:] = {words!r}
{before}
sys.exit(main())
"""
A_WORKER = """
from ruleproof.cli import signals
heed = signals.heed
def heeding(answer):
    from ruleproof.solvers.work.executors import Local
    heed(answer)
    Local().submit(time.sleep, 600)
signals.heed = heeding
"""
A_SIGN = """
import os
from pathlib import Path
reason = guard._reason
def noted(heard):
    Path({sign!r}).touch()
    moved = time.time() - time.monotonic() + heard.moved
    os.utime({sign!r}, (moved, moved))
    return reason(heard)
guard._reason = noted
"""
RETURNS_SOON = """
from ruleproof.models import endless
endless.RETURNS = 3.0
"""
SOLVE = ("solve", "hedgehog", "--board", "square:4x4", "--json")


@pytest.fixture
def endless(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A package whose rule loops for ever, but only compiled."""
    folder = tmp_path / "hedgehog"
    assert main(["new", "hedgehog", "--folder", str(folder), "--json"]) == 0
    capsys.readouterr()
    change(folder, "Field, add, each", "Field, add, count, each")
    change(folder, "\n    return -1 if rules.last", LOOPS_COMPILED)
    return folder


def change(folder: Path, old: str, new: str) -> None:
    path = folder / "src" / "hedgehog" / "rules.py"
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


_started: list[subprocess.Popen[str]] = []


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """Ends what a test has started and left running, as one that fails does."""
    yield
    while _started:
        with _started.pop() as work:
            for one in descendants(work.pid) if work.poll() is None else []:
                os.kill(one, signal.SIGKILL)
            work.kill()


def start(folder: Path, *words: str, before: str = "") -> subprocess.Popen[str]:
    script = COMMAND.format(words=list(words), before=before)
    work = subprocess.Popen(
        [sys.executable, "-c", script], env=installed(folder), stdout=-1, stderr=-1, text=True
    )
    _started.append(work)
    return work


def descendants(process: int) -> list[int]:
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(one) for child in found for one in (child, *descendants(int(child)))]


def until_it_loops(folder: Path) -> None:
    """Waits until the command has stood still for some seconds, be it alive or not."""
    sign = folder / "sign"
    end = time.monotonic() + 240
    while not sign.exists() or time.time() - sign.stat().st_mtime < 12:
        assert time.monotonic() < end
        time.sleep(0.2)


def ended_line(error: str) -> str:
    return [one for one in error.splitlines() if "compil" not in one][-1]


@pytest.mark.slow
def test_a_rule_that_never_returns_is_told_as_a_mistake(endless: Path) -> None:
    change(endless, "    stone = single(board, move)\n", LOOPS)
    words = ("check", "hedgehog", "--claim", "1", "--board", "path:2")
    work = start(endless, *words, before=RETURNS_SOON)
    out, error = work.communicate(timeout=240)
    assert (work.returncode, out) == (2, "")
    (said,) = error.splitlines()
    assert "a mistake in" in said
    assert "(play): `play` did not return within 3 s; end its loops; no answer counts" in said


@pytest.mark.slow
def test_compiled_code_that_never_returns_ends_some_time_after_the_limit(endless: Path) -> None:
    work = start(endless, *SOLVE, "--time", "1", before=A_WORKER)
    while len(children := descendants(work.pid)) < 3:  # the command, a worker and what keeps it
        time.sleep(0.1)
    out, error = work.communicate(timeout=120)
    assert work.returncode == 3
    assert json.loads(out)["stopped"] is True
    said = ended_line(error)
    assert said.startswith("ruleproof: stopped in a step that has not returned for ")
    assert said.endswith("`ruleproof conform hedgehog` shows whether a rule loops for ever")
    time.sleep(1)
    assert not [one for one in children if Path(f"/proc/{one}/exe").exists()]


@pytest.mark.slow
def test_ctrl_c_twice_ends_compiled_code_that_never_returns(endless: Path) -> None:
    work = start(endless, *SOLVE, before=A_SIGN.format(sign=str(endless / "sign")))
    until_it_loops(endless)
    for _ in range(2):
        assert work.poll() is None
        work.send_signal(signal.SIGINT)
        time.sleep(5)
    _, error = work.communicate(timeout=20)
    assert work.returncode == 3
    assert "Ctrl-C once more ends it at once" in error
    assert ended_line(error).startswith(
        "ruleproof: stopped by Ctrl-C in a step that does not return"
    )


@pytest.mark.slow
def test_one_sigterm_ends_compiled_code_that_never_returns(endless: Path) -> None:
    work = start(endless, *SOLVE, before=A_SIGN.format(sign=str(endless / "sign")))
    until_it_loops(endless)
    work.send_signal(signal.SIGTERM)
    _, error = work.communicate(timeout=60)
    assert work.returncode == 3
    assert "stopped by SIGTERM in a step that does not return" in ended_line(error)


def test_work_within_its_time_is_left_alone(endless: Path) -> None:
    words = ("solve", "esgros", "--board", "hex:2", "--time", "0.2", "--json")
    work = start(endless, *words)
    out, error = work.communicate(timeout=300)
    assert work.returncode == 0, error
    assert json.loads(out)["value"]
    assert not Path(f"/proc/{work.pid}").exists()
