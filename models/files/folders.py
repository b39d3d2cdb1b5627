"""Folders of a process's own, which vanish with it.

Whoever has such a folder holds the lock beside it: a folder whose lock can be had was left by a
process that was killed, and is removed when the next one is made.

>>> with own_folder() as folder:
...     folder.is_dir()
True
>>> folder.exists()
False
"""

from __future__ import annotations

import shutil
import stat
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from ruleproof.models.files.locks import lock
from ruleproof.models.systems import owned_by

_PREFIX, _SUFFIX, _LOCK = "ruleproof-", ".own", "lock"


@contextmanager
def own_folder() -> Generator[Path]:
    """An empty folder, which is removed with the block."""
    sweep()
    while True:
        around = Path(tempfile.mkdtemp(_SUFFIX, _PREFIX))
        if held := lock(around / _LOCK):
            break  # else another process has taken it for a dead one's
    folder = around / "files"
    try:
        folder.mkdir()
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        held.release()
        shutil.rmtree(around, ignore_errors=True)


def sweep() -> None:
    """Removes the folders that processes of this user left when they were killed."""
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}????????{_SUFFIX}/{_LOCK}"):
        with suppress(OSError):
            found = left.parent.lstat()
            if not stat.S_ISDIR(found.st_mode) or not owned_by(found):
                continue
            if (held := lock(left)) and held.works:
                held.release()
                shutil.rmtree(left.parent, ignore_errors=True)
