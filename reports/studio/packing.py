"""Answers named by their content, and compressed: who has an answer already is sent no more of it.

Streams of events pass as they are.
"""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SMALL = 1_000
"""A shorter answer is not worth compressing."""
_PACKED = ("text/", "application/json", "application/javascript", "image/svg+xml")
"""The beginnings of media types that compress."""


class Packing:
    """The middleware that compresses whole answers, and answers `If-None-Match`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, and packs the answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        asked = Headers(scope=scope)
        begun: dict[str, Any] | None = None
        body = bytearray()

        async def packing(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start" and _whole(message):
                begun = dict(message)
            elif begun is None:
                await send(message)
            else:
                body.extend(message.get("body", b""))
                if not message.get("more_body", False):
                    content = _answer(begun, bytes(body), asked, named=scope["method"] == "GET")
                    await send(begun)
                    await send({"type": "http.response.body", "body": content})

        await self._app(scope, receive, packing)


def _whole(message: Message) -> bool:
    """Whether an answer is one whole text."""
    headers = Headers(raw=message["headers"])
    kind = headers.get("content-type", "")
    return (
        message["status"] == 200
        and "content-length" in headers
        and "content-encoding" not in headers
        and kind.startswith(_PACKED)
    )


def _answer(begun: dict[str, Any], body: bytes, asked: Headers, *, named: bool) -> bytes:
    """The body to send, for what is asked; its headers are changed to fit."""
    headers = MutableHeaders(raw=begun["headers"])
    begun["headers"] = headers.raw
    if named:
        name = f'W/"{hashlib.sha256(body).hexdigest()[:20]}"'
        headers["ETag"] = name
        if name in asked.get("if-none-match", ""):
            begun["status"] = 304
            del headers["content-length"]
            return b""
    headers.add_vary_header("Accept-Encoding")
    if len(body) < SMALL or "gzip" not in asked.get("accept-encoding", ""):
        return body
    packed = _packed(body)
    headers["Content-Encoding"] = "gzip"
    headers["Content-Length"] = str(len(packed))
    return packed


@lru_cache(maxsize=128)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)
