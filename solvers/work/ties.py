"""Ties: a process ends with the one that began it, however that one ends; and limits that hold even
then.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import suppress

ENDED = 1
"""The exit status of a process that ends with its parent: nobody reads it."""


def end_with(pipe: int) -> None:
    """Ends this process when the other end of a pipe is closed, as it is when its holder ends.
    Nothing may come or go through the pipe any more.

    Linux does that itself, also while compiled code keeps the interpreter. Elsewhere a thread
    waits, which hears of it when the interpreter is free.
    """
    if not _by_signal(pipe):
        threading.Thread(target=_wait, args=(pipe,), daemon=True).start()


def _by_signal(pipe: int) -> bool:
    """Makes the system kill this process when the other end is closed, if it can."""
    try:
        import fcntl
        import select

        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, fcntl.F_SETSIG, signal.SIGKILL)  # pyright: ignore[reportAttributeAccessIssue] - of Linux
        fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
        poll = select.poll()
        poll.register(pipe, 0)
        if poll.poll(0):  # it was closed before
            os._exit(ENDED)
    except (ImportError, AttributeError, OSError):
        return False
    return True


def _wait(pipe: int) -> None:
    from multiprocessing.connection import wait

    wait([pipe])
    os._exit(ENDED)


def fork_tied() -> tuple[int, int]:
    """Begins a child that ends with this process. There returns 0 twice; here the child's number,
    and a pipe to close once it has ended.
    """
    tie, held = os.pipe()
    child = os.fork()
    if child:
        os.close(tie)
        return child, held
    os.close(held)
    end_with(tie)
    return 0, 0


def limit_work(seconds: float) -> None:
    """Makes the system end this process after so many seconds of work from now on, where it can."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 1, hard))


def limit_memory(size: int) -> None:
    """Makes the system refuse this process, and those that it begins, more than so many bytes of
    memory of their own, where it can.
    """
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (size, hard))
