"""Places: how many requests and connections there may be, so that nobody starves the others.

token   a cookie that the studio's own pages carry, so that browsers send it
group   requests without the token, or those from one address of another machine: a group holds at
        most half of the places of each kind

Connections that are idle or slow are closed first, where there are too many.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from hmac import compare_digest
from ipaddress import ip_address
from typing import Any

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from ruleproof.reports.studio.gate.limits import MOST_CONNECTIONS, THREADS
from ruleproof.reports.studio.gate.refusals import Refused

Groups = frozenset[str]
NOBODYS = "without the studio's token"


def half(places: int) -> int:
    """The places that a group may hold of so many."""
    return max(1, places // 2)


def groups_of(request: HTTPConnection, token: str) -> Groups:
    """The groups that a request belongs to: none for one that a page of the studio sends on this
    machine.
    """
    found: set[str] = set()
    if not compare_digest(request.cookies.get(_name(request), ""), token):
        found.add(NOBODYS)
    address = request.client.host if request.client else ""
    try:
        if not ip_address(address.partition("%")[0]).is_loopback:
            found.add(f"from {address}")
    except ValueError:  # no address: nothing comes from another machine
        pass
    return frozenset(found)


def with_token(request: HTTPConnection, answer: Response, token: str) -> Response:
    """The page, which carries the token."""
    answer.set_cookie(_name(request), token, httponly=True, samesite="strict")
    return answer


def _name(request: HTTPConnection) -> str:
    """The name of the cookie: browsers send those of all ports of a host together."""
    return f"studio-{request.url.port or 80}"


class FairPlaces:
    """The middleware that refuses a group more than half of the connections, and has its requests
    wait while they hold half of the threads.
    """

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app, self._token = app, token
        self._held: Counter[str] = Counter()
        self._threads: dict[str, asyncio.Semaphore] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers the request when there is a place, or refuses it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        groups = sorted(groups_of(HTTPConnection(scope), self._token))
        full = [one for one in groups if self._held[one] >= half(MOST_CONNECTIONS)]
        if full:
            await _full(full[0])(scope, receive, send)
            return
        self._held.update(groups)
        try:
            await self._in_turn(groups, scope, receive, send)
        finally:
            for one in groups:
                self._held[one] -= 1
                if not self._held[one]:
                    del self._held[one]
                    self._threads.pop(one, None)

    async def _in_turn(self, groups: list[str], scope: Scope, receive: Receive, send: Send) -> None:
        """Answers when the groups have a thread, which they hold until the answer begins."""
        turns = [self._threads.setdefault(one, asyncio.Semaphore(half(THREADS))) for one in groups]
        held: list[asyncio.Semaphore] = []

        def free() -> None:
            while held:
                held.pop().release()

        async def send_on(message: Message) -> None:
            free()
            await send(message)

        try:
            for turn in turns:
                await turn.acquire()
                held.append(turn)
            await self._app(scope, receive, send_on)
        finally:
            free()


def _full(group: str) -> JSONResponse:
    what = f"requests {group} hold half of all places already"
    return JSONResponse(Refused(kind="limit", place="request", message=what).model_dump(), 503)


class Connection(H11Protocol):
    """A connection. Where there are too many, the oldest of those that nobody uses is closed, else
    of those that are slow, else the new one.
    """

    heard = 0.0

    def connection_made(self, transport: Any) -> None:
        """Makes room for the connection."""
        super().connection_made(transport)
        self.heard = time.monotonic()
        every: list[Any] = [one for one in self.connections if not one.transport.is_closing()]
        if len(every) > MOST_CONNECTIONS:
            others = [one for one in every if one is not self]
            slowest = min(others, key=lambda one: (one.use, one.heard))
            (slowest if slowest.use < _ANSWERED else self).transport.abort()

    def data_received(self, data: bytes) -> None:
        """Notes when something comes."""
        self.heard = time.monotonic()
        super().data_received(data)

    @property
    def use(self) -> int:
        """The use of the connection: idle, slow to ask, slow to read, or none of these."""
        cycle: Any = self.cycle
        if cycle is None or cycle.response_complete:
            return 0
        return 1 if cycle.more_body else 2 if self.flow.write_paused else _ANSWERED


_ANSWERED = 3
