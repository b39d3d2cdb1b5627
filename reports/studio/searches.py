"""Searches: long work in processes of its own, a few at a time, the others in a queue.

event     a name and plain values: `waiting` with the place in the queue, `begun`, `compiling`,
          `progress`, what the task finds, and at the end `done`
client    the one who asks, by a name of its own; each has only a few searches at once
group     clients that hold at most half of all places together (`places.py`)
stream    the events of one search; the search ends when its listener leaves

A worker that does not stop when asked is ended. Everything here runs in one event loop.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, TypeAlias

from ruleproof.reports.studio.children import LONGEST_COMPILING, Event, SearchWorker
from ruleproof.reports.studio.commands import Running
from ruleproof.reports.studio.gate.limits import Limits
from ruleproof.reports.studio.gate.places import Groups, half
from ruleproof.reports.studio.gate.refusals import refusal

_STOPS = "the studio was stopped"
Gone: TypeAlias = Callable[[], Awaitable[bool]]
"""Whether the client has gone."""

_BEAT = 0.5
"""Seconds between two looks at whether the client is there."""
_ENDING = 2.5
"""Seconds in which all searches end with the studio."""


@dataclass(eq=False)
class Ticket:
    """A search that waits or runs, its client and the client's groups; `left`: nobody listens any
    more.
    """

    client: str
    groups: Groups = frozenset()
    left: bool = False
    called: asyncio.Event = field(default_factory=asyncio.Event)


class Searches:
    """All searches of the studio."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._queue: deque[Ticket] = deque()
        self._running: list[Ticket] = []
        self._idle: list[SearchWorker] = []
        self._retiring: set[asyncio.Task[None]] = set()
        self.ending = False
        """Whether the studio ends: every stream then does, at its next beat."""

    def admit(self, client: str, groups: Groups = frozenset()) -> Ticket:
        """A ticket for one search. Raises `Refusal` where the client, a group of its, or all have
        too many.
        """
        every = (*self._queue, *self._running)
        mine = [one for one in every if one.client == client and not one.left]
        if len(mine) >= self._limits.each:
            raise refusal(429, "limit", "search", f"{len(mine)} searches of yours are under way")
        if len(self._queue) >= self._limits.waiting:
            raise refusal(503, "limit", "search", f"{len(self._queue)} searches wait already")
        for group in groups:
            many = sum(group in one.groups for one in self._queue)
            if many >= half(self._limits.waiting):
                raise refusal(503, "limit", "search", f"{many} searches {group} wait already")
        ticket = Ticket(client, groups)
        self._queue.append(ticket)
        self._call()
        return ticket

    async def stream(
        self, ticket: Ticket, task: dict[str, Any], gone: Gone
    ) -> AsyncGenerator[Event]:
        """Yields the events of the search. Ends when nobody listens any more, or `gone` says so."""
        worker: SearchWorker | Running | None = None
        try:
            async for place in self._places(ticket, gone):
                yield "waiting", {"ahead": place}
            if not ticket.called.is_set():
                return
            yield "begun", {}
            worker = Running(self._limits) if task["kind"] == "command" else self._hire()
            async for event in self._events(ticket, worker, task, gone):
                yield event
        finally:
            self._release(ticket, worker)

    async def _places(self, ticket: Ticket, gone: Gone) -> AsyncIterator[int]:
        """Yields the number of searches ahead in the queue, whenever it changes, until it is the
        ticket's turn.
        """
        told = -1
        while not ticket.called.is_set():
            ahead = self._ahead(ticket)
            if ahead != told:
                told = ahead
                yield ahead
            with suppress(TimeoutError):
                await asyncio.wait_for(ticket.called.wait(), _BEAT)
            if self.ending or await gone():
                return

    def _ahead(self, ticket: Ticket) -> int:
        """The number of searches that will run before that of a ticket in the queue: those that
        came before, unless their groups have to wait and its own need not.
        """
        before = takewhile(lambda one: one is not ticket, self._queue)
        return sum(one.groups <= ticket.groups or self._may_run(one) for one in before)

    def _may_run(self, ticket: Ticket, instead_of: Ticket | None = None) -> bool:
        """Whether a search may run now, as far as its groups go; or in another's place."""
        running = [one for one in self._running if one is not instead_of]
        most = half(self._limits.running)
        return all(sum(group in one.groups for one in running) < most for group in ticket.groups)

    async def _events(
        self, ticket: Ticket, worker: SearchWorker | Running, task: dict[str, Any], gone: Gone
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
            uncounted = min(LONGEST_COMPILING, compiling + (now - since if since else 0.0))
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
            if spent > self._limits.share and any(
                self._may_run(one, ticket) for one in self._queue
            ):
                why = "others are waiting"
            elif spent > task["seconds"] + worker.late:
                why = "the time is up"
            if why and not worker.winds_up(now):
                yield "done", {"complete": False, "reason": why}
                return

    def _call(self) -> None:
        """Calls those whose turn it is."""
        for ticket in list(self._queue):
            if len(self._running) < self._limits.running and self._may_run(ticket):
                self._queue.remove(ticket)
                self._running.append(ticket)
                ticket.called.set()

    def _hire(self) -> SearchWorker:
        """A worker that has nothing to do."""
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                return worker
        return SearchWorker(self._limits)

    def _release(self, ticket: Ticket, worker: SearchWorker | Running | None) -> None:
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

    async def _retire(self, ticket: Ticket, worker: SearchWorker | Running) -> None:
        try:
            if await worker.stop() and isinstance(worker, SearchWorker):
                self._idle.append(worker)
        except asyncio.CancelledError:  # the studio ends
            worker.end()
            await worker.ended(_ENDING)
            raise
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
            self._idle.append(SearchWorker(self._limits, eager=True))

    async def close(self) -> None:
        """Ends all workers."""
        for retiring in list(self._retiring):
            with suppress(asyncio.CancelledError, Exception):
                await asyncio.wait_for(retiring, _ENDING)
        for worker in self._idle:
            worker.end()
        for worker in self._idle:
            await worker.ended(_ENDING)
        self._idle.clear()
