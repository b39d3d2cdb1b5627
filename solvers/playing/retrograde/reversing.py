"""Turning edges round, piece by piece, so that they never lie in memory all at once.

A piece holds all edges of some places, one place after the other.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ruleproof.solvers.playing.retrograde import settle_kernel as kernel
from ruleproof.solvers.playing.retrograde.edges import Edges
from ruleproof.solvers.playing.retrograde.reversed_edges import Turned
from ruleproof.solvers.work.memory import LACK, OutOfNumbers, numbers

_PIECE = 1 << 18
"""Bytes of edges, at least, that are turned round at a time."""
_SOME = 1 << 18
"""Places whose numbers are worked on at a time."""
_LAP = 1 << 32
_SECONDS = 30.0
"""The time that putting the edges of a piece where they belong should take, unless reading all
takes longer: a killed process loses a piece.
"""
_PIECES = 16
"""The most pieces because of that: for each of them all edges are read."""
_APART = 1 << 14
"""Edges that it is quicker to leave out than to read, if none of them is wanted."""
_EACH, _LEAST_EACH = 4e-8, 1e-9
"""The time that this takes for an edge, before it is measured, and at the least."""


class Piece(NamedTuple):
    """Edges turned round; the number of the first of them, within a lap; the places to which they
    lead, from one on and before another.
    """

    back: Any
    begin: Any
    low: int
    high: int


class Turning:
    """Edges turned round (see `playing/retrograde/settle_kernel.py`), and `first`, which tells
    where those of each place begin.
    """

    def __init__(self, edges: Edges) -> None:
        self.lap = _LAP
        self.first: Any = np.zeros(0, np.uint32)
        self.laps: Any = np.zeros(0, np.int64)
        self.turned = Turned(edges.folder)
        self._edges = edges
        self._lows: list[int] = []

    def piece(self, place: int) -> Piece:
        """The piece with the edges of a place."""
        number = bisect_right(self._lows, place) - 1
        ends = [*self._lows, self._edges.places]
        begin = np.uint64(self.turned.begins[number] % self.lap)
        return Piece(self.turned.array(number), begin, ends[number], ends[number + 1])

    def soon(self, places: Any) -> None:
        """Asks the system to read, meanwhile, the edges of places, which are in order or in
        reverse.
        """
        if places.size and places[0] > places[-1]:
            places = places[::-1]
        bounds = [*np.searchsorted(places, self._lows).tolist(), places.size]
        within = np.uint32(self.lap - 1)
        for number, (first, last) in enumerate(pairwise(bounds)):
            some = places[first:last]
            if not some.size:
                continue
            base = np.uint32(self.turned.begins[number] % self.lap)
            begins, ends = ((self.first[one] - base) & within for one in (some, some + 1))
            apart = np.flatnonzero(begins[1:] > ends[:-1] + np.uint32(_APART))
            ones, others = begins[np.r_[0, apart + 1]], ends[np.r_[apart, some.size - 1]]
            for one, other in zip(ones.tolist(), others.tolist(), strict=True):
                self.turned.soon(number, one, other)

    def go_on(self, room: int, kept: int) -> Iterator[int]:
        """Turns edges round in pieces of `room` bytes, all in one, which stays in memory, if they
        take no more than `kept`; tells every so often how many are done. Raises `OutOfNumbers`
        where a lap of edges, or more, lead to one place.
        """
        edges, turned = self._edges, self.turned
        count, total = edges.places, edges.total
        begun = time.monotonic()
        self.first = first = numbers(count + 2, np.uint32)
        for chunk in edges.chunks():
            kernel.count_in(chunk.edges, first)
            yield 0
        reading = time.monotonic() - begun
        longest = int(first.max())
        if 4 * longest > max(room, kept, _PIECE):
            raise MemoryError(LACK)
        self._number()
        low = self._go_on_from()
        whole = not turned.done and 4 * total <= kept and total < self.lap
        most = min(max(kept if whole else room, _PIECE) // 4, self.lap - 1)
        piece = numbers(min(max(most, longest), total - turned.done), np.uint32)
        picked = np.zeros(edges.longest + 1, np.uint64)
        each = _EACH
        while low < count:
            turned.put_down()
            yield turned.done  # what takes time now is none of the piece's
            begun, begin = time.monotonic(), self._begin(low)
            soon = max(total // _PIECES, int(max(_SECONDS, reading) / each))
            some = piece.size if whole else min(piece.size, soon)
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
            self._lows.append(low)
            turned.put(piece[: end - begin])
            yield end
            low = high
        if not whole:
            turned.put_down()

    def _go_on_from(self) -> int:
        """Keeps what earlier work left, as far as its pieces begin and end where edges of a place
        do. Returns the first place whose edges are not turned round yet.
        """
        begins = [*self.turned.begins, self.turned.done]
        lows = [self._last_within(0, begin) for begin in begins]
        if self.turned.done == self._edges.total:
            lows[-1] = self._edges.places
        kept = 0
        while kept + 1 < len(lows) and self._begin(lows[kept + 1]) == begins[kept + 1]:
            kept += 1
        self.turned.keep(kept)
        self._lows, low = [0, *lows[1:kept]][:kept], lows[kept] if kept else 0
        starts = self.first[1:]
        for place in range(0, low, _SOME):  # these begin where the ones before them end
            last = min(low, place + _SOME)
            starts[place:last] = starts[place + 1 : last + 1]
        return low

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
        """The number of the first edge of a place, before any of its edges is turned round."""
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
