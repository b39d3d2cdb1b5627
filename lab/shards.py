"""Holds tables of several files against those of one process, and kills what builds them.

    nice python -m lab.shards agree [BOARD …] [--page lab/results/shards.md]
    nice python -m lab.shards kill [BOARD …] [--kills 20] [--seed 1] [--page …]

agree   each board built by `table build` in one process, then shard by shard by one worker and by
        four: the same positions, values, distances and plies, and the same checksums of all files
kill    a scheduler and three workers of dask.distributed and the command `table build`, each killed
        (SIGKILL) at random moments and begun anew, until the build is done and `--kills` have died;
        then the checksums of an undisturbed build

A page keeps the rows of other boards. The status is 1 where anything differs.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ruleproof.models.files.writing import write_whole
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.shards.build import Built, build_shards
from ruleproof.solvers.playing.tables.build import build, party_of
from ruleproof.solvers.playing.tables.folder import TableFolder, opened
from ruleproof.solvers.work.side_by_side import local_workers

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests" / "games"))

from tests.ready import ready  # noqa: E402  (Connect Four is a game of the tests)

AGREE = [
    *("connect-four square:4x5", "connect-four square:5x5", "incrowd square:4x4"),
    *("incrowd square:3x5", "esgros hex:3", "esgros square:4x4", "gro dish:1,2 tokens=4"),
    *("gro dish:1,2 tokens=5", "sow square:2x5 height=2", "grow square:2x4"),
]
KILL = ["incrowd square:4x4", "gro dish:1,2 tokens=4"]
MEMORY = 1 << 30


def contents(path: Path) -> str:
    """A hash of the keys, values and plies of a table in the order of the keys."""
    with opened(path) as table:
        blocks = [table.block(number) for number in range(table.blocks)]
        keys = [np.concatenate([one.words[k] for one in blocks]) for k in range(table.head.words)]
        order = np.lexsort(keys)
        columns = [*keys, np.concatenate([one.values for one in blocks])]
        if plies := [one.plies for one in blocks if one.plies is not None]:
            columns.append(np.concatenate(plies))
        told = [table.head.said[name] for name in ("used", "letters", "worth", "positions")]
    found = hashlib.sha256(repr(told).encode())
    for one in columns:
        found.update(one[order].astype(np.int64).tobytes())
    return found.hexdigest()


def sums(path: Path) -> dict[str, str]:
    """The checksums of a folder's files."""
    with TableFolder(path) as table:
        return {one.name: table.file(int(one.stem)).entries_checksum for one in path.glob("*.rpt")}


def sharded(text: str, path: Path, workers: int) -> Built:
    """A table built shard by shard on this machine."""
    game = ready(text)
    return build_shards(
        *(Position.start(game), path, path.with_suffix(".part"), partial(local_workers, workers)),
        memory=MEMORY,
        party=party_of(game),
    )


def agree(text: str, folder: Path) -> tuple[list[str], bool]:
    """A row of the page, and whether all is the same."""
    game = ready(text)
    where = folder / "one.rpt"
    whole = build(Position.start(game), where, memory=8 << 30, party=party_of(game))
    one, four = (sharded(text, folder / str(many), many) for many in (1, 4))
    same = contents(where) == contents(folder / "1")
    alike = sums(folder / "1") == sums(folder / "4")
    found = ["the same" if same else "OTHERS", "the same" if alike else "OTHERS"]
    rates = [f"{many.rate:,.0f}" for many in (whole, one, four)]
    worth = whole.value if isinstance(whole.value, str) else f"{whole.value:+}"
    worth += f" in {whole.distance}" if whole.distance else ""
    return [text, f"{whole.entries:,}", worth, *found, *rates], same and alike


