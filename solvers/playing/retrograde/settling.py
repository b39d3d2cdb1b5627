"""Values from the ends of a game with cycles back: the arrays that takes, and what is kept of it.

See `playing/retrograde/settle_kernel.py` for the words. The queue is the same however often the
work is stopped: what settles follows from the edges alone. So only what was put into it since is
saved each time, and the number of moves that each position has left in the place of those saved
before. That is done between two layers: whoever is stopped within one begins it again.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ruleproof.models.compiled.compiling import compile_all
from ruleproof.solvers.playing.retrograde import expand_kernel as retrograde
from ruleproof.solvers.playing.retrograde import settle_kernel
from ruleproof.solvers.playing.retrograde.edges import Edges
from ruleproof.solvers.playing.retrograde.reversing import Turning
from ruleproof.solvers.playing.retrograde.vouching import within
from ruleproof.solvers.playing.search.alphabeta_kernel import WIN
from ruleproof.solvers.work.checkpoints import LATEST
from ruleproof.solvers.work.memory import numbers

EACH = 22
"""Bytes of a place that turning edges round may take, if more than other work does."""
_MANY = 1 << 17
"""Positions settled between two reports."""
_SOME = 1 << 17
"""Places that are looked up at a time."""
_LARGEST = 1 << 15
"""More than the size of any value."""
_NOW = 5
"""The numbers that tell how far the work is."""
TURNED, SETTLED = b"TURN", b"SETT"
Where = Callable[[], tuple[Any, int]]
"""Tells where something stands: its reader, and the first byte there."""


class Settling:
    """The values of all places, and in scored games the plies, from their edges.

    `job`: see `playing/retrograde/expand_kernel.py`. `finished` once all are known.
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
        self._layer = 0
        self._layer_first = -1
        self._saved_pieces = self._saved_tail = 0
        self._saved: tuple[int, ...] = ()
        self._latest: list[Any] = []
        self._settled = np.zeros(0, np.bool_)

    @staticmethod
    def least(places: int, scored: bool) -> int:
        """The memory that so many places take at least: with the values that are saved at a time,
        which are copied.
        """
        return places * (16 if scored else 14)

    def run(self, memory: int) -> Iterator[tuple[str, int, int]]:
        """Finds the values; tells every so often how far it has come. It takes no more than so much
        memory where that is more than `least`.
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
            while job[retrograde.HEAD] < job[retrograde.TAIL]:
                for done in self._settle(turning):
                    yield "values", done, count
        self._end()

    def _settle(self, turning: Turning) -> Iterator[int]:
        """Settles the places that the next layer leads to; tells now and then how many are done."""
        job = self._job
        first, last = int(job[retrograde.HEAD]), int(job[retrograde.TAIL])
        layer = self._queue[first:last]
        if self._layer_first != first:
            self._put_in_order(layer)
            self._layer_first = first  # from here on all this may be saved
        turning.soon(layer[:_MANY])
        yield first
        for begin in range(first, last, _MANY):
            end = min(last, begin + _MANY)
            turning.soon(self._queue[end : min(last, end + _MANY)])
            while job[retrograde.HEAD] < end:
                piece = turning.piece(int(self._queue[job[retrograde.HEAD]]))
                job[retrograde.BUDGET] = end - job[retrograde.HEAD]
                settle_kernel.settle(
                    *(turning.first, np.uint64(turning.lap), piece.back, piece.begin),
                    *(np.uint64(piece.low), np.uint64(piece.high)),
                    *(self._left, self.values, self.plies, self._queue, job),
                )
            yield end

    def _put_in_order(self, layer: Any) -> None:
        """Sorts a layer, every other one in reverse: of the numbers inverted. In scored games those
        of fewest plies come first, so that a win takes the fewest, however places are numbered.
        """
        turn = self._layer % 2
        if turn:
            np.invert(layer, out=layer)
        layer.sort()
        if turn:
            np.invert(layer, out=layer)
        if self._job[retrograde.SCORED] and layer.size:
            plies = self.plies[layer]
            if plies.min() < plies.max():
                layer[:] = layer[np.argsort(plies, kind="stable")]
        self._layer += 1

    def _end(self) -> None:
        self.finished = True
        self._turning = None
        self._left = np.zeros(0, np.uint16)

    def draws(self) -> None:
        """Makes draws of all that never settles, once all else has been saved."""
        self._queue = np.zeros(0, np.uint32)
        for first in range(0, self.values.size, _SOME):
            some = self.values[first : first + _SOME]
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

    @property
    def _now(self) -> tuple[int, ...]:
        """The progress of the work."""
        job = self._job
        head, tail, size = (
            int(job[k]) for k in (retrograde.HEAD, retrograde.TAIL, retrograde.SIZE)
        )
        return head, tail, size, int(self.finished), self._layer

    @property
    def _between(self) -> bool:
        """Whether the work is between two layers, or done."""
        begun = self._queue.size > 0 and self._job[retrograde.HEAD] == self._layer_first
        return self.finished or begun

    @property
    def fresh(self) -> bool:
        """Whether there is any news."""
        pieces = len(self._turning.turned.begins) if self._turning else 0
        return pieces > self._saved_pieces or (self._between and self._now != self._saved)

    def news(self, where: Where) -> Iterator[tuple[bytes, list[Any]]]:
        """The finds since the last call, in parts, each with a name: a piece of edges turned round,
        with the number of those before it; then, all together, `HEAD`, `TAIL` and `SIZE`, whether
        all is finished and how many layers there were, the places put into the queue, their values,
        and, unless all is finished, of all places how many moves they have left; in scored games of
        all places the plies. `where` tells where a part stands once it is written.
        """
        if self._turning:
            turned = self._turning.turned
            for begin, back in turned.news(self._saved_pieces):
                yield TURNED, [np.array([begin], np.int64), back]
                source, at = where()
                turned.moved(self._saved_pieces, source, at + 8)
                self._saved_pieces += 1
        now = self._now
        if not self._between or now == self._saved:
            return
        tail = now[1]
        places = self._queue[self._saved_tail : tail]
        values = [self.values[some] for some in _parts(places)]
        yield LATEST, [np.array(now, np.int64), *self._changing(bool(self.finished))]
        yield SETTLED, [np.array(now, np.int64), places, *values]
        self._saved, self._saved_tail = now, tail

    def _changing(self, finished: bool) -> list[Any]:
        """The arrays of all places that change before all is finished, or are known then."""
        left = [] if finished else [self._left]
        return [*left, *([self.plies] if self._job[retrograde.SCORED] else [])]

    def lost(self) -> None:
        """Mark everything unsaved."""
        self._saved_pieces = self._saved_tail = 0
        self._saved = ()

    def know(self, tag: bytes, content: Any, where: Where) -> None:
        """Takes over news of earlier work; `where` tells where they stand. Raises `ValueError`
        where they make no sense.
        """
        if tag == TURNED and self._turning:
            source, at = where()
            begin, many = int(np.frombuffer(content, np.int64, 1)[0]), len(content) // 4 - 2
            if len(content) % 4 or begin + many > self._edges.total:
                raise ValueError("it has another length than its numbers say")
            for first in range(0, many, _SOME):
                some = min(_SOME, many - first)
                back = np.frombuffer(content, np.uint32, some, 8 + 4 * first).copy()
                if not within(back, self._edges.places):
                    raise ValueError("it names a position that does not exist")
            self._turning.turned.know(begin, many, source, at + 8)
            self._saved_pieces += 1
        elif tag == LATEST:
            self._latest.append(content)
        elif tag == SETTLED and self._saved[3:4] != (1,):
            self._load()
            self._know_settled(content)
        else:
            raise ValueError(f"it has a part that does not belong there: {tag!r}")

    def _know_settled(self, content: Any) -> None:
        job, count = self._job, self.values.size
        now = tuple(np.frombuffer(content, np.int64, _NOW).tolist())
        head, tail, size, finished, layer = now
        before = int(job[retrograde.TAIL])
        many, begin = tail - before, 8 * _NOW
        if (
            not before <= tail <= count
            or not 0 <= head <= tail
            or layer < 0
            or finished not in (0, 1)
            or not 0 <= size <= _LARGEST
            or len(content) != begin + 6 * many
        ):
            raise ValueError("it has another length than its numbers say")
        places = np.frombuffer(content, np.uint32, many, begin)
        if many and places.max() >= count:
            raise ValueError("it names a position that does not exist")
        self._queue[before:tail] = places
        values = np.frombuffer(content, np.int16, many, begin + 4 * many)
        for some, their in zip(_parts(places), _parts(values), strict=True):
            self._look_at(some, their, size)
            self.values[some] = their
        job[retrograde.HEAD], job[retrograde.TAIL], job[retrograde.SIZE] = head, tail, size
        self._layer, self._layer_first = layer, head
        self._saved, self._saved_tail = now, tail

    def _look_at(self, places: Any, values: Any, size: int) -> None:
        """Checks that places can have been settled with these values when ends from a size on were
        in the queue: each once, and not to be put into it again. Raises `ValueError`.
        """
        if not self._settled.size:
            self._settled = np.zeros(self.values.size, np.bool_)
        sizes = np.abs(values.astype(np.int32))
        again = self._settled[places].any() or np.unique(places).size < places.size
        waiting = (self._sizes[np.minimum(sizes, _LARGEST - 1)] & (sizes < size)).any()
        unknown = (values == retrograde.UNKNOWN).any()
        if again or waiting or unknown or not (self._job[retrograde.SCORED] or size <= WIN):
            raise ValueError("it settles a position that cannot be settled there")
        self._settled[places] = True

    def all_known(self) -> None:
        """Checks that earlier work has all that belongs to it. Raises `ValueError` where something
        is missing.
        """
        latest, self._latest = self._latest, []
        self._settled = np.zeros(0, np.bool_)
        if not self._saved:
            return
        finished = bool(self._saved[3])
        arrays = self._changing(finished)
        for content in latest:
            if tuple(np.frombuffer(content, np.int64, _NOW).tolist()) == self._saved:
                break
        else:
            raise ValueError("a part that belongs to the values is missing")
        if len(content) != 8 * _NOW + sum(array.nbytes for array in arrays):
            raise ValueError("it has another length than its numbers say")
        at = 8 * _NOW
        for array in arrays:
            array[:] = np.frombuffer(content, array.dtype, array.size, at)
            at += array.nbytes
        if finished:
            self._end()


def _parts(array: Any) -> list[Any]:
    """An array in parts that are not too long to be looked up at a time."""
    return [array[first : first + _SOME] for first in range(0, array.size, _SOME)]


def compile_settling() -> None:
    """Compiles everything that comes after exploring, which takes seconds once."""
    compile_all(settle_kernel)
