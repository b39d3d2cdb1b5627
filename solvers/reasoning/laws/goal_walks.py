"""Goals as plain Python and as compiled code, and the walks that the law of goals looks at.

diagram  a position of the ground at the start of a turn
walk     the first positions that play from the diagram leads to while the goal is open
stage    a position of a walk with the cells that the goal speaks of there
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ruleproof.models.compiled.goals import WIN, goal_kernels
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.notation import one_of_each
from ruleproof.models.play.states import words_of
from ruleproof.models.rulebooks.parts import Aim, Goal

STEPS = 80
"""Moves after which a walk ends."""


class Asked(NamedTuple):
    """A goal asked of a player in a diagram."""

    goal: Goal
    aim: Aim
    attacker: int
    diagram: State

    @property
    def numbers(self) -> Any:
        """The question as compiled code takes it."""
        return np.array([self.goal.code, self.aim.amount, self.attacker], np.int64)

    def words(self, game: Game) -> str:
        """The goal in words."""
        return said(game, self.goal.words, self.aim, self.attacker)


class Stage(NamedTuple):
    """A position of a walk, with the cells that the goal speaks of."""

    state: State
    marked: int


class Step(NamedTuple):
    """A move of a stage: whether it ends the turn, the answer of `reached` if it does, else 0, and
    the stage that it leads to.
    """

    ends: bool
    told: int
    after: Stage


def has_goals(game: Game) -> bool:
    """Whether the game has goals, which are asked of two players."""
    return len(game.players) == 2 and game.rulebook.module("goals") is not None


def said(game: Game, words: str, aim: Aim, attacker: int) -> str:
    """The words of a goal with its cells, amount and sides filled in."""
    cells = " ".join(game.board.names[cell] for cell in aim.cells)
    groups = " ".join(one_of_each(game, aim.cells))
    side, other = game.players[attacker], game.players[1 - attacker]
    return words.format(cells=cells, groups=groups, amount=aim.amount, side=side, other=other)


class Goals:
    """A game's goals, as plain Python and compiled."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.module: Any = game.rulebook.module("goals")
        self._later: dict[State, list[tuple[State, bool]]] = {}
        self._rows: dict[State, Any] = {}
        self._likes: dict[tuple[int, State, int], State] = {}

    @cached_property
    def _engine(self) -> Any:
        return engine(self.game)

    def later(self, state: State) -> list[tuple[State, bool]]:
        """The positions that the moves lead to, each once, and whether the turn ends there."""
        if state not in self._later:
            game = self.game
            states = dict.fromkeys(game.play(state, move) for move in game.moves(state))
            self._later[state] = [(q, game.over(q) or not game.plays_on(state, q)) for q in states]
        return self._later[state]

    def told(self, asked: Asked, p: State, q: State, marked: int) -> tuple[int, int]:
        """Plain Python's answer about a turn, and the cells marked after it."""
        board, rules, of = self.game.field, self.game.rules, self.module
        goal, d = asked.goal.code, asked.diagram
        if goal == WIN:
            return self._won(asked, q), marked
        if hasattr(of, "follow"):
            marked = of.follow(board, rules, goal, d, p, q, marked)
        told = of.reached(board, rules, goal, asked.aim.amount, asked.attacker, d, p, q, marked)
        return int(told), int(marked)

    def _won(self, asked: Asked, q: State) -> int:
        """The answer about a turn where the goal is to win."""
        if not self.game.over(q):
            return 0
        payoff = self.game.payoff(q) * (1 if q.side == asked.attacker else -1)
        return 1 if payoff >= asked.aim.amount else -1

    def _compiled(self, name: str, *arguments: Any) -> int:
        """The answer of a compiled function of the goals."""
        fast = self._engine
        return int(getattr(goal_kernels(fast), name)(fast.masks, fast.numbers, *arguments) or 0)

    def told_compiled(self, asked: Asked, p: State, q: State, marked: int) -> tuple[int, int]:
        """Compiled code's answer about a turn, and the cells marked after it."""
        cells, rows = self._words(marked), map(self._row, (asked.diagram, p, q))
        told = self._compiled("goal", asked.numbers, *rows, cells)
        return told, sum(int(word) << 64 * k for k, word in enumerate(cells))

    def alike(self, code: int, p: State, marked: int) -> State:
        """The state that the answer depends on, by plain Python."""
        like = getattr(self.module, "alike", None)
        key = code, p, marked
        if like and key not in self._likes:
            self._likes[key] = like(self.game.field, self.game.rules, code, p, marked)
        return self._likes[key] if like else p

    def alike_compiled(self, code: int, p: State, marked: int) -> State:
        """The state that the answer depends on, by compiled code."""
        out, numbers = np.zeros(self._engine.row_words, np.uint64), np.array([code, 0, 0], np.int64)
        self._compiled("likeness", numbers, self._row(p), self._words(marked), out)
        return self._engine.state(out)

    def effect(self, p: State, q: State) -> State:
        """The state shared by turns that are one answer, by plain Python."""
        shared = getattr(self.module, "effect", None)
        return shared(self.game.field, self.game.rules, p, q) if shared else q

    def effect_compiled(self, p: State, q: State) -> State:
        """The state shared by turns that are one answer, by compiled code."""
        out = np.zeros(self._engine.row_words, np.uint64)
        self._compiled("effect", self._row(p), self._row(q), out)
        return self._engine.state(out)

    def outlook(self, asked: Asked, stage: Stage, left: int) -> int:
        """The answer known without a search, by plain Python."""
        board, rules, (p, marked) = self.game.field, self.game.rules, stage
        of = asked.goal.code, asked.aim.amount, asked.attacker, asked.diagram
        return int(self.module.outlook(board, rules, *of, p, marked, left))

    def outlook_compiled(self, asked: Asked, stage: Stage, left: int) -> int:
        """The answer known without a search, by compiled code."""
        rows, cells = map(self._row, (asked.diagram, stage.state)), self._words(stage.marked)
        return self._compiled("outlook", asked.numbers, *rows, cells, left)

    def steps(self, asked: Asked, stage: Stage) -> list[Step]:
        """The moves of a stage."""
        found: list[Step] = []
        for q, ends in self.later(stage.state):
            told, marked = 0, stage.marked
            if ends:
                told, marked = self.told(asked, stage.state, q, marked)
            found.append(Step(ends, told, Stage(q, marked)))
        return found

    def walk(self, asked: Asked, most: int = STEPS) -> dict[Stage, list[Step]]:
        """The first stages from the diagram on, nearest first, each with its steps."""
        found: dict[Stage, list[Step]] = {}
        waiting = [Stage(asked.diagram, sum(1 << cell for cell in asked.aim.cells))]
        for stage in waiting:
            if most <= 0:
                break
            if stage in found:
                continue
            found[stage] = self.steps(asked, stage)
            most -= len(found[stage])
            waiting += [
                step.after
                for step in found[stage]
                if not step.told and not self.game.over(step.after.state)
            ]
        return found

    def _words(self, cells: int) -> Any:
        return np.array(words_of(cells, self._engine.width), np.uint64)

    def _row(self, state: State) -> Any:
        if state not in self._rows:
            self._rows[state] = self._engine.row(state)
        return self._rows[state]
