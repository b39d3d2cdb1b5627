"""Values from the ends of a game with cycles back: moves turned round, layers, and what is kept of
them in checkpoints.
"""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ruleproof.models.play.game import Game, game
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.retrograde import cyclic as backward
from ruleproof.solvers.playing.retrograde import places, settling
from ruleproof.solvers.playing.retrograde import reversing as turning
from ruleproof.solvers.playing.retrograde.reversing import Turning
from ruleproof.solvers.playing.retrograde.settling import TURNED
from ruleproof.solvers.playing.tables.build import build
from ruleproof.solvers.playing.tables.value_table import ValueTable
from ruleproof.solvers.work import checkpoints
from ruleproof.solvers.work.checkpoints import Checkpoint, CheckpointError
from ruleproof.solvers.work.progress import Progress, Stopped
from ruleproof.solvers.work.scratch import Scratch
from tests.ready import at_start, ready


@pytest.mark.parametrize("each", [1, 100])
@pytest.mark.parametrize(
    "said",
    [
        "gro dish:1,1 tokens=3",
        "grow path:5",
        pytest.param("gro dish:1,1 tokens=4", marks=pytest.mark.slow),
        pytest.param("grow square:2x3", marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_values_from_the_ends_back_go_on_wherever_they_were_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, each: int
):
    path = tmp_path / "kept"
    one = ready(said)
    whole = ValueTable(one)
    whole.prepare(one.start())
    assert whole.nodes > 30
    monkeypatch.setattr(checkpoints, "SECONDS", 0.0)
    monkeypatch.setattr(checkpoints, "_MOST_SECONDS", 0.0)
    monkeypatch.setattr(settling, "_MANY", whole.nodes // 20 + 1)
    monkeypatch.setattr(settling, "_SOME", whole.nodes // 2)
    monkeypatch.setattr(backward, "EACH", each)
    monkeypatch.setattr(turning, "_PIECE", 1 << 10)
    stages: list[tuple[str, int]] = []  # `each`: with 1 edges are turned round in pieces
    left = 0

    def listen(progress: Progress) -> None:
        nonlocal left
        stages.append((progress.stage, progress.done))
        left -= progress.stage != "positions known"
        if not left:
            raise Stopped

    table = ValueTable(one)
    for looks in (12, 7, 40) * 50:
        left = looks
        table = ValueTable(one, checkpoint=path, progress=listen)
        with suppress(Stopped):
            table.prepare(one.start())
            break
    else:
        pytest.fail("it does not go on")
    assert stages.count(("positions", whole.nodes)) >= 3
    assert {stage for stage, _ in stages} >= {"moves turned round", "values"}
    assert dict(table.states()) == dict(whole.states())
    assert [table.plies(state) for state, _ in table.states()] == [
        whole.plies(state) for state, _ in table.states()
    ]
    stages.clear()
    left = -1  # it is not stopped any more
    again = ValueTable(one, checkpoint=path, progress=listen)
    again.prepare(one.start())
    assert {stage for stage, _ in stages} <= {"positions known", "positions"}
    assert dict(again.states()) == dict(whole.states())


def saved_often(monkeypatch: pytest.MonkeyPatch, one: Game, path: Path) -> dict[Any, int]:
    """The values of a table that was saved at every look."""
    monkeypatch.setattr(checkpoints, "SECONDS", 0.0)
    monkeypatch.setattr(checkpoints, "_MOST_SECONDS", 0.0)
    monkeypatch.setattr(settling, "_MANY", 20)
    table = ValueTable(one, checkpoint=path)
    table.prepare(one.start())
    return dict(table.states())


@pytest.mark.slow
@pytest.mark.parametrize("said", ["sow square:2x3 height=1", "grow square:2x2"], ids=str)
def test_whoever_is_killed_while_he_saves_leaves_what_was_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str
):
    one, path = ready(said), tmp_path / "kept"
    files: list[bytes] = []
    put = checkpoints.put

    def by_halves(number: int, content: Any) -> int:
        whole = memoryview(content).cast("B")
        some = len(whole) // 2 if len(whole) > 20 else 0  # so little is written at once
        for half in (whole[:some], whole[some:]):
            put(number, half)
            if path.exists():
                files.append(path.read_bytes())
        return len(whole)

    monkeypatch.setattr(checkpoints, "put", by_halves)
    values = saved_often(monkeypatch, one, path)
    monkeypatch.undo()
    sizes = [len(file) for file in files]
    assert any(file != other and len(file) == len(other) for file, other in pairwise(files))
    assert len(set(sizes)) > 20, sizes
    for file in random.Random(5).sample(files, min(len(files), 200)):
        path.write_bytes(file)
        table = ValueTable(one, checkpoint=path)
        table.prepare(one.start())
        assert dict(table.states()) == values


def test_what_changes_is_saved_in_the_place_of_what_was_saved_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    one, path = game("grow", "square:2x3"), tmp_path / "kept"
    saved_often(monkeypatch, one, path)
    frames = list(checkpoints._frames(path))  # pyright: ignore[reportPrivateUsage]
    tags = [frame.tag for frame in frames]
    assert tags.count(b"SETT") > 10
    assert tags.count(b"LATE") == 1  # the last of all
    assert 1 <= tags.count(b"GONE") <= 3


def test_moves_turned_round_are_written_to_the_checkpoint_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    one, path, written = game("gro", "dish:1,1", tokens=4), tmp_path / "kept", 0
    write = Scratch.write

    def counted(self: Scratch, content: Any) -> None:
        nonlocal written
        written += len(content)
        write(self, content)

    monkeypatch.setattr(Scratch, "write", counted)
    monkeypatch.setattr(backward, "EACH", 1)
    monkeypatch.setattr(turning, "_PIECE", 1 << 14)
    saved_often(monkeypatch, one, path)
    frames = list(checkpoints._frames(path))  # pyright: ignore[reportPrivateUsage]
    assert len([frame for frame in frames if frame.tag == TURNED]) > 1
    assert not written


@pytest.mark.parametrize("many", [1, 97, 1 << 12])
def test_pieces_that_end_within_the_moves_of_a_position_are_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, many: int
):
    one, path = game("gro", "dish:1,1", tokens=3), tmp_path / "kept"
    values = saved_often(monkeypatch, one, path)
    file = Checkpoint(path, "backward 5", one, one.start(), -1)
    form, frames = file.read()
    parts = [(tag, bytes(content)) for tag, content in frames if tag not in {b"LATE", b"SETT"}]
    pieces = [np.frombuffer(content, np.uint32)[2:] for tag, content in parts if tag == TURNED]
    edges = np.concatenate(pieces)
    some: list[tuple[bytes, list[Any]]] = [
        (tag, [content]) for tag, content in parts if tag != TURNED
    ]
    for begin in range(0, edges.size // 2, many):
        some.append((TURNED, [np.array([begin], np.int64), edges[begin : begin + many]]))
    file.begin(form, some)
    file.close()
    table = ValueTable(one, checkpoint=path)
    table.prepare(one.start())
    assert dict(table.states()) == values


def test_values_without_what_belongs_to_them_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    one, path = game("grow", "square:2x2"), tmp_path / "kept"
    saved_often(monkeypatch, one, path)
    file = Checkpoint(path, "backward 5", one, one.start(), -1)
    form, frames = file.read()
    parts = [(tag, [bytes(content)]) for tag, content in frames]
    for some in (
        [part for part in parts if part[0] != b"LATE"],
        [(tag, [content[0][: -1 if tag == b"LATE" else None]]) for tag, content in parts],
    ):
        file.begin(form, some)
        file.close()
        with pytest.raises(CheckpointError, match="makes no sense"):
            ValueTable(one, checkpoint=path).prepare(one.start())


LAPS = ["gro dish:1,1 tokens=4", "grow square:2x3", "grow path:5"]


@pytest.mark.parametrize("lap", [1 << 9, 1 << 10])
@pytest.mark.parametrize("each", [1, 100])
@pytest.mark.parametrize("said", LAPS)
def test_there_may_be_more_moves_than_numbers_for_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: str, each: int, lap: int
) -> None:
    here = at_start(said)
    build(here, tmp_path / "one")
    monkeypatch.setattr(backward, "EACH", each)  # with 1 edges are turned round in pieces
    monkeypatch.setattr(turning, "_LAP", lap)
    monkeypatch.setattr(turning, "_SOME", 100)
    laps: list[int] = []
    number = Turning._number  # pyright: ignore[reportPrivateUsage]

    def counted(self: Turning) -> None:
        number(self)
        laps.append(len(self.laps))

    monkeypatch.setattr(Turning, "_number", counted)
    build(here, tmp_path / "other")
    assert laps[-1] > 1
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_moves_are_turned_round_in_no_more_pieces_than_is_good(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    here = Position.start(game("gro", "dish:1,1", tokens=4))
    build(here, tmp_path / "one")
    monkeypatch.setattr(backward, "EACH", 1)
    monkeypatch.setattr(turning, "_PIECE", 1 << 20)
    monkeypatch.setattr(turning, "_EACH", 1e9)  # as if it took for ever
    monkeypatch.setattr(turning, "_LEAST_EACH", 1e9)
    begun: set[int] = set()
    turn_round = turning.kernel.turn_round

    def noted(*arguments: Any) -> None:
        begun.add(arguments[3])
        turn_round(*arguments)

    monkeypatch.setattr(turning.kernel, "turn_round", noted)
    build(here, tmp_path / "other")
    assert 10 < len(begun) < 20
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


@pytest.mark.parametrize(
    ("module", "name", "most", "told"),
    [
        (turning, "_LAP", 4, "more than 3 moves lead to one position"),
        (
            *(places, "MOST_PLACES", 1000),
            "there may be more than 1,000 positions, the most there can be",
        ),
    ],
)
def test_what_there_are_no_numbers_for_is_told(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, most: int, told: str
) -> None:
    monkeypatch.setattr(module, name, most)
    table = ValueTable(game("gro", "dish:1,1", tokens=4))
    with pytest.raises(Stopped):
        table.prepare(table.game.start())
    assert table.stopped_by == told