class Cluster:
    """A scheduler, workers and the command, each a process of its own."""

    def __init__(self, text: str, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        game, board, *settings = text.split()
        self.output, self.part = folder / "killed", folder / "killed.part"
        address = f"tcp://127.0.0.1:{self.port}"
        dask = [sys.executable, "-m", "dask"]
        plain = ["--no-dashboard", "--host", "127.0.0.1"]
        worker = [*dask, "worker", address, "--nthreads", "1", "--no-nanny", *plain]
        self.commands = {
            "scheduler": [*dask, "scheduler", "--port", str(self.port), *plain],
            **{f"worker {number}": worker for number in (1, 2, 3)},
            "build": [
                *(sys.executable, "-m", "ruleproof", "table", "build", game, "-b", board),
                *(word for one in settings for word in ("--set", one)),
                *("-o", str(self.output), "--memory", "1G", "--cluster", address),
            ],
        }
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.said = folder / "said.txt"

    def look(self) -> bool:
        """Begins what does not run; whether the build is done."""
        for name, command in self.commands.items():
            one = self.running.get(name)
            if one is not None and one.poll() is None:
                continue
            if name == "build" and one is not None and one.returncode == 0:
                return True
            if name == "build" and self.part.exists():
                command = [*command, "--resume", str(self.part)]
            with self.said.open("ab") as said:
                self.running[name] = subprocess.Popen(command, stdout=said, stderr=said, cwd=ROOT)
        return False

    def kill(self, name: str) -> bool:
        """Kills a process if it runs."""
        one = self.running.get(name)
        if one is None or one.poll() is not None:
            return False
        children = Path(f"/proc/{one.pid}/task/{one.pid}/children").read_text().split()
        for process in (one.pid, *map(int, children)):
            os.kill(process, signal.SIGKILL)
        one.wait()
        return True


def kill(text: str, folder: Path, kills: int, chance: random.Random) -> tuple[list[str], bool]:
    """A row of the page, and whether the table is that of an undisturbed build."""
    sharded(text, folder / "whole", 2)
    died, builds, same = Counter[str](), 0, True
    cluster = Cluster(text, folder)
    try:
        while sum(died.values()) < kills:
            builds += 1
            until = time.monotonic() + chance.uniform(2, 8)
            while not cluster.look():
                time.sleep(0.1)
                if time.monotonic() > until and sum(died.values()) < kills:
                    name = chance.choice([*cluster.commands])
                    died[name.split()[0]] += cluster.kill(name)
                    until = time.monotonic() + chance.uniform(2, 8)
            same = same and sums(cluster.output) == sums(folder / "whole")
            del cluster.running["build"]
            shutil.rmtree(cluster.output)
    finally:
        for name in cluster.commands:
            cluster.kill(name)
    many = [str(died[name]) for name in ("worker", "scheduler", "build")]
    return [text, *many, str(builds), "the same" if same else "OTHERS"], same


HEADS = {
    "agree": "| game | positions | value | entries | files of 1 and 4 workers | positions/s "
    "(one process) | 1 worker | 4 workers |\n| --- | ---: | --- | --- | --- | ---: | ---: | ---: |",
    "kill": "| game | killed workers | schedulers | builds | whole builds | files |\n"
    "| --- | ---: | ---: | ---: | ---: | --- |",
}
TITLES = {"agree": "Agreement", "kill": "Kills"}


def page(path: Path, command: str, rows: list[list[str]]) -> None:
    """Writes the rows of a section of the page, and keeps all others."""
    text = path.read_text("utf-8") if path.exists() else "# Tables of several files\n"
    title, *sections = text.split("\n## ")
    known = dict(one.split("\n\n", 1) for one in sections)
    there = known.get(TITLES[command], HEADS[command]).strip().splitlines()
    lines = {line.split("|")[1].strip(): line for line in there[2:]}
    lines |= {row[0]: f"| {' | '.join(row)} |" for row in rows}
    known[TITLES[command]] = "\n".join([*HEADS[command].splitlines(), *lines.values()])
    every = [f"## {name}\n\n{body.strip()}\n" for name, body in sorted(known.items())]
    write_whole(path, "\n".join([title.rstrip() + "\n", *every]))


def main() -> int:
    """Runs a command; the status."""
    parser = argparse.ArgumentParser(prog="python -m lab.shards")
    parser.add_argument("command", choices=list(HEADS))
    parser.add_argument("boards", nargs="*")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--folder", type=Path, help="for the files of the work")
    given = parser.parse_args()
    chance, rows, good = random.Random(given.seed), [], True
    for text in given.boards or (AGREE if given.command == "agree" else KILL):
        with tempfile.TemporaryDirectory(dir=given.folder) as name:
            more: tuple[Any, ...] = (given.kills, chance) if given.command == "kill" else ()
            row, same = globals()[given.command](text, Path(name), *more)
        rows.append(row)
        good = good and same
        sys.stdout.write(" | ".join(row) + "\n")
        sys.stdout.flush()
        if given.page:
            page(given.page, given.command, rows)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
