"""Lookers: a third family of simulated solvers, to hold ratings against.

A looker of width w looks at w replies to each of its turns, chosen blindly, and searches their
consequences in full. It takes a turn to which it has seen no refutation, and chooses blindly among
several. Width makes it stronger; the replies that it overlooks make noise. No looker takes part in
the calibration.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ruleproof.models.play.game import State
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.rating.attempts import Attempt, Pick
from ruleproof.puzzles.rating.effort import task_of
from ruleproof.solvers.playing.goals.turns import Turn

WIDTHS = (0, 1, 2, 4, 8, 16)
TRIES = 40
"""Attempts of each width: with four, chance is as large as what a tenth of a set differs by."""


class Lookers:
    """Solvers of the question that a judge was asked, who look at a few replies."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._refuted: dict[tuple[bytes, bytes, int], list[bool]] = {}

    def picks(self) -> dict[str, Pick]:
        """The choice of a looker of each width, by its name."""
        return {f"looker {width}": self._looking(width) for width in WIDTHS}

    def _looking(self, width: int) -> Pick:
        """The choice of a looker of that width."""

        def pick(turns: Sequence[Turn], left: int, dice: random.Random) -> int:
            seeming = [k for k, turn in enumerate(turns) if self._seems(turn, left, width, dice)]
            return dice.choice(seeming or range(len(turns)))

        return pick

    def _seems(self, turn: Turn, left: int, width: int, dice: random.Random) -> bool:
        """Whether a look at so many replies finds no refutation of the turn."""
        judge = self._judge
        if turn.met != 0:
            return turn.met == (-1 if judge.averts else 1)
        if left <= 1 and not judge.averts:
            return False
        verdicts = self._verdicts(turn, left)
        return not any(dice.sample(verdicts, min(width, len(verdicts))))

    def _verdicts(self, turn: Turn, left: int) -> list[bool]:
        """For each reply to the turn, whether it refutes the turn."""
        key = turn.after.row.tobytes(), turn.after.marked.tobytes(), left
        if key not in self._refuted:
            judge = self._judge
            if judge.right(turn, left):
                self._refuted[key] = [False]
            else:
                self._refuted[key] = [
                    judge.refutes(reply, left) for reply in judge.told_replies(turn, left)
                ]
        return self._refuted[key]


def looked(judge: Judge, state: State, puzzle: Puzzle) -> list[Attempt]:
    """Attempts of lookers at a puzzle with a tree."""
    if puzzle.tree is None:
        return []
    return task_of(judge, state, puzzle, puzzle.tree).attempts(Lookers(judge).picks(), TRIES, 0)
