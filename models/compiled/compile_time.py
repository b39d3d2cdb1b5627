"""Measures the time that this process, with those that work for it, has waited for compiling.

This module does not import the compiler.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

_LOG = logging.getLogger("ruleproof")


class Stopwatch:
    """The seconds in which anything was compiled. Compiling side by side counts once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running = 0
        self._begun = 0.0
        self._before = 0.0
        self._work_begun = 0.0
        self._work = 0.0
        self._told: list[Callable[[bool], None]] = []

    def tell(self, listener: Callable[[bool], None]) -> None:
        """Calls the listener each time the stopwatch begins to run (True) and stops."""
        self._told.append(listener)

    @contextmanager
    def telling(self, listener: Callable[[bool], None]) -> Generator[None]:
        """Calls the listener as `tell` does, until the block ends."""
        self.tell(listener)
        try:
            yield
        finally:
            self._told.remove(listener)

    @property
    def seconds(self) -> float:
        """The seconds so far."""
        with self._lock:
            return self._before + (time.monotonic() - self._begun if self._running else 0.0)

    def worked(self) -> float:
        """The seconds of the processor that this process has worked, compiling apart."""
        with self._lock:
            now = time.process_time()
            return now - self._work - (now - self._work_begun if self._running else 0.0)

    @property
    def running(self) -> bool:
        """Whether anything is being compiled."""
        return self._running > 0

    def begin(self) -> None:
        """Notes that something is being compiled, and tells the log so."""
        with self._lock:
            starts = not self._running
            self._running += 1
            if starts:
                self._begun = time.monotonic()
                self._work_begun = time.process_time()
        if starts:
            _LOG.info("compiling, once for each game, size of board and kind of question …")
            for listener in self._told:
                listener(True)

    def end(self) -> None:
        """Notes the end of what `begin` noted."""
        with self._lock:
            self._running -= 1
            stops = not self._running
            if stops:
                self._before += time.monotonic() - self._begun
                self._work += time.process_time() - self._work_begun
        for listener in self._told if stops else ():
            listener(False)


COMPILING = Stopwatch()
"""The one of this process."""
