"""Forced wins by proof-number search: can one side force an end that suits it, and how soon?

A `ProofSearch` answers the questions of an `Oracle` for games of two, with cycles or without, each
as a question about a forced win: a value above 0 is one of the side to move, a value of 0 or less
is one that it cannot force.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

from ruleproof.models.compiled.kernels import engine
from ruleproof.models.files.writing import WriteError
from ruleproof.models.play.game import Game, State
from ruleproof.solvers.playing.keys.canonical import (
    MARK,
    Canon,
    alike,
    canon,
    under_all_turns,
    widened,
)
from ruleproof.solvers.playing.search import proof_stack as stack
from ruleproof.solvers.playing.search.children import COUNT, MOVE, Stack, game_arguments
from ruleproof.solvers.playing.search.proof_number_kernel import run
from ruleproof.solvers.playing.search.proof_table import (
    ACYCLIC_DATA,
    CYCLIC_DATA,
    INFINITE,
    KNOWN,
    NEVER,
    look_at,
)
from ruleproof.solvers.playing.search.saved_table import Saving
from ruleproof.solvers.playing.search.transposition_table import copy_entries
from ruleproof.solvers.playing.values.oracle import final, relation
from ruleproof.solvers.playing.values.scale import WIN
from ruleproof.solvers.work.memory import LACK, give_back, ledger_of, numbers
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent

_FIRST_ENTRIES = 1 << 14
_FEWEST_ENTRIES = 1 << 8
_LOOK = 1 << 20
"""The number of positions after which the search looks whether many are alike."""
_EACH = 8
"""An entry that is taken over stands for about so many positions of the search that saved it."""
_SOME = 1 << 16
"""Entries that are taken over at a time."""
_CHUNK_SECONDS = 0.1
_STEADY = 5_000
"""Positions per chunk where a search must do the same at every call."""


class ProofSearch:
    """A search for forced wins in one game of two.

    `memory` is in bytes; `ledger` tells who holds how much of it; raises `TooLittle`. With `most`
    the search stops after about so many positions, at the same one at every call. Its finds are
    saved in the file `checkpoint` now and then; if it exists, the search goes on from there.
    `nodes` counts the positions made: those that the rules settle and those that are looked up.
    `within` says of the last win found in how many plies it comes. `stopped_by` says which limit
    was reached, if it was one of the stack.
    """

    party = -1

    _canon: Canon

    def __init__(
        self,
        game: Game,
        *,
        memory: int = 1 << 30,
        deadline: Deadline | None = None,
        progress: Listener = silent,
        most: int | None = None,
        checkpoint: Path | None = None,
    ) -> None:
        self.game = game
        self.deadline = deadline or Deadline()
        self.progress = progress
        self.note = ""
        self.within = 0
        self._engine = engine(game)
        self._rooted = False
        self._looked = False
        self._look_at = _LOOK
        self._path = checkpoint
        self._saving: Saving | None = None
        self.stopped_by = ""
        self.ledger = ledger_of(memory)
        self._most = most
        self._budget = 1000 if most is None else _STEADY
        self._job = np.zeros(stack.JOB, np.int64)
        self._sums = np.zeros(4, np.int64)
        self._job[stack.TOLD] = stack.MOST_TOLD
        self._job[stack.ADVISED] = self._engine.kernels.promises
        self._job[stack.CONDENSED] = condensed = self._engine.kernels.condenses
        self._job[stack.SCORED] = game.rulebook.scored
        words = self._engine.row_words
        sizes = {"frame": stack.FRAME, "child": stack.CHILD, "condensed": condensed}
        table = 8 * _FEWEST_ENTRIES * (words + 1 + CYCLIC_DATA)
        self.ledger.begin(stack=Stack.least(words, game.most_moves, **sizes) + table)
        self._stack = Stack(words, game.most_moves, **sizes)

    @property
    def nodes(self) -> int:
        """The number of positions generated so far."""
        return int(self._job[stack.NODES])

    def prepare(self, state: State) -> None:
        """Takes over the finds of the checkpoint, if there is one. Raises `CheckpointError` if it
        is that of another search.
        """
        if self._path and not self._saving:
            saving = Saving(self._path, "forced wins", self.game, state, self.party)
            saving.read(self._use, self._know)
            self._look_at = max(0, _LOOK - _EACH * int(self._job[stack.FILLED]))
            self._saving = saving

    def _use(self, forms: Canon) -> None:
        """Goes over to these canonical forms, with an empty table."""
        self._canon = forms
        self._new_table()
        self._rooted = True

    def _know(self, words: Any) -> None:
        """Takes over entries of an earlier search."""
        rows = words.reshape(-1, self._key_words + ACYCLIC_DATA)
        while (len(rows) + self._job[stack.FILLED]) * 2 > len(self._table) and self._may_grow:
            self._grow()
        for first in range(0, len(rows), _SOME):
            some = rows[first : first + _SOME]
            look_at(some[:, self._key_words :])
            more = np.zeros((len(some), self._table.shape[1] - some.shape[1]), np.uint64)
            copy_entries(np.hstack([some, more]), self._table, self._key_words)
        self._count()

    def _count(self) -> None:
        """Notes how many entries are in use."""
        self._job[stack.FILLED] = np.count_nonzero(self._table[:, self._key_words + KNOWN])

    @property
    def unsaved(self) -> WriteError | None:
        """The reason why the checkpoint could not be written at the last attempt."""
        return self._saving.unwritten if self._saving else None

    def save(self) -> None:
        """Writes the checkpoint, if there is to be one: only a table whose target is 0, and nothing
        that rests on the path of this search.
        """
        if self._saving and self._rooted and not self._job[stack.TARGET]:
            self._saving.write(self._canon, self._table, self._lasting)

    def _lasting(self, entries: Any) -> Any:
        """The entries in use, without their words about paths."""
        used = entries[:, self._key_words + KNOWN] != 0
        return np.ascontiguousarray(entries[used, : self._key_words + ACYCLIC_DATA])

    def allow(self, positions: int) -> None:
        """Lets the search, made with `most`, go on for about so many positions more."""
        self._most = self.nodes + positions

    def relation(self, before: State, after: State) -> int:
        """1 if the player who moved before also moves after, else -1."""
        return relation(self.game, -1, before, after)

    def final(self, state: State) -> int:
        """The value of a position that has ended, for the side to move."""
        return final(self.game, -1, state)

    def nearer(self, before: State, after: State) -> bool:  # noqa: ARG002 - see `Oracle`
        """Whether the move between the two leads towards the end: without cycles all moves do."""
        return True

    def value(self, state: State, low: int, high: int) -> int:  # noqa: ARG002 - one question
        """A bound of a position's value above `low` if it is above, else one that is not above.

        Raises `Stopped`.
        """
        scored = self.game.rulebook.scored
        ours = low >= 0
        target = low if ours else -low - 1
        plies = NEVER if scored or not target else WIN - target - 1
        won = self.wins(state, ours, target if scored else 0, plies)
        if scored:
            return low + 1 if won == ours else low
        found = WIN - self.within if won else (0 if plies == NEVER else WIN - plies - 1)
        return found if ours else -found

    def wins(self, state: State, ours: bool, target: int = 0, plies: int = NEVER) -> bool:
        """Whether the side to move (`ours`), or the other, forces an end that is worth more to it
        than the target, 0 or more, within so many plies. The position has not ended.
        """
        if plies <= 0:
            return False
        job = self._job
        if not self._rooted:
            self._use(canon(self.game))
        if target != job[stack.TARGET]:
            job[stack.TARGET] = target
            self._new_table()
        if plies == NEVER and not self.game.acyclic and not job[stack.CYCLIC]:
            job[stack.CYCLIC] = 1  # only now can an answer rest on repetition
            before = self._table
            self._new_table()
            self._know(self._lasting(before))
        while True:
            self._begin(state, ours, plies)
            while True:
                if self._alike(state):
                    self._use(under_all_turns(self._canon))
                    break
                self._run()
                status = job[stack.STATUS]
                if status == stack.DONE:
                    return self._answer(ours)
                if status == stack.WIDER:
                    self._use(widened(self._canon, self._stack.bare[job[stack.WIDE]]))
                    break
                if status == stack.DEEPER:
                    self._deepen()
                    continue
                if self._saving and self._saving.due:
                    self.save()
                self.progress(Progress("search", self.nodes, None, self.note))
                used_up = self._most is not None and self.nodes >= self._most
                if self.deadline.passed or (used_up and status == stack.RUNNING):
                    raise Stopped

    def suggestion(self, state: State, target: int, plies: int | None) -> int | None:
        """A move worth more than the target to the side to move, if it is 0 or more within so many
        plies, the soonest of those found; None if there is none. Raises `Stopped`.
        """
        ours = target >= 0
        goal = 0 if not self.game.rulebook.scored else target if ours else -target - 1
        if self.wins(state, ours, goal, NEVER if plies is None else plies) != ours:
            return None
        children = self._children
        good = children[children[:, stack.PN if ours else stack.DN] == 0]
        return int(good[np.argmin(good[:, stack.WON]), MOVE])

    @property
    def _children(self) -> Any:
        """The children of the root."""
        return self._stack.children[1 : 1 + int(self._stack.frames[0, COUNT])]

    def _answer(self, ours: bool) -> bool:
        """Whether the root is proved, from its children."""
        children = self._children
        proved = children[:, stack.PN] == 0
        if not (proved.any() if ours else len(children) and proved.all()):
            return False
        ranks = children[proved, stack.WON]
        self.within = 1 + int(ranks.min() if ours else ranks.max())
        return True

    def _begin(self, state: State, ours: bool, plies: int) -> None:
        """Puts the question on the stack."""
        job, held = self._job, self._stack
        while not held.begin(self._canon, state, self._engine):
            self._use(widened(self._canon, held.bare[0]))
        if ours:
            held.mark_root()
        frame = held.frames[0]
        frame[stack.OPEN] = 1
        frame[stack.MINE] = ours
        frame[stack.LEFT] = plies
        frame[stack.MOST_PN] = frame[stack.MOST_DN] = INFINITE
        frame[stack.BEFORE] = job[stack.NODES]
        frame[stack.FRESH_BEFORE] = 0
        job[stack.STAMPS] += 1
        frame[stack.STAMP] = job[stack.STAMPS]
        job[stack.LEVEL] = 0
        self._slots = np.zeros(4 * len(held.frames), np.int64)

    def _new_table(self) -> None:
        """An empty table, and a stack whose keys are as wide as the table's."""
        self._key_words = self._canon.key_words
        self._job[stack.FILLED] = 0
        self._table = np.zeros((0, 0), np.uint64)
        entries = _FIRST_ENTRIES
        self.ledger.hold("table", 0)
        self._stack.use(self._key_words)
        self.ledger.hold("stack", self._stack.bytes)
        while entries > _FEWEST_ENTRIES and not self.ledger.fits(
            "table", 16 * entries * (self._key_words + CYCLIC_DATA)
        ):
            entries //= 2
        self._table = self._empty_table(entries)
        self.ledger.hold("table", self._table.nbytes)

    @property
    def _may_grow(self) -> bool:
        """Whether the memory suffices: the old table stays while the new one is filled."""
        return self.ledger.fits("table", 3 * self._table.nbytes)

    def _grow(self) -> None:
        """Makes the table twice as large."""
        larger = self._empty_table(2 * len(self._table))
        copy_entries(self._table, larger, self._key_words)
        self._table = larger
        self.ledger.hold("table", larger.nbytes)

    def _halve(self) -> None:
        """Makes the table half as large, where it is: the entries of the least work are lost."""
        half = len(self._table) // 2
        copy_entries(self._table[half:], self._table[:half], self._key_words)
        give_back(self._table.reshape(-1), self._table.size // 2, self._table.size)
        self._table = self._table[:half]
        self.ledger.hold("table", self._table.nbytes)
        self._count()

    def _alike(self, state: State) -> bool:
        """Whether positions are to be told up to symmetry from now on."""
        if self._looked or self.nodes < self._look_at:
            return False
        self._looked = True
        some = self._table
        used = some[some[:, self._key_words + KNOWN] != 0, : self._key_words]
        asked = used[:, 0] & np.uint64(MARK)
        most = asked == (2 * np.count_nonzero(asked) > asked.size)
        return alike(self._canon, state, used[most])

    def _empty_table(self, entries: int) -> Any:
        data = CYCLIC_DATA if self._job[stack.CYCLIC] else ACYCLIC_DATA
        words = self._key_words + data
        return numbers(entries * words, np.uint64).reshape(entries, words)

    def _deepen(self) -> None:
        """A larger stack; the table gives way to it. Raises `Stopped` where there is no room."""
        held, level = self._stack, int(self._job[stack.LEVEL])
        needed = held.growing(level)
        while not self.ledger.fits("stack", needed) and len(self._table) > _FEWEST_ENTRIES:
            self._halve()
        if not self.ledger.fits("stack", needed):
            self.stopped_by = LACK
            raise Stopped
        before = len(held.frames)
        held.extend(level)
        self.ledger.hold("stack", held.bytes)
        if len(held.frames) > stack.DEEPEST:
            self.stopped_by = "lines of play are too long"
            raise Stopped
        if len(held.frames) == before:
            return
        self._slots = np.zeros(4 * len(held.frames), np.int64)
        if self._job[stack.CYCLIC] and held.frames[level, stack.LEFT] == NEVER:
            for above in range(level):
                stack.enter(held.keys, held.children, held.frames, self._slots, above)

    def _run(self) -> None:
        """Searches on for a while, and to the same positions whatever the clock says: the table
        grows, and the search looks for positions alike, after a number of entries and of positions.
        """
        job, grows = self._job, self._may_grow
        if grows and job[stack.FILLED] * 2 > len(self._table):
            self._grow()
            grows = self._may_grow
        job[stack.MOST_FILLED] = len(self._table) // 2 + 1 if grows else 2 * len(self._table)
        job[stack.BUDGET] = self._budget
        if not self._looked:
            job[stack.BUDGET] = min(self._budget, self._look_at - self.nodes)
        begun, before = time.monotonic(), self.nodes
        run(
            *game_arguments(self._engine),
            *(*self._canon.tables, *self._stack.arrays),
            *(self._table, self._table.reshape(-1), job, self._slots, self._sums),
        )
        if job[stack.STATUS] == stack.RUNNING and self._most is None:
            pace = _CHUNK_SECONDS / max(time.monotonic() - begun, 1e-6)
            self._budget = int((self.nodes - before) * min(2.0, max(0.1, pace))) + 1
