"""Looking at positions ahead, by one thread or several, whose finds are joined with the rest in the
order of the positions looked at.

See `playing/retrograde/expand_kernel.py` for the words. A look takes as many positions as its room
is thought to hold; where the room does not suffice, all looks behind it are made again.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor, wait
from time import monotonic
from typing import Any

import numpy as np

from ruleproof.models.compiled.kernels import Engine
from ruleproof.solvers.playing.keys.keys import Keys
from ruleproof.solvers.playing.retrograde import expand_kernel as kernel
from ruleproof.solvers.work.memory import taken

_FRESH, _LEAST_FRESH, _SHARE = 1 << 16, 1 << 10, 1 << 11
"""Positions that have no place yet that one look may find, at most and at least, and how many
bytes of all memory there must be for one; it may find twice as many edges.
"""
_EACH = 12
"""The room for each of a look's positions."""
_LEAST = 256
"""Positions below which looking by several threads does not pay."""
_FIRST = 4
"""Positions of the first look, and"""
_SECONDS = 0.5
"""how long a look may take: where positions have very many moves the next one takes fewer."""


class Scout:
    """The arrays with which one thread looks at positions."""

    def __init__(self, engine: Engine, forms: Keys, fresh: int) -> None:
        found = engine.move_list()
        batch = kernel.BATCH + found.size
        fresh = max(fresh, batch)
        self.forms = forms
        self._rows = [np.zeros(engine.row_words, np.uint64) for _ in range(2)]
        self._work = (
            *(*self._rows, np.zeros(forms.room, np.uint64)),
            *(np.zeros((batch + 1) * forms.words, np.uint64), np.zeros(batch, np.uint64)),
            *(np.zeros(batch, np.uint64), np.zeros(batch, np.uint8), found),
        )
        places = fresh // _EACH
        self.finds = (
            *(np.zeros(places, np.int16), np.zeros(places, np.uint16)),
            np.zeros(2 * fresh, np.uint32),
            *(np.zeros(fresh * forms.words, np.uint64), np.zeros(fresh, np.uint64)),
            np.zeros(fresh, np.uint32),
        )
        self.state = np.zeros(kernel.LOOK, np.int64)
        self.most = _FIRST
        """The most positions that the next look takes."""

    @property
    def row(self) -> Any:
        """The row of the position looked at last."""
        return self._rows[0]

    @property
    def bytes(self) -> int:
        """The memory that this takes."""
        return taken(*self._work, *self.finds)

    @property
    def after(self) -> Any:
        """The row that did not fit into a key."""
        return self._rows[1]

    @property
    def status(self) -> int:
        """The status of the last look."""
        return int(self.state[kernel.STATUS_OF])

    def look(self, engine: Engine, arrays: Any, job: Any) -> None:
        """Looks at the positions that `state` tells."""
        kernels, forms = engine.kernels, self.forms
        first, begun = int(self.state[kernel.AT]), monotonic()
        kernel.look(
            *(kernels.moves, kernels.play, kernels.ended, kernels.score),
            *(engine.masks, engine.numbers, forms.plan, forms.pieces, forms.images),
            *(*arrays, *self._work, *self.finds, job, self.state),
        )
        looked, spent = int(self.state[kernel.AT]) - first, monotonic() - begun
        if spent > _SECONDS:
            self.most = max(1, int(looked * _SECONDS / spent))
        else:
            self.most = max(self.most, 2 * looked)


class Scouts:
    """The scouts of some threads; `sent` are the positions looked at or being looked at. `memory`:
    how much all work may take, of which these take a small share.
    """

    def __init__(self, engine: Engine, forms: Keys, threads: int, memory: int) -> None:
        self._engine = engine
        self._fresh = min(_FRESH, max(_LEAST_FRESH, memory // _SHARE))
        spare = threads > 1  # so that nobody waits for what he found to be joined
        self._free = [Scout(engine, forms, self._fresh) for _ in range(threads + spare)]
        self.many = len(self._free)
        self.bytes = sum(scout.bytes for scout in self._free)
        self._out: deque[tuple[Scout, Future[None] | None]] = deque()
        self._least_room = kernel.BATCH + engine.move_list().size
        self.sent = 0

    @property
    def idle(self) -> bool:
        """Whether nobody looks."""
        return not self._out

    def room(self, count: int) -> int:
        """The number of new places that one look may ask for when there are so many."""
        return max(self._least_room, min(self._fresh, count // 2))

    def send(
        self, pool: ThreadPoolExecutor, count: int, places: int, arrays: Any, job: Any
    ) -> bool:
        """Sends positions, of which there are `count`, to all scouts that are free; returns whether
        new ones might need more than so many places. `arrays`: keys and slots.
        """
        room = self.room(count)
        while self._free and self.sent < count:
            if count + (len(self._out) + 1) * room > places:
                return True
            left = count - self.sent
            alone = self.many == 1 or (not self._out and left < _LEAST)
            scout = self._free.pop()
            share = left if alone else -(-left // (len(self._free) + 1))
            last = self.sent + max(1, min(share, room // _EACH, scout.most))
            scout.state[kernel.AT], scout.state[kernel.LAST] = self.sent, last
            scout.state[kernel.ROOM] = room
            self.sent = last
            if alone:
                scout.look(self._engine, arrays, job)
                self._out.append((scout, None))
                break
            self._out.append((scout, pool.submit(scout.look, self._engine, arrays, job)))
        return False

    def first(self) -> Scout:
        """The scout whose turn it is, when it has looked; its finds are to be joined."""
        scout, future = self._out.popleft()
        if future:
            future.result()
        return scout

    def free(self, scout: Scout) -> None:
        """Take a scout back whose finds have been joined."""
        self._free.append(scout)

    def recall(self, to: int) -> None:
        """Forgets all looks; the next begins at that place."""
        wait([future for _, future in self._out if future])
        self._free += [scout for scout, _ in self._out]
        self._out.clear()
        self.sent = to
