"""Checks tables that are folders, shard by shard, by workers that share a folder.

What is shown, and why it suffices, is as in `check.py`. Entries are reached level by level from the
first position. Of each *piece*, which is some shards:

read     its entries, unpacked: their keys increase and belong to their shards
look-N   what the level before asked for is there; the *frontier*: those entries that nothing led to
         before; and the keys of the positions after them, asked for in *chunks* of it
hold-N   the frontier by `kernel.sweep` and against the laws, in a small table of its entries and of
         the replies to what they asked
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ruleproof.models.compiled.kernels import engine
from ruleproof.models.files.writing import make_folder, write_whole
from ruleproof.models.play import notation
from ruleproof.models.play.states import WORD
from ruleproof.solvers.playing.tables.folder import TableFolder
from ruleproof.solvers.playing.tables.header import TableError, least_key
from ruleproof.solvers.playing.tables.phases import Parts, Phase, Task, done_by, grouped, run
from ruleproof.solvers.playing.tables.shard import counted, find_all, parted, shard_of_key
from ruleproof.solvers.verify.tables import check, kernel, law
from ruleproof.solvers.verify.tables.ahead import ahead, name_all
from ruleproof.solvers.verify.tables.forms import forms
from ruleproof.solvers.verify.tables.keys import LINE, PER_LINE, unpack
from ruleproof.solvers.verify.tables.ranks import Broken, Turn
from ruleproof.solvers.verify.tables.tailored import Checker, Laws
from ruleproof.solvers.work.executors import Worker
from ruleproof.solvers.work.progress import Listener, Progress

_EACH = 64
"""Bytes of an entry of a piece, or of a key that a chunk asks for."""


class Plan(NamedTuple):
    """A check: the table, the folder of its parts, the bytes of a worker, and the moves besides
    random ones with which ranks must fall.
    """

    path: str
    folder: str
    memory: int
    turns: tuple[Turn, ...] = ()


class Fault(Exception):
    """An entry does not hold; the message says why."""


class Learnt(Exception):
    """A move with which a rank does not fall: the rows before and after it."""


class Check:
    """Does the tasks of a check, in any process."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._ready = False

    def __reduce__(self) -> tuple[Any, ...]:
        return Check, (self.plan,)

    def __call__(self, task: Task, _: Listener) -> dict[str, Any]:
        """Does a task, unless it is done."""
        if not self._ready:
            self.prepare()
        return done_by(self, task)

    def prepare(self) -> None:
        """Opens the table, and makes the forms of its keys."""
        plan = self.plan
        self.table = TableFolder(plan.path)
        head = self.head = self.table.head
        self.parts = Parts(Path(plan.folder))
        self.words, self.shards = head.words, len(self.table.shards)
        self.compiled = engine(head.game)
        self.form = forms(head, self.compiled)
        self.laws = Laws(self.compiled, self.form, head, plan.turns)
        self.room = check.room_of(self.compiled, self.form)
        most = plan.memory // (_EACH * self.words)
        self.pieces = list(grouped(self.table.shards, most))
        self.after = np.zeros(self.words * max(most // 4, 4 * self.room.listed.size), np.uint64)
        self._ready = True

    # Tasks

    def read(self, number: int, first: int, last: int) -> dict[str, Any]:
        """Unpacks the entries of a piece."""
        keys, marks, plies = [], [], []
        for shard in range(first, last):
            if not self.table.shards[shard]:
                continue
            file, before = self.table.file(shard), None
            with self.table.naming(shard):
                for _ in file.altered():
                    pass
            for block in range(file.blocks):
                with self.table.naming(shard):
                    words, values, when = file.block(block)
                some = np.column_stack(words)
                whole = some if before is None else np.concatenate([before, some])
                if not check.increase(whole):
                    raise Fault(f"the keys of block {block} of shard {shard} do not increase")
                if counted(some.reshape(-1), self.words, self.shards)[shard] < len(some):
                    raise Fault(f"block {block} of shard {shard} has keys of other shards")
                before = some[-1:]
                keys.append(some.reshape(-1))
                marks.append((values + kernel.BIAS).astype(np.uint16))
                plies.append(np.zeros(0) if when is None else when)
        return self.parts.put(
            *("read", number, {"shards": [first, last]}),
            keys=np.concatenate([np.zeros(0, np.uint64), *keys]),
            marks=np.concatenate([np.zeros(0, np.uint16), *marks]),
            plies=np.concatenate([np.zeros(0), *plies]).astype(np.uint16),
        )

    def look(self, number: int, turn: int) -> dict[str, Any]:
        """Answers what the level before asked of a piece, and asks for what comes next."""
        first, last = self.pieces[number]
        own = self.parts.part("read", number)
        held = own.some("keys")
        has = self.table.shards[first:last]
        if turn:
            reached = self.parts.part(f"look-{turn - 1}", number).some("reached")
        else:
            reached = np.zeros(held.size // self.words, np.uint8)
        places, begins = [np.zeros(0, np.int64)], [0]
        for asking in range(len(self.pieces)):
            for counts, keys in self._asked(turn, asking, first, last):
                found = find_all(held, has, keys, counts, self.words)
                if found.size and found.min() < 0:
                    self._missing(keys[self.words * int(found.argmin()) :])
                places.append(found)
            begins.append(sum(one.size for one in places))
        every = np.concatenate(places)
        fresh = np.zeros(reached.size, bool)
        fresh[every] = True
        frontier = np.flatnonzero(fresh & (reached == 0))
        reached[frontier] = 1
        said = {"frontier": frontier.size, "reached": int(reached.sum()), "begins": begins}
        asked = self._ahead(held.reshape(-1, self.words)[frontier].reshape(-1))
        when = own.some("plies")
        return self.parts.put(
            *(f"look-{turn}", number, said | {"chunks": asked[0]}),
            frontier=frontier.astype(np.uint32),
            reached=reached,
            asked=asked[1],
            counts=asked[2],
            marks=own.some("marks")[every],
            plies=when[every] if when.size else when,
        )

    def hold(self, number: int, turn: int) -> dict[str, Any]:
        """Checks the frontier of a piece."""
        own, here = self.parts.part("read", number), self.parts.part(f"look-{turn}", number)
        frontier = here.some("frontier")
        keys = own.some("keys").reshape(-1, self.words)[frontier].reshape(-1)
        marks, plies = own.some("marks")[frontier], own.some("plies")
        plies = plies[frontier] if plies.size else plies
        counts = here.some("counts").reshape(-1, self.shards)
        begin, asked, orbits = 0, 0, 0
        for chunk, end in enumerate(here.said["chunks"]):
            size = int(counts[chunk].sum())
            some = here.some("asked", self.words * asked, self.words * (asked + size))
            answers = [self._replied(turn + 1, number, counts, chunk, one) for one in range(2)]
            asked += size
            span = slice(begin, end)
            wanted = keys[self.words * begin : self.words * end]
            orbits += self._hold(
                *(wanted, np.concatenate([wanted, some])),
                np.concatenate([marks[span], answers[0]]),
                np.concatenate([plies[span], answers[1]]),
            )
            begin = end
        return self.parts.put(f"hold-{turn}", number, {"orbits": orbits})

    # Their parts

    def _asked(self, turn: int, asking: int, first: int, last: int) -> Iterator[tuple[Any, Any]]:
        """What each chunk of a piece asked for of some shards at the level before: how many keys of
        each, and the keys.
        """
        if not turn:
            key = least_key(self.head, self.head.start)
            if key is None:
                raise Fault("no key has room for the position that it begins with")
            shard = shard_of_key(key, self.words, self.shards)
            if asking == 0 and first <= shard < last:
                counts = np.zeros(last - first, np.int64)
                counts[shard - first] = 1
                words = [key >> WORD * k & (1 << WORD) - 1 for k in range(self.words)]
                yield counts, np.array(words, np.uint64)
            return
        part = self.parts.part(f"look-{turn - 1}", asking)
        counts = part.some("counts").reshape(-1, self.shards)
        begins = np.concatenate([[0], np.cumsum(counts)])
        for chunk, many in enumerate(counts):
            begin, end = (begins[chunk * self.shards + one] for one in (first, last))
            yield many[first:last], part.some("asked", self.words * begin, self.words * end)

    def _ahead(self, keys: Any) -> tuple[list[int], Any, Any]:
        """The keys after entries, chunk by chunk: up to which entry each goes, what each asks for,
        and how many of each shard.
        """
        rules, room, found = self.compiled.kernels, self.room, self.room.found
        chunks, asked, counts = [], [np.zeros(0, np.uint64)], [np.zeros(0, np.int64)]
        done = 0
        while done * self.words < keys.size:
            ahead(
                *(rules.moves, rules.play, rules.ended),
                *(self.compiled.masks, self.compiled.numbers, *self.form[:4]),
                *(keys, np.uint64(done), room.rows, room.row_bytes, room.images, room.listed),
                *(self.after, found),
            )
            if found[kernel.WHY] != kernel.FINE:
                move = self.head.game.show_move(int(found[kernel.TOLD]))
                where = self._text(keys[self.words * found[kernel.AT] :])
                raise Fault(f"an entry: no key has room for what comes after {move!r}: {where!r}")
            done = int(found[kernel.DONE])
            some = self.after[: self.words * found[kernel.FRESH]]
            some, many = parted(some, self.words, self.shards)
            chunks.append(done)
            asked.append(some)
            counts.append(many)
        return chunks, np.concatenate(asked), np.concatenate(counts)

    def _replied(self, turn: int, number: int, counts: Any, chunk: int, which: int) -> Any:
        """The marks, or the plies, of what a chunk asked for."""
        found = [np.zeros(0, np.uint16)]
        for piece, (first, last) in enumerate(self.pieces):
            part = self.parts.part(f"look-{turn}", piece)
            begin = part.said["begins"][number] + int(counts[:chunk, first:last].sum())
            end = begin + int(counts[chunk, first:last].sum())
            if which == 0:
                found.append(part.some("marks", begin, end))
            elif self.head.plies:
                found.append(part.some("plies", begin, end))
        return np.concatenate(found)

    def _hold(self, wanted: Any, keys: Any, marks: Any, plies: Any) -> int:
        """Checks the entries wanted in a table of these; how many positions they stand for."""
        facts = self.form.facts
        lines = marks.size * 4 // (3 * int(facts[PER_LINE])) + 2
        room = np.zeros(lines * int(facts[LINE]) + 8, np.uint64)
        begin = -room.ctypes.data // 8 % 8  # a line of memory begins at a multiple of 64 bytes
        table = room[begin : begin + lines * int(facts[LINE])]
        names = np.zeros(wanted.size // self.words, np.uint32)
        entries = check.Entries(table, table.view(np.uint16), names)
        kernel.enter(facts, keys, marks, plies, entries.lines, entries.halves)
        name_all(facts, entries.lines, entries.halves, wanted, names)
        checker = Checker(self.compiled, self.form, names.size, may_compile=False)
        done, orbits, found = 0, 0, self.room.found
        while done < names.size:
            first = done
            checker.sweep(entries, first, names.size, self.room)
            done = int(found[kernel.DONE])
            if found[kernel.WHY] == kernel.FINE:
                orbits += int(found[kernel.ORBITS])
                self.laws.hold(entries, first, done, self.room)
            if found[kernel.WHY] == law.RANK:
                row = self.compiled.row_words
                at = (0, int(found[kernel.TOLD]))
                raise Learnt(*(self.room.rows[row * k : row * (k + 1)].tolist() for k in at))
            if found[kernel.WHY] != kernel.FINE:
                raise Fault(check.told(self.head, self.compiled, self.form, entries, found))
        return orbits

    def _text(self, key: Any) -> str:
        row = np.zeros(self.compiled.row_words, np.uint64)
        unpack(self.form.facts, self.form.plan, np.ascontiguousarray(key), 0, row)
        return notation.show(self.head.game, self.compiled.state(row))

    def _missing(self, key: Any) -> None:
        raise Fault(f"a position that play reaches is missing: {self._text(key)!r}")


def faults_of(
    path: Path,
    folder: Path,
    hire: Callable[[], Sequence[Worker]],
    memory: int,
    progress: Listener,
) -> list[str]:
    """The faults of a table in a folder: none if every entry holds, else the first that was found.

    Its parts lie in `folder`, as large as ten bytes an entry and more; a check that was stopped
    goes on from there. `hire` is called for workers each time that it begins anew. `memory`: the
    bytes of each worker. Raises `Unshown` where something that the values rest on is not shown, and
    `OSError`.
    """
    turns: list[Turn] = []
    try:
        while True:
            here = Check(Plan(str(path), str(folder), memory, tuple(turns)))
            here.prepare()
            _take_over(folder, here)
            try:
                told = _checked(here, hire(), progress)
            except Learnt as learnt:
                rows = (np.array(row, np.uint64) for row in learnt.args)
                before, after = map(here.compiled.state, rows)
                turns.append((before, after))
                continue
            break
    except (Fault, TableError, Broken) as fault:
        told = [str(fault)]
    shutil.rmtree(folder, ignore_errors=True)
    return told


def _take_over(folder: Path, here: Check) -> None:
    """Keeps the parts in the folder if they are of the same check."""
    mark, sums = folder / "check", here.table.entries_checksum
    said = f"{sums} {here.plan.memory} {here.head.said['rules']} {here.plan.turns}"
    if not mark.exists() and folder.exists() and any(folder.iterdir()):
        raise FileExistsError(errno.EEXIST, "it holds something else than a check", str(folder))
    if not mark.exists() or mark.read_text("utf-8") != said:
        shutil.rmtree(folder, ignore_errors=True)
        make_folder(folder)
        write_whole(mark, said)


def _checked(here: Check, workers: Sequence[Worker], progress: Listener) -> list[str]:
    """The faults that show when all is done. Raises `Fault` for others."""
    head, parts = here.head, here.parts
    if (head.game.rulebook.scored and not head.game.acyclic) != head.plies:
        return ["the table has plies where it needs none, or lacks them"]
    found = {"reached": 0}

    def look(_: str, done: int, total: int) -> None:
        progress(Progress("entries", min(found["reached"], head.entries), head.entries))

    def note(said: dict[str, Any]) -> None:
        found["reached"] += said.get("frontier", 0)

    run(here, _phases(here), parts, workers, look, note)
    levels = parts.marker("levels")
    reached = sum(said["frontier"] for level in levels for said in level["pieces"])
    if reached < head.entries:
        return [f"{head.entries - reached} of its entries are of positions that cannot be reached"]
    if wrong := _start(here):
        return [wrong]
    orbits = sum(said["orbits"] for level in levels for said in level["held"])
    return check.count_fault(head, here.form, orbits)


def _start(here: Check) -> str:
    """What the header says wrong of its first position, if anything."""
    entry = here.table.look_up(here.head.start)
    if entry is None:
        return "the table does not hold the position that it begins with"
    return check.start_fault(here.head, entry.value)


def _phases(here: Check) -> Iterator[Phase]:
    """All phases, with their tasks."""
    parts, pieces = here.parts, range(len(here.pieces))
    yield "read", [Task("read", k, "read", here.pieces[k]) for k in pieces]
    level, levels = 0, list[dict[str, Any]]()
    while not parts.done("levels"):
        yield f"look-{level}", [Task(f"look-{level}", k, "look", (level,)) for k in pieces]
        if level:
            before = f"hold-{level - 1}"
            yield before, [Task(before, k, "hold", (level - 1,)) for k in pieces]
            looked = parts.marker(f"look-{level - 1}")
            levels.append({"pieces": looked, "held": parts.marker(before)})
            parts.remove(f"look-{level - 1}")
        if not any(said["frontier"] for said in parts.marker(f"look-{level}")):
            parts.mark("levels", levels)
        level += 1
