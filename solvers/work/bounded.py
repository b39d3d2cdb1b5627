"""Work on files from outside, in a process of its own within memory and time.

If a file makes the work fail, in Python, in compiled code or in a solver's library, only that
process ends: this one goes on and reports the result.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from ruleproof.models.files.strict import json_value
from ruleproof.solvers.work.progress import Listener, Progress, silent
from ruleproof.solvers.work.ties import fork_tied, limit_memory, limit_work

_EVERY = 0.1
"""Seconds between reports of progress."""


class Unfinished(NamedTuple):
    """Work that did not finish: the reason, how far it had come, and whether a limit ended it."""

    why: str
    last: Progress | None
    at_limit: bool = True


def bounded(
    work: Callable[[Listener], Any],
    memory: int,
    seconds: float,
    prepare: Callable[[], object] = lambda: None,
    progress: Listener = silent,
) -> Any | Unfinished:
    """The work's answer, a value that JSON can hold; `Unfinished` where it takes more than
    `seconds`, or more than `memory` bytes above what `prepare` took before.

    Raises `OSError` where the work cannot read a file, `RuntimeError` where it raises anything
    else, and whatever `progress` raises.
    """
    read, write = os.pipe()
    end = time.monotonic() + seconds  # the other process may come first
    child, tie = fork_tied()
    if child == 0:
        os.close(read)
        _run(work, memory, seconds, prepare, write)
    os.close(write)
    last: Progress | None = None
    try:
        for kind, value in _messages(read, end):
            if kind == "progress":
                last = Progress(*value)
                progress(last)
            elif kind == "late":
                return Unfinished(f"the time is over ({seconds:g} s)", last)
            elif kind == "memory":
                return Unfinished(f"the memory is full ({memory:,} bytes)", last)
            elif kind == "unreadable":
                raise OSError(*value)
            elif kind == "error":
                raise RuntimeError(value)
            else:
                return value
    finally:
        os.close(read)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        os.close(tie)
    number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    if number == signal.SIGXCPU:
        return Unfinished(f"the time is over ({seconds:g} s)", last)
    why = f"the checking process ended without an answer (signal {number})"
    return Unfinished(why, last, at_limit=False)


def _messages(read: int, end: float) -> Iterator[tuple[str, Any]]:
    """The lines of the other process, then `late` once the time is up."""
    text = b""
    while True:
        left = end - time.monotonic()
        if left <= 0 or not select.select([read], [], [], left)[0]:
            yield "late", None
            return
        block = os.read(read, 1 << 16)
        if not block:
            return
        *lines, text = (text + block).split(b"\n")
        for line in lines:
            kind, value = json_value(line)
            yield kind, value


def _run(
    work: Callable[[Listener], Any],
    memory: int,
    seconds: float,
    prepare: Callable[[], object],
    write: int,
) -> NoReturn:
    """The other process: does the work, reports progress and the result, and ends."""
    last = 0.0

    def tell(kind: str, value: Any = None) -> None:
        line = json.dumps([kind, value]).encode() + b"\n"
        while line:
            line = line[os.write(write, line) :]

    def listen(progress: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > _EVERY:
            last = now
            tell("progress", progress)

    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other process hears of it, and ends us
        _be_quiet()
        prepare()
        _limit(memory, seconds)
        tell("answer", work(listen))
    except (MemoryError, SystemError):  # compiled libraries raise nothing where they get no memory
        _unlimited()
        tell("memory")
    except OSError as error:
        named = [] if error.filename is None else [str(error.filename)]
        tell("unreadable", [error.errno, error.strerror or str(error), *named])
    except BaseException:
        with contextlib.suppress(BaseException):
            tell("error", traceback.format_exc())
    finally:
        os._exit(0)


def _be_quiet() -> None:
    """Stops libraries from printing when they run out of memory."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)


def _limit(memory: int, seconds: float) -> None:
    """Limits what this process may take from now on, where the system can do that."""
    limit_work(seconds + 1)
    with contextlib.suppress(OSError):
        limit_memory(_taken() + memory)


def _unlimited() -> None:
    """Lifts the limit on memory, so that the end can be reported."""
    import resource

    with contextlib.suppress(OSError, ValueError):
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))


def _taken() -> int:
    """The bytes of memory that this process may write to and has asked for."""
    with Path("/proc/self/status").open("rb") as file:
        for line in file:
            if line.startswith(b"VmData:"):
                return int(line.split()[1]) << 10
    raise OSError("the system does not tell how much memory is taken")
