"""A worker's bench: what the tasks of one build share, made once in each process."""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np

from ruleproof.models.compiled.kernels import engine
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import WORD
from ruleproof.solvers.playing.keys.key_kernel import least_key, orbits
from ruleproof.solvers.playing.keys.keys import remade
from ruleproof.solvers.playing.shards import kernel
from ruleproof.solvers.playing.tables.phases import Parts
from ruleproof.solvers.playing.tables.shard import find_all, parted, shard_of_key
from ruleproof.solvers.playing.values.contradiction import (
    Contradiction,
    laws_of_images,
    raise_stuck,
)
from ruleproof.solvers.work.memory import numbers

_FULL = 0.7
"""The share of slots that may be taken."""
_TABLE = 0.45
"""The share of memory that the table may take."""
_EDGES = 1 << 20
"""Edges that are noted at a time."""
_MOVES = 24
"""About as many slots a position has, unless memory is short."""


class Narrow(Exception):
    """Keys are too narrow for a row; the argument is the row, as whole numbers."""


class Plan(NamedTuple):
    """The build that a task belongs to: the first position, whose values, how many shards, the
    bytes of a worker, the form of keys.
    """

    game: Game
    start: State
    party: int
    folder: str
    shards: int
    memory: int
    form: dict[str, Any]


class Table(NamedTuple):
    """See `playing/shards/kernel.py`."""

    keys: Any
    marks: Any

    def clear(self) -> None:
        """Empties all slots."""
        self.marks.fill(kernel.EMPTY)

    def enter(self, words: int, keys: Any, marks: Any) -> None:
        """Holds these keys and no others."""
        self.clear()
        kernel.enter(keys, np.uint64(words), marks, *self)

    def parted(self, words: int, shards: int) -> list[tuple[Any, Any]]:
        """For each mark from 1 on the keys that have it, as `tables/shard.py` parts them."""
        some = []
        for mark in range(1, 1 + max(1, int(self.marks.max()))):
            many = kernel.take(*self, np.uint64(words), mark, np.zeros(0, np.uint64))
            keys = np.empty(many * words, np.uint64)
            kernel.take(*self, np.uint64(words), mark, keys)
            some.append(parted(keys, words, shards))
        return some


