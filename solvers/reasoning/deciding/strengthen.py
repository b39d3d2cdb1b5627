"""Strengthening: invariants found by z3 alone, for one that is true but not inductive.

candidate   a simple statement about positions (`invariants.py`) that holds throughout some random
            games
kept        the candidates that a legal move keeps wherever all of them and what is to be proved
            hold: the largest such set is found by dropping what a model breaks (Houdini: Flanagan
            and Leino, 2001)
"""

# z3 ships no complete types
# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from typing import Any

import z3

from ruleproof.models.cells import count
from ruleproof.models.play.game import Game
from ruleproof.models.play.states import layout
from ruleproof.models.symbolic import cells as symbolic
from ruleproof.models.symbolic.logic import disj, implies, neg
from ruleproof.solvers.reasoning.formulas.conformance import random_states
from ruleproof.solvers.reasoning.formulas.goals import Holds, turn
from ruleproof.solvers.reasoning.formulas.invariants import Candidate, said, sets_of, values_of
from ruleproof.solvers.reasoning.formulas.run_z3 import asked, bounded
from ruleproof.solvers.work.progress import Deadline

POSITIONS = 500
"""Positions of random games that candidates are to hold in."""
FEW = 3
"""A number that takes no more values than so many may be a condition."""


def candidates(game: Game) -> list[Candidate]:
    """The invariants that hold in all positions of some random games."""
    met = [values_of(game, p) for p in islice(random_states(game, 1), POSITIONS)]
    return list(dict.fromkeys(_of(game, met)))


def _of(game: Game, met: list[dict[str, Any]]) -> Iterator[Candidate]:
    numbers, sets = layout(game.rulebook.rules.State).numbers, sets_of(game)
    for name in numbers:
        values = {one[name] for one in met}
        yield Candidate("most", name, many=max(values))
        if min(values):
            yield Candidate("least", name, many=min(values))
    for a, b in permutations(sets, 2):
        if a < b and not any(one[a] & one[b] for one in met):
            yield Candidate("apart", a, b)
        if not any(one[a] & ~one[b] for one in met):
            yield Candidate("within", a, b)
        yield from _surplus(met, a, b, "", 0)
        for name in numbers:
            values = {one[name] for one in met}
            for value in sorted(values) if len(values) <= FEW else ():
                yield from _surplus([one for one in met if one[name] == value], a, b, name, value)


def _surplus(
    met: list[dict[str, Any]], a: str, b: str, name: str, value: int
) -> Iterator[Candidate]:
    most = max(count(one[a]) - count(one[b]) for one in met)
    if abs(most) <= 1:
        yield Candidate("surplus", a, b, most, name, value)


def strengthening(
    game: Game, holds: Holds, known: Sequence[Holds], deadline: Deadline, allowed: float
) -> list[str] | None:
    """The candidates that a legal move keeps wherever they, the invariants known and `holds` all
    hold, in words; None where z3 comes to no end in the time and the counted work allowed.
    """
    rules: Any = game.rulebook.module("constraints")
    p, move, q = turn(game)
    kept = candidates(game)
    solver = z3.SolverFor("QF_BV")
    solver.add(*(one(game, p) for one in (*known, holds)))
    solver.add(symbolic.together(rules.step(game, p, move, q)))
    marks = {one: z3.Bool(f"kept: {one.words}") for one in kept}
    for one, mark in marks.items():
        solver.add(implies(mark, said(game, one, p)))
    while kept:
        bounded(solver, deadline, allowed)
        solver.push()
        solver.add(disj(*(neg(said(game, one, q)) for one in kept)))
        answer = asked(solver, *(marks[one] for one in kept))
        if answer == "unknown":
            return None
        if answer == "unsat":
            break
        model = solver.model()
        kept = [one for one in kept if z3.is_true(_in(model, said(game, one, q)))]
        solver.pop()
    return [one.words for one in kept]


def _in(model: z3.ModelRef, formula: Any) -> Any:
    return model.eval(formula, model_completion=True)
