"""Ctrl-C and SIGTERM, which stop the command alike: it tells and saves its findings so far."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress
from select import select

from ruleproof.cli.guard import BEAT, Guard, loaded
from ruleproof.models.endless import Watch

_SOON = 0.02
"""Seconds that a destructor may take."""
_terminated = threading.Event()
_guard: Guard | None = None
"""The guard of this process, where it is the command's own."""


def stopped_by() -> str:
    """The signal that asked the command to stop."""
    return "SIGTERM" if _terminated.is_set() else "Ctrl-C"


def heed() -> None:
    """Makes both raise KeyboardInterrupt in the main thread of this process, and puts a guard over
    it, which ends it where it cannot hear them.

    SIGTERM is passed on as SIGINT, by a thread that hears it at once: z3 and other libraries watch
    for that signal and interrupt their own work. Where SIGINT is ignored, as shells have it for
    commands in the background, it stays so.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGTERM, _interrupt)
        return
    global _guard
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.unraisablehook = _lost
    read, write = os.pipe()
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    signal.signal(signal.SIGTERM, _note)
    _guard = Guard()
    threading.Thread(target=_attend, args=(_guard.stand(read), _guard), daemon=True).start()


def limit(seconds: float | None, game: str) -> None:
    """Tells the guard how many seconds the work may take, and at which game it is."""
    if _guard:
        _guard.limit(seconds, game)


def moved() -> None:
    """Tells the guard that the work goes on."""
    if _guard:
        _guard.sign()


def release() -> None:
    """Ends the guard, as the process ends."""
    if _guard:
        _guard.release()


def ignore() -> None:
    """Ignores both from now on, as the process ends."""
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(ValueError):
            signal.signal(number, signal.SIG_IGN)


def _note(*_: object) -> None:
    """Notes that SIGTERM came; `_pass_on` does the rest."""
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
    again = threading.Timer(_SOON, os.kill, (os.getpid(), signal.SIGINT))
    again.daemon = True
    again.start()


def _attend(read: int, guard: Guard) -> None:
    """Sends this process a SIGINT for every SIGTERM whose number can be read, gives the guard signs
    of life, and looks for rules that never return.
    """
    main, watch = threading.main_thread().ident or 0, None
    while True:
        if select([read], [], [], BEAT)[0]:
            number = os.read(read, 1)
            if not number:
                return
            if number[0] == signal.SIGTERM:
                _terminated.set()
                os.kill(os.getpid(), signal.SIGINT)
        guard.beat()
        compiling = loaded("ruleproof.models.compiled.compile_time", "COMPILING")
        if watch is None and compiling:
            watch = Watch(main, worked=compiling.worked)
        if watch:
            watch.look()
