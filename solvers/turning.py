"""Turning edges round, piece by piece, so that they never lie in memory all at once.

Edges turned round are mapped into memory: those of a place are read once at most, when it is
settled, and the system keeps what it has room for.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ruleproof.solvers import settle_kernel as kernel
from ruleproof.solvers.edges import Edges
from ruleproof.solvers.memory import numbers
from ruleproof.solvers.scratch import Scratch

_PIECE = 1 << 18
"""Bytes of edges, at least, that are turned round at a time."""
_SHIFT = 1 << 20
"""Places whose numbers are moved at a time."""


class Turning:
    """Edges turned round (see `solvers/settle_kernel.py`): `back`, and `first`, which tells where
    those of each place begin; `done` of them lie where they belong.
    """

    def __init__(self, edges: Edges) -> None:
        self.done = 0
        self.first: Any = np.zeros(0, np.uint32)
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
        tells every so often how many are done.
        """
        edges = self._edges
        self.first = first = numbers(edges.places + 2, np.uint32)
        for chunk in edges.chunks():
            kernel.count_in(chunk.edges, first)
            yield 0
        count, total = edges.places, edges.total
        longest = int(first.max())
        np.cumsum(first, out=first, dtype=np.uint32)
        starts = first[1:]
        low = _last_within(starts, self.done)
        for place in range(0, low, _SHIFT):  # these begin where the ones before them end
            last = min(low, place + _SHIFT)
            starts[place:last] = starts[place + 1 : last + 1]
        if self._file or 4 * total > kept:
            self._file = self._file or Scratch(edges.folder)
            self._file.size = 4 * int(first[low])
            self.done = int(first[low])
        else:
            low, room = 0, kept
        room = max(room, _PIECE)
        piece = numbers(min(max(room // 4, longest), total - self.done), np.uint32)
        picked = np.zeros(edges.longest + 1, np.uint64)
        while low < count:
            begin = int(starts[low])
            high = max(low + 1, _last_within(starts, min(total, begin + piece.size)))
            end = int(starts[high])
            for chunk in edges.chunks():
                kernel.turn_round(
                    *(chunk.edges, chunk.degrees, chunk.place, low, high, begin),
                    *(first, piece, picked),
                )
                share = (chunk.place + chunk.degrees.size) / count
                yield begin + int(share * (end - begin))
            if self._file:
                self._file.write(piece[: end - begin])
            else:
                self.back = piece
            self.done = end
            low = high
        del piece
        if self._file:
            self.back = self._file.mapped(np.uint32)


def _last_within(starts: Any, edge: int) -> int:
    """The last place whose edges begin at an edge or before it."""
    # of another type than the array's, the number would have the array copied
    return int(np.searchsorted(starts, np.uint32(edge), "right")) - 1
