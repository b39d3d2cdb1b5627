"""The walk over all positions of a game without cycles: its table, threads and limits.

See `playing/retrograde/depth_first_kernel.py` for the walk itself.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import numpy as np

from ruleproof.models.compiled.kernels import engine
from ruleproof.models.play.game import Game, State
from ruleproof.solvers.playing.keys.key_kernel import RADIX, least_key, orbits, row_of
from ruleproof.solvers.playing.keys.keys import (
    Keys,
    keys,
    look_through,
    remade,
    rewritten,
    roomier,
    wider,
)
from ruleproof.solvers.playing.retrograde import depth_first_kernel as kernel
from ruleproof.solvers.playing.retrograde.entry_table import (
    BUCKET,
    MOST_SLOTS,
    code_of,
    gathered,
    home,
    mixed,
    put_all,
)
from ruleproof.solvers.playing.retrograde.expand_kernel import SCORED, new_job
from ruleproof.solvers.playing.retrograde.walking_thread import WalkingThread
from ruleproof.solvers.playing.values.contradiction import Contradiction, laws_of_lines, raise_stuck
from ruleproof.solvers.work.memory import LACK, Ledger, Words, give_back, ledger_of
from ruleproof.solvers.work.memory import words as new_words
from ruleproof.solvers.work.scratch import Aside

_TICK = 0.1
"""Seconds between two looks at the clock."""
_FIRST_SLOTS = 1 << 12
_SMALL = 1 << 16
"""Slots up to which a table grows fourfold."""
_ROOMY, _FULL, _CROWDED = 0.7, 0.8, 0.9
"""The share of slots that may be taken before a table grows: with keys of one word, with longer
keys, and where it can be no larger. The fewer slots are taken, the sooner a missing key is known to
be missing.
"""
_LOG, _LEAST_LOG, _SHARE = 1 << 18, 1 << 12, 1 << 6
"""Entries of a thread's log, at most and at least, and the share of the memory that it may take."""
ENTRIES = b"ENTR"
_CHUNK = 1 << 17
"""Slots of a table that are moved at a time."""


