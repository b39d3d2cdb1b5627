"""Killed work goes on from its checkpoint and finds the same; other checkpoints are refused."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from ruleproof.models.files.writing import WriteError
from ruleproof.models.play.game import game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks import rulebook
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.tables.build import build
from ruleproof.solvers.playing.tables.value_table import ValueTable
from ruleproof.solvers.verify.tables.check import check
from ruleproof.solvers.work import checkpoints
from ruleproof.solvers.work.checkpoints import Checkpoint, CheckpointError, TakenError
from ruleproof.solvers.work.progress import Progress, Stopped
from tests.ready import at_start, ready

CHILD = """
import json, sys
from pathlib import Path
from ruleproof.solvers.work import checkpoints
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.tables.build import build
from tests.ready import at_start

checkpoints.SECONDS = 0.05
kind, folder, said, threads = sys.argv[1:]
here, kept, told = at_start(said), Path(folder) / "kept", set()

def tell(progress):
    if progress.stage not in told:
        told.add(progress.stage)
        print(progress.stage, flush=True)

print("begun", flush=True)
if kind == "table":
    table = Path(folder) / "table.rpt"
    found = build(here, table, checkpoint=kept, threads=int(threads), progress=tell)
    print(json.dumps([found.entries, found.value, found.distance, found.positions]))
elif kind == "win":
    found = solve(here, goal="win", resume=kept)
    print(json.dumps([found.value, found.bounds]))
else:
    found = solve(here, resume=kept)
    print(json.dumps([found.value, found.distance, found.best]))
