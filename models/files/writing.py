"""Writing files. Two others do: checkpoints (`solvers/work/checkpoints.py`) are appended to, and a
process that may die tells what it calls (`reasoning/laws/watched.py`).

A file is written whole: a reader never meets half of it, whatever interrupts the writer. The new
content stands in a *part* beside the file until it is complete; then it takes the file's place. A
lock beside the part shows that its writer lives.

Links are followed. Where a path leads to a device, a pipe or anything else but a regular file,
the content goes straight there.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     write_whole(Path(folder) / "new" / "moves.txt", "a1 b2").read_text()
'a1 b2'
"""

from __future__ import annotations

import errno
import glob
import hashlib
import os
import stat
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from ruleproof.models.errors import TextError
from ruleproof.models.files.locks import lock
from ruleproof.models.systems import give_to

_LONGEST = 200
"""Bytes of a name beyond which parts of the file are named by a hash: systems allow 255."""
_PART, _LOCK = ".part", ".lock"

_DISK = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the disk is read-only",
}
"""Causes for which the disk is to blame, whatever name the file has."""


class WriteError(OSError, TextError):
    """A file that cannot be written, `filename`; the message says why. `whole`: what stands there
    is what stood there before.
    """

    whole = False

    @property
    def of_the_disk(self) -> bool:
        """Whether the disk is to blame, and no name of a file."""
        return self.errno in _DISK

    def __str__(self) -> str:
        left = "; nothing is left half-written" if self.whole and self.of_the_disk else ""
        return f"cannot write there ({reason(self)}{left}): {self.filename!r}"


class FileThereError(WriteError, FileExistsError):
    """A file that is there, and that nobody asked to have replaced."""

    def __str__(self) -> str:
        return f"a file is there; replace=True replaces it: {self.filename!r}"


@contextmanager
def replacing(path: Path, mode: int = 0o666) -> Generator[IO[bytes]]:
    """A file to write to, which takes the place of `path` once the block has ended well.

    An earlier file's mode stays, a new one's is `mode` under the user's mask. Leftovers of killed
    writers of `path` are removed. Raises `WriteError` where the place cannot be written to; an
    `OSError` of the block that names another file goes through.
    """
    straight = None
    try:
        straight = _straight(path)
        if straight is not None:
            with straight as file:
                yield file
        else:
            with _taking_the_place_of(Path(os.path.realpath(path)), mode) as file:
                yield file
    except OSError as error:
        if isinstance(error, WriteError) or error.filename not in (None, str(path)):
            raise
        lost = WriteError(error.errno, error.strerror, str(path))
        lost.whole = straight is None
        raise lost from error


def write_whole(path: Path, content: str | bytes, mode: int = 0o666) -> Path:
    """The path, once the text or the bytes stand there. Missing folders are made.

    Raises `WriteError` where the place cannot be written to.
    """
    plain = content.encode() if isinstance(content, str) else content
    make_folder(path.parent)
    with replacing(path, mode) as file:
        file.write(plain)
    return path


def make_folder(path: Path) -> Path:
    """The folder, made if it was not there. Raises `WriteError` where that cannot be done."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(error.errno, error.strerror, str(path)) from error
    return path


def try_out(path: Path) -> None:
    """Raises `WriteError` where `path` cannot be written; changes nothing.

    Leftovers of killed writers are removed. Only writing notices a full disk.
    """
    try:
        if not _is_regular(path):
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            permitted = os.access(path, os.W_OK)
        else:
            permitted = not path.exists() or os.access(path, os.W_OK)
            with _part_of(Path(os.path.realpath(path))):
                pass
        if not permitted:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise WriteError(error.errno, error.strerror, str(path)) from error


def try_out_folder(path: Path) -> Path:
    """The folder, made if it was not there. Raises `WriteError` where no file can be written in
    it.
    """
    make_folder(path)
    try:
        try_out(path / ".ruleproof")
    except WriteError as error:
        raise WriteError(error.errno, error.strerror, str(path)) from error
    return path


def must_be_new(path: Path) -> None:
    """Raises `FileThereError` where a regular file lies at `path`; empty ones count for nothing."""
    if path.is_file() and path.stat().st_size:
        raise FileThereError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))


def remove_leftovers(path: Path) -> None:
    """Removes the parts that killed writers of `path` left beside it.

    A writer holds the lock of its part as long as it lives: where the lock can be had, it is dead.
    """
    real = Path(os.path.realpath(path))
    for left in real.parent.glob(f"{glob.escape(_prefix(real))}????????.*"):
        with suppress(OSError):
            if (found := lock(left.with_suffix(_LOCK))) and found.works:
                try:
                    left.with_suffix(_PART).unlink(missing_ok=True)
                finally:
                    found.release()


def reason(error: OSError) -> str:
    """The reason for the error: a cause in plain words, else the system's, in lower case."""
    return _DISK.get(error.errno or 0) or (error.strerror or "no reason given").lower()


def _is_regular(path: Path) -> bool:
    """Whether a path leads to a regular file, or to nothing yet."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return True


def _straight(path: Path) -> IO[bytes] | None:
    """A file to write straight to where the path must stay as it is: it is no regular file, or this
    process's standard output or error goes there. None for any other.
    """
    if not _is_regular(path):
        return path.open("wb")
    for number in (1, 2):
        with suppress(OSError):
            if os.path.samestat(path.stat(), os.fstat(number)):
                return os.fdopen(os.dup(number), "wb")
    return None


@contextmanager
def _taking_the_place_of(real: Path, mode: int) -> Generator[IO[bytes]]:
    """A file to write to, which takes the place of a regular file at the end."""
    before = real.stat() if real.exists() else None
    with _part_of(real) as (file, part):
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        with _unnamed():
            if before is not None:
                give_to(part, before)
            part.chmod(mode & ~_umask() if before is None else stat.S_IMODE(before.st_mode))
            part.replace(real)  # which Windows does only to closed files


@contextmanager
def _part_of(real: Path) -> Generator[tuple[IO[bytes], Path]]:
    """A new part of a file, open and locked. What is still called so at the end is removed."""
    remove_leftovers(real)
    while True:
        with _unnamed():
            number, name = tempfile.mkstemp(_LOCK, _prefix(real), real.parent)
            os.close(number)
            held = lock(Path(name))
        if held:
            break  # else another writer has taken it for a leftover
    part = Path(name).with_suffix(_PART)
    try:
        with _unnamed():
            file = open(part, "xb", opener=_for_this_user)  # noqa: SIM115 - closed below
        with file:
            yield file, part
    finally:
        part.unlink(missing_ok=True)
        held.release()


def _for_this_user(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


@contextmanager
def _unnamed() -> Generator[None]:
    """Strips the file's name from errors inside: only this module knows of the part."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror) from error


def _prefix(real: Path) -> str:
    """The beginning of the names of a file's parts."""
    name = real.name
    if len(os.fsencode(name)) > _LONGEST:
        name = hashlib.sha256(os.fsencode(name)).hexdigest()[:16]
    return f".{name}.ruleproof-"


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
