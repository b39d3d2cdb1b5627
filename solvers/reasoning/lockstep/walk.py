"""Two games walked in step, to the shortest line of play after which they part: settings of one
game, or a game and a variant of it.

Breadth first and up to common symmetry, so that the line is a shortest one, and of those one that
ends with the fewest stones.
"""

# numpy's arrays are partly untyped
# pyright: basic

from __future__ import annotations

from typing import Any

import numpy as np

from ruleproof.models.compiled.kernels import engine
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.notation import cell_text
from ruleproof.models.play.states import WORD, layout
from ruleproof.solvers.playing.reach.position_set import enter, enter_all, turns_of
from ruleproof.solvers.playing.values.contradiction import Contradiction, laws_of_images
from ruleproof.solvers.reasoning.lockstep import pair_kernel as pairs
from ruleproof.solvers.reasoning.lockstep.variant import (
    check_moves,
    check_moves_there,
    shared_turns,
)
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, silent

_LISTED = 1 << 16
"""The moves of a variant that are looked at in one go."""


class PairWalk:
    """Two games walked in step, level by level; `check_comparable` holds of them.

    `within` asks only that the first game's legal moves are among the second's. `count` pairs have
    been entered; `complete`: there are no more.
    """

    def __init__(
        self,
        one: Game,
        two: Game,
        *,
        within: bool = False,
        limit: int = 5_000_000,
        progress: Listener = silent,
    ) -> None:
        self.one, self.two = one, two
        self.engines = engine(one), engine(two)
        self.turns = turns_of(self.engines[0], shared_turns(one, two))
        self.asked = pairs.WITHIN if within else pairs.EQUAL
        self.limit, self.progress = limit, progress
        words = self.engines[0].row_words
        self.pairs: Any = np.zeros((1 << 10, 2 * words), np.uint64)
        self.parents: Any = np.zeros(1 << 10, np.int32)
        self.slots: Any = np.zeros(1 << 12, np.int32)
        self.rooms: Any = np.zeros((4, 2 * words), np.uint64)
        self.visible = self._visible(words)
        self.pairs[0] = self._canonical(one.start(), two.start())
        self.parents[0] = -1
        enter(self.pairs, self.slots, 0)
        self.count = 1
        self.ends = [1]
        self.complete = False
        self.known: set[int] = set()

    def _visible(self, words: int) -> Any:
        """The words of a row that hold sets of cells; numbers are not in the picture."""
        layers = layout(self.one.rulebook.rules.State).layers
        sets = layers * (self.engines[0].width // WORD)
        return np.array([(1 << 64) - 1] * sets + [0] * (words - sets), np.uint64)

    def _canonical(self, p: State, q: State) -> Any:
        """The least image of a pair of states."""
        pair = np.concatenate([self.engines[0].row(p), self.engines[1].row(q)])
        words = len(pair) // 2
        rooms = self.rooms
        pairs.canonical_pair(pair, *self.turns, rooms[1, :words], rooms[2], rooms[3])
        return rooms[3].copy()

    def parting(self, deadline: Deadline) -> list[int] | None:
        """The moves of a shortest line after which the games part; None if none was found: they
        never part if `complete`. Raises `TextError` for a variant that numbers its moves otherwise.
        """
        begun = 0
        while True:
            at = self.look(begun, self.ends[-1])
            if at is not None:
                line, p, q = self.replay(at[0])
                if self.one.rulebook is not self.two.rulebook:
                    check_moves_there(self.one, self.two, p, q)
                if at[1] != pairs.PICTURE or _pictures_differ(self.one, self.two, p, q):
                    return line
                self.visible[:] = 0  # bookkeeping in sets of cells: what matters will show in moves
                continue
            if self.one.rulebook is not self.two.rulebook:
                self._check_moves(begun, self.ends[-1])
            if not self._grow(begun, deadline):
                return None
            if self.complete:
                return None
            begun = self.ends[-2]

    def _check_moves(self, first: int, last: int) -> None:
        """Checks that the moves of the pairs are written alike in both games."""
        one = self.engines[0]
        found = one.move_list()
        out = np.zeros(max(_LISTED, 2 * found.size), np.int64)
        while first < last:
            first = pairs.listed(
                one.kernels.moves, one.kernels.ended, one.masks, one.numbers, self.pairs, found,
                first, last, out,
            )  # fmt: skip
            fresh = set(np.unique(out[1 : out[0] + 1]).tolist()) - self.known
            check_moves(self.one, self.two, fresh)
            self.known |= fresh

    def look(self, first: int, last: int) -> tuple[int, int] | None:
        """The parting with the fewest stones among the pairs: its number and its kind."""
        one, two = self.engines
        found = one.move_list(), two.move_list()
        parting = np.array([-1, 0, 0], np.int64)
        plan = layout(self.one.rulebook.rules.State)
        pairs.part(
            one.kernels.moves, one.kernels.ended, two.kernels.moves, two.kernels.ended, one.masks,
            one.numbers, two.masks, two.numbers, self.pairs, self.visible, self.asked, *found,
            first, last, plan.layers, one.width // WORD, parting,
        )  # fmt: skip
        return (int(parting[0]), int(parting[1])) if parting[0] >= 0 else None

    def _grow(self, first: int, deadline: Deadline) -> bool:
        """Enters the next level; False when there is no time or no room."""
        one, two = self.engines
        found = one.move_list()
        last = self.ends[-1]
        while first < last:
            if deadline.passed:
                return False
            stop = min(last, first + (1 << 14))
            reached = pairs.walk(
                one.kernels.moves, one.kernels.play, one.kernels.ended, two.kernels.play, one.masks,
                one.numbers, two.masks, two.numbers, *self.turns, self.pairs, self.parents,
                self.slots, found, self.rooms, first, stop, self.count,
            )  # fmt: skip
            self.count = int(found[0])
            self.progress(Progress("pairs", self.count))
            if reached < stop and not self._enlarge(found.size):
                return False
            first = reached
        if self.count == last:
            self.complete = True
        else:
            self.ends.append(self.count)
        return True

    def _enlarge(self, spare: int) -> bool:
        """Makes room for more pairs; False when the limit is reached."""
        size = len(self.pairs)
        if size >= self.limit + spare:
            return False
        size = min(max(2 * size, self.count + 2 * spare), self.limit + spare)
        wider = np.zeros((size, self.pairs.shape[1]), np.uint64)
        wider[: self.count] = self.pairs[: self.count]
        parents = np.zeros(size, np.int32)
        parents[: self.count] = self.parents[: self.count]
        self.pairs, self.parents = wider, parents
        if 2 * size > self.slots.size:
            self.slots = np.zeros(1 << (2 * size - 1).bit_length(), np.int32)
            enter_all(self.pairs, self.slots, self.count)
        return True

    def replay(self, number: int) -> tuple[list[int], State, State]:
        """Moves from the start to a pair, up to symmetry, by the rules as plain Python."""
        chain = [number]
        while self.parents[chain[-1]] >= 0:
            chain.append(int(self.parents[chain[-1]]))
        p, q = self.one.start(), self.two.start()
        line: list[int] = []
        for step in chain[-2::-1]:
            for move in self.one.moves(p):
                after = self.one.play(p, move), self.two.play(q, move)
                if np.array_equal(self._canonical(*after), self.pairs[step]):
                    line.append(move)
                    p, q = after
                    break
            else:
                what = f"after {len(line)} plies no move leads where compiled search went"
                raise Contradiction(self.one, p, what, laws_of_images(self.one))
        return line, p, q


def _pictures_differ(one: Game, two: Game, p: State, q: State) -> bool:
    """Whether a cell looks different."""
    return any(cell_text(one, p, cell) != cell_text(two, q, cell) for cell in range(one.board.size))
