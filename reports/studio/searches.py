"""Searches: long work in processes of its own, a few at a time, the others in a queue.

event     a name and plain values: `waiting` with the place in the queue, `begun`, `compiling`,
          `progress`, what the task finds, and at the end `done`
client    the one who asks, by a name of its own; each has only a few searches at once
stream    the events of one search; the search ends when its listener leaves

A worker that does not stop when told is ended. Everything here runs in one event loop; only the
pipes are read by threads.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import threading
import time
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

from ruleproof.reports.studio.commands import Running
from ruleproof.reports.studio.limits import Limits
from ruleproof.reports.studio.refusals import refusal

_STOPS = "the studio was stopped"
_OUTPUT = "the output of `ruleproof serve` says more"
Event: TypeAlias = tuple[str, Any]
Gone: TypeAlias = Callable[[], Awaitable[bool]]
"""Whether the client has gone."""

_BEAT = 0.5
"""Seconds between two looks at whether the client is there."""
_GRACE = 1.5
"""Seconds in which a worker may stop by itself."""
_COMPILING = 60.0
"""The same while it compiles: a worker that is ended would lose what it compiled."""
_LATE = 15.0
"""Seconds beyond its time after which a worker is ended; compiling does not count."""
_LONGEST_COMPILING = 300.0
"""Seconds of compiling that do not count."""


@dataclass(eq=False)
class Ticket:
    """A search that waits or runs, and its client; `left`: nobody listens any more."""

    client: str
    left: bool = False
    called: asyncio.Event = field(default_factory=asyncio.Event)


class Searches:
    """All searches of the studio."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._queue: deque[Ticket] = deque()
        self._running: list[Ticket] = []
        self._idle: list[_Worker] = []
        self._retiring: set[asyncio.Task[None]] = set()
        self.ending = False
        """Whether the studio ends: every stream then does, at its next beat."""

    def admit(self, client: str) -> Ticket:
        """A ticket for one search. Raises `Refusal` where the client, or all, have too many."""
        every = (*self._queue, *self._running)
        mine = [one for one in every if one.client == client and not one.left]
        if len(mine) >= self._limits.each:
            raise refusal(429, "limit", "search", f"{len(mine)} searches of yours are under way")
        if len(self._queue) >= self._limits.waiting:
            raise refusal(503, "limit", "search", f"{len(self._queue)} searches wait already")
        ticket = Ticket(client)
        self._queue.append(ticket)
        self._call()
        return ticket

    async def stream(
        self, ticket: Ticket, task: dict[str, Any], gone: Gone
    ) -> AsyncGenerator[Event]:
        """Yields the events of the search. Ends when nobody listens any more, or `gone` says so."""
        worker: _Worker | Running | None = None
        try:
            async for place in self._places(ticket, gone):
                yield "waiting", {"ahead": place}
            if not ticket.called.is_set():
                return
            yield "begun", {}
            worker = Running(self._limits) if task["kind"] == "command" else self._hire()
            async for event in self._events(worker, task, gone):
                yield event
        finally:
            self._release(ticket, worker)

    async def _places(self, ticket: Ticket, gone: Gone) -> AsyncIterator[int]:
        """Yields the number of searches ahead in the queue, whenever it changes, until it is the
        ticket's turn.
        """
        told = -1
        while not ticket.called.is_set():
            ahead = self._queue.index(ticket)
            if ahead != told:
                told = ahead
                yield ahead
            with suppress(TimeoutError):
                await asyncio.wait_for(ticket.called.wait(), _BEAT)
            if self.ending or await gone():
                return

    async def _events(
        self, worker: _Worker | Running, task: dict[str, Any], gone: Gone
    ) -> AsyncIterator[Event]:
        """Yields the events of the worker until it is done, or its time is up, or others have to
        wait.
        """
        begun, compiling, since = time.monotonic(), 0.0, 0.0
        worker.begin(task)
        while True:
            name, what = await worker.hear(_BEAT)
            now = time.monotonic()
            if name == "compiling":
                compiling += now - since if since and not what else 0.0
                since = now if what else 0.0
            uncounted = min(_LONGEST_COMPILING, compiling + (now - since if since else 0.0))
            spent = now - begun - uncounted
            if name in ("done", "lost"):
                yield "done", what
                return
            if name:
                yield name, what
            elif await gone():
                return
            why = ""
            if self.ending:
                yield "done", {"complete": False, "reason": _STOPS}
                return
            if self._queue and spent > self._limits.share:
                why = "others are waiting"
            elif spent > task["seconds"] + worker.late:
                why = "the time is up"
            if why and not worker.winds_up(now):
                yield "done", {"complete": False, "reason": why}
                return

    def _call(self) -> None:
        """Calls those whose turn it is."""
        while self._queue and len(self._running) < self._limits.running:
            ticket = self._queue.popleft()
            self._running.append(ticket)
            ticket.called.set()

    def _hire(self) -> _Worker:
        """A worker that has nothing to do."""
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                return worker
        return _Worker(self._limits)

    def _release(self, ticket: Ticket, worker: _Worker | Running | None) -> None:
        """Ends what is left of a search; its place is free once its worker has stopped, which may
        take a while where it compiles. Until then it does not count among its client's.
        """
        ticket.left = True
        if worker is None:
            self._free(ticket)
        else:
            retiring = asyncio.ensure_future(self._retire(ticket, worker))
            self._retiring.add(retiring)
            retiring.add_done_callback(self._retiring.discard)

    async def _retire(self, ticket: Ticket, worker: _Worker | Running) -> None:
        try:
            if await worker.stop() and isinstance(worker, _Worker):
                self._idle.append(worker)
        finally:
            self._free(ticket)

    def _free(self, ticket: Ticket) -> None:
        for some in (self._queue, self._running):
            if ticket in some:
                some.remove(ticket)
        self._call()

    @property
    def busy(self) -> int:
        """The number of searches that run or wait."""
        return len(self._running) + len(self._queue)

    def warm(self) -> None:
        """Prepares a worker before anybody asks."""
        if not self._idle:
            self._idle.append(_Worker(self._limits, eager=True))

    async def close(self) -> None:
        """Ends all workers."""
        for retiring in list(self._retiring):
            with suppress(asyncio.CancelledError, Exception):
                await asyncio.wait_for(retiring, _GRACE + 1)
        for worker in self._idle:
            worker.end()
        self._idle.clear()


