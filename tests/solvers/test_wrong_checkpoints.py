"""Checkpoints with right checksums and wrong content: refused, or gone on from, but no crash, no
endless loop and no error of the program itself.

Work goes on in a process of its own: what compiled code would do to the tests' own is no test.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.tables.build import build
from ruleproof.solvers.work import checkpoints
from ruleproof.solvers.work.progress import Progress, Stopped
from tests.ready import at_start
from tests.solvers.frames import Frames, frames, head_of, put_together, with_head

LONGEST = 300
"""Seconds after which a run counts as one that never ends."""

CHILD = """
import json, sys
from pathlib import Path
from ruleproof.solvers.work.checkpoints import CheckpointError
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.tables.build import build
from tests.ready import at_start

for work, (kind, said, _) in json.loads(sys.argv[2]).items():
    here = at_start(said)
    for path in sorted(Path(sys.argv[1], work).glob("*.kept")):
        print(work, path.name, end=" ", flush=True)
        try:
            if kind == "table":
                build(here, path.with_suffix(".rpt"), checkpoint=path, memory=64 << 20)
            else:
                solve(here, goal="win" if kind == "win" else "value", resume=path, memory=16 << 20)
            print("answered", flush=True)
        except CheckpointError:
            print("refused", flush=True)
"""

WORKS = {
    "walk": ("table", "incrowd square:3x4", "positions"),
    "exploring": ("table", "gro dish:1,1 tokens=3", "positions"),
    "turning": ("table", "gro dish:1,1 tokens=3", "values"),
    "settling": ("table", "grow square:2x3", "values"),
    "solved": ("table", "esgros hex:2", "written"),
    "search": ("value", "esgros hex:2", ""),
    "win": ("win", "gro dish:1,1 tokens=1", ""),
}


def kept(folder: Path, work: str) -> Frames:
    """The frames of a checkpoint of the work, which was stopped at its stage."""
    kind, said, stage = WORKS[work]
    here, path, seen = at_start(said), folder / "kept", 0

    def stopping(progress: Progress) -> None:
        nonlocal seen
        if progress.stage == stage and progress.done:
            seen += 1
            if seen > (13 if work == "settling" else 2) or stage == "written":
                raise Stopped

    if kind == "table":
        assert build(here, folder / "t", checkpoint=path, progress=stopping).stopped
    else:
        solve(here, goal="win" if kind == "win" else "value", resume=path, most=50)
    return frames(path.read_bytes())


def outcomes(folder: Path, altered: dict[str, list[Frames]]) -> dict[str, list[str]]:
    """What becomes of each of the checkpoints of some works: `refused` or `answered`."""
    for work, checkpoints_of_it in altered.items():
        (folder / work).mkdir()
        for number, some in enumerate(checkpoints_of_it):
            (folder / work / f"{number:04}.kept").write_bytes(put_together(some))
    works = {work: WORKS[work] for work in altered}
    run = subprocess.run(
        [sys.executable, "-c", CHILD, str(folder), json.dumps(works)],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False,
        timeout=LONGEST,
    )  # fmt: skip
    assert run.returncode == 0, (run.returncode, run.stdout[-200:], run.stderr[-2000:])
    found: dict[str, list[str]] = {work: [] for work in altered}
    for line in run.stdout.splitlines():
        work, _, told = line.split()
        found[work].append(told)
    return found


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "SECONDS", 0.0)


Change = Callable[[Frames], Frames]


def at_number(tag: bytes, kind: str, place: int, number: int, which: int = 0) -> Change:
    """Another number in the frame of that name, counted from its end where `place` is negative."""

    def change(some: Frames) -> Frames:
        found = [n for n, frame in enumerate(some) if frame[0] == tag]
        size = np.dtype(kind).itemsize
        content = bytearray(some[found[which]][1])
        at = place * size if place >= 0 else len(content) + place * size
        content[at : at + size] = (number & (1 << 8 * size) - 1).to_bytes(size, "little")
        return [(tag, content) if n == found[which] else one for n, one in enumerate(some)]

    return change


def in_form(**changes: Any) -> Change:
    """Other words in the form."""

    def change(some: Frames) -> Frames:
        head = head_of(some)
        for name, value in changes.items():
            head["form"][name] = value(head["form"].get(name)) if callable(value) else value
        return with_head(some, head)

    return change


def twice(tag: bytes) -> Change:
    """The last frame of that name once more."""
    return lambda some: [*some, [one for one in some if one[0] == tag][-1]]


ALL = (1 << 64) - 1
Used = list[int]


def with_used(one: object) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda keys: keys | {"used": one}


CHANGES: tuple[Callable[[Used], Used], ...] = (
    lambda used: [ALL] * len(used),
    lambda used: [used[0] ^ 1, *used[1:]],
    lambda used: [*used[:-1], ALL],
    lambda used: used[:-1],
)
FORMS = *(in_form(used=one) for one in CHANGES), in_form(used=[]), in_form(used="used")
WRONG: dict[str, tuple[Change, ...]] = {
    "walk": (
        *FORMS,
        in_form(letters=[0, 255, 1 << 40]),
        in_form(code_bits=0),
        in_form(code_bits=64),
        in_form(code_bits=-1),
        at_number(b"ENTR", "u8", 0, ALL),  # a slot that is being written, for ever
        at_number(b"ENTR", "u8", 3, 1 << 62 | 0x21),  # more bits than keys have
        at_number(b"ENTR", "u8", 3, 0),
    ),
    "exploring": (
        *FORMS,
        at_number(b"KEYS", "u8", 0, 5),  # another first position
        at_number(b"KEYS", "u8", -1, 0x1234_5678_9ABC),  # no position to play on from
        at_number(b"KEYS", "u8", -1, ALL),
        at_number(b"MOVE", "i8", 0, -1),
        at_number(b"MOVE", "i8", 0, 1 << 60),
        at_number(b"MOVE", "i8", 1, 1 << 61),
        at_number(b"MOVE", "i8", 2, -5),
        at_number(b"MOVE", "u4", 7, (1 << 31) - 1),  # a move to nowhere
        at_number(b"MOVE", "u2", -2, 9),  # an end that is worth more than a win
        twice(b"MOVE"),
    ),
    "turning": (
        at_number(b"TURN", "u4", 5, (1 << 31) - 1),
        at_number(b"TURN", "i8", 0, -8),
        twice(b"TURN"),
        twice(b"KEYS"),
    ),
    "settling": (
        at_number(b"SETT", "i8", 0, 1 << 40),  # as many were settled as there are not
        at_number(b"SETT", "i8", 1, -1),
        at_number(b"SETT", "i8", 2, 1 << 50),
        at_number(b"SETT", "i8", 3, 7),
        at_number(b"SETT", "u4", 10, (1 << 32) - 1),
        at_number(b"LATE", "i8", 1, 1 << 33, which=-1),
        twice(b"SETT"),
    ),
    "solved": (
        *(in_form(keys=with_used(one)) for one in ([], [ALL], "x")),
        in_form(words=-1),
        in_form(entries=1 << 62),
        in_form(seconds=float("nan")),
        in_form(worth=1 << 20),
        twice(b"SOLV"),
    ),
    "search": (
        *FORMS,
        in_form(whole=2),
        at_number(b"TABL", "u8", -1, 0),  # an entry that is not in use
        at_number(b"TABL", "u8", -1, 1 << 63 | 0xFFFF),  # at least more than at most
    ),
    "win": (
        *FORMS,
        at_number(b"TABL", "u8", -6, 0),
        *(at_number(b"TABL", "u8", -7, number) for number in (0, 1 << 32, ALL)),
    ),
}


@pytest.mark.slow
def test_what_compiled_code_cannot_work_with_is_refused(tmp_path: Path):
    """All works share one process, whose start takes longer than all they do."""
    altered: dict[str, list[Frames]] = {}
    for work in WORKS:
        (tmp_path / work).mkdir()
        some = kept(tmp_path / work, work)
        altered[work] = [some, *(change(some) for change in WRONG[work])]
    folder = tmp_path / "altered"
    folder.mkdir()
    assert outcomes(folder, altered) == {
        work: ["answered", *["refused"] * len(WRONG[work])] for work in WORKS
    }


def alike(some: Frames, dice: random.Random) -> Frames:
    """The frames with a few numbers that are others, many of them near the bounds of something."""
    found = [(tag, bytearray(content)) for tag, content in some]
    for _ in range(dice.choice((1, 1, 2, 8))):
        _, content = dice.choice(found[1:])
        size = dice.choice((1, 2, 4, 8))
        if len(content) < size:
            continue
        at = dice.randrange(len(content) // size) * size
        old = int.from_bytes(content[at : at + size], "little")
        most = (1 << 8 * size) - 1
        flipped = old ^ 1 << dice.randrange(8 * size)
        new = dice.choice((flipped, old + 1, old - 1, 0, most, most >> 1))
        content[at : at + size] = (new & most).to_bytes(size, "little")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("work", WORKS)
def test_altered_checkpoints_are_refused_or_gone_on_from(tmp_path: Path, work: str):
    some, dice = kept(tmp_path, work), random.Random(7)
    folder = tmp_path / "altered"
    folder.mkdir()
    told = outcomes(folder, {work: [alike(some, dice) for _ in range(40)]})
    assert len(told[work]) == 40
