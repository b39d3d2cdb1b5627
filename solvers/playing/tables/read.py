"""Reading tables (`playing/tables/write.py` says what is where): header, index, one block at a
time.

A table file comes from outside. A `TableError` names its fault. Only what its checksums confirm is
believed, and no file may take memory without end.
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

import hashlib
import weakref
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ruleproof.models.play.game import State
from ruleproof.models.play.states import WORD
from ruleproof.solvers.playing.tables.header import (
    MARK,
    MOST_WORDS,
    TRAILER,
    Header,
    TableError,
    header,
    least_key,
)
from ruleproof.solvers.playing.values.recurring import recurred, recurs
from ruleproof.solvers.work.formats import HEADER, TABLE

LONGEST_HEADER = 1 << 22
_BEGINNING = 64
MOST_BLOCKS = 1 << 28
SHORTEST_BLOCK = 8
"""Bytes, as zlib writes them: a file that claims more blocks than it has room for is refused."""
_MOST_PLIES = 0xFFFF
_LONGEST_ROW = 8 * MOST_WORDS + 16
"""Bytes of the index that describe one block."""


def is_table(path: Path | str) -> bool:
    """Whether a file, or the header in a folder, begins like a table, of this format or another;
    other faults do not matter.
    """
    path = Path(path)
    with (path / HEADER if path.is_dir() else path).open("rb") as file:
        return file.read(_BEGINNING).startswith(b'{"format": "ruleproof table ')


class Block(NamedTuple):
    """Consecutive entries: their keys, word by word, the lowest first; their values; the plies."""

    words: list[Any]
    values: Any
    plies: Any | None


class Entry(NamedTuple):
    """An entry of a table: the value for the side to move, and the plies."""

    value: int
    plies: int


class TableFile:
    """A table on disk; `look_up` reads the one block where a position must be.

    Raises `TableError` for a file that is not a table, or is truncated or altered in the part read
    here; `OSError` when it cannot be read. A `with` block closes it at a known moment.
    """

    def __init__(self, path: Path | str) -> None:
        self._file = Path(path).open("rb")  # noqa: SIM115 - closed by `close`
        weakref.finalize(self, self._file.close)
        try:
            line, self._first = self._open()
            self.size = self._end + TRAILER.size
            self.head = header(line)
            self._check_index()
        except BaseException:
            self._file.close()
            raise
        self._last: tuple[int, Block] | None = None

    def __enter__(self) -> TableFile:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    @property
    def closed(self) -> bool:
        """Whether the file is closed."""
        return self._file.closed

    @property
    def entries_checksum(self) -> str:
        """A checksum of the blocks, by their checksums, in hexadecimal digits. It leaves out the
        header, so that a table built again after harmless changes of the rules' text has the same.
        """
        parts = self._index[["key", "size", "crc"]]
        return hashlib.sha256(repr(parts.tolist()).encode()).hexdigest()

    def _open(self) -> tuple[bytes, int]:
        """The header's line, and where the blocks begin; reads the index."""
        file = self._file
        line = file.readline(LONGEST_HEADER)
        if not line.startswith(b"{") or not line.endswith(b"\n"):
            raise TableError(f"the first line is no header of a {TABLE!r}: {line[:_BEGINNING]!r}")
        self._end = file.seek(0, 2) - TRAILER.size
        if self._end < len(line):
            raise TableError("the file is cut short: it has no trailer")
        file.seek(self._end)
        place, length, self.blocks, check, self._digest, mark = TRAILER.unpack(
            file.read(TRAILER.size)
        )
        if mark != MARK:
            raise TableError("the file is cut short, or goes on after its trailer")
        short = place - len(line) < SHORTEST_BLOCK * self.blocks
        long = length > _packed_at_most(_LONGEST_ROW * self.blocks)
        if short or long or place + length != self._end or self.blocks > MOST_BLOCKS:
            raise TableError("the trailer does not fit the file")
        file.seek(place)
        packed = file.read(length)
        if zlib.crc32(packed, zlib.crc32(line)) != check:
            raise TableError("the header or the index is altered: their checksum is another")
        self._index_at = place
        self._packed = packed
        return line, len(line)

    def _check_index(self) -> None:
        head = self.head
        if self.blocks != -(-head.entries // head.per_block):
            raise TableError("the index has more or fewer blocks than the entries need")
        row = np.dtype(
            [("key", "<u8", (head.words,)), ("at", "<u8"), ("size", "<u4"), ("crc", "<u4")]
        )
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(self._packed, self.blocks * row.itemsize + 1)
        del self._packed
        if len(raw) != self.blocks * row.itemsize:
            raise TableError("the index has another size than its number of blocks says")
        self._index = np.frombuffer(raw, row)
        begins = self._index["at"]
        ends = np.append(begins[1:], np.uint64(self._index_at))
        if self.blocks and (
            begins[0] != self._first
            or bool((begins > self._index_at).any())  # or a sum might begin at 0 again
            or bool((begins + self._index["size"] != ends).any())
        ):
            raise TableError("the blocks of the index do not lie one behind the other")

    def block(self, number: int) -> Block:
        """The entries of one block."""
        if not self._last or self._last[0] != number:
            self._last = number, self.unpacked(number, self.packed(number))
        return self._last[1]

    def packed(self, number: int) -> bytes:
        """One block as it lies in the file; `TableError` where its checksum is another."""
        place = self._index[number]
        if int(place["size"]) > _packed_at_most(_unpacked_at_most(self._many(number), self.head)):
            raise TableError(f"block {number} is longer than its entries need")
        self._file.seek(int(place["at"]))
        packed = self._file.read(int(place["size"]))
        if len(packed) != place["size"] or zlib.crc32(packed) != place["crc"]:
            raise TableError(f"block {number} is altered: its checksum is another")
        return packed

    def unpacked(self, number: int, packed: bytes) -> Block:
        """The entries of one block. Several threads may unpack several blocks at a time."""
        key = self._index[number]["key"]
        head = self.head
        many = self._many(number)
        planes = _Planes(packed, many, _unpacked_at_most(many, head))
        words: list[Any] = []
        for k in reversed(range(head.words)):
            steps = planes.take()
            if steps[0]:
                raise TableError(f"block {number} begins with a difference that is not 0")
            steps[0] = key[k]
            words.insert(0, np.cumsum(steps, dtype=np.uint64))
        codes = planes.take()
        if int(codes.max()) >= len(head.values):
            raise TableError(f"block {number} has a value that the header does not list")
        values = np.array(head.values, np.int64)[codes.astype(np.int64)]
        plies = planes.take() if head.plies else None
        if plies is not None and int(plies.max()) > _MOST_PLIES:
            raise TableError(f"block {number} tells of more plies than {_MOST_PLIES}")
        return Block(words, values, None if plies is None else plies.astype(np.int64))

    def _many(self, number: int) -> int:
        """The number of entries of a block."""
        return min(self.head.per_block, self.head.entries - number * self.head.per_block)

    def look_up(self, state: State) -> Entry | None:
        """The table's entry for a position, None if it does not hold it. Of one that recurs, the
        value is the one that it has there.
        """
        entry, game = self._entry(state), self.head.game
        if entry is None or not recurs(game, state):
            return entry
        return entry._replace(value=recurred(game, self.head.party, state, entry.value))

    def _entry(self, state: State) -> Entry | None:
        """The entry for the first occurrence of a position, None if the table does not hold it."""
        key = least_key(self.head, state)
        if key is None or not self.blocks:
            return None
        number = self._block_of(key)
        if number < 0:
            return None
        block = self.block(number)
        low, high = 0, len(block.values)
        for k in reversed(range(self.head.words)):
            word = np.uint64(key >> WORD * k & (1 << WORD) - 1)
            part = block.words[k][low:high]
            low, high = (low + int(np.searchsorted(part, word, side)) for side in ("left", "right"))
        if low == high:
            return None
        plies = int(block.plies[low]) if block.plies is not None else 0
        return Entry(int(block.values[low]), plies)

    def _block_of(self, key: int) -> int:
        """The number of the block where a key must be, -1 if it comes before all of them."""
        keys = self._index["key"]

        def first(number: int) -> int:
            return sum(int(word) << WORD * k for k, word in enumerate(keys[number]))

        return bisect_right(range(self.blocks), key, key=first) - 1

    def altered(self) -> Iterator[int]:
        """Reads the whole file, tells how far it has come, and raises `TableError` at the end if
        the checksum is another.
        """
        digest = hashlib.sha256()
        self._file.seek(0)
        left = self._end
        while left:
            part = self._file.read(min(left, 1 << 22))
            if not part:
                break
            digest.update(part)
            left -= len(part)
            yield self._end - left
        if left or digest.digest() != self._digest:
            raise TableError("the file is altered: its checksum is another")


def _unpacked_at_most(many: int, head: Header) -> int:
    """The bytes that so many entries take, before they are packed, at the most."""
    return (head.words + 2) * (1 + 8 * many)


def _packed_at_most(size: int) -> int:
    """The bytes to which zlib packs so many, at the most, with some to spare."""
    return size + (size >> 8) + 64


class _Planes:
    """The numbers of a block, taken out one column after the other."""

    def __init__(self, packed: bytes, many: int, longest: int) -> None:
        unpacker = zlib.decompressobj()
        try:
            self._raw = unpacker.decompress(packed, longest + 1)
        except zlib.error as error:
            raise TableError(f"a block is damaged: {error}") from None
        self._many = many
        self._at = 0

    def take(self) -> Any:
        """The next column of numbers."""
        planes = self._raw[self._at] if self._at < len(self._raw) else 255
        start, self._at = self._at + 1, self._at + 1 + planes * self._many
        if planes > 8 or self._at > len(self._raw):
            raise TableError("a block is shorter than its entries need")
        numbers = np.zeros((self._many, 8), np.uint8)
        rows = np.frombuffer(self._raw, np.uint8, planes * self._many, start)
        numbers[:, :planes] = rows.reshape(planes, self._many).T
        return numbers.view("<u8").reshape(-1).astype(np.uint64)
