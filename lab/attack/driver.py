"""Shares trials out among forked workers, and outlives them: a worker that dies, hangs or swells is
a finding, and another takes its place.

A chunk of trials that is done is noted in a log, so that a run goes on where it was stopped. A
finding is a folder: the altered file, and `why.txt` with the command, the seed and the number.
"""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import signal
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from lab.attack.jobs import Job, Trial, own_place
from lab.attack.targets import MEGABYTE, MOST_SECONDS, OUTCOMES, Outcome

SWOLLEN = 3 << 30
"""Bytes of growth at which a worker is killed."""
STALE = 150 * MEGABYTE
"""Growth after which a worker is replaced, so that the next trial is measured from below."""
PATIENCE = 12 * MOST_SECONDS
"""Seconds on the clock after which a trial hangs, however little of the processor it was given."""
ASLEEP = 3.0
"""Seconds between two looks at the workers after which all of them were stopped meanwhile."""
MOST_DEATHS = 30
KEPT = 3
"""Files kept of findings that say the same."""


@dataclass
class Tally:
    """A row of the report."""

    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    growth: int = 0
    found: Counter[str] = field(default_factory=Counter)

    @property
    def tried(self) -> int:
        """How many files or inputs there were."""
        return sum(self.counts[one] for one in OUTCOMES)

    def add(self, other: Tally) -> None:
        """Adds what another tally counted."""
        self.counts += other.counts
        self.found += other.found
        self.seconds = max(self.seconds, other.seconds)
        self.growth = max(self.growth, other.growth)


class Chunk(NamedTuple):
    """Trials of one job, from the first to the one before the last."""

    job: Job
    first: int
    last: int


def signature(why: str) -> str:
    """What findings of one cause have in common."""
    shorter = re.sub(r"'[^']*'|\"[^\"]*\"|0x[0-9a-f]+|[0-9]+(\.[0-9]+)?", "…", why)
    return " ".join(shorter.split())[:160]


