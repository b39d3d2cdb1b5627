"""A guard of the command: a small process that ends it where it would never end.

Python hears neither Ctrl-C nor a limit of time while compiled code runs, and a rule may loop there
for ever. The guard hears every signal that the command gets, and reads in memory that both share
how the command is doing.

alive   the command runs Python now and then; compiled code may keep it from that
moved   its main thread has gone on, it reports progress, or it compiles
limit   the seconds of `--time`

The command is ended, with status 3 and one line, by a second Ctrl-C while it is not alive or has
stood still for `DEAD` seconds since the first, by a third one anyhow, by SIGTERM where it stays
dead for `DEAD` seconds or stands still for `OVERRUN`, and where it stands still for `OVERRUN` and
twice the limit; its worker processes end with it. Files stay whole: they are written beside their
places and moved there.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import select
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from ruleproof.cli.status import STOPPED
from ruleproof.models.endless import innermost

BEAT = 1.0
"""Seconds between two signs of life."""
TICK = 0.25
SILENT = 3.0
"""Seconds without a sign of life after which the command is not alive."""
DEAD = 10.0
"""Seconds that the command may stay dead after SIGTERM, or stand still after Ctrl-C: compiled code
that gives the interpreter free leaves it alive.
"""
OVERRUN = 30.0
"""Seconds that a step may always take, whatever the limit of time."""
APART = 1.0
"""Seconds between the second and the third Ctrl-C: a key that is held down ends nothing."""
_ALIVE, _MOVED, _LIMIT, _BEGUN, _NAME = 0, 8, 16, 24, 32
_LONGEST = 64
_LAST = signal.Signals(STOPPED)
"""The signal whose number is the status, SIGQUIT: C's `_exit` handles it and exits with that."""


class Guard:
    """The command's side: signs of life, and the limit of time."""

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, _NAME + _LONGEST)
        self._thread = threading.get_ident()
        self._stood: list[tuple[int, int]] = []
        self._process = 0
        self.sign()

    def stand(self, heard: int) -> int:
        """Begins the guard's process, which reads signals from `heard`; returns a pipe on which it
        passes them on. Returns `heard` where no process can be begun.
        """
        read, write = os.pipe()
        command = os.getpid()
        try:
            _let_end()
            self._process = os.fork()
        except (OSError, AttributeError):
            os.close(read)
            os.close(write)
            return heard
        if not self._process:
            os.close(read)
            _watch(command, heard, write, self._shared)
        os.close(write)
        os.close(heard)
        return read

    def limit(self, seconds: float | None, game: str) -> None:
        """Has the command end some time after so many seconds, and names the game at work."""
        self._shared[_NAME:] = game.encode()[:_LONGEST].ljust(_LONGEST, b"\0")
        self._put(_BEGUN, time.monotonic())
        self._put(_LIMIT, seconds or 0.0)

    def sign(self, moved: bool = True) -> None:
        """Gives a sign of life."""
        now = time.monotonic()
        self._put(_ALIVE, now)
        if moved:
            self._put(_MOVED, now)

    def beat(self) -> None:
        """Gives a sign of life, and tells whether the main thread has gone on since the last one,
        or compiles. For another thread.
        """
        compiling = loaded("ruleproof.models.compiled.compile_time", "COMPILING")
        frame = innermost(self._thread)
        before, self._stood = self._stood, []
        while frame is not None:  # kept, frames would keep the arrays in them
            self._stood.append((id(frame), frame.f_lasti))
            frame = frame.f_back
        self.sign(self._stood != before or bool(compiling and compiling.running))

    def release(self) -> None:
        """Ends the guard's process."""
        if self._process:
            with suppress(OSError):
                os.kill(self._process, signal.SIGKILL)
                os.waitpid(self._process, 0)
            self._process = 0

    def _put(self, place: int, value: float) -> None:
        struct.pack_into("d", self._shared, place, value)


def loaded(module: str, name: str) -> Any:
    """The value of a name in a module; None unless it is imported, or only half imported so far by
    the main thread.
    """
    return getattr(sys.modules.get(module), name, None)


def _let_end() -> None:
    """Has C's `_exit` handle the last signal: it needs no Python."""
    library = ctypes.CDLL(None)
    library.signal.argtypes = ctypes.c_int, ctypes.c_void_p
    library.signal(_LAST, ctypes.cast(library._exit, ctypes.c_void_p))


