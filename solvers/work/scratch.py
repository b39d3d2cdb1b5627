"""Files without a name, which vanish with the process that wrote them; and writing that fails
cleanly.
"""

from __future__ import annotations

import mmap
import os
import tempfile
import weakref
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ruleproof.models.systems import read_ahead, read_at
from ruleproof.solvers.work.memory import numbers

_SOON = 1 << 17
"""Bytes to ask the system for at a time: of more it might read only some."""


def put(number: int, content: Any) -> int:
    """Writes all of an array or of bytes to an open file, and returns their number. Raises
    `OSError` at once where there is no room: nothing waits in a buffer.
    """
    if not len(content):
        return 0
    left = whole = memoryview(content).cast("B")
    while left:
        left = left[os.write(number, left) :]
    return len(whole)


class Reader:
    """The content of an open file. It stays readable even after its writer closes or replaces the
    file.
    """

    def __init__(self, number: int, name: str) -> None:
        self._number = os.dup(number)
        self._name = name
        self._end = weakref.finalize(self, os.close, self._number)

    def read(self, at: int, room: Any) -> None:
        """Fills an array with the bytes from a place on."""
        left = memoryview(room).cast("B") if len(room) else memoryview(b"")
        while left:
            read = read_at(self._number, left, at)
            if not read:
                raise OSError(0, "a file is shorter than what was written", self._name)
            left, at = left[read:], at + read

    def mapped(self, at: int, many: int, kind: Any) -> Any:
        """So many numbers of a kind from a byte on, as an array that takes only memory that the
        system can spare; changes to it stay in it.
        """
        begin = at // mmap.ALLOCATIONGRANULARITY * mmap.ALLOCATIONGRANULARITY
        size = at - begin + many * np.dtype(kind).itemsize
        mapping = mmap.mmap(self._number, size, access=mmap.ACCESS_COPY, offset=begin)
        return np.frombuffer(mapping, kind, many, at - begin)

    def soon(self, at: int, size: int) -> None:
        """Asks the system to read so many bytes meanwhile, if it can."""
        for begin in range(at, at + size, _SOON):
            read_ahead(self._number, begin, min(_SOON, at + size - begin))


class Scratch(Reader):
    """A file without a name: in a folder, or where the system keeps such files."""

    def __init__(self, folder: Path | None = None) -> None:
        with tempfile.TemporaryFile(prefix="ruleproof-", dir=folder, buffering=0) as file:
            super().__init__(file.fileno(), str(folder or tempfile.gettempdir()))
        self.size = 0

    def write(self, content: Any) -> None:
        """Appends an array. Raises `OSError`, which names the folder, where there is no room."""
        try:
            os.lseek(self._number, self.size, os.SEEK_SET)
            self.size += put(self._number, content)
        except OSError as error:
            error.filename = self._name
            raise

    def clear(self) -> None:
        """Discards everything that was written."""
        os.truncate(self._number, 0)
        self.size = 0

    def close(self) -> None:
        """Gives the file up; an array mapped into it stays valid."""
        self._end()


class Part(NamedTuple):
    """Words of an array, from one index up to another, and their place: the reader and the first
    byte.
    """

    source: Any
    at: int
    first: int
    last: int


class Aside:
    """Words that wait in files: `parts` of them, one after the other."""

    def __init__(self, parts: list[Part]) -> None:
        self._parts = parts

    @classmethod
    def written(cls, array: Any, folder: Path | None = None) -> Aside:
        """Writes an array to a file without a name, where it waits."""
        file = Scratch(folder)
        file.write(array)
        return cls([Part(file, 0, 0, array.size)])

    def some(self, first: int, last: int) -> Any:
        """The words from one place up to another."""
        found = np.empty(last - first, np.uint64)
        self._read(first, last, found)
        return found

    def _read(self, first: int, last: int, room: Any) -> None:
        for part in self._parts:
            begin, end = max(first, part.first), min(last, part.last)
            if begin < end:
                part.source.read(
                    part.at + 8 * (begin - part.first), room[begin - first : end - first]
                )

    def again(self) -> Any:
        """The words, all of them; they can be taken only once."""
        size = self._parts[-1].last
        found = numbers(size, np.uint64)
        self._read(0, size, found)
        self._parts = []
        return found
