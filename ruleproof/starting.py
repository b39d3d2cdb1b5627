"""Ctrl-C while the command starts: it ends with one line, before `main` hears of it as after.

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


def _end(*_: object) -> None:
    """Ends the process at once: nothing was begun."""
    os.write(2, b"ruleproof: stopped by Ctrl-C\n")
    os._exit(_STOPPED)


def listen() -> None:
    """Has Ctrl-C end the command, unless whoever started it has it ignored."""
    if is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        with suppress(ValueError):  # another thread than the main one imports the package
            signal.signal(signal.SIGINT, _end)


listen()
