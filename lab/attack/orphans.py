"""Kills commands and the studio at random moments, as users start them, with all their workers:
nothing that they began goes on, and the next start removes what they left in the temporary folder.

    python -m lab.attack.orphans [--kills 50] [--only serve] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.request import ProxyHandler, Request, build_opener

COMMANDS = (
    "serve --port 0",
    "puzzles make gro -n 50 -o set.jsonl",
    "report esgros --board hex:4 -o pages",
    "check grow --board square:3x3 --certificates c",
    "conform grow --board square:3x3",
    "solve esgros --board hex:3 --html page.html",
    "table build incrowd --board square:4x4 -o t.rpt --resume t.rpt.part --memory 500M",
    "verify /dev/stdin",
)
NEXT = "solve esgros --board path:2 --html page.html"
"""A start that uses a folder of its own."""
ASKED = (
    ("values", {"game": "gro", "line": ["c1", "d8"], "seconds": 100}),
    ("commands/puzzles-make", {"game": "gro", "n": 50}),
)
"""Work that the studio is given."""
LATEST = 12.0
"""Seconds after its first word, or its start, before which a command is killed."""
LATE = 5.0
"""Seconds of the processor after which a process has outlived its command."""
PATIENCE = 60.0
"""Seconds of the clock, however little of the processor it was given."""


class Killed(NamedTuple):
    """What lived, and which folders were there, when a command was killed; what was left of it."""

    processes: int
    folders: int
    left: str


def killed(command: str, dice: Random, place: Path) -> Killed:
    """Kills the command, or its guarded process, at a random moment."""
    scratch, folder = place / "scratch", place / "at"
    for one in (scratch, folder):
        one.mkdir(exist_ok=True)
    words = [sys.executable, "-m", "ruleproof", *command.split()]
    environment = os.environ | {"TMPDIR": str(scratch)}
    stdin, giving = os.pipe()
    with subprocess.Popen(
        words, cwd=folder, env=environment, stdin=stdin, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, errors="replace",
    ) as process:  # fmt: skip
        os.close(stdin)
        os.write(giving, b'{"format": "' + b"x" * 10_000)  # of a file that never ends
        assert process.stderr
        if command.startswith("serve"):
            found = re.search(r"http://[^ ]+", process.stderr.readline())
            assert found, "the studio did not begin"
            for path, body in ASKED:
                threading.Thread(target=_ask, args=(found[0], path, body), daemon=True).start()
        threading.Thread(target=process.stderr.read, daemon=True).start()
        with suppress(subprocess.TimeoutExpired):
            process.wait(dice.random() * LATEST)
        living, folders = those_of(scratch), len(list(scratch.iterdir()))
        inner = [one for one in _children(process.pid) if one in living]
        with suppress(ProcessLookupError):
            os.kill(dice.choice([process.pid, *inner[:1]]), signal.SIGKILL)
        os.close(giving)
        late = outlived(scratch)
        for one in late:
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
    if late:
        return Killed(len(living), folders, f"processes: {[*late.values()]}"[:1000])
    again = [sys.executable, "-m", "ruleproof", *NEXT.split()]
    subprocess.run(again, cwd=folder, env=environment, capture_output=True, check=True)
    left = sorted(one.name for one in scratch.iterdir())
    for name in left:
        subprocess.run(["rm", "-rf", str(scratch / name)], check=True)
    return Killed(len(living), folders, f"folders: {left}" if left else "")


def those_of(scratch: Path) -> dict[int, str]:
    """The processes whose temporary folder this is, whoever has adopted them, and their words."""
    found: dict[int, str] = {}
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"TMPDIR={scratch}\0".encode() in (path / "environ").read_bytes():
                words = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                found[int(path.name)] = words
    return found


def outlived(scratch: Path) -> dict[int, str]:
    """The processes that go on although their command was killed."""
    begun, before = time.monotonic(), {one: _spent(one) for one in those_of(scratch)}
    while left := those_of(scratch):
        waited = time.monotonic() - begun
        worked = max(_spent(one) - before.get(one, 0.0) for one in left)
        if waited > PATIENCE or (waited > LATE and worked > LATE):
            return left
        time.sleep(0.1)
    return {}


def _spent(process: int) -> float:
    """The seconds of the processor that the process has had."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _children(process: int) -> list[int]:
    with suppress(OSError):
        return [
            int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()
        ]
    return []


def _ask(address: str, path: str, body: object) -> None:
    """Asks the studio, and hears it until it is killed."""
    headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
    asked = Request(f"{address}/api/{path}", json.dumps(body).encode(), headers)
    local = build_opener(ProxyHandler({}))
    with suppress(OSError, HTTPException, ValueError), local.open(asked) as answer:
        answer.read()


def each(kills: int, seed: int, only: str) -> Iterator[tuple[str, list[Killed]]]:
    """Each command, and what became of it at each kill."""
    commands = [one for one in COMMANDS if only in one]
    for number, command in enumerate(commands):
        dice = Random(f"{seed} {command}")
        many = kills // len(commands) + (number < kills % len(commands))
        with tempfile.TemporaryDirectory() as place:
            yield command, [killed(command, dice, Path(place)) for _ in range(many)]


def main(say: Callable[[str], object] = sys.stdout.write) -> int:
    """The exit status: 1 if anything was left."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    faults = 0
    say("| command | kills | processes | folders | left |\n| --- | ---: | ---: | ---: | --- |\n")
    for command, found in each(options.kills, options.seed, options.only):
        left = [one.left for one in found if one.left]
        faults += len(left)
        numbers = f"{sum(one.processes for one in found)} | {sum(one.folders for one in found)}"
        say(f"| `{command}` | {len(found)} | {numbers} | {'; '.join(left) or 'nothing'} |\n")
        sys.stdout.flush()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
