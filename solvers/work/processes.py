"""A piece of work in a process of its own, which ends with this one.

>>> child = begin(os.write, b"an answer")
>>> b"".join(child.blocks(60.0)), child.end()
(b'an answer', 0)
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NoReturn

from ruleproof.models.systems import end_when_closed, end_with, exit_status, fork, kill

_BLOCK = 1 << 16
_WAIT = 0.5


class Child:
    """A process at work, which ends with this one; what it writes comes in blocks."""

    def __init__(self, output: int, ended: Callable[[bool], int | None], number: int) -> None:
        self._blocks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._ended, self._number = ended, number
        self._reads = threading.Thread(target=self._read, args=(output,), daemon=True)
        self._reads.start()

    def _read(self, output: int) -> None:
        block = b"-"
        while block:
            try:
                block = os.read(output, _BLOCK)
            except OSError:
                block = b""
            self._blocks.put(block)
        os.close(output)

    def blocks(self, seconds: float) -> Iterator[bytes]:
        """Yields the output as it comes, until it ends. Raises `TimeoutError` after so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:  # in short waits, between which Windows hears Ctrl-C
                block = self._blocks.get(timeout=min(left, _WAIT))
            except queue.Empty:
                continue
            if not block:
                return
            yield block
        raise TimeoutError

    def end(self) -> int:
        """Ends the process if it has not ended; returns its exit status, -n after a signal n."""
        if self._ended(False) is None:
            kill(self._number)
        status = self._ended(True)
        self._reads.join(_WAIT)  # it lasts longer if a fork elsewhere has copied the pipe
        assert status is not None
        return status


def begin(work: Callable[..., object], *arguments: Any) -> Child:
    """Begins a process that calls `work(output, *arguments)`: `output` is the number of a file to
    write to. It has status 0 unless it is ended by a signal or the call raises. Where the system
    has no fork, the call must pickle.
    """
    out, write = os.pipe()
    tie, held = os.pipe()
    child = fork()
    if child is None:
        for number in (out, write, tie, held):
            os.close(number)
        return _begun_anew(pickle.dumps((work, arguments)))
    if child == 0:
        os.close(out)
        os.close(held)
        _run(lambda: end_with(tie), write, work, arguments)
    os.close(write)
    os.close(tie)

    def ended(wait: bool) -> int | None:
        status = exit_status(child, wait=wait)
        if status is not None:
            os.close(held)
        return status

    return Child(out, _once(ended), child)


def _once(ended: Callable[[bool], int | None]) -> Callable[[bool], int | None]:
    """The same, but it asks no more once the process has ended."""
    known: list[int] = []

    def asked(wait: bool) -> int | None:
        if not known and (status := ended(wait)) is not None:
            known.append(status)
        return known[0] if known else None

    return asked


def _begun_anew(call: bytes) -> Child:
    """A process of a new interpreter that makes the call."""
    packages = os.pathsep.join(one for one in sys.path if one)
    process = subprocess.Popen(
        [sys.executable, "-c", f"from {__name__} import called; called()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONSAFEPATH": "1", "PYTHONPATH": packages},
    )
    assert process.stdin
    assert process.stdout
    with suppress(OSError):  # it has ended
        process.stdin.write(len(call).to_bytes(8, "big") + call)
        process.stdin.flush()
    output = os.dup(process.stdout.fileno())
    process.stdout.close()
    tie = process.stdin

    def ended(wait: bool) -> int | None:
        status = process.wait() if wait else process.poll()
        if status is not None:
            with suppress(OSError):
                tie.close()
        return status

    return Child(output, _once(ended), process.pid)


def called() -> NoReturn:
    """Makes the call that comes through standard input, as a process that was begun anew."""
    source = sys.stdin.buffer
    work, arguments = pickle.loads(source.read(int.from_bytes(source.read(8), "big")))
    write = os.dup(1)
    os.dup2(2, 1)
    _run(lambda: end_when_closed(os.dup(0)), write, work, arguments)


def _run(tied: Callable[[], object], write: int, work: Any, arguments: Any) -> NoReturn:
    status = 1
    try:
        tied()
        work(write, *arguments)
        status = 0
    finally:
        os._exit(status)
