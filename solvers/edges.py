"""Edges between the positions of a game with cycles: kept in files and turned round piece by piece,
so that they never lie in memory all at once.

The files have no names and are gone with whoever wrote them. Those turned round are mapped into
memory: each piece of them is read once at most, when its place is settled, and the system keeps
what it has room for.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import mmap
import tempfile
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ruleproof.solvers import settle_kernel as kernel
from ruleproof.solvers.memory import numbers

_AT_HAND = 1 << 20
"""Edges that need no file."""
MOST_EDGES = (1 << 32) - 1
_CHUNK = 1 << 15


def _scratch(folder: Path | None) -> Any:
    """A file without a name; in a folder, or where the system keeps such files."""
    return tempfile.TemporaryFile(prefix="ruleproof-", dir=folder)


class Edges:
    """Edges in the order in which they were found, chunk by chunk. `folder`: where files are kept
    if there are many.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.total = 0
        self.folder = folder
        self._sizes: list[int] = []
        self._chunks: list[Any] = []
        self._file: Any = None

    @property
    def bytes(self) -> int:
        """The memory that the edges take."""
        return 0 if self._file else 4 * self.total

    def append(self, edges: Any) -> None:
        """Adds a chunk."""
        self.total += edges.size
        self._sizes.append(edges.size)
        if self.total > _AT_HAND and self._file is None:
            self._file = _scratch(self.folder)
            weakref.finalize(self, self._file.close)
            for chunk in self._chunks:
                self._file.write(chunk.data)
            self._chunks = []
        if self._file:
            self._file.seek(0, 2)
            self._file.write(edges.data)
        else:
            self._chunks.append(edges.copy())

    def before(self, chunk: int) -> int:
        """The number of edges in the chunks before one."""
        return sum(self._sizes[:chunk])

    def chunks(self, first: int = 0, last: int | None = None) -> Iterator[Any]:
        """The chunks in order, or some of them."""
        if not self._file:
            yield from self._chunks[first:last]
            return
        self._file.seek(4 * self.before(first))
        for size in self._sizes[first:last]:
            chunk = np.empty(size, np.uint32)
            if size and self._file.readinto(chunk.data.cast("B")) < 4 * size:
                raise OSError("a file of edges is shorter than what was written")
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
    file = _scratch(edges.folder) if edges.total > most else None
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
            file.write(piece[: end - begin].data)
        low = high
    edges.drop()
    if file is None:
        yield piece
        return
    del piece
    file.flush()
    with file:
        mapping = mmap.mmap(
            file.fileno(), 4 * edges.total, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE
        )
    yield np.frombuffer(mapping, np.uint32)


class Aside:
    """Words that wait in a file without a name."""

    def __init__(self, array: Any, folder: Path | None = None) -> None:
        self._file = _scratch(folder)
        self._size = array.size
        array.tofile(self._file)

    def again(self) -> Any:
        """The words, once; the file is gone then."""
        found = numbers(self._size, np.uint64)
        with self._file as file:
            file.seek(0)
            for first in range(0, self._size, _CHUNK):
                some = np.fromfile(file, np.uint64, min(_CHUNK, self._size - first))
                found[first : first + some.size] = some
        return found
