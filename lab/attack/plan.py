"""What a run consists of: the targets and parsers, and how many trials each is given."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from lab.attack import claims, declarations, exports, play, puzzles, strategies, tables, work
from lab.attack.driver import Chunk
from lab.attack.inputs import drawn, mutated, parsers
from lab.attack.jobs import Files, Inputs, Job
from lab.attack.making import keep, seeds_of
from lab.attack.running import Shell
from lab.attack.targets import Seed, Target

SHARES: dict[Target, float] = {
    strategies.TARGET: 0.12,
    claims.TARGET: 0.08,
    tables.CHECKED: 0.13,
    tables.PROBED: 0.11,
    declarations.TARGET: 0.02,
    work.CHECKPOINTS: 0.06,
    work.RECORDS: 0.02,
    play.GAMES: 0.16,
    puzzles.SETS_OF_PUZZLES: 0.06,
    puzzles.ATTEMPTS: 0.10,
    exports.OF_TABLES: 0.08,
    exports.OF_SETS: 0.04,
    exports.PRINTS: 0.02,
}
"""How many of the altered files are of each target."""
INPUTS = {
    **dict.fromkeys(("positions", "moves", "lines", "goals", "attempts"), 0.13),
    "settings": 0.12,
    "boards": 0.07,
    **dict.fromkeys(("records", "puzzles", "table headers"), 0.04),
    "set states": 0.02,
    **dict.fromkeys(("strategy headers", "claim heads"), 0.01),
}
"""How many of the inputs each parser is given; those of files take longer."""
PLAIN = ("positions", "moves", "lines", "boards", "settings", "goals", "attempts", "set states")
"""Parsers that read no files."""
NEEDS = {
    "records": "game records",
    "table headers": "tables",
    "strategy headers": "strategies",
    "claim heads": "claims",
}
"""The target from whose seeds the samples of a parser come, where it is not called alike."""
DRAWN = 0.02
"""How many of the inputs Hypothesis draws, who takes longer."""
BATCH = 1000
CHUNK = 250
WORST = 10_000
"""More than the worst files of any target."""
PATIENCE = 3600
"""Seconds that the seeds of a target may take."""
FEW = 1000
"""Of fewer altered files in all, the worst are none."""


def targets(only: str) -> list[Target]:
    """The targets whose seeds are needed."""
    if only.startswith(PLAIN):
        return []
    needs = NEEDS.get(only.partition(",")[0], only)
    wanted = [one for one in SHARES if only in one.name or one.name in (needs, only.split(",")[0])]
    return wanted or list(SHARES)


def with_seeds(wanted: list[Target], folder: Path) -> dict[Target, list[Seed]]:
    """The seeds of each target, from the folder, or made by a process of their own."""
    found: dict[Target, list[Seed]] = {}
    for target in wanted:
        seeds = seeds_of(target, folder)
        if seeds is None:
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    keep(target, folder.resolve(), Shell())
                    status = 0
                except BaseException:
                    import traceback

                    (folder / "making.txt").write_text(traceback.format_exc())
                finally:
                    os._exit(status)
            status = _ended(child)
            if status:
                raise SystemExit(
                    f"no seeds of {target.name}: {(folder / 'making.txt').read_text()}"
                )
            seeds = seeds_of(target, folder)
        found[target] = seeds or []
    return found


def chunks(seeds: dict[Target, list[Seed]], files: int, inputs: int, only: str = "") -> list[Chunk]:
    """All trials of a run, the worst files first, which no short run has."""
    found: list[Chunk] = []
    for target, made in seeds.items():
        for job in (Files(target, made, worst=True), Files(target, made)):
            if (only and only not in job.name) or ("worst" in job.name and files < FEW):
                continue
            many = WORST if "worst" in job.name else len(made) + round(files * SHARES[target])
            found += _parts(job, many, WORST if "worst" in job.name else CHUNK) if files else []
    by_name = {target.name: made for target, made in seeds.items()}
    every = parsers(by_name) if inputs else []
    for number, parser in enumerate(every):
        if not parser.samples:  # its seeds are not wanted
            continue
        alike = sum(one.name == parser.name for one in every)
        for texts, share, batch in ((mutated, 1 - DRAWN, BATCH), (drawn, DRAWN, BATCH // 5)):
            job = Inputs(parser, texts, batch)
            job.name = f"{job.name} {number}"
            if only in job.name:
                most = round(inputs * INPUTS[parser.name] * share / alike / batch)
                found += _parts(job, max(1, most), max(1, CHUNK * 4 // batch))
    return found


def _ended(child: int) -> int:
    """The status of the child, which is killed if it takes too long."""
    until = time.monotonic() + PATIENCE
    done, status = os.waitpid(child, os.WNOHANG)
    while not done:
        if time.monotonic() > until:
            os.kill(child, signal.SIGKILL)
            raise SystemExit(f"no seeds after {PATIENCE} s")
        time.sleep(0.05)
        done, status = os.waitpid(child, os.WNOHANG)
    return status


def _parts(job: Job, many: int, size: int) -> list[Chunk]:
    return [Chunk(job, first, min(many, first + size)) for first in range(0, many, size)]
