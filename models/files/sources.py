"""The identity of the rules: answers carry a hash of the sources they were found with.

>>> len(sources_hash())
16
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

_HOME = Path(__file__).resolve().parents[1]


def times_of(home: Path) -> tuple[tuple[str, int, int], ...]:
    """When each source in the folder, or the file alone, was written last, and its size in bytes;
    what cannot be read is left out.
    """
    found: list[tuple[str, int, int]] = []
    for name, path in _sources_in(home):
        with suppress(OSError):
            told = path.stat()
            found.append((name, told.st_mtime_ns, told.st_size))
    return tuple(found)


@lru_cache(maxsize=64)
def sources_hash(home: Path | None = None) -> str:
    """A hash of the sources of `models/` and, where a game stands in another folder or file, of the
    sources there: 16 hexadecimal digits, the same on every machine.
    """
    digest = hashlib.sha256()
    for one in [_HOME] if home is None or home.is_relative_to(_HOME) else [_HOME, home]:
        for name, path in _sources_in(one):
            digest.update(name.encode() + b"\0")
            digest.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()[:16]


def _sources_in(home: Path) -> list[tuple[str, Path]]:
    """The sources in the folder by their names there, or the file itself, in order."""
    if home.is_file():
        return [(home.name, home)]
    return sorted((path.relative_to(home).as_posix(), path) for path in home.rglob("*.py"))
