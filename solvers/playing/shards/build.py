"""Builds tables shard by shard, by several workers that share a folder."""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ruleproof.models.files.locks import lock
from ruleproof.models.files.strict import json_value
from ruleproof.models.files.writing import make_folder, remove_leftovers, write_whole
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.keys.keys import filed, keys, remade, wider
from ruleproof.solvers.playing.shards.bench import Bench, Narrow, Plan
from ruleproof.solvers.playing.shards.cycles import Cycles
from ruleproof.solvers.playing.shards.tiers import Tiers
from ruleproof.solvers.playing.tables.build import Built, countable, head, told
from ruleproof.solvers.playing.tables.folder import MOST_SHARDS, shard_path, write_folder
from ruleproof.solvers.playing.tables.phases import Parts, Phase, Task, done_by, grouped, run
from ruleproof.solvers.playing.tables.promises import must_keep_laws
from ruleproof.solvers.playing.tables.sorting import sort_entries
from ruleproof.solvers.playing.tables.write import write_table
from ruleproof.solvers.playing.values.scale import distance
from ruleproof.solvers.work.checkpoints import CheckpointError, TakenError
from ruleproof.solvers.work.executors import Lost, Worker
from ruleproof.solvers.work.formats import HEADER
from ruleproof.solvers.work.memory import in_words
from ruleproof.solvers.work.progress import (
    TIME_IS_UP,
    Deadline,
    Listener,
    Progress,
    Stopped,
    silent,
)

SHARDS, LEAST = 1 << 38, 64
"""Shards times the bytes of a worker, and the least number of shards."""
ENTRIES = 1 << 20
"""Entries of a file of the table, at least, unless it is the only one."""


class Tasks:
    """Does tasks of a build, in any process."""

    def __init__(self, plan: Plan, output: Path) -> None:
        self.plan, self.output = plan, output
        self._way: Any = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Tasks, (self.plan, self.output)

    @property
    def way(self) -> Any:
        """The tasks of the game's kind."""
        if self._way is None:
            bench = Bench(self.plan)
            self._way = Tiers(bench) if bench.tiered else Cycles(bench)
        return self._way

    def __call__(self, task: Task, _: Listener) -> dict[str, Any]:
        """Does a task, unless it is done."""
        return done_by(self if task.kind == "tables" else self.way, task)

    @property
    def parts(self) -> Parts:
        """The parts of the build."""
        return self.way.parts

    def tables(self, number: int, first: int, last: int, files: int) -> dict[str, Any]:
        """Writes the files of some shards of the table, of so many, each of which may be several of
        the build.
        """
        way, plan = self.way, self.plan
        words, each = way.bench.words, plan.shards // files
        some: list[list[tuple[Any, ...]]] = [[] for _ in range(first, last)]
        for counts, *columns in way.shards(first * each, last * each):
            ends = np.cumsum(counts.reshape(-1, each).sum(1))
            for found, begin, end in zip(some, [0, *ends], ends, strict=False):
                keys, *rest = columns
                rest = (None if one is None else one[begin:end] for one in rest)
                found.append((keys[words * begin : words * end], *rest))
        said: list[dict[str, Any]] = []
        for shard, found in enumerate(some, first):
            if not found:
                said.append({"entries": 0, "size": 0, "orbits": 0, "values": []})
                continue
            held, values = (np.concatenate([one[k] for one in found]) for k in range(2))
            plies = None if found[0][2] is None else np.concatenate([one[2] for one in found])
            few = np.zeros(0, np.uint16) if plies is None else plies
            for _ in sort_entries(held, words, values, few):
                pass
            size = 0
            if values.size:
                worth = self.parts.marker("worth")[0]["worth"]
                header = head(plan.game, plan.start, worth, plan.party) | {"positions": None}
                header |= plan.form | {"shard": [shard, files]}
                columns = tuple(held.reshape(-1, words)[:, k] for k in range(words))
                size = write_table(shard_path(self.output, shard), header, columns, values, plies)
            many = way.bench.orbits(held) if countable(plan.game, plan.start) else 0
            kinds = np.unique(values).tolist()
            said.append({"entries": values.size, "size": size, "orbits": many, "values": kinds})
        return self.parts.put("tables", number, {"shards": said})

    def worth(self) -> int:
        """The value of the first position."""
        bench = self.way.bench
        key = bench.start_key.reshape(1, -1)
        for _, held, values, _ in self.way.shards(bench.start_shard, bench.start_shard + 1):
            met = (held.reshape(-1, bench.words) == key).all(1)
            if met.any():
                return int(values[met][0])
        raise RuntimeError("the build is damaged: its first position is missing")


