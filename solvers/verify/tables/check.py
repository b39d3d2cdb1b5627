"""Checks tables: every entry of a file against those after it, by the rules and nothing else.

Nothing here comes from what builds tables. This suffices. The first position has an entry, and so
has every position after an entry's, so all reachable positions have one. All entries are reached in
this way, so there are no others. An ended game is worth what the rules say; any other position is
worth what its best move leads to, one ply farther away. By induction on n, a win in n plies is one,
and no win is nearer; a draw is one because there is no such n. In scored games with cycles the
plies take the place of n: they fall with some move that keeps a win, and with every move of the
loser. In those without, a rank does that the check itself finds (`ranks.py`).

An entry stands for the images of its position, too. That rests on the game's symmetries, which are
declared; so entries are held against their images (`law.py`).
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ruleproof.models.compiled.kernels import Engine, engine
from ruleproof.models.play import notation
from ruleproof.models.play.states import WORD
from ruleproof.solvers.playing.tables.header import Header, TableError, least_key
from ruleproof.solvers.playing.tables.read import TableFile
from ruleproof.solvers.verify.tables import kernel as kernel
from ruleproof.solvers.verify.tables import keys as sweep_keys
from ruleproof.solvers.verify.tables import law as law
from ruleproof.solvers.verify.tables.forms import Forms, forms, image_bytes
from ruleproof.solvers.verify.tables.ranks import Broken
from ruleproof.solvers.verify.tables.tailored import Checker, Laws
from ruleproof.solvers.work.memory import Ledger, numbers, taken
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent

_CHUNK = 1 << 14
"""Entries that are looked at in one go."""
_BLOCKS = 16
"""Blocks that are unpacked in one go."""
_EIGHT = 8
_TAKEN, _PAGE = 1 << 23, 1 << 9
"""Words of memory taken in one go, and those of the smallest page."""
_WAITING = 1 << 10
"""Positions of a batch, at least."""

_UNPACKED = 40
"""Bytes of an entry that is unpacked, besides its key."""
_COMPILING = 120 << 20
"""Bytes that must be free for a kernel to be compiled for one table."""
_NO_LIMIT = 1 << 62

_Look: TypeAlias = Callable[[str, int, int], None]


class TooLarge(Exception):
    """A table is too large to be checked; the message says so."""


class _Work(NamedTuple):
    """The tools of a check."""

    look: _Look
    threads: int
    pool: ThreadPoolExecutor
    ledger: Ledger


class Entries(NamedTuple):
    """All entries of a table in a hash table, and room for their order; see
    `solvers/verify/tables/kernel.py`.
    """

    lines: Any
    halves: Any
    order: Any


class _Block(NamedTuple):
    """Consecutive entries: the number of the block; the keys, a row each; marks and plies, see
    `solvers/verify/tables/kernel.py`; and whether the keys increase.
    """

    number: int
    keys: Any
    marks: Any
    plies: Any
    increase: bool


class Room(NamedTuple):
    """Room for what `kernel.sweep` makes, see there."""

    rows: Any
    row_bytes: Any
    key: Any
    images: Any
    listed: Any
    waiting: Any
    homes: Any
    ways: Any
    here: Any
    fresh: Any
    found: Any


def check(path: Path | str, **limits: Any) -> list[str]:
    """The faults of a table file: none if every entry holds, else the first that were found. Takes
    and raises what `faults_of` does; raises `OSError` when the file cannot be read.
    """
    try:
        with TableFile(path) as table:
            return faults_of(table, **limits)
    except TableError as error:
        return [str(error)]


def faults_of(
    table: TableFile,
    *,
    deadline: Deadline | None = None,
    progress: Listener = silent,
    threads: int = 1,
    memory: int | None = None,
) -> list[str]:
    """The faults of an open table: none if every entry holds, else the first that were found.
    `memory`: the bytes that the check may take, if there is a limit.

    Raises `TooLarge` when its entries take more memory, `Unshown` where something that the values
    rest on is not shown, `Stopped` when the time is up.
    """
    deadline = deadline or Deadline()
    ledger = Ledger(_NO_LIMIT if memory is None else memory)

    def look(stage: str, done: int, total: int) -> None:
        progress(Progress(stage, done, total))
        if deadline.passed:
            raise Stopped

    try:
        with ThreadPoolExecutor(threads) as pool:
            work = _Work(look, threads, pool, ledger)
            compiled = engine(table.head.game)
            images = image_bytes(table.head)
            if not ledger.fits("images", images):
                what = f"its keys take {images:,} bytes of memory, more than {ledger.limit:,}"
                raise TooLarge(what)
            form = forms(table.head, compiled)
            _note_least(table.head, compiled, form, work)
            for done in table.altered():
                look("bytes", done, table.size)
            laws = Laws(compiled, form, table.head)
            while (faults := _checked(table, form, work, laws)) is None:
                pass
            return faults
    except (TableError, Broken) as error:
        return [str(error)]


def _lines(head: Header, form: Forms) -> int:
    """The number of lines of the hash table of all entries."""
    return head.entries * 4 // (3 * int(form.facts[sweep_keys.PER_LINE])) + 2


def _note_least(head: Header, compiled: Engine, form: Forms, work: _Work) -> None:
    """Notes the memory of the check before it begins. Raises `TooLarge` where it is too much."""
    lines = _lines(head, form)
    if lines > kernel.MOST_LINES:
        raise TooLarge(f"it has more entries than can be checked: {head.entries:,}")
    entries = 8 * lines * int(form.facts[sweep_keys.LINE]) + 4 * head.entries
    # blocks wait in as many pieces as threads unpack, and one more; a key stands there three times
    waiting = min(head.entries, (work.threads + 2) * _BLOCKS * head.per_block)
    rooms = (work.threads + 1) * taken(*room_of(compiled, form))
    takes = entries + rooms + waiting * (24 * head.words + _UNPACKED)
    if not work.ledger.fits("entries", takes):
        limit = work.ledger.limit
        raise TooLarge(f"its entries take {takes:,} bytes of memory, more than {limit:,}")
    work.ledger.hold("entries", takes)


def _checked(table: TableFile, form: Forms, work: _Work, laws: Laws) -> list[str] | None:
    """The faults; None where a rank did not fall and the check has to begin again with others."""
    head = table.head
    if (head.game.rulebook.scored and not head.game.acyclic) != head.plies:
        return ["the table has plies where it needs none, or lacks them"]
    compiled = engine(head.game)
    spare = work.ledger.left >= _COMPILING
    checker = Checker(compiled, form, head.entries, may_compile=spare)
    entries = _read(table, form, work)
    start = _start(head, form, entries)
    if isinstance(start, str):
        return [start]
    orbits = done = 0
    reached = kernel.reach(form.facts, entries.halves, start, 1, entries.order, 0)
    parts: deque[tuple[int, int]] = deque()
    # more rooms than threads: no thread waits while the findings of another are noted
    idle = [room_of(compiled, form) for _ in range(work.threads + 1)]
    busy: dict[Future[None], tuple[Room, int, int]] = {}
    given = 0
    checker.begin()
    while done < head.entries:
        while given < reached:
            parts.append((given, min(reached, given + _CHUNK)))
            given = parts[-1][1]
        while parts and idle:
            room, (first, last) = idle.pop(), parts.popleft()
            going = work.pool.submit(_swept, checker, laws, entries, first, last, room)
            busy[going] = room, first, last
        if not busy:
            more = head.entries - done
            return [f"{more} of its entries are of positions that cannot be reached"]
        for gone in wait(busy, return_when=FIRST_COMPLETED).done:
            gone.result()
            room, first, last = busy.pop(gone)
            found = room.found
            if found[kernel.WHY] == law.RANK:
                wait(busy)
                laws.learn(room)
                return None
            if found[kernel.WHY] != kernel.FINE:
                return [told(head, compiled, form, entries, found)]
            orbits += int(found[kernel.ORBITS])
            done += int(found[kernel.DONE]) - first
            if found[kernel.DONE] < last:
                parts.append((int(found[kernel.DONE]), last))
            reached = kernel.reach(
                *(form.facts, entries.halves, room.fresh, found[kernel.FRESH]),
                *(entries.order, reached),
            )
            idle.append(room)
        work.look("entries", done, head.entries)
        checker.look(done)
    return count_fault(head, form, orbits)


def count_fault(head: Header, form: Forms, orbits: int) -> list[str]:
    """The fault of the number of positions that a header tells, if it has one."""
    told = head.said.get("positions")
    if told is None:
        return []
    turns = [turn for turn, swap in head.game.symmetries if not swap]
    still = all(head.game.image(head.start, turn, False) == head.start for turn in turns)
    if form.facts[sweep_keys.CHANGED] or not still:  # play may not reach all images of entries
        return [f"its entries do not tell how many positions can be reached: {told!r}"]
    return [] if told == orbits else [f"its entries stand for {orbits} positions: {told!r}"]


def _swept(
    checker: Checker, laws: Laws, entries: Entries, first: int, last: int, room: Room
) -> None:
    """Checks entries by the rules, and holds those that were looked at against the laws."""
    checker.sweep(entries, first, last, room)
    if room.found[kernel.WHY] == kernel.FINE:
        laws.hold(entries, first, int(room.found[kernel.DONE]), room)


def _read(table: TableFile, form: Forms, work: _Work) -> Entries:
    """All entries; `TableError` where their keys do not increase. Blocks are unpacked by several
    threads, and entered by this one.
    """
    head = table.head
    size, lines = int(form.facts[sweep_keys.LINE]), _lines(head, form)
    room = numbers(lines * size + _EIGHT, np.uint64)
    begin = -room.ctypes.data // 8 % _EIGHT  # a line of memory begins at a multiple of 64 bytes
    room = room[begin : begin + lines * size]
    _take(room, work)
    entries = Entries(room, room.view(np.uint16), numbers(head.entries, np.uint32))
    done, last = 0, None
    waiting: deque[Future[list[_Block]]] = deque()
    ahead = iter(range(0, table.blocks, _BLOCKS))
    while True:
        for first in islice(ahead, work.threads + 1 - len(waiting)):
            numbered = range(first, min(table.blocks, first + _BLOCKS))
            packed = [table.packed(number) for number in numbered]
            waiting.append(work.pool.submit(_unpacked, table, first, packed))
        if not waiting:
            return entries
        for block in waiting.popleft().result():
            keys = block.keys
            if not block.increase or (last is not None and not increase([last, keys[0]])):
                raise TableError(f"the keys of block {block.number} do not increase")
            last = keys[-1]
            kernel.enter(
                *(form.facts, keys.reshape(-1), block.marks, block.plies),
                *(entries.lines, entries.halves),
            )
            done += len(keys)
        work.look("entries read", done, head.entries)


def _take(room: Any, work: _Work) -> None:
    """Takes the memory in advance: several threads do this sooner than one thread that comes upon
    page after page.
    """
    going: deque[Future[None]] = deque()
    for first in range(0, room.size, _TAKEN):
        going.append(work.pool.submit(room[first : first + _TAKEN : _PAGE].fill, 0))
        if len(going) > work.threads:
            going.popleft().result()
        work.look("bytes of memory taken", first * room.itemsize, room.nbytes)
    for one in going:
        one.result()


def _unpacked(table: TableFile, first: int, packed: list[bytes]) -> list[_Block]:
    """Unpacks some blocks, from one on, for `kernel.enter`."""
    found: list[_Block] = []
    for number, one in enumerate(packed, first):
        words, values, plies = table.unpacked(number, one)
        keys = np.column_stack(words)
        marks = (values + kernel.BIAS).astype(np.uint16)
        ranks = np.zeros(0, np.uint16) if plies is None else plies.astype(np.uint16)
        found.append(_Block(number, keys, marks, ranks, increase(keys)))
    return found


def increase(some: Any) -> bool:
    """Whether the keys increase."""
    keys = np.asarray(some)
    less = np.zeros(len(keys) - 1, bool)
    for k in range(keys.shape[1]):  # the highest word last, for it counts most
        a, b = keys[:-1, k], keys[1:, k]
        less = (a < b) | ((a == b) & less)
    return bool(less.all())


def room_of(compiled: Engine, form: Forms) -> Room:
    """Room for the check of some entries."""
    listed = compiled.move_list()
    batch = _WAITING + listed.size
    rows, key, images, waiting, homes = (
        np.zeros(many, np.uint64)
        for many in (
            compiled.row_words * (listed.size + 2) + sweep_keys.PIECE // 8,
            2 * form.facts[sweep_keys.WORDS],
            form.room,
            batch * form.facts[sweep_keys.WORDS],
            batch,
        )
    )
    return Room(
        *(rows, rows.view(np.uint8), key, images, listed, waiting, homes),
        *(np.zeros(batch, np.int64), np.zeros(2 * kernel.BATCH, np.int64)),
        *(np.zeros(2 * _CHUNK + batch, np.uint32), np.zeros(kernel.FOUND, np.int64)),
    )


def _start(head: Header, form: Forms, entries: Entries) -> Any | str:
    """The place of the mark of the position that the table begins with, or a fault, in words."""
    key = least_key(head, head.start)
    if key is None:
        return "no key has room for the position that it begins with"
    wanted = np.array([key >> WORD * k & (1 << WORD) - 1 for k in range(head.words)], np.uint64)
    lines = entries.lines.size // int(form.facts[sweep_keys.LINE])
    first = sweep_keys.home(lines, wanted, 0, head.words)
    at = kernel.find(form.facts, entries.lines, entries.halves, wanted, 0, first)
    if at < 0:
        return "the table does not hold the position that it begins with"
    fault = start_fault(head, int(entries.halves[at]) - kernel.BIAS)
    return fault or np.array([kernel.name_of(form.facts, at)], np.uint32)


def start_fault(head: Header, worth: int) -> str:
    """The fault of what a header says of its first position, whose entry has this value; empty if
    it has none.
    """
    said = head.said.get("worth")
    if said != worth:
        return f"the position that it begins with is worth {worth}: {said!r}"
    value, distance = (head.said.get(name) for name in ("value", "distance"))
    if (value, distance) != _in_words(head, worth):
        return f"what it says of the position that it begins with is not {worth}: {value!r}"
    return ""


def _in_words(head: Header, worth: int) -> tuple[int | str | None, int | None]:
    """The value and the distance that a header must give for its first position."""
    game, side = head.game, head.start.side
    distance = kernel.WIN - abs(worth) if worth and not game.rulebook.scored else None
    if not worth and game.repetition_decides and not game.over(head.start):
        return None, distance  # a repetition may decide otherwise
    if game.rulebook.scored:
        return worth if side == max(head.party, 0) else -worth, distance
    return "draw" if not worth else "win" if worth > 0 else "loss", distance


def told(head: Header, compiled: Engine, form: Forms, entries: Entries, found: Any) -> str:
    """The fault of an entry, in words."""
    row = np.zeros(compiled.row_words, np.uint64)
    first = kernel.key_of(form.facts, int(found[kernel.AT]))
    sweep_keys.unpack(form.facts, form.plan, entries.lines, first, row)
    here = notation.show(head.game, compiled.state(row))
    why, told, right = (int(found[place]) for place in (kernel.WHY, kernel.TOLD, kernel.RIGHT))
    move = head.game.show_move(told) if why in (kernel.NO_ROOM, kernel.MISSING) else ""
    return {
        kernel.ENDED_WRONG: f"an entry says {told} of an ended game worth {right}: {here!r}",
        kernel.NO_ROOM: f"an entry: no key has room for what comes after {move!r}: {here!r}",
        kernel.MISSING: f"an entry: the position after {move!r} is missing, at {here!r}",
        kernel.VALUE: f"an entry says {told}, after its moves it is {right}: {here!r}",
        kernel.PLIES: f"an entry: its plies do not fall with every move: {here!r}",
        kernel.STUCK: f"an entry has no move and yet the game is not over: {here!r}",
        law.SYMMETRY: f"{head.game.name} breaks the law “symmetry”, which the table rests on: "
        f"an image of an entry plays otherwise than the entry: {here!r}",
    }[why]
