"""The smallest position at which two settings of a game, or a game and its variant, differ, whether
or not a game leads there, by z3 on the constraints of each: fewer stones first.
"""

# z3 ships no complete types
# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

from typing import Any

import z3

from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import layout
from ruleproof.models.symbolic.cells import at_most, together, union
from ruleproof.models.symbolic.logic import conj, disj, equal, iff, neg
from ruleproof.models.symbolic.states import fresh, read_state, same
from ruleproof.solvers.reasoning.formulas.run_z3 import asked
from ruleproof.solvers.work.progress import Deadline


def occupied(game: Game, p: Any) -> tuple[Any, ...]:
    """Per cell, whether any set of the symbolic state holds it."""
    sets: list[Any] = []
    for name, many in layout(game.rulebook.rules.State).sets:
        value = getattr(p, name)
        sets += value if many else [value]
    return union(*sets)


def _shape(move: Any) -> Any:
    """The shape of a symbolic move: the shapes of its parts."""
    return tuple(map(_shape, move)) if isinstance(move, tuple) else ()


def _constraints(game: Game) -> Any:
    """The constraints of a game that has them."""
    return game.rulebook.module("constraints")


def smallest_difference(
    one: Game, two: Game, deadline: Deadline
) -> tuple[State | None, int | None, str]:
    """A position with the fewest stones, well-formed in both games, which have constraints, at
    which results or legal moves differ or, if the move is given, positions after it; and how sure
    that is.

    `(None, None, "none")`: there is no such position on the board. `"unknown"`: time ran out before
    one was found, or moves are not made of the same parts in both games; where time runs out later,
    the position found by then need not be the smallest.
    """
    sides = [(game, _constraints(game)) for game in (one, two)]
    if len({_shape(rules.fresh_move(game, "move")) for game, rules in sides}) > 1:
        return None, None, "unknown"
    p, move = fresh(one, "p"), sides[0][1].fresh_move(one, "move")
    solver = z3.Solver()
    solver.add(*(rules.wellformed(game, p) for game, rules in sides))
    legal = [together(rules.legal(game, p, move)) for game, rules in sides]
    over = [rules.over(game, p) for game, rules in sides]
    worth = [rules.payoff(game, p) for game, rules in sides]
    after = [fresh(game, name) for game, name in ((one, "q1"), (two, "q2"))]
    effects = [
        together(rules.effect(game, p, move, q))
        for (game, rules), q in zip(sides, after, strict=True)
    ]
    apart = conj(*legal, *effects, neg(same(*after)))
    solver.add(disj(neg(iff(*over)), conj(*over, neg(equal(*worth))), neg(iff(*legal)), apart))
    stones = occupied(one, p)
    found: tuple[State | None, int | None, str] = (None, None, "none")
    most = one.board.size
    while most >= 0:
        if deadline.seconds is not None:
            left = deadline.seconds - deadline.elapsed
            solver.set("timeout", max(1, int(left * 1000)))
        answer = asked(solver, at_most(stones, most))
        if answer == "unknown":
            return found if found[0] is not None else (None, None, "unknown")
        if answer == "unsat":
            break
        model = solver.model()
        moved = z3.is_true(model.eval(apart, model_completion=True))
        chosen = sides[0][1].read_move(one, model, move) if moved else None
        found = read_state(one, model, p), chosen, "found"
        most = len([c for c in stones if z3.is_true(model.eval(c, model_completion=True))]) - 1
    return found
