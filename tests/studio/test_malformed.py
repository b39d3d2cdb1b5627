"""Malformed requests: whatever comes, the studio refuses it in words and never breaks."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.studio.served import GAMES, TestClient, make_app

POSTED = sorted(
    path for path, methods in make_app().openapi()["paths"].items() if "post" in methods
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
SETTING_NAMES = st.sampled_from(["full", "tokens", "players", "edition", "height", "pie"])
NEARLY = st.fixed_dictionaries(
    {"game": st.sampled_from(sorted(GAMES)) | JSON},
    optional={
        "board": st.sampled_from(["hex:2", "square:2x3", "dish:1,1", "path:3", "hex:999"]) | JSON,
        "settings": st.dictionaries(SETTING_NAMES, st.integers() | st.text(max_size=9), max_size=2)
        | JSON,
        "start": st.text(alphabet=".BWrb124/;- LRabcdefgh=", max_size=60) | JSON,
        "line": st.lists(st.sampled_from(["a1", "b2", "@a1", "pass", "end", "c1-c2"]) | st.text())
        | JSON,
        "flip": st.booleans() | JSON,
        "goal": st.sampled_from(["win", "remove", "save", "avert-take"]) | JSON,
        "on": st.lists(st.sampled_from(["a1", "b2", "zz9"]) | st.text(), max_size=4) | JSON,
        "amount": st.integers(-1, 9) | JSON,
        "turns": st.integers(0, 10) | JSON,
        "cells": st.lists(st.sampled_from(["a1", "b2", "zz9"]) | st.text(), max_size=6) | JSON,
        "player": st.sampled_from(["random", "perfect", "shallow:2"]) | JSON,
        "seed": st.integers() | JSON,
        "seconds": JSON,
        "moves": JSON,
        "result": JSON,
    },
)
"""Requests that are right in most parts."""
HEADERS = st.dictionaries(
    st.sampled_from(["X-Tab", "Accept", "Content-Type"]),
    st.text(alphabet="abc/*;-0{}\"'<>", max_size=40),
    max_size=2,
)


@pytest.fixture(scope="module")
def calm() -> Any:
    """A client that gets the answer of a broken studio rather than its error, without searches."""
    app = make_app()
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        from ruleproof.reports.studio.gate.refusals import refusal

        def admit(name: str) -> Any:
            raise refusal(503, "limit", "search", "no searches here")

        app.state.searches.admit = admit
        yield client


def sound(answer: Any) -> None:
    """Checks that an answer is one, or a refusal in words."""
    assert answer.status_code < 500 or answer.status_code == 503, answer.text[:500]
    if answer.status_code >= 400:
        told = answer.json()
        assert told["message"]
        assert "\n" not in told["message"]
        assert "Traceback (most recent" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["content-type"].split(";")[0] in ("application/json", "image/svg+xml")


SOME = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
MANY = settings(SOME, max_examples=1000)


@pytest.mark.parametrize("path", POSTED)
@SOME
@given(asked=JSON | NEARLY, headers=HEADERS)
def test_no_request_breaks_an_operation(
    calm: TestClient, path: str, asked: Any, headers: dict[str, str]
):
    sound(calm.post(path.replace("{name}", "nothing"), content=json.dumps(asked), headers=headers))


@pytest.mark.slow
@pytest.mark.parametrize("path", POSTED)
@MANY
@given(asked=JSON | NEARLY, headers=HEADERS)
def test_a_thousand_requests_break_no_operation(
    calm: TestClient, path: str, asked: Any, headers: dict[str, str]
):
    sound(calm.post(path.replace("{name}", "nothing"), content=json.dumps(asked), headers=headers))


@pytest.mark.parametrize("path", POSTED)
@SOME
@given(body=st.binary(max_size=200))
def test_what_is_no_json_is_refused(calm: TestClient, path: str, body: bytes):
    headers = {"Content-Type": "application/json"}
    sound(calm.post(path.replace("{name}", "nothing"), content=body, headers=headers))


@pytest.mark.parametrize(
    "body",
    ["[" * 100_000, "9" * 5000, "{", "{bad", "\xff", r'{"game": "esgros", "line": ["\ud800"]}'],
)
def test_a_body_that_cannot_be_read_is_told_as_such(calm: TestClient, body: str):
    headers = {"Content-Type": "application/json"}
    answer = calm.post("/api/position", content=body.encode("latin-1"), headers=headers)
    assert answer.status_code == 422
    told = answer.json()
    assert told.pop("message").startswith("the body cannot be read as JSON (")
    assert told == {"kind": "request", "place": "body", "faults": []}


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded"])
def test_a_body_that_does_not_say_that_it_is_json_is_told_so(calm: TestClient, kind: str):
    headers = {"Content-Type": kind} if kind else {}
    answer = calm.post("/api/position", content='{"game": "esgros"}', headers=headers)
    assert answer.status_code == 422
    told = answer.json()
    assert told["place"] == "Content-Type"
    assert told["message"].endswith("add the header Content-Type: application/json")


@pytest.mark.parametrize(
    ("asked", "place", "message"),
    [
        ({"line": "a1"}, "line", 'takes a list: "a1"'),
        ({"line": ["a1", 2]}, "line.1", "takes a text: 2"),
        ({"line": ["a1"] * 2000}, "line", "takes at most 1000 items"),
        ({"game": 1}, "game", "takes a text: 1"),
        ({"game": "a" * 80}, "game", f'takes at most 64 characters: "{"a" * 60}"'),
        (
            {"board": "\x01"},
            "board",
            'takes one line of characters that show: "\\u0001"',
        ),
        ({"settings": []}, "settings", "takes an object"),
        ({"settings": {"full": 2.5}}, "settings.full", "takes a text or a whole number: 2.5"),
        ({"zzz": 1}, "zzz", "there is no such field"),
        ({"seconds": 0}, "seconds", "takes a number above 0: 0"),
        ({"seconds": 9999}, "seconds", "takes a number up to 3600: 9999"),
        ({"seconds": "x"}, "seconds", 'takes a number: "x"'),
        ({"turns": 10}, "turns", "takes a number up to 9: 10"),
        ({"turns": 1.5}, "turns", "takes a whole number: 1.5"),
        ({"amount": -1}, "amount", "takes a number from 0: -1"),
        ({"on": "a1"}, "on", 'takes a list: "a1"'),
        (None, "body", "it is missing"),
        ([], "body", "takes an object"),
    ],
    ids=str,
)
def test_a_refusal_says_what_is_taken_and_what_came(
    calm: TestClient, asked: Any, place: str, message: str
):
    whole = {"game": "esgros", **asked} if isinstance(asked, dict) else asked
    answer = calm.post("/api/judge", json=whole)
    assert answer.status_code == 422
    told = answer.json()
    assert (told["kind"], told["place"], told["message"]) == ("request", place, message)


@pytest.mark.parametrize("path", POSTED)
@SOME
@given(asked=JSON | NEARLY)
def test_no_refusal_speaks_python(calm: TestClient, path: str, asked: Any):
    headers = {"Content-Type": "application/json"}
    place = path.replace("{name}", "nothing")
    told = calm.post(place, content=json.dumps(asked), headers=headers).text
    for word in ("Input should", "tuple", "dictionary", "Value error", "something else"):
        assert word not in told


def test_a_refusal_names_fields_and_what_was_asked_for(calm: TestClient):
    asked = {"game": "esgros", "settings": {"full": [1], "<b>": 2.5}}
    told = calm.post("/api/position", json=asked).json()
    assert told["place"] == "settings.full"
    for answer in (
        calm.get("/api/games/chess"),
        calm.post("/api/position", json={"game": "chess"}),
    ):
        assert "'chess'" in answer.json()["message"]
        assert "esgros" in answer.json()["message"]
    assert "&#39;chess&#39;" in calm.get("/read/chess").text


def test_every_answer_is_one_that_the_document_declares(calm: TestClient):
    for path, methods in calm.get("/openapi.json").json()["paths"].items():
        for operation in methods.values():
            found = {
                status: list(one.get("content", {}))
                for status, one in operation["responses"].items()
            }
            streamed = found["200"] == ["text/event-stream"]
            assert set(found) >= {"200", "400", "403", "413", "422"}, path
            assert streamed == ("503" in found) == ("429" in found), path
            for status in set(found) - {"200"}:
                assert found[status] == ["application/json"], path


@SOME
@given(
    query=st.dictionaries(
        st.sampled_from(["game", "board", "set", "start", "line", "at", "flip", "set.full"]),
        st.sampled_from([*GAMES, "hex:2", "full=loss", "a1 b2"]) | st.text(max_size=20),
    ),
    page=st.sampled_from(["analyse", "play", "read/esgros", "read", "solve"]),
)
def test_no_link_breaks_a_page(calm: TestClient, query: dict[str, str], page: str):
    answer = calm.get(f"/{page}", params=query)
    assert answer.status_code in (200, 400)
    assert answer.headers["content-type"].startswith("text/html")
    assert "<script>" not in answer.text


@SOME
@given(name=st.text(min_size=1, max_size=30))
def test_no_name_breaks_what_is_looked_up(calm: TestClient, name: str):
    from urllib.parse import quote

    for path in ("games", "tables", "sets", "nothing"):
        sound(calm.get(f"/api/{path}/{quote(name, safe='')}"))
