"""Large arrays that take memory only as they are used, and give it back piece by piece."""

from __future__ import annotations

import mmap
import os
import sys
from typing import Any, NamedTuple

import numpy as np

_LARGE = 1 << 22
"""Bytes from which on memory is asked for in pages of its own."""
_PAGE = 1 << 21
_NO_RESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000 if sys.platform == "linux" else 0)
"""Of a mapping, that the system need not set memory aside for it."""


class OutOfNumbers(MemoryError):
    """Says in words that there is more of something than there are numbers for it."""


class Words(NamedTuple):
    """An array of 64-bit words, at first 0, and the mapping it lies in, if it has its own."""

    array: np.ndarray[Any, np.dtype[np.uint64]]
    mapping: mmap.mmap | None

    def release(self, first: int, last: int) -> None:
        """Gives back the memory between two places, which then hold 0 (or what they held)."""
        advice = getattr(mmap, "MADV_DONTNEED", None)
        if self.mapping is None or advice is None:
            return
        begin, end = -(-8 * first // _PAGE) * _PAGE, 8 * last // _PAGE * _PAGE
        if end > begin:
            self.mapping.madvise(advice, begin, end - begin)


def installed() -> int | None:
    """The bytes of memory that this machine has, if it tells."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def numbers(many: int, kind: Any) -> np.ndarray[Any, Any]:
    """So many numbers of a kind, all 0."""
    size = np.dtype(kind).itemsize
    return words(-(-many * size // 8)).array.view(kind)[:many]


def reserved(many: int, kind: Any) -> np.ndarray[Any, Any]:
    """Room for so many numbers of a kind, all 0, that is taken only as far as it is used. Raises
    `MemoryError` where the system has no such room.
    """
    size = np.dtype(kind).itemsize
    return words(-(-many * size // 8), _NO_RESERVE).array.view(kind)[:many]


def words(many: int, flags: int = 0) -> Words:
    """So many words; large arrays lie in large pages, where the system has some."""
    if 8 * many < _LARGE or not hasattr(mmap, "MAP_PRIVATE"):
        return Words(np.zeros(many, np.uint64), None)
    try:
        mapping = mmap.mmap(-1, 8 * many, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | flags)
    except OSError:
        raise MemoryError from None
    if hasattr(mmap, "MADV_HUGEPAGE"):
        mapping.madvise(mmap.MADV_HUGEPAGE)
    return Words(np.frombuffer(mapping, np.uint64), mapping)


def give_back(array: Any, first: int, last: int) -> None:
    """Gives back the memory between two places of an array that one of these functions made; they
    then hold 0, or what they held.
    """
    base, whole = array, array
    while isinstance(base, np.ndarray):
        whole, base = base, base.base
    if isinstance(base, mmap.mmap):
        start = array.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
        size = array.itemsize
        Words(whole, base).release((start + first * size) // 8, (start + last * size) // 8)
