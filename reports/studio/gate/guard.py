"""The guard in front of the studio: it checks clients and the length of requests, and adds headers.

The studio serves the people at this machine. Any page of the web can make their browser send
requests here, too. So the host of a request must be the studio's own, which also keeps out names
that are made to point here, and its origin must be the studio.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ruleproof.reports.studio.gate.limits import LONGEST_BODY, LONGEST_FILES
from ruleproof.reports.studio.gate.refusals import Kind, Refused

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Forbids everything from elsewhere, and scripts or styles inside a page."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
KEPT = "/static/"
"""Browsers may keep what stands there, and ask each time whether it is still so."""
_WITH_FILES = "/api/commands/"
"""Requests there may hold files."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_HOST = re.compile(r"(\[[0-9a-z:.%]+\]|[^\s\[\]:/?#@\\]+)(?::[0-9]{0,5})?", re.IGNORECASE)
"""A name or an address, and perhaps a port: nothing that could be taken for a path."""


class _TooLong(Exception):
    """A body is longer than a request may be."""


class Guard:
    """The middleware that lets requests through to `app`; `hosts` are the studio's own names."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self._app, self._hosts = app, {name.lower() for name in (*hosts, *LOOPBACK)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers the request, or refuses it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            elif scope["type"] == "websocket":
                await send({"type": "websocket.close"})  # before it is accepted: refused
            return
        send = _with_headers(send, scope["path"])
        headers = Headers(scope=scope)
        why = self._why_not(headers)
        if why:
            await _refuse(403, "caller", why)(scope, receive, send)
            return
        if not scope["path"].startswith("/"):  # `*`, or a whole address
            await _refuse(400, "request", "a path begins with /")(scope, receive, send)
            return
        length = headers.get("content-length", "0")
        most = LONGEST_FILES if scope["path"].startswith(_WITH_FILES) else LONGEST_BODY
        if not (length.isascii() and length.isdigit()) or int(length[:12]) > most:
            await _too_long(most)(scope, receive, send)
            return
        await self._within(most, scope, receive, send)

    async def _within(self, most: int, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on. Refuses a body of more than so many bytes, whatever the
        application does with it.
        """
        taken, begun = 0, False

        async def receive_some() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most:
                raise _TooLong
            return message

        async def send_on(message: Message) -> None:
            nonlocal begun
            if begun or taken <= most:
                begun = True
                await send(message)

        with suppress(_TooLong):
            await self._app(scope, receive_some, send_on)
        if not begun and taken > most:
            await _too_long(most)(scope, receive, send)

    def _why_not(self, headers: Headers) -> str:
        """The reason why a request may not pass; empty if it may."""
        host = headers.get("host", "")
        if _name(host) not in self._hosts:
            return f"the studio is not served under this name: {host[:100]!r}"
        for origin in headers.getlist("origin"):
            if origin.partition("://")[2] != host:
                return f"another page may not ask: {origin[:100]!r}"
        site, mode = headers.get("sec-fetch-site", ""), headers.get("sec-fetch-mode", "")
        if site in ("cross-site", "same-site") and mode != "navigate":
            return "another page may not ask"
        return ""


def _name(host: str) -> str:
    """The name in a Host header, without its port; empty where there is more than these."""
    found = _HOST.fullmatch(host)
    return found[1].strip("[]").lower() if found else ""


def _refuse(status: int, kind: Kind, message: str) -> JSONResponse:
    told = Refused(kind=kind, place="request", message=message)
    return JSONResponse(told.model_dump(), status)


def _too_long(most: int) -> JSONResponse:
    return _refuse(413, "limit", f"a request has at most {most:,} bytes")


def _with_headers(send: Send, path: str) -> Send:
    """A `send` that adds the studio's headers to every answer."""

    async def sending(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers["Cache-Control"] = "no-cache" if path.startswith(KEPT) else "no-store"
        await send(message)

    return sending  # pyright: ignore[reportReturnType] - messages are mappings of this kind
