"""Does tasks side by side by several executors, each of which takes one after another.

The function may keep things for the same worker's next task, so similar tasks should go to one
worker.

>>> from ruleproof.solvers.work.executors import Here
>>> tasks = [1, 2, 3]
>>> take = lambda worker: tasks.pop() if tasks else None
>>> sorted(side_by_side(lambda task, hears: task * task, take, [Here()]))
[(1, 1), (2, 4), (3, 9)]
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any, TypeAlias, TypeVar

from ruleproof.solvers.work.executors import Gone, Local, Lost, Worker, listener
from ruleproof.solvers.work.progress import Listener, Progress

Task = TypeVar("Task")
Found = TypeVar("Found")
AtWork: TypeAlias = Callable[[Sequence[tuple[Task, Progress | None]]], None]
"""Hears the tasks at work, each with its last step."""

_TICK = 0.2
"""Seconds between reports of the tasks to `progress`, which can stop them."""


def local_workers(many: int) -> list[Worker]:
    """So many worker processes, each begun when it gets its first task."""
    return [Local() for _ in range(many)]


def side_by_side(
    do: Callable[[Task, Listener], Found],
    take: Callable[[int], Task | None],
    workers: Sequence[Worker],
    progress: AtWork[Task] | None = None,
    *,
    lost: Callable[[Task], Found] | None = None,
) -> Iterator[tuple[Task, Found]]:
    """Yields each task with the result of `do(task, listener)`, as the workers finish them.

    `take(worker)` returns a task for the worker of that number, or None where there is none now; it
    is called again when a task is finished. The work ends when no worker has a task. `progress`
    hears of the tasks at work several times a second. The function is copied to every worker
    process; tasks and findings must pickle. Raises anything that a worker raises. A task whose
    worker died or hung each time counts as `lost(task)`; without that, raises `Lost`, and `Gone`
    in any case. When the iterator is closed, or raises, the workers are ended at once.
    """
    key = uuid.uuid4().hex
    at_work: dict[Future[Found], tuple[int, Task]] = {}
    try:
        while True:
            idle = set(range(len(workers))) - {number for number, _ in at_work.values()}
            for number in sorted(idle):
                task = take(number)
                if task is not None:
                    at_work[workers[number].submit(_done, key, do, task)] = number, task
            if not at_work:
                return
            finished, _ = wait(at_work, _TICK, FIRST_COMPLETED)
            for future in finished:
                _, task = at_work.pop(future)
                try:
                    found = future.result()
                except Lost as error:
                    if lost is None or isinstance(error, Gone):
                        raise
                    found = lost(task)
                yield task, found
            if progress:
                progress([(task, workers[number].step) for number, task in at_work.values()])
    finally:
        for worker in workers:
            worker.close()


_kept: tuple[str, Any] = ("", None)
"""The function of this process's last task, with what it keeps, and the key of its work."""


def _done(key: str, do: Callable[[Any, Listener], Any], task: Any) -> Any:
    """The result of a task, by the function as the last task left it."""
    global _kept
    if _kept[0] != key:
        _kept = key, do
    return _kept[1](task, listener())
