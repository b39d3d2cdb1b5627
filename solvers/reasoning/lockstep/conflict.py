"""The sentences of a rulebook that refuse a move: an unsatisfiable core over its clauses.

Where one reading allows a move and another refuses it, the clauses of the core, and the sentences
they come from, contradict the first reading.
"""

# z3 ships no complete types
# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

from typing import NamedTuple

import z3

from ruleproof.models.play.game import Game, State
from ruleproof.models.symbolic.cells import Clause
from ruleproof.models.symbolic.states import constant
from ruleproof.solvers.reasoning.formulas.run_z3 import asked


class Refusal(NamedTuple):
    """A move that one of two readings allows, and a clause of the other that refuses it, with the
    sentence it comes from; `by`: which of the readings refuses, `first` or `second`.
    """

    move: str
    by: str
    clause: str
    sentence: str


def contradictions(one: Game, two: Game, p: State, q: State) -> tuple[Refusal, ...]:
    """For a move that only the first game allows at its position, and one that only the second
    does, the clauses of the other that refuse it.
    """
    ours, theirs = one.moves(p), two.moves(q)
    found: list[Refusal] = []
    for allowed, others, refusing_game, state, by in (
        (ours, theirs, two, q, "second"),
        (theirs, ours, one, p, "first"),
    ):
        for move in [move for move in allowed if move not in others][:1]:
            text = refusing_game.show_move(move)
            found += [
                Refusal(text, by, clause.name, clause.sentence)
                for clause in refusing(refusing_game, state, move)
            ]
    return tuple(found)


def refusing(game: Game, state: State, move: int) -> list[Clause]:
    """The fewest clauses that together refuse the move in the position, in the rulebook's order;
    none where it is legal, or where the game has no constraints.
    """
    rules = game.rulebook.module("constraints")
    if rules is None:
        return []
    m = rules.fresh_move(game, "m")
    solver = z3.Solver()
    solver.set("core.minimize", True)
    solver.add(rules.move_is(game, m, move))
    clauses: list[Clause] = rules.legal(game, constant(game, state), m)
    marks = [z3.Bool(f"clause {number}") for number in range(len(clauses))]
    for mark, clause in zip(marks, clauses, strict=True):
        solver.add(z3.Implies(mark, clause.formula))
    if asked(solver, *marks) != "unsat":
        return []
    core = {str(mark) for mark in solver.unsat_core()}
    return [one for mark, one in zip(marks, clauses, strict=True) if str(mark) in core]
