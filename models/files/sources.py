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


def times_of(package: Path) -> tuple[tuple[str, int, int], ...]:
    """When each source in the folder was written last, and its size in bytes; what cannot be read
    is left out.
    """
    found: list[tuple[str, int, int]] = []
    for path in sorted(package.rglob("*.py")):
        with suppress(OSError):
            told = path.stat()
            found.append((str(path), told.st_mtime_ns, told.st_size))
    return tuple(found)


@lru_cache(maxsize=64)
def sources_hash(package: Path | None = None) -> str:
    """A hash of the sources of `models/` and, where a game's package is another folder, of all
    sources in it: 16 hexadecimal digits, the same on every machine.
    """
    digest = hashlib.sha256()
    homes = [_HOME] if package is None or package.is_relative_to(_HOME) else [_HOME, package]
    for home in homes:
        for path in sorted(home.rglob("*.py"), key=lambda path: path.relative_to(home).as_posix()):
            name = path.relative_to(home).as_posix().encode()
            digest.update(name + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()[:16]
