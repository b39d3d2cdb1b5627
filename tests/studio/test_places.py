"""Nobody starves the others: programs, addresses, and connections that nobody uses."""

from __future__ import annotations

import asyncio
import http.client
import socket
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra `web`")

from starlette.requests import Request

from ruleproof.reports.studio.gate import places
from ruleproof.reports.studio.gate.limits import Limits
from ruleproof.reports.studio.gate.places import NOBODYS, Groups, groups_of
from ruleproof.reports.studio.gate.refusals import Refusal
from ruleproof.reports.studio.searches import Searches
from tests.studio.served import Served, TestClient

PROGRAM: Groups = frozenset({NOBODYS})


@pytest.mark.parametrize("groups", [PROGRAM, frozenset({"from 10.0.0.7"})])
def test_a_group_holds_at_most_half_of_the_places(groups: Groups):
    limits = Limits(running=4, waiting=8)

    async def ask() -> None:
        searches = Searches(limits)
        admitted = [searches.admit(f"tab {number}", groups) for number in range(6)]
        assert [one.called.is_set() for one in admitted] == [True] * 2 + [False] * 4
        for number in range(6, 70):
            with pytest.raises(Refusal, match="wait already"):
                searches.admit(f"tab {number}", groups)
        for number in range(limits.running - 2):
            assert searches.admit(f"page {number}").called.is_set()
        assert not searches.admit("page").called.is_set()

    asyncio.run(ask())


def test_pages_carry_the_token_and_programs_do_not(client: TestClient):
    token: str = getattr(client.app, "state").token  # noqa: B009 - of an application
    client.cookies.clear()
    page = client.get("/solve")
    cookie = page.headers["set-cookie"]
    assert token in cookie
    assert {"HttpOnly", "SameSite=strict"} <= set(cookie.split("; "))
    assert "set-cookie" not in client.get("/api/games").headers
    sent = cookie.split(";")[0]
    assert groups_of(asked(cookie=sent), token) == frozenset()
    assert groups_of(asked(cookie=sent[:-1] + "*"), token) == PROGRAM
    assert groups_of(asked(), token) == PROGRAM
    assert groups_of(asked("10.0.0.7", sent), token) == {"from 10.0.0.7"}
    assert groups_of(asked("::1", sent), token) == frozenset()


def asked(address: str = "127.0.0.1", cookie: str = "") -> Request:
    headers = [(b"host", b"localhost"), *([(b"cookie", cookie.encode())] if cookie else [])]
    scope: dict[str, Any] = {"type": "http", "scheme": "http", "path": "/", "query_string": b""}
    return Request(scope | {"client": (address, 1), "server": None, "headers": headers})


def test_requests_of_programs_wait_for_half_of_the_threads(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(places, "THREADS", 4)
    monkeypatch.setattr(places, "MOST_CONNECTIONS", 8)
    at_work, most, go, answers = 0, 0, asyncio.Event(), list[int]()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        await go.wait()
        at_work -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def hear(message: Any) -> None:
        if message["type"] == "http.response.start":
            answers.append(message["status"])

    async def ask() -> None:
        middleware = places.FairPlaces(app, "token")
        some = [asyncio.ensure_future(middleware(asked().scope, None, hear)) for _ in range(6)]  # pyright: ignore[reportArgumentType]
        await asyncio.sleep(0.05)
        assert (most, answers) == (2, [503, 503])
        go.set()
        await asyncio.gather(*some)
        assert (most, sorted(answers)) == (2, [200] * 4 + [503] * 2)

    asyncio.run(ask())


def test_idle_and_slow_connections_are_closed_first(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(places, "MOST_CONNECTIONS", 4)
    served = Served(Limits())
    host, port = served.address.removeprefix("http://").split(":")
    used = http.client.HTTPConnection(host, int(port), timeout=60)
    other = http.client.HTTPConnection(host, int(port), timeout=60)
    hard = '{"game": "gro", "line": ["c1", "d8"], "seconds": 60}'
    slow = [b"POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{", b""]
    held: list[socket.socket] = []
    try:
        used.request("POST", "/api/values", hard, {"Content-Type": "application/json"})
        answer = used.getresponse()
        for number in range(12):
            held.append(socket.create_connection((host, int(port))))
            held[-1].sendall(slow[number % 2])
        token = {"Cookie": f"studio-{port}={served.app.state.token}"}
        other.request("GET", "/api/games", headers=token)
        assert other.getresponse().status == 200
        assert answer.readline()  # which is in use goes on
        assert len(served.connections) <= 4
    finally:
        for one in (*held, used, other):
            one.close()
        served.end()
