"""Commands of the command line as searches: each runs in a process of its own, in an empty folder.

field   an argument or option; one that takes a file takes what the file holds instead, and one that
        names a file to write takes a bare name, under which the answer has that file
answer  the object that the command prints with `--json`, its exit status, what it remarked, and the
        files that it wrote

The folder is removed with the process; if the studio is killed, by the next one.
"""

from __future__ import annotations

import asyncio
import base64
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from ruleproof.models.files.folders import own_folder
from ruleproof.models.files.strict import json_value
from ruleproof.models.files.writing import write_whole
from ruleproof.models.systems import kill_group
from ruleproof.reports.studio.children import (
    MOST_WRITTEN,
    Event,
    StudioProcess,
    most_memory,
    most_work,
)
from ruleproof.reports.studio.gate.limits import Limits

Kind: TypeAlias = Literal["text", "number", "flag", "content", "written"]
BAD_INPUT, STOPPED = 2, 3
"""Exit statuses of commands."""
_PREFIX = "ruleproof: "
_GRACE = 1.5
"""Seconds in which a command may end by itself where nobody listens."""
_TELLING = 15.0
"""Seconds in which a command that is told to stop may tell what it knows."""


@dataclass(frozen=True)
class CommandField:
    """An argument (`option` is empty) or an option of a command, by its name in requests."""

    name: str
    option: str
    kind: Kind
    many: bool
    required: bool
    about: str


@dataclass(frozen=True)
class OfferedCommand:
    """A command: its words, such as `puzzles check`, what it does, and its fields."""

    words: tuple[str, ...]
    about: str
    fields: tuple[CommandField, ...]

    @property
    def name(self) -> str:
        """The name of the operation."""
        return "-".join(self.words)


class Running(StudioProcess):
    """A command at work. It is asked to stop at its time, and then tells what it knows."""

    def __init__(self, limits: Limits) -> None:
        super().__init__()
        self._limits = limits
        self._told: float | None = None

    def begin(self, task: dict[str, Any]) -> None:
        """Begins the command: `arguments` after the program's name, `files` by their names."""
        self.work = asyncio.ensure_future(self._whole(task))

    def winds_up(self, now: float) -> bool:
        """Asks the command to stop and to tell what it knows; returns whether that may still come
        at that moment of the clock.
        """
        if self._told is None:
            self._told = now
            self.say("stop")
        return now - self._told < _TELLING

    async def stop(self) -> bool:
        """Ends the command; it takes no other task."""
        self.say("stop")
        if self._process is None or not await self.ended(_GRACE):
            self.work.cancel()
        await self.ended()
        return False

    async def _whole(self, task: dict[str, Any]) -> None:
        """Runs the command and puts its events into the inbox, at last how it ended."""
        try:
            events = await self._ran(task)
        except Exception as error:
            traceback.print_exception(error)
            why = f"an error of the studio's own, {type(error).__name__}: {error}"
            events: list[Event] = [("done", {"complete": False, "reason": why})]
        for event in events:
            self.inbox.put_nowait(event)

    async def _ran(self, task: dict[str, Any]) -> list[Event]:
        """Runs the command to its end; returns the last events."""
        given: Mapping[str, bytes] = task["files"]
        with own_folder() as place:
            for name, content in given.items():
                write_whole(place / name, content)
            limit = f"{most_work(task['seconds'])} {most_memory(self._limits)}"
            words = ["-m", "ruleproof", *task["arguments"]]
            try:
                status, printed = await self.run(
                    *(words, place),
                    RULEPROOF_PROGRESS="json",
                    RULEPROOF_TIED=limit,
                    RULEPROOF_STUDIO="",  # its own pages, so reports link to `/`
                )
                return self._last(status, printed, files_in(place, given))
            finally:
                if self._process and self._process.returncode is None:
                    kill_group(self._process.pid)

    def _last(self, status: int, printed: bytes, written: dict[str, Any] | None) -> list[Event]:
        """The last events of a command that has ended."""
        remarks = [one.removeprefix(_PREFIX) for one in self.remarks]
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