class _Worker:
    """A process that does one task after another and reports what it finds; an eager one loads the
    solvers at once.
    """

    late = _LATE

    def __init__(self, limits: Limits, *, eager: bool = False) -> None:
        ways = multiprocessing.get_context("spawn")
        self._pipe, theirs = ways.Pipe()
        self._busy = self._compiling = False
        self._inbox: asyncio.Queue[Event] = asyncio.Queue()
        self._process = ways.Process(target=_serve, args=(theirs, limits, eager), daemon=True)
        self._process.start()
        theirs.close()
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._listen, args=(loop,), daemon=True).start()

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Puts the messages of the process into the inbox."""
        while True:
            try:
                event = self._pipe.recv()
            except (EOFError, OSError):
                event = ("lost", {"complete": False, "reason": self._why_lost()})
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._inbox.put_nowait, event)
            if event[0] == "lost":
                return

    def _why_lost(self) -> str:
        """The reason why the process is gone."""
        self._process.join(1.0)
        code = self._process.exitcode
        if code is None or code >= 0:
            return f"the search broke off: {_OUTPUT}"
        what = "perhaps memory ran out" if -code == signal.SIGKILL else _OUTPUT
        return f"the search broke off: its process was ended by signal {-code}; {what}"

    @property
    def alive(self) -> bool:
        """Whether the process is there."""
        return self._process.is_alive()

    def winds_up(self, now: float) -> bool:  # noqa: ARG002 - as of a command
        """Whether the worker needs some time to tell what it knows: it told all as it came."""
        return False

    def begin(self, task: dict[str, Any]) -> None:
        """Gives the worker, which must have nothing to do, a task."""
        self._busy = True
        with suppress(OSError):  # it has died, and the inbox says so
            self._pipe.send(("task", task))

    async def hear(self, seconds: float) -> Event:
        """The next event; one without a name if none comes for so long."""
        try:
            event = await asyncio.wait_for(self._inbox.get(), seconds)
        except TimeoutError:
            return "", None
        self._busy = self._busy and event[0] not in ("done", "lost")
        if event[0] == "compiling":
            self._compiling = bool(event[1])
        return event

    async def stop(self) -> bool:
        """Ends the task, if one is under way; returns whether the worker can do another."""
        if self._busy and self.alive:
            with suppress(OSError):
                self._pipe.send(("stop", None))
        begun = time.monotonic()
        while self._busy and self.alive:
            if time.monotonic() - begun > (_COMPILING if self._compiling else _GRACE):
                break
            await self.hear(_BEAT)
        if self._busy or not self.alive:
            self.end()
            return False
        return True

    def end(self) -> None:
        """Ends the process at once."""
        self._process.kill()
        self._process.join(1.0)
        self._pipe.close()


def _serve(channel: Connection, limits: Limits, eager: bool) -> None:
    """Runs in the other process; its work stands in a module that the server need not import."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever began this process ends it
    if eager:
        import_module("ruleproof.solvers.exact.unfolding")
    import_module("ruleproof.reports.studio.work").serve(channel, limits)
