"""Memory: a ledger of what one piece of work may take, and large arrays that take memory only when
used and give it back piece by piece.

ledger  knows the limit, and who holds how many bytes. Large things are noted there
        before they are made; a table that stands twice while it grows counts twice for so long.

>>> ledger = Ledger(1000)
>>> ledger.hold("table", 600)
>>> ledger.left, ledger.left_for("table"), ledger.fits("stack", 500)
(400, 1000, False)
"""

from __future__ import annotations

import mmap
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np

from ruleproof.models import systems

_LARGE = 1 << 22
"""Bytes from which on memory is asked for in pages of its own."""
_PAGE = 1 << 21
_UNITS = ((1 << 30, "G"), (1 << 20, "M"), (1 << 10, "K"))
_PLACE = 300
"""Bytes of a place in a dictionary that is growing, with a value of two numbers."""
LACK = "the memory does not suffice"


class OutOfNumbers(MemoryError):
    """There is more of something than there are numbers for it; the argument says so."""


class TooLittle(ValueError):
    """The memory does not suffice to begin with; the message says how much would."""


class Ledger:
    """The limit of one piece of work, in bytes, and who holds how much of it."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._held: dict[str, int] = {}

    @property
    def held(self) -> int:
        """The bytes held in all."""
        return sum(self._held.values())

    @property
    def left(self) -> int:
        """The bytes that nobody holds."""
        return self.limit - self.held

    def left_for(self, who: str) -> int:
        """The bytes that one holder may have in all."""
        return self.left + self._held.get(who, 0)

    def fits(self, who: str, size: int) -> bool:
        """Whether one holder may have so many bytes, instead of those held until now."""
        return size <= self.left_for(who)

    def hold(self, who: str, size: int) -> None:
        """Notes that one holder has so many bytes, instead of those held until now. Raises
        `MemoryError` where that is too much, and then notes nothing.
        """
        if not self.fits(who, size):
            raise MemoryError(LACK)
        self._held[who] = size

    def begin(self, **sizes: int) -> None:
        """Notes the bytes that each holder has at the beginning. Raises `TooLittle` where that is
        too much.
        """
        least = self.held + sum(sizes.values())
        if least > self.limit:
            raise TooLittle(f"takes {in_words(least)} or more for this: {in_words(self.limit)}")
        self._held |= sizes


def ledger_of(memory: int | Ledger) -> Ledger:
    """The ledger, or a new one with so many bytes as its limit."""
    return memory if isinstance(memory, Ledger) else Ledger(memory)


def in_words(size: int) -> str:
    """A number of bytes as the command line takes it, rounded up.

    >>> in_words(1000), in_words(1 << 20), in_words(3_000_000)
    ('1000', '1M', '2.9M')
    """
    for unit, letter in _UNITS:
        if size >= unit:
            return f"{-(-10 * size // unit) / 10:g}{letter}"
    return str(size)


def taken(*arrays: Any) -> int:
    """The bytes of arrays."""
    return sum(array.nbytes for array in arrays)


def noted(value: Any) -> int:
    """About the bytes that a dictionary takes for each entry with such a key: those of the key and
    all its parts, of the entry's place, and of a short tuple as the value.
    """
    parts: list[Any] = [value]
    size = _PLACE
    while parts:
        part = parts.pop()
        size += sys.getsizeof(part)
        if isinstance(part, (tuple, frozenset)):
            parts += part
    return size


class Words(NamedTuple):
    """An array of 64-bit words, at first 0, and its memory mapping, if it has one of its own."""

    array: np.ndarray[Any, np.dtype[np.uint64]]
    mapping: mmap.mmap | None

    def release(self, first: int, last: int, *, before: bool = False) -> None:
        """Gives back the memory between two places, which then hold 0 (or what they held); what
        would lie behind the end does not count. `before`: nothing before the first place is needed
        any more, either, so the page that both lie on may go, too. Without it, pieces smaller than
        a page are never given back.
        """
        if self.mapping is None:
            return
        begin = (8 * first // _PAGE if before else -(-8 * first // _PAGE)) * _PAGE
        end = min(8 * last, len(self.mapping)) // _PAGE * _PAGE
        if end > begin:
            systems.give_back(self.mapping, begin, end - begin)


def numbers(many: int, kind: Any) -> np.ndarray[Any, Any]:
    """So many numbers of a kind, all 0."""
    import numpy as np

    size = np.dtype(kind).itemsize
    return words(-(-many * size // 8)).array.view(kind)[:many]


def reserved(many: int, kind: Any) -> np.ndarray[Any, Any]:
    """Room for so many numbers of a kind, all 0, that is taken only as far as it is used. Raises
    `MemoryError` where the system has no such room.
    """
    import numpy as np

    size = np.dtype(kind).itemsize
    return words(-(-many * size // 8), reserve=False).array.view(kind)[:many]


def words(many: int, *, reserve: bool = True) -> Words:
    """So many words; large arrays lie in pages of their own, where the system has such."""
    import numpy as np

    try:
        mapping = systems.pages(8 * many, reserve=reserve) if 8 * many >= _LARGE else None
    except OSError:
        raise MemoryError from None
    if mapping is None:
        return Words(np.zeros(many, np.uint64), None)
    return Words(np.frombuffer(mapping, np.uint64), mapping)


def give_back(array: Any, first: int, last: int, *, before: bool = False) -> None:
    """Gives back the memory between two places of an array that one of these functions made; they
    then hold 0, or what they held. `before`: see `Words.release`.
    """
    import numpy as np

    base, whole = array, array
    while isinstance(base, np.ndarray):
        whole, base = base, base.base
    if isinstance(base, memoryview):
        base = base.obj
    if isinstance(base, mmap.mmap):
        start = array.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
        size = array.itemsize
        places = (start + first * size) // 8, (start + last * size) // 8
        Words(whole, base).release(*places, before=before)
