"""Files without a name, which are gone with whoever wrote them; and writing that fails cleanly."""

from __future__ import annotations

import mmap
import os
import tempfile
import weakref
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ruleproof.solvers.work.memory import numbers

_SOON = 1 << 17
"""Bytes that the system is asked for at a time: of more it might read only some."""


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
    """The readable content of an open file, as long as anybody reads it: its writer may close it,
    or put another in its place.
    """

    def __init__(self, number: int, name: str) -> None:
        self._number = os.dup(number)
        self._name = name
        self._end = weakref.finalize(self, os.close, self._number)

    def read(self, at: int, room: Any) -> None:
        """Fills an array with what stands from a byte on."""
        left = memoryview(room).cast("B") if len(room) else memoryview(b"")
        while left:
            read = os.preadv(self._number, [left], at)
            if not read:
                raise OSError(0, "a file is shorter than what was written", self._name)
            left, at = left[read:], at + read

    def mapped(self, at: int, many: int, kind: Any) -> Any:
        """So many numbers of a kind that stand from a byte on, as an array, which takes no memory
        but what the system has to spare; what is written to it stays there.
        """
        begin = at // mmap.ALLOCATIONGRANULARITY * mmap.ALLOCATIONGRANULARITY
        size = at - begin + many * np.dtype(kind).itemsize
        both = mmap.PROT_READ | mmap.PROT_WRITE
        mapping = mmap.mmap(self._number, size, mmap.MAP_PRIVATE, both, offset=begin)
        return np.frombuffer(mapping, kind, many, at - begin)

    def soon(self, at: int, size: int) -> None:
        """Has the system read so many bytes meanwhile, if it can."""
        if hasattr(os, "posix_fadvise"):
            for begin in range(at, at + size, _SOON):
                some = min(_SOON, at + size - begin)
                os.posix_fadvise(self._number, begin, some, os.POSIX_FADV_WILLNEED)


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
        """Gives all up that was written."""
        os.truncate(self._number, 0)
        self.size = 0

    def close(self) -> None:
        """Gives the file up; an array that it was mapped into stays what it is."""
        self._end()


class Part(NamedTuple):
    """Words of an array, from one on and before another, and where they stand: in what, and from
    which byte on.
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
        """An array that waits in a file without a name."""
        file = Scratch(folder)
        file.write(array)
        return cls([Part(file, 0, 0, array.size)])

    def some(self, first: int, last: int) -> Any:
        """The words from a place on, and before another."""
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
        """The words, once."""
        size = self._parts[-1].last
        found = numbers(size, np.uint64)
        self._read(0, size, found)
        self._parts = []
        return found
