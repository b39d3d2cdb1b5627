"""Attempts: simulated solvers of several strengths try a puzzle, as printed, once each.

A solver of budget b plays b random games towards the goal behind each turn and takes the turn that
did best; of budget 0 it takes any turn. An attempt succeeds where every turn of it is right,
against the stated defender, to the end of the line.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.puzzle import Tree
from ruleproof.solvers.goals.attack import Node
from ruleproof.solvers.goals.sampling import Sampler
from ruleproof.solvers.goals.turns import Turn

BUDGETS = (0, 1, 4, 16, 64, 256)
TRIES = 4
"""Attempts of each strength."""


class Attempt(NamedTuple):
    """One attempt: the solver's budget, and whether it solved the puzzle."""

    budget: int
    solved: bool


class Solvers:
    """Simulated solvers of the question that a judge was asked."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._sampler = Sampler(judge.attack)

    def attempts(
        self, root: Node, left: int, tree: Tree, line: Mapping[int, str], seed: int
    ) -> list[Attempt]:
        """Makes `TRIES` attempts of each budget. `line`: the defender's reply at each node."""
        return [
            Attempt(budget, self._attempt(root, left, tree, line, budget, f"{seed} {budget} {one}"))
            for budget in BUDGETS
            for one in range(TRIES)
        ]

    def _attempt(
        self, root: Node, left: int, tree: Tree, line: Mapping[int, str], budget: int, seed: str
    ) -> bool:
        def pick(turns: Sequence[Turn], left: int, dice: random.Random) -> int:
            return self._pick(turns, left, budget, dice)

        return attempted(self._judge, root, left, tree, line, pick, random.Random(seed))

    def marks(self, root: Node, left: int, budget: int, seed: int) -> list[int]:
        """The score that a solver of that budget gives each turn of the diagram: more is better."""
        dice = random.Random(f"marks {budget} {seed}")
        sign = -1 if self._judge.averts else 1
        turns = [one.turn for one in self._judge.judged(root, left)]
        return [sign * self._mark(turn, left, budget, dice) for turn in turns]

    def _pick(self, turns: Sequence[Turn], left: int, budget: int, dice: random.Random) -> int:
        """The number of the turn that a solver of that budget takes."""
        if budget == 0:
            return dice.randrange(len(turns))
        averts = self._judge.averts
        marks = [(self._mark(turn, left, budget, dice), dice.random()) for turn in turns]
        if averts:
            marks = [(-mark, chance) for mark, chance in marks]
        return max(range(len(turns)), key=marks.__getitem__)

    def _mark(self, turn: Turn, left: int, budget: int, dice: random.Random) -> int:
        if turn.met != 0:
            return budget if turn.met == 1 else 0
        left -= not self._judge.averts
        return self._sampler.reached(turn.after, left, budget, dice.getrandbits(63))


Pick = Callable[[Sequence[Turn], int, random.Random], int]
"""A solver's choice: the number of one of the turns, when the attacker has so many left."""


def attempted(
    judge: Judge,
    root: Node,
    left: int,
    tree: Tree,
    line: Mapping[int, str],
    pick: Pick,
    dice: random.Random,
) -> bool:
    """Whether a solver with this choice is right all along the line. `line`: the defender's reply
    at each node.
    """
    node, number = root, 0
    while True:
        turns = [one.turn for one in judge.judged(node, left)]
        picked = pick(turns, left, dice)
        entries = tree.nodes[number].turns
        kind = entries[picked][1]
        if kind not in ("right", "same"):
            return kind == "also"
        at = next(k for k, entry in enumerate(entries) if entry[1] == "right")
        reply = line.get(number)
        after = [answer for answer in entries[at][3] if answer[0] == reply]
        if not after or after[0][2] is None:
            return True
        number = after[0][2]
        node = next(
            one.after for one in judge.told_replies(turns[at], left) if judge.text(one) == reply
        )
        left -= 1
