"""Strong solutions: the value of every position that can be reached from one, in games with cycles
and without.

Play that never ends is a draw (0 points for anybody, where points are counted). A `ValueTable`
answers the same questions as a `Searcher`, so everything that asks one can ask the other. Games
without cycles are walked through once (`playing/retrograde/acyclic.py`), the others solved from
their ends back (`playing/retrograde/cyclic.py`).

>>> from ruleproof.models.play.game import game
>>> small = game("esgros", "path:3")
>>> table = ValueTable(small)
>>> table.prepare(small.start())
>>> table.nodes, table.value(small.start())
(8, 29997)
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from ruleproof.models.errors import PositionError
from ruleproof.models.files.writing import WriteError
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.solvers.playing.retrograde import expand_kernel as retrograde
from ruleproof.solvers.playing.retrograde.acyclic import ENTRIES, Walk
from ruleproof.solvers.playing.retrograde.cyclic import Backward
from ruleproof.solvers.playing.tables.filing import Entries, of_positions, of_walk
from ruleproof.solvers.playing.values.oracle import final, relation
from ruleproof.solvers.work.checkpoints import Checkpoint, CheckpointError, Spent
from ruleproof.solvers.work.memory import LACK, Ledger, OutOfNumbers
from ruleproof.solvers.work.progress import (
    TIME_IS_UP,
    Deadline,
    Listener,
    Progress,
    Stopped,
    silent,
)

_SENSELESS = (ValueError, TypeError, KeyError, OverflowError)
"""The errors that a malformed checkpoint raises."""
_UNSAVED = 1 << 28
"""Edges after which work is saved, however long they took."""


class ValueTable:
    """The values of all positions that play can reach from one.

    `party` is the player for whom a game of more than two is solved, or -1 in games of two; `nodes`
    the number of positions; `memory`, in bytes, and `most`, in positions, are limits beyond which
    the work stops; `ledger` records who holds how much; raises `TooLittle`. `threads` is the number
    of threads that look for positions. Work is saved in the file `checkpoint` now and then, and at
    the end; if the file exists, work goes on from there, and `earlier` says how long that work
    took.
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
        threads: int = 1,
        checkpoint: Path | None = None,
    ) -> None:
        self.game = game
        self.party = party
        self.deadline = deadline or Deadline()
        self.progress = progress
        self.note = ""
        self.stopped_by = ""
        self.unsaved: WriteError | None = None
        """The reason why the work could not be saved, if it was to be."""
        self.earlier = Spent()
        self.reading = 0.0
        """The seconds that it took to read the work of an earlier run."""
        self.lost = 0
        """The bytes at the end of that work that are cut short and left out."""
        self._memory = memory
        self._most = most
        self._threads = threads
        self._path = checkpoint
        self._clear()

    def _clear(self) -> None:
        """Forgets all positions."""
        self._ready = False
        self._walk: Walk | None = None
        self._back: Backward | None = None
        self.ledger = Ledger(self._memory)
        folder = self._path and self._path.parent
        if self.game.acyclic:
            self._walk = Walk(
                self.game,
                memory=self.ledger,
                party=self.party,
                threads=self._threads,
                logging=self._path is not None,
                folder=folder,
            )
        else:
            self._back = Backward(
                self.game,
                memory=self.ledger,
                party=self.party,
                threads=self._threads,
                folder=folder,
            )

    @property
    def nodes(self) -> int:
        """The number of positions found so far."""
        return (self._walk or self._back).nodes  # pyright: ignore[reportOptionalMemberAccess]

    @property
    def bytes(self) -> int:
        """The memory that all positions take, at the most."""
        return (self._walk or self._back).bytes  # pyright: ignore[reportOptionalMemberAccess]

    def orbits(self) -> int:
        """The number of positions that the entries stand for: all their images under symmetries
        that keep the colours.
        """
        return (self._walk or self._back).orbits()  # pyright: ignore[reportOptionalMemberAccess]

    def prepare(self, state: State) -> None:
        """Finds all positions from this one on and their values, unless they are known. Raises
        `Stopped` when the time is up or the memory does not suffice.
        """
        if self._ready and self._found(state) is not None:
            return
        if self.nodes:
            self._clear()
        work: Any = self._walk or self._back
        saved = self._resumed(work, state)
        try:
            if self._walk:
                self._walk_through(self._walk, state, saved)
            elif self._back:
                self._solve_back(self._back, state, saved)
        except MemoryError as error:
            self.stopped_by = _lack(error)
            raise Stopped from None
        finally:
            if saved:
                saved.close()
        self._ready = True

    def _resumed(self, work: Walk | Backward, state: State) -> Checkpoint | None:
        """Reads the checkpoint into the work and returns it; None if there is to be none."""
        if self._path is None:
            return None
        kind = "walk" if self._walk else "backward 5"
        saved = Checkpoint(self._path, kind, self.game, state, self.party)
        if not self._path.exists():
            return saved
        try:
            with self.apart():
                self._take(work, state, saved)
            self.earlier, self.lost = saved.earlier, saved.lost
        except BaseException as error:
            saved.close()
            if isinstance(error, KeyboardInterrupt):
                self.stopped_by = "interrupted before the checkpoint was read to its end"
            if isinstance(error, MemoryError):
                self.stopped_by = _lack(error)
                raise Stopped from None
            if isinstance(error, _SENSELESS) and not isinstance(error, CheckpointError):
                raise CheckpointError(f"the checkpoint makes no sense: {error}") from None
            raise
        return saved

    def _take(self, work: Walk | Backward, state: State, saved: Checkpoint) -> None:
        """Reads all frames of the checkpoint into the work."""
        head, frames = saved.read()
        work.take(head)
        for tag, content in frames:
            if self._back:
                self._back.know(tag, content, saved.where)
            else:
                work.know(tag, content)
            self.look("positions known", work.nodes, None)
        if self._back:
            for done in self._back.all_known(state):
                self.look("positions looked through", done, self._back.nodes)
            if not self._back.all_kept:
                saved.form = None  # so that the file is written anew before more is added

    @contextmanager
    def apart(self) -> Generator[None]:
        """Leaves the time out of account that goes into reading what an earlier run found: a limit
        that ended it would end it each time.
        """
        deadline, self.deadline = self.deadline, Deadline()
        begun = monotonic()
        try:
            yield
        finally:
            spent = monotonic() - begun
            self.reading += spent
            self.deadline = deadline.later(spent)

    def _walk_through(self, walk: Walk, state: State, saved: Checkpoint | None) -> None:
        walk.begin(state)

        def save() -> None:
            if saved is None:
                return
            if saved.form == walk.form:
                saved.add([(ENTRIES, walk.news())])
            else:
                saved.begin(walk.form, ((ENTRIES, [some]) for some in walk.everything()))

        with ThreadPoolExecutor(self._threads) as pool:
            try:
                while not walk.go_on(pool, self._most):
                    if saved and (saved.due or walk.log_full):
                        save()
                    self.look("positions", walk.nodes, None)
            except BaseException as error:
                self._end(save, error)
                raise
        self._save_last(saved, save)

    def _solve_back(self, back: Backward, state: State, saved: Checkpoint | None) -> None:
        if not back.nodes:
            back.begin(state)

        def save() -> None:
            if saved is None:
                return
            if saved.form == back.form:
                saved.add(back.news(saved.where))
            else:
                saved.begin(back.form, back.everything(saved.where))

        try:
            with ThreadPoolExecutor(self._threads) as pool:
                while not (back.explored or back.explore(pool)):
                    if saved and (saved.due or back.unsaved > _UNSAVED):
                        save()
                    self.look("positions", int(back.job[retrograde.NEXT]), back.nodes)
            self.look("positions", back.nodes, back.nodes)
            if saved and saved.form:
                save()
            for stage, done, total in back.settle():
                if saved and saved.due and back.fresh:
                    save()
                self.look(stage, done, total)
        except BaseException as error:
            self._end(save, error)
            raise
        self._save_last(saved, save)
        back.done()

    def _end(self, save: Callable[[], None], error: BaseException) -> None:
        """Save what is known before the error ends the work. Where nothing can be written, note why
        and raise `Stopped`.
        """
        try:
            save()
        except OSError as again:
            self._note_unsaved(error if isinstance(error, OSError) else again)
        else:
            if isinstance(error, OSError):
                self._note_unsaved(error)
        if isinstance(error, OSError):
            self.stopped_by = "what was found could not be saved"
            raise Stopped from error

    def _save_last(self, saved: Checkpoint | None, save: Callable[[], None]) -> None:
        """Saves all that is known, if saving was begun, so that later work goes on from here. A
        failure is noted; the values stay known.
        """
        if saved and saved.form:
            try:
                save()
            except OSError as error:
                self._note_unsaved(error)

    def _note_unsaved(self, error: OSError) -> None:
        self.unsaved = WriteError(error.errno, error.strerror, error.filename or str(self._path))

    def save(self) -> None:
        """Does nothing: `prepare` saves its own work before it stops."""

    def look(self, stage: str, done: int, total: int | None) -> None:
        """Tells how far the work is. Raises `Stopped` when a limit is reached."""
        self.progress(Progress(stage, done, total, self.note))
        if self.deadline.passed:
            self.stopped_by = TIME_IS_UP
        if self.deadline.passed or (self._most is not None and self.nodes > self._most):
            raise Stopped

    def allow(self, positions: int) -> None:
        """Lets a table, made with `most`, hold so many positions."""
        self._most = positions

    def _found(self, state: State) -> tuple[int, int] | None:
        """The value and the plies of a position, None if the table does not hold it."""
        if self._walk:
            value = self._walk.value(state)
            return None if value is None else (value, 0)
        back: Any = self._back
        place = back.place(state)
        if place < 0:
            return None
        return int(back.values[place]), int(back.plies[place]) if back.plies.size > 1 else 0

    def _known(self, state: State) -> tuple[int, int]:
        found = self._found(state)
        if found is None:
            raise PositionError(["the table does not hold it"], notation.show(self.game, state))
        return found

    def value(self, state: State, low: int = 0, high: int = 0) -> int:  # noqa: ARG002 - no window needed
        """The value of a position for the side to move, whatever the window.

        Raises `PositionError` if play from the table's start does not reach it.
        """
        return self._known(state)[0]

    def plies(self, state: State) -> int:
        """The plies within which the game ends, in scored games with cycles where the value is not
        0.
        """
        return self._known(state)[1]

    def relation(self, before: State, after: State) -> int:
        """1 if the side that moved before also moves after, else -1."""
        return relation(self.game, self.party, before, after)

    def final(self, state: State) -> int:
        """The value of a position that has ended, for the side to move."""
        return final(self.game, self.party, state)

    def suggestion(self, state: State, target: int, plies: int | None) -> int | None:  # noqa: ARG002
        """None: see `Oracle`."""
        return None

    def nearer(self, before: State, after: State) -> bool:
        """Whether the game ends within fewer plies after the move between the two."""
        if self._walk:
            return True
        return self.game.over(after) or self.plies(after) < self.plies(before)

    def states(self) -> Iterator[tuple[State, int]]:
        """All positions, one of each orbit, with their values."""
        if self._walk:
            yield from self._walk.states()
        if self._back:
            for place in range(self._back.nodes):
                yield self._back.state(place), int(self._back.values[place])

    def surrender(self) -> Entries:
        """All entries, in any order, in the memory of the table, which is then used up. Raises
        `Stopped` when the time is up, if a checkpoint can restore the entries.
        """
        self._ready = False
        scored, kept = self.game.rulebook.scored, bool(self._path and self._path.exists())

        def look() -> None:
            if kept:
                self.look("sorted", 0, None)

        if self._walk:
            return of_walk(self._walk, scored, look)
        return of_positions(self._back, scored, look)  # pyright: ignore[reportArgumentType]


def _lack(error: MemoryError) -> str:
    """The reason why memory stopped the work, in words."""
    return str(error) if isinstance(error, OutOfNumbers) else LACK
