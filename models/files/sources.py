"""The identity of the rules: answers carry a hash of the sources they were found with.

>>> len(sources_hash())
16
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=1)
def sources_hash() -> str:
    """A hash of the sources of `models/`, 16 hexadecimal digits, the same on every machine."""
    home = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(home.rglob("*.py"), key=lambda path: path.relative_to(home).as_posix()):
        name = path.relative_to(home).as_posix().encode()
        digest.update(name + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()[:16]
