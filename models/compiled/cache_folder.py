"""The folder of compiled code, which is run: only the user and root may be able to write there.

Systems whose files have no owners, such as Windows, cannot say who may write: there nothing is
checked.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as place:
...     trust(make_private(Path(place) / "cache"))
"""

from __future__ import annotations

import os
import platform
import stat
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from ruleproof.models.errors import SetupError
from ruleproof.models.files.writing import make_folder
from ruleproof.models.systems import HAVE_OWNERS, owned_by

_OTHERS = stat.S_IWGRP | stat.S_IWOTH


_OFF = "NUMBA_DISABLE_JIT"


def must_be_set_up() -> None:
    """Raises `SetupError` where nothing can be compiled, or others can write what is compiled."""
    if os.environ.get(_OFF, "0") not in ("", "0"):
        raise SetupError(f"{_OFF}: rules must be compiled; unset it: {os.environ[_OFF]!r}")
    with suppress(RuntimeError, OSError):  # no home, or no folder there: nothing is kept
        trusted_root()


def trusted_root() -> Path:
    """The folder under which compiled code is kept, without links: `$RULEPROOF_CACHE`, else the
    user's cache. Raises `SetupError` where others can write, or replace it.
    """
    chosen = os.environ.get("RULEPROOF_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    root = Path(chosen or Path(home or Path.home() / ".cache") / "ruleproof").resolve()
    for folder in root.parents:
        trust(folder, above=True)
    for folder in (root, root / "code"):
        trust(folder)
    return root


BASELINE = {"x86_64": ("x86-64-v2", "sse4.2"), "aarch64": ("generic", "neon")}
"""By machine: the processor that shipped code is compiled for, and a feature that shows one."""


@cache
def shipped() -> tuple[Path, str] | None:
    """The folder of compiled code in the package `ruleproof_kernels`, and the processor that it is
    for; None if no such package is installed, or it is for another machine.
    """
    from llvmlite.binding import get_host_cpu_features

    found = find_spec("ruleproof_kernels")
    processor, needed = BASELINE.get(platform.machine(), ("", ""))
    if not found or not found.submodule_search_locations or not processor:
        return None
    if not get_host_cpu_features().get(needed):
        return None
    return Path(found.submodule_search_locations[0]) / "code", processor


def trust(place: Path | int, *, above: bool = False, name: str = "") -> None:
    """Raises `SetupError` where others own a folder or a file, or can write to it. One that is not
    there is nobody's. Folders `above` may be sticky: there nobody moves what is another's.
    """
    try:
        found = os.fstat(place) if isinstance(place, int) else place.lstat()
    except FileNotFoundError:
        return
    if not HAVE_OWNERS:
        return
    if not owned_by(found, 0):
        why, remedy = "it belongs to another user", ""
    elif found.st_mode & _OTHERS and not (above and found.st_mode & stat.S_ISVTX):
        why, remedy = "others can write there", f"`chmod {'' if above else '-R '}go-w`, or "
    else:
        return
    remedy += "choose a folder by RULEPROOF_CACHE"
    shown = name or str(place)
    raise SetupError(f"the cache of compiled code is refused: {why} ({remedy}): {shown!r}")


def make_private(folder: Path) -> Path:
    """The folder, made with all that are missing above it, for the user only."""
    for one in reversed((folder, *folder.parents)):
        if not one.exists():
            make_folder(one)
            one.chmod(0o700)
    return folder
