"""Backward induction over all positions of a game with cycles: its arrays and their limits.

See `solvers/retrograde.py` for the words. Edges are written down in the order in which they are
found and read twice, when they are turned round; all but few wait in a file without a name, and so
do the keys while values are found, which takes the edges turned round but no keys.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import tempfile
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np

from ruleproof.models.game import Game, State
from ruleproof.models.kernels import engine
from ruleproof.solvers import retrograde as kernel
from ruleproof.solvers.key_kernel import least_key, orbits, row_of
from ruleproof.solvers.keys import extends, in_order, keys, rewritten, wider
from ruleproof.solvers.memory import Words, numbers
from ruleproof.solvers.memory import words as new_words

_CHUNK = 1 << 15
"""Positions between two looks at the clock."""
_COPIED = 1 << 20
"""Words that are copied at a time; large, or no page is given back."""
_FIRST_PLACES = 1 << 12
_EDGES = 1 << 18
_EDGES_AT_HAND = 1 << 20
"""Edges that need no file."""
_MOST_EDGES = (1 << 32) - 1
MOST_PLACES = (1 << 31) - 1


class Edges:
    """Edges in the order in which they were found, chunk by chunk."""

    def __init__(self) -> None:
        self.total = 0
        self.sizes: list[int] = []
        self._chunks: list[Any] = []
        self._file: Any = None

    @property
    def bytes(self) -> int:
        """The memory that the edges take."""
        return 0 if self._file else 4 * self.total

    def append(self, edges: Any) -> None:
        """Adds a chunk."""
        self.total += edges.size
        self.sizes.append(edges.size)
        if self.total > _EDGES_AT_HAND:
            self.spill()
        if self._file:
            self._file.write(edges.tobytes())
        else:
            self._chunks.append(edges.copy())

    def spill(self) -> None:
        """Puts all edges, those to come, too, into a file without a name."""
        if self._file is None:
            self._file = tempfile.TemporaryFile(prefix="ruleproof-")  # noqa: SIM115 - kept open
            weakref.finalize(self, self._file.close)
            for chunk in self._chunks:
                self._file.write(chunk.tobytes())
            self._chunks = []

    def chunks(self, *, last: bool = False) -> Iterator[Any]:
        """The chunks in order; the last time, each is given up once it was read."""
        if self._file:
            self._file.seek(0)
        for number, size in enumerate(self.sizes):
            if self._file:
                yield np.frombuffer(self._file.read(4 * size), np.uint32).copy()
            else:
                yield self._chunks[number]
                if last:
                    self._chunks[number] = None
        if last and self._file:
            self._file.close()


class Backward:
    """The values of all positions that can be reached from one.

    `memory`, in bytes, is a limit beyond which `MemoryError` is raised. `logging`: what is found is
    kept for `news`.
    """

    def __init__(self, game: Game, *, memory: int, party: int = -1, logging: bool = False) -> None:
        self.game = game
        self.engine = engine(game)
        self.keys = keys(game, code_bits=0)
        self.job = kernel.new_job(game, self.engine, party)
        self._memory = memory
        self._rows = [np.zeros(self.engine.row_words, np.uint64) for _ in range(2)]
        self._found = self.engine.move_list()
        self._homes = np.zeros(self._found.size, np.uint64)
        self._buffer = np.zeros(max(_EDGES, self._found.size), np.uint32)
        self._places = _FIRST_PLACES
        self._held = new_words(_FIRST_PLACES * self.keys.words)
        self.values = np.zeros(_FIRST_PLACES, np.int16)
        self.plies = np.zeros(1, np.uint16)
        self._degrees = np.zeros(_FIRST_PLACES, np.uint16)
        self._slots = np.zeros(2 * _FIRST_PLACES, np.uint32)
        self._slots_once = self._slots.size
        self.edges = Edges()
        self._noted = True
        self._logging = logging
        self._unsaved: list[Any] = []
        self._saved_count = self._saved_next = 0

    @property
    def nodes(self) -> int:
        """The number of positions found so far."""
        return int(self.job[kernel.COUNT])

    @property
    def bytes(self) -> int:
        """The most memory that the arrays take together."""
        return self._needed(self._places, self._slots_once)

    def _needed(self, places: int, slots: int) -> int:
        """The memory that so many places and slots take, while positions are found, or while values
        are: a place, how many edges lead to it, a place in the queue, and every edge.
        """
        finding = places * (8 * self.keys.words + 4) + 4 * slots
        settling = places * (4 + 2 * self.game.rulebook.scored) + 8 * self.nodes
        return max(finding, settling + 4 * self.edges.total) + self.edges.bytes

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
        key, many, start = self.key(state), np.uint64(self.keys.words), np.uint64(0)
        if not self._slots.size:
            self._note(max(2 * _FIRST_PLACES, self.nodes * 3 // 2 + 8))
        slot = kernel.home(self._slots, many, key, start)
        return max(-1, int(kernel.find(self._held.array, many, self._slots, key, start, slot)))

    def state(self, place: int) -> State:
        """The position at a place."""
        row = np.zeros(self.engine.row_words, np.uint64)
        many = self.keys.words
        row_of(self.keys.plan, self.keys.pieces, self._held.array, np.uint64(place * many), row)
        return self.engine.state(row)

    def orbits(self) -> int:
        """The number of positions that those found stand for."""
        forms, key = self.keys, np.zeros(self.keys.words, np.uint64)
        room = np.zeros(forms.room, np.uint64)
        held = self._held.array[: self.nodes * forms.words]
        return int(orbits(forms.plan, forms.images, room, key, held, np.uint64(0)))

    def begin(self, state: State) -> None:
        """Makes a position the first one."""
        many = self.keys.words
        key = self.key(state)
        self._held.array[:many] = key[:many]
        self.job[kernel.COUNT] = 1
        row = np.zeros(self.engine.row_words, np.uint64)
        row_of(self.keys.plan, self.keys.pieces, self._held.array, np.uint64(0), row)
        kernels, compiled = self.engine.kernels, self.engine
        self.values[0] = kernel.end_value(
            kernels.ended, kernels.score, compiled.masks, compiled.numbers, row, self.job
        )
        kernel.note_all(self._held.array, np.uint64(self.keys.words), 1, self._slots)

    def explore(self) -> bool:
        """Finds more positions; whether all are found."""
        job, forms, kernels = self.job, self.keys, self.engine.kernels
        if not self._noted:
            self._note(self._slots.size)
        job[kernel.BUDGET] = _CHUNK
        waiting = np.zeros(self._found.size * forms.words, np.uint64)
        kernel.expand(
            *(kernels.moves, kernels.play, kernels.ended, kernels.score),
            *(self.engine.masks, self.engine.numbers),
            *(forms.plan, forms.pieces, forms.images),
            *(self._held.array, self._slots, self.values, self._degrees, self._buffer),
            *(*self._rows, np.zeros(forms.room, np.uint64), waiting),
            *(self._homes, self._found, job),
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
        self.keys = keys(self.game, tuple(form["used"]), 0, tuple(form["letters"] or ()))
        self._held = new_words(self._places * self.keys.words)

    def news(self) -> list[Any]:
        """What was found since the last call: four numbers, keys, values, degrees, edges."""
        self._flush()
        count, done, many = self.nodes, int(self.job[kernel.NEXT]), self.keys.words
        edges = sum(chunk.size for chunk in self._unsaved)
        parts = [
            np.array([count - self._saved_count, done - self._saved_next, edges], np.int64),
            self._held.array[self._saved_count * many : count * many],
            self.values[self._saved_count : count],
            self._degrees[self._saved_next : done],
            *self._unsaved,
        ]
        self._saved_count, self._saved_next, self._unsaved = count, done, []
        return parts

    def everything(self) -> list[Any]:
        """What was found so far, as `news` tells it."""
        self._flush()
        self._saved_count = self._saved_next = 0
        self._unsaved = list(self.edges.chunks())
        return self.news()

    def know(self, content: bytes) -> None:
        """Takes over news of earlier work. Raises `ValueError` where they make no sense."""
        many, job = self.keys.words, self.job
        sizes = np.frombuffer(content, np.int64, 3)
        new, done, edges = (int(size) for size in sizes)
        if len(content) != 24 + new * (8 * many + 2) + 2 * done + 4 * edges:
            raise ValueError("it has another length than its numbers say")
        count, first, at = self.nodes, int(job[kernel.NEXT]), 24
        job[kernel.COUNT] += new
        self._grow()
        for array, start, size in (
            (self._held.array, count * many, new * many),
            (self.values, count, new),
            (self._degrees, first, done),
        ):
            array[start : start + size] = np.frombuffer(content, array.dtype, size, at)
            at += size * array.itemsize
        job[kernel.NEXT] += done
        self.edges.append(np.frombuffer(content, np.uint32, edges, at))
        self._noted = False
        self._saved_count, self._saved_next = self.nodes, first + done

    def _flush(self) -> None:
        """Puts the edges found last with the others."""
        if self.job[kernel.EDGES]:
            self.edges.append(self._buffer[: int(self.job[kernel.EDGES])])
            if self._logging:
                self._unsaved.append(self._buffer[: int(self.job[kernel.EDGES])].copy())
            self.job[kernel.EDGES] = 0
        if self.edges.total > _MOST_EDGES:
            raise MemoryError

    def _grow(self) -> None:
        """Makes larger what is full."""
        room = self._found.size
        places, slots = self._places, self._slots.size
        while self.nodes + room >= places:
            places = places * 2 if places < 1 << 20 else places * 3 // 2
        while (self.nodes + room) * 3 > slots * 2:
            slots = slots * 2 if slots < 1 << 20 else slots * 3 // 2
        if self._needed(places, slots) > self._memory or places > MOST_PLACES:
            raise MemoryError
        if places > self._places:
            old, self._held = self._held, new_words(places * self.keys.words)
            for first in range(0, old.array.size, _COPIED):
                last = min(first + _COPIED, old.array.size)
                self._held.array[first:last] = old.array[first:last]
                old.release(first, last)
            self.values = _longer(self.values, places)
            self._degrees = _longer(self._degrees, places)
            self._places = places
        if slots > self._slots.size:
            self._note(slots)

    def _note(self, slots: int) -> None:
        """Notes all keys in new slots."""
        self._slots = np.zeros(0, np.uint32)
        self._slots = numbers(slots, np.uint32)
        self._slots_once = slots
        kernel.note_all(self._held.array, np.uint64(self.keys.words), self.nodes, self._slots)
        self._noted = True

    def _widen(self, row: Any) -> None:
        """Makes keys wide enough for the row."""
        forms = wider(self.keys, row)
        if extends(forms, self.keys):
            self.keys = forms
            return
        mine = self._held.array[: self.nodes * self.keys.words]
        self.keys, self._held = rewritten(self.keys, mine, forms, self._places)
        self._slots[:] = 0
        kernel.note_all(self._held.array, np.uint64(self.keys.words), self.nodes, self._slots)

    def settle(self) -> Iterator[int]:
        """Finds the values, from the ends of the game back; tells every so often of how many
        positions.
        """
        job, count = self.job, self.nodes
        self._slots = np.zeros(0, np.uint32)
        keys_aside = _Aside(self._held.array[: count * self.keys.words])
        self._held = new_words(0)
        back_first = numbers(count + 2, np.uint32)
        for chunk in self.edges.chunks():
            kernel.count_in(chunk, back_first)
            yield 0
        np.cumsum(back_first, out=back_first, dtype=np.uint32)
        back = numbers(self.edges.total, np.uint32)
        place = 0
        for chunk in self.edges.chunks(last=True):
            place = kernel.turn_round(chunk, self._degrees, place, back_first, back)
            yield 0
        scored = self.game.rulebook.scored
        values = self.values[:count]
        self.plies = np.zeros(count if scored else 1, np.uint16)
        queue = np.zeros(count, np.uint32)
        job[kernel.HEAD] = job[kernel.TAIL] = 0
        ends = np.flatnonzero((values != kernel.UNKNOWN) & (values != 0))
        sizes = np.abs(values[ends].astype(np.int32))
        for size in sorted({int(size) for size in np.unique(sizes)}, reverse=True):
            new = ends[sizes == size]
            tail = int(job[kernel.TAIL])
            queue[tail : tail + len(new)] = new
            job[kernel.TAIL] += len(new)
            job[kernel.STATUS] = kernel.RUNNING
            while job[kernel.STATUS] != kernel.DONE:
                job[kernel.BUDGET] = 4 * _CHUNK
                kernel.settle(back_first, back, self._degrees, self.values, self.plies, queue, job)
                yield int(job[kernel.HEAD])
        values[values == kernel.UNKNOWN] = 0
        del back, back_first, queue
        self._held = keys_aside.again()

    def surrender(self) -> Any:
        """All keys, one after the other, in the order of the places."""
        forms = in_order(self.keys)
        if forms is not self.keys:
            mine = self._held.array[: self.nodes * self.keys.words]
            self.keys, self._held = rewritten(self.keys, mine, forms, self.nodes)
        return self._held.array[: self.nodes * self.keys.words]


class _Aside:
    """Words that wait in a file without a name."""

    def __init__(self, array: Any) -> None:
        self._file = tempfile.TemporaryFile(prefix="ruleproof-")  # noqa: SIM115 - kept open
        self._size = array.size
        array.tofile(self._file)

    def again(self) -> Words:
        """The words, once; the file is gone then."""
        found = new_words(self._size)
        with self._file as file:
            file.seek(0)
            for first in range(0, self._size, _CHUNK):
                some = np.fromfile(file, np.uint64, min(_CHUNK, self._size - first))
                found.array[first : first + some.size] = some
        return found


def compile_settling() -> None:
    """Has what comes after exploring compiled, which takes seconds once."""
    places, degrees = np.zeros(0, np.uint32), np.zeros(0, np.uint16)
    kernel.count_in(places, places)
    kernel.turn_round(places, degrees, 0, places, places)
    job = np.zeros(kernel.JOB, np.int64)
    kernel.settle(places, places, degrees, np.zeros(0, np.int16), degrees, places, job)


def _longer(old: Any, size: int) -> Any:
    """The array with that many entries; the new ones are 0."""
    new = numbers(size, old.dtype)
    new[: old.size] = old
    return new
