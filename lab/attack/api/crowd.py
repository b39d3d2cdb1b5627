"""Many clients at once: each is served, or told to wait and served then, and none starves.

visit     one client's round: pages, positions, sets, a puzzle, searches that it hears to the end,
          and searches that it leaves in their middle
waited    a request that was told to wait (429, 503) and was asked again until it was served
"""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.request import ProxyHandler, build_opener

from lab.attack.api.requests import bodies, small
from lab.attack.api.serving import Studio, Watch, idles, memory, served
from lab.attack.targets import MEGABYTE

PATIENCE = 600.0
"""Seconds after which a client has starved."""
SLOW = 60.0
"""Seconds within which every answer but those of searches must be there."""
HARD: dict[str, Any] = {"game": "gro", "line": ["c1", "d8"], "seconds": 8}
"""A position that nobody has solved."""
PAGES = ("/", "/analyse?game=sow", "/play?game=gro", "/solve", "/read/incrowd", "/static/api.js")
MEMORY = 3 * (1 << 29) + (1 << 30)
"""Bytes beyond which a worker is refused memory (`reports/studio/work.py`)."""
_PAUSE = 0.5
_PRESSED = 5.0
"""Seconds for which a program presses before pages come."""
PAGES_SERVED = 3


@dataclass
class Seen:
    """What clients saw: seconds to the end of answers by kind, how often they were told to wait,
    what was wrong.
    """

    seconds: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    waited: Counter[str] = field(default_factory=Counter[str])
    ends: Counter[str] = field(default_factory=Counter[str])
    wrong: list[str] = field(default_factory=list[str])
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, kind: str, seconds: float) -> None:
        """Notes an answer."""
        with self.lock:
            self.seconds.setdefault(kind, []).append(seconds)


