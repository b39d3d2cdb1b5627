"""Turning edges round, piece by piece, so that they never lie in memory all at once.

Edges turned round are mapped into memory: those of a place are read once at most, when it is
settled, and the system keeps what it has room for.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from ruleproof.solvers import settle_kernel as kernel
from ruleproof.solvers.edges import Edges
from ruleproof.solvers.memory import OutOfNumbers, numbers
from ruleproof.solvers.scratch import Scratch

_PIECE = 1 << 18
"""Bytes of edges, at least, that are turned round at a time."""
_SOME = 1 << 20
"""Places whose numbers are worked on at a time."""
_LAP = 1 << 32
_SECONDS = 30.0
"""How long it should take to put the edges of a piece where they belong, if all are not read for
longer than that: whoever is killed loses a piece.
"""
_PIECES = 16
"""The most pieces because of that: for each of them all edges are read."""
_EACH, _LEAST_EACH = 4e-8, 1e-9
"""How long that takes for an edge, before it was measured, and at the least."""


class Turning:
    """Edges turned round (see `solvers/settle_kernel.py`): `back`, and `first` and `laps`, which
    tell where those of each place begin; `done` of them lie where they belong.
    """

    def __init__(self, edges: Edges) -> None:
        self.done = 0
        self.lap = _LAP
        self.first: Any = np.zeros(0, np.uint32)
        self.laps: Any = np.zeros(0, np.int64)
        self.back: Any = np.zeros(0, np.uint32)
        self._edges = edges
        self._file: Scratch | None = None

    def know(self, start: int, back: Any) -> None:
        """Takes over what earlier work has turned round, from an edge on. Raises `ValueError` where
        it does not go on from what is known.
        """
        if start > self.done or start + back.size > self._edges.total:
            raise ValueError("edges turned round do not follow each other")
        self._file = self._file or Scratch(self._edges.folder)
        self._file.size = 4 * start
        self._file.write(back)
        self.done = start + back.size

    def news(self, since: int, most: int) -> Iterator[tuple[int, Any]]:
        """What `know` takes, from an edge on, at most so many edges at a time."""
        while since < self.done:
            size = min(most, self.done - since)
            if self._file and not self.back.size:
                some = np.empty(size, np.uint32)
                self._file.read(4 * since, some)
            else:
                some = self.back[since : since + size]
            yield since, some
            since += size

    def go_on(self, room: int, kept: int) -> Iterator[int]:
        """Turns edges round in pieces of `room` bytes, all in one if they take no more than `kept`;
        tells every so often how many are done. Raises `OutOfNumbers` where a lap of edges, or more,
        lead to one place.
        """
        edges = self._edges
        count, total = edges.places, edges.total
        begun = time.monotonic()
        self.first = first = numbers(count + 2, np.uint32)
        for chunk in edges.chunks():
            kernel.count_in(chunk.edges, first)
            yield 0
        reading = time.monotonic() - begun
        longest = int(first.max())
        self._number()
        starts = first[1:]
        low = self._last_within(0, self.done)
        begin = self._begin(low)
        for place in range(0, low, _SOME):  # these begin where the ones before them end
            last = min(low, place + _SOME)
            starts[place:last] = starts[place + 1 : last + 1]
        if self._file or 4 * total > kept or total >= self.lap:
            self._file = self._file or Scratch(edges.folder)
            self._file.size = 4 * begin
            self.done = begin
        else:
            low, room = 0, kept
        most = min(max(room, _PIECE) // 4, self.lap - 1)
        piece = numbers(min(max(most, longest), total - self.done), np.uint32)
        picked = np.zeros(edges.longest + 1, np.uint64)
        each = _EACH
        while low < count:
            yield self.done  # what takes time now is none of the piece's
            begun, begin = time.monotonic(), self._begin(low)
            soon = max(total // _PIECES, int(max(_SECONDS, reading) / each))
            some = min(piece.size, soon) if self._file else piece.size
            high = max(low + 1, self._last_within(low, min(total, begin + some)))
            end = self._begin(high)
            for chunk in edges.chunks():
                kernel.turn_round(
                    *(chunk.edges, chunk.degrees, chunk.place, low, high, begin),
                    *(np.uint64(self.lap), first, piece, picked),
                )
                share = (chunk.place + chunk.degrees.size) / count
                yield begin + int(share * (end - begin))
            each = max(_LEAST_EACH, (time.monotonic() - begun - reading) / max(1, end - begin))
            if self._file:
                self._file.write(piece[: end - begin])
            else:
                self.back = piece
            self.done = end
            low = high
        del piece
        if self._file:
            self.back = self._file.mapped(np.uint32)

    def _number(self) -> None:
        """Makes the numbers of edges that lead to each place the numbers at which those begin."""
        first = self.first
        np.cumsum(first, out=first, dtype=np.uint32)
        starts = first[1:]
        laps: list[Any] = []
        for place in range(0, starts.size, _SOME):
            some = starts[max(0, place - 1) : place + _SOME]
            some &= np.uint32(self.lap - 1)
            laps.append(max(1, place) + np.flatnonzero(some[1:] < some[:-1]))
        self.laps = np.concatenate(laps).astype(np.int64)
        if self._begin(self._edges.places) != self._edges.total:
            raise OutOfNumbers(f"more than {self.lap - 1:,} moves lead to one position")

    def _begin(self, place: int) -> int:
        """Where the edges of a place begin, none of which is turned round yet."""
        many = int(np.searchsorted(self.laps, place, "right"))
        return self.lap * many + int(self.first[place + 1])

    def _last_within(self, low: int, edge: int) -> int:
        """The last place whose edges begin at an edge or before it; those of `low` do, and those of
        the places before it may be turned round.
        """
        many = edge // self.lap
        ends = [0, *self.laps.tolist(), self._edges.places + 1]
        first = max(low, ends[many])
        some = self.first[1 + first : 1 + ends[many + 1]]
        # of another type than the array's, the number would have the array copied
        return first + int(np.searchsorted(some, np.uint32(edge % self.lap), "right")) - 1
