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
from typing import Any, NoReturn

import numpy as np

from ruleproof.models.compiled.kernels import engine
from ruleproof.models.files.writing import WriteError
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import layout
from ruleproof.solvers.playing.keys.canonical import (
    MANY_ALIKE,
    Canon,
    canon,
    likeness,
    root_key,
    under_all_turns,
    widened,
)
from ruleproof.solvers.playing.search import alphabeta_kernel as kernel
from ruleproof.solvers.playing.search.saved_table import Saving
from ruleproof.solvers.playing.search.transposition_table import (
    BUCKET,
    HIGHEST,
    LOWEST,
    copy_table,
    entry_bytes,
    look_at,
    new_table,
)
from ruleproof.solvers.playing.values.contradiction import Contradiction, laws_of_lines, raise_stuck
from ruleproof.solvers.playing.values.oracle import GIGABYTE, final, relation
from ruleproof.solvers.work.memory import LACK, give_back, ledger_of, taken
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent

_FIRST_ENTRIES = 1 << 15
_FEWEST_ENTRIES = 1 << 10
_LOOKS = (1 << 13, 1 << 16)
"""The numbers of positions after which the search looks whether many are alike."""
_FIRST_LEVELS = 64
_SOME = 1 << 16
"""Entries that are taken over at a time."""
_SAMPLE = 1 << 18
"""Places of a table, at most, that the look for positions alike reads."""
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
        self._looks = 0
        self._rows = np.zeros((0, self._engine.row_words), np.uint64)
        self._lists = self._ranks = np.zeros((0, game.most_moves + 1), np.int64)
        self._frames = np.zeros((0, kernel.FRAME), np.int64)
        self.stopped_by = ""
        self.ledger = ledger_of(memory)
        self.ledger.begin(stack=self._least)
        self._table = new_table(0, 0)
        self._history = np.zeros(kernel.HISTORY, np.int64)
        self._spare, self._bare = np.zeros((2, self._engine.row_words), np.uint64)
        self._job = np.zeros(kernel.JOB, np.int64)
        place = layout(game.rulebook.rules.State).number_place("side", self._engine.width)
        self._job[kernel.SIDE_WORD], self._job[kernel.SIDE_SHIFT] = place
        self._job[kernel.SCORED] = game.rulebook.scored
        self._job[kernel.PARTY] = party
        self._job[kernel.CONDENSED] = party < 0 and self._engine.kernels.condenses
        self._job[kernel.ADVISED] = self._engine.kernels.promises
        self._most = most
        self._budget = 1000 if most is None else min(most, _STEADY)

    @property
    def _least(self) -> int:
        """The bytes that a search takes at least: those of its first stack and of a small table."""
        words, room = self._engine.row_words, self.game.most_moves + 1
        level = 8 * (2 * words + 2 * room + kernel.FRAME)
        return _FIRST_LEVELS * level + _FEWEST_ENTRIES * entry_bytes(words)

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
            self._use(canon(self.game, state=state))
        while True:
            self._begin(state, low, high)
            while True:
                if self._alike():
                    self._use(under_all_turns(self._canon))
                    break
                self._run()
                if job[kernel.STATUS] == kernel.DONE:
                    return int(job[kernel.RESULT])
                if job[kernel.STATUS] == kernel.WIDER:
                    self._use(widened(self._canon, self._rows[job[kernel.LEVEL] + 1]))
                    break
                if job[kernel.STATUS] == kernel.STUCK:
                    self._stuck()
                if job[kernel.STATUS] == kernel.BEYOND:
                    found = self._engine.state(self._rows[job[kernel.LEVEL]])
                    raise Contradiction(self.game, found, "its value lies beyond its bounds")
                deeper = job[kernel.STATUS] == kernel.DEEPER
                if deeper:
                    self._acyclic()
                    self._deepen()
                if self._saving and self._saving.due:
                    self.save()
                self.progress(Progress("search", self.nodes, None, self.note))
                if self.deadline.passed or (self._exhausted() and not deeper):
                    raise Stopped

    def _stuck(self) -> NoReturn:
        """Raises `Mistake` where rules leave open how play goes on, or else `Contradiction`."""
        state = self._engine.state(self._rows[self._job[kernel.LEVEL]])
        raise_stuck(self.game, state)

    def _acyclic(self) -> None:
        """Raises `Contradiction` if the line of play on the stack comes back to a position."""
        line = self._rows[: self._job[kernel.LEVEL] + 1]
        rows, counts = np.unique(line, axis=0, return_counts=True)
        if counts.max() > 1:
            state = self._engine.state(rows[counts.argmax()])
            laws = laws_of_lines(self.game)
            raise Contradiction(self.game, state, "a position comes up twice", laws)

    def _begin(self, state: State, low: int, high: int) -> None:
        """Puts the question on the stack."""
        while not root_key(
            self._engine,
            self._canon,
            state,
            bool(self._job[kernel.CONDENSED]),
            self._bare,
            self._rows[0],
            self._keys[0],
        ):
            self._use(widened(self._canon, self._bare))
        frame = self._frames[0]
        frame[kernel.ALPHA] = frame[kernel.LOW] = low
        frame[kernel.BETA] = high
        frame[kernel.BEST] = frame[kernel.FLOOR] = LOWEST + 1
        frame[kernel.CEILING] = HIGHEST
        frame[kernel.PLACE] = 0xFFFF
        frame[kernel.BEFORE] = self._job[kernel.NODES]
        self._lists[0, 0] = -1
        self._job[kernel.LEVEL] = 0

    def _use(self, forms: Canon) -> None:
        """Goes over to these canonical forms, with an empty table."""
        self._canon = forms
        self._rooted = True
        self._table = new_table(0, 0)
        self.ledger.hold("table", 0)
        self._keys = np.zeros((0, forms.key_words), np.uint64)
        self._stack(max(_FIRST_LEVELS, len(self._rows)))
        self._new_table()

    @property
    def _crowded(self) -> bool:
        """Whether the table is so full that a larger one is due."""
        return self._job[kernel.FILLED] * 2 > self._table.shape[0]

    def _alike(self) -> bool:
        """Whether many of the positions found are the same under turns that are not in use."""
        done = self._looks
        if self._canon.whole or done == len(_LOOKS) or self.nodes < _LOOKS[done]:
            return False
        self._looks += 1
        some = self._table[:_SAMPLE]
        return likeness(self._canon, some[some[:, -1] != 0, :-1]) > MANY_ALIKE

    def _new_table(self) -> None:
        size, entries = entry_bytes(self._canon.key_words), BUCKET
        while 2 * entries <= _FIRST_ENTRIES and self.ledger.fits("table", 3 * entries * size):
            entries *= 2
        self.ledger.hold("table", entries * size)
        self._table = new_table(entries, self._canon.key_words)
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
            copy_table(some, self._table)
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
        larger = new_table(2 * self._table.shape[0], self._canon.key_words)
        copy_table(self._table, larger)
        self._table = larger
        self.ledger.hold("table", larger.nbytes)

    def _halve(self) -> None:
        """Makes the table half as large, where it is: the entries of the least work are lost."""
        half = self._table.shape[0] // 2
        copy_table(self._table[half:], self._table[:half])
        give_back(self._table.reshape(-1), self._table.size // 2, self._table.size)
        self._table = self._table[:half]
        self.ledger.hold("table", self._table.nbytes)
        self._job[kernel.FILLED] = np.count_nonzero(self._table[:, -1])

    def _run(self) -> None:
        job, canon, compiled = self._job, self._canon, self._engine
        if self._crowded and self._may_grow:
            self._enlarge()
        job[kernel.BUDGET] = self._budget
        begun = time.monotonic()
        kernel.run(
            compiled.kernels.moves,
            compiled.kernels.play,
            compiled.kernels.ended,
            compiled.kernels.score,
            compiled.kernels.promise,
            compiled.kernels.limits,
            compiled.kernels.essence,
            compiled.masks,
            compiled.numbers,
            canon.shape,
            canon.turns,
            canon.pieces,
            self._rows,
            self._keys,
            self._spare,
            self._bare,
            self._lists,
            self._ranks,
            self._frames,
            self._history,
            self._table,
            job,
        )
        if job[kernel.STATUS] == kernel.RUNNING and self._most is None:
            pace = _CHUNK_SECONDS / max(time.monotonic() - begun, 1e-6)
            self._budget = int(self._budget * min(2.0, max(0.1, pace))) + 1
            self._budget = min(self._budget, max(1000, self._table.shape[0] // 8))

    def _deepen(self) -> None:
        """Makes the stack twice as deep; the table gives way to it. Raises `Stopped` where the
        memory does not suffice.
        """
        stack = taken(self._rows, self._keys, self._lists, self._ranks, self._frames)
        while not self.ledger.fits("stack", 3 * stack) and len(self._table) > _FEWEST_ENTRIES:
            self._halve()
        if not self.ledger.fits("stack", 3 * stack):
            self.stopped_by = LACK
            raise Stopped
        self._stack(2 * self._rows.shape[0])

    def _stack(self, levels: int) -> None:
        """A stack of that many levels, with the contents of the old one."""
        room = self.game.most_moves + 1
        shapes = {
            "_rows": (self._engine.row_words, np.uint64),
            "_keys": (self._canon.key_words, np.uint64),
            "_lists": (room, np.int64),
            "_ranks": (room, np.int64),
            "_frames": (kernel.FRAME, np.int64),
        }
        for name, (columns, kind) in shapes.items():
            new = np.zeros((levels, columns), kind)
            old = getattr(self, name)
            new[: old.shape[0]] = old
            setattr(self, name, new)
        stack = taken(self._rows, self._keys, self._lists, self._ranks, self._frames)
        self.ledger.hold("stack", stack)
