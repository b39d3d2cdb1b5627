"""The question of a puzzle, whether a side reaches a goal within so many turns, and its exact
answer.

attacker   the player who is to reach the goal; the other is the defender
turns      how many turns of his own the attacker has; a turn that has begun counts
reached    where a turn of either side meets the goal, or the game ends in it

    >>> from ruleproof.models.play.position import Position
    >>> from ruleproof.models.play.game import game
    >>> start = Position.start(game("esgros", "path:4"))
    >>> attack = Attack(start.game)
    >>> attack.ask(Question(start.state, attacker=0, turns=2))
    >>> attack.reaches(start.state, turns=2)
    False
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ruleproof.models.cells import Cells
from ruleproof.models.compiled.goals import WIN, Marked, goal_kernels
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.play.game import Game, State, make_game
from ruleproof.models.play.states import WORD, pack
from ruleproof.solvers.playing.goals import attack_kernel as kernel

MEMORY = 64 << 20
"""Bytes for the table of one attack."""
LONGEST = 120
"""The most turns that a question may have: enough to play small boards to their end."""
_LEVELS = 64


class TooWide(Exception):
    """The question takes more nodes than the limit allows: it stays undecided."""


class Question(NamedTuple):
    """Whether the attacker reaches the goal of that code and amount (0 and 1: to win) from the
    diagram within so many turns of his own; `marked` are the cells that the goal speaks of.
    """

    diagram: State
    attacker: int
    turns: int
    goal: int = WIN
    amount: int = 1
    marked: Cells = 0


class Node(NamedTuple):
    """A position on the way: its row, the cells that the goal speaks of now, and the side whose
    turn it is.
    """

    row: Any
    marked: Any
    attacks: bool


def in_order(game: Game) -> Game:
    """The game under the settings that let its turns take their steps in one order only: see
    `contracts.GoalsModule.in_order`.
    """
    module: Any = game.rulebook.module("goals")
    changed = module.in_order(game.settings) if hasattr(module, "in_order") else {}
    if not changed:
        return game
    return make_game(game.rulebook, game.board.text, {**game.settings, **changed})


class Attack:
    """Answers questions of one game, one after another, each with an empty table of its own.

    The same question always takes the same number of nodes.
    """

    def __init__(self, game: Game, memory: int = MEMORY) -> None:
        self.game = game
        self.engine = engine(game)
        self.numbers = engine(in_order(game)).numbers
        self.kernels = goal_kernels(self.engine)
        self._mark_words = self.engine.width // WORD
        words = self.engine.row_words + self._mark_words + 1
        entries = 1 << max(8, (memory // (8 * words)).bit_length() - 1)
        self._table = np.zeros((entries, words), np.uint64)
        self._job = np.zeros(kernel.JOB, np.int64)
        self._earlier = 0
        self._job[kernel.MOST] = game.most_moves + 1
        self._found = np.zeros(8 * (game.most_moves + 1), np.int64)
        self._room(_LEVELS)

    def ask(self, question: Question) -> None:
        """Turns to another question."""
        self._earlier += self.nodes
        self.question = question
        self.asked = np.array([question.goal, question.amount, question.attacker], np.int64)
        self.diagram = self.engine.row(question.diagram)
        self._job[kernel.STAMP] += 1
        if self._job[kernel.STAMP] >= 1 << 24:
            self._job[kernel.STAMP] = 1
            self._table[:] = 0
        self._job[kernel.NODES] = 0
        self._killers[:] = kernel.NO_MOVE

    @property
    def nodes(self) -> int:
        """The moves played for the question so far."""
        return int(self._job[kernel.NODES])

    @property
    def spent(self) -> int:
        """The moves played for all questions so far."""
        return self._earlier + self.nodes

    def node(self, state: State, marked: Cells | None = None) -> Node:
        """A position as the search sees it, with the question's own cells marked unless others are
        given.
        """
        cells = self.question.marked if marked is None else marked
        words = np.array(pack(Marked(cells), self.engine.width), np.uint64)
        return Node(self.engine.row(state), words, state.side == self.question.attacker)

    def root(self) -> Node:
        """The diagram."""
        return self.node(self.question.diagram)

    def met(self, before: Any, after: Any, marked: Any) -> tuple[int, Any]:
        """The goal's answer about a turn that ends with the move between the rows, and the cells
        that it speaks of after that turn. All arrays are `uint64[words]`.
        """
        cells = marked.copy()
        compiled = self.engine
        rows = self.diagram, before, after
        said = self.kernels.goal(compiled.masks, self.numbers, self.asked, *rows, cells)
        return int(said), cells

    def effect(self, before: Any, after: Any) -> bytes:
        """A key, equal for turns from the row `before` that are one answer to a puzzle; rows are
        `uint64[words]`.
        """
        out = np.zeros_like(after)
        compiled = self.engine
        self.kernels.effect(compiled.masks, self.numbers, before, after, out)
        return out.tobytes()

    def reaches(self, state: State, turns: int, most: int = 1 << 62) -> bool:
        """Whether the goal is reached from the state, which is before a turn, with the question's
        own cells marked. Raises `TooWide` beyond so many nodes.
        """
        return self.within(self.node(state), turns, most)

    def within(self, node: Node, turns: int, most: int = 1 << 62) -> bool:
        """Whether the attacker reaches the goal from the node within so many turns. Raises
        `TooWide` beyond so many nodes.
        """
        if turns <= 0:
            return False
        if turns > LONGEST:
            raise ValueError(f"a question has at most {LONGEST} turns: {turns}")
        job, compiled = self._job, self.engine
        job[kernel.LIMIT] = job[kernel.NODES] + most
        while True:
            self._rows[0] = node.row
            self._marks[0] = node.marked
            self._frames[0] = 0
            self._frames[0, kernel.ATTACKS] = node.attacks
            self._frames[0, kernel.LEFT] = turns
            answer = kernel.search.direct(
                compiled.kernels.moves, compiled.kernels.play, compiled.kernels.ended,
                self.kernels.goal, self.kernels.likeness, self.kernels.outlook, compiled.masks,
                self.numbers, self.asked, self.diagram, self._rows, self._marks, self._keys,
                self._found, self._frames, self._killers, self._table, job,
            )  # fmt: skip
            if answer == kernel.OUT_OF_NODES:
                raise TooWide
            if answer == kernel.SHORT_OF_LEVELS:
                self._room(2 * len(self._rows))
            elif answer == kernel.SHORT_OF_MOVES:
                self._found = np.zeros(2 * self._found.size, np.int64)
            else:
                return answer == kernel.YES

    def _room(self, levels: int) -> None:
        """Makes room for that many levels."""
        words = self.engine.row_words
        self._rows = np.zeros((levels, words), np.uint64)
        self._marks = np.zeros((levels, self._mark_words), np.uint64)
        self._keys = np.zeros((levels, words + self._mark_words), np.uint64)
        self._frames = np.zeros((levels, kernel.FRAME), np.int64)
        killers = np.full((levels, 2), kernel.NO_MOVE, np.int64)
        if levels > _LEVELS:
            killers[: len(self._killers)] = self._killers
        self._killers = killers
