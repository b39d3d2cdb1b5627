"""Edges turned round, in pieces: in memory, in the checkpoint, or in a file without a name.

Those of a place are read once, when it is settled. So pieces are mapped into memory from where they
stand, and the system keeps what it has room for.
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ruleproof.solvers.work.scratch import Scratch


class _Piece(NamedTuple):
    """The edges from one on and before another; their file, None if they are only in memory, and
    the first byte there.
    """

    begin: int
    end: int
    source: Any
    at: int


class Turned:
    """Pieces, each behind the one before it. `folder`: where files are kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._pieces: list[_Piece] = []
        self._hand: Any = None
        self._arrays: dict[int, Any] = {}
        self._file: Scratch | None = None

    @property
    def done(self) -> int:
        """The number of edges turned round."""
        return self._pieces[-1].end if self._pieces else 0

    @property
    def begins(self) -> list[int]:
        """The first edge of each piece."""
        return [piece.begin for piece in self._pieces]

    def put(self, back: Any) -> None:
        """Adds a piece, `uint32[edges]`, which stays in memory until it is put down."""
        self._pieces.append(_Piece(self.done, self.done + back.size, None, 0))
        self._hand = back

    def put_down(self) -> None:
        """Gives up the piece in memory: if it stands nowhere else, it goes into a file first."""
        if self._hand is None:
            return
        piece = self._pieces[-1]
        if piece.source is None:
            self._file = self._file or Scratch(self._folder)
            self._pieces[-1] = piece._replace(source=self._file, at=self._file.size)
            self._file.write(self._hand)
        self._hand = None

    def know(self, begin: int, many: int, source: Any, at: int) -> None:
        """Adds a piece that stands in a checkpoint. Raises `ValueError` where it does not go on
        from the one before it.
        """
        if begin != self.done:
            raise ValueError("edges turned round do not follow each other")
        self._pieces.append(_Piece(begin, begin + many, source, at))

    def news(self, since: int) -> Iterator[tuple[int, Any]]:
        """The pieces behind so many: the first edge, and the edges."""
        for number in range(since, len(self._pieces)):
            yield self._pieces[number].begin, self._read(number)

    def moved(self, number: int, source: Any, at: int) -> None:
        """Notes that a piece stands in a checkpoint, from a byte on."""
        self._arrays.clear()
        self._pieces[number] = self._pieces[number]._replace(source=source, at=at)
        if self._file and all(piece.source is not self._file for piece in self._pieces):
            self._file.clear()

    def keep(self, many: int) -> None:
        """Forgets all pieces but so many."""
        if many < len(self._pieces):
            self._hand = None
            self._arrays.clear()
            del self._pieces[many:]

    def array(self, number: int) -> Any:
        """The edges of a piece, mapped into memory unless they are there."""
        if number not in self._arrays:
            self._arrays[number] = self._read(number)
        return self._arrays[number]

    def _read(self, number: int) -> Any:
        piece = self._pieces[number]
        if self._hand is not None and number == len(self._pieces) - 1:
            return self._hand
        if piece.begin == piece.end:
            return np.zeros(0, np.uint32)
        return piece.source.mapped(piece.at, piece.end - piece.begin, np.uint32)

    def soon(self, number: int, begin: int, end: int) -> None:
        """Asks the system to read some of the edges of a piece, counted from its first one, if they
        are in a file.
        """
        piece = self._pieces[number]
        if self._hand is None or number < len(self._pieces) - 1:
            piece.source.soon(piece.at + 4 * begin, 4 * (end - begin))
