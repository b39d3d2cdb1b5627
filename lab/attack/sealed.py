"""The formats of files taken apart and put together again, every checksum and length made right.

Nothing here comes from what writes these files, but for the numbers in their descriptions.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

# Certificates: JSON, a value a line, compressed or not


def unpacked(content: bytes) -> bytes:
    """The bytes of a file that may be compressed."""
    return gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content


# Archives

DIGITS = 64


def files_of(content: bytes) -> dict[str, bytes]:
    """The files of an archive; `zipfile.BadZipFile` and others where it is none."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def archive(files: Sequence[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A sealed archive of the files, of which several may have one name."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method) as packed:
        for name, text in files:
            packed.writestr(_named(packed, name), text, method)
        packed.comment = b"0" * DIGITS
    return resealed(content.getvalue())


def resealed(content: bytes) -> bytes:
    """The archive with its seal made right: the SHA-256 of all that stands before it."""
    whole = content[:-DIGITS]
    return whole + hashlib.sha256(whole).hexdigest().encode()


def _named(packed: zipfile.ZipFile, name: str) -> zipfile.ZipInfo:
    packed.NameToInfo.pop(name, None)  # else it warns of names that come twice
    return zipfile.ZipInfo(name)


# Tables

TRAILER = struct.Struct("<QQQI32s8s")


class TableParts(NamedTuple):
    """A table: what its header says, its blocks unpacked, the first key of each, the mark."""

    head: dict[str, Any]
    blocks: list[bytes]
    keys: list[bytes]
    mark: bytes


def table_parts(content: bytes) -> TableParts:
    """The parts of a valid table."""
    line, _, _ = content.partition(b"\n")
    place, length, blocks, _, _, mark = TRAILER.unpack(content[-TRAILER.size :])
    head = json.loads(line)
    raw = zlib.decompress(content[place : place + length])
    step = len(raw) // blocks
    found: list[bytes] = []
    keys: list[bytes] = []
    for first in range(0, len(raw), step):
        row = raw[first : first + step]
        at, size, _ = struct.unpack("<QII", row[-16:])
        keys.append(row[:-16])
        found.append(zlib.decompress(content[at : at + size]))
    return TableParts(head, found, keys, mark)


def table(parts: TableParts, line: bytes | None = None) -> bytes:
    """The table; `line` is its header if that is to be no JSON of `head`."""
    body = (json.dumps(parts.head).encode() if line is None else line) + b"\n"
    first, rows = len(body), b""
    for block, key in zip(parts.blocks, parts.keys, strict=True):
        packed = zlib.compress(block)
        rows += key + struct.pack("<QII", len(body), len(packed), zlib.crc32(packed))
        body += packed
    packed, place = zlib.compress(rows), len(body)
    check = zlib.crc32(packed, zlib.crc32(body[:first]))
    body += packed
    numbers = (place, len(packed), len(parts.blocks), check)
    return body + TRAILER.pack(*numbers, hashlib.sha256(body).digest(), parts.mark)


# Checkpoints

FRAME = struct.Struct("<4sQII")


class Frame(NamedTuple):
    """The name of a frame, and what it holds."""

    tag: bytes
    content: bytes


def frames_of(content: bytes) -> list[Frame]:
    """The frames of a checkpoint."""
    found: list[Frame] = []
    at = 0
    while at + FRAME.size <= len(content):
        tag, length, _, _ = FRAME.unpack_from(content, at)
        first = at + FRAME.size
        found.append(Frame(tag, content[first : first + length]))
        at = first + length
    return found


def checkpoint(frames: Sequence[Frame]) -> bytes:
    """The file of the frames."""
    parts: list[bytes] = []
    for tag, content in frames:
        start = struct.pack("<4sQI", tag, len(content), zlib.crc32(content))
        parts += [start, struct.pack("<I", zlib.crc32(start)), content]
    return b"".join(parts)


# Records of checks, which end in a hash of all that stands before it

SEAL = b',"seal":"%s"}'


def record(text: bytes) -> bytes:
    """The JSON object of a record with its seal; as it is where it is no object."""
    if text[-1:] != b"}":
        return text
    return text[:-1] + SEAL % hashlib.sha256(text).hexdigest().encode()


def record_text(content: bytes) -> bytes:
    """The JSON object of a record without its seal."""
    return content[: -len(SEAL) - DIGITS + len(b"%s")] + b"}"