def build_shards(
    position: Position,
    output: Path,
    folder: Path,
    hire: Callable[[], Sequence[Worker]],
    *,
    shards: int | None = None,
    memory: int = 1 << 30,
    time: float | None = None,
    progress: Listener = silent,
    party: int = -1,
) -> Built:
    """Solves all positions that can be reached from one, and writes their table: a folder with a
    file for each shard that holds any.

    `hire` is called once more for workers where keys turn out to be too narrow for a position.
    The parts of the work lie in `folder`, which the workers share with this process and each other;
    work that was stopped, or whose workers, scheduler or client died, goes on from there. `memory`:
    the bytes of each worker, besides the program itself. The files are the same however many
    workers there are. Raises `CheckpointError` where the folder holds another build, and
    `Contradiction` where the game breaks a law that it declares.
    """
    game, state = position.game, position.state
    shards = shards or max(LEAST, 1 << (SHARDS // memory - 1).bit_length())
    must_keep_laws(game, state)
    make_folder(folder)
    make_folder(output)
    if (held := lock(folder / _LOCK)) is None:
        raise TakenError("another build is at work there")
    form = _form(position, folder, {"shards": shards, "memory": memory, "party": party})
    (output / HEADER).unlink(missing_ok=True)  # files of another table are replaced from here on
    try:
        while True:
            plan = Plan(game, state, party, str(folder), shards, memory, form)
            try:
                return _built(Tasks(plan, output), hire(), Deadline(time), progress)
            except Narrow as narrow:
                row = np.array(narrow.args[0], np.uint64)
                form = filed(wider(remade(game, form, 0), row)).form
                remove_parts(folder)
                said = json_value((folder / _PLAN).read_text())
                write_whole(folder / _PLAN, json.dumps(said | {"form": form}))
    finally:
        held.release()


def remove_parts(folder: Path) -> None:
    """Removes all that a build left in its folder but the plan and the lock. Markers go first, so
    that the parts of whoever is killed here are as the plan says.
    """
    for path in sorted(folder.iterdir(), key=lambda path: path.suffix != ".json"):
        if path.name not in (_PLAN, _LOCK):
            path.unlink()


def remove(folder: Path) -> None:
    """Removes the folder of a build, if it is one."""
    if (folder / _PLAN).exists():
        remove_parts(folder)
        (folder / _PLAN).unlink()
        (folder / _LOCK).unlink(missing_ok=True)
        folder.rmdir()


_PLAN, _LOCK = "plan.json", "lock"
_STAGES = {
    "keys": "positions united",
    "asks": "moves made",
    "values": "values found",
    "replies": "values handed on",
    "held": "positions in order",
    "edges": "moves noted",
    "places": "moves turned round",
    "round": "values found",
    "tables": "files written",
}
"""Tasks by their phases, in words."""


def _form(position: Position, folder: Path, sizes: dict[str, Any]) -> dict[str, Any]:
    """The form of keys of the build in the folder, which begins there if none is there. Raises
    `CheckpointError` where it is another one.
    """
    game, path = position.game, folder / _PLAN
    said = {"game": game.name, "board": game.board.text, "settings": game.settings}
    said |= {"position": position.text, "rules": game.rulebook.sources, **sizes}
    if not path.exists():
        if strange := [one.name for one in folder.iterdir() if one.name != _LOCK]:
            raise CheckpointError(f"it holds no build, but {min(strange)!r}")
        form = filed(keys(game, code_bits=0)).form
        write_whole(path, json.dumps(said | {"form": form}))
        return form
    try:
        there = json_value(path.read_text())
        other = [name for name, value in said.items() if there[name] != value]
        form = there["form"] if other else remade(game, there["form"], 0).form
    except (ValueError, KeyError, TypeError) as error:
        raise CheckpointError(f"the plan of the build makes no sense ({error})") from None
    if other:
        was = ", ".join(f"{name} {there[name]!r:.60}" for name in other)
        raise CheckpointError(f"it holds another build, with {was}")
    return form


def _built(
    tasks: Tasks, workers: Sequence[Worker], deadline: Deadline, progress: Listener
) -> Built:
    """The table, or what is known of it when the work is stopped."""
    parts, positions, before, disk = tasks.parts, 0, "", 0
    reason = "it was stopped"

    def look(phase: str, done: int, total: int) -> None:
        nonlocal reason, positions, before, disk
        if phase != before:
            positions = int(parts.total("positions", "keys-"))
            before, needed = phase, tasks.way.needed(phase)
            if needed and not disk:
                disk = needed + sum(path.stat().st_size for path in parts.folder.iterdir())
            if needed > (free := shutil.disk_usage(parts.folder).free):
                reason = f"it needs {in_words(needed)} more of disk, and {in_words(free)} are free"
                raise Stopped
        note = f"{positions:,} positions"
        note += f", which take {in_words(disk)} of disk" if disk else ""
        progress(Progress(_STAGES[phase.partition("-")[0]], done, total, note))
        if deadline.passed:
            reason = TIME_IS_UP
            raise Stopped

    try:
        run(tasks, _phases(tasks), parts, workers, look)
    except (Stopped, KeyboardInterrupt, Lost) as error:
        if isinstance(error, Lost):
            reason = f"the cluster does no more work ({error})"
        entries, work = int(parts.total("positions", "keys-")), parts.total("work")
        return Built(entries, None, None, None, deadline.elapsed, work, stopped=True, reason=reason)
    return _ended(tasks, deadline, parts.total("work"))


def _phases(tasks: Tasks) -> Iterator[Phase]:
    """All phases, with their tasks."""
    way, parts = tasks.way, tasks.parts
    yield from way.plan()
    if not parts.done("worth"):
        parts.mark("worth", [{"worth": tasks.worth()}])
    sizes = way.sizes()
    files = len(sizes)
    while files > 1 and sum(sizes) < files * ENTRIES and files % 2 == 0:
        files //= 2
    each = len(sizes) // files
    sizes = [sum(sizes[k : k + each]) for k in range(0, len(sizes), each)]
    groups = enumerate(grouped(sizes, way.bench.memory // 64))
    yield "tables", [Task("tables", k, "tables", (*group, files)) for k, group in groups]


def _ended(tasks: Tasks, deadline: Deadline, work: float) -> Built:
    """Writes the header of the folder, which makes it a table, and removes the parts."""
    plan, parts = tasks.plan, tasks.parts
    game, state, party = plan.game, plan.start, plan.party
    shards = [one for said in parts.marker("tables") for one in said["shards"]]
    worth = parts.marker("worth")[0]["worth"]
    entries = sum(one["entries"] for one in shards)
    positions = sum(one["orbits"] for one in shards) or None
    for shard in range(MOST_SHARDS):
        path = shard_path(tasks.output, shard)
        if shard >= len(shards) or not shards[shard]["size"]:
            path.unlink(missing_ok=True)  # of an earlier table
        else:
            remove_leftovers(path)  # of killed workers
    size = write_folder(tasks.output, {"positions": positions}, shards)
    remove(parts.folder)
    value = told(game, state, worth, party)
    plies = None if game.rulebook.scored else distance(worth)
    return Built(entries, positions, value, plies, deadline.elapsed, work, size)
