"""Work in phases by workers that share a folder, and the parts that they leave there.

part     a file of arrays, each from a multiple of 64 bytes on, behind a line of JSON, its *words*
task     makes a part. It does the same each time, and the part appears by renaming, so a task that
         was killed, or done twice, changes nothing
phase    tasks that do not wait for each other; once all are done, its *marker* keeps the words of
         every part, which may then be removed

Whoever dies, a worker, the cluster or this process, is of no account: what is done stays, and the
same work goes on from there.
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from ruleproof.models.files.strict import json_value
from ruleproof.models.files.writing import remove_leftovers, replacing, write_whole
from ruleproof.solvers.work.executors import Worker
from ruleproof.solvers.work.progress import Listener
from ruleproof.solvers.work.side_by_side import side_by_side

_LINE = 64
"""Bytes of which arrays begin at a multiple."""
_FEW, _PIECES = 1 << 18, 8
"""The least size of a group, and how many there are, unless some would be too large."""


class Part:
    """A part that is there; `said` are its words."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with path.open("rb") as file:
            line = file.readline()
        self.said: dict[str, Any] = json_value(line)
        self._at: dict[str, tuple[str, int, int]] = {}
        at = len(line)
        for name, kind, many in self.said["arrays"]:
            self._at[name] = kind, at, many
            at += -(-many * np.dtype(kind).itemsize // _LINE) * _LINE
        if path.stat().st_size != at:
            raise ValueError(f"a part of the build is damaged; begin anew: {str(path)!r}")

    def some(self, name: str, first: int = 0, last: int | None = None) -> Any:
        """The numbers of an array from one place to another."""
        kind, at, many = self._at[name]
        size = (many if last is None else last) - first
        return np.fromfile(self._path, kind, size, offset=at + first * np.dtype(kind).itemsize)


class Parts:
    """The parts and markers of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.marker = lru_cache(maxsize=1 << 10)(self._read)
        """The words of all parts of a phase that is done."""
        self._worked = process_time()

    def path(self, phase: str, number: int) -> Path:
        """The path of a part."""
        return self.folder / f"{phase}.{number}"

    def part(self, phase: str, number: int) -> Part:
        """A part."""
        return Part(self.path(phase, number))

    def put(self, phase: str, number: int, said: dict[str, Any], **arrays: Any) -> dict[str, Any]:
        """Writes a part; an array may be a list of some, one behind the other. Returns its words,
        `work` among them: the seconds of this process since it wrote the part before.
        """
        some = {name: one if isinstance(one, list) else [one] for name, one in arrays.items()}
        sizes = {name: sum(one.size for one in several) for name, several in some.items()}
        shapes = [[name, some[name][0].dtype.str, size] for name, size in sizes.items()]
        worked, self._worked = self._worked, process_time()
        said = {**said, "work": round(self._worked - worked, 3), "arrays": shapes}
        with replacing(self.path(phase, number)) as file:
            line = json.dumps(said).encode()
            file.write(line + b" " * (-(len(line) + 1) % _LINE) + b"\n")
            for several in some.values():
                for one in several:
                    file.write(np.ascontiguousarray(one).view(np.uint8).data)
                file.write(bytes(-sum(one.nbytes for one in several) % _LINE))
        return said

    def mark(self, phase: str, said: list[dict[str, Any]]) -> None:
        """Marks a phase as done."""
        write_whole(self.folder / f"{phase}.json", json.dumps(said))

    def done(self, phase: str) -> bool:
        """Whether a phase is done."""
        return (self.folder / f"{phase}.json").exists()

    def total(self, word: str, phases: str = "") -> float:
        """The sum of what the parts of phases that are done say under a word."""
        names = [path.stem for path in self.folder.glob(f"{phases}*.json")]
        known = (self.marker(name) for name in names)
        return sum(one.get(word, 0) for said in known if isinstance(said, list) for one in said)

    def _read(self, phase: str) -> list[dict[str, Any]]:
        return json_value((self.folder / f"{phase}.json").read_text())

    def remove(self, phase: str) -> None:
        """Removes the parts of a phase that is done, and what killed tasks left of them."""
        for number in range(len(self.marker(phase))):
            path = self.path(phase, number)
            if path.exists():
                remove_leftovers(path)
                path.unlink(missing_ok=True)


class Task(NamedTuple):
    """A part to make: its phase and number, the function that makes it, and what that takes."""

    phase: str
    number: int
    kind: str
    arguments: tuple[int, ...]


Phase = tuple[str, list[Task]]


def done_by(way: Any, task: Task) -> dict[str, Any]:
    """The words of a task's part, which is made if it is not there."""
    if way.parts.path(task.phase, task.number).exists():
        return way.parts.part(task.phase, task.number).said
    return getattr(way, task.kind)(task.number, *task.arguments)


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
    """Neighbours in groups of about one size, of about `most` or less unless it is one alone: the
    first and the one after the last of each. Two, four or eight workers have as many each, unless
    all are few.

    >>> list(grouped([1 << 20] * 16, 1 << 21))[:3]
    [(0, 2), (2, 4), (4, 6)]
    """
    total = sum(sizes)
    groups = max(-(-total // most), min(_PIECES, total // _FEW))
    groups = -(-groups // _PIECES) * _PIECES if groups > 1 else 1
    first, before = 0, 0
    for k, one in enumerate(sizes, 1):
        whole = before * groups // total if total else 0
        before += one
        if k < len(sizes) and total and before * groups // total > whole:
            yield first, k
            first = k
    yield first, len(sizes)
