"""The studio for programs: what its page and its document tell of it is so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

from ruleproof.reports.studio.api.events import EVENTS, STATUSES
from ruleproof.reports.studio.pages.operations import linked, operations
from tests.studio.served import GAMES, Served, TestClient, events, until

DOCUMENT = (Path(__file__).parents[2] / "docs" / "studio.md").read_text("utf-8")
ASKED = {
    "values": {**GAMES["esgros"], "seconds": 20},
    "line": {**GAMES["esgros"], "line": ["a1"], "seconds": 20},
    "reply": {**GAMES["esgros"], "seconds": 20},
    "report": {"game": "esgros", "board": "path:3", "seconds": 2},
    "claims": {"game": "esgros", "board": "path:3", "seconds": 2},
    "judge": {**GAMES["esgros"], "turns": 2, "seconds": 10},
}


@pytest.fixture(scope="module")
def page(client: TestClient) -> str:
    """The page of operations, as it is served at a port of its own."""
    return client.get("/operations", headers={"Host": "localhost:4321"}).text


def test_the_example_is_asked_where_the_page_is_served(page: str):
    assert "http://localhost:4321/api/position" in page
    assert "8000" not in page


def test_names_of_objects_lead_to_their_tables(page: str):
    targets = set(re.findall(r'id="(shape-\w+)"', page))
    links = set(re.findall(r'href="#(shape-\w+)"', page))
    assert {"shape-WorthTold", "shape-VerdictTold", "shape-PositionAsked"} <= links <= targets
    assert 'list of <a href="#shape-WorthTold">WorthTold</a>' in page


def test_a_type_is_escaped():
    told = linked("<b> or Found", ["Found"])
    assert told == '&lt;b&gt; or <a href="#shape-Found">Found</a>'


def test_no_backtick_is_left(page: str):
    assert "`" not in page
    assert "of the position (<code>value</code>)" in page


@pytest.mark.parametrize("told", ["X-Tab", "close the connection", "4 searches at once"])
def test_the_page_says_how_searches_are_asked_for(page: str, told: str):
    assert told in page


@pytest.mark.parametrize(
    ("status", "method", "path", "more"),
    [
        (400, "POST", "/api/position", {"json": {"game": "chess"}}),
        (403, "GET", "/api/games", {"headers": {"Origin": "http://other"}}),
        (404, "GET", "/api/nothing", {}),
        (405, "GET", "/api/position", {}),
        (413, "POST", "/api/position", {"content": b" " * (1 << 19)}),
        (422, "POST", "/api/position", {"json": []}),
    ],
)
def test_every_status_is_told(
    client: TestClient, page: str, status: int, method: str, path: str, more: dict[str, Any]
):
    assert client.request(method, path, **more).status_code == status
    assert f'<dt class="mono">{status}</dt><dd>{escape(STATUSES[status])}</dd>' in page


@pytest.mark.parametrize("operation", ASKED)
def test_events_have_the_fields_that_are_told(client: TestClient, operation: str):
    known = {event.name: event for event in EVENTS}
    answer = client.post(f"/api/{operation}", json=ASKED[operation])
    assert answer.status_code == 200, answer.text
    found = events(answer.text)
    assert {"begun", "done"} <= {name for name, _ in found}
    for name, told in found:
        event = known[name]
        if event.data.startswith(("object", "an object")):
            assert set(told) == {field for field, _, _ in event.fields}, name


def test_the_client_of_the_document_hears_events_and_ends_its_search(
    served: Served, capsys: pytest.CaptureFixture[str]
):
    told = run(0, served, capsys).splitlines()
    assert told[0].startswith("waiting ") or told[0] == "begun {}"
    assert told[-1].startswith("progress {'stage': ")
    assert not any(line.startswith("done") for line in told)
    until(lambda: not served.busy, 30)


def test_the_client_of_the_document_runs_commands(
    served: Served, capsys: pytest.CaptureFixture[str]
):
    assert run(1, served, capsys) == "win True\n"


def run(number: int, served: Served, capsys: pytest.CaptureFixture[str]) -> str:
    """What the document's example prints when it asks this studio, also where a proxy is set."""
    code = re.findall(r"^<!-- tested -->\n```python\n(.*?)^```", DOCUMENT, re.M | re.S)[number]
    assert "http://127.0.0.1:8000" in code
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("http_proxy", "http://127.0.0.1:1")
        patch.delenv("no_proxy", raising=False)
        exec(code.replace("http://127.0.0.1:8000", served.address), {})
    return capsys.readouterr().out


@pytest.mark.parametrize("name", [event.name for event in EVENTS])
def test_every_event_stands_on_the_page_and_in_the_document(page: str, name: str):
    assert f"<dt><code>{name}</code></dt>" in page
    assert f"`{name}`" in DOCUMENT


def test_an_operation_that_gives_an_answer_or_events_names_both():
    one = {"application/json": {"schema": {"$ref": "#/components/schemas/CommandAnswer"}}}
    both = one | {"text/event-stream": {"schema": {"type": "string"}}}
    told = {"paths": {"/a": {"post": {"responses": {"200": {"content": both}}}}}}
    assert [operation.gives for operation in operations(told)] == ["CommandAnswer, or events"]
