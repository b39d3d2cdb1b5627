"""Asks the studio in this process, byte by byte: nothing between makes a request right again.

Streams are cut off: after so many events the client goes, as a browser whose tab is closed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import MutableMapping
from typing import Any, NamedTuple
from urllib.parse import unquote

HOST = b"localhost"
EVENTS = "text/event-stream"
PATIENCE = 60.0
"""Seconds after which an answer will not come any more."""

App = Any
"""An ASGI application."""


class Asked(NamedTuple):
    """A request as it goes over the wire; the query stands behind the path."""

    method: str
    target: str
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""

    @property
    def path(self) -> str:
        """The path, still quoted."""
        return self.target.partition("?")[0]

    def written(self) -> str:
        """The request in one line."""
        heads = " ".join(f"{name.decode()}:{value!r}" for name, value in self.headers)
        return f"{self.method} {self.target[:300]!r} {heads[:300]} {self.body[:2000]!r}"


class Answer(NamedTuple):
    """An answer: status 0 where an error of the studio's own came instead, told in `error`."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float
    error: str = ""

    @property
    def kind(self) -> str:
        """The media type."""
        return self.headers.get("content-type", "").partition(";")[0]


async def ask(app: App, asked: Asked, *, events: int = 1, stay: float = 3.0) -> Answer:
    """The answer, with at most so many events of a stream, from which the client goes after `stay`
    seconds. The `seconds` of the answer are those of the processor.
    """
    parts: list[bytes] = []
    start: dict[str, Any] = {}
    left, given = asyncio.Event(), False
    loop = asyncio.get_running_loop()

    async def receive() -> MutableMapping[str, Any]:
        nonlocal given
        if given:
            await left.wait()
            return {"type": "http.disconnect"}
        given = True
        return {"type": "http.request", "body": asked.body, "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
            if _streams(message):
                loop.call_later(stay, left.set)
        parts.append(message.get("body", b""))
        if _streams(start) and b"".join(parts).count(b"\n\n") >= events:
            left.set()
            await asyncio.Event().wait()  # until the studio gives up
        elif message["type"] == "http.response.body" and not message.get("more_body"):
            left.set()

    begun, error = time.process_time(), ""
    try:
        await asyncio.wait_for(app(_scope(asked), receive, send), PATIENCE)
    except TimeoutError:
        error = f"no answer within {PATIENCE:g} s"
    except Exception as broken:  # whatever it is, the studio should have answered
        error = f"{type(broken).__name__}: {broken}"
    told: list[tuple[bytes, bytes]] = start.get("headers", [])
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in told}
    seconds = time.process_time() - begun
    return Answer(start.get("status", 0), headers, b"".join(parts), seconds, error)


def _streams(start: MutableMapping[str, Any]) -> bool:
    return any(EVENTS.encode() in value for _, value in start["headers"])


def _scope(asked: Asked) -> dict[str, Any]:
    path, _, query = asked.target.partition("?")
    hosts = () if any(name == b"host" for name, _ in asked.headers) else ((b"host", HOST),)
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": asked.method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode("ascii", "replace"),
        "query_string": query.encode("ascii", "replace"),
        "root_path": "",
        "headers": [*hosts, *asked.headers],
        "client": ("127.0.0.1", 40000),
        "server": ("127.0.0.1", 80),
    }
