"""Rules that never return, found while they run as plain Python.

call    a function that is running, told from others by its frame
rule    a function marked `@rule`; what it calls belongs to it
bound   the seconds that a call may last

Compiled code cannot be looked into: `ruleproof/cli/guard.py` ends what never returns there.

>>> import threading
>>> watch = Watch(threading.get_ident())
>>> watch.look()
>>> NoReturn(told("play", Place("hex/rules.py", 12, "play"), 20.0)).mistake.remedy
'end its loops'
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable, Sequence
from types import FrameType

from ruleproof.models.cells import RULES
from ruleproof.models.mistakes import Mistake, Place, short_path

RETURNS = 20.0
"""Seconds of work, without compiling, in which a call of a rule returns, whoever asks."""

Moment = tuple[float, ...]
"""The seconds that each clock shows."""


class NoReturn(BaseException):
    """A call of the author's that does not return: no handler of common exceptions takes it for an
    error like others. `mistake` tells it.
    """

    def __init__(self, mistake: Mistake | None = None) -> None:
        self.mistake = mistake or _found[-1]
        super().__init__(str(self.mistake))

    def __reduce__(self) -> tuple[type[NoReturn], tuple[Mistake]]:
        return type(self), (self.mistake,)


_found: list[Mistake] = []
"""The mistakes that `Watch` has raised in a thread."""


class Calls:
    """The calls that are running, outermost first, each with the moment it was first seen."""

    def __init__(self) -> None:
        self._running: list[tuple[FrameType, Moment]] = []

    def lasting(
        self, stack: Sequence[FrameType], now: Moment, bounds: Moment
    ) -> tuple[FrameType, float] | None:
        """The innermost call that has outlasted the bound of a clock, with that bound; None if
        there is none. All calls are new again once one is found.
        """
        running, same = self._running, 0
        while same < min(len(stack), len(running)) and stack[same] is running[same][0]:
            same += 1
        running[same:] = [(one, now) for one in stack[same:]]
        for which, bound in enumerate(bounds):
            lasting = [one for one, begun in running if now[which] - begun[which] >= bound]
            if lasting:
                running.clear()
                return lasting[-1], bound
        return None


def mistake_in(frame: FrameType, bound: float) -> Mistake:
    """The mistake of a call that has outlasted the bound."""
    code = frame.f_code
    place = Place(short_path(code.co_filename), frame.f_lineno, code.co_name)
    return told(code.co_name, place, bound)


def told(name: str, place: Place, bound: float) -> Mistake:
    """The mistake of a function that did not return within the bound."""
    return Mistake(place, f"`{name}` did not return within {bound:.0f} s", "end its loops")


def innermost(thread: int) -> FrameType | None:
    """The innermost frame that runs in a thread of this process."""
    return sys._current_frames().get(thread)  # pyright: ignore[reportPrivateUsage] - no other way


def stack_of(frame: FrameType | None) -> list[FrameType]:
    """The frames of a thread, outermost first, from its innermost one."""
    stack: list[FrameType] = []
    while frame is not None:
        stack.append(frame)
        frame = frame.f_back
    stack.reverse()
    return stack


class Watch:
    """Raises `NoReturn` in a thread where a rule has worked for `returns` seconds (`RETURNS`) by
    the clock `worked`; another thread calls `look` every second or so.
    """

    def __init__(
        self,
        thread: int,
        returns: float | None = None,
        worked: Callable[[], float] = time.process_time,
    ) -> None:
        self._thread = thread
        self._returns = RETURNS if returns is None else returns
        self._worked = worked
        self._calls = Calls()

    def look(self) -> None:
        """Looks once at the rules that are running in the thread."""
        stack = stack_of(innermost(self._thread))
        rules = {function.__code__ for function in RULES}
        first = next((n for n, one in enumerate(stack) if one.f_code in rules), len(stack))
        found = self._calls.lasting(stack[first:], (self._worked(),), (self._returns,))
        if found:
            _found.append(mistake_in(*found))
            raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
            raise_in(ctypes.c_ulong(self._thread), ctypes.py_object(NoReturn))
