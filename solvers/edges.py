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

from ruleproof.solvers.scratch import Scratch

_AT_HAND = 1 << 18
"""Bytes of chunks that need no file."""


class Chunk(NamedTuple):
    """Some places' edges, their numbers and the places' values; the first place."""

    edges: Any
    degrees: Any
    values: Any
    place: int


class Edges:
    """Chunks in the order in which they were found. `folder`: where files are kept if there are
    many.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.longest = 0
        self._begin: list[tuple[int, int]] = [(0, 0)]
        self._chunks: list[Any] = []
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
        return 0 if self._file else 4 * (self.total + self.places)

    def before(self, chunk: int) -> int:
        """The number of edges in the chunks before one."""
        return self._begin[chunk][0]

    def append(self, edges: Any, degrees: Any, values: Any) -> None:
        """Adds a chunk."""
        parts = (edges.astype("<u4"), degrees.astype("<u2"), values.astype("<i2"))
        content = np.concatenate([part.view(np.uint8) for part in parts])
        self.take(np.array([[edges.size, degrees.size]], np.int64), content)

    def take(self, sizes: Any, content: Any) -> None:
        """Adds chunks: the numbers of edges and places of each, and their bytes."""
        if self._file is None and sum(map(len, self._chunks)) + len(content) > _AT_HAND:
            file = Scratch(self.folder)
            for chunk in self._chunks:
                file.write(chunk)
            self._file, self._chunks = file, []
        if self._file is None:
            self._chunks.append(content)
        else:
            self._file.write(content)
        for edges, places in sizes.tolist():
            self.longest = max(self.longest, edges)
            self._begin.append((self.total + edges, self.places + places))

    def some(self, first: int, last: int) -> tuple[Any, Any]:
        """What `take` takes: the sizes of chunks from `first` on and before `last`; their bytes."""
        begin = np.array(self._begin[first : last + 1], np.int64)
        start, end = (4 * int(begin[k].sum()) for k in (0, -1))
        if self._file:
            content = np.empty(end - start, np.uint8)
            self._file.read(start, content)
        else:
            content = np.concatenate([np.zeros(0, np.uint8), *self._chunks])[start:end]
        return np.diff(begin, axis=0), content

    def chunks(self, with_edges: bool = True) -> Iterator[Chunk]:
        """All chunks in order, perhaps without edges. What one holds is overwritten by the next."""
        file = self._file
        whole: Any = None if file else self.some(0, self.many)[1]
        room = np.empty(self._longest_chunk if file else 0, np.uint8)
        for (edge, place), (next_edge, next_place) in pairwise(self._begin):
            at, edges, places = 4 * (edge + place), next_edge - edge, next_place - place
            if not with_edges:
                at, edges = at + 4 * edges, 0
            size = 4 * (edges + places)
            if file:
                content = room[:size]
                file.read(at, content)
            else:
                content = whole[at : at + size]
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
        self._chunks = []
