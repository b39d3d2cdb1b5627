"""A set of puzzles that is stopped again and again is the set of a run that is left alone."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleproof.puzzles.making.saved import state_file

STOPS = 5
COMMAND = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
if __name__ == "__main__":
    from ruleproof.cli import main
    from ruleproof.solvers.work import side_by_side
    side_by_side.cores = lambda: {workers}
    raise SystemExit(main({arguments}))
"""
MAKE = ("puzzles", "make", "esgros", "--board", "hex:3", "-n", "6", "--seed", "3")


def begun(path: Path, workers: int, *more: str) -> subprocess.Popen[bytes]:
    """A run of the command with so many workers, which heeds Ctrl-C even in the background."""
    arguments = [*MAKE, *(more or ("-o",)), str(path)]
    code = COMMAND.format(workers=workers, arguments=arguments)
    return subprocess.Popen([sys.executable, "-c", code], stdout=-1, stderr=-1)


def left_alone(path: Path, workers: int, *more: str) -> int:
    """The status of a run that is not stopped."""
    run = begun(path, workers, *more)
    run.communicate()
    return run.returncode


def stopped(path: Path, dice: random.Random) -> Iterator[int]:
    """Stops runs at random moments, each after the work has gone on; yields their statuses."""
    place = state_file(path)
    for number in range(STOPS):
        before = place.read_bytes() if place.exists() else b""
        run = begun(path, 1 + number % 2, *(["--resume"] if before else []))
        while run.poll() is None and (not place.exists() or place.read_bytes() == before):
            time.sleep(0.01)
        time.sleep(dice.random() / 5)
        run.send_signal(signal.SIGINT)
        _, told = run.communicate()
        assert b"Traceback" not in told, told.decode()
        yield run.returncode


@pytest.mark.slow
def test_a_set_stopped_five_times_is_that_of_one_worker_and_of_two(tmp_path: Path) -> None:
    whole = [tmp_path / f"{workers}.jsonl" for workers in (1, 2)]
    for workers, path in enumerate(whole, 1):
        assert left_alone(path, workers) == 0
    path = tmp_path / "stopped.jsonl"
    assert list(stopped(path, random.Random(5))) == [3] * STOPS
    assert state_file(path).exists()
    assert left_alone(path, 2, "--resume") == 0
    assert not state_file(path).exists()
    assert path.read_bytes() == whole[0].read_bytes() == whole[1].read_bytes()
    assert path.read_bytes().count(b"\n") == 6
