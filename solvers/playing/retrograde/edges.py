"""The moves of a game with cycles, as they are found: kept in a file, so that they never lie in
memory all at once.

chunk   what was found of some places, one after the other: the edges of all of them; of each how
        many edges it has, and its value if it is an end
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ruleproof.solvers.work.scratch import Scratch

_AT_HAND = 1 << 18
"""Bytes of chunks that need no file."""


class Chunk(NamedTuple):
    """Some places' edges, their numbers and the places' values; the first place."""

    edges: Any
    degrees: Any
    values: Any
    place: int


class _Hand:
    """A chunk in memory, read like a file."""

    def __init__(self, content: Any) -> None:
        self.content = content

    def read(self, at: int, room: Any) -> None:
        """Fills an array with the content from a byte on."""
        room[:] = self.content[at : at + room.size]


class Edges:
    """Chunks in the order in which they were found. `folder`: where files are kept if there are
    many. Those that stand in a checkpoint are read there.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.longest = 0
        self._begin: list[tuple[int, int]] = [(0, 0)]
        self._at: list[
            tuple[Any, int]
        ] = []  # of each chunk where it stands: in what, from where on
        self._in_hand = 0
        self._file: Scratch | None = None

    @property
    def total(self) -> int:
        """The number of edges."""
        return self._begin[-1][0]

    @property
    def places(self) -> int:
        """The number of places whose moves are here."""
        return self._begin[-1][1]

    @property
    def many(self) -> int:
        """The number of chunks."""
        return len(self._begin) - 1

    @property
    def bytes(self) -> int:
        """The memory that the chunks take."""
        return self._in_hand

    def before(self, chunk: int) -> int:
        """The number of edges in the chunks before one."""
        return self._begin[chunk][0]

    def append(self, edges: Any, degrees: Any, values: Any) -> None:
        """Adds a chunk: the edges of all its places, of each place the number of its edges and its
        value. All are `[n]` of whole numbers, kept as uint32, uint16 and int16.
        """
        parts = (edges.astype("<u4"), degrees.astype("<u2"), values.astype("<i2"))
        content = np.concatenate([part.view(np.uint8) for part in parts])
        self._at.append((_Hand(content), 0))
        self._in_hand += content.size
        self._count(edges.size, degrees.size)
        if self._file or self._in_hand > _AT_HAND:
            self._put_down()

    def _count(self, edges: int, places: int) -> None:
        self.longest = max(self.longest, edges)
        self._begin.append((self.total + edges, self.places + places))

    def _put_down(self) -> None:
        """Writes the edges in hand to a file."""
        self._file = self._file or Scratch(self.folder)
        for chunk in range(self.many - 1, -1, -1):
            source = self._at[chunk][0]
            if not isinstance(source, _Hand):
                break
            at = self._file.size
            self._file.write(source.content)
            self._at[chunk] = self._file, at
        self._in_hand = 0

    def add(self, sizes: Any, source: Any, at: int) -> None:
        """Adds chunks that stand in a checkpoint from a byte on; `sizes`: the numbers of edges and
        places of each.
        """
        for edges, places in sizes.tolist():
            self._at.append((source, at))
            self._count(edges, places)
            at += 4 * (edges + places)

    def some(self, first: int, last: int) -> tuple[Any, Any]:
        """The arguments of `add` and `moved` for the chunks from `first` on and before `last`: the
        sizes; and their bytes.
        """
        sizes = np.diff(np.array(self._begin[first : last + 1], np.int64), axis=0)
        content = np.empty(4 * int(sizes.sum()), np.uint8)
        begin = 0
        for (source, at), size in zip(self._at[first:last], sizes.sum(axis=1), strict=True):
            end = begin + 4 * int(size)
            source.read(at, content[begin:end])
            begin = end
        return sizes, content

    def moved(self, first: int, last: int, source: Any, at: int) -> None:
        """Notes that chunks from `first` on and before `last` stand in a checkpoint, from a byte
        on.
        """
        for chunk in range(first, last):
            if isinstance(self._at[chunk][0], _Hand):
                self._in_hand -= self._at[chunk][0].content.size
            self._at[chunk] = source, at
            at += 4 * (sum(self._begin[chunk + 1]) - sum(self._begin[chunk]))
        if self._file and self._at[-1][0] is source and last == self.many:
            self._file.clear()

    def chunks(self, with_edges: bool = True, first: int = 0) -> Iterator[Chunk]:
        """The chunks from one on, in order, perhaps without edges. The next one overwrites the
        content of the one before.
        """
        room = np.empty(self._longest_chunk, np.uint8)
        numbers = zip(pairwise(self._begin[first:]), self._at[first:], strict=True)
        for ((edge, place), (next_edge, next_place)), (source, at) in numbers:
            edges, places = next_edge - edge, next_place - place
            if not with_edges:
                at, edges = at + 4 * edges, 0
            content = room[: 4 * (edges + places)]
            source.read(at, content)
            yield Chunk(
                content[: 4 * edges].view(np.uint32),
                content[4 * edges : 4 * edges + 2 * places].view(np.uint16),
                content[4 * edges + 2 * places :].view(np.int16),
                place,
            )

    @property
    def _longest_chunk(self) -> int:
        """The bytes of the longest chunk."""
        return max((4 * (b + d - a - c) for (a, c), (b, d) in pairwise(self._begin)), default=0)

    def drop(self) -> None:
        """Gives all chunks up."""
        if self._file:
            self._file.close()
        self._at = []
