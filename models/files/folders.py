"""Folders of a process's own, which vanish with it.

Whoever has such a folder holds a lock on it: one that can be locked was left by a process that was
killed, and is removed when the next one is made.

>>> with own_folder() as folder:
...     folder.is_dir()
True
>>> folder.exists()
False
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

_PREFIX, _SUFFIX = "ruleproof-", ".scratch"


@contextmanager
def own_folder() -> Generator[Path]:
    """An empty folder, which is removed with the block."""
    sweep()
    folder = Path(tempfile.mkdtemp(_SUFFIX, _PREFIX))
    held = os.open(folder, os.O_RDONLY)
    with suppress(OSError):  # some file systems have no locks: then nobody finds it dead
        fcntl.flock(held, fcntl.LOCK_EX)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(held)


def sweep() -> None:
    """Removes the folders that processes of this user left when they were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}????????{_SUFFIX}"):
        with suppress(OSError):
            number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                if os.fstat(number).st_uid == os.getuid():
                    fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(number)
