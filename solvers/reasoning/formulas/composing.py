"""Positions composed under constraints: a solver changes a random picture until it keeps them.

The game's constraints on a position become clauses by our own hand (`blast.py`), so that they are
the same in every process. Each cell is assumed to hold what a picture shows; assumptions that
contradict the clauses are given up one by one.

sample     a position of real play. What all samples share, the composed positions share as well:
           numbers, such as those of setup, and sets and levels that are empty
picture    a content for each cell: that of a sample, shuffled and thinned

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.notation import read
>>> small = game("esgros", "path:6")
>>> sample = read(small, ". B . W B . ; black")
>>> found = next(Composing(small, [sample]).positions(1, random.Random(1)))
>>> small.faults(found), small.over(found)
([], False)
"""

# z3's and pysat's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from pysat.solvers import Solver

from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import BITS, layout
from ruleproof.models.symbolic.logic import FALSE, Formula, neg, number
from ruleproof.models.symbolic.states import fresh
from ruleproof.solvers.reasoning.formulas.blast import blasted
from ruleproof.solvers.reasoning.formulas.circuits import Circuit
from ruleproof.solvers.reasoning.formulas.goals import constraints_of
from ruleproof.solvers.reasoning.formulas.sat import cnf_solver

CONFLICTS = 20_000
"""The most conflicts of the solver for one position."""
SHUFFLED = 0.4
"""The share of cells of a picture that exchange what they hold with another cell."""
THINNEST = 0.75
"""The least share of its pieces that a picture keeps."""

Content = tuple[int, ...]
"""The content of a cell: 1 for each level of each set that it is in, else 0."""


class _Clauses(NamedTuple):
    """The constraints as clauses: the inputs by name."""

    inputs: dict[str, int]
    whole: Circuit


