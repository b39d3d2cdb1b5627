"""Work in phases by workers that share a folder; a task makes a part (`playing/tables/parts.py`).

Whoever dies, a worker, the cluster or this process, is of no account: what is done stays, and the
same work goes on from there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import process_time
from typing import Any, NamedTuple

from ruleproof.solvers.playing.tables.parts import Parts
from ruleproof.solvers.work.executors import Worker
from ruleproof.solvers.work.progress import Listener
from ruleproof.solvers.work.side_by_side import side_by_side

_FEW, _PIECES = 1 << 18, 16
"""The least size of a group, and about how many there are, unless some would be too large."""


class Task(NamedTuple):
    """A part to make: its phase and number, the function that makes it, and what that takes."""

    phase: str
    number: int
    kind: str
    arguments: tuple[int, ...]


Phase = tuple[str, list[Task]]


def done_by(way: Any, task: Task) -> dict[str, Any]:
    """The words of a task's part, which is made if it is not there; `work`: the seconds of it."""
    there = way.parts.there(task.phase, task.number)
    if there is not None:
        return there
    worked = process_time()
    said = getattr(way, task.kind)(task.number, *task.arguments)
    return said | {"work": process_time() - worked}


def run(
    do: Callable[[Task, Listener], dict[str, Any]],
    phases: Iterable[Phase],
    parts: Parts,
    workers: Sequence[Worker],
    look: Callable[[str, int, int], None],
    note: Callable[[dict[str, Any]], None] = lambda said: None,
) -> None:
    """Does the tasks of all phases, one phase after the other. `look` is told several times a
    second of the phase at work, how many of its tasks are done, of how many; `note` the words of
    each part that is made. Raises what they raise, and what a task raises.
    """
    waiting: deque[Task] = deque()
    said: list[dict[str, Any] | None] = []
    now = ""
    ahead = iter(phases)

    def go_on() -> None:
        nonlocal now
        for phase, tasks in ahead:
            if not parts.done(phase):
                now, said[:] = phase, [None] * len(tasks)
                waiting.extend(tasks)
                return

    def take(_: int) -> Task | None:
        return waiting.popleft() if waiting else None

    def at_work(_: Any) -> None:
        look(now, len(said) - said.count(None), len(said))

    go_on()
    for task, told in side_by_side(do, take, workers, at_work):
        note(told)
        said[task.number] = told
        if None not in said:
            parts.mark(now, [one for one in said if one is not None])
            go_on()
    if not said or None in said:  # all was done before
        for worker in workers:
            worker.close()


def grouped(sizes: Sequence[int], most: int) -> Iterator[tuple[int, int]]:
    """Neighbours in groups of about one size, none of more than `most` unless it is one alone: the
    first and the one after the last of each.

    >>> list(grouped([1 << 20] * 4, 1 << 21))
    [(0, 1), (1, 2), (2, 3), (3, 4)]
    """
    limit = max(_FEW, min(most, sum(sizes) // _PIECES))
    first, size = 0, 0
    for k, one in enumerate(sizes):
        if k > first and size + one > limit:
            yield first, k
            first, size = k, 0
        size += one
    yield first, len(sizes)