class Client:
    """A browser's tab."""

    def __init__(self, studio: Studio, number: int, seen: Seen, cookie: str = "") -> None:
        self._studio, self._seen, self._name = studio, seen, f"client-{number}"
        self._cookie = {"Cookie": cookie} if cookie else dict[str, str]()
        self._dice = Random(number)

    def visit(self, asked: Mapping[str, list[Any]]) -> None:
        """Makes one round; whatever is wrong is noted."""
        try:
            for page in self._dice.sample(PAGES, 3):
                self.ask("page", "GET", page)
            for name in self._dice.sample(("position", "setup", "why", "drawing", "goals"), 3):
                body = self._dice.choice(asked[f"/api/{name}"])
                self.ask("position", "POST", f"/api/{name}", body)
            name = self._dice.choice(("esgros", "gro", "grow", "incrowd", "sow"))
            self.ask("set", "GET", f"/api/sets/starter-{name}")
            self.ask("puzzle", "POST", "/api/puzzle", self._dice.choice(asked["/api/puzzle"]))
            self.ask("analysis", "POST", "/api/values", small(name) | {"seconds": 5})
            if self._dice.random() < 0.3:
                self.ask("analysis, left", "POST", "/api/values", HARD, leave=True)
            diagram = self._dice.choice(asked["/api/judge"])
            self.ask("judging", "POST", "/api/judge", diagram | {"seconds": 5})
            if self._dice.random() < 0.2:
                self.ask("hard analysis", "POST", "/api/values", HARD)
        except (OSError, http.client.HTTPException, AssertionError) as error:
            with self._seen.lock:
                self._seen.wrong.append(f"{self._name}: {type(error).__name__}: {error}")

    def ask(
        self, kind: str, method: str, path: str, body: object = None, *, leave: bool = False
    ) -> None:
        """Asks until it is served."""
        begun = time.monotonic()
        while True:
            status, content = self.once(method, path, body, leave)
            if status not in (429, 503):
                break
            with self._seen.lock:
                self._seen.waited[kind] += 1
            assert json.loads(content)["kind"] == "limit", content[:200]
            assert time.monotonic() - begun < PATIENCE, f"starved of {path}"
            time.sleep(_PAUSE)
        assert status == 200 or (path == "/api/judge" and status == 400), (path, status, content)
        self._seen.note(kind, time.monotonic() - begun)
        if content.startswith(b"event: ") and not leave:
            done = json.loads(content.rpartition(b"data: ")[2])
            told = "all is known" if done["complete"] else str(done["reason"])
            with self._seen.lock:
                self._seen.ends[f"{kind}: {told}"] += 1

    def once(
        self, method: str, path: str, body: object = None, leave: bool = False
    ) -> tuple[int, bytes]:
        """The status and the content; of a stream that is left, its beginning."""
        host, port = self._studio.host, self._studio.port
        connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        try:
            headers = {"Content-Type": "application/json", "X-Tab": self._name} | self._cookie
            connection.request(method, path, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            if not leave or answer.status != 200:
                return answer.status, answer.read()
            found = b""
            while b"event: progress" not in found and b"event: move" not in found:
                part = answer.read1(1 << 16)
                if not part:
                    break
                found += part
            return answer.status, found
        finally:
            connection.close()


def crowd(many: int) -> tuple[str, list[str]]:
    """Has so many clients make their rounds at once. What was measured, and what was wrong."""
    with served() as studio:
        seen = Seen()
        Client(studio, 0, seen).visit(bodies())  # so that rules are compiled
        idles(studio.pid)
        before = memory(studio.pid)
        seen, watch = Seen(), Watch(studio.pid)
        begun = time.monotonic()
        asked = bodies()
        threads = [
            threading.Thread(target=Client(studio, one, seen).visit, args=(asked,), daemon=True)
            for one in range(1, many + 1)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        spent = time.monotonic() - begun
        rests = idles(studio.pid)
        watch.end()
        after = memory(studio.pid)
    wrong = list(seen.wrong)
    if any(thread.is_alive() for thread in threads):
        wrong.append("a client is not served yet")
    if not rests:
        wrong.append("workers are busy although all clients have gone")
    if watch.largest > MEMORY:
        wrong.append(f"a worker had {watch.largest:,} bytes")
    quick = [kind for kind in ("page", "position", "set", "puzzle") if kind in seen.seconds]
    wrong += [
        f"{kind}: {max(seen.seconds[kind]):.1f} s"
        for kind in quick
        if max(seen.seconds[kind]) > SLOW
    ]
    served_memory = [one[studio.pid] / MEGABYTE for one in (before, after)]
    told = [
        f"{many} clients, {spent:.0f} s",
        *_rows(seen),
        f"the server: {served_memory[0]:.0f} MB before, {watch.most / MEGABYTE:.0f} at most, "
        f"{served_memory[1]:.0f} after; the largest worker {watch.largest / MEGABYTE:.0f} MB",
        *(f"{many} times {end}" for end, many in sorted(seen.ends.items())),
    ]
    return "\n".join(told), wrong


def starving(many: int) -> tuple[str, list[str]]:
    """Has a program press with so many tabs, and as many connections that it does not use, while
    pages with the studio's token make their rounds. What was measured, and what was wrong.
    """
    with served() as studio, ExitStack() as held:
        asked = bodies()
        Client(studio, 0, Seen()).visit(asked)  # so that rules are compiled
        cookie = _cookie(studio)
        over, pressed = threading.Event(), Counter[int]()

        def press(number: int) -> None:
            while not over.is_set():
                try:
                    status, _ = Client(studio, number, Seen()).once("POST", "/api/values", HARD)
                except (OSError, http.client.HTTPException):
                    status = 0  # it was closed in favour of others
                pressed[status] += 1
                over.wait(0.05)

        for number in range(many):
            threading.Thread(target=press, args=(number,), daemon=True).start()
            idle = held.enter_context(socket.create_connection((studio.host, studio.port)))
            idle.sendall(b"POST /api/position HTTP/1.1\r\n" if number % 2 else b"")
        time.sleep(_PRESSED)
        seen = Seen()
        for number in range(PAGES_SERVED):
            Client(studio, many + number, seen, cookie).visit(asked)
        over.set()
    wrong = seen.wrong + [
        f"{kind} of a page: {max(seconds):.1f} s"
        for kind, seconds in seen.seconds.items()
        if max(seconds) > SLOW
    ]
    wrong += [f"a page had to wait: {kind}, {many} times" for kind, many in seen.waited.items()]
    wrong += [] if pressed[503] + pressed[429] + pressed[0] else ["the program was never refused"]
    answers = ", ".join(f"{number:,} of {status or 'none'}" for status, number in pressed.items())
    return "\n".join([f"{many} tabs of a program; answers: {answers}", *_rows(seen)]), wrong


def _cookie(studio: Studio) -> str:
    """The token that pages are given."""
    with build_opener(ProxyHandler({})).open(f"{studio.address}/solve") as page:
        return page.headers["Set-Cookie"].partition(";")[0]


def _rows(seen: Seen) -> Iterable[str]:
    """A row for each kind of request."""
    yield "| kind | served | told to wait | median (s) | slowest (s) |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for kind, seconds in seen.seconds.items():
        middle = sorted(seconds)[len(seconds) // 2]
        cells = (kind, f"{len(seconds):,}", f"{seen.waited[kind]:,}", f"{middle:.2f}")
        yield f"| {' | '.join(cells)} | {max(seconds):.1f} |"