class Composing:
    """Composes positions of a game. Raises `LookupError` for a game that has no constraints."""

    def __init__(self, game: Game, samples: Sequence[State]) -> None:
        self.game = game
        self._samples = list(samples)
        self._rules: Any = constraints_of(game)
        self._plan = layout(game.rulebook.rules.State)
        self._levels = [
            (name, level if many else None)
            for name, many in self._plan.sets
            for level in range(max(many, 1))
        ]
        self._used = [any(_set(one, *at) for one in samples) for at in self._levels]

    # Formulas

    def _symbolic(self, prefix: str) -> Any:
        """A symbolic position that shares what all samples share."""
        state = fresh(self.game, prefix)
        values = state._asdict()
        for (name, level), used in zip(self._levels, self._used, strict=True):
            if used:
                continue
            cells = (FALSE,) * self.game.board.size
            if level is None:
                values[name] = cells
            else:
                levels = list(values[name])
                levels[level] = cells
                values[name] = tuple(levels)
        for name in self._plan.numbers:
            told = {getattr(one, name) for one in self._samples}
            if name != "side" and len(told) == 1:
                values[name] = number(told.pop())
        return type(state)(**values)

    def _formulas(self) -> list[Formula]:
        p = self._symbolic("p")
        return [self._rules.wellformed(self.game, p), neg(self._rules.over(self.game, p))]

    @cached_property
    def _clauses(self) -> _Clauses:
        whole, names = blasted(self._formulas())
        return _Clauses({name: 1 + k for k, name in enumerate(names)}, whole)

    # Pictures

    def _contents(self, state: State) -> list[Content]:
        sets = [_set(state, *at) for at in self._levels]
        return [tuple(one >> cell & 1 for one in sets) for cell in range(self.game.board.size)]

    def _picture(self, dice: random.Random) -> tuple[State, list[Content]]:
        """A sample, and a picture made of it."""
        sample = dice.choice(self._samples)
        contents = self._contents(sample)
        size = len(contents)
        for cell in range(size):
            if dice.random() < SHUFFLED:
                other = dice.randrange(size)
                contents[cell], contents[other] = contents[other], contents[cell]
        standing = [cell for cell in range(size) if any(contents[cell])]
        target = round(len(standing) * dice.uniform(THINNEST, 1))
        empty = (0,) * len(self._levels)
        for cell in dice.sample(standing, max(0, len(standing) - target)):
            contents[cell] = empty
        return sample, contents

    def _guesses(self, contents: Sequence[Content]) -> list[int]:
        """Literals that say what the picture shows."""
        inputs, found = self._clauses.inputs, list[int]()
        names = self.game.board.names
        for place, at in enumerate(self._levels):
            for cell, content in enumerate(contents):
                variable = inputs.get(_input(at, names[cell]))
                if variable:
                    found.append(variable if content[place] else -variable)
        return found

    def _numbers(self, sample: State, side: int) -> list[int]:
        """Literals that give the position the sample's numbers, and that side to move."""
        inputs, found = self._clauses.inputs, list[int]()
        for name in self._plan.numbers:
            value = side if name == "side" else getattr(sample, name)
            for bit in range(BITS):
                variable = inputs.get(f"p.{name}[{bit}]")
                if variable:
                    found.append(variable if value >> bit & 1 else -variable)
        return found

    # Positions

    def positions(self, many: int, dice: random.Random) -> Iterator[State]:
        """Yields so many positions, or fewer if the constraints allow no more."""
        with cnf_solver(self._clauses.whole) as solver:
            for _ in range(many):
                sample, contents = self._picture(dice)
                guesses = self._guesses(contents)
                side = dice.randrange(2)
                for here in (side, 1 - side):
                    model = _nearest(solver, self._numbers(sample, here), guesses, dice)
                    if model:
                        solver.add_clause([-one for one in self._standing(model)])
                        yield self._read(model, sample, here)
                        break
                else:
                    solver.conf_budget(CONFLICTS)
                    if solver.solve_limited() is False:
                        return

    def _standing(self, model: Sequence[int]) -> list[int]:
        """The literals of the position's sets in a model."""
        inputs = self._clauses.inputs
        return [
            model[variable - 1]
            for at in self._levels
            for name in self.game.board.names
            if (variable := inputs.get(_input(at, name)))
        ]

    def _read(self, model: Sequence[int], sample: State, side: int) -> State:
        inputs, names = self._clauses.inputs, self.game.board.names
        values: dict[str, Any] = {
            name: side if name == "side" else getattr(sample, name) for name in self._plan.numbers
        }
        for at in self._levels:
            cells = sum(
                1 << cell
                for cell, name in enumerate(names)
                if (variable := inputs.get(_input(at, name))) and model[variable - 1] > 0
            )
            name, level = at
            values[name] = cells if level is None else (*values.get(name, ()), cells)
        return self.game.rulebook.rules.State(**values)


def _nearest(
    solver: Solver, fixed: Sequence[int], guesses: Sequence[int], dice: random.Random
) -> list[int]:
    """A model with the fixed literals in which few of the guesses are wrong; empty where there is
    none, or none is found within `CONFLICTS`. Guesses that cannot hold together are given up one
    by one.
    """
    kept = list(guesses)
    while True:
        solver.conf_budget(CONFLICTS)
        answer = solver.solve_limited([*fixed, *kept])
        if answer:
            return list(solver.get_model() or ())
        if answer is None or not kept:
            return []
        core = set(solver.get_core() or ())
        doubtful = [one for one in kept if one in core]
        if not doubtful:
            return []
        wrong = dice.choice(doubtful)
        kept.remove(wrong)


def _set(state: State, name: str, level: int | None) -> int:
    value = getattr(state, name)
    return value if level is None else value[level]


def _input(at: tuple[str, int | None], cell: str) -> str:
    """The name of the variable that says whether a cell is in the set, as `fresh` gives it."""
    name, level = at
    return f"p.{name}.{cell}" if level is None else f"p.{name}{level}.{cell}"
