"""Locks, which a process holds as long as it lives: a lock that can be had is nobody's.

A lock is a file of its own beside what it stands for, and is removed with it. Some file systems
have no locks: there a lock keeps nobody out, and nobody is found dead.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     one = lock(Path(folder) / "lock")
...     taken = lock(Path(folder) / "lock") is None
...     one.release()
...     taken, list(Path(folder).iterdir())
(True, [])
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock


class Lock:
    """A lock that this process holds until it ends or releases it. `works`: the file system has
    locks.
    """

    def __init__(self, path: Path, held: BaseFileLock | None) -> None:
        self._path, self._held = path, held
        self.works = held is not None

    def release(self) -> None:
        """Removes the lock's file and gives the lock up."""
        with suppress(OSError):  # Windows removes no open file: there releasing removes it
            self._path.unlink(missing_ok=True)
        if self._held:
            self._held.release()


def lock(path: Path) -> Lock | None:
    """The lock of that file, made if it was not there; None while another process holds it, or
    another part of this one. Raises `FileNotFoundError` where there is no such folder.
    """
    from filelock import FileLock, Timeout

    path.parent.stat()
    held = FileLock(path, thread_local=False)
    try:
        held.acquire(blocking=False)
    except Timeout:
        return None
    except (OSError, NotImplementedError):
        return Lock(path, None)
    return Lock(path, held)
