"""Work on files from outside ends within its memory and its time, and this process goes on."""

from __future__ import annotations

import faulthandler
import os
import signal
import time

import pytest

from ruleproof.solvers.work.bounded import Unfinished, bounded
from ruleproof.solvers.work.progress import Listener, Progress

MEGABYTE = 1 << 20


def test_the_answer_comes_back():
    assert bounded(lambda listen: ["so", 1, None], 100 * MEGABYTE, 60.0) == ["so", 1, None]


def test_progress_is_heard():
    heard: list[Progress] = []

    def work(listen: Listener) -> None:
        listen(Progress("steps", 1, 2))

    assert bounded(work, 100 * MEGABYTE, 60.0, progress=heard.append) is None
    assert heard == [Progress("steps", 1, 2)]


def test_memory_is_what_was_asked_for():
    def work(listen: Listener) -> int:
        listen(Progress("megabytes", 3))
        kept = [bytearray(MEGABYTE) for _ in range(200)]
        return len(kept)

    lost = bounded(work, 50 * MEGABYTE, 60.0)
    assert isinstance(lost, Unfinished)
    assert "memory" in lost.why
    assert lost.last == Progress("megabytes", 3)
    assert bounded(work, 300 * MEGABYTE, 60.0) == 200


def test_what_is_prepared_is_not_counted():
    kept: list[bytearray] = []

    def prepare() -> None:
        kept.append(bytearray(200 * MEGABYTE))

    assert bounded(lambda listen: len(kept), 50 * MEGABYTE, 60.0, prepare=prepare) == 1


def test_time_is_what_was_asked_for():
    def work(listen: Listener) -> None:
        listen(Progress("naps", 1))
        while True:
            time.sleep(1)

    lost = bounded(work, 100 * MEGABYTE, 1.0)
    assert isinstance(lost, Unfinished)
    assert "time" in lost.why
    assert lost.last == Progress("naps", 1)


def test_a_process_that_dies_is_told_of():
    def work(listen: Listener) -> None:
        faulthandler.disable()  # nothing is printed among the tests' own lines
        os.kill(os.getpid(), signal.SIGSEGV)

    lost = bounded(work, 100 * MEGABYTE, 60.0)
    assert isinstance(lost, Unfinished)
    assert f"signal {int(signal.SIGSEGV)}" in lost.why


def test_a_mistake_of_our_own_is_no_answer():
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        bounded(lambda listen: 1 / 0, 100 * MEGABYTE, 60.0)


def test_whoever_listens_can_stop_it():
    def work(listen: Listener) -> None:
        while True:
            listen(Progress("rounds", 1))

    def stop(progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bounded(work, 100 * MEGABYTE, 60.0, progress=stop)
