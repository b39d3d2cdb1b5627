"""The command line: `ruleproof COMMAND …`, a contract of outputs and exit statuses.

0  done
1  a verification failed, or a claim's verdict is not the expected one
2  bad input: nothing on standard output, one line on standard error
3  stopped before an answer (time, memory, Ctrl-C), with what is known

Whatever a command needs is imported when it runs: `--help` loads no solver and no game.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

DONE, FAILED, BAD_INPUT, STOPPED = range(4)


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status of the command line (default: this process's own) after it has run."""
    from ruleproof.cli.app import run

    status = run(list(sys.argv[1:] if arguments is None else arguments))
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status