class Walk:
    """The values of all positions that can be reached from the roots walked from so far.

    `memory`, in bytes or as a ledger, is a limit beyond which `MemoryError` is raised, `TooLittle`
    at the start. `logging`: all that is found is kept for `news`. `folder`: where files without a
    name are kept.
    """

    def __init__(
        self,
        game: Game,
        *,
        memory: int | Ledger,
        party: int = -1,
        threads: int = 1,
        logging: bool = False,
        folder: Path | None = None,
    ) -> None:
        self.game = game
        self.ledger = ledger_of(memory)
        self._folder = folder
        self.engine = engine(game)
        self.keys = keys(game)
        self.logging = logging
        self.nodes = 0
        self._job = new_job(game, self.engine, party)
        self._stop = np.zeros(1, np.int64)
        self._table = new_words(_FIRST_SLOTS * self.keys.words)
        self._threads = threads
        self._crew: list[WalkingThread] = []
        self.ledger.begin(threads=threads * self._thread(0).bytes, table=self.bytes)

    @property
    def code_mask(self) -> np.uint64:
        """The bits of an entry that are its code."""
        return np.uint64((1 << self.keys.code_bits) - 1)

    @property
    def bytes(self) -> int:
        """The memory that the table takes."""
        return self._table.array.nbytes

    @property
    def fill(self) -> float:
        """The filled share of the table."""
        return self.nodes * self.keys.words / self._table.array.size

    def key(self, state: State) -> Any:
        """The key of a position; keys are made wide enough for it."""
        row = self.engine.row(state)
        while True:
            key, room = np.zeros(self.keys.words, np.uint64), np.zeros(self.keys.room, np.uint64)
            forms = self.keys
            if least_key(forms.plan, forms.pieces, forms.images, room, row, key):
                return key
            self._rekey(wider(forms, row))

    def value(self, state: State) -> int | None:
        """The value of a position, None if it has not been found."""
        key = self.key(state)
        code = self._code(key)
        return int(kernel.value_of(code, self._job[SCORED])) if code else None

    def _code(self, key: Any) -> Any:
        table, many, start = self._table.array, np.uint64(self.keys.words), np.uint64(0)
        place = home(table, many, mixed(many, key, start))
        return code_of(table, many, self.code_mask, key, start, place)

    def orbits(self) -> int:
        """The number of positions that those found stand for."""
        forms, key = self.keys, np.zeros(self.keys.words, np.uint64)
        room, row = np.zeros(forms.room, np.uint64), np.zeros(self.engine.row_words, np.uint64)
        entries = self._table.array
        return int(
            orbits(forms.plan, forms.pieces, forms.images, room, row, key, entries, self.code_mask)
        )

    def states(self) -> Any:
        """All positions found, with their values."""
        many = self.keys.words
        row = np.zeros(self.engine.row_words, np.uint64)
        for entry in self._table.array.reshape(-1, many):
            if entry[0]:
                code = entry[0] & self.code_mask
                key = entry.copy()
                key[0] ^= code
                row_of(self.keys.plan, self.keys.pieces, key, np.uint64(0), row)
                yield self.engine.state(row), int(kernel.value_of(code, self._job[SCORED]))

    @property
    def form(self) -> dict[str, Any]:
        """The form that a reader of entries needs: that of keys, and the bits of codes."""
        return self.keys.form | {"code_bits": self.keys.code_bits}

    def take(self, form: dict[str, Any]) -> None:
        """Takes over the form of entries found earlier, before any is known."""
        if not form["code_bits"]:
            raise ValueError("entries of a walk have codes")
        self.keys = remade(self.game, form, form["code_bits"])
        self._table = new_words(_FIRST_SLOTS * self.keys.words)

    def begin(self, state: State) -> None:
        """Makes a position the root of the walk."""
        self._root = self.key(state)
        self._crew = [self._thread(number) for number in range(self._threads)]
        self._note_threads()
        for thread in self._crew:
            thread.begin(self._root)

    def _thread(self, number: int) -> WalkingThread:
        words = self.keys.words
        entries = min(_LOG, max(_LEAST_LOG, self.ledger.limit // _SHARE // (8 * words)))
        return WalkingThread(self.engine, self.keys, number, entries * words * self.logging)

    def _note_threads(self, more: int = 0) -> None:
        self.ledger.hold("threads", sum(thread.bytes for thread in self._crew) + more)

    def go_on(self, pool: ThreadPoolExecutor, most: int | None = None) -> bool:
        """Walks on for a moment; whether the walk is done. Raises `MemoryError` when the memory, or
        the number of positions, does not suffice.
        """
        limit = int(self._table.array.size / self.keys.words * self._most_full())
        ending = self.ledger.left_for("table") // self._last_each
        left = min(limit, ending) - self.nodes
        if most is not None:
            left = min(left, most - self.nodes)
            if left <= 0:
                raise MemoryError
        if left < 64 * self._threads and left + self.nodes == ending:
            raise MemoryError
        if left < 64 * self._threads and left + self.nodes == limit:
            self._grow()
            return False
        self._run(pool, max(1, left // self._threads))
        met = [int(thread.state[kernel.STATUS]) for thread in self._crew]
        if kernel.DONE in met:
            return True
        if kernel.STUCK in met:
            thread = self._crew[met.index(kernel.STUCK)]
            raise_stuck(self.game, self.engine.state(thread.row))
        for thread, status in zip(self._crew, met, strict=True):
            if status == kernel.DEEPER:
                self._must_be_new(thread)
                self._note_threads(2 * thread.bytes)
                thread.deepen(self.keys.words, 2)
                self._note_threads()
        if kernel.WIDER in met:
            self._rekey(wider(self.keys, self._crew[met.index(kernel.WIDER)].row))
        elif kernel.MORE_CODES in met:
            self._rekey(roomier(self.keys))
        return False

    def _must_be_new(self, thread: WalkingThread) -> None:
        """Raises `Contradiction` where a line of play on a stack comes back to a position: the walk
        would never end.
        """
        for line in thread.lines(self.keys.words):
            keys, counts = np.unique(line, axis=0, return_counts=True)
            if counts.max() > 1:
                row = np.zeros(self.engine.row_words, np.uint64)
                key = np.ascontiguousarray(keys[counts.argmax()])
                row_of(self.keys.plan, self.keys.pieces, key, np.uint64(0), row)
                what = "a position comes up twice"
                raise Contradiction(
                    self.game, self.engine.state(row), what, laws_of_lines(self.game)
                )

    def _run(self, pool: ThreadPoolExecutor, room: int) -> None:
        """Lets every thread walk until one of them has something to say, or for a tick."""
        kernels, forms, compiled = self.engine.kernels, self.keys, self.engine
        self._stop[0] = 0
        futures = []
        for thread in self._crew:
            thread.state[kernel.ROOM], thread.state[kernel.NEW] = room, 0
            futures.append(
                pool.submit(
                    kernel.walk,
                    *(kernels.spread, kernels.ended, kernels.score),
                    *(compiled.masks, compiled.numbers),
                    *(forms.plan, forms.pieces, forms.images),
                    *(self._table.array, thread.recent),
                    *(thread.waiting, thread.mixes, thread.again, thread.frames, thread.depths),
                    *(thread.row, thread.rows, thread.images, thread.found, thread.log),
                    *(self._job, thread.state, self._stop),
                )
            )
        try:
            wait(futures, _TICK, FIRST_COMPLETED)
        finally:
            self._stop[0] = 1
            wait(futures)
        for thread, future in zip(self._crew, futures, strict=True):
            future.result()
            self.nodes += int(thread.state[kernel.NEW])

    def _most_full(self) -> float:
        """The largest filled share of the table."""
        if self._wanted() <= self._table.array.size // self.keys.words:
            return _CROWDED
        return _ROOMY if self.keys.words == 1 else _FULL

    def _wanted(self) -> int:
        """The number of slots that the table should have next."""
        slots = self._table.array.size // self.keys.words
        larger = slots * 4 if slots < _SMALL else slots * 8 // 5
        most = self.ledger.left_for("table") // (8 * self.keys.words)
        return min(larger, most, MOST_SLOTS - 1) // BUCKET * BUCKET

    @property
    def _last_each(self) -> int:
        """The bytes of an entry when all are found: its key, as a file holds it, and the value."""
        plain = self.keys.letters is None or (
            not self.keys.plan[RADIX] and min(self.keys.letters) >= 0
        )
        return 8 * (self.keys.words + (not plain)) + 2

    def _grow(self) -> None:
        """Makes the table larger, and gives the old one back as it is read."""
        slots = self._wanted()
        if slots * 19 // 20 <= self._table.array.size // self.keys.words:
            raise MemoryError
        self._replace(slots)

    def _replace(self, slots: int) -> None:
        many = np.uint64(self.keys.words)
        self.ledger.hold("table", 8 * slots * self.keys.words)  # the old one shrinks as this grows
        old, self._table = self._table, new_words(slots * self.keys.words)
        chunk = _CHUNK * self.keys.words
        for first in range(0, old.array.size, chunk):
            put_all(self._table.array, old.array[first : first + chunk], many, self.code_mask)
            old.release(first, first + chunk, before=True)

    def _rekey(self, forms: Keys) -> None:
        """Writes all that is known in the form of other keys, and begins at the root again."""
        before, many = self.keys, int(gathered(self._table.array, self.keys.words))
        slots = self._table.array.size // before.words
        size = 8 * many * before.words
        give_back(self._table.array, many * before.words, self._table.array.size)
        entries = self._table.array[: many * before.words]
        self.ledger.hold("table", size)
        apart = not self.ledger.fits("table", size + 8 * slots * forms.words)
        aside = Aside.written(entries, self._folder) if apart and many else None
        if aside:
            self._table, entries = new_words(0), entries[:0].copy()
            self.ledger.hold("table", 0)

        def some(first: int, last: int) -> Any:
            return aside.some(first, last) if aside else entries[first:last]

        def begin(new: Keys) -> Callable[[int, Any], None]:
            room = min(slots, self.ledger.left // (8 * new.words)) // BUCKET * BUCKET
            if many > room * _CROWDED:
                raise MemoryError(LACK)
            table = new_words(room * new.words)
            mask, words = np.uint64((1 << new.code_bits) - 1), np.uint64(new.words)
            self._table = table
            return lambda _, piece: put_all(table.array, piece, words, mask)

        try:
            self.keys = rewritten(before, many, some, forms, begin)
        except MemoryError:  # what was found may still be saved
            self._table = Words(aside.again() if aside else entries, None)
            raise
        self.ledger.hold("table", self.bytes)
        if self._crew:
            row = np.zeros(self.engine.row_words, np.uint64)
            row_of(before.plan, before.pieces, self._root, np.uint64(0), row)
            self.begin(self.engine.state(row))

    @property
    def log_full(self) -> bool:
        """Whether the walk waits for its news to be taken."""
        met = [int(thread.state[kernel.STATUS]) for thread in self._crew]
        return kernel.LOG_FULL in met

    def everything(self) -> Iterator[Any]:
        """All entries, some after the other."""
        self.news()
        chunk = _CHUNK * self.keys.words
        for first in range(0, self._table.array.size, chunk):
            rows = self._table.array[first : first + chunk].reshape(-1, self.keys.words)
            yield rows[rows[:, 0] != 0]

    def news(self) -> list[Any]:
        """The entries found since the last call, those of each thread."""
        many = self.keys.words
        found = [thread.log[: int(thread.state[kernel.LOGGED]) * many] for thread in self._crew]
        for thread in self._crew:
            thread.state[kernel.LOGGED] = 0
        return found

    def know(self, tag: bytes, content: Any) -> None:
        """Takes over entries found earlier. Raises `ValueError` where they make no sense."""
        if tag != ENTRIES:
            raise ValueError(f"it has a part that does not belong there: {tag!r}")
        entries = np.frombuffer(content, np.uint64)
        words = self.keys.words
        if entries.size % words:
            raise ValueError("it ends within an entry")
        chunk = _CHUNK * words
        for first in range(0, entries.size, chunk):
            some = entries[first : first + chunk].copy()
            look_through(self.keys, some, kernel.most_code(self.game.rulebook.scored))
            many = int(np.count_nonzero(some[::words]))
            while self.nodes + many > self._table.array.size // words * self._most_full():
                self._grow()
            self.nodes += put_all(self._table.array, some, np.uint64(words), self.code_mask)

    def surrender(self) -> Any:
        """All entries, one after the other where the table was, which is then of no more use."""
        many = int(gathered(self._table.array, self.keys.words))
        self._crew = []
        self._note_threads()
        self.ledger.hold("table", many * self._last_each)
        give_back(self._table.array, many * self.keys.words, self._table.array.size)
        return self._table.array[: many * self.keys.words]
