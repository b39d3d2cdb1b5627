"""Strong solutions: the value of every position that can be reached from one, in games with cycles
and without.

Play that never ends is a draw (0 points for anybody, where points are counted). A `Table` answers
the same questions as a `Searcher`, so everything that asks one can ask the other.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import numpy as np

from ruleproof.models import notation
from ruleproof.models.errors import PositionError
from ruleproof.models.game import Game, State
from ruleproof.models.kernels import engine
from ruleproof.models.states import layout
from ruleproof.solvers import retrograde as kernel
from ruleproof.solvers.progress import Deadline, Listener, Progress, Stopped, silent
from ruleproof.solvers.sides import final, relation
from ruleproof.solvers.symmetry import canon, canonical, pack_key, unpack_key, widened

_CHUNK = 1 << 15
"""Positions between two looks at the clock."""
_FIRST_PLACES = 1 << 12
MOST_PLACES = 1 << 31


class Table:
    """The values of all positions that play can reach from one.

    `party` is the player for whom a game of more than two is solved, or -1 in games of two; `nodes`
    the number of positions; `memory`, in bytes, and `most`, in positions, are limits beyond which
    the work stops.
    """

    def __init__(
        self,
        game: Game,
        *,
        memory: int = 1 << 30,
        deadline: Deadline | None = None,
        progress: Listener = silent,
        party: int = -1,
        most: int | None = None,
    ) -> None:
        self.game = game
        self.party = party
        self.deadline = deadline or Deadline()
        self.progress = progress
        self.note = ""
        self._memory = memory
        self._most = most
        self._engine = engine(game)
        self._canon = canon(game)
        words = self._engine.row_words
        self._rows = np.zeros((4, words), np.uint64)
        self._room = [np.zeros(words, np.uint64) for _ in range(2)]
        self._found = self._engine.move_list()
        self._job = np.zeros(kernel.JOB, np.int64)
        place = layout(game.rulebook.rules.State).number_place("side", self._engine.width)
        self._job[kernel.SIDE_WORD], self._job[kernel.SIDE_SHIFT] = place
        self._job[kernel.SCORED] = game.rulebook.scored
        self._job[kernel.PARTY] = party
        self._clear()

    def _clear(self) -> None:
        """Forgets all positions."""
        for number in (kernel.NEXT, kernel.COUNT, kernel.EDGES, kernel.HEAD, kernel.TAIL):
            self._job[number] = 0
        self._keys = np.zeros((_FIRST_PLACES, self._canon.key_words), np.uint64)
        self._values = np.full(_FIRST_PLACES, kernel.UNKNOWN, np.int16)
        self._first = np.zeros(_FIRST_PLACES + 1, np.int64)
        self._edges = np.zeros(4 * _FIRST_PLACES, np.uint32)
        self._slots = np.zeros(2 * _FIRST_PLACES, np.uint32)
        self._plies = np.zeros(1, np.uint16)
        self._ready = False

    @property
    def nodes(self) -> int:
        """The number of positions found so far."""
        return int(self._job[kernel.COUNT])

    @property
    def values(self) -> np.ndarray[Any, np.dtype[np.int16]]:
        """The values of all positions, in the order in which they were found."""
        return self._values[: self.nodes]

    def prepare(self, state: State) -> None:
        """Finds all positions from this one on and their values, unless they are known. Raises
        `Stopped` when the time is up or the memory does not suffice.
        """
        if self._ready and self._place(state) >= 0:
            return
        self._clear()
        self._enter(state)
        self._explore()
        self._solve()
        self._ready = True

    def allow(self, positions: int) -> None:
        """Lets a table, made with `most`, hold so many positions."""
        self._most = positions

    def value(self, state: State, low: int = 0, high: int = 0) -> int:  # noqa: ARG002 - no window needed
        """The value of a position for the side to move, whatever the window.

        Raises `PositionError` if play from the table's start does not reach it.
        """
        place = self._place(state)
        if place < 0:
            raise PositionError(["the table does not hold it"], notation.show(self.game, state))
        return int(self._values[place])

    def plies(self, state: State) -> int:
        """Within how many plies the game ends, in scored games where the value is not 0."""
        return int(self._plies[self._place(state)])

    def relation(self, before: State, after: State) -> int:
        """1 if whoever moved before, or one on his side, moves after; else -1."""
        return relation(self.game, self.party, before, after)

    def final(self, state: State) -> int:
        """The value of a position that has ended, for the side to move."""
        return final(self.game, self.party, state)

    def nearer(self, before: State, after: State) -> bool:
        """Whether the game ends within fewer plies after the move between the two."""
        return self.game.over(after) or self.plies(after) < self.plies(before)

    def faults(self) -> list[str]:
        """The first position whose value does not follow from those after it, if there is one."""
        self._job[kernel.NEXT] = 0
        while self._job[kernel.NEXT] < self.nodes:
            self._job[kernel.BUDGET] = _CHUNK
            bad = kernel.check(*self._common(), self._values, self._plies, *self._scratch())
            if bad >= 0:
                text = notation.show(self.game, self.state(int(bad)))
                return [f"the value of {text!r} does not follow from those after it"]
            self._look("check", int(self._job[kernel.NEXT]), self.nodes)
        return []

    def state(self, place: int) -> State:
        """The canonical position at a place."""
        row = np.zeros(self._engine.row_words, np.uint64)
        unpack_key(self._canon.pieces, self._keys[place], row)
        return self._engine.state(row)

    def _place(self, state: State) -> int:
        row, image = self._room
        row[:] = self._engine.row(state)
        canonical(self._canon.shape, self._canon.turns, row, image)
        key = np.zeros(self._canon.key_words, np.uint64)
        if not pack_key(self._canon.pieces, image, key):
            return -1
        return int(kernel.find(self._keys, self._slots, key))

    def _enter(self, state: State) -> None:
        row, image = self._room
        row[:] = self._engine.row(state)
        canonical(self._canon.shape, self._canon.turns, row, image)
        self._widen(image)
        pack_key(self._canon.pieces, image, self._keys[0])
        self._job[kernel.COUNT] = 1
        if self.game.over(state):
            self._values[0] = self.final(state)
        kernel.note_all(self._keys, 1, self._slots)

    def _common(self) -> tuple[Any, ...]:
        kernels = self._engine.kernels
        return (
            kernels.moves,
            kernels.play,
            kernels.ended,
            kernels.score,
            self._engine.masks,
            self._engine.numbers,
            self._canon.shape,
            self._canon.turns,
            self._canon.pieces,
            self._keys,
            self._slots,
        )

    def _scratch(self) -> tuple[Any, ...]:
        return self._rows, self._found, self._job

    def _explore(self) -> None:
        job = self._job
        job[kernel.STATUS] = kernel.RUNNING
        while job[kernel.STATUS] != kernel.DONE:
            job[kernel.BUDGET] = _CHUNK
            kernel.expand(*self._common(), self._values, self._edges, self._first, *self._scratch())
            if job[kernel.STATUS] == kernel.FULL:
                self._grow()
            elif job[kernel.STATUS] == kernel.WIDER:
                self._widen(self._rows[2])
            self._look("positions", int(job[kernel.NEXT]), self.nodes)

    def _look(self, stage: str, done: int, total: int) -> None:
        self.progress(Progress(stage, done, total, self.note))
        if self.deadline.passed or (self._most is not None and self.nodes > self._most):
            raise Stopped

    def _grow(self) -> None:
        """Doubles what is full."""
        places, edges = self._keys.shape[0], self._edges.size
        room = int(self._found[0])
        while self.nodes + room >= places:
            places *= 2
        while int(self._job[kernel.EDGES]) + room > edges:
            edges *= 2
        slots = self._slots.size
        while (self.nodes + room) * 3 > slots * 2:
            slots *= 2
        per_place = 8 * self._canon.key_words + 2 + 8 + 8 + 4 + 4 + 2
        if places * per_place + 8 * edges + 4 * slots > self._memory or places > MOST_PLACES:
            raise Stopped
        if places > self._keys.shape[0]:
            self._keys = _longer(self._keys, places, 0)
            self._values = _longer(self._values, places, kernel.UNKNOWN)
            self._first = _longer(self._first, places + 1, 0)
        if edges > self._edges.size:
            self._edges = _longer(self._edges, edges, 0)
        if slots > self._slots.size:
            self._slots = np.zeros(slots, np.uint32)
            kernel.note_all(self._keys, self.nodes, self._slots)

    def _widen(self, row: Any) -> None:
        """Makes keys wide enough for the row."""
        old = self._canon
        self._canon = widened(old, row)
        if self._canon.used == old.used:
            return
        keys = np.zeros((self._keys.shape[0], self._canon.key_words), np.uint64)
        words = self._engine.row_words
        kernel.repack(old.pieces, self._canon.pieces, self._keys, self.nodes, keys, words)
        self._keys = keys
        self._slots = np.zeros(self._slots.size, np.uint32)
        kernel.note_all(self._keys, self.nodes, self._slots)

    def _solve(self) -> None:
        """The values, from the ends of the game back."""
        job, count = self._job, self.nodes
        first = self._first[: count + 1]
        back_first = np.zeros(count + 2, np.int64)
        back = np.zeros(int(first[-1]), np.uint32)
        kernel.turn_round(first, self._edges, count, back_first, back)
        left = np.diff(first)
        self._edges, self._first = np.zeros(0, np.uint32), np.zeros(0, np.int64)
        scored = self.game.rulebook.scored
        self._plies = np.zeros(count if scored else 1, np.uint16)
        queue = np.zeros(count, np.uint32)
        job[kernel.HEAD] = job[kernel.TAIL] = 0
        ends = np.flatnonzero((self.values != kernel.UNKNOWN) & (self.values != 0))
        sizes = np.abs(self.values[ends].astype(np.int32))
        for size in sorted({int(size) for size in np.unique(sizes)}, reverse=True):
            new = ends[sizes == size]
            tail = int(job[kernel.TAIL])
            queue[tail : tail + len(new)] = new
            job[kernel.TAIL] += len(new)
            job[kernel.STATUS] = kernel.RUNNING
            while job[kernel.STATUS] != kernel.DONE:
                job[kernel.BUDGET] = 4 * _CHUNK
                kernel.settle(back_first, back, left, self._values, self._plies, queue, job)
                self._look("values", int(job[kernel.HEAD]), count)
        self._values[:count][self.values == kernel.UNKNOWN] = 0


def _longer(old: Any, size: int, fill: int) -> Any:
    """The array with that many rows; the new ones filled."""
    new = np.full((size, *old.shape[1:]), fill, old.dtype)
    new[: old.shape[0]] = old
    return new
