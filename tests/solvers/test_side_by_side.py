"""Tasks taken by several processes: nothing lost, nothing done twice, nobody left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ruleproof.solvers.work.progress import Listener, Progress, Stopped
from ruleproof.solvers.work.side_by_side import side_by_side


def squared(task: int, progress: Listener) -> tuple[int, int]:
    """The square, and who found it."""
    progress(Progress("squaring", task))
    return task * task, os.getpid()


def failing(task: int, progress: Listener) -> int:
    """Fails of 3."""
    if task == 3:
        raise ArithmeticError("of three")
    return task


def ended(task: int, progress: Listener) -> int:
    """Is killed on its way."""
    os.kill(os.getpid(), signal.SIGKILL)
    return task


def endless(task: Path, progress: Listener) -> None:
    """Says who it is, and goes on until it is ended."""
    task.write_text(str(os.getpid()))
    while True:
        progress(Progress("endless", 1))
        time.sleep(0.01)


def deaf(task: Path, progress: Listener) -> None:
    """Says who it is, and goes on without a word."""
    task.write_text(str(os.getpid()))
    while True:
        time.sleep(0.01)


def silent(at_work: Sequence[tuple[object, Progress | None]]) -> None:
    """Hears nothing."""


def from_list(tasks: list[int]) -> Callable[[int], int | None]:
    """Hands out the tasks, in their order, to whoever asks."""
    return lambda worker: tasks.pop(0) if tasks else None


def test_every_task_is_done_once_by_as_many_workers_as_are_needed() -> None:
    found = dict(side_by_side(squared, from_list(list(range(20))), 2, silent))
    assert {task: square for task, (square, _) in found.items()} == {n: n * n for n in range(20)}
    assert os.getpid() not in {by for _, by in found.values()}
    alone = dict(side_by_side(squared, from_list([5]), 2, silent))
    assert list(alone) == [5]
    assert list(side_by_side(squared, from_list([]), 2, silent)) == []


def test_a_worker_may_be_given_tasks_of_its_own() -> None:
    own = {0: [1, 2, 3], 1: [11, 12, 13]}
    found = dict(side_by_side(squared, lambda n: own[n].pop(0) if own[n] else None, 2, silent))
    by = {task: who for task, (_, who) in found.items()}
    assert by[1] == by[2] == by[3] != by[11] == by[12] == by[13]


def test_a_task_may_wait_for_another() -> None:
    left, done = [1, 2], list[int]()

    def take(worker: int) -> int | None:
        return left.pop(0) if left and (left[0] == 1 or done) else None

    for task, _ in side_by_side(squared, take, 2, silent):
        done.append(task)
    assert done == [1, 2]


def test_what_a_worker_raises_is_raised_here() -> None:
    with pytest.raises(ArithmeticError, match="of three") as caught:
        list(side_by_side(failing, from_list([1, 3, 5]), 2, silent))
    assert "in failing" in "".join(caught.value.__notes__)


def test_a_worker_that_is_killed_is_told_of() -> None:
    with pytest.raises(ChildProcessError, match="-9"):
        list(side_by_side(ended, from_list([1]), 1, silent))


def test_whoever_stops_listening_ends_the_workers(tmp_path: Path) -> None:
    told = tmp_path / "who"
    tasks = [told]

    def stop(at_work: Sequence[tuple[Path, Progress | None]]) -> None:
        if any(step for _, step in at_work):
            raise Stopped

    with pytest.raises(Stopped):
        list(side_by_side(endless, lambda worker: tasks.pop() if tasks else None, 1, stop))
    with pytest.raises(ProcessLookupError):
        os.kill(int(told.read_text()), 0)


def test_a_worker_does_not_outlive_the_process_that_began_it(tmp_path: Path) -> None:
    told = tmp_path / "who"
    program = (
        "from pathlib import Path\n"
        "from ruleproof.solvers.work.side_by_side import side_by_side\n"
        "from tests.solvers.test_side_by_side import deaf, silent\n"
        "if __name__ == '__main__':\n"
        f"    tasks = [Path({str(told)!r})]\n"
        "    list(side_by_side(deaf, lambda n: tasks.pop() if tasks else None, 1, silent))\n"
    )
    (tmp_path / "main.py").write_text(program)
    home = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, tmp_path / "main.py"], env={**os.environ, "PYTHONPATH": str(home)}
    ) as parent:
        while not (told.exists() and told.read_text()):
            assert parent.poll() is None
            time.sleep(0.05)
        parent.kill()
    worker = int(told.read_text())
    while Path(f"/proc/{worker}").exists() and "Z" not in _state(worker):
        time.sleep(0.05)


def _state(process: int) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return "Z"
