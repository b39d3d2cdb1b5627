"""Frames of checkpoints taken apart and put together again, with checksums that are right."""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any

_FRAME = struct.Struct("<4sQII")

Frames = list[tuple[bytes, bytearray]]


def frames(content: bytes) -> Frames:
    """The name and the content of each frame."""
    found: Frames = []
    at = 0
    while at + _FRAME.size <= len(content):
        tag, length, _, _ = _FRAME.unpack_from(content, at)
        at += _FRAME.size
        found.append((tag, bytearray(content[at : at + length])))
        at += length
    return found


def put_together(some: Frames) -> bytes:
    """A checkpoint of frames."""
    parts: list[bytes] = []
    for tag, content in some:
        start = struct.pack("<4sQI", tag, len(content), zlib.crc32(content))
        parts += [start, struct.pack("<I", zlib.crc32(start)), bytes(content)]
    return b"".join(parts)


def head_of(some: Frames) -> dict[str, Any]:
    """What the first frame says."""
    return json.loads(some[0][1])


def with_head(some: Frames, head: dict[str, Any]) -> Frames:
    """The frames behind another first one."""
    text = json.dumps(head).encode()
    return [(b"HEAD", bytearray(text + b" " * (-len(text) % 4))), *some[1:]]