"""

Work = tuple[str, str, int]
WORKS: list[Work] = [
    ("table", "incrowd square:3x5", 2), ("table", "gro dish:1,1 tokens=5", 1),
    ("search", "esgros hex:3 full=loss", 1), ("win", "gro dish:1,1 tokens=2", 1),
]  # fmt: skip
LONG: list[Work] = [
    ("table", "esgros hex:3", 2), ("table", "gro dish:1,1 tokens=6", 1),
    ("table", "esgros hex:3 edition=second", 2), ("table", "gro dish:1,2 tokens=4", 1),
    ("search", "incrowd square:4x4", 1), ("win", "esgros hex:3 full=loss", 1), WORKS[3],
]  # fmt: skip
HOME = Path(__file__).parents[2]
SLOW = pytest.mark.slow


def child(folder: Path, work: Work) -> Any:
    words = [sys.executable, "-c", CHILD, work[0], str(folder), work[1], str(work[2])]
    return subprocess.Popen(words, cwd=HOME, stdout=subprocess.PIPE, text=True)


def end(process: Any) -> Any:
    told, _ = process.communicate()
    assert process.returncode == 0
    return json.loads(told.splitlines()[-1])


BOTH, CYCLIC = ("positions", "sorted", "written"), ("moves turned round", "values")


def survives(folder: Path, work: Work, kills: int, within: float) -> list[str]:
    """Kills the work so many times, at random moments and as soon as one of its stages has begun or
    a little later, and lets it end: the answer is that of work which nobody disturbed. The stages
    it was killed in.
    """
    undisturbed, disturbed = folder / "undisturbed", folder / "disturbed"
    undisturbed.mkdir()
    disturbed.mkdir()
    answer = end(child(undisturbed, work))
    stages = ["begun"]
    if work[0] == "table":
        stages += BOTH if ready(work[1]).acyclic else BOTH + CYCLIC
    dice = random.Random(5)
    killed: list[str] = []
    while len(killed) < kills:
        process = child(disturbed, work)
        awaited, stage, line = dice.choice(stages), "", "begun"
        while line and stage != awaited:
            line = process.stdout.readline()
            stage = line.strip()
        later = dice.choice((0, dice.random()))  # on a quick machine a stage may end sooner
        time.sleep(dice.random() * within if awaited == "begun" else later * within / 5)
        if process.poll() is None:
            process.kill()
        last = process.communicate()[0].splitlines()
        if process.returncode:
            killed.append(last[-1] if last else stage)
            continue
        for path in disturbed.iterdir():  # it was too quick: from the beginning
            path.unlink()
    assert end(child(disturbed, work)) == answer
    if work[0] == "table":
        one, other = (each / "table.rpt" for each in (undisturbed, disturbed))
        assert one.read_bytes() == other.read_bytes()
        assert check(other) == []
        assert [path.name for path in disturbed.iterdir()] == ["table.rpt"]
    return killed


@pytest.mark.parametrize(
    "work",
    [pytest.param(one, marks=() if one[1] == "gro dish:1,1 tokens=5" else SLOW) for one in WORKS],
    ids=str,
)
def test_killed_work_goes_on(tmp_path: Path, work: Work):
    survives(tmp_path, work, 2, 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("work", LONG, ids=str)
def test_work_killed_fifty_times_goes_on(tmp_path: Path, work: Work):
    killed = survives(tmp_path, work, 50, 1.5)
    if work[0] == "table":
        assert set(killed) >= {"positions", "written"}


def stopped(path: Path, said: str, most: int) -> ValueTable:
    """A table that was stopped after so many positions, with its checkpoint."""
    table = ValueTable(ready(said), most=most, checkpoint=path)
    with pytest.raises(Stopped):
        table.prepare(table.game.start())
    assert path.exists()
    return table


@pytest.mark.parametrize(
    "said", ["esgros square:3x3", "gro dish:1,1 tokens=3", "grow square:2x3"], ids=str
)
def test_what_was_found_is_known(tmp_path: Path, said: str):
    path = tmp_path / "kept"
    one = ready(said)
    whole = ValueTable(one)
    whole.prepare(one.start())
    for most in range(whole.nodes // 5, whole.nodes, whole.nodes // 5):
        before = stopped(path, said, most).nodes
        table = ValueTable(one, checkpoint=path, most=before)
        with suppress(Stopped):
            table.prepare(one.start())
        assert table.nodes >= before
    table = ValueTable(one, checkpoint=path)
    table.prepare(one.start())
    assert dict(table.states()) == dict(whole.states())


@pytest.mark.parametrize("said", ["esgros square:3x4", "gro dish:1,1 tokens=3"])
def test_a_frame_that_was_cut_short_never_was(tmp_path: Path, said: str):
    path, whole = tmp_path / "kept", ValueTable(ready(said))
    whole.prepare(whole.game.start())
    stopped(path, said, 200)
    stopped(path, said, 400)
    content = path.read_bytes()
    first = 20 + int.from_bytes(content[4:12], "little")
    for kept in [*range(first, len(content), max(1, len(content) // 20)), len(content) - 1]:
        path.write_bytes(content[:kept])
        table = ValueTable(ready(said), checkpoint=path)
        table.prepare(table.game.start())
        assert table.nodes == whole.nodes
        assert table.value(table.game.start()) == whole.value(table.game.start())


@pytest.mark.parametrize("said", ["esgros square:3x4", "gro dish:1,1"])
def test_damaged_checkpoints_are_refused(tmp_path: Path, said: str):
    path = tmp_path / "kept"
    stopped(path, said, 300)
    content = path.read_bytes()
    flipped = (
        content[:at] + bytes([content[at] ^ 4]) + content[at + 1 :]
        for at in range(0, len(content), max(1, len(content) // 40))
    )
    for other in (*flipped, b"", b"x" * 99, b'{"format": "ruleproof checkpoint 1"}'):
        path.write_bytes(other)
        table = ValueTable(ready(said), checkpoint=path)
        with pytest.raises(CheckpointError):
            table.prepare(table.game.start())


def test_other_work_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "kept"
    stopped(path, "esgros square:3x3", 100)
    start = at_start("esgros square:3x3")
    for here, said in (
        (at_start("esgros square:3x4"), 'another board, "square:3x4" is asked for: "square:3x3"'),
        (
            at_start("esgros square:3x3 full=loss"),
            'other settings, {"full": "loss"} are asked for: {"full": "draw"}',
        ),
        (at_start("incrowd square:3x3"), 'another game, "incrowd" is asked for: "esgros"'),
        (start.play("a1"), "another position, "),
    ):
        table = ValueTable(here.game, checkpoint=path)
        with pytest.raises(CheckpointError, match=re.escape(f"the checkpoint is of {said}")):
            table.prepare(here.state)
    with pytest.raises(CheckpointError, match="kind"):
        solve(start, resume=path)
    monkeypatch.setattr(rulebook, "sources_hash", lambda _: "0" * 16)  # pyright: ignore[reportUnknownLambdaType]
    with pytest.raises(CheckpointError, match=r'other sources of the rules, .* "0{16}": "'):
        ValueTable(start.game, checkpoint=path).prepare(start.play("a1").state)


def test_a_search_goes_on(tmp_path: Path):
    path = tmp_path / "kept"
    here = Position.start(game("esgros", "hex:3"))
    whole = solve(here)
    assert solve(here, resume=path, most=30_000).stopped
    assert path.exists()
    rest = solve(here, resume=path)
    assert (rest.value, rest.best) == (whole.value, whole.best)
    assert rest.nodes < whole.nodes
    again = solve(here, resume=path)
    assert (again.value, again.best) == (whole.value, whole.best)
    assert again.nodes < rest.nodes or again.nodes < whole.nodes // 10
    with pytest.raises(CheckpointError, match="position"):
        solve(here.play("a1"), resume=path)


@pytest.mark.parametrize(
    "said", ["gro dish:1,1 tokens=2", "esgros hex:3", "incrowd square:4x4"], ids=str
)
def test_a_search_for_forced_wins_goes_on(tmp_path: Path, said: str):
    path = tmp_path / "kept"
    here = at_start(said)
    whole = solve(here, goal="win")
    assert whole.nodes > 10_000
    assert solve(here, goal="win", resume=path, most=whole.nodes // 2).stopped
    rest = solve(here, goal="win", resume=path)
    assert (rest.value, rest.bounds) == (whole.value, whole.bounds)
    assert rest.nodes < whole.nodes
    again = solve(here, goal="win", resume=path)
    assert (again.value, again.bounds) == (whole.value, whole.bounds)
    assert again.nodes < whole.nodes // 10
    with pytest.raises(CheckpointError, match="kind"):
        solve(here, resume=path)
    with pytest.raises(CheckpointError, match="position"):
        solve(here.after(here.legal_moves()[0]), goal="win", resume=path)


def test_every_player_has_a_checkpoint(tmp_path: Path):
    here = Position.start(game("grow", "path:5", players="3", drop="mandatory"))
    whole = solve(here)
    for _ in range(2):
        assert solve(here, resume=tmp_path / "kept").value == whole.value
    assert {path.name for path in tmp_path.iterdir()} == {
        f"kept-{name}" for name in here.game.players
    }


FULL = """
import resource, sys
from ruleproof.cli import main
from ruleproof.solvers.work import checkpoints
from ruleproof.solvers.playing.retrograde import edges

