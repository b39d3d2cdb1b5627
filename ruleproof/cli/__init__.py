"""The command line: `ruleproof COMMAND …`, a contract of outputs and exit statuses.

0  done
1  a verification failed, or a claim's verdict is not the expected one
2  bad input: nothing on standard output, one line on standard error
3  stopped before an answer (time, memory, Ctrl-C), with what is known

Whatever a command needs is imported when it runs: `--help` loads no solver and no game.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status of the command line (default: this process's own) after it has run."""
    if arguments is None:
        return _process(sys.argv[1:])
    from ruleproof.cli.app import run

    return run(list(arguments))


def _process(arguments: list[str]) -> int:
    """The exit status of this process, which is all the command's."""
    from ruleproof.cli import signals, streams

    try:
        streams.take_over()  # first, so that no file gets the number of a stream
        signals.heed()
        from ruleproof.cli.app import run

        return run(arguments)
    except KeyboardInterrupt:  # it came before the work, or after it
        signals.ignore()
        from ruleproof.cli.answers import remark
        from ruleproof.cli.status import STOPPED

        remark(f"stopped by {signals.stopped_by()}")
        return STOPPED
    finally:
        signals.ignore()
