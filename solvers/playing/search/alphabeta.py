"""A search under way: the table, the stack and the limits of one piece of work.

A `Searcher` answers one question, as often as asked: the worth of a position, within a window. It
remembers what it found, grows its table up to the memory it was given, and stops, by raising
`Stopped`, when its time is up.
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
from ruleproof.models.play.states import layout
from ruleproof.solvers.playing.keys.canonical import Canon, alike, canon, under_all_turns, widened
from ruleproof.solvers.playing.search import alphabeta_kernel as kernel
from ruleproof.solvers.playing.search.bounds_entry import HIGHEST, LOWEST, look_at
from ruleproof.solvers.playing.search.children import SELF, Stack, game_arguments
from ruleproof.solvers.playing.search.saved_table import Saving
from ruleproof.solvers.playing.search.transposition_table import BUCKET, copy_entries
from ruleproof.solvers.playing.values.contradiction import Contradiction, laws_of_lines, raise_stuck
from ruleproof.solvers.playing.values.oracle import GIGABYTE, final, relation
from ruleproof.solvers.work.memory import LACK, give_back, ledger_of, numbers
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent

_FIRST_ENTRIES = 1 << 15
_FEWEST_ENTRIES = 1 << 10
_LOOK = 1 << 18
"""The number of positions after which the search looks whether many are alike."""
_SOME = 1 << 16
"""Entries that are taken over at a time."""
_CHUNK_SECONDS = 0.1
_STEADY = 5_000
"""Positions per chunk where a search must do the same at every call."""


class Searcher:
    """A search of one game without cycles.

    Its finds are saved in the file `checkpoint` now and then; if it exists, the search goes on from
    there.

    `party` is the player for whom a game of more than two is searched, all others against him, or
    -1 in games of two. `memory` is in bytes; `ledger` tells who holds how much of it; raises
    `TooLittle`. With `most` the search stops after about so many positions, at the same one at
    every call. `nodes` counts the positions whose moves were listed. `stopped_by` says which limit
    was reached, if it was the memory.
    """

    _canon: Canon

    def __init__(
        self,
        game: Game,
        *,
        memory: int = GIGABYTE,
        deadline: Deadline | None = None,
        progress: Listener = silent,
        party: int = -1,
        most: int | None = None,
        checkpoint: Path | None = None,
    ) -> None:
        self.game = game
        self.deadline = deadline or Deadline()
        self.progress = progress
        self.party = party
        self.note = ""
        self._path = checkpoint
        self._saving: Saving | None = None
        self._engine = engine(game)
        self._rooted = False
        self._looked = False
        self.stopped_by = ""
        self.ledger = ledger_of(memory)
        words, condensed = self._engine.row_words, party < 0 and self._engine.kernels.condenses
        sizes = {"frame": kernel.FRAME, "child": kernel.CHILD, "condensed": condensed}
        least = Stack.least(words, game.most_moves, **sizes)
        self.ledger.begin(stack=least + 8 * _FEWEST_ENTRIES * (words + 2))
        self._stack = Stack(words, game.most_moves, **sizes)
        self._table = numbers(0, np.uint64).reshape(0, 1)
        self._history = np.zeros(kernel.HISTORY, np.int64)
        self._job = np.zeros(kernel.JOB, np.int64)
        place = layout(game.rulebook.rules.State).number_place("side", self._engine.width)
        self._job[kernel.SIDE_WORD], self._job[kernel.SIDE_SHIFT] = place
        self._job[kernel.SCORED] = game.rulebook.scored
        self._job[kernel.PARTY] = party
        self._job[kernel.CONDENSED] = condensed
        self._job[kernel.ADVISED] = self._engine.kernels.promises
        self._most = most
        self._budget = 1000 if most is None else min(most, _STEADY)

    @property
    def nodes(self) -> int:
        """The number of positions searched so far."""
        return int(self._job[kernel.NODES])

    def value(self, state: State, low: int, high: int) -> int:
        """The value of a position that has not ended, for the side to move: exact if it lies
        between `low` and `high`, else a bound of it that lies beyond. Raises `Stopped`.
        """
        job = self._job
        if not self._rooted:
            self._use(canon(self.game))
        while True:
            self._begin(state, low, high)
            while True:
                if self._alike(state):
                    self._use(under_all_turns(self._canon))
                    break
                self._run()
                status = job[kernel.STATUS]
                if status == kernel.DONE:
                    return int(job[kernel.RESULT])
                if status == kernel.WIDER:
                    self._use(widened(self._canon, self._stack.bare[job[kernel.WIDE]]))
                    break
                if status == kernel.STUCK:
                    raise_stuck(self.game, self._here())
                if status == kernel.BEYOND:
                    raise Contradiction(self.game, self._here(), "its value lies beyond its bounds")
                if status == kernel.DEEPER:
                    self._acyclic()
                    self._deepen()
                if self._saving and self._saving.due:
                    self.save()
                self.progress(Progress("search", self.nodes, None, self.note))
                if self.deadline.passed or (self._exhausted() and status == kernel.RUNNING):
                    raise Stopped

    def _line(self) -> Any:
        """The rows of the positions on the stack."""
        return self._stack.rows[self._stack.frames[: self._job[kernel.LEVEL] + 1, SELF]]

    def _here(self) -> State:
        """The position that the search has come to."""
        return self._engine.state(self._line()[-1])

    def _acyclic(self) -> None:
        """Raises `Contradiction` if the line of play on the stack comes back to a position."""
        rows, counts = np.unique(self._line(), axis=0, return_counts=True)
        if counts.max() > 1:
            state = self._engine.state(rows[counts.argmax()])
            laws = laws_of_lines(self.game)
            raise Contradiction(self.game, state, "a position comes up twice", laws)

    def _begin(self, state: State, low: int, high: int) -> None:
        """Puts the question on the stack."""
        held = self._stack
        while not held.begin(self._canon, state, self._engine):
            self._use(widened(self._canon, held.bare[0]))
        root, frame = held.children[0], held.frames[0]
        root[kernel.FLOOR], root[kernel.CEILING] = LOWEST + 1, HIGHEST
        frame[kernel.ALPHA] = frame[kernel.LOW] = low
        frame[kernel.BETA] = high
        frame[kernel.BEST] = LOWEST + 1
        frame[kernel.NAME] = 0
        frame[kernel.BEFORE] = self._job[kernel.NODES]
        frame[kernel.OPEN] = 1
        self._job[kernel.LEVEL] = 0

    def _use(self, forms: Canon) -> None:
        """Goes over to these canonical forms, with an empty table."""
        self._canon = forms
        self._rooted = True
        self._table = numbers(0, np.uint64).reshape(0, 1)
        self.ledger.hold("table", 0)
        self._stack.use(forms.key_words)
        self.ledger.hold("stack", self._stack.bytes)
        self._new_table()

    def _alike(self, state: State) -> bool:
        """Whether positions are to be told up to symmetry from now on."""
        if self._looked or self.nodes < _LOOK:
            return False
        self._looked = True
        some = self._table
        return alike(self._canon, state, some[some[:, -1] != 0, :-1])

    def _empty(self, entries: int) -> Any:
        """An empty table."""
        words = self._canon.key_words + 1
        return numbers(entries * words, np.uint64).reshape(entries, words)

    def _new_table(self) -> None:
        size, entries = 8 * (self._canon.key_words + 1), BUCKET
        while 2 * entries <= _FIRST_ENTRIES and self.ledger.fits("table", 3 * entries * size):
            entries *= 2
        self.ledger.hold("table", entries * size)
        self._table = self._empty(entries)
        self._job[kernel.FILLED] = 0

    def allow(self, positions: int) -> None:
        """Lets the search, made with `most`, go on for about so many positions more."""
        self._most = self.nodes + positions

    def _exhausted(self) -> bool:
        return self._most is not None and self.nodes >= self._most

    def prepare(self, state: State) -> None:
        """Takes over the finds of the checkpoint, if there is one. Raises `CheckpointError` if it
        is that of another search.
        """
        if self._path and not self._saving:
            saving = Saving(self._path, "search", self.game, state, self.party)
            saving.read(self._use, self._know)
            self._saving = saving

    def _know(self, words: Any) -> None:
        """Takes over entries of an earlier search."""
        rows = words.reshape(-1, self._canon.key_words + 1)
        filled = int(self._job[kernel.FILLED]) + len(rows)
        while filled * 2 > self._table.shape[0] and self._may_grow:
            self._enlarge()
        for first in range(0, len(rows), _SOME):
            some = rows[first : first + _SOME].copy()
            look_at(some[:, -1], 0 if self._job[kernel.SCORED] else kernel.WIN)
            copy_entries(some, self._table, self._canon.key_words)
        self._job[kernel.FILLED] = np.count_nonzero(self._table[:, -1])

    @property
    def unsaved(self) -> WriteError | None:
        """The reason why the checkpoint could not be written at the last attempt."""
        return self._saving.unwritten if self._saving else None

    def save(self) -> None:
        """Writes the checkpoint, if there is to be one."""
        if self._saving and self._rooted:
            self._saving.write(self._canon, self._table, lambda part: part[part[:, -1] != 0])

    def relation(self, before: State, after: State) -> int:
        """1 if the side that moved before also moves after, else -1."""
        return relation(self.game, self.party, before, after)

    def final(self, state: State) -> int:
        """The value of a position that has ended, for the side to move."""
        return final(self.game, self.party, state)

    def suggestion(self, state: State, target: int, plies: int | None) -> int | None:  # noqa: ARG002
        """None: see `Oracle`."""
        return None

    def nearer(self, before: State, after: State) -> bool:  # noqa: ARG002 - see `Oracle`
        """Whether the move between the two leads towards the end: without cycles all moves do."""
        return True

    @property
    def _may_grow(self) -> bool:
        """Whether the memory suffices for a table twice as large while the old one stays."""
        return self.ledger.fits("table", 3 * self._table.nbytes)

    def _enlarge(self) -> None:
        """Makes the table twice as large."""
        larger = self._empty(2 * self._table.shape[0])
        copy_entries(self._table, larger, self._canon.key_words)
        self._table = larger
        self.ledger.hold("table", larger.nbytes)

    def _halve(self) -> None:
        """Makes the table half as large, where it is: the entries of the least work are lost."""
        half = self._table.shape[0] // 2
        copy_entries(self._table[half:], self._table[:half], self._canon.key_words)
        give_back(self._table.reshape(-1), self._table.size // 2, self._table.size)
        self._table = self._table[:half]
        self.ledger.hold("table", self._table.nbytes)
        self._job[kernel.FILLED] = np.count_nonzero(self._table[:, -1])

    def _run(self) -> None:
        """Searches on for a while, and to the same positions whatever the clock says: the table
        grows, and the search looks for positions alike, after a number of entries and of positions.
        """
        job, grows = self._job, self._may_grow
        if grows and self._job[kernel.FILLED] * 2 > len(self._table):
            self._enlarge()
            grows = self._may_grow
        job[kernel.MOST_FILLED] = len(self._table) // 2 + 1 if grows else 2 * len(self._table)
        job[kernel.BUDGET] = self._budget
        if not self._looked:
            job[kernel.BUDGET] = min(self._budget, _LOOK - self.nodes)
        begun, before = time.monotonic(), self.nodes
        kernel.run(
            *game_arguments(self._engine),
            *(*self._canon.tables, *self._stack.arrays),
            *(self._table, self._table.reshape(-1), job, self._history),
        )
        if job[kernel.STATUS] == kernel.RUNNING and self._most is None:
            pace = _CHUNK_SECONDS / max(time.monotonic() - begun, 1e-6)
            self._budget = int((self.nodes - before) * min(2.0, max(0.1, pace))) + 1

    def _deepen(self) -> None:
        """Makes the stack larger; the table gives way to it. Raises `Stopped` where the memory does
        not suffice.
        """
        level = int(self._job[kernel.LEVEL])
        needed = self._stack.growing(level)
        while not self.ledger.fits("stack", needed) and len(self._table) > _FEWEST_ENTRIES:
            self._halve()
        if not self.ledger.fits("stack", needed):
            self.stopped_by = LACK
            raise Stopped
        self._stack.extend(level)
        self.ledger.hold("stack", self._stack.bytes)
