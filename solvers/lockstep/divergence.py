"""The smallest position at which two settings of a game differ, whether or not a game leads there,
by z3 on the game's constraints: fewer stones first.
"""

# z3 ships no complete types
# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

from types import ModuleType
from typing import Any

import z3

from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import layout
from ruleproof.models.symbolic.cells import at_most, together, union
from ruleproof.models.symbolic.logic import conj, disj, equal, iff, neg
from ruleproof.models.symbolic.states import fresh, read_state, same
from ruleproof.solvers.formulas.run_z3 import asked
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


def smallest_difference(
    one: Game, two: Game, constraints: ModuleType, deadline: Deadline
) -> tuple[State | None, int | None, str]:
    """A position with the fewest stones, well-formed under both settings, at which results or legal
    moves differ or, if the move is given, positions after it; and how sure that is.

    `(None, None, "none")`: there is no such position on the board. `"unknown"`: time ran out before
    one was found, or moves are not made of the same parts under both settings; where time runs out
    later, the position found by then need not be the smallest.
    """
    if len({_shape(constraints.fresh_move(game, "move")) for game in (one, two)}) > 1:
        return None, None, "unknown"
    p, move = fresh(one, "p"), constraints.fresh_move(one, "move")
    solver = z3.Solver()
    solver.add(constraints.wellformed(one, p), constraints.wellformed(two, p))
    legal = [together(constraints.legal(game, p, move)) for game in (one, two)]
    over = [constraints.over(game, p) for game in (one, two)]
    worth = [constraints.payoff(game, p) for game in (one, two)]
    after = [fresh(game, name) for game, name in ((one, "q1"), (two, "q2"))]
    effects = [
        together(constraints.effect(game, p, move, q))
        for game, q in zip((one, two), after, strict=True)
    ]
    apart = conj(*legal, *effects, neg(same(*after)))
    solver.add(
        disj(
            neg(iff(*over)),
            conj(*over, neg(equal(*worth))),
            neg(iff(*legal)),
            apart,
        )
    )
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
        chosen = constraints.read_move(one, model, move) if moved else None
        found = read_state(one, model, p), chosen, "found"
        most = len([c for c in stones if z3.is_true(model.eval(c, model_completion=True))]) - 1
    return found
