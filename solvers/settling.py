"""Values from the ends of a game with cycles back: the arrays that takes, and what is kept of it.

See `solvers/settle_kernel.py` for the words. The queue is the same however often the work is
stopped: what settles follows from the edges alone. So only what was put into it since is saved each
time, and the number of moves that each position has left in the place of those saved before.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ruleproof.models.compiling import compile_all
from ruleproof.solvers import retrograde, settle_kernel
from ruleproof.solvers.checkpoints import LATEST
from ruleproof.solvers.edges import Edges
from ruleproof.solvers.memory import numbers
from ruleproof.solvers.turning import Turning

EACH = 22
"""Bytes of a place that turning edges round may take, if more than other work does."""
_MANY = 1 << 17
"""Positions settled between two reports."""
_NEWS = 1 << 20
"""Edges that are saved, or places that are looked up, at a time."""
_LARGEST = 1 << 15
"""More than the size of any value."""
TURNED, SETTLED = b"TURN", b"SETT"


class Settling:
    """The values of all places, and in scored games the plies, from their edges.

    `job`: see `solvers/retrograde.py`. `finished` once all are known.
    """

    def __init__(self, edges: Edges, job: Any) -> None:
        self.finished = False
        self.values, self.plies = np.zeros(0, np.int16), np.zeros(1, np.uint16)
        self.bytes = 0
        self._edges = edges
        self._job = job
        self._turning: Turning | None = Turning(edges)
        self._left = np.zeros(0, np.uint16)
        self._queue = np.zeros(0, np.uint32)
        self._sizes = np.zeros(_LARGEST, np.bool_)
        self._saved_turned = self._saved_tail = 0
        self._saved: tuple[int, ...] = ()
        self._latest: list[Any] = []

    @staticmethod
    def least(places: int, scored: bool) -> int:
        """The memory that so many places take at least."""
        return places * (14 if scored else 12)

    def run(self, memory: int) -> Iterator[tuple[str, int, int]]:
        """Finds the values; tells every so often how far it has come. What it takes is no more than
        so much memory where that is more than `least`.
        """
        if self.finished:
            return
        job, count, total = self._job, self._edges.places, self._edges.total
        turning: Any = self._turning
        least = self.least(count, bool(job[retrograde.SCORED]))
        known = least - 4 * count if self.values.size else 0
        room, kept = memory - 4 * count - known, memory - least
        for done in turning.go_on(room, kept):
            yield "moves turned round", done, total
        self._load()
        held = 0 if 4 * total > kept else 4 * total
        self.bytes = max(least + held, 4 * count + known + min(4 * total, max(room, 0)))
        for size in reversed(np.flatnonzero(self._sizes[: int(job[retrograde.SIZE]) + 1])):
            if size < job[retrograde.SIZE]:
                settle_kernel.enqueue(self.values, int(size), self._queue, job)
            job[retrograde.STATUS] = retrograde.RUNNING
            while job[retrograde.STATUS] != retrograde.DONE:
                job[retrograde.BUDGET] = _MANY
                settle_kernel.settle(
                    *(turning.first, turning.laps, np.uint64(turning.lap), turning.back),
                    *(self._left, self.values, self.plies, self._queue, job),
                )
                yield "values", int(job[retrograde.HEAD]), count
        self._end()

    def _end(self) -> None:
        self.finished = True
        self._turning = None
        self._left = np.zeros(0, np.uint16)

    def draws(self) -> None:
        """Gives what never settles its value, once all else has been saved."""
        self._queue = np.zeros(0, np.uint32)
        for first in range(0, self.values.size, _NEWS):
            some = self.values[first : first + _NEWS]
            some[some == retrograde.UNKNOWN] = 0

    def _load(self) -> None:
        """Makes the arrays, with the values of ends and the number of moves of all other places."""
        if self.values.size:
            return
        job, count = self._job, self._edges.places
        values, left = numbers(count, np.int16), numbers(count, np.uint16)
        for chunk in self._edges.chunks(with_edges=False):
            some = slice(chunk.place, chunk.place + chunk.degrees.size)
            values[some], left[some] = chunk.values, chunk.degrees
        settle_kernel.note_sizes(values, self._sizes)
        self.plies = numbers(count if job[retrograde.SCORED] else 1, np.uint16)
        self._queue = numbers(count, np.uint32)
        job[retrograde.HEAD] = job[retrograde.TAIL] = 0
        job[retrograde.SIZE] = _LARGEST
        self.values, self._left = values, left

    def news(self) -> Iterator[tuple[bytes, list[Any]]]:
        """What was found since the last call, in parts, each with a name: edges turned round, with
        the number of those before them; then, all together, `HEAD`, `TAIL` and `SIZE`, whether all
        is finished, the places put into the queue, their values, and, unless all is finished, of
        all places how many moves they have left; in scored games of all places the plies.
        """
        if self._turning:
            for start, back in self._turning.news(self._saved_turned, _NEWS):
                yield TURNED, [np.array([start], np.int64), back]
                self._saved_turned = start + back.size
        job = self._job
        tail = int(job[retrograde.TAIL])
        now = int(job[retrograde.HEAD]), tail, int(job[retrograde.SIZE]), int(self.finished)
        if not self._queue.size or now == self._saved or not (tail or self.finished):
            return
        places = self._queue[self._saved_tail : tail]
        values = [self.values[some] for some in _parts(places)]
        yield LATEST, [np.array(now, np.int64), *self._changing(bool(self.finished))]
        yield SETTLED, [np.array(now, np.int64), places, *values]
        self._saved, self._saved_tail = now, tail

    def _changing(self, finished: bool) -> list[Any]:
        """The arrays of all places that change before all is finished, or are known then."""
        left = [] if finished else [self._left]
        return [*left, *([self.plies] if self._job[retrograde.SCORED] else [])]

    def everything(self) -> Iterator[tuple[bytes, list[Any]]]:
        """What was found so far, as `news` tells it."""
        self._saved_turned = self._saved_tail = 0
        self._saved = ()
        return self.news()

    def know(self, tag: bytes, content: Any) -> None:
        """Takes over news of earlier work. Raises `ValueError` where they make no sense."""
        if tag == TURNED and self._turning:
            start = int(np.frombuffer(content, np.int64, 1)[0])
            self._turning.know(start, np.frombuffer(content, np.uint32, offset=8))
            self._saved_turned = self._turning.done
        elif tag == LATEST:
            self._latest.append(content)
        elif tag == SETTLED and self._saved[3:] != (1,):
            self._load()
            self._know_settled(content)
        else:
            raise ValueError(f"it has a part that does not belong there: {tag!r}")

    def _know_settled(self, content: Any) -> None:
        job, count = self._job, self.values.size
        head, tail, size, finished = map(int, np.frombuffer(content, np.int64, 4))
        before = int(job[retrograde.TAIL])
        many = tail - before
        if not before <= tail <= count or not 0 <= head <= tail or len(content) != 32 + 6 * many:
            raise ValueError("it has another length than its numbers say")
        places = np.frombuffer(content, np.uint32, many, 32)
        if many and places.max() >= count:
            raise ValueError("it names a position that there is not")
        self._queue[before:tail] = places
        values = np.frombuffer(content, np.int16, many, 32 + 4 * many)
        for some, their in zip(_parts(places), _parts(values), strict=True):
            self.values[some] = their
        job[retrograde.HEAD], job[retrograde.TAIL], job[retrograde.SIZE] = head, tail, size
        self._saved, self._saved_tail = (head, tail, size, finished), tail

    def all_known(self) -> None:
        """Looks for what belongs to what is known, of all that was taken over. Raises `ValueError`
        where it is not there.
        """
        latest, self._latest = self._latest, []
        if not self._saved:
            return
        finished = bool(self._saved[3])
        arrays = self._changing(finished)
        for content in latest:
            if tuple(np.frombuffer(content, np.int64, 4).tolist()) == self._saved:
                break
        else:
            raise ValueError("what belongs to the values is not there")
        if len(content) != 32 + sum(array.nbytes for array in arrays):
            raise ValueError("it has another length than its numbers say")
        at = 32
        for array in arrays:
            array[:] = np.frombuffer(content, array.dtype, array.size, at)
            at += array.nbytes
        if finished:
            self._end()


def _parts(array: Any) -> list[Any]:
    """An array in parts that are not too long to be looked up at a time."""
    return [array[first : first + _NEWS] for first in range(0, array.size, _NEWS)]


def compile_settling() -> None:
    """Has what comes after exploring compiled, which takes seconds once."""
    compile_all(settle_kernel)
