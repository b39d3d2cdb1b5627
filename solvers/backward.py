"""Backward induction over all positions of a game with cycles: its arrays and their limits.

See `solvers/retrograde.py` for the words. Edges are written down in the order in which they are
found and turned round afterwards (`solvers/edges.py`); the keys wait in a file without a name while
values are found, which takes no keys.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ruleproof.models.compiling import compile_all
from ruleproof.models.game import Game, State
from ruleproof.models.kernels import engine
from ruleproof.solvers import retrograde as kernel
from ruleproof.solvers import settle_kernel
from ruleproof.solvers.edges import MOST_EDGES, Aside, Edges, turned_round
from ruleproof.solvers.key_kernel import least_key, orbits, row_of
from ruleproof.solvers.keys import filed, keys, rewritten, wider
from ruleproof.solvers.memory import numbers, reserved

_CHUNK = 1 << 15
"""Positions between two looks at the clock."""
_FIRST_SLOTS = 1 << 13
_FULL = 0.8
"""How full slots may be."""
_SMALL = 1 << 16
"""Places up to which arrays are copied into larger ones; room for more is taken as it is used."""
_EDGES = 1 << 18
_NEWS = 1 << 23
"""Keys, or edges, that are saved at a time."""
MOST_PLACES = (1 << 31) - 1
_PIECE = 1 << 18
"""Bytes of edges, at least, that are turned round at a time."""
_EACH = 22
"""Bytes of a place, edges included, that this may take."""


class Backward:
    """The values of all positions that can be reached from one.

    `memory`, in bytes, is a limit beyond which `MemoryError` is raised. `folder`: where files
    without a name are kept.
    """

    def __init__(
        self,
        game: Game,
        *,
        memory: int,
        party: int = -1,
        folder: Path | None = None,
    ) -> None:
        self.game = game
        self.engine = engine(game)
        self.keys = keys(game, code_bits=0)
        self.job = kernel.new_job(game, self.engine, party)
        self._memory = memory
        self._folder = folder
        self._rows = [np.zeros(self.engine.row_words, np.uint64) for _ in range(2)]
        self._found = self.engine.move_list()
        batch = kernel.BATCH + self._found.size
        self._mixes, self._likely = np.zeros(batch, np.uint64), np.zeros(batch, np.uint64)
        self._ways = np.zeros(batch, np.uint8)
        self._buffer = np.zeros(max(_EDGES, batch), np.uint32)
        self._held = np.zeros(0, np.uint64)
        self.values, self._degrees = np.zeros(0, np.int16), np.zeros(0, np.uint16)
        self.plies = np.zeros(1, np.uint16)
        self._slots = np.zeros(_FIRST_SLOTS, np.uint32)
        self._slots_once = _FIRST_SLOTS
        self._settling = 0
        self.edges = Edges(folder)
        self._noted = False
        self._ends: list[int] = []
        self._saved_keys = self._saved_chunks = 0

    @property
    def nodes(self) -> int:
        """The number of positions found so far."""
        return int(self.job[kernel.COUNT])

    @property
    def bytes(self) -> int:
        """The most memory that the positions take."""
        return max(self._finding(self.nodes, self._slots_once), self._settling)

    @property
    def _each(self) -> int:
        """The bytes of a place while positions are found: its key, its value, its moves."""
        return 8 * self.keys.words + 4

    def _finding(self, places: int, slots: int) -> int:
        """The memory that so many places and slots take while positions are found."""
        return places * self._each + 4 * slots + self.edges.bytes

    def key(self, state: State) -> Any:
        """The key of a position; keys are made wide enough for it."""
        row = self.engine.row(state)
        while True:
            key, room = np.zeros(self.keys.words, np.uint64), np.zeros(self.keys.room, np.uint64)
            forms = self.keys
            if least_key(forms.plan, forms.pieces, forms.images, room, row, key):
                return key
            self._widen(row)

    def place(self, state: State) -> int:
        """The place of a position, -1 if it has none."""
        key, many = self.key(state), np.uint64(self.keys.words)
        if not self._slots.size:
            self._note(max(_FIRST_SLOTS, int(self.nodes / _FULL) + 8))
        return max(-1, int(kernel.place_of(self._held, many, self._slots, key, self.job)))

    def state(self, place: int) -> State:
        """The position at a place."""
        row = np.zeros(self.engine.row_words, np.uint64)
        many = self.keys.words
        row_of(self.keys.plan, self.keys.pieces, self._held, np.uint64(place * many), row)
        return self.engine.state(row)

    def orbits(self) -> int:
        """The number of positions that those found stand for."""
        forms, key = self.keys, np.zeros(self.keys.words, np.uint64)
        room, row = np.zeros(forms.room, np.uint64), np.zeros(self.engine.row_words, np.uint64)
        held = self._held[: self.nodes * forms.words]
        return int(
            orbits(forms.plan, forms.pieces, forms.images, room, row, key, held, np.uint64(0))
        )

    def begin(self, state: State) -> None:
        """Makes a position the first one."""
        key = self.key(state)
        self._grow()
        self._held[: self.keys.words] = key
        self.job[kernel.COUNT] = 1
        self._noted = False

    def explore(self) -> bool:
        """Finds more positions; whether all are found."""
        job, forms, kernels = self.job, self.keys, self.engine.kernels
        if not self._noted:
            self._note(self._slots.size)
        job[kernel.BUDGET] = _CHUNK
        kernel.expand(
            *(kernels.moves, kernels.play, kernels.ended, kernels.score),
            *(self.engine.masks, self.engine.numbers),
            *(forms.plan, forms.pieces, forms.images),
            *(self._held, self._slots, self.values, self._degrees, self._buffer),
            *(*self._rows, np.zeros(forms.room, np.uint64)),
            *(np.zeros((self._mixes.size + 1) * forms.words, np.uint64), self._mixes),
            *(self._likely, self._ways, self._found, job),
        )
        if job[kernel.STATUS] == kernel.WIDER:
            self._widen(self._rows[1])
        elif job[kernel.STATUS] in (kernel.FULL, kernel.DONE):
            self._flush()
            self._grow()
        return bool(job[kernel.STATUS] == kernel.DONE)

    @property
    def form(self) -> dict[str, Any]:
        """What must be known to read keys."""
        return self.keys.form

    def take(self, form: dict[str, Any]) -> None:
        """Takes over the form of keys found earlier, before any is known."""
        self.keys = keys(
            self.game,
            tuple(form["used"]),
            0,
            None if form["letters"] is None else tuple(form["letters"]),
        )

    @property
    def unsaved(self) -> int:
        """The edges found since the last call of `news`."""
        return self.edges.total - self.edges.before(self._saved_chunks)

    def news(self) -> Iterator[list[Any]]:
        """What was found since the last call, in parts: the numbers of keys, of places that are
        done, of their edges; the keys; the values; the degrees; the edges. All keys come first: an
        edge leads to a place whose key is known.
        """
        self._flush()
        many = self.keys.words
        place = self._ends[self._saved_chunks - 1] if self._saved_chunks else 0
        while self._saved_keys < self.nodes:
            last = min(self.nodes, self._saved_keys + _NEWS)
            some = self._held[self._saved_keys * many : last * many]
            yield [np.array([last - self._saved_keys, 0, 0], np.int64), some]
            self._saved_keys = last
        while self._saved_chunks < len(self._ends):
            first = self._saved_chunks
            last = min(len(self._ends), first + _NEWS // _EDGES)
            done = slice(place, self._ends[last - 1])
            edges = list(self.edges.chunks(first, last))
            sizes = np.array([0, done.stop - place, sum(map(len, edges))], np.int64)
            yield [sizes, self.values[done], self._degrees[done], *edges]
            self._saved_chunks, place = last, done.stop

    def everything(self) -> Iterator[list[Any]]:
        """What was found so far, as `news` tells it."""
        self._saved_keys = self._saved_chunks = 0
        return self.news()

    def know(self, content: bytes) -> None:
        """Takes over news of earlier work. Raises `ValueError` where they make no sense."""
        many, job = self.keys.words, self.job
        sizes = np.frombuffer(content, np.int64, 3)
        new, done, edges = (int(size) for size in sizes)
        if len(content) != 24 + 8 * new * many + 4 * done + 4 * edges:
            raise ValueError("it has another length than its numbers say")
        count, first, at = self.nodes, int(job[kernel.NEXT]), 24
        self._grow(new)
        job[kernel.COUNT] += new
        for array, start, size in (
            (self._held, count * many, new * many),
            (self.values, first, done),
            (self._degrees, first, done),
        ):
            array[start : start + size] = np.frombuffer(content, array.dtype, size, at)
            at += size * array.itemsize
        job[kernel.NEXT] += done
        if edges or done:
            self.edges.append(np.frombuffer(content, np.uint32, edges, at))
            self._ends.append(first + done)
        self._noted = False
        self._saved_keys, self._saved_chunks = self.nodes, len(self._ends)

    def _flush(self) -> None:
        """Puts the edges found last with the others."""
        done = int(self.job[kernel.NEXT])
        if done > (self._ends[-1] if self._ends else 0):
            self.edges.append(self._buffer[: int(self.job[kernel.EDGES])])
            self._ends.append(done)
            self.job[kernel.EDGES] = 0
        if self.edges.total > MOST_EDGES:
            raise MemoryError

    def _grow(self, more: int = 0) -> None:
        """Makes larger what is full, or too small for so many more places."""
        needed = self.nodes + more + self._found.size + kernel.BATCH
        slots = self._slots.size
        while needed > slots * _FULL:
            slots = slots * 2 if slots < 1 << 16 else slots * 4 // 3
        if self._finding(needed, slots) > self._memory or needed > MOST_PLACES:
            raise MemoryError
        if needed > self.values.size:
            self._make_room(needed)
        if slots > self._slots.size:
            self._note(slots)

    def _make_room(self, needed: int) -> None:
        """Makes room for so many places: for twice as many, or for as many as can ever be."""
        places = max(2 * needed, 1 << 12)
        make: Any = numbers
        if places > _SMALL:
            places = max(needed, min(MOST_PLACES, self._memory // self._each))
            make = reserved
        many = self.nodes
        for name, each in (("_held", self.keys.words), ("values", 1), ("_degrees", 1)):
            old = getattr(self, name)
            new = make(places * each, old.dtype)
            new[: many * each] = old[: many * each]
            setattr(self, name, new)

    def _note(self, slots: int) -> None:
        """Notes all keys in new slots."""
        self._slots = np.zeros(0, np.uint32)
        self._slots = numbers(slots, np.uint32)
        self._slots_once = max(slots, self._slots_once)
        self.job[kernel.PLACE_BITS] = max(1, int(slots * _FULL)).bit_length()
        kernel.note_all(self._held, np.uint64(self.keys.words), self._slots, self.job)
        self._noted = True

    def _widen(self, row: Any) -> None:
        """Makes keys wide enough for the row."""
        forms = wider(self.keys, row)
        places, mine = self.values.size, self._held[: self.nodes * self.keys.words]
        self.keys, self._held = rewritten(self.keys, mine, forms, places)
        self._note(self._slots.size)

    def settle(self) -> Iterator[int]:
        """Finds the values, from the ends of the game back; tells every so often of how many
        positions.
        """
        job, count = self.job, self.nodes
        self._slots = np.zeros(0, np.uint32)
        keys_aside = Aside(self._held[: count * self.keys.words], self._folder)
        self._held = np.zeros(0, np.uint64)
        scored = self.game.rulebook.scored
        values, degrees = self.values[:count], self._degrees[:count]
        back_first = numbers(count + 2, np.uint32)
        back: Any = np.zeros(0, np.uint32)
        each = 12 + 2 * scored
        room = max(_PIECE, min(self._memory, _EACH * count) - each * count)
        self._settling = each * count + min(room, 4 * self.edges.total)
        for found in turned_round(self.edges, degrees, back_first, room):
            back = found
            yield 0
        self.plies = numbers(count if scored else 1, np.uint16)
        queue = numbers(count, np.uint32)
        job[kernel.HEAD] = job[kernel.TAIL] = 0
        sizes = np.zeros(1 << 15, np.bool_)
        settle_kernel.note_sizes(values, sizes)
        for size in reversed(np.flatnonzero(sizes)):
            settle_kernel.enqueue(values, int(size), queue, job)
            job[kernel.STATUS] = kernel.RUNNING
            while job[kernel.STATUS] != kernel.DONE:
                job[kernel.BUDGET] = 4 * _CHUNK
                settle_kernel.settle(back_first, back, degrees, values, self.plies, queue, job)
                yield int(job[kernel.HEAD])
        values[values == kernel.UNKNOWN] = 0
        del back, back_first, queue
        self._held = keys_aside.again()

    def surrender(self) -> Any:
        """All keys, one after the other, in the order of the places."""
        forms = filed(self.keys)
        if forms is not self.keys:
            mine = self._held[: self.nodes * self.keys.words]
            self.keys, self._held = rewritten(self.keys, mine, forms, self.nodes)
        return self._held[: self.nodes * self.keys.words]


def compile_settling() -> None:
    """Has what comes after exploring compiled, which takes seconds once."""
    compile_all(settle_kernel)
