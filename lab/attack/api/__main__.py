"""Attacks the studio's operations: see `lab/attack/README.md`.

python -m lab.attack.api                          1,000 requests to each operation and page
python -m lab.attack.api --only /api/judge --requests 50
python -m lab.attack.api --requests 0 --lies 500          wrong requests, byte by byte
python -m lab.attack.api --requests 0 --clients 50        so many clients at once
python -m lab.attack.api --requests 0 --tabs 70           a program that presses with so many tabs
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from lab.attack.api.crowd import crowd, starving
from lab.attack.api.fuzzing import all_rows
from lab.attack.api.rows import Row, findings, table
from lab.attack.api.serving import served
from lab.attack.api.sockets import BEGINNING, LIES, PATIENCE, lies, sent, wrong


def main() -> int:
    """The exit status: 1 if there were findings."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--requests", type=int, default=1000, help="to each operation  [1000]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="a part of the names of operations, or a name")
    parser.add_argument("--lies", type=int, default=0, help="altered bytes on a socket  [0]")
    parser.add_argument("--clients", type=int, default=0, help="clients at once  [0]")
    parser.add_argument("--tabs", type=int, default=0, help="tabs of one program  [0]")
    options = parser.parse_args()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        if options.requests:
            many, seed, only = options.requests, options.seed, options.only
            rows += all_rows(Path(folder) / "studio", many, seed, only, say)
    if rows:
        say(table(rows))
    found = [findings(rows)] if rows else []
    if options.lies:
        found += lied(options.lies, options.seed)
    if options.clients:
        measured, faults = crowd(options.clients)
        say(measured)
        found += faults
    if options.tabs:
        measured, faults = starving(options.tabs)
        say(measured)
        found += faults
    told = "\n".join(filter(None, found))
    say(told or "nothing was found")
    return 1 if told else 0


def lied(many: int, seed: int) -> list[str]:
    """What is wrong with the answers to lies, and to so many edits of them."""
    found: list[str] = []
    with served() as studio:
        for name, content in lies(seed, many):
            patience = BEGINNING if name == "right" else PATIENCE
            found.append(wrong(name, sent(studio.host, studio.port, content, patience)))
        right = sent(studio.host, studio.port, LIES["right"], BEGINNING)
        found.append(wrong("right", right))
    say(f"{len(found)} requests on a socket")
    return list(filter(None, found))


def say(text: str) -> None:
    """Prints a line."""
    sys.stdout.write(f"{text}\n".encode("utf-8", "backslashreplace").decode())
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
