"""Nothing outlives a studio that is killed: no search, no command, no folder."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from urllib.request import ProxyHandler, Request, build_opener

import pytest

pytest.importorskip("fastapi", reason="needs the extra `web`")

from tests.models.test_systems import ends

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
HARD = {"game": "gro", "line": ["c1", "d8"], "seconds": 100}
MAKE = {"game": "gro", "n": 50}


def descendants(process: int) -> list[int]:
    """The processes that it began, and those that these began."""
    found = [
        int(child)
        for path in Path(f"/proc/{process}/task").glob("*/children")
        for child in path.read_text().split()
    ]
    return [one for child in found for one in (child, *descendants(child))]


def test_all_that_a_killed_studio_began_ends_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    command = [sys.executable, "-m", "ruleproof", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as studio:
        assert studio.stderr
        found = re.search(r"http://[^ ]+", studio.stderr.readline())
        assert found
        for path, body in (("values", HARD), ("commands/puzzles-make", MAKE)):
            headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
            asked = Request(f"{found[0]}/api/{path}", json.dumps(body).encode(), headers)
            threading.Thread(target=_heard, args=(asked,), daemon=True).start()
        end = time.monotonic() + 120
        # the command that serves, a worker, the command with its guard, its workers
        while not list(tmp_path.iterdir()) or len(descendants(studio.pid)) < 6:
            assert time.monotonic() < end, descendants(studio.pid)
            time.sleep(0.1)
        began = descendants(studio.pid)
        studio.kill()
    assert all(map(ends, began))


def _heard(asked: Request) -> None:
    local = build_opener(ProxyHandler({}))
    with suppress(OSError, HTTPException, ValueError), local.open(asked) as answer:
        answer.read()  # until the studio is killed
