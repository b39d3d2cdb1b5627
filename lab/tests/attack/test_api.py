"""The attack on the studio finds what is planted, and a little of it finds nothing here."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra `web`")

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse

from lab.attack.api import fuzzing
from lab.attack.api.asking import Answer, Asked, ask
from lab.attack.api.checks import places, wrong
from lab.attack.api.crowd import Client, Seen
from lab.attack.api.fuzzing import SECRET, all_rows, outcome, requests
from lab.attack.api.requests import MARK, PLANTED, bodies, edited, operations
from lab.attack.api.rows import Row, findings, table
from lab.attack.api.serving import Studio
from lab.attack.api.sockets import BEGINNING, LIES, sent
from lab.attack.api.sockets import wrong as wrong_bytes
from ruleproof.reports.studio.gate.guard import HEADERS
from tests.studio.served import COMMANDS, Limits, Options, Served, make_app

ROOT = Path(__file__).parents[3]
GOT = Asked("GET", "/api/games")


def answer(body: bytes = b"[]", status: int = 200, kind: str = "application/json") -> Answer:
    headers = {name.lower(): value for name, value in HEADERS.items()}
    return Answer(status, headers | {"content-type": kind}, body, 0.1)


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (answer()._replace(error="ValueError: no"), "an error of the studio's own"),
        (answer(b'{"detail": "no"}', 500), "status 500"),
        (answer()._replace(headers={}), "without Content-Security-Policy"),
        (answer()._replace(seconds=11.0), "it took 11.0 s"),
        (answer(b"<p>" + SECRET, kind="text/html"), "it holds"),
        (answer(str(Path(__file__).parents[3]).encode()), "it holds"),
        (answer(b"no", 400), "a refusal that is no JSON"),
        (answer(b'{"detail": "no"}', 404), "a refusal of another shape"),
        (answer(f"<p><{MARK}>".encode(), kind="text/html"), "an element out of the request"),
        (answer(f"<p {MARK}=1>".encode(), kind="text/html"), "an element out of the request"),
        (answer(b"<a href='javascript:x'>", kind="text/html"), "an element out of the request"),
        (answer(f"<svg><{MARK}/></svg>".encode(), kind="image/svg+xml"), "an element out of"),
        (answer(b"data: {}\n\n", kind="text/event-stream"), "no event"),
    ],
)
def test_what_is_planted_in_an_answer_is_found(found: Answer, why: str) -> None:
    faults = wrong(GOT, found, None, [SECRET, *places()])
    assert any(why in fault for fault in faults), faults


def test_a_right_answer_is_no_finding() -> None:
    told = {"kind": "text", "place": "x", "message": PLANTED[0], "faults": []}
    for found in (answer(), answer(json.dumps(told).encode(), 400)):
        assert wrong(GOT, found, None, [SECRET, *places()]) == []
    escaped = b"<p>&lt;q7x onload=x&gt;</p>"
    assert wrong(Asked("GET", "/"), answer(escaped, kind="text/html"), None, [SECRET]) == []


def test_a_stream_is_left_after_its_events() -> None:
    told: list[int] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        async def events() -> AsyncIterator[str]:
            for number in range(1000):
                told.append(number)
                yield f"event: move\ndata: {number}\n\n"

        await StreamingResponse(events(), media_type="text/event-stream")(scope, receive, send)

    found = asyncio.run(ask(app, GOT, events=3))
    assert found.body.count(b"event: ") == 3
    assert len(told) < 10


def test_an_error_is_told_and_not_raised() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        raise RuntimeError("broken")

    found = asyncio.run(ask(app, GOT))
    assert (found.status, found.error) == (0, "RuntimeError: broken")


def test_requests_arrive_as_they_are_written() -> None:
    seen: list[Request] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        request = Request(scope, receive)
        seen.append(request)
        body = await request.body()
        response: Response = HTMLResponse(body) if body else JSONResponse({})
        await response(scope, receive, send)

    asked = Asked("POST", "/a%2fb?c=%3C", ((b"host", b"["), (b"x", b"\xff")), b"\xff[")
    found = asyncio.run(ask(app, asked))
    assert (found.status, found.body, found.kind) == (200, b"\xff[", "text/html")
    (request,) = seen
    assert (request.scope["path"], request.scope["query_string"]) == ("/a/b", b"c=%3C")
    assert request.headers["host"] == "["


@pytest.mark.slow
def test_a_program_with_many_tabs_starves_no_page() -> None:
    words = [sys.executable, "-m", "lab.attack.api", "--requests", "0", "--tabs", "40"]
    answer = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "of 503" in answer.stdout


def test_requests_are_the_same_from_the_same_seed() -> None:
    seeds = bodies()
    for path, some in seeds.items():
        first, again = (
            [edited(Random(5), "POST", path, some) for _ in range(20)] for _ in range(2)
        )
        assert first == again
        assert all(one.target.startswith("/") and one.target.isascii() for one in first)


def test_a_row_counts_what_became_of_requests() -> None:
    row = Row("GET /")
    row.add(outcome(answer()), 0.5, [], "")
    row.add(outcome(answer(status=429)), 0.1, ["it took 11 s"], "GET '/'")
    row.add(outcome(answer(status=404)), 0.1, ["it took 12 s"], "GET '/x'")
    assert table([row]).splitlines()[-1] == "| `GET /` | 3 | 1 | 1 | 1 | 2 | 0.50 | 0 |"
    assert findings([row]).startswith("GET /: 2 times:")


def test_every_operation_has_requests_of_its_own(tmp_path: Path) -> None:
    document = make_app(Options(commands=COMMANDS)).openapi()
    told = operations(document)
    posts = {path for method, path in told if method == "POST"}
    assert set(bodies()) == posts
    assert {"/", "/analyse", "/openapi.json"} <= {path for _, path in told}
    for method, path in (("GET", "/"), ("POST", "/api/position")):
        assert len(list(requests(document, method, path, 7, 1))) == 7


@pytest.mark.parametrize(
    "only",
    [
        pytest.param("/analyse", marks=pytest.mark.slow),
        pytest.param("/api/position", marks=pytest.mark.slow),
        pytest.param("/api/tables/{name}", marks=pytest.mark.slow),
        "/api/values",
    ],
)
def test_a_little_of_the_attack_finds_nothing(
    only: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def installed(name: str) -> object:
        return None  # a few requests of our own; schemathesis has a test for itself

    monkeypatch.setattr(fuzzing, "find_spec", installed)
    rows = all_rows(tmp_path / "studio", 40, 1, only, lambda line: None)
    assert rows
    assert findings(rows) == ""


def test_a_few_requests_of_schemathesis_find_nothing(tmp_path: Path) -> None:
    pytest.importorskip("schemathesis", reason="needs the extra `fuzz`")
    rows = all_rows(tmp_path / "studio", 20, 1, "/api/position", lambda line: None)
    assert findings(rows) == ""


@pytest.fixture(scope="module")
def studio() -> Any:
    served = Served(Limits(running=1, each=1, waiting=1, share=0.5))
    host, _, port = served.address.removeprefix("http://").partition(":")
    yield Studio(host, int(port), 0)
    served.end()


def test_lies_about_requests_are_refused(studio: Studio) -> None:
    whole = [name for name, content in LIES.items() if not content or b": close" in content]
    for name in (*whole[:6], "an asterisk", "a whole address", "two hosts", "right"):
        found = sent(studio.host, studio.port, LIES[name], BEGINNING if name == "right" else 0.2)
        assert wrong_bytes(name, found) == ""
    assert wrong_bytes("right", b"") != ""
    assert wrong_bytes("x", b"HTTP/1.1 500 Internal Server Error\r\n\r\n") != ""
    assert wrong_bytes("x", b"Traceback") != ""


def test_clients_that_are_told_to_wait_are_served_then(studio: Studio) -> None:
    seen = Seen()
    asked = {"game": "esgros", "board": "hex:2", "seconds": 5}
    clients = [Client(studio, number, seen) for number in range(4)]
    threads = [
        threading.Thread(target=one.ask, args=("analysis", "POST", "/api/values", asked))
        for one in clients
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert len(seen.seconds["analysis"]) == len(clients)
    assert sum(seen.ends.values()) == len(clients)
    assert seen.wrong == []
