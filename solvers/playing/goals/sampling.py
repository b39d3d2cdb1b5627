"""Random play towards a goal: how often it is reached where both sides choose blindly.

Simulated solvers of puzzles judge turns by it. The same seed gives the same play on every machine.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.dice import dice
from ruleproof.models.compiled.goals import GOAL
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING
from ruleproof.solvers.playing.goals.attack import Attack, Node

LONGEST = 200
"""Random play is cut off after so many moves, and the goal then counts as not reached."""

_WORDS = types.uint64[::1]
_INTS = types.int64[::1]
_ROWS = types.uint64[:, ::1]
_INT = types.int64

_SAMPLE = types.int64(
    MOVES, PLAY, ENDED, GOAL, _WORDS, _INTS, _INTS, _WORDS, _ROWS, _ROWS, _INTS, _INT, _INT, _INT,
    types.uint64,
)  # fmt: skip


@kernel(_SAMPLE)
def _sample(
    moves, play, ended, goal, masks, numbers, asked, diagram, rows, marks, found, attacks, turns,
    budget, seed,
):  # fmt: skip
    """The number of `budget` random games from `rows[0]` in which the attacker reaches the goal
    within so many turns; `rows` and `marks` have room for three.
    """
    met = 0
    for _ in range(budget):
        here, mine, left = 1, attacks, turns
        for word in range(rows.shape[1]):
            rows[1, word] = rows[0, word]
        for word in range(marks.shape[1]):
            marks[1, word] = marks[0, word]
        for _ in range(LONGEST):
            many = np.uint64(moves(masks, numbers, rows[here], found))
            if many == 0:
                break
            seed += np.uint64(1)
            pick = 1 + np.int64(dice(seed) % many)
            there = 3 - here
            again = play(masks, numbers, rows[here], found[pick], rows[there]) > 0
            if again and ended(masks, numbers, rows[there]) == PLAYING:
                here = there
                continue
            said = goal(masks, numbers, asked, diagram, rows[here], rows[there], marks[1])
            left -= mine
            mine = 1 - mine
            here = there
            if said == 1:
                met += 1
            if said != 0 or left == 0:
                break
    return met


class Sampler:
    """Plays at random from positions of an attack's question."""

    def __init__(self, attack: Attack) -> None:
        self._attack = attack
        words = attack.engine.row_words
        self._rows = np.zeros((3, words), np.uint64)
        self._found = attack.engine.move_list()

    def reached(self, node: Node, turns: int, games: int, seed: int) -> int:
        """The number of so many random games from the node in which the attacker reaches the goal
        within so many of his turns.
        """
        if turns <= 0:
            return 0
        attack = self._attack
        kernels = attack.engine.kernels
        self._rows[0] = node.row
        marks = np.zeros((3, node.marked.size), np.uint64)
        marks[0] = node.marked
        found = _sample(
            kernels.moves, kernels.play, kernels.ended, attack.kernels.goal, attack.engine.masks,
            attack.engine.numbers, attack.asked, attack.diagram, self._rows, marks, self._found,
            int(node.attacks), turns, games, np.uint64(seed),
        )  # fmt: skip
        return int(found)
