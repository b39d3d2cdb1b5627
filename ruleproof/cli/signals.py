"""Ctrl-C and SIGTERM, which stop the command alike: it tells and saves its findings so far."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress

_SOON = 0.02
"""Seconds that a destructor may take."""
_terminated = threading.Event()


def stopped_by() -> str:
    """The signal that asked the command to stop."""
    return "SIGTERM" if _terminated.is_set() else "Ctrl-C"


def heed() -> None:
    """Makes both raise KeyboardInterrupt in the main thread of this process.

    SIGTERM is passed on as SIGINT, by a thread that hears it at once: z3 and other libraries watch
    for that signal and interrupt their own work. Where SIGINT is ignored, as shells have it for
    commands in the background, it stays so.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGTERM, _interrupt)
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.unraisablehook = _lost
    read, write = os.pipe()
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    signal.signal(signal.SIGTERM, _note)
    threading.Thread(target=_pass_on, args=(read,), daemon=True).start()


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


def _pass_on(read: int) -> None:
    """Sends this process a SIGINT for every SIGTERM whose number can be read."""
    while number := os.read(read, 1):
        if number[0] == signal.SIGTERM:
            _terminated.set()
            os.kill(os.getpid(), signal.SIGINT)
