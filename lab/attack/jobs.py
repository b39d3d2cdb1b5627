"""What a worker does: tries one altered file, or a batch of inputs, and says what became of it.

job      a numbered sequence of trials: the same number is the same trial, whoever makes it
trial    one altered file, or many inputs of one parser
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from lab.attack.displaying import COMMAND
from lab.attack.edits import bytes_edit
from lab.attack.running import Shell, ready
from lab.attack.targets import (
    MEGABYTE,
    MOST_GROWTH,
    MOST_SECONDS,
    Altered,
    Judged,
    Outcome,
    Run,
    Seed,
    Target,
    judged,
)

PIPED = 8
"""Of so many altered files one is read through a pipe as well."""
_TIMES = re.compile(r"[0-9.]+ s\b|\"seconds\": [0-9.e-]+")


def lasting(run: Run) -> str:
    """What a command said, but for times."""
    return _TIMES.sub("", run.out)


def own_place(pid: int | None = None) -> Path:
    """A folder of that process alone, of this one by default: workers of one parser go side by
    side. The driver removes it with the worker.
    """
    found = Path(tempfile.gettempdir()) / f"ruleproof-attack-{pid or os.getpid()}"
    if pid is None:
        found.mkdir(exist_ok=True)
    return found


class Trial(NamedTuple):
    """What came out: the row of the report, how many came out how, what was found, the longest
    time in seconds, and the farthest growth in bytes. `found`: why, and the name of the file in the
    working folder that shows it.
    """

    kind: str
    counts: dict[Outcome, int]
    found: list[tuple[str, str]]
    seconds: float
    growth: int = 0


class Job(Protocol):
    """A numbered sequence of trials."""

    name: str

    def begin(self, folder: Path) -> None:
        """Prepares a worker, which works in the folder from then on."""
        ...

    def trial(self, seed: int, number: int, begun: Callable[[], None]) -> Trial | None:
        """The trial of that number in the run of that seed; None where there are no more. `begun`
        is called once the file is made.
        """
        ...


def dice_of(seed: int, job: str, number: int) -> Random:
    """The dice of one trial."""
    return Random(f"{seed} {job} {number}")


class Files:
    """Altered files of one target; the first ones are valid."""

    def __init__(self, target: Target, seeds: list[Seed], worst: bool = False) -> None:
        self.name = f"{target.name}, the worst" if worst else target.name
        self._target = target
        self._seeds = seeds
        self._weights = [1 / (seed.seconds + 0.004) for seed in seeds]
        self._worst: Iterator[tuple[Seed, bytes]] | None = None
        self._is_worst, self._next = worst, 0

    def begin(self, folder: Path) -> None:
        """Loads all that the commands need by running them once."""
        self._shell, self._folder = Shell(), folder
        done: set[object] = set()
        for seed in self._seeds:
            if (seed.command, seed.name) not in done:
                self._put(seed, seed.content)
                if seed.command[0] == "verify":
                    ready(Path(seed.file))
                self._shell.run(seed.command)
            done.add((seed.command, seed.name))

    def _put(self, seed: Seed, content: bytes) -> None:
        """Works in a folder that holds the file, what belongs beside it, and nothing else."""
        for path in self._folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
        self._folder.with_suffix(".kind").write_text(f"{seed.kind}\n{' '.join(seed.command)}")
        (self._folder / seed.file).write_bytes(content)
        for name, text in seed.beside:
            (self._folder / name).write_text(text)
        os.chdir(self._folder)

    def _altered(self, seed: int, number: int) -> tuple[Seed, Altered] | None:
        if not self._is_worst:
            if number < len(self._seeds):
                return self._seeds[number], Altered(self._seeds[number].content, sealed=False)
            dice = dice_of(seed, self.name, number)
            (chosen,) = dice.choices(self._seeds, self._weights)
            try:
                return chosen, self._target.alter(dice, chosen, self._seeds)
            except RecursionError:  # one edit nested a value too deeply for the next
                return chosen, Altered(bytes_edit(dice, chosen.content), sealed=False)
        if self._worst is None or number < self._next:
            self._worst, self._next = self._target.worst(self._seeds), 0
        found = next(islice(self._worst, number - self._next, None), None)
        self._next = number + 1
        return None if found is None else (found[0], Altered(found[1], sealed=True))

    def trial(self, seed: int, number: int, begun: Callable[[], None]) -> Trial | None:
        """What the command says of one altered file."""
        chosen = self._altered(seed, number)
        if chosen is None:
            return None
        origin, altered = chosen
        begun()
        base = resident()
        forget_peak()
        self._shell.children.most = 0
        clock = Clock()
        self._put(origin, altered.content)
        run = self._shell.run(origin.command)
        seconds = clock.seconds
        growth = max(peak(), self._shell.children.most) - base
        known = self._settled(origin, altered, run, growth)
        if known.outcome != "finding" and number % PIPED == 1:
            known = self._piped(origin, altered.content, run) or known
        (self._folder / origin.file).write_bytes(altered.content)  # the command may have changed it
        found: list[tuple[str, str]] = []
        if known.outcome == "finding":
            found.append((f"{' '.join(origin.command)}: {known.why}", origin.file))
        counts: dict[Outcome, int] = {known.outcome: 1}
        return Trial(origin.kind, counts, found, seconds, growth)

    def _piped(self, origin: Seed, content: bytes, run: Run) -> Judged | None:
        """Why the same file from a pipe is answered otherwise, if it is."""
        reads = origin.file in origin.command and origin.command[0] != COMMAND
        if self._is_worst or not reads or "--resume" in origin.command:
            return None
        self._put(origin, content)
        again = self._shell.piped(origin.command, origin.file, content)
        right = run.status if content else 2
        if again.status != right or (right == 0 and lasting(again) != lasting(run)):
            return Judged("finding", f"from a pipe: {again!r:.2000}, not {run!r:.2000}")
        return None

    def _settled(self, origin: Seed, altered: Altered, run: Run, growth: int) -> Judged:
        most = MOST_GROWTH
        if origin.memory is not None:
            most = origin.memory + max(origin.memory // 10, 20 * MEGABYTE)
        if growth > most:
            return Judged("finding", f"grew by {growth / MEGABYTE:.0f} MB")
        try:
            return judged(self._target, origin, altered, run)
        except Exception as error:  # what was accepted cannot even be read here
            return Judged("finding", f"accepted, and {type(error).__name__}: {error}; {run}"[:1000])


class Parser(NamedTuple):
    """A function that reads text from outside. `samples`: texts that it accepts. It returns what it
    read, or raises one of `refuses`. `kept` says how a law is broken by what it read, if one is.
    """

    name: str
    read: Callable[[str], Any]
    samples: tuple[str, ...]
    refuses: tuple[type[Exception], ...] = (ValueError,)
    kept: Callable[[str, Any], str] | None = None


Texts = Callable[[Parser, Random, int, Callable[[str], None]], None]
"""Shows so many texts for a parser, as the dice fall."""


class Inputs:
    """Inputs of one parser, many at a time."""

    def __init__(self, parser: Parser, texts: Texts, many: int) -> None:
        self.name = f"{parser.name}, {getattr(texts, '__name__', '')}"
        self._parser = parser
        self._texts = texts
        self._many = many

    def begin(self, folder: Path) -> None:
        """Reads the samples and makes some texts, which loads all that is needed."""
        self._folder = folder
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # remarks on settings
        for text in self._parser.samples:
            self._parser.read(text)
        self._texts(self._parser, Random(0), 2, lambda text: None)
        self._under_way = (folder / "input.txt").open("wb", buffering=0)

    def trial(self, seed: int, number: int, begun: Callable[[], None]) -> Trial | None:
        """What the parser makes of a batch of texts."""
        counts: Counter[Outcome] = Counter()
        found: list[tuple[str, str]] = []
        slowest = 0.0
        begun()
        base = resident()
        forget_peak()

        def look(text: str) -> None:
            nonlocal slowest
            raw = text.encode("utf-8", "surrogatepass")
            os.pwrite(self._under_way.fileno(), raw, 0)
            os.ftruncate(self._under_way.fileno(), len(raw))
            clock = Clock()
            outcome, why = tried(self._parser, text)
            seconds = clock.seconds
            slowest = max(slowest, seconds)
            if seconds > MOST_SECONDS:
                outcome, why = "finding", f"took {seconds:.1f} s"
            counts[outcome] += 1
            if why and len(found) < 10:
                name = f"{len(found)}.txt"
                (self._folder / name).write_bytes(raw)
                found.append((why, name))

        self._texts(self._parser, dice_of(seed, self.name, number), self._many, look)
        growth = peak() - base
        if growth > MOST_GROWTH:
            counts["finding"] += 1
            found.append((f"grew by {growth / MEGABYTE:.0f} MB", "input.txt"))
        return Trial(f"input: {self._parser.name}", dict(counts), found, slowest, growth)


def tried(parser: Parser, text: str) -> Judged:
    """What the parser makes of a text."""
    try:
        value = parser.read(text)
    except parser.refuses as error:
        if not str(error):
            return Judged("finding", f"refused without a word ({type(error).__name__})")
        return Judged("refused")
    except Exception as error:
        return Judged("finding", f"{type(error).__name__}: {error}"[:500])
    if parser.kept:
        try:
            why = parser.kept(text, value)
        except Exception as error:
            why = f"what it read cannot be written: {type(error).__name__}: {error}"[:500]
        if why:
            return Judged("finding", why)
    return Judged("true")


class Clock:
    """The seconds since it was made: those of a processor, children's too, if they are fewer, for
    others may work here as well, and this process may be stopped.
    """

    def __init__(self) -> None:
        self._since = time.perf_counter()
        self._times = os.times()

    @property
    def seconds(self) -> float:
        """The seconds until now."""
        spent = sum(os.times()[:4]) - sum(self._times[:4])
        return min(time.perf_counter() - self._since, spent)


# Memory of this process


def _told(name: str) -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1]) * 1024
    return 0


def resident() -> int:
    """The bytes of memory that this process has now."""
    return _told("VmRSS")


def peak() -> int:
    """The most bytes that it had since `forget_peak`."""
    return _told("VmHWM")


def forget_peak() -> None:
    """Lets the peak begin at what there is now."""
    Path("/proc/self/clear_refs").write_text("5")
