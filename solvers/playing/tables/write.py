"""Writing tables: all positions of a strong solution in one compact file.

The file, in this order; numbers are little-endian:

header   a line of JSON: what the table is of, and how its keys are to be read
blocks   each of `per_block` entries, the last one of fewer; compressed by zlib. Of each word of the
         keys, the highest first, the differences from entry to entry (the first 0) modulo 2^64;
         then the places of the values in the header's list; then, if the header says so, the plies.
         Each of these is a number p of bytes and p planes: the lowest bytes of all entries, …
index    compressed by zlib: for each block the words of its first key, lowest first, then its place
         in the file, its length and its CRC-32 (of the block as it lies there)
trailer  `TRAILER`: place, length and number of blocks of the index, the CRC-32 of header and
         index, the SHA-256 of all that comes before the trailer, and a mark

A key is made of the bits of a row (`models/play/states.py`) that `used` marks, lowest first. Where
there are `letters`, these tell the cells instead, the first cell lowest, each by the place of its
letter (`models/compiled/letters.py`, of the layers of which bits are used) in the list, which is
its sum (`models/compiled/sums.py`), in as many bits as the last place needs; then come the bits of
the numbers. A position's key is the least of the keys of all its images under the symmetries of the
game; where a change of colours is one, of those with the first player to move. Keys lie in
increasing order.
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ruleproof.models.files.writing import replacing
from ruleproof.solvers.playing.tables.header import MARK, MOST_PER_BLOCK, TRAILER
from ruleproof.solvers.work.formats import TABLE

PER_BLOCK = MOST_PER_BLOCK
_LEVEL = 6
_AT_ONCE = 64
"""Blocks packed between two reports."""
_SOME = 1 << 18
"""Values looked through at a time."""


class _Columns(NamedTuple):
    """The form of blocks: the words of keys; the values, as unsigned numbers, and the code of each;
    the plies.
    """

    words: tuple[Any, ...]
    values: Any
    codes: Any
    plies: Any | None


def write_table(
    path: Path,
    head: dict[str, Any],
    words: tuple[Any, ...],
    values: Any,
    plies: Any | None,
    report: Callable[[int], None] = lambda done: None,
    threads: int = 1,
) -> int:
    """Writes a table and returns the size of the file, which appears whole or not at all.

    `words`: of all keys, in increasing order, the lowest words first, each `uint64[n]`. `values`:
    `int16[n]`; `plies`: `uint16[n]`, or None. `head`: what the header says besides the format.
    `report` is told how many entries are written.
    """
    listed = _listed(values)
    codes = np.zeros(1 << 16, np.uint16)  # of each value, as an unsigned number
    codes[listed.astype(np.uint16)] = np.arange(listed.size)
    header = {
        "format": TABLE,
        **head,
        "entries": len(values),
        "words": len(words),
        "per_block": PER_BLOCK,
        "values": [int(value) for value in listed],
        "plies": plies is not None,
    }
    with replacing(path) as file:
        columns = _Columns(words, values.view(np.uint16), codes, plies)
        return _write(file, header, columns, report, threads)


def _write(
    file: Any,
    header: dict[str, Any],
    columns: _Columns,
    report: Callable[[int], None],
    threads: int,
) -> int:
    """Writes the parts of the file one after another, and returns its size."""
    words, entries = columns.words, len(columns.values)
    digest = hashlib.sha256()
    at = 0

    def add(part: bytes) -> None:
        nonlocal at
        file.write(part)
        digest.update(part)
        at += len(part)

    line = json.dumps(header, ensure_ascii=False).encode() + b"\n"
    add(line)
    index: list[bytes] = []
    starts = range(0, entries, PER_BLOCK)
    with ThreadPoolExecutor(threads) as pool:
        for first in range(0, len(starts), _AT_ONCE):
            some = starts[first : first + _AT_ONCE]
            for start, part in zip(
                some, pool.map(lambda start: _block(columns, start), some), strict=True
            ):
                key = b"".join(int(word[start]).to_bytes(8, "little") for word in words)
                index.append(key + struct.pack("<QII", at, len(part), zlib.crc32(part)))
                add(part)
            report(min(entries, (first + len(some)) * PER_BLOCK))
    packed = zlib.compress(b"".join(index), _LEVEL)
    place = at
    add(packed)
    check = zlib.crc32(packed, zlib.crc32(line))
    file.write(TRAILER.pack(place, len(packed), len(index), check, digest.digest(), MARK))
    return at + TRAILER.size


def _listed(values: Any) -> Any:
    """All different values, in order."""
    found: Any = np.zeros(0, np.int16)
    for first in range(0, len(values), _SOME):
        found = np.union1d(found, values[first : first + _SOME])
    return found


def _block(columns: _Columns, start: int) -> bytes:
    words, values, codes, plies = columns
    some = slice(start, start + PER_BLOCK)
    parts: list[bytes] = []
    for word in reversed(words):
        part = word[some]
        steps = np.zeros_like(part)
        np.subtract(part[1:], part[:-1], out=steps[1:])
        parts.append(_planes(steps))
    parts.append(_planes(codes[values[some]]))
    if plies is not None:
        parts.append(_planes(plies[some]))
    return zlib.compress(b"".join(parts), _LEVEL)


def _planes(numbers: Any) -> bytes:
    """The numbers as planes of bytes, as few as will hold them."""
    many = -(-int(numbers.max()).bit_length() // 8) if numbers.size else 0
    rows = np.ascontiguousarray(numbers, numbers.dtype.newbyteorder("<")).view(np.uint8)
    planes = rows.reshape(numbers.size, -1).T[:many]
    return bytes([many]) + np.ascontiguousarray(planes).tobytes()
