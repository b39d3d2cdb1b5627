"""Commands of the command line as searches: each runs in a process of its own, in an empty folder.

field   an argument or option; one that takes a file takes what the file holds instead, and one that
        names a file to write takes a bare name, under which the answer has that file
answer  the object that the command prints with `--json`, its exit status, what it remarked, and the
        files that it wrote

The process has its own group, so that all that it began ends with it; its folder is removed then.
"""

from __future__ import annotations

import asyncio
import base64
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from ruleproof.models.files.strict import json_value
from ruleproof.models.files.writing import write_whole
from ruleproof.reports.studio.limits import Limits

Event: TypeAlias = tuple[str, Any]
Kind: TypeAlias = Literal["text", "number", "flag", "content", "written"]
MOST_WRITTEN = 1 << 26
"""Bytes that a command may print, or write into files."""
BAD_INPUT, STOPPED = 2, 3
"""Exit statuses of commands."""
_PREFIX = "ruleproof: "
_LONGEST_LINE = 1 << 24
"""The most bytes of a line on standard error."""
_GRACE = 1.5
"""Seconds in which a command may end by itself where nobody listens."""
_TELLING = 15.0
"""Seconds in which a command that is told to stop may tell what it knows."""


@dataclass(frozen=True)
class Field:
    """An argument (`option` is empty) or an option of a command, by its name in requests."""

    name: str
    option: str
    kind: Kind
    many: bool
    required: bool
    about: str


@dataclass(frozen=True)
class Command:
    """A command: its words, such as `puzzles check`, what it does, and its fields."""

    words: tuple[str, ...]
    about: str
    fields: tuple[Field, ...]

    @property
    def name(self) -> str:
        """The name of the operation."""
        return "-".join(self.words)