class Bench:
    """The game compiled, its keys, and room for the work of one task at a time."""

    def __init__(self, plan: Plan) -> None:
        self.game, self.plan = plan.game, plan
        self.parts = Parts(Path(plan.folder))
        self.shards, self.memory = plan.shards, plan.memory
        self.forms = remade(plan.game, plan.form, 0)
        self.words = self.forms.words
        self.engine = engine(plan.game)
        self.job = kernel.job_of(self.engine, plan.party)
        kernels = self.engine.kernels
        self._game = (
            *(kernels.spread, kernels.ended, kernels.score, kernels.tier),
            *(self.engine.masks, self.engine.numbers),
            *(self.forms.plan, self.forms.pieces, self.forms.images),
        )
        self._room = kernel.room_of(self.engine, self.words, self.forms.room)
        most = int(plan.memory * _TABLE / (8 * self.words + 4))
        self._slots = max(1 << 12, 4 * self._room[4].size, most)
        self._table = Table(np.zeros(0, np.uint64), np.zeros(0, np.int32))
        self.start_key = self.key(plan.start)
        self.tiered = hasattr(plan.game.rulebook.advice, "tier")
        self.start_tier = self.tier(plan.start)
        number = sum(int(word) << WORD * k for k, word in enumerate(self.start_key))
        self.start_shard = shard_of_key(number, self.words, self.shards)

    def tier(self, state: State) -> int:
        """The tier of a position, 0 in a game without."""
        row = self.engine.row(state)
        return int(self.engine.kernels.tier(self.engine.masks, self.engine.numbers, row))

    def key(self, state: State) -> Any:
        """The key of a position. Raises `Narrow`."""
        forms, row = self.forms, self.engine.row(state)
        key, room = np.zeros(forms.words, np.uint64), np.zeros(forms.room, np.uint64)
        if not least_key(forms.plan, forms.pieces, forms.images, room, row, key):
            raise Narrow(row.tolist())
        return key

    def table(self, positions: int) -> Table:
        """An empty table for the moves of some positions, or for as many as there is memory for."""
        few = 1 << 10, 8 * self._room[4].size, _MOVES * positions
        slots = min(self._slots, max(few))
        if self._table.marks.size < slots:
            self._table = Table(np.zeros(0, np.uint64), np.zeros(0, np.int32))
            self._table = Table(numbers(slots * self.words, np.uint64), numbers(slots, np.int32))
        return Table(self._table.keys[: slots * self.words], self._table.marks[:slots])

    def begin(self, held: Any, tier: int) -> None:
        """Begins the work on positions, of which `job[LAST]` are the last."""
        self.job[kernel.AT], self.job[kernel.LAST] = 0, held.size // self.words
        self.job[kernel.EDGES] = 0
        self.job[kernel.HERE] = tier if self.tiered else -1

    def edges(
        self, held: Any, table: Table, degrees: Any, values: Any
    ) -> Iterator[tuple[Any, ...]]:
        """The edges of positions from `job[AT]` to `job[LAST]`, some positions at a time, with the
        place of the first and the one after the last; see `kernel.note`.
        """
        room = np.empty(_EDGES + self._room[5].size, np.uint32)
        while self.job[kernel.AT] < self.job[kernel.LAST]:
            first = int(self.job[kernel.AT])
            self.run(kernel.note, held, table, degrees, values, room)
            yield room[: self.job[kernel.MANY]], first, int(self.job[kernel.AT])

    def run(self, work: Any, held: Any, table: Table, *more: Any) -> None:
        """Does the work of a piece in compiled code, as far as there is room. Raises `Narrow`, and
        `Contradiction` where the game breaks a law that it declares.
        """
        self.job[kernel.MANY], self.job[kernel.MOST] = 0, int(table.marks.size * _FULL)
        work(*self._game, held, *self._room, *table, *more, self.job)
        why = self.job[kernel.WHY]
        if why not in (kernel.FINE, kernel.FULL):
            self._raise(int(why))

    def _raise(self, why: int) -> NoReturn:
        row = self._room[1]
        if why == kernel.WIDER:
            raise Narrow(row.tolist())
        state = self.engine.state(row)
        if why == kernel.STUCK:
            raise_stuck(self.game, state)
        if why == kernel.MISSING:
            raise RuntimeError("the build is damaged: what a position asked for has no answer")
        what, laws = {
            kernel.FLAT: ("a move does not lead to a higher tier", ("tier",)),
            kernel.ELSEWHERE: ("a symmetry leads to another tier", ("tier",)),
        }[why]
        raise Contradiction(self.game, state, what, (*laws, *laws_of_images(self.game)[:0]))

    def united(self, more: Iterable[Any]) -> tuple[Any, Any]:
        """The different keys among some arrays, and how many each shard has; unites them whenever
        they are many.
        """
        some, size = [], 0
        for keys in more:
            some.append(keys)
            size += keys.nbytes
            if size > self.memory // 8:
                some, size = [parted(np.concatenate(some), self.words, self.shards)[0]], 0
        return parted(np.concatenate([np.zeros(0, np.uint64), *some]), self.words, self.shards)

    def found(self, held: Any, has: Any, wanted: Any, asked: Any) -> Any:
        """The places of keys among others; see `find_all`."""
        places = find_all(held, has, wanted, asked, self.words)
        if places.size and places.min() < 0:
            raise RuntimeError("the build is damaged: a position that was asked for is missing")
        return places

    def orbits(self, keys: Any) -> int:
        """The number of positions that keys stand for."""
        forms = self.forms
        room, row, key = (
            np.zeros(many, np.uint64) for many in (forms.room, self.engine.row_words, forms.words)
        )
        return int(
            orbits(forms.plan, forms.pieces, forms.images, room, row, key, keys, np.uint64(0))
        )
