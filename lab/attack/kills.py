"""Kills work at random moments, and holds what comes of it in the end against undisturbed work.

    python -m lab.attack.kills [--kills 200] [--only solve] [--seed 1]

Work that saves itself goes on from there after each kill and must come to the same answer. Of work
that only writes, every file must be the old one or the whole new one at any moment. Children are
forked once rules are compiled and leave no work to others, so that kills fall into the work and not
into its beginning. Every third kill falls as soon as a file is being written.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

SECONDS = 0.02
"""Seconds between two frames of a checkpoint."""
MOST_IN_A_ROW = 8
"""Kills before work is let alone until it ends."""
LONGEST = 300.0
SAVED = ("s.rpc", "r.json")
"""Files that keep what was found, in whatever order that was."""
_HEAD = 80
"""Bytes in which pages of one kind begin alike."""
VOLATILE = ("seconds", "compiling", "reading", "nodes", "rate", "memory", "record")


class Work(NamedTuple):
    """A command, and the file that it must leave, if it is one that only writes. `ends`: how that
    file ends where time alone decides what else is in it.
    """

    command: str
    writes: str = ""
    ends: bytes = b""


WORKS = (
    Work("table build gro --board dish:1,1 --set tokens=5 -o t.rpt --resume t.rpt.part --json"),
    Work("table build esgros --board square:3x4 -o t.rpt --resume t.rpt.part --json"),
    Work("table build grow --board square:2x3 -o t.rpt --resume t.rpt.part --json"),
    Work("solve incrowd --board square:4x4 --resume s.rpc --json"),
    Work("solve esgros --board hex:3 --set full=loss --resume s.rpc --json"),
    Work("solve gro --board dish:1,1 --set tokens=2 --goal win --resume s.rpc --json"),
    Work("check esgros --board hex:2 --claim 2 --claim 8 --claim 11 --resume r.json --json"),
    Work("check grow --board square:2x2 --claim 9 --claim 11 --claim 5 --resume r.json --json"),
    Work("puzzles make esgros --board hex:3 -n 2 --seed 1 -o set.jsonl --replace", "set.jsonl"),
    Work("report esgros --board path:2 -o pages --time 3", "pages", b"</html>"),
)


class Count(NamedTuple):
    """How work was disturbed: kills, those after which something was saved, and endings."""

    kills: int = 0
    saved: int = 0
    ended: int = 0


class Broken(Exception):
    """Says what was lost."""


def child(arguments: list[str], folder: Path) -> int:
    """The process of a child that runs the command in the folder."""
    pid = os.fork()
    if pid:
        return pid
    status = 70
    try:
        os.chdir(folder)
        out = os.open(folder.parent / "answer", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        err = os.open(folder.parent / "errors", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(out, 1)
        os.dup2(err, 2)
        from ruleproof.cli import main
        from ruleproof.solvers.work import checkpoints

        checkpoints.SECONDS = SECONDS
        alone(arguments)
        status = main(arguments)
    finally:
        os._exit(status)


def alone(arguments: list[str]) -> None:
    """Has this process do its work by itself."""
    from ruleproof.solvers.work import executors, side_by_side

    def here(many: int) -> list[Any]:
        return [executors.Here()]

    side_by_side.local_workers = here
    if arguments[0] == "report":
        from ruleproof.reports.examining import investigate
        from ruleproof.reports.statistics import play_statistics

        investigate.local_workers = play_statistics.local_workers = here


def warm(arguments: list[str], folder: Path) -> None:
    """Does the work in this process, so that its children have all that it loads and compiles."""
    from ruleproof.cli import main

    kept = [os.dup(number) for number in (1, 2)]
    nothing = os.open(os.devnull, os.O_WRONLY)
    try:
        for number in (1, 2):
            os.dup2(nothing, number)
        os.chdir(folder)
        alone(arguments)
        main(arguments)
        sys.stdout.flush()
    finally:
        os.close(nothing)
        for number, stream in zip((1, 2), kept, strict=True):
            os.dup2(stream, number)
            os.close(stream)
    renewed(folder)


def ended(pid: int, seconds: float, folder: Path, at_once: bool) -> int | None:
    """The status of the child, None if it was killed after so many seconds, or sooner, when a file
    is being written, if `at_once`.
    """
    until = time.monotonic() + seconds
    before = sizes(folder)
    while time.monotonic() < until:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if at_once and sizes(folder) != before:
            break
        time.sleep(0.0005 if at_once else 0.002)
    os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    return None if code == -signal.SIGKILL else code


def sizes(folder: Path) -> dict[str, int]:
    """The files there, and how long each is."""
    found: dict[str, int] = {}
    for path in folder.rglob("*"):
        try:
            found[str(path)] = path.stat().st_size
        except FileNotFoundError:
            continue
    return found


def answer(folder: Path) -> Any:
    """What the last child said, but for times."""
    text = (folder.parent / "answer").read_text()
    try:
        said = json.loads(text)
    except ValueError:
        return re.sub(r"[0-9.]+ s\b", "", text)
    return _lasting(said)


def parted(one: Any, other: Any, place: str = "") -> str:
    """The first place where two answers differ, and both values there."""
    if isinstance(one, dict) and isinstance(other, dict) and set(one) == set(other):
        pairs = [(key, one[key], other[key]) for key in one]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(number, *values) for number, values in enumerate(zip(one, other, strict=True))]
    else:
        return f"{place}: {one!r:.200}, not {other!r:.200}"
    return next(parted(a, b, f"{place}/{key}") for key, a, b in pairs if a != b)


def _lasting(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _lasting(one) for key, one in value.items() if key not in VOLATILE}
    return [_lasting(one) for one in value] if isinstance(value, list) else value


def contents(folder: Path) -> dict[str, bytes]:
    """The bytes of each file, but for the times that it tells."""
    return {
        str(path.relative_to(folder)): re.sub(
            rb"[0-9][0-9.,]* ?(s|ms|min)\b", b"", path.read_bytes()
        )
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def finished(pid: int, folder: Path) -> None:
    """Waits for a child that nobody kills. Raises `Broken` if it fails."""
    status = ended(pid, LONGEST, folder, at_once=False)
    if status not in (0, 1):
        errors = (folder.parent / "errors").read_text()
        raise Broken(f"status {status}: {errors}")


def disturbed(work: Work, kills: int, dice: Random, place: Path) -> Count:
    """Kills the work so many times. Raises `Broken` if anything is lost."""
    arguments = work.command.split()
    quiet, folder = place / "quiet" / "at", place / "disturbed" / "at"
    for one in (quiet, folder):
        shutil.rmtree(one.parent, ignore_errors=True)
        one.mkdir(parents=True)
    warm(arguments, quiet)
    begun = time.monotonic()
    finished(child(arguments, quiet), quiet)
    lasts = time.monotonic() - begun
    whole, files = answer(quiet), contents(quiet)
    old = dict.fromkeys(files, b"old\n") if work.writes else {}
    count = Count()
    while count.kills < kills:
        renewed(folder)
        for name, text in old.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(text)
        status = None
        for _ in range(MOST_IN_A_ROW):
            if count.kills == kills:
                break
            before = sizes(folder)
            wait = dice.random() * lasts * 1.1
            status = ended(child(arguments, folder), wait, folder, dice.random() < 1 / 3)
            if status is not None:
                break
            saved = sizes(folder) != before
            count = count._replace(kills=count.kills + 1, saved=count.saved + saved)
            if work.writes:
                never_half(contents(folder), old, files, work.ends)
        if status is None:
            finished(child(arguments, folder), folder)
        elif status not in (0, 1):
            raise Broken(f"status {status}: {(folder.parent / 'errors').read_text()}")
        count = count._replace(ended=count.ended + 1)
        if work.ends:
            never_half(contents(folder), files, files, work.ends)
            continue
        if answer(folder) != whole:
            raise Broken(f"it answers otherwise: {parted(answer(folder), whole)}")
        compare(contents(folder), files)
    return count


def compare(now: dict[str, bytes], quiet: dict[str, bytes]) -> None:
    """Work leaves the files of undisturbed work and no others; what it saved may differ."""
    if set(now) != set(quiet):
        raise Broken(f"it leaves {sorted(now)}, not {sorted(quiet)}")
    for name in now:
        if Path(name).name not in SAVED and now[name] != quiet[name]:
            raise Broken(f"{name} is another file than that of undisturbed work")


def renewed(folder: Path) -> None:
    """Empties the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def never_half(
    now: dict[str, bytes], old: dict[str, bytes], new: dict[str, bytes], ends: bytes = b""
) -> None:
    """Every file is the old one or the whole new one; a set may have its first puzzles, and a file
    whose end is known begins and ends as the new one does.
    """
    for name in new:
        found = now.get(name, b"")
        whole = ends and found.startswith(new[name][:_HEAD]) and found.endswith(ends)
        grown = name.endswith(".jsonl") and found.endswith(b"\n") and new[name].startswith(found)
        if not (whole or grown) and found not in (old[name], new[name]):
            raise Broken(f"{name} is neither the old file nor the new one: {now.get(name)!r:.300}")


def each(kills: int, seed: int, only: str, place: Path) -> Iterator[tuple[Work, Count | Broken]]:
    """Each work, and how it was disturbed, or what was lost."""
    works = [work for work in WORKS if only in work.command]
    for number, work in enumerate(works):
        many = kills // len(works) + (number < kills % len(works))
        try:
            yield work, disturbed(work, many, Random(f"{seed} {work.command}"), place)
        except Broken as error:
            yield work, error


def main(say: Callable[[str], object] = sys.stdout.write) -> int:
    """The exit status: 1 if anything was lost."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    lost = 0
    say("| work | kills | saved | ended | lost |\n| --- | ---: | ---: | ---: | --- |\n")
    with tempfile.TemporaryDirectory() as folder:
        for work, count in each(options.kills, options.seed, options.only, Path(folder)):
            lost += isinstance(count, Broken)
            told = count if isinstance(count, Count) else Count()
            why = str(count)[:500] if isinstance(count, Broken) else "nothing"
            numbers = f"{told.kills} | {told.saved} | {told.ended}"
            say(f"| `{work.command}` | {numbers} | {why} |\n")
            sys.stdout.flush()
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
