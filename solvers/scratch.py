"""Files without a name, which are gone with whoever wrote them; and writing that fails cleanly."""

from __future__ import annotations

import mmap
import os
import tempfile
import weakref
from pathlib import Path
from typing import Any

import numpy as np

from ruleproof.solvers.memory import numbers


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


class Scratch:
    """A file without a name: in a folder, or where the system keeps such files."""

    def __init__(self, folder: Path | None = None) -> None:
        self._file = tempfile.TemporaryFile(  # noqa: SIM115 - kept open
            prefix="ruleproof-", dir=folder, buffering=0
        )
        self._folder = folder or Path(tempfile.gettempdir())
        self._end = weakref.finalize(self, self._file.close)
        self.size = 0

    def write(self, content: Any) -> None:
        """Appends an array. Raises `OSError`, which names the folder, where there is no room."""
        try:
            self._file.seek(self.size)
            self.size += put(self._file.fileno(), content)
        except OSError as error:
            error.filename = str(self._folder)
            raise

    def read(self, at: int, room: Any) -> None:
        """Fills an array with what stands from a byte on."""
        left = memoryview(room).cast("B") if len(room) else memoryview(b"")
        while left:
            read = os.preadv(self._file.fileno(), [left], at)
            if not read:
                raise OSError(0, "a file is shorter than what was written", str(self._folder))
            left, at = left[read:], at + read

    def mapped(self, kind: Any) -> Any:
        """The whole file as an array of numbers of a kind; what is written to it stays there."""
        if not self.size:
            return np.zeros(0, kind)
        both = mmap.PROT_READ | mmap.PROT_WRITE
        return np.frombuffer(
            mmap.mmap(self._file.fileno(), self.size, mmap.MAP_PRIVATE, both), kind
        )

    def close(self) -> None:
        """Gives the file up; an array that it was mapped into stays what it is."""
        self._end()


class Aside:
    """Words that wait in a file without a name."""

    def __init__(self, array: Any, folder: Path | None = None) -> None:
        self._file = Scratch(folder)
        self._size = array.size
        self._file.write(array)

    def some(self, first: int, last: int) -> Any:
        """The words from a place on, and before another."""
        found = np.empty(last - first, np.uint64)
        self._file.read(8 * first, found)
        return found

    def again(self) -> Any:
        """The words, once; the file is gone then."""
        found = numbers(self._size, np.uint64)
        self._file.read(0, found)
        self._file.close()
        return found
