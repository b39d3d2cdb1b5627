"""Answers are compressed, files are sent once; sets are told puzzle by puzzle."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from tests.studio.served import SET, Options, TestClient, make_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from httpx2 import Response


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(make_app(Options(sets={"small": SET})), base_url="http://localhost") as found:
        yield found


def raw(client: TestClient, path: str, **headers: str) -> Response:
    """The answer to a question, whatever encoding it accepts."""
    asked = {"Accept-Encoding": "identity"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    return client.get(path, headers=asked)


@pytest.mark.parametrize("path", ["/static/table.js", "/static/board.css"])
def test_who_has_a_file_is_sent_no_more_of_it(client: TestClient, path: str):
    first = raw(client, path)
    assert first.headers["Cache-Control"] == "no-cache"
    again = raw(client, path, If_None_Match=first.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    other = raw(client, path, If_None_Match='W/"another"')
    assert (other.status_code, other.content) == (200, first.content)


@pytest.mark.parametrize("path", ["/", "/static/table.js", "/static/page.css", "/api/sets/small"])
def test_whole_texts_are_compressed(client: TestClient, path: str):
    plain = raw(client, path)
    assert "Content-Encoding" not in plain.headers
    with client.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as packed:
        body = b"".join(packed.iter_raw())
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(body) < len(plain.content)
    assert gzip.decompress(body) == plain.content


def test_streams_of_events_pass_as_they_are(client: TestClient):
    asked = {"game": "esgros", "board": "path:3"}
    headers = {"Accept": "text/event-stream", "Accept-Encoding": "gzip"}
    answer = client.post("/api/values", json=asked, headers=headers)
    assert "Content-Encoding" not in answer.headers
    assert answer.text.rstrip().rpartition("event: ")[2].startswith("done")


def test_a_list_of_a_set_says_what_the_set_holds(client: TestClient):
    told = client.get("/api/sets/small/list").json()
    assert [one["id"] for one in told] == [one.id for one in SET]
    assert told[0]["asked"] == SET[0].stipulation.title
    assert told[1]["rating"] is None
    one = client.get(f"/api/sets/small/puzzles/{SET[1].id}").json()
    whole = client.post("/api/puzzle", json=SET[1].model_dump(mode="json")).json()
    assert one == whole
    assert one["played"] == {"game": "esgros", "board": SET[1].board, "settings": SET[1].settings}


@pytest.mark.parametrize("path", ["none/list", "small/puzzles/none", "none/puzzles/none"])
def test_what_no_set_holds_is_refused_in_one_line(client: TestClient, path: str):
    answer = client.get(f"/api/sets/{path}")
    assert answer.status_code == 400
    assert "none" in answer.json()["message"]
    assert "\n" not in answer.json()["message"]
