"""The command line: `ruleproof COMMAND …`, a contract of outputs and exit statuses.

0  done
1  a verification failed, or a claim's verdict is not the expected one
2  bad input: nothing on standard output, one line on standard error
3  stopped before an answer (time, memory, Ctrl-C), with what is known

Whatever a command needs is imported when it runs: `--help` loads no solver and no game.

Rooms, each of which uses only those above it (`tests/test_layers.py` holds them to it):

telling   a command's answer, in words or as JSON, its progress and messages
asking    a command's arguments and options
commands  the commands, one module for each or for a family of them

All rooms use the modules that stand in none: `errors.py` (bad input, told in one line),
`signals.py`, `guard.py` (the process that waits for the work and ends it if it never would) and
`status.py` (exit statuses). On top stands `app.py`, the application. Begin there and with
`commands/verify.py`, a small command.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line (default: this process's own), and returns its exit status."""
    if arguments is None:
        return _process(sys.argv[1:])
    from ruleproof.cli.app import run

    return run(list(arguments))


def _process(arguments: list[str]) -> int:
    """Runs the command in this process, which does nothing else, and returns its exit status."""
    from ruleproof.cli import signals
    from ruleproof.cli.status import STOPPED
    from ruleproof.cli.telling import streams

    status = STOPPED
    try:
        streams.take_over()  # first, so that no file gets the number of a stream
        signals.heed(_stopped)
        status = _run(arguments)
    except KeyboardInterrupt:  # it came before the work, or after it
        signals.ignore()
        from ruleproof.cli.telling.answers import remark

        remark(f"stopped by {signals.stopped_by()}")
    finally:
        signals.ignore()
        signals.tell(status=status)
    return status


def _stopped(why: str, named: dict[str, Any], begun: float) -> int:
    """Answers for a command that was stopped and cannot say so itself; returns its status."""
    from ruleproof.cli.telling.answers import Begun, give, stopped

    return give(stopped(why, named), True, Begun(begun, 0.0))


def _run(arguments: list[str]) -> int:
    """Loads the commands and runs one. Where memory does not suffice to load them, ends."""
    try:
        from ruleproof.cli.app import run
    except Exception as error:
        from ruleproof.cli.errors import out_of_memory
        from ruleproof.cli.signals import give_up

        if out_of_memory(error):
            give_up("stopped: out of memory")
        raise
    return run(arguments)
