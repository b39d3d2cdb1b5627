"""Attempts: simulated solvers of two families try a puzzle, as printed.

games  a solver of that many games plays so many random games towards the goal behind each turn and
       takes the turn that did best; with none it takes any turn
moves  a reader of that many moves searches behind each turn, and gives up after so many moves; it
       takes a turn that it has proved, else one that it has not refuted

An attempt succeeds where every turn of it is right, against the stated defender, to the end of the
line. Chance decides among turns that seem alike.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.puzzle import Tree
from ruleproof.puzzles.rating.reading import MoveReader
from ruleproof.solvers.playing.goals.attack import Node
from ruleproof.solvers.playing.goals.sampling import Sampler
from ruleproof.solvers.playing.goals.turns import Turn

GAMES = (0, 1, 4, 16, 64, 256)
MOVES = (100, 1000)
SOLVERS = (*(f"games {one}" for one in GAMES), *(f"moves {one}" for one in MOVES))
"""The solvers' names: their family and strength."""
TRIES = 8
"""Attempts of each solver."""


class Attempt(NamedTuple):
    """One attempt: the solver's name, and whether it solved the puzzle."""

    solver: str
    solved: bool


Pick = Callable[[Sequence[Turn], int, random.Random], int]
"""A solver's choice: the number of one of the turns, when the attacker has so many left."""


class Task(NamedTuple):
    """A puzzle to be tried: its judge, the diagram, the attacker's turns, the solution tree, and
    the defender's reply at each node of the line.
    """

    judge: Judge
    root: Node
    left: int
    tree: Tree
    line: Mapping[int, str]

    def attempts(self, picks: Mapping[str, Pick], many: int, seed: int) -> list[Attempt]:
        """Makes so many attempts of each solver, whose choices `picks` holds by their names."""
        return [
            Attempt(name, self._solved(pick, random.Random(f"{name} {seed} {one}")))
            for name, pick in picks.items()
            for one in range(many)
        ]

    def _solved(self, pick: Pick, dice: random.Random) -> bool:
        """Whether a solver with this choice is right all along the line."""
        judge, tree = self.judge, self.tree
        node, left, number = self.root, self.left, 0
        while True:
            turns = [one.turn for one in judge.judged(node, left)]
            picked = pick(turns, left, dice)
            entries = tree.nodes[number].turns
            kind = entries[picked][1]
            if kind not in ("right", "same"):
                return kind == "also"
            at = next(k for k, entry in enumerate(entries) if entry[1] == "right")
            reply = self.line.get(number)
            after = [answer for answer in entries[at][3] if answer[0] == reply]
            if not after or after[0][2] is None:
                return True
            number = after[0][2]
            node = next(
                one.after for one in judge.told_replies(turns[at], left) if judge.text(one) == reply
            )
            left -= 1


class Solvers:
    """Simulated solvers of the question that a judge was asked."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._sampler = Sampler(judge.attack)

    def picks(self) -> dict[str, Pick]:
        """The choice of each solver, by its name."""
        found = [self._guessing(games) for games in GAMES]
        found += [MoveReader(self._judge, moves).pick for moves in MOVES]
        return dict(zip(SOLVERS, found, strict=True))

    def marks(self, root: Node, left: int, games: int, seed: int) -> list[int]:
        """The score that a solver of so many games gives each turn of the diagram: more is
        better.
        """
        dice = random.Random(f"marks {games} {seed}")
        sign = -1 if self._judge.averts else 1
        turns = [one.turn for one in self._judge.judged(root, left)]
        return [sign * self._mark(turn, left, games, dice) for turn in turns]

    def _guessing(self, games: int) -> Pick:
        """The choice of a solver of so many games."""

        def pick(turns: Sequence[Turn], left: int, dice: random.Random) -> int:
            if games == 0:
                return dice.randrange(len(turns))
            sign = -1 if self._judge.averts else 1
            marks = [(sign * self._mark(turn, left, games, dice), dice.random()) for turn in turns]
            return max(range(len(turns)), key=marks.__getitem__)

        return pick

    def _mark(self, turn: Turn, left: int, games: int, dice: random.Random) -> int:
        if turn.met != 0:
            return games if turn.met == 1 else 0
        left -= not self._judge.averts
        return self._sampler.reached(turn.after, left, games, dice.getrandbits(63))
