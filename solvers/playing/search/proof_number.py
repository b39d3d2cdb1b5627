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
from ruleproof.models.play.states import WORD
from ruleproof.solvers.playing.keys.canonical import (
    MANY_ALIKE,
    Canon,
    canon,
    canonical,
    likeness,
    root_key,
    under_all_turns,
    widened,
)
from ruleproof.solvers.playing.keys.packing import PIECE
from ruleproof.solvers.playing.search import proof_stack as stack
from ruleproof.solvers.playing.search.proof_number_kernel import run
from ruleproof.solvers.playing.search.proof_table import (
    ACYCLIC_DATA,
    CYCLIC_DATA,
    INFINITE,
    KNOWN,
    NEVER,
    RESTS,
    copy_entries,
    look_at,
)
from ruleproof.solvers.playing.search.saved_table import Saving
from ruleproof.solvers.playing.values.oracle import final, relation
from ruleproof.solvers.playing.values.scale import WIN
from ruleproof.solvers.work.memory import LACK, ledger_of, numbers
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent

_FIRST_ENTRIES = 1 << 14
_FEWEST_ENTRIES = 1 << 8
_LOOKS = (1 << 14, 1 << 17)
"""The numbers of positions after which the search looks whether many are alike."""
_SOME = 1 << 16
"""Entries that are taken over at a time."""
_SAMPLE = 1 << 18
"""Places of a table, at most, that the look for positions alike reads."""
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
        self._looks = 0
        self._path = checkpoint
        self._saving: Saving | None = None
        self.stopped_by = ""
        self.ledger = ledger_of(memory)
        self._most = most
        self._budget = 1000 if most is None else _STEADY
        self._spare = np.zeros(self._engine.row_words, np.uint64)
        self._bare = self._spare.copy()
        self._found = self._engine.move_list()
        self._job = np.zeros(stack.JOB, np.int64)
        self._sums = np.zeros(4, np.int64)
        self._job[stack.CYCLIC] = not game.acyclic
        self._job[stack.TOLD] = stack.MOST_TOLD
        self._job[stack.ADVISED] = self._engine.kernels.promises
        self._job[stack.CONDENSED] = self._engine.kernels.condenses
        self._job[stack.SCORED] = game.rulebook.scored
        sizes = self._engine.row_words, self._found.size
        table = 8 * _FEWEST_ENTRIES * (self._engine.row_words + 1 + CYCLIC_DATA)
        self.ledger.begin(stack=stack.Stack.least(*sizes) + table)
        self._stack = stack.Stack(*sizes)

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
            self._saving = saving

    def _use(self, forms: Canon) -> None:
        """Goes over to these canonical forms, with an empty table."""
        self._canon = forms
        self._new_table()
        self._rooted = True

    def _know(self, words: Any) -> None:
        """Takes over entries of an earlier search."""
        rows = words.reshape(-1, self._table.shape[1])
        while (len(rows) + self._job[stack.FILLED]) * 2 > len(self._table) and self._may_grow:
            self._grow()
        for first in range(0, len(rows), _SOME):
            some = rows[first : first + _SOME]
            look_at(some[:, self._key_words :])
            copy_entries(self._lasting(some.copy()), self._table, self._key_words)
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
        kept = entries[entries[:, self._key_words + KNOWN] != 0]
        kept[:, self._key_words + RESTS :] = 0
        return kept

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
            self._use(canon(self.game, state=state))
        if target != job[stack.TARGET]:
            job[stack.TARGET] = target
            self._new_table()
        while True:
            self._begin(state, ours, plies)
            while True:
                if self._alike():
                    self._use(under_all_turns(self._canon))
                    break
                self._run()
                status = job[stack.STATUS]
                if status == stack.DONE:
                    return self._answer(ours)
                if status == stack.WIDER:
                    self._widen(self._stack.rows[job[stack.LEVEL] + 1])
                    break
                if status == stack.DEEPER:
                    self._deepen()
                    continue
                if self._saving and self._saving.due:
                    self.save()
                self.progress(Progress("search", self.nodes, None, self.note))
                if self.deadline.passed or (self._most is not None and self.nodes >= self._most):
                    raise Stopped

    def suggestion(self, state: State, target: int, plies: int | None) -> int | None:
        """A move worth more than the target to the side to move, if it is 0 or more within so many
        plies, the soonest of those found; None if there is none. Raises `Stopped`.
        """
        ours = target >= 0
        goal = 0 if not self.game.rulebook.scored else target if ours else -target - 1
        if self.wins(state, ours, goal, NEVER if plies is None else plies) != ours:
            return None
        children = self._stack.children[: int(self._stack.frames[0, stack.COUNT])]
        good = children[children[:, stack.PN if ours else stack.DN] == 0]
        best = good[np.argmin(good[:, stack.WON])]
        root = self._engine.state(self._stack.rows[0])
        image = self._image(self.game.play(root, int(best[stack.MOVE])))
        for move in self.game.moves(state):
            if self._image(self.game.play(state, move)) == image:
                return move
        raise AssertionError(f"no move leads where {best[stack.MOVE]} does: {state}")

    def _image(self, state: State) -> bytes:
        """The canonical row of a state."""
        row = np.zeros(self._engine.row_words, np.uint64)
        canonical(self._canon.shape, self._canon.turns, self._engine.row(state), row)
        return row.tobytes()

    def _answer(self, ours: bool) -> bool:
        """Whether the root is proved, from its children."""
        count = int(self._stack.frames[0, stack.COUNT])
        children = self._stack.children[:count]
        proved = children[:, stack.PN] == 0
        if not (proved.any() if ours else count and proved.all()):
            return False
        ranks = children[proved, stack.WON]
        self.within = 1 + int(ranks.min() if ours else ranks.max())
        return True

    def _begin(self, state: State, ours: bool, plies: int) -> None:
        """Puts the question on the stack."""
        job, held = self._job, self._stack
        condensed = bool(job[stack.CONDENSED])
        while not root_key(
            self._engine, self._canon, state, condensed, self._bare, held.rows[0], held.keys[0]
        ):
            self._widen(self._bare)
        if ours:
            held.keys[0, job[stack.MARK_WORD]] |= np.uint64(1 << int(job[stack.MARK_SHIFT]))
        frame = held.frames[0]
        frame[:] = 0
        frame[stack.COUNT] = -1
        frame[stack.MINE] = ours
        frame[stack.LEFT] = plies
        frame[stack.MOST_PN] = frame[stack.MOST_DN] = INFINITE
        frame[stack.BEFORE] = job[stack.NODES]
        job[stack.STAMPS] += 1
        frame[stack.STAMP] = job[stack.STAMPS]
        job[stack.LEVEL] = 0
        held.slots[:] = 0

    def _widen(self, row: Any) -> None:
        """Makes keys wide enough for the row, and begins with a new table."""
        self._use(widened(self._canon, row))

    def _new_table(self) -> None:
        """An empty table, and a stack whose keys are as wide as the table's."""
        pieces = self._canon.pieces
        last = 1 + (int(pieces[0]) - 1) * PIECE
        bits = int(pieces[last + 3] * WORD + pieces[last + 4] + pieces[last + 2])
        self._job[stack.MARK_WORD], self._job[stack.MARK_SHIFT] = divmod(bits, WORD)
        self._key_words = bits // WORD + 1
        self._job[stack.FILLED] = 0
        self._table = np.zeros((0, 0), np.uint64)
        entries = _FIRST_ENTRIES
        self.ledger.hold("table", 0)
        self._stack.begin(self._key_words)
        self.ledger.hold("stack", self._stack.bytes)
        while entries > _FEWEST_ENTRIES and not self.ledger.fits(
            "table", 16 * entries * (self._key_words + CYCLIC_DATA)
        ):
            entries //= 2
        self._table = self._empty_table(entries)
        self.ledger.hold("table", self._table.nbytes)

    @property
    def _crowded(self) -> bool:
        """Whether the table is so full that a larger one is due."""
        return self._job[stack.FILLED] * 2 > self._table.shape[0]

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

    def _alike(self) -> bool:
        """Whether many of the positions found are the same under turns that are not in use."""
        done = self._looks
        if self._canon.whole or done == len(_LOOKS) or self.nodes < _LOOKS[done]:
            return False
        self._looks += 1
        some = self._table[:_SAMPLE]
        used = some[some[:, self._key_words + KNOWN] != 0, : self._key_words]
        word, shift = self._job[stack.MARK_WORD], np.uint64(self._job[stack.MARK_SHIFT])
        asked = (used[:, word] >> shift) & np.uint64(1)
        most = asked == (2 * np.count_nonzero(asked) > asked.size)
        return likeness(self._canon, used[most]) > MANY_ALIKE

    def _empty_table(self, entries: int) -> Any:
        data = CYCLIC_DATA if self._job[stack.CYCLIC] else ACYCLIC_DATA
        words = self._key_words + data
        return numbers(entries * words, np.uint64).reshape(entries, words)

    def _deepen(self) -> None:
        """Twice the levels, or twice the room for children, whichever is short."""
        held, level = self._stack, int(self._job[stack.LEVEL])
        frame = held.frames[level]
        if not self.ledger.fits("stack", 3 * held.bytes):
            self.stopped_by = LACK
            raise Stopped
        if frame[stack.FIRST] + self._found.size > len(held.children):
            held.widen()
            self.ledger.hold("stack", held.bytes)
            return
        if 2 * held.levels > stack.DEEPEST:
            self.stopped_by = "lines of play are too long"
            raise Stopped
        held.lengthen(2 * held.levels)
        self.ledger.hold("stack", held.bytes)
        if self._job[stack.CYCLIC] and frame[stack.LEFT] == NEVER:
            for above in range(level):
                stack.enter(held.keys, held.slots, above)

    def _run(self) -> None:
        job, canon, compiled = self._job, self._canon, self._engine
        if self._crowded and self._may_grow:
            self._grow()
        job[stack.BUDGET] = self._budget
        begun = time.monotonic()
        kernels, held = compiled.kernels, self._stack
        run(
            *(kernels.moves, kernels.play, kernels.ended, kernels.promise, kernels.limits),
            *(kernels.essence, compiled.masks, compiled.numbers),
            *(canon.shape, canon.turns, canon.pieces),
            *(held.rows, held.keys, self._spare, self._bare, self._found),
            *(held.children, held.child_keys, held.frames, held.slots),
            *(self._table, self._table.reshape(-1), job, self._sums),
        )
        if job[stack.STATUS] == stack.RUNNING and self._most is None:
            pace = _CHUNK_SECONDS / max(time.monotonic() - begun, 1e-6)
            self._budget = int(self._budget * min(2.0, max(0.1, pace))) + 1
