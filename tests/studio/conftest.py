"""The studio for tests: asked without a network, or served to a browser that is installed."""

from __future__ import annotations

import json
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra `web`")

from starlette.testclient import TestClient

from ruleproof.reports.studio.app import Options, make_app
from ruleproof.reports.studio.limits import Limits

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GAMES: dict[str, dict[str, Any]] = {
    "esgros": {"game": "esgros", "board": "hex:2"},
    "gro": {"game": "gro", "board": "dish:1,1", "settings": {"tokens": 2}},
    "grow": {"game": "grow", "board": "square:2x3"},
    "incrowd": {"game": "incrowd", "board": "square:3x3"},
    "sow": {"game": "sow", "board": "square:2x4", "settings": {"height": 2}},
}
"""A small game of each kind, as requests name it."""
Event = tuple[str, Any]


def events(text: str) -> list[Event]:
    """The events of a stream."""
    found: list[Event] = []
    for block in text.strip().split("\n\n"):
        name, data = block.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    """A client of a studio without tables; an error of the studio's own is the test's."""
    with TestClient(make_app(), base_url="http://localhost") as found:
        yield found


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[tuple[TestClient, Path]]:
    """A client of a studio with an empty folder for tables, and the folder."""
    options = Options(tables=tmp_path, limits=Limits(cells=64))
    with TestClient(make_app(options), base_url="http://localhost") as found:
        yield found, tmp_path


class Served:
    """A studio that is served at an address."""

    def __init__(self, limits: Limits, tables: Path | None = None) -> None:
        import uvicorn

        app = make_app(Options(limits=limits, tables=tables))
        self.app = app
        settings = uvicorn.Config(
            app, port=0, log_level="error", timeout_graceful_shutdown=1, access_log=False
        )
        self._server = uvicorn.Server(settings)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        until(lambda: self._server.started)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"

    @property
    def busy(self) -> int:
        """How many searches are under way."""
        return self.app.state.searches.busy

    def end(self) -> None:
        """Ends it."""
        self._server.should_exit = True
        self._thread.join(10)


def until(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    """Waits until it holds; fails if it never does."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.05)


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """A studio for browsers and streams."""
    found = Served(Limits())
    yield found
    found.end()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium that is installed."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("needs an installed Chromium: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """A page whose errors, in scripts or under the policy, fail the test."""
    context = browser.new_context(
        base_url=served.address, viewport={"width": 1200, "height": 900}, reduced_motion="reduce"
    )
    found = context.new_page()
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on(
        "console",
        lambda line: (
            wrong.append(line.text)
            if line.type == "error" and "Failed to load resource" not in line.text
            else None
        ),
    )
    yield found
    context.close()
    assert not wrong
