"""Reading files and streams from outside: how long each kind may be is said here, and no more of
one is read than that. Text is UTF-8; a byte order mark before it, which some editors write, is
dropped.

>>> import io
>>> stream_within(io.BytesIO("a1 b2".encode()), 5, "moves")
'a1 b2'
"""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ruleproof.models.errors import TextError
from ruleproof.models.files.folders import own_folder
from ruleproof.models.files.writing import replacing

MEBIBYTE = 1 << 20
LONGEST_POSITION = MEBIBYTE
"""Bytes of a position's text: the picture of the largest board has a few thousand."""
LONGEST_GAME = 4 * MEBIBYTE
"""Bytes of a game record: about a million moves."""
LONGEST_LIST = MEBIBYTE
"""Bytes of a list of tables to be built."""
LONGEST_SET = 256 * MEBIBYTE
"""Bytes of a set of puzzles: tens of thousands of them."""
LONGEST_CHECK = 256 * MEBIBYTE
"""Bytes of the record of a check: all claims of all games under every setting take a hundredth."""

LONGEST_COPY = 1 << 32
"""Bytes that are copied of a file that can be read only once."""


@contextmanager
def rereadable(path: Path, most: int = LONGEST_COPY) -> Generator[Path]:
    """The path of the file, or of a copy that lasts as long as the block where the file can be read
    only once, as a pipe can.

    Raises `TextError` if more than `most` bytes or none at all come from a pipe, `WriteError` if
    there is no room for the copy, and `OSError` where the file cannot be read.
    """
    kind = path.stat().st_mode
    if stat.S_ISREG(kind) or stat.S_ISDIR(kind):
        yield path
        return
    with own_folder() as folder, path.open("rb") as file:
        copy, size = folder / "copy", 0
        with replacing(copy) as whole:
            while part := file.read(MEBIBYTE):
                size += len(part)
                if size > most:
                    what = f"longer than {most:,} bytes, the most that is copied"
                    raise TextError(f"{what}: {str(path)!r}")
                whole.write(part)
        if not size:
            raise _nothing(path)
        yield copy


def bytes_within(path: Path, most: int) -> bytes:
    """The content of a file, if it is no longer than `most` bytes.

    Raises `TextError` for a longer one as soon as that is known, and for a pipe that gives nothing,
    and `OSError` where it cannot be read.
    """
    with path.open("rb") as file:
        content = _within(file, most, str(path))
        if not content and not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise _nothing(path)
        return content


def text_within(path: Path, most: int) -> str:
    """The text of a file, if it is no longer than `most` bytes; errors as `bytes_within`."""
    return _decoded(bytes_within(path, most), str(path))


def stream_within(stream: IO[bytes], most: int, name: str) -> str:
    """The text of what comes from a stream until it ends; errors as `bytes_within`."""
    return _decoded(_within(stream, most, name), name)


def _nothing(path: Path) -> TextError:
    return TextError(f"nothing comes from it: {str(path)!r}")


def _within(stream: IO[bytes], most: int, name: str) -> bytes:
    parts: list[bytes] = []
    left = most + 1
    while left and (part := stream.read(min(left, MEBIBYTE))):
        parts.append(part)
        left -= len(part)
    if not left:
        raise TextError(f"longer than {most:,} bytes, the most that is read: {name!r}")
    content = b"".join(parts)
    must_not_be_wide(content, name)
    return content


def must_not_be_wide(content: bytes, name: str) -> None:
    """Raises `TextError` for the beginning of a text in UTF-16, which `>` writes in PowerShell."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise TextError(
            "a text in UTF-16, as `>` writes it in Windows PowerShell; save it as UTF-8, or write "
            f"it by `-o FILE` or `| Out-File -Encoding utf8 FILE`: {name!r}"
        )


def _decoded(content: bytes, name: str) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TextError(f"no text in UTF-8: {name!r}") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")
