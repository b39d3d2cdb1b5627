"""The studio for programs: what its document says of it is so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

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


PLAIN = {"waiting", "begun", "progress", "turn", "done"}
"""Events whose fields the document names."""


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
def test_every_status_is_in_the_document(
    client: TestClient, status: int, method: str, path: str, more: dict[str, Any]
):
    assert client.request(method, path, **more).status_code == status
    assert f"\n| {status} |" in DOCUMENT


@pytest.mark.parametrize("operation", ASKED)
def test_events_have_the_fields_of_the_document(client: TestClient, operation: str):
    answer = client.post(f"/api/{operation}", json=ASKED[operation])
    assert answer.status_code == 200, answer.text
    found = events(answer.text)
    assert {"begun", "done"} <= {name for name, _ in found}
    for name, told in found:
        assert f"`{name}`" in DOCUMENT, name
        for field in told if name in PLAIN else ():
            assert f"`{field}`" in DOCUMENT, name


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
