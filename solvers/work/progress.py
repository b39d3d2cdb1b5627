"""Progress of long work, and ways to stop it.

Solvers never print: they call a listener every so often with what they know. Time limits and Ctrl-C
are noticed between chunks of compiled work; work that stops early reports what is known so far.

>>> Deadline(None).passed, Deadline(0).passed, Deadline(0).left
(False, True, 0.0)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from ruleproof.models.compiled.compile_time import COMPILING


class Progress(NamedTuple):
    """The progress of a piece of work; `total` is None where nobody knows it."""

    stage: str
    done: int
    total: int | None = None
    note: str = ""


Listener: TypeAlias = Callable[[Progress], None]


def silent(progress: Progress) -> None:
    """The listener that does not listen."""


TIME_IS_UP = "the time is up"
"""The reason for stopping at a deadline, in words."""


class Stopped(Exception):
    """The work has stopped before its answer."""


def _worked() -> float:
    """The seconds that this process has worked, compiling apart."""
    return COMPILING.worked()


def _passed() -> float:
    """The seconds on the clock, compiling apart."""
    return time.monotonic() - COMPILING.seconds


@dataclass(frozen=True)
class Deadline:
    """A moment, `seconds` after it was made, at which work should stop; None means never. Seconds
    of compiling do not count.
    """

    seconds: float | None = None
    begun: float = field(default_factory=_passed)
    clock: Callable[[], float] = _passed

    @classmethod
    def of_work(cls, seconds: float | None) -> Deadline:
        """A deadline that counts the seconds that this process has worked, compiling apart, so that
        the results by then depend neither on other load of the machine nor on what was compiled
        before.
        """
        return cls(seconds, _worked(), _worked)

    @classmethod
    def beside_compiling(cls, seconds: float | None, free: float) -> Deadline:
        """A deadline that counts compiling beyond so many seconds of it."""
        before = COMPILING.seconds

        def clock() -> float:
            return time.monotonic() - min(COMPILING.seconds - before, free)

        return cls(seconds, clock(), clock)

    def later(self, seconds: float) -> Deadline:
        """The deadline moved on by so many seconds, which do not count."""
        return replace(self, begun=self.begun + seconds)

    @property
    def elapsed(self) -> float:
        """The seconds since the work began; compiling is measured by a clock of its own, so that a
        moment's difference could be below zero.
        """
        return max(0.0, self.clock() - self.begun)

    @property
    def left(self) -> float | None:
        """The seconds that are left, not below zero; None if there is no limit."""
        return None if self.seconds is None else max(0.0, self.seconds - self.elapsed)

    @property
    def passed(self) -> bool:
        """Whether the time is up."""
        return self.seconds is not None and self.elapsed >= self.seconds
