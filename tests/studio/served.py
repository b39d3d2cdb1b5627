"""What tests of the studio share: small games, a client, a studio that is served.

Without the extra `web` whoever imports this is skipped.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra `web`")

from starlette.testclient import TestClient
from typer.main import get_command

from ruleproof.cli.app import app as command_line
from ruleproof.cli.asking.described import described
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.reports.studio.app import Options, make_app
from ruleproof.reports.studio.gate.limits import Limits
from ruleproof.reports.studio.gate.places import Connection
from tests.reports.small_puzzles import small_puzzle

__all__ = [
    "COMMANDS",
    "GAMES",
    "SET",
    "Event",
    "Limits",
    "Options",
    "Served",
    "TestClient",
    "events",
    "make_app",
    "until",
]

GAMES: dict[str, dict[str, Any]] = {
    "esgros": {"game": "esgros", "board": "hex:2"},
    "gro": {"game": "gro", "board": "dish:1,1", "settings": {"tokens": 2}},
    "grow": {"game": "grow", "board": "square:2x3"},
    "incrowd": {"game": "incrowd", "board": "square:3x3"},
    "sow": {"game": "sow", "board": "square:2x4", "settings": {"height": 2}},
}
"""A small game of each kind, as requests name it."""
COMMANDS = described(get_command(command_line))
"""The commands of the command line, as operations."""
Event = tuple[str, Any]


def _late(puzzle: Puzzle) -> Puzzle:
    """The puzzle with another id, whose first turn gets there too late."""
    told = puzzle.model_dump(mode="json")
    told["tree"]["nodes"][0]["turns"][0][1] = "late"
    return Puzzle.model_validate_json(json.dumps(told | {"id": "esgros-late", "rating": None}))


SET = [small_puzzle("esgros"), _late(small_puzzle("esgros"))]
"""The set that is served to browsers: two puzzles of one small board."""


def events(text: str) -> list[Event]:
    """The events of a stream."""
    found: list[Event] = []
    for block in text.strip().split("\n\n"):
        name, data = block.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


class Served:
    """A studio that is served at an address."""

    def __init__(self, limits: Limits, tables: Path | None = None) -> None:
        import uvicorn

        options = Options(limits=limits, tables=tables, sets={"small": SET}, commands=COMMANDS)
        app = make_app(options)
        self.app = app
        settings = uvicorn.Config(
            app,
            http=Connection,
            port=0,
            log_level="error",
            timeout_graceful_shutdown=1,
            access_log=False,
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

    @property
    def connections(self) -> set[Any]:
        """The connections that are open."""
        return self._server.server_state.connections

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
