"""Ctrl-C and SIGTERM while the command starts: it ends with one line, before `main` as after.

The package imports this first. Nothing happens where a program merely imports the package.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

_STOPPED = 3


def is_command() -> bool:
    """Whether this process is the command `ruleproof`, or `python -m ruleproof`."""
    given: list[str] = list(getattr(sys, "orig_argv", ()))
    if given[1:3] == ["-m", "ruleproof"]:
        return True
    script = given[1] if len(given) > 1 else ""
    return os.path.splitext(os.path.basename(script))[0] == "ruleproof"  # noqa: PTH119, PTH122 - pathlib takes as long to import as all of this


def _end(number: int, _: object) -> None:
    """Ends the process at once: nothing was begun."""
    name = b"SIGTERM" if number == signal.SIGTERM else b"Ctrl-C"
    with suppress(OSError):
        os.write(2, b"ruleproof: stopped by " + name + b"\n")
    os._exit(_STOPPED)


def listen() -> None:
    """Makes both end the command, unless its parent has them ignored."""
    if not is_command():
        return
    with suppress(ValueError):  # another thread than the main one imports the package
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, _end)
        if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, _end)


listen()
