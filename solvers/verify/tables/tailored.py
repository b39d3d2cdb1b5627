"""The kernels that check a table's entries, by the rules and against the laws; and the first of
them compiled for one table.

There the compiler knows everything about a table but its entries: the lengths of keys and rows, the
meaning of bytes, the game's board and settings. Loops over them become single steps.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from secrets import randbits
from typing import Any

import numpy as np
from numba import njit, types

from ruleproof.models.compiled.compiling import constant
from ruleproof.models.compiled.kernels import Engine
from ruleproof.solvers.playing.tables.header import Header
from ruleproof.solvers.verify.tables import kernel as kernel
from ruleproof.solvers.verify.tables.forms import Forms
from ruleproof.solvers.verify.tables.law import TOLD, hold
from ruleproof.solvers.verify.tables.ranks import Turn, random_turns, ranks

_ARRAYS = 4
"""The number of arrays of a form."""
_KNOWN = 9
"""The number of arguments of `kernel.sweep` that are known: the rules and the form of the keys."""

SOON, LONG, MANY = 2, 25, 50_000_000
"""A check gets its own kernel after so many seconds, if it seems to need that many more. A check of
so many entries has one compiled while the entries are read.
"""


def tailored(compiled: Engine, form: Forms) -> Callable[..., None]:
    """`kernel.sweep` for one table, which takes the arguments from `images` on. Compiling takes
    some ten seconds.
    """
    sweep, rules = kernel.sweep.inlined, compiled.kernels
    moves, play, ended, score = (
        one.compiled for one in (rules.moves, rules.play, rules.ended, rules.score)
    )
    masks, numbers = constant(compiled.masks), constant(compiled.numbers)
    facts, plan, allowed = constant(form.facts), constant(form.plan), constant(form.allowed)

    def own(
        images, lines, halves, order, first, last,
        rows, row_bytes, key, room, listed, waiting, homes, ways, here, fresh, found,
    ):  # fmt: skip
        sweep(
            moves, play, ended, score, masks(), numbers(), facts(), plan(), allowed(), images,
            lines, halves, order, first, last,
            rows, row_bytes, key, room, listed, waiting, homes, ways, here, fresh, found,
        )  # fmt: skip

    return njit(types.void(*kernel.SWEEP.args[_KNOWN:]), nogil=True, _nrt=False)(own)


class Checker:
    """Checks entries by the kernel for all tables. If that takes long, a kernel for this table
    takes over as soon as it is compiled, if that is allowed.
    """

    def __init__(
        self, compiled: Engine, form: Forms, entries: int, *, may_compile: bool = True
    ) -> None:
        self._compiled, self._form = compiled, form
        self._may_compile = may_compile
        self._entries = entries
        self._begun = time.monotonic()
        self._made: Future[Callable[..., None]] | None = None
        self._own: Callable[..., None] | None = None
        if entries >= MANY and may_compile:
            self._make()

    def _make(self) -> None:
        self._made = apart(lambda: tailored(self._compiled, self._form))

    def begin(self) -> None:
        """Notes that the check of entries begins."""
        self._begun = time.monotonic()

    def sweep(self, entries: Iterable[Any], first: int, last: int, room: Iterable[Any]) -> None:
        """Calls `kernel.sweep` with everything about the entries, and room to work in."""
        if self._own:
            self._own(self._form.images, *entries, first, last, *room)
            return
        kernels = self._compiled.kernels
        kernel.sweep(
            *(kernels.moves, kernels.play, kernels.ended, kernels.score),
            *(self._compiled.masks, self._compiled.numbers, *self._form[:_ARRAYS]),
            *(*entries, first, last, *room),
        )

    def look(self, done: int) -> None:
        """Starts compiling a kernel for this table if that pays after so many entries."""
        spent = time.monotonic() - self._begun
        pays = spent >= SOON and spent * (self._entries - done) >= LONG * done
        if self._made is None and self._may_compile and pays:
            self._make()
        if self._made and self._made.done():
            self._own = self._made.result()


def apart(work: Callable[[], Callable[..., None]]) -> Future[Callable[..., None]]:
    """Run work in a daemon thread: stopping does not wait for it."""
    told: Future[Callable[..., None]] = Future()

    def run() -> None:
        try:
            told.set_result(work())
        except BaseException as error:  # raised where it is asked for
            told.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return told


class Laws:
    """Holds entries of a table against what its game declares."""

    def __init__(
        self, compiled: Engine, form: Forms, head: Header, turns: Sequence[Turn] = ()
    ) -> None:
        self._compiled, self._form = compiled, form
        self._secret = np.uint64(randbits(63))
        self._turns: list[Turn] = []
        self.ranks = np.zeros(0, np.int64)
        if head.game.rulebook.scored and head.game.acyclic:
            self._turns += [*random_turns(head.game, head.start), *turns]
            self.ranks = ranks(compiled, form.orbits, self._turns)

    def learn(self, room: Any) -> None:
        """Finds other ranks, which fall with the move where the rank did not."""
        row, place = self._compiled.row_words, int(room.found[TOLD])
        before, after = (room.rows[row * k : row * (k + 1)] for k in (0, place))
        self._turns.append((self._compiled.state(before), self._compiled.state(after)))
        self.ranks = ranks(self._compiled, self._form.orbits, self._turns)

    def hold(self, entries: Any, first: int, last: int, room: Any) -> None:
        """Calls `law.hold` with everything about the entries, and room to work in."""
        kernels, form = self._compiled.kernels, self._form
        hold(
            *(kernels.moves, kernels.play, kernels.ended, kernels.score),
            *(self._compiled.masks, self._compiled.numbers),
            *(form.facts, form.plan, form.allowed, form.images, self.ranks),
            *(entries.lines, entries.order, first, last),
            *(room.rows, room.row_bytes, room.key, room.listed, room.ways, room.found),
            self._secret,
        )
