"""Whole turns: what a player does until the other is to move, whatever the order of its steps."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ruleproof.solvers.goals import turns_kernel as kernel
from ruleproof.solvers.goals.attack import Attack, Node, TooWide

MOST_POSITIONS = 1 << 13
"""A turn with more positions on its way is too wide to be judged."""
_FEW = 1 << 8


class Turn(NamedTuple):
    """A turn: its moves, the position after it as a row, and what `reached` says of it: 1 where it
    meets the goal, 0 where it does not yet, -1 where nothing will any more.
    """

    moves: tuple[int, ...]
    after: Node
    met: int


class Turns:
    """Lists the turns of an attack's positions, with room kept from one to the next."""

    def __init__(self, attack: Attack) -> None:
        self._attack = attack
        self._make_room(_FEW)

    def of(self, node: Node) -> list[Turn]:
        """The turns from the node, which is before a turn: one for each outcome, shortest first.

        Outcomes that are alike for the question are one. Raises `TooWide` where the turn has more
        than `MOST_POSITIONS` positions on its way.
        """
        attack = self._attack
        compiled = attack.engine
        while True:
            self._rows[0] = node.row
            many = kernel.turns(
                compiled.kernels.moves,
                compiled.kernels.play,
                compiled.kernels.ended,
                attack.kernels.likeness,
                compiled.masks,
                compiled.numbers,
                attack.asked,
                node.marked,
                self._rows,
                self._keys,
                self._steps,
                self._index,
                self._found,
            )
            if many != kernel.FULL:
                break
            if len(self._rows) >= MOST_POSITIONS:
                raise TooWide
            self._make_room(4 * len(self._rows))
        done = np.flatnonzero(self._steps[:many, kernel.DONE])
        return [self._turn(node, int(number)) for number in done]

    def _turn(self, node: Node, number: int) -> Turn:
        attack = self._attack
        moves: list[int] = []
        here = number
        while here:
            moves.append(int(self._steps[here, kernel.MOVE]))
            here = int(self._steps[here, kernel.PARENT])
        before = self._rows[self._steps[number, kernel.PARENT]]
        after = self._rows[number].copy()
        met, marked = attack.met(before, after, node.marked)
        return Turn(tuple(reversed(moves)), Node(after, marked, not node.attacks), met)

    def _make_room(self, positions: int) -> None:
        words = self._attack.engine.row_words
        positions += self._attack.game.most_moves
        self._rows: Any = np.zeros((positions, words), np.uint64)
        self._keys: Any = np.zeros((positions, words), np.uint64)
        self._steps: Any = np.zeros((positions, kernel.STEP), np.int64)
        self._index: Any = np.zeros(4 << positions.bit_length(), np.int64)
        self._found: Any = self._attack.engine.move_list()
