"""A worker's bench: what the tasks of one build share, made once in each process."""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np

from ruleproof.models.compiled.kernels import engine
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import WORD
from ruleproof.solvers.playing.keys.key_kernel import least_key, orbits
from ruleproof.solvers.playing.keys.keys import remade
from ruleproof.solvers.playing.shards import kernel
from ruleproof.solvers.playing.tables.parts import Parts
from ruleproof.solvers.playing.tables.shard import different, find_all, in_order, shard_of_key
from ruleproof.solvers.playing.values.contradiction import (
    Contradiction,
    laws_of_images,
    raise_stuck,
)
from ruleproof.solvers.work.memory import numbers

_FULL = 0.7
"""The share of slots that may be taken."""
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

    def parted(self, words: int, shards: int) -> tuple[Any, Any]:
        """The keys by rise, then shard, sorted; and how many there are of each."""
        rises = max(1, int(self.marks.max()))
        counts = np.zeros(rises * shards, np.int64)
        many = np.uint64(words), np.uint64(shards)
        kernel.count(self.keys, self.marks, *many, counts)
        ends = np.cumsum(counts)
        found = np.zeros(int(ends[-1]) * words, np.uint64)
        kernel.part(self.keys, self.marks, *many, ends - counts, found)
        for begin, end in zip(ends - counts, ends, strict=True):
            in_order(found[begin * words : end * words], words)
        return found, counts


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
        most = int(plan.memory * 0.5 / (8 * self.words + 4))
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

    @property
    def most_moves(self) -> int:
        """The moves that a batch may have."""
        return self._room[5].size

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
        """Begins the work on a piece."""
        self.job[kernel.AT], self.job[kernel.LAST] = 0, held.size // self.words
        self.job[kernel.EDGES] = 0
        self.job[kernel.HERE] = tier if self.tiered else -1

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

    def united(self, some: list[Any], more: Iterable[Any]) -> Any:
        """The different keys among some arrays, sorted; unites them whenever they are many."""
        size = 0
        for keys in more:
            some.append(keys)
            size += keys.nbytes
            if size > self.memory // 8:
                some, size = [different(np.concatenate(some), self.words)], 0
        return different(np.concatenate(some), self.words)

    def found(self, held: Any, wanted: Any) -> Any:
        """The places of sorted keys among others."""
        places = find_all(held, wanted, self.words)
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
