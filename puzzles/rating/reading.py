"""Readers: solvers who search a few moves behind each turn.

A reader proves a turn, refutes it, or gives up. What it has found out about one turn helps it with
the next, as long as its memory holds it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ruleproof.puzzles.judging.judge import Judge
from ruleproof.solvers.playing.goals.attack import Attack, TooWide
from ruleproof.solvers.playing.goals.turns import Turn

MEMORY = 4 << 20
"""Bytes for a reader's table of positions."""


class MoveReader:
    """A solver of the question that a judge was asked, who searches at most so many moves behind
    each turn.
    """

    def __init__(self, judge: Judge, moves: int) -> None:
        self._averts = judge.averts
        self._moves = moves
        self._attack = Attack(judge.game, MEMORY)
        self._attack.ask(judge.attack.question)
        self._found: dict[tuple[bytes, bytes, int], int] = {}

    def pick(self, turns: Sequence[Turn], left: int, dice: random.Random) -> int:
        """The number of a turn that the reader has proved, else of one that it has not refuted,
        when the attacker has so many turns left.
        """
        found = [self._read(turn, left) for turn in turns]
        best = max(found)
        return dice.choice([number for number, one in enumerate(found) if one == best])

    def _read(self, turn: Turn, left: int) -> int:
        """1 where the reader proves the turn, -1 where he refutes it, else 0."""
        if turn.met != 0:
            return -turn.met if self._averts else turn.met
        left -= not self._averts
        key = turn.after.row.tobytes(), turn.after.marked.tobytes(), left
        if key not in self._found:
            try:
                reached = self._attack.within(turn.after, left, self._moves)
                self._found[key] = 1 if reached != self._averts else -1
            except TooWide:
                self._found[key] = 0
        return self._found[key]
