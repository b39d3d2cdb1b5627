"""The kernel that checks a table's entries, and the same compiled for one table.

What is known of a table before its entries are is known to the compiler here: how long keys and
rows are, which bytes tell what, the game's board and settings. Loops over them become single steps.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Any

from numba import njit, types

from ruleproof.models.compiled.compiling import constant
from ruleproof.models.compiled.kernels import Engine
from ruleproof.solvers.verify import table_kernel as kernel
from ruleproof.solvers.verify.table_forms import Forms

_KNOWN = 9
"""The arguments of `kernel.sweep` that are known: the rules and the form of the keys."""

SOON, LONG, MANY = 2, 25, 50_000_000
"""A check that has gone on for so many seconds, and has that many left as it seems, gets a kernel
of its own; one of so many entries has it compiled while they are read.
"""


def tailored(compiled: Engine, form: Forms) -> Callable[..., None]:
    """`kernel.sweep` for one table, which takes the arguments from `images` on. To compile it takes
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
    """Checks entries, by the kernel for all tables; if that takes long, by one that is compiled for
    this one as soon as it is there, if it may be.
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
        """Notes that entries are looked at from now on."""
        self._begun = time.monotonic()

    def sweep(self, entries: Iterable[Any], first: int, last: int, room: Iterable[Any]) -> None:
        """`kernel.sweep`, with all that is to know of the entries, and room to work in."""
        if self._own:
            self._own(self._form.images, *entries, first, last, *room)
            return
        kernels = self._compiled.kernels
        kernel.sweep(
            *(kernels.moves, kernels.play, kernels.ended, kernels.score),
            *(self._compiled.masks, self._compiled.numbers, *self._form),
            *(*entries, first, last, *room),
        )

    def look(self, done: int) -> None:
        """Sees to it that there is a kernel of its own if it pays: so many entries are done."""
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
