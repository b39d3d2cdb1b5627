"""Work on files from outside, in a process of its own within memory and time.

If a file makes the work fail, in Python, in compiled code or in a solver's library, only that
process ends: this one goes on and reports the result.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from ruleproof.models.files.strict import json_value
from ruleproof.models.systems import OVERWORKED, limit_memory, limit_work, memory_taken
from ruleproof.solvers.work.processes import begin
from ruleproof.solvers.work.progress import Listener, Progress, silent

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
    child = begin(_run, work, memory, seconds, prepare)
    last: Progress | None = None
    try:
        for kind, value in _messages(child.blocks(seconds)):
            if kind == "progress":
                last = Progress(*value)
                progress(last)
            elif kind == "memory":
                return Unfinished(f"the memory is full ({memory:,} bytes)", last)
            elif kind == "unreadable":
                raise OSError(*value)
            elif kind == "error":
                raise RuntimeError(value)
            else:
                return value
    except TimeoutError:
        return Unfinished(f"the time is over ({seconds:g} s)", last)
    finally:
        status = child.end()
    if status == -OVERWORKED:
        return Unfinished(f"the time is over ({seconds:g} s)", last)
    how = f"signal {-status}" if status < 0 else f"status {status}"
    why = f"the checking process ended without an answer ({how})"
    return Unfinished(why, last, at_limit=False)


def _messages(blocks: Iterable[bytes]) -> Iterator[tuple[str, Any]]:
    """The lines of the other process."""
    text = b""
    for block in blocks:
        *lines, text = (text + block).split(b"\n")
        for line in lines:
            kind, value = json_value(line)
            yield kind, value


def _run(
    write: int,
    work: Callable[[Listener], Any],
    memory: int,
    seconds: float,
    prepare: Callable[[], object],
) -> None:
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
        limit_memory(None)
        tell("memory")
    except OSError as error:
        named = [] if error.filename is None else [str(error.filename)]
        tell("unreadable", [error.errno, error.strerror or str(error), *named])
    except BaseException:
        with contextlib.suppress(BaseException):
            tell("error", traceback.format_exc())


def _be_quiet() -> None:
    """Stops libraries from printing when they run out of memory."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)


def _limit(memory: int, seconds: float) -> None:
    """Limits what this process may take from now on, where the system can do that."""
    limit_work(seconds + 1)
    taken = memory_taken()
    if taken is not None:
        limit_memory(taken + memory)
