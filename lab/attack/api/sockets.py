"""Requests that no client library sends, over a socket: wrong lengths, halves, other protocols.

The server must answer each with a refusal or close the connection, and serve the next one.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from random import Random

from lab.attack.edits import bytes_edit

PATIENCE = 2.0
"""Seconds without a word after which the attack hangs up: the server waits for more to come."""
BEGINNING = 30.0
"""The same for a right request, which may be the first."""
_CLOSE = b"Connection: close"
_BODY = json.dumps({"game": "esgros", "board": "hex:2"}).encode()


def _posted(*heads: bytes, body: bytes = _BODY, path: bytes = b"/api/position") -> bytes:
    lines = [b"POST " + path + b" HTTP/1.1", b"Host: localhost", _CLOSE, *heads]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def _got(target: bytes, *heads: bytes, version: bytes = b"HTTP/1.1") -> bytes:
    lines = [b"GET " + target + b" " + version, b"Host: localhost", *(heads or [_CLOSE])]
    return b"\r\n".join(lines) + b"\r\n\r\n"


_JSON = b"Content-Type: application/json"
_CHUNKED = b"Transfer-Encoding: chunked"
_UPGRADE = (b"Connection: Upgrade", b"Upgrade: websocket", b"Sec-WebSocket-Version: 13")
LIES = {
    "right": _posted(_JSON, b"Content-Length: %d" % len(_BODY)),
    "a length that is too long": _posted(_JSON, b"Content-Length: 99999"),
    "a length that is too short": _posted(_JSON, b"Content-Length: 5"),
    "a length below nothing": _posted(_JSON, b"Content-Length: -5"),
    "a length beyond all": _posted(_JSON, b"Content-Length: " + b"9" * 40),
    "two lengths": _posted(_JSON, b"Content-Length: 5", b"Content-Length: 6"),
    "a length and chunks": _posted(_JSON, b"Content-Length: 5", _CHUNKED, body=b"0\r\n\r\n"),
    "chunks": _posted(_JSON, _CHUNKED, body=b"%x\r\n%s\r\n0\r\n\r\n" % (len(_BODY), _BODY)),
    "chunks of no length": _posted(_JSON, _CHUNKED, body=b"zz\r\n" + _BODY),
    "a chunk that is too long": _posted(_JSON, _CHUNKED, body=b"7fffffffffffffff\r\n" + _BODY),
    "chunks without end": _posted(_JSON, _CHUNKED, body=b"400\r\n" + b" " * 1024 + b"\r\n"),
    "more than a request may be": _posted(
        _JSON, _CHUNKED, body=(b"10000\r\n" + b" " * 65536 + b"\r\n") * 8 + b"0\r\n\r\n"
    ),
    "a coding nobody knows": _posted(_JSON, b"Transfer-Encoding: gzip, chunked"),
    "an expectation": _posted(_JSON, b"Content-Length: 5", b"Expect: 100-continue"),
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": _got(b"/", b"Host: evil.example"),
    "an origin that is no address": _got(b"/api/games", b"Origin: http://["),
    "an old protocol": _got(b"/", version=b"HTTP/1.0"),
    "no protocol": b"GET /\r\n\r\n",
    "a protocol nobody knows": _got(b"/", version=b"HTTP/9.9"),
    "another protocol": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "an encrypted greeting": bytes.fromhex("16030100c8010000c40303") + b"\0" * 200,
    "a websocket": _got(b"/api/values", *_UPGRADE, b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="),
    "a whole address": _got(b"http://evil.example/"),
    "an asterisk": _got(b"*"),
    "nothing to get": _got(b""),
    "a path of another form": _got(b"api/games"),
    "a tunnel": b"CONNECT evil.example:80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "signs that are none": _got(b"/%zz%00%ff%u0041/\x01"),
    "a path that is too long": _got(b"/" + b"a" * 200_000),
    "a header that is too long": _got(b"/", b"X: " + b"a" * 200_000),
    "too many headers": _got(b"/", *(b"X-%d: 1" % number for number in range(20_000))),
    "a header without a name": _got(b"/", b": 1"),
    "a header in two lines": _got(b"/", b"X: 1\r\n  2"),
    "a bare line feed": b"GET / HTTP/1.1\nHost: localhost\n\n",
    "a nought": _got(b"/", b"X: \0"),
    "half a request": b"GET / HT",
    "half the headers": b"GET / HTTP/1.1\r\nHost: local",
    "nothing": b"",
    "two at once": _got(b"/api/games") * 2,
    "a hundred at once": _got(b"/api/players") * 100,
}
"""What is sent, by what is wrong with it."""


def lies(seed: int, more: int) -> Iterator[tuple[str, bytes]]:
    """The lies, then so many that are edits of them."""
    yield from LIES.items()
    dice = Random(seed)
    texts = [text for text in LIES.values() if 0 < len(text) < 5000]
    for number in range(more):
        yield f"edit {number}", bytes_edit(dice, dice.choice(texts), texts)


def sent(host: str, port: int, content: bytes, patience: float = PATIENCE) -> bytes:
    """What comes back until the server hangs up, or says nothing for so long."""
    found = b""
    with socket.create_connection((host, port), timeout=patience) as connection:
        with suppress(OSError):
            connection.sendall(content)
        with suppress(OSError):
            while part := connection.recv(1 << 16):
                found += part
                if len(found) > 1 << 24:
                    break
    return found


def wrong(name: str, answer: bytes) -> str:
    """Why it is no answer to a lie; nothing at all is one."""
    if not answer:
        return "the right request was not answered" if name == "right" else ""
    for line in answer.split(b"\r\n"):
        if line.startswith(b"HTTP/1.1 5"):
            return f"{name}: {line.decode('latin-1')}"
    if not answer.startswith(b"HTTP/1.1 "):
        return f"{name}: {answer[:100]!r}"
    if name == "right" and not answer.startswith(b"HTTP/1.1 200"):
        return f"{name}: {answer[:100]!r}"
    return ""
