"""Processes that work for the studio: workers, which do one task after another, and commands.

Both speak alike. A child reads lines of JSON from its standard input, and ends when that does: so
none outlives the studio. Lines of JSON on its standard error are events, each by its name; other
lines are remarks. Its work and its memory are limited by the system, where it can do that.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias

from ruleproof.models.files.strict import json_value
from ruleproof.models.systems import KILLED, kill_group
from ruleproof.reports.studio.gate.limits import Limits

Event: TypeAlias = tuple[str, Any]
MOST_WRITTEN = 1 << 26
"""Bytes that a command may print, or write into files."""
LONGEST_COMPILING = 300.0
"""Seconds of compiling that do not count as work."""
LATE = 15.0
"""Seconds beyond its time after which a worker is ended; compiling does not count."""
_LONGEST_LINE = 1 << 24
"""The most bytes of a line on standard error."""
_BEAT = 0.5
_GRACE = 1.5
"""Seconds in which a child may stop by itself."""
_COMPILING = 60.0
"""The same while it compiles: a worker that is ended would lose what it compiled."""
_OUTPUT = "the output of `ruleproof serve` says more"


def most_work(seconds: float) -> float:
    """The seconds of work after which the system ends a child that nobody ends: those on the clock,
    on all processors.
    """
    return (seconds + LONGEST_COMPILING + LATE) * (os.cpu_count() or 1)


def most_memory(limits: Limits) -> int:
    """The bytes of memory beyond which the system refuses more: far more than a search takes."""
    return 3 * limits.memory + (1 << 30)


class StudioProcess:
    """A process, from its beginning to its end."""

    late = 0.0
    """Seconds beyond its time after which it is ended, or asked to stop."""

    def __init__(self) -> None:
        self.inbox: asyncio.Queue[Event] = asyncio.Queue()
        self.remarks: list[str] = []
        self.work: asyncio.Future[Any] = asyncio.get_event_loop().create_future()
        self._waiting: list[bytes] = []
        self._process: asyncio.subprocess.Process | None = None

    async def run(
        self, arguments: Sequence[str], folder: Path | None = None, **environment: str
    ) -> tuple[int, bytes]:
        """Runs the process; returns its exit status and what it printed."""
        packages = os.pathsep.join(one for one in sys.path if one)
        own = {"PYTHONSAFEPATH": "1", "PYTHONPATH": packages, **environment}
        process = self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, *arguments),
            cwd=folder,
            env=os.environ | own,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
            limit=_LONGEST_LINE,
        )
        assert process.stdout
        assert process.stderr
        self._write()
        try:
            printed, _ = await asyncio.gather(
                beginning(process.stdout), self._listen(process.stderr)
            )
            return await process.wait(), printed
        except BaseException:
            self.end()
            await process.wait()
            raise

    async def _listen(self, stream: asyncio.StreamReader) -> None:
        """Puts the events that the process tells into the inbox."""
        async for line in stream:
            text = line.decode("utf-8", "replace").rstrip("\n")
            if text.startswith("{"):
                with suppress(ValueError):
                    for event in json_value(text).items():
                        self.inbox.put_nowait(event)
            elif text:
                self.remarks.append(text)

    @property
    def alive(self) -> bool:
        """Whether the process is there, or begins."""
        return not self.work.done()

    def say(self, word: str, what: Any = None) -> None:
        """Says something to the process."""
        self._waiting.append(json.dumps({word: what}).encode() + b"\n")
        self._write()

    def _write(self) -> None:
        if self._process and self._process.stdin:
            with suppress(OSError, RuntimeError):  # it has ended
                self._process.stdin.writelines(self._waiting)
            self._waiting.clear()

    async def hear(self, seconds: float) -> Event:
        """The next event; one without a name if none comes for so long."""
        try:
            return await asyncio.wait_for(self.inbox.get(), seconds)
        except TimeoutError:
            return "", None

    def end(self) -> None:
        """Ends the process, and all that it began, at once."""
        if self._process is None:
            self.work.cancel()
        elif self._process.returncode is None:
            kill_group(self._process.pid)

    async def ended(self, seconds: float | None = None) -> bool:
        """Whether it has ended, after so many seconds at most."""
        await asyncio.wait([self.work], timeout=seconds)
        return self.work.done()


class SearchWorker(StudioProcess):
    """A process that does one task after another; an eager one loads the solvers at once."""

    late = LATE

    def __init__(self, limits: Limits, *, eager: bool = False) -> None:
        super().__init__()
        begun = "from ruleproof.reports.studio.work import main; main()"
        words = ["-c", begun, json.dumps(asdict(limits)), *["eager"] * eager]
        self.work = asyncio.ensure_future(self.run(words))
        self._busy = self._compiling = False
        self.signal = 0
        self.work.add_done_callback(self._lost)

    def _lost(self, work: asyncio.Future[tuple[int, bytes]]) -> None:
        """Tells why the process is gone."""
        sys.stderr.writelines(f"{one}\n" for one in self.remarks)
        code = 1 if work.cancelled() or work.exception() else work.result()[0]
        self.signal = max(0, -code)
        why = f"the search broke off: {_OUTPUT}"
        if code < 0:
            what = "perhaps memory ran out" if -code == KILLED else _OUTPUT
            why = f"the search broke off: its process was ended by signal {-code}; {what}"
        self.inbox.put_nowait(("lost", {"complete": False, "reason": why}))

    def winds_up(self, now: float) -> bool:  # noqa: ARG002 - as of a command
        """Whether the worker needs some time to tell what it knows: it told all as it came."""
        return False

    def begin(self, task: dict[str, Any]) -> None:
        """Gives the worker, which must have nothing to do, a task."""
        self._busy = True
        self.say("task", task)

    async def hear(self, seconds: float) -> Event:
        """The next event; one without a name if none comes for so long."""
        event = await super().hear(seconds)
        self._busy = self._busy and event[0] not in ("done", "lost")
        if event[0] == "compiling":
            self._compiling = bool(event[1])
        return event

    async def stop(self) -> bool:
        """Ends the task, if one is under way; returns whether the worker can do another."""
        if self._busy:
            self.say("stop")
        begun = time.monotonic()
        while self._busy and self.alive:
            if time.monotonic() - begun > (_COMPILING if self._compiling else _GRACE):
                break
            await self.hear(_BEAT)
        if self._busy or not self.alive:
            self.end()
            return False
        return True


async def beginning(stream: asyncio.StreamReader) -> bytes:
    """The first `MOST_WRITTEN` bytes of all that comes. The rest is read, too: a process that is
    left with its output does not end.
    """
    found = bytearray()
    while chunk := await stream.read(1 << 16):
        found += chunk[: MOST_WRITTEN - len(found)]
    return bytes(found)
