"""Edges between the positions of a game with cycles: kept in files and turned round piece by piece,
so that they never lie in memory all at once.

Edges turned round are mapped into memory: those of a place are read once at most, when it is
settled, and the system keeps what it has room for.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ruleproof.solvers import settle_kernel as kernel
from ruleproof.solvers.memory import numbers
from ruleproof.solvers.scratch import Scratch

_AT_HAND = 1 << 16
"""Edges that need no file."""
MOST_EDGES = (1 << 32) - 1


class Edges:
    """Edges in the order in which they were found, chunk by chunk. `folder`: where files are kept
    if there are many.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.total = 0
        self.folder = folder
        self._sizes: list[int] = []
        self._chunks: list[Any] = []
        self._file: Scratch | None = None

    @property
    def bytes(self) -> int:
        """The memory that the edges take."""
        return 0 if self._file else 4 * self.total

    def append(self, edges: Any) -> None:
        """Adds a chunk."""
        if self._file is None and self.total + edges.size > _AT_HAND:
            file = Scratch(self.folder)
            for chunk in self._chunks:
                file.write(chunk)
            self._file, self._chunks = file, []
        if self._file:
            self._file.write(edges)
        else:
            self._chunks.append(edges.copy())
        self.total += edges.size
        self._sizes.append(edges.size)

    def before(self, chunk: int) -> int:
        """The number of edges in the chunks before one."""
        return sum(self._sizes[:chunk])

    def chunks(self, first: int = 0, last: int | None = None) -> Iterator[Any]:
        """The chunks in order, or some of them."""
        if not self._file:
            yield from self._chunks[first:last]
            return
        at = 4 * self.before(first)
        for size in self._sizes[first:last]:
            chunk = np.empty(size, np.uint32)
            self._file.read(at, chunk)
            at += 4 * size
            yield chunk

    @property
    def longest(self) -> int:
        """The edges of the longest chunk."""
        return max(self._sizes, default=0)

    def drop(self) -> None:
        """Gives all edges up."""
        if self._file:
            self._file.close()
        self._chunks = []


def turned_round(edges: Edges, degrees: Any, back_first: Any, room: int) -> Iterator[Any]:
    """Turns edges round in pieces of `room` bytes and gives them up; says None now and then, and at
    last the edges turned round (see `solvers/settle_kernel.py`). `back_first`, all 0, then tells
    where those of each place begin.
    """
    for chunk in edges.chunks():
        kernel.count_in(chunk, back_first)
        yield None
    most = max(room // 4, int(back_first.max()))
    np.cumsum(back_first, out=back_first, dtype=np.uint32)
    count = back_first.size - 2
    starts = back_first[1:]
    file = Scratch(edges.folder) if edges.total > most else None
    piece = numbers(min(most, edges.total), np.uint32)
    picked = np.zeros(edges.longest + 1, np.uint64)
    low = 0
    while low < count:
        begin = int(starts[low])
        high = int(np.searchsorted(starts, begin + piece.size, "right")) - 1
        high = count if begin + piece.size >= edges.total else max(low + 1, min(high, count))
        end = int(starts[high])
        place = 0
        for chunk in edges.chunks():
            place = kernel.turn_round(
                chunk, degrees, place, low, high, begin, back_first, piece, picked
            )
            yield None
        if file:
            file.write(piece[: end - begin])
        low = high
    edges.drop()
    if file is None:
        yield piece
        return
    del piece
    yield file.mapped(np.uint32)


class Aside:
    """Words that wait in a file without a name."""

    def __init__(self, array: Any, folder: Path | None = None) -> None:
        self._file = Scratch(folder)
        self._size = array.size
        self._file.write(array)

    def again(self) -> Any:
        """The words, once; the file is gone then."""
        found = numbers(self._size, np.uint64)
        self._file.read(0, found)
        self._file.close()
        return found
