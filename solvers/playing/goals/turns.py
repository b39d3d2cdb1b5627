"""Whole turns: all moves of a player until the other is to move, in whatever order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ruleproof.solvers.playing.goals import turns_kernel as kernel
from ruleproof.solvers.playing.goals.attack import Attack, Node, TooWide

MOST_POSITIONS = 1 << 13
"""A turn with more positions on its way is too wide to be judged."""
_FEW = 1 << 8


class Turn(NamedTuple):
    """A turn: its moves, the position after it as a row, and the answer of `reached`: 1 if it meets
    the goal, 0 if not yet, -1 if the goal can no longer be met.
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

        Outcomes that are alike for the question count as one. Raises `TooWide` where the turn has
        more than `MOST_POSITIONS` positions on its way.
        """
        attack = self._attack
        compiled = attack.engine
        while (many := self._listed(node)) == kernel.FULL:
            if len(self._rows) >= MOST_POSITIONS:
                raise TooWide
            self._make_room(4 * len(self._rows))
        done = np.flatnonzero(self._steps[:many, kernel.DONE])
        marks = np.repeat(node.marked[None, :], len(done), 0)
        met = np.zeros(len(done), np.int64)
        kernel.told.direct(
            attack.kernels.goal, compiled.masks, attack.numbers, attack.asked, attack.diagram,
            self._rows, self._steps, done, marks, met,
        )  # fmt: skip
        rows = self._rows[done]
        steps = self._steps[:many].tolist()
        return [
            Turn(_moves(steps, number), Node(row, marked, not node.attacks), said)
            for number, row, marked, said in zip(
                done.tolist(), rows, marks, met.tolist(), strict=True
            )
        ]

    def narrow(self, node: Node, most: int) -> bool:
        """Whether the turn from the node has at most so many positions on its way."""
        if len(self._rows) <= most:
            self._make_room(most)
        return 0 <= self._listed(node, most + 1) <= most

    def _listed(self, node: Node, room: int | None = None) -> int:
        """The number of positions on the way of the turn from the node, which the room then holds;
        or `FULL`, where that is too small. `room`: use the room of so many positions only.
        """
        attack, compiled = self._attack, self._attack.engine
        self._rows[0] = node.row
        many = kernel.turns.direct(
            compiled.kernels.moves, compiled.kernels.play, compiled.kernels.ended,
            attack.kernels.likeness, compiled.masks, attack.numbers, attack.asked, node.marked,
            self._rows[:room], self._keys, self._steps, self._index, self._found,
        )  # fmt: skip
        return int(many)

    def _make_room(self, positions: int) -> None:
        words = self._attack.engine.row_words
        positions += self._attack.game.most_moves
        self._rows: Any = np.zeros((positions, words), np.uint64)
        self._keys: Any = np.zeros((positions, words), np.uint64)
        self._steps: Any = np.zeros((positions, kernel.STEP), np.int64)
        self._index: Any = np.zeros(4 << positions.bit_length(), np.int64)
        self._found: Any = self._attack.engine.move_list()


def _moves(steps: Sequence[Sequence[int]], number: int) -> tuple[int, ...]:
    """The moves that lead to the position with that number."""
    moves: list[int] = []
    while number:
        moves.append(steps[number][kernel.MOVE])
        number = steps[number][kernel.PARENT]
    return tuple(reversed(moves))
