"""Who may ask the studio, how much, and what it never lets through."""

from __future__ import annotations

import asyncio
import json
import re

import pytest

pytest.importorskip("fastapi", reason="needs the extra `web`")

from starlette.websockets import WebSocketDisconnect

from lab.attack.api.asking import Asked, ask
from ruleproof.reports.studio.gate.limits import LONGEST_BODY
from tests.studio.served import GAMES, TestClient

PAGES = ["/", "/analyse?game=esgros", "/play?game=gro", "/read/sow"]
EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)>'


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "127.0.0.1.evil.example", "", "[", "localhost@x", "x@localhost"),
        *("localhost/x", "localhost?", "localhost#", "localhost:port", "localhost\t", "[::1"),
    ],
)
def test_a_host_that_is_not_the_studios_own_is_refused(client: TestClient, host: str):
    answer = client.get("/", headers={"Host": host})
    assert answer.status_code == 403
    assert answer.json()["kind"] == "caller"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Origin": "http://localhost/"},
        {"Origin": "http://localhost:1234"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
    ],
)
def test_another_page_cannot_drive_the_studio(client: TestClient, headers: dict[str, str]):
    for path in ("position", "values", "reply"):
        answer = client.post(f"/api/{path}", json=GAMES["esgros"], headers=headers)
        assert answer.status_code == 403
    own = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/position", json=GAMES["esgros"], headers=own).status_code == 200


def test_a_host_may_be_written_in_any_case(client: TestClient):
    from tests.studio.served import Options, make_app

    for host in ("LOCALHOST", "localhost:8000", "[::1]:8000", "127.0.0.1"):
        assert client.get("/api/games", headers={"Host": host}).status_code == 200
    named = TestClient(make_app(Options(hosts=["Desk.Example"])), base_url="http://desk.example")
    assert named.get("/api/games").status_code == 200


@pytest.mark.parametrize("path", ["*", "api/games", "http://evil.example/", "evil.example:80"])
def test_a_target_that_is_no_path_is_refused(client: TestClient, path: str):
    answer = asyncio.run(ask(client.app, Asked("GET", path)))
    assert (answer.status, answer.error) == (400, "")
    assert json.loads(answer.body)["kind"] == "request"


def test_a_websocket_is_refused(client: TestClient):
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/values"):
        pass


def test_a_method_that_is_none_of_a_place_is_refused_with_those_that_are(client: TestClient):
    answer = client.put("/api/position")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


def test_a_link_from_elsewhere_opens_a_page(client: TestClient):
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert client.get("/analyse?game=esgros", headers=headers).status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_pages_hold_nothing_from_outside_and_no_script_or_style_of_their_own(
    client: TestClient, path: str
):
    answer = client.get(path)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    text = answer.text
    assert not re.findall(r"<script(?![^>]*\bsrc=)", text)
    assert not re.findall(r"<style|\sstyle=|\son[a-z]+=", text)
    links = re.findall(r"""(?:href|src|action)=["']?([^"'\s>]+)""", text)
    assert links
    assert all(link.startswith(("/", "#")) and not link.startswith("//") for link in links)
    for link in {link for link in links if link.startswith("/static/")}:
        assert client.get(link).status_code == 200


def test_files_of_pages_name_nothing_outside(client: TestClient):
    from ruleproof.reports.studio.app import HERE

    for path in (HERE / "static").iterdir():
        found = re.findall(r"https?://[^\s\"'`]+|url\([^)]*\)|@import", path.read_text())
        assert [one for one in found if one != "http://www.w3.org/2000/svg"] == [], path


@pytest.mark.parametrize(
    "query",
    [
        f"game={EVIL}",
        f"game=esgros&board={EVIL}",
        f"game=esgros&set={EVIL}=1",
        f"game=esgros&set=full={EVIL}",
        f"game=esgros&start={EVIL}",
        f"game=esgros&line={EVIL}",
        "game=esgros&line=" + "a1+" * 2000,
        "game=esgros&at=-1",
        "game=esgros&at=99999999999999999999",
        "game=esgros&start=%00",
    ],
)
@pytest.mark.parametrize("page", ["analyse", "play"])
def test_links_are_escaped_and_wrong_ones_are_explained(client: TestClient, page: str, query: str):
    answer = client.get(f"/{page}?{query}")
    assert answer.status_code in (200, 400)
    assert "<script>alert" not in answer.text
    assert "<img src=x" not in answer.text


def test_a_request_that_is_too_long_is_refused_however_it_comes(client: TestClient):
    long = "x" * (LONGEST_BODY + 1)
    assert client.post("/api/position", content=long).status_code == 413

    def parts():
        for _ in range(10):
            yield long[: LONGEST_BODY // 4].encode()

    assert client.post("/api/position", content=parts()).status_code == 413
    wrong = {"Content-Length": "many"}
    assert client.post("/api/position", content="x", headers=wrong).status_code in (400, 413)


@pytest.mark.parametrize(
    "path",
    ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd"],
)
def test_no_file_but_those_of_the_pages_can_be_had(client: TestClient, path: str):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "import" not in answer.text