class Running:
    """A command at work, with the same face as a worker process. It is told to stop at its time,
    and then tells what it knows.
    """

    late = 0.0
    """Seconds beyond its time after which it is told to stop."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._inbox: asyncio.Queue[Event] = asyncio.Queue()
        self._process: asyncio.subprocess.Process | None = None
        self._work: asyncio.Task[None] | None = None
        self._told: float | None = None

    def begin(self, task: dict[str, Any]) -> None:
        """Begins the command: `arguments` after the program's name, `files` by their names."""
        self._work = asyncio.ensure_future(self._run(task["arguments"], task["files"]))

    async def hear(self, seconds: float) -> Event:
        """The next event; one without a name if none comes for so long."""
        try:
            return await asyncio.wait_for(self._inbox.get(), seconds)
        except TimeoutError:
            return "", None

    def winds_up(self, now: float) -> bool:
        """Tells the command to stop and to tell what it knows; returns whether that may still come
        at that moment of the clock.
        """
        if self._told is None:
            self._told = now
            self._signal(signal.SIGTERM)
        return now - self._told < _TELLING

    async def stop(self) -> bool:
        """Ends the command; it takes no other task."""
        if self._work and self._process is None:
            self._work.cancel()
        if self._work and not self._work.done():
            self._signal(signal.SIGTERM)
            with suppress(asyncio.CancelledError, Exception):
                await asyncio.wait_for(asyncio.shield(self._work), _GRACE)
        self.end()
        if self._work:
            with suppress(asyncio.CancelledError, Exception):
                await self._work
        return False

    def end(self) -> None:
        """Ends the command, and all that it began, at once."""
        if self._process and self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _signal(self, number: int) -> None:
        if self._process and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.send_signal(number)

    async def _run(self, arguments: Sequence[str], given: Mapping[str, bytes]) -> None:
        """Runs the command and puts its events into the inbox, at last how it ended."""
        try:
            events = await self._ran(arguments, given)
        except Exception as error:
            traceback.print_exception(error)
            why = f"an error of the studio's own, {type(error).__name__}: {error}"
            events: list[Event] = [("done", {"complete": False, "reason": why})]
        for event in events:
            self._inbox.put_nowait(event)

    async def _ran(self, arguments: Sequence[str], given: Mapping[str, bytes]) -> list[Event]:
        """Runs the command to its end; returns the last events."""
        with tempfile.TemporaryDirectory(prefix="ruleproof-", ignore_cleanup_errors=True) as folder:
            place = Path(folder)
            for name, content in given.items():
                write_whole(place / name, content)
            process = self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "ruleproof", *arguments),
                cwd=place,
                env=os.environ | {"RULEPROOF_PROGRESS": "json", "PYTHONSAFEPATH": "1"},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
                limit=_LONGEST_LINE,
            )
            _bound_memory(process.pid, self._limits)
            assert process.stdout
            assert process.stderr
            try:
                printed, remarks = await asyncio.gather(
                    beginning(process.stdout), self._listen(process.stderr)
                )
                status = await process.wait()
                written = files_in(place, given)
            except BaseException:
                self.end()
                raise
            return self._ended(status, printed, remarks, written)

    async def _listen(self, stream: asyncio.StreamReader) -> list[str]:
        """Passes progress on, as the command tells it; returns its other lines."""
        remarks: list[str] = []
        async for line in stream:
            text = line.decode("utf-8", "replace").rstrip("\n")
            if text.startswith("{"):
                with suppress(ValueError):
                    for event in json_value(text).items():
                        self._inbox.put_nowait(event)
            elif text:
                remarks.append(text.removeprefix(_PREFIX))
        return remarks

    def _ended(
        self, status: int, printed: bytes, remarks: list[str], written: dict[str, Any] | None
    ) -> list[Event]:
        """The last events of a command that has ended."""
        last = remarks[-1] if remarks else ""
        if status < 0:
            why = f"the command broke off: its process was ended by signal {-status}"
            return [("done", {"complete": False, "reason": why})]
        if status == BAD_INPUT and not printed:
            return [("refused", last), ("done", {"complete": False, "reason": last})]
        if written is None or len(printed) == MOST_WRITTEN:
            why = f"the answer is longer than {MOST_WRITTEN >> 20} MB"
            return [("done", {"complete": False, "reason": why})]
        answer = {
            "status": status,
            "answer": json_value(printed) if printed else None,
            "remarks": remarks,
            "files": written,
        }
        complete = status < BAD_INPUT
        why = "" if complete else last or "the time is up"
        return [("answer", answer), ("done", {"complete": complete, "reason": why})]


def files_in(folder: Path, given: Mapping[str, bytes]) -> dict[str, Any] | None:
    """The files in the folder besides those that were given, by their paths in it: texts as they
    are, others as `{"base64": …}`. None where there is too much.
    """
    found: dict[str, Any] = {}
    left = MOST_WRITTEN
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name in given or path.is_symlink() or not path.is_file():
            continue
        left -= path.stat().st_size
        if left < 0:
            return None
        content = path.read_bytes()
        try:
            found[name] = content.decode("utf-8")
        except UnicodeDecodeError:
            found[name] = {"base64": base64.b64encode(content).decode()}
    return found


async def beginning(stream: asyncio.StreamReader) -> bytes:
    """The first `MOST_WRITTEN` bytes of all that comes. The rest is read, too: a process that is
    left with its output does not end.
    """
    found = bytearray()
    while chunk := await stream.read(1 << 16):
        found += chunk[: MOST_WRITTEN - len(found)]
    return bytes(found)


def _bound_memory(process: int, limits: Limits) -> None:
    """Makes the system refuse the process memory far beyond what a search may take, where it can;
    processes that it begins inherit that.
    """
    try:
        import resource
    except ImportError:
        return
    most = 3 * limits.memory + (1 << 30)
    with suppress(AttributeError, OSError, ValueError):
        resource.prlimit(process, resource.RLIMIT_DATA, (most, most))
