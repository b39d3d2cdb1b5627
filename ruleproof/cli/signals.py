"""Ctrl-C and SIGTERM, which stop the command alike: it tells and saves its findings so far."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from typing import Any

from ruleproof.cli import guard
from ruleproof.cli.status import STOPPED
from ruleproof.models.endless import Watch, innermost
from ruleproof.models.systems import (
    ENDING,
    end_with,
    hold,
    interrupt,
    let,
    limit_memory,
    limit_work,
)

BEAT = 1.0
"""Seconds between two signs of life."""
_SOON = 0.02
"""Seconds that a destructor may take."""
_terminated = threading.Event()
_guarded = 0
"""The pipe to the guard; 0 if there is none."""
_moved = False
"""Whether the work has gone on since the last sign of life."""


def stopped_by() -> str:
    """The signal that asked the command to stop."""
    return "SIGTERM" if _terminated.is_set() else "Ctrl-C"


def heed(answer: guard.Answer) -> None:
    """Makes both raise KeyboardInterrupt in the main thread of this process, a child of the guard,
    which ends it if it cannot hear them.

    The guard passes SIGTERM on as SIGINT: z3 and other libraries watch for that signal and
    interrupt their own work. Where SIGINT is ignored, as shells have it for commands in the
    background, it stays so.
    """
    global _guarded
    sys.unraisablehook = _lost
    held = hold(*guard.BOTH)  # until both processes know what to do with them
    pipes = guard.stand(answer, held)
    limits = os.environ.pop(guard.TIED, "")
    if limits:
        work, memory = map(float, limits.split())
        limit_work(work)
        limit_memory(int(memory))
    if pipes:
        _guarded, tie = pipes
        end_with(tie)
        signal.set_wakeup_fd(_guarded, warn_on_full_buffer=False)
        threading.Thread(target=_attend, daemon=True).start()
    elif limits:
        threading.Thread(target=_obey, daemon=True).start()
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if not ignored:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in ENDING:
        signal.signal(number, _interrupt if ignored or not _guarded else _note)
    let(held, *guard.BOTH)


def tell(**words: Any) -> None:
    """Tells the guard something, if there is one."""
    if _guarded:
        with suppress(OSError):
            told = json.dumps(words, ensure_ascii=False)
            os.write(_guarded, told.encode("utf-8", "replace") + b"\n")


def moved() -> None:
    """Notes that the work goes on."""
    global _moved
    _moved = True


def give_up(why: str) -> None:
    """Ends the process at once and has the guard say why; returns if there is none. For one that
    has no memory left.
    """
    if _guarded:
        tell(stopped=why)
        os._exit(STOPPED)


def ignore() -> None:
    """Ignores both from now on, as the process ends."""
    for number in guard.BOTH:
        with suppress(ValueError):
            signal.signal(number, signal.SIG_IGN)


def _note(*_: object) -> None:
    """Notes that SIGTERM came; the guard, which is told of it, interrupts."""
    _terminated.set()


def _interrupt(*_: object) -> None:
    """Stops the work that the main thread is at."""
    _terminated.set()
    raise KeyboardInterrupt


def _lost(lost: sys.UnraisableHookArgs) -> None:
    """Interrupts again, a little later, where the interrupt came in a destructor and was lost."""
    if lost.exc_type is KeyboardInterrupt:
        _interrupt_soon()
    else:
        sys.__unraisablehook__(lost)


def _interrupt_soon() -> None:
    """Interrupts the work a little later, when what runs now, which swallows errors, is done."""
    again = threading.Timer(_SOON, interrupt)
    again.daemon = True
    again.start()


def _attend() -> None:
    """Gives the guard signs of life, and looks for rules that never return."""
    global _moved
    main, watch = threading.main_thread().ident or 0, None
    stood: list[tuple[int, int]] = []
    while True:
        compiling = loaded("ruleproof.models.compiled.compile_time", "COMPILING")
        before, stood = stood, _where(main)
        sign = _moved or stood != before or bool(compiling and compiling.running)
        _moved = False
        with suppress(OSError):  # nobody reads it: the process ends
            os.write(_guarded, guard.MOVED if sign else guard.ALIVE)
        if watch is None and compiling:
            watch = Watch(main, worked=compiling.worked)
        if watch:
            watch.look()
        time.sleep(BEAT)


def _obey() -> None:
    """Without a guard, does what the studio asks through standard input: stops, or ends with it."""
    while os.read(0, 1 << 16):
        _terminated.set()
        interrupt()
    os._exit(STOPPED)


def _where(thread: int) -> list[tuple[int, int]]:
    """The place that each call of a thread has come to."""
    frame, found = innermost(thread), list[tuple[int, int]]()
    while frame is not None:  # kept, frames would keep the arrays in them
        found.append((id(frame), frame.f_lasti))
        frame = frame.f_back
    return found


def loaded(module: str, name: str) -> Any:
    """The value of a name in a module; None unless it is imported, or only half imported so far by
    the main thread.
    """
    return getattr(sys.modules.get(module), name, None)
