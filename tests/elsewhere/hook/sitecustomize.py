"""Hides from Ruleproof's own modules what Windows lacks, and has the system behave as Windows does
where files are open, processes are ended and memory is mapped.
"""

from __future__ import annotations

import builtins
import errno
import json
import mmap
import os
import signal
import sys
import warnings
from types import ModuleType
from typing import Any

_MISSING = json.loads(os.environ["MISSING_NAMES"])
_SIGNALS = {"SIGINT", "SIGTERM", "SIGABRT", "SIGFPE", "SIGILL", "SIGSEGV"}
_plain, _made = builtins.__import__, dict[str, ModuleType]()
_replace, _kill, _handle = os.replace, os.kill, signal.signal


class _Mapping(mmap.mmap):
    """A mapping as Windows makes them."""

    def __new__(
        cls, fileno: int, length: int, tagname: None = None, access: int = 0, offset: int = 0
    ) -> Any:
        assert tagname is None
        return super().__new__(cls, fileno, length, access=access, offset=offset)

    madvise = property()  # pyright: ignore[reportAssignmentType]


def _replaced(source: Any, target: Any, **how: Any) -> None:
    """Moves no file that this process has open."""
    places = {os.path.realpath(source), os.path.realpath(target)}
    for number in os.scandir("/proc/self/fd"):
        if os.path.realpath(number.path) in places:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(source))
    _replace(source, target, **how)


def _killed(process: int, number: int) -> None:
    _kill(process, signal.SIGKILL)


def _handled(number: int, handler: Any) -> Any:
    if signal.Signals(number).name not in _SIGNALS:
        raise ValueError("invalid signal value")
    return _handle(number, handler)


_OWN: dict[str, dict[str, Any]] = {
    "mmap": {"mmap": _Mapping},
    "os": {"kill": _killed},
    "signal": {"signal": _handled},
}


def _found(module: ModuleType) -> ModuleType:
    """The module as Ruleproof finds it."""
    name = module.__name__
    if name not in _made:
        made = _made[name] = ModuleType(name)
        kept = {key: what for key, what in vars(module).items() if key not in _MISSING[name]}
        vars(made).update(kept | _OWN.get(name, {}))
    return _made[name]


def _import(name: str, *rest: Any, **more: Any) -> Any:
    space = more.get("globals", rest[0] if rest else None)
    package = (space or {}).get("__package__") or ""
    ours = package == "ruleproof" or package.startswith("ruleproof.")
    if ours and _MISSING.get(name) == ["*"]:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    module = _plain(name, *rest, **more)
    return _found(module) if ours and name in _MISSING else module


os.replace = _replaced
builtins.__import__ = _import
if os.environ.get("PYTHONWARNDEFAULTENCODING"):
    warnings.filterwarnings("ignore", category=EncodingWarning)
    warnings.filterwarnings("error", category=EncodingWarning, module=r"ruleproof\b")
sys.dont_write_bytecode = True
