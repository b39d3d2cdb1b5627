"""Tasks taken by several processes: nothing lost, nothing done twice, nobody left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from ruleproof.solvers.work.executors import Here, Local, Lost
from ruleproof.solvers.work.progress import Listener, Progress, Stopped
from ruleproof.solvers.work.side_by_side import local_workers, side_by_side


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


def ended_by(task: int, progress: Listener) -> int:
    """Is killed by 3."""
    return ended(task, progress) if task == 3 else task


def ended_once(task: tuple[int, Path], progress: Listener) -> int:
    """Is killed by 3 the first time that it meets it."""
    number, met = task
    if number == 3 and not met.exists():
        met.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def stopped_once(met: Path, progress: Listener) -> str:
    """Stops without an end the first time."""
    if not met.exists():
        met.touch()
        os.kill(os.getpid(), signal.SIGSTOP)
    return "done"


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
    found = dict(side_by_side(squared, from_list(list(range(20))), local_workers(2), silent))
    assert {task: square for task, (square, _) in found.items()} == {n: n * n for n in range(20)}
    assert os.getpid() not in {by for _, by in found.values()}
    alone = dict(side_by_side(squared, from_list([5]), local_workers(2), silent))
    assert list(alone) == [5]
    assert list(side_by_side(squared, from_list([]), local_workers(2), silent)) == []


def test_a_worker_may_be_given_tasks_of_its_own() -> None:
    own = {0: [1, 2, 3], 1: [11, 12, 13]}
    found = dict(
        side_by_side(squared, lambda n: own[n].pop(0) if own[n] else None, local_workers(2), silent)
    )
    by = {task: who for task, (_, who) in found.items()}
    assert by[1] == by[2] == by[3] != by[11] == by[12] == by[13]


def test_a_task_may_wait_for_another() -> None:
    left, done = [1, 2], list[int]()

    def take(worker: int) -> int | None:
        return left.pop(0) if left and (left[0] == 1 or done) else None

    for task, _ in side_by_side(squared, take, local_workers(2), silent):
        done.append(task)
    assert done == [1, 2]


def test_what_a_worker_raises_is_raised_here() -> None:
    with pytest.raises(ArithmeticError, match="of three") as caught:
        list(side_by_side(failing, from_list([1, 3, 5]), local_workers(2), silent))
    assert "in failing" in "".join(traceback.format_exception(caught.value))


def test_a_task_over_which_every_worker_dies_is_lost_and_no_other() -> None:
    with pytest.raises(Lost, match="3 times over one task"):
        list(side_by_side(ended, from_list([1]), local_workers(1), silent))
    found = dict(
        side_by_side(ended_by, from_list([1, 2, 3, 4]), local_workers(2), lost=lambda task: -task)
    )
    assert found == {1: 1, 2: 2, 3: -3, 4: 4}


def test_a_worker_that_dies_costs_time_and_no_answer(tmp_path: Path) -> None:
    tasks = [(number, tmp_path / "met") for number in range(6)]
    found = dict(
        side_by_side(ended_once, lambda worker: tasks.pop() if tasks else None, local_workers(2))
    )
    assert sorted(found.values()) == list(range(6))
    assert (tmp_path / "met").exists()


def test_a_worker_that_hangs_costs_time_and_no_answer(tmp_path: Path) -> None:
    tasks = [tmp_path / "met"]
    workers = [Local(patience=2.0)]
    found = dict(side_by_side(stopped_once, lambda n: tasks.pop() if tasks else None, workers))
    assert found == {tmp_path / "met": "done"}


def test_this_process_does_tasks_as_well_and_hears_every_step() -> None:
    heard: list[int] = []
    here = Here(lambda step: heard.append(step.done))
    found = dict(side_by_side(squared, from_list([3, 4]), [here]))
    assert found == {3: (9, os.getpid()), 4: (16, os.getpid())}
    assert heard == [3, 4]


def test_a_cluster_of_two_workers_does_the_same(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="needs the extra 'cluster'")
    from ruleproof.solvers.work.cluster import cluster_workers

    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", host="127.0.0.1"
    ) as cluster:
        workers = cluster_workers(cluster.scheduler_address)
        assert len(workers) == 2
        found = dict(side_by_side(squared, from_list(list(range(8))), workers, silent))
        assert {task: square for task, (square, _) in found.items()} == {n: n * n for n in range(8)}
        assert len({by for _, by in found.values()}) == 2
        tasks = [(number, tmp_path / "met") for number in range(4)]
        found = side_by_side(
            ended_once,
            lambda worker: tasks.pop() if tasks else None,
            cluster_workers(cluster.scheduler_address),
        )
        assert sorted(what for _, what in found) == list(range(4))


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_refused() -> None:
    pytest.importorskip("distributed", reason="needs the extra 'cluster'")
    from ruleproof.models.errors import TextError
    from ruleproof.solvers.work.cluster import cluster_workers

    with pytest.raises(TextError, match="no scheduler answers"):
        cluster_workers("tcp://127.0.0.1:1")
    with pytest.raises(TextError, match="nonsense"):
        cluster_workers("nonsense://here")


def test_whoever_stops_listening_ends_the_workers(tmp_path: Path) -> None:
    told = tmp_path / "who"
    tasks = [told]

    def stop(at_work: Sequence[tuple[Path, Progress | None]]) -> None:
        if any(step for _, step in at_work):
            raise Stopped

    with pytest.raises(Stopped):
        list(
            side_by_side(
                endless, lambda worker: tasks.pop() if tasks else None, local_workers(1), stop
            )
        )
    with pytest.raises(ProcessLookupError):
        os.kill(int(told.read_text()), 0)


def test_a_worker_does_not_outlive_the_process_that_began_it(tmp_path: Path) -> None:
    told = tmp_path / "who"
    program = (
        "from pathlib import Path\n"
        "from ruleproof.solvers.work.side_by_side import local_workers, side_by_side\n"
        "from tests.solvers.test_side_by_side import deaf, silent\n"
        "if __name__ == '__main__':\n"
        f"    tasks = [Path({str(told)!r})]\n"
        "    one = local_workers(1)\n"
        "    list(side_by_side(deaf, lambda n: tasks.pop() if tasks else None, one, silent))\n"
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


def test_a_worker_that_dies_while_it_has_nothing_to_do_is_replaced() -> None:
    worker = Local()
    try:
        for _ in range(3):
            number = worker.submit(os.getpid).result(timeout=60)
            os.kill(number, signal.SIGKILL)
            with suppress(ProcessLookupError):
                while True:
                    os.kill(number, 0)
                    time.sleep(0.01)
        assert worker.submit(pow, 2, 3).result(timeout=60) == 8
    finally:
        worker.close()
