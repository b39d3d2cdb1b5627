"""Sealed archives: zip files that show when a single bit of them has changed.

seal    the SHA-256 of all that stands before it, in hexadecimal digits: the archive's comment

The seal guards against accidents and proves nothing. The contents are checked as if an enemy had
made them, and nothing is unpacked beyond what the reader allows.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = Path(folder) / "claim.zip"
...     _ = path.write_bytes(sealed({"claim.json": "{}"}))
...     with opened(path) as archive:
...         archive.names, archive.text("claim.json", 100)
({'claim.json'}, '{}')
"""

from __future__ import annotations

import errno
import hashlib
import io
import struct
import zipfile
import zlib
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ruleproof.solvers.work.limits import LONGEST_ARCHIVE, LONGEST_INDEX, MOST_FILES

_DIGITS = 64
_END = struct.Struct("<4s4H2LH")
"""The record at the end of a zip file: its mark, two numbers of disks, two of files, the size and
the place of the list of files, and the length of the comment.
"""


class Damaged(ValueError):
    """The archive is not as it was written."""


def sealed(files: Mapping[str, str]) -> bytes:
    """The files as a sealed archive, which is the same for the same files."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
        archive.comment = b"0" * _DIGITS
    whole = content.getvalue()[:-_DIGITS]
    return whole + hashlib.sha256(whole).hexdigest().encode()


class Archive:
    """A sealed archive that is open for reading: the names of its files, and each as a stream."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._sizes = {one.filename: one.file_size for one in archive.infolist()}
        if len(self._sizes) < len(archive.infolist()):
            raise Damaged("it holds two files of one name")

    @property
    def names(self) -> set[str]:
        """The names of all files."""
        return set(self._sizes)

    @contextmanager
    def stream(self, name: str, most: int) -> Generator[IO[bytes]]:
        """A file of the archive, unpacked as it is read. Raises `Damaged` where it is not there,
        holds more than `most` bytes, or is not as it was written.
        """
        if name not in self._sizes:
            raise Damaged(f"{name} is missing")
        if self._sizes[name] > most:
            raise Damaged(f"{name} holds more than {most} bytes")
        with _damages(), self._archive.open(name) as file:
            yield file

    def text(self, name: str, most: int) -> str:
        """The whole text of a file; errors as `stream`."""
        with self.stream(name, most) as file:
            return file.read().decode()


@contextmanager
def opened(path: Path) -> Generator[Archive]:
    """The archive of that path. Raises `Damaged` where it is not as it was written, and `OSError`
    where it cannot be read.
    """
    with path.open("rb") as file:
        _check_seal(file)
        with _damages():
            archive = zipfile.ZipFile(file)
        with archive:
            yield Archive(archive)


@contextmanager
def _damages() -> Generator[None]:
    """Raise errors of unpacking as `Damaged`."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise Damaged(str(error)) from None
    except UnicodeDecodeError as error:
        raise Damaged(f"a file is no text: {error}") from None
    except OSError as error:  # a place before the beginning is an invalid argument to `seek`
        if error.errno != errno.EINVAL:
            raise
        raise Damaged("its list of files names a place outside it") from None


def _check_seal(file: IO[bytes]) -> None:
    """Checks that the file ends as archives do, lists no more files than it may, and keeps its
    seal.
    """
    length = file.seek(0, io.SEEK_END)
    if length > LONGEST_ARCHIVE:
        raise Damaged(f"it is longer than {LONGEST_ARCHIVE} bytes")
    last = _END.size + _DIGITS
    file.seek(max(0, length - last))
    end = file.read(last)
    if len(end) < last:
        raise Damaged("it is cut short")
    mark, _, _, here, files, index, _, comment = _END.unpack(end[: _END.size])
    if mark != b"PK\x05\x06" or comment != _DIGITS:
        raise Damaged("it does not end in its seal")
    if here != files or files > MOST_FILES or index > LONGEST_INDEX:
        raise Damaged(f"it lists more than {MOST_FILES} files")
    digest, left = hashlib.sha256(), length - _DIGITS
    file.seek(0)
    while left:
        block = file.read(min(left, 1 << 20))
        if not block:
            raise Damaged("it is cut short")
        digest.update(block)
        left -= len(block)
    if digest.hexdigest().encode() != end[_END.size :]:
        raise Damaged("it is not as its seal says")
    file.seek(0)