class Worker:
    """A forked process that makes the trials of one chunk after the other."""

    def __init__(self, job: Job, seed: int, folder: Path) -> None:
        self.job, self.folder = job, folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        orders, self._orders = os.pipe()
        self.answers, answers = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            status = 1
            try:
                os.close(self._orders)
                os.close(self.answers)
                _work(job, seed, folder, orders, answers)
                status = 0
            except BaseException:
                folder.with_suffix(".error").write_text(traceback.format_exc())
            finally:
                os._exit(status)
        os.close(orders)
        os.close(answers)
        self._begun = b""
        self._status: int | None = None
        self.base = 0
        self.ready = self.making = False

    def order(self, chunk: Chunk) -> None:
        """Begins a chunk."""
        self.chunk, self.next = chunk, chunk.first
        self.rows: dict[str, Tally] = {}
        self.rested(making=True)
        os.write(self._orders, f"{chunk.first} {chunk.last}\n".encode())

    def go_on(self) -> None:
        """Tells the process that the files of a finding are taken."""
        os.write(self._orders, b"taken\n")

    def rested(self, making: bool) -> None:
        """Begins a trial, or to make its file, as far as clocks are concerned."""
        self.making = making
        self.since, self.cpu = time.monotonic(), self.spent()

    def spent(self) -> float:
        """The seconds that the process has had of processors."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def size(self) -> int:
        """The bytes of memory that the process has."""
        try:
            return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * 4096
        except (OSError, IndexError):
            return 0

    def told(self) -> list[Any] | None:
        """The answers that have come; None if there will be none any more."""
        part = os.read(self.answers, 1 << 20)
        if not part:
            return None
        *lines, self._begun = (self._begun + part).split(b"\n")
        return [json.loads(line) for line in lines]

    def end(self) -> int:
        """Kills the process, if it lives, and returns its status; at the second call as well."""
        if self._status is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            _, self._status = os.waitpid(self.pid, 0)
            for number in (self._orders, self.answers):
                os.close(number)
            shutil.rmtree(own_place(self.pid), ignore_errors=True)
        return self._status


def _work(job: Job, seed: int, folder: Path, orders: int, answers: int) -> None:
    """The life of a worker."""

    def tell(value: Any) -> None:
        line = (json.dumps(value) + "\n").encode()
        while line:
            line = line[os.write(answers, line) :]

    job.begin(folder)
    tell("ready")
    with os.fdopen(orders) as lines:
        for line in lines:
            first, last = map(int, line.split())
            for number in range(first, last):
                trial = job.trial(seed, number, lambda: tell("begun"))
                if trial is None:
                    break
                tell([number, *trial])
                if trial.found and lines.readline() == "":  # until the files are taken
                    return
            tell("done")


class Driver:
    """A run: chunks that wait, workers that work, and what was found so far. What an earlier run
    found counts if its seed was the same, and the `version` of what is attacked.
    """

    def __init__(self, folder: Path, seed: int, version: str, say: Callable[[str], None]) -> None:
        self.folder, self.seed, self._say = folder, seed, say
        self._whose = [seed, version]
        self.rows: dict[str, Tally] = {}
        self.deaths: Counter[str] = Counter()
        self._log = folder / "log.jsonl"
        self._done: dict[str, list[tuple[int, int]]] = {}
        self._kept: Counter[str] = Counter()
        self._numbers = 0
        if self._log.exists():
            self._take_up()

    def _take_up(self) -> None:
        for line in self._log.read_text().splitlines():
            said = json.loads(line)
            if said.get("whose") == self._whose:
                self._done.setdefault(said["job"], []).append((said["first"], said["last"]))
                for kind, row in said["rows"].items():
                    self._row(kind).add(Tally(Counter(row[0]), row[1], row[2], Counter(row[3])))

    def _row(self, kind: str) -> Tally:
        return self.rows.setdefault(kind, Tally())

    def run(self, chunks: Iterable[Chunk], workers: int, seconds: float) -> None:
        """Makes the trials, until all are made or the time is up."""
        waiting = deque(self._left(chunks))
        until = time.monotonic() + seconds
        living: list[Worker] = []
        looked = time.monotonic()
        try:
            while (waiting or living) and time.monotonic() < until:
                while waiting and len(living) < workers:
                    living.append(self._new_worker(waiting[0].job))
                    living[-1].chunk = waiting.popleft()
                ready, _, _ = select.select([one.answers for one in living], [], [], 0.05)
                if time.monotonic() - looked > ASLEEP:
                    for worker in living:
                        worker.rested(worker.making)
                looked = time.monotonic()
                for worker in list(living):
                    alive = self._heard(worker, waiting) if worker.answers in ready else True
                    alive = alive and self._well(worker, waiting)
                    if not alive:
                        living.remove(worker)
        finally:
            for worker in living:
                self._note(worker, worker.next if worker.ready else worker.chunk.first)
                worker.end()

    def _left(self, chunks: Iterable[Chunk]) -> Iterable[Chunk]:
        """The chunks without what is done."""
        for chunk in chunks:
            first = chunk.first
            for begin, end in sorted(self._done.get(chunk.job.name, ())):
                if begin <= first < end:
                    first = end
            if first < chunk.last:
                yield chunk._replace(first=first)

    def _new_worker(self, job: Job) -> Worker:
        self._numbers += 1
        return Worker(job, self.seed, self.folder / "workers" / str(self._numbers))

    def _heard(self, worker: Worker, waiting: deque[Chunk]) -> bool:
        """Takes what a worker says; False if it is no more."""
        answers = worker.told()
        if answers is None:
            self._died(worker, waiting, "")
            return False
        for answer in answers:
            if answer == "ready":
                worker.ready = True
                worker.base = worker.size()
                worker.order(worker.chunk)
            elif answer == "begun":
                worker.rested(making=False)
            elif answer == "done":
                return self._chunk_done(worker, waiting)
            else:
                number, *fields = answer
                self._took(worker, number, Trial(*fields))
        return True

    def _took(self, worker: Worker, number: int, trial: Trial) -> None:
        row = worker.rows.setdefault(trial.kind, Tally())
        row.counts.update(trial.counts)
        row.seconds = max(row.seconds, trial.seconds)
        row.growth = max(row.growth, trial.growth)
        for why, file in trial.found:
            row.found[signature(why)] += 1
            self._keep(worker, number, trial.kind, why, worker.folder / file)
        worker.next = number + 1
        if trial.found:
            worker.go_on()
        worker.rested(making=True)

    def _chunk_done(self, worker: Worker, waiting: deque[Chunk]) -> bool:
        """Gives the worker another chunk of its job, or lets it go."""
        self._note(worker, worker.chunk.last)
        fresh = worker.size() < worker.base + STALE
        same = [chunk for chunk in waiting if chunk.job is worker.job]
        if fresh and same:
            waiting.remove(same[0])
            worker.order(same[0])
            return True
        worker.end()
        shutil.rmtree(worker.folder, ignore_errors=True)
        worker.folder.with_suffix(".kind").unlink(missing_ok=True)
        return False

    def _well(self, worker: Worker, waiting: deque[Chunk]) -> bool:
        """Kills a worker that hangs or swells; False if it did."""
        if not worker.ready:
            return True
        grown = worker.size() - worker.base
        lasts, works = time.monotonic() - worker.since, worker.spent() - worker.cpu
        why = ""
        if grown > SWOLLEN:
            why = f"grew by more than {SWOLLEN >> 30} GB"
        elif (not worker.making and min(lasts, works) > MOST_SECONDS) or lasts > PATIENCE:
            why = f"hangs: {lasts:.0f} s, {works:.0f} s of a processor"
        if why:
            self._died(worker, waiting, why)
        return not why

    def _died(self, worker: Worker, waiting: deque[Chunk], why: str) -> None:
        """Notes the death of a worker as a finding, and has the rest of its chunk made."""
        status = worker.end()
        if not worker.ready:
            told = worker.folder.with_suffix(".error")
            why = told.read_text() if told.exists() else f"status {status}"
            raise AssertionError(f"a worker of {worker.job.name} died before it began: {why}")
        if not why:
            number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
            why = (
                f"crash: {signal.strsignal(number)}" if number else f"exit of status {status >> 8}"
            )
        said = worker.folder.with_suffix(".kind")
        kind, _, command = (said.read_text() if said.exists() else worker.job.name).partition("\n")
        why = f"{command}: {why}" if command else why
        row = worker.rows.setdefault(kind, Tally())
        row.counts["finding"] += 1
        row.found[signature(why)] += 1
        for path in sorted(worker.folder.iterdir())[:1] or [worker.folder]:
            self._keep(worker, worker.next, kind, why, path)
        self._note(worker, worker.next + 1)
        name = worker.job.name
        self.deaths[name] += 1
        if self.deaths[name] >= MOST_DEATHS:
            self._say(f"{name}: given up after {MOST_DEATHS} deaths")
            for chunk in [one for one in waiting if one.job is worker.job]:
                waiting.remove(chunk)
        elif worker.next + 1 < worker.chunk.last:
            waiting.appendleft(worker.chunk._replace(first=worker.next + 1))

    def _keep(self, worker: Worker, number: int, kind: str, why: str, path: Path) -> None:
        """Keeps the files of a finding, if there are few like it."""
        same = f"{kind}: {signature(why)}"
        self._kept[same] += 1
        if self._kept[same] > KEPT:
            return
        self._say(f"{kind}, number {number}: {why[:300]}")
        place = self.folder / "findings" / f"{worker.job.name}-{number}".replace(" ", "-")
        place.mkdir(parents=True, exist_ok=True)
        if path.is_file():
            shutil.copy(path, place / path.name)
        text = f"{kind}\nseed {self.seed}, job {worker.job.name!r}, number {number}\n{why}\n"
        with (place / "why.txt").open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)

    def _note(self, worker: Worker, last: int) -> None:
        """Writes down that the worker's chunk is done up to a number."""
        rows = worker.rows if worker.ready else {}
        if last <= worker.chunk.first:
            return
        line = {
            "whose": self._whose,
            "job": worker.job.name,
            "first": worker.chunk.first,
            "last": last,
            "rows": {
                kind: [row.counts, row.seconds, row.growth, row.found] for kind, row in rows.items()
            },
        }
        with self._log.open("a") as file:
            file.write(json.dumps(line) + "\n")
        for kind, row in rows.items():
            self._row(kind).add(row)


def page(rows: dict[str, Tally]) -> str:
    """The table of the report, in Markdown."""
    columns: tuple[tuple[str, Outcome], ...] = (
        ("refused", "refused"),
        ("accepted, still true", "true"),
        ("left open", "open"),
        ("led astray", "led astray"),
        ("not judged", "unjudged"),
        ("findings", "finding"),
    )
    heads = ["kind", "tried", *(name for name, _ in columns), "slowest (s)", "growth (MB)"]
    lines = [f"| {' | '.join(heads)} |", f"| --- {'| ---: ' * (len(heads) - 1)}|"]
    total = Tally()
    for kind in sorted(rows):
        lines.append(_line(kind, rows[kind], columns))
        total.add(rows[kind])
    lines.append(_line("all", total, columns))
    return "\n".join(lines) + "\n"


def _line(kind: str, row: Tally, columns: tuple[tuple[str, Outcome], ...]) -> str:
    numbers = [f"{row.counts[outcome]:,}" for _, outcome in columns]
    told = [f"{row.tried:,}", *numbers, f"{row.seconds:.1f}", f"{row.growth / MEGABYTE:.0f}"]
    return f"| {kind} | {' | '.join(told)} |"
