"""Writing files whole: a reader never meets half a file, whatever interrupts the writer."""

from __future__ import annotations

import glob
import os
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ruleproof.models.errors import TextError


@contextmanager
def replacing(path: Path) -> Generator[IO[bytes]]:
    """A file to write to, which takes the place of `path` once the block has ended well.

    Until then it stands beside it, and it is removed if the block raises. Raises `OSError` where
    the place cannot be written to.
    """
    number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.chmod(0o666 & ~_umask())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def remove_leftovers(path: Path) -> None:
    """Removes what writers of `path` left beside it when they were killed."""
    for part in path.parent.glob(f".{glob.escape(path.name)}.????????.part"):
        part.unlink(missing_ok=True)


def write_whole(path: Path, content: str | bytes) -> Path:
    """The path, once the text or the bytes stand there. Missing folders are made.

    Raises `TextError` where the place cannot be written to.
    """
    plain = content.encode() if isinstance(content, str) else content
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            file.write(plain)
    except OSError as error:
        raise TextError(f"cannot write there ({reason(error)}): {str(path)!r}") from None
    return path


def reason(error: OSError) -> str:
    """What the system says went wrong, in lower case."""
    return (error.strerror or "no reason given").lower()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