# In the guard's process


def _watch(command: int, heard: int, passed_on: int, shared: mmap.mmap) -> NoReturn:
    """Watches the command until it ends, or ends it."""
    try:
        for number in (signal.SIGINT, signal.SIGTERM, _LAST):
            signal.signal(number, signal.SIG_IGN)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)
        why = _until(command, heard, passed_on, shared)
        if why and os.getppid() == command:
            _say(f"stopped {why}", shared)
            _end(command)
    finally:
        os._exit(0)


def _until(command: int, heard: int, passed_on: int, shared: mmap.mmap) -> str:
    """The reason to end the command, in words; empty where it has ended."""

    def read(place: int) -> float:
        return struct.unpack_from("d", shared, place)[0]

    pressed: list[float] = []
    terminated, looked, said = 0.0, time.monotonic(), False
    since = looked
    while os.getppid() == command:
        numbers = b""
        if select.select([heard], [], [], TICK)[0]:
            numbers = os.read(heard, 64)
            if not numbers:
                return ""
            os.write(passed_on, numbers)
        now = time.monotonic()
        if now - looked > SILENT:  # both were stopped, or the machine was
            since = now
        looked = now
        dead, still = (now - max(since, read(place)) for place in (_ALIVE, _MOVED))
        if signal.SIGTERM in numbers:
            terminated = now
        stuck = bool(pressed) and (dead > SILENT or min(still, now - pressed[0]) > DEAD)
        if signal.SIGINT in numbers and signal.SIGTERM not in numbers:
            pressed.append(now)
            if len(pressed) > 1 and stuck:
                return "by Ctrl-C in a step that does not return"
            if len(pressed) > 2 and now - pressed[1] > APART:
                return "by Ctrl-C at once"
        if terminated and (
            min(dead, now - terminated) > DEAD or min(still, now - terminated) > OVERRUN
        ):
            return "by SIGTERM in a step that does not return"
        if stuck and not said and now - pressed[0] > SILENT:
            said = True
            _say("the step that it is in does not return; Ctrl-C once more ends it at once", None)
        limit = read(_LIMIT)
        if limit and min(still, now - read(_BEGUN)) > 2 * limit + OVERRUN:
            return f"in a step that has not returned for {still:.0f} s, long after its time"
    return ""


def _say(message: str, shared: mmap.mmap | None) -> None:
    """Writes one line on standard error, with the command that finds endless rules."""
    game = shared[_NAME:].rstrip(b"\0").decode(errors="replace") if shared else ""
    remedy = f"; `ruleproof conform {game}` shows whether a rule loops for ever" if game else ""
    shown = "\r\x1b[K\x1b[?25h" if os.isatty(2) else ""  # bars hide the cursor
    with suppress(OSError):
        os.write(2, f"{shown}ruleproof: {message}{remedy}\n".encode())


def _end(command: int) -> None:
    """Ends the command with the status of work that was stopped, then what worked for it."""
    workers = list(_descendants(command))
    with suppress(OSError):
        os.kill(command, _LAST)
    for one in workers:
        with suppress(OSError):
            os.kill(one, signal.SIGKILL)
    end = time.monotonic() + SILENT
    while os.getppid() == command:
        if time.monotonic() > end:
            os.kill(command, signal.SIGKILL)
        time.sleep(TICK)


def _descendants(command: int) -> Iterator[int]:
    """The processes that the command has begun, and those that they have, but not this one."""
    children: dict[int, list[int]] = {}
    for child, parent in _parents():
        children.setdefault(parent, []).append(child)
    waiting = [command]
    while waiting:
        for child in children.get(waiting.pop(), []):
            if child != os.getpid():
                waiting.append(child)
                yield child


def _parents() -> Iterator[tuple[int, int]]:
    """Each process of the system with its parent."""
    if not Path("/proc/self/stat").exists():
        listed = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=False
        )
        for line in listed.stdout.splitlines():
            child, parent = line.split()
            yield int(child), int(parent)
        return
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            words = entry.read_text(errors="replace").rpartition(")")[2].split()
            yield int(entry.parent.name), int(words[1])
