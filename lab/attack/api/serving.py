"""A studio in a process of its own, as `ruleproof serve` begins it, and its use of memory."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.request import ProxyHandler, build_opener

BEGINNING = 120.0
"""Seconds that the first answer may take."""


class Studio(NamedTuple):
    """Where it is served, and the number of its process."""

    host: str
    port: int
    pid: int

    @property
    def address(self) -> str:
        """The beginning of its addresses."""
        return f"http://{self.host}:{self.port}"


@contextmanager
def served() -> Generator[Studio]:
    """A studio on a free port of this machine; it is ended with the block, with its workers."""
    command = [sys.executable, "-m", "ruleproof", "serve", "--port", "0", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr
        found = re.search(r"http://([^:]+):(\d+)", process.stderr.readline())
        assert found, "the studio did not begin"
        threading.Thread(target=process.stderr.read, daemon=True).start()  # so that it never waits
        local = build_opener(ProxyHandler({}))
        with local.open(f"{found[0]}/api/games", timeout=BEGINNING) as answer:
            assert json.load(answer)
        yield Studio(found[1], int(found[2]), process.pid)
    finally:
        process.terminate()
        process.wait(30)


def children(pid: int) -> list[int]:
    """The processes that the process began, and those that these began."""
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in path.read_text().split():
            found += [int(child), *children(int(child))]
    return found


def memory(pid: int) -> dict[int, int]:
    """The bytes that the process and each of its children have now."""
    return {one: _told(one, "VmRSS") for one in (pid, *children(pid))}


def _told(pid: int, kind: str) -> int:
    """A number of bytes that the system tells of a process; 0 where it has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    found = re.search(rf"{kind}:\s+(\d+) kB", status)
    return int(found[1]) << 10 if found else 0


class Watch:
    """Watches the memory of a process and its children, until it is ended."""

    def __init__(self, pid: int) -> None:
        self.most = self.largest = 0
        self._pid, self._over = pid, threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._over.wait(0.2):
            now = memory(self._pid)
            self.most = max(self.most, now.pop(self._pid, 0))
            self.largest = max([self.largest, *now.values()])

    def end(self) -> None:
        """Ends it."""
        self._over.set()
        self._thread.join()


def busy_seconds(pid: int) -> float:
    """The seconds of the processor that the children of the process have used."""
    total = 0.0
    for child in children(pid):
        try:
            fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        total += (int(fields[11]) + int(fields[12])) / 100
    return total


def idles(pid: int, patience: float = 30.0) -> bool:
    """Whether the children of the process come to rest."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        before, alike = busy_seconds(pid), children(pid)
        time.sleep(1.0)
        if alike == children(pid) and busy_seconds(pid) - before < 0.1:
            return True
    return False
