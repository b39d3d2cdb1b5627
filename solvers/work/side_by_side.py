"""Work done side by side: tasks that several processes take one after another.

A worker is a process of its own. What the function that it runs keeps from one task is there for
the worker's next task, so whoever hands out the tasks does well to give like ones to one worker.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from ruleproof.solvers.work.progress import Listener, Progress

Task = TypeVar("Task")
Found = TypeVar("Found")

_TICK = 0.2
"""Seconds after which whoever waits is told of the workers again, so that it can stop them."""
_PAUSE = 0.1
"""Seconds between two steps that a worker tells."""


def cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass
class _Worker:
    """A process, the way to talk to it, and its task (None: it waits for one)."""

    process: Any
    channel: Any
    task: Any = None
    step: Progress | None = None


def side_by_side(
    do: Callable[[Task, Listener], Found],
    take: Callable[[int], Task | None],
    many: int,
    progress: Callable[[Sequence[tuple[Task, Progress | None]]], None],
) -> Iterator[tuple[Task, Found]]:
    """Each task with what `do(task, listener)` finds, as they are finished by so many workers.

    `take(worker)` is a task for the worker of that number; None where there is nothing for it now:
    it is asked again when a task is finished. The end is when no worker has a task. `progress` is
    told the tasks at work, each with its last step, several times a second. The function is copied
    to every worker; tasks and findings must pickle. Whatever a worker raises is raised here. When
    the iterator is closed, or raises, the workers are ended at once. Raises `ChildProcessError`
    where somebody else ended one.
    """
    workers: dict[int, _Worker] = {}
    try:
        while True:
            for number in range(many):
                if number not in workers or workers[number].task is None:
                    task = take(number)
                    if task is not None:
                        worker = workers.setdefault(number, workers.get(number) or _hired(do))
                        worker.channel.send(task)
                        worker.task = task
            busy = {one.channel: one for one in workers.values() if one.task is not None}
            if not busy:
                return
            for channel in wait(list(busy), _TICK):
                worker = busy[channel]
                word, what = _heard(worker)
                if word == "step":
                    worker.step = Progress(*what)
                elif word == "failed":
                    raise what
                else:
                    task, worker.task, worker.step = worker.task, None, None
                    yield task, what
            progress([(one.task, one.step) for one in workers.values() if one.task is not None])
    finally:
        for worker in workers.values():
            worker.process.terminate()
        for worker in workers.values():
            worker.process.join()
            worker.channel.close()


def _hired(do: Callable[..., Any]) -> _Worker:
    """A new worker that waits for its first task."""
    ways = multiprocessing.get_context("spawn")
    ours, theirs = ways.Pipe()
    process = ways.Process(target=_work, args=(do, theirs), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _heard(worker: _Worker) -> tuple[str, Any]:
    """What the worker says."""
    try:
        return worker.channel.recv()
    except (EOFError, ConnectionResetError):
        worker.process.join()
        what = f"a worker process has ended before its work (status {worker.process.exitcode})"
        raise ChildProcessError(what) from None


def _outlive_nobody() -> None:
    """Ends this process when the one that began it has ended, however that did."""
    parent = multiprocessing.parent_process()
    if parent:
        wait([parent.sentinel])
        os._exit(1)


def _work(do: Callable[..., Any], channel: Connection) -> None:
    """A worker's life: one task after another, until nobody is there to give it any."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is left to whoever asked for the work
    threading.Thread(target=_outlive_nobody, daemon=True).start()
    told = 0.0

    def listen(step: Progress) -> None:
        nonlocal told
        if time.monotonic() - told >= _PAUSE:
            told = time.monotonic()
            channel.send(("step", tuple(step)))

    while True:
        try:
            task = channel.recv()
        except EOFError:
            return
        try:
            channel.send(("done", do(task, listen)))
        except BrokenPipeError:
            return
        except Exception as error:
            error.add_note("".join(traceback.format_exc()))
            channel.send(("failed", error))
