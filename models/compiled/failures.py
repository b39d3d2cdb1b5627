"""Rules that fail in compiled code: whoever asked for an answer gets `RuleFailure` instead.

Compiled code cannot pass on an error of other compiled code that it calls. numba reports such an
error as unraisable and goes on, so nothing that is computed afterwards counts. The report is noted
here. A little later, or as soon as the compiled code returns, the error is raised in its thread;
`sound` functions, tasks of worker processes and commands that are done sooner look for it.

>>> @sound
... def answer():
...     return 42
>>> answer()
42
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

_COMPILED = "<numba.core.cpu.CPUContext>"
"""Numba's name for compiled code that another piece of compiled code called."""
_SOON = 0.02
"""Seconds until the error is raised: not at once, since an error in a report is lost."""
_failures: list[str] = []
P = ParamSpec("P")
R = TypeVar("R")


class RuleFailure(BaseException):
    """A rule failed in compiled code: its error in words. No handler of common exceptions catches
    it, since one claim or one position less would not do.
    """

    def __init__(self, failed: str | None = None) -> None:
        super().__init__(failed_rule() if failed is None else failed)


def failed_rule() -> str:
    """The first error of a rule in compiled code since it was last asked for, in words; empty if
    there was none.
    """
    found = _failures[:1]
    _failures.clear()
    return "".join(found)


def sound(function: Callable[P, R]) -> Callable[P, R]:
    """The function, which raises `RuleFailure` where a rule failed before it returned."""

    @wraps(function)
    def asked(*args: P.args, **kwargs: P.kwargs) -> R:
        found = function(*args, **kwargs)
        if failed := failed_rule():
            raise RuleFailure(failed)
        return found

    return asked


def watch() -> None:
    """Hears of such errors in this process; other unraisable errors go to whoever heard them."""
    before = sys.unraisablehook

    def hear(lost: sys.UnraisableHookArgs) -> None:
        if lost.object != _COMPILED:
            before(lost)
        elif not _failures:
            _failures.append(f"{lost.exc_type.__name__}: {lost.exc_value}")
            again = threading.Timer(_SOON, _raise, (threading.get_ident(),))
            again.daemon = True
            again.start()

    sys.unraisablehook = hear


def _raise(thread: int) -> None:
    """Raises the error in a thread, unless it was asked for already."""
    if _failures:
        raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
        raise_in(ctypes.c_ulong(thread), ctypes.py_object(RuleFailure))