checkpoints.SECONDS, edges._AT_HAND = 0.0, 1000
most = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
sys.argv[1:] = sys.argv[2:]
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("arguments", "sizes"),
    [
        pytest.param(
            "gro --board dish:1,1 --set tokens=6",
            (30_000, 400_000, 700_000, 1_000_000),
            marks=pytest.mark.slow,
        ),
        pytest.param("incrowd --board square:3x5", (100_000, 300_000), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_a_full_disk_leaves_the_checkpoint_and_nothing_else(
    tmp_path: Path, arguments: str, sizes: tuple[int, ...]
):
    table = tmp_path / "t.rpt"
    build = ["table", "build", *arguments.split(), "-o", str(table)]
    # first without a limit, so that code is compiled once and kept
    once = subprocess.run([sys.executable, "-m", "ruleproof", *build], check=False)
    assert once.returncode == 0
    table.unlink()
    kept, part = 0, ["--resume", str(tmp_path / "t.rpt.part")]
    for size in sizes:
        again = part if (tmp_path / "t.rpt.part").exists() else []
        answer = subprocess.run(
            [sys.executable, "-c", FULL, str(size), *build, *again],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert answer.returncode == 2
        *compiling, why = answer.stderr.splitlines()  # whose code has no room either
        assert all(line.startswith("ruleproof: compil") for line in compiling)
        assert why.startswith("ruleproof: --output: ")
        assert "file too large" in why
        told = answer.stdout.split()[:1]  # it may be that only the table lacks
        assert told in ([], ["value"], ["stopped"])
        assert {path.name for path in tmp_path.iterdir()} <= {"t.rpt.part"}
        if (tmp_path / "t.rpt.part").exists():
            assert (tmp_path / "t.rpt.part").stat().st_size >= kept
            kept = (tmp_path / "t.rpt.part").stat().st_size
    assert kept or "gro" not in arguments
    whole = subprocess.run(
        [sys.executable, "-m", "ruleproof", *build, *part], capture_output=True, check=False
    )
    assert whole.returncode == 0
    assert check(table) == []
    assert [path.name for path in tmp_path.iterdir()] == ["t.rpt"]


def test_a_build_leaves_no_checkpoint(tmp_path: Path):
    (tmp_path / ".t.ruleproof-abcdefgh.part").touch()  # by a writer who was killed
    build(Position.start(game("esgros", "hex:2")), tmp_path / "t", checkpoint=tmp_path / "kept")
    assert [path.name for path in tmp_path.iterdir()] == ["t"]
    assert checkpoints.SECONDS <= 30


@pytest.mark.parametrize("said", ["gro dish:1,1 tokens=3", "esgros square:3x4"], ids=str)
def test_what_earlier_builds_took_counts(tmp_path: Path, said: str):
    here, waited = at_start(said), 0.0

    def stopping(progress: Progress) -> None:
        nonlocal waited
        if progress.stage == "positions" and progress.done:
            time.sleep(0.25)
            waited += 0.25
            raise Stopped

    kept = tmp_path / "kept"
    for _ in range(2):
        found = build(here, tmp_path / "table", checkpoint=kept, progress=stopping)
        assert found.stopped
        assert found.seconds >= waited
    found = build(here, tmp_path / "table", checkpoint=kept)
    assert not found.stopped
    assert found.seconds >= waited == 0.5


@pytest.mark.parametrize("said", ["esgros square:3x3", "gro dish:1,1 tokens=3"])
def test_a_build_says_that_it_was_stopped_while_it_read_its_checkpoint(tmp_path: Path, said: str):
    """The number of positions is then of those that were read so far."""
    kept = tmp_path / "kept"
    stopped(kept, said, 100)
    content = kept.read_bytes()

    def interrupt(progress: Progress) -> None:
        if progress.stage == "positions known":
            raise KeyboardInterrupt

    here = at_start(said)
    found = build(here, tmp_path / "table", checkpoint=kept, progress=interrupt)
    assert found.reason == "interrupted before the checkpoint was read to its end"
    assert kept.read_bytes() == content


@pytest.mark.parametrize("said", ["esgros square:3x3", "gro dish:1,1 tokens=3"])
def test_the_reading_of_a_checkpoint_is_told_and_takes_nothing_from_the_time(
    tmp_path: Path, said: str
):
    kept = tmp_path / "kept"
    stopped(kept, said, 100)

    def slowly(progress: Progress) -> None:
        if progress.stage == "positions known":
            time.sleep(0.01)

    here = at_start(said)
    found = build(here, tmp_path / "table", checkpoint=kept, time=1e-9)
    assert (found.stopped, found.reason) == (True, "the time is up")
    assert found.reading > 0
    found = build(here, tmp_path / "table", checkpoint=kept, progress=slowly, time=60.0)
    assert not found.stopped
    assert found.reading >= 0.01


def test_two_never_write_to_one_checkpoint(tmp_path: Path) -> None:
    """The one that came first keeps what it wrote."""
    path = tmp_path / "kept"
    here = game("esgros", "path:3")
    one, other = (Checkpoint(path, "walk", here, here.start(), -1) for _ in range(2))

    def frames() -> Iterator[tuple[bytes, list[Any]]]:
        yield b"ENTR", [bytes(80)]
        with pytest.raises(WriteError, match="another process is at work on it"):
            other.begin({}, [(b"ENTR", [bytes(8)])])
        yield b"ENTR", [bytes(40)]

    one.begin({}, frames())
    with pytest.raises(WriteError, match="another process is at work on it"):
        other.begin({}, [(b"ENTR", [bytes(8)])])
    with pytest.raises(TakenError, match="another process is at work on it"):
        list(other.read()[1])
    one.add([(b"ENTR", [bytes(16)])])
    one.close()
    _, found = other.read()
    assert [len(content) for tag, content in found if tag == b"ENTR"] == [80, 40, 16]
    other.close()
    assert [one.name for one in tmp_path.iterdir()] == ["kept"]


def test_a_link_to_a_checkpoint_stays_one(tmp_path: Path) -> None:
    link, real = tmp_path / "link", tmp_path / "folder" / "real"
    real.parent.mkdir()
    link.symlink_to(real)
    here = game("esgros", "path:3")
    saved = Checkpoint(link, "walk", here, here.start(), -1)
    saved.begin({}, [(b"ENTR", [bytes(8)])])
    saved.close()
    assert link.is_symlink()
    assert real.stat().st_size > 8
    _, found = saved.read()
    assert [(tag, len(content)) for tag, content in found] == [(b"ENTR", 8)]
    saved.remove()
    assert not real.exists()


def test_the_lock_of_a_killed_process_is_removed_with_the_checkpoint(tmp_path: Path) -> None:
    here = game("esgros", "path:3")
    (tmp_path / ".kept-lock").touch()
    Checkpoint(tmp_path / "kept", "walk", here, here.start(), -1).remove()
    assert not list(tmp_path.iterdir())
