"""The goals that z3 is asked for an obligation, which together prove it.

goal        formulas that must have no model, or must have one (`models/claims/claims.py`)
ground      the game on the board that a goal speaks of; of every board where it names none

>>> from ruleproof.models.play.game import game
>>> constraints_of(game("esgros", "path:3")).__name__.rpartition(".")[2]
'constraints'
"""

# z3 ships no complete types
# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from ruleproof.models.claims.claims import Claim, Induction, OneTurn, Theorem
from ruleproof.models.claims.evidence import Bounded
from ruleproof.models.claims.theorems import Goal
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.notation import show
from ruleproof.models.symbolic.cells import together
from ruleproof.models.symbolic.logic import conj, neg
from ruleproof.models.symbolic.states import fresh, read_state
from ruleproof.solvers.reasoning.formulas.invariants import Holds, combined


def constraints_of(game: Game) -> ModuleType:
    """The game's constraints; `LookupError` if it has none."""
    module = game.rulebook.module("constraints")
    if module is None:
        raise LookupError(f"a claim of {game.name} needs constraints, and the game has none")
    return module


def covered_on(game: Game, claim: Claim, theorem: Theorem) -> Game:
    """The game on the board where a theorem's abstraction is held against the constraints: the one
    that the theorem names, else the claim's smallest that the rulebook allows, else the game's own.
    """
    for text in (theorem.covers, *claim.boards):
        if text:
            try:
                return make_game(game.rulebook, text, dict(game.chosen))
            except TextError:
                continue
    return game


def proof_goals(
    game: Game, claim: Claim, obligation: object, strengthened: Sequence[str] = ()
) -> list[Goal] | None:
    """Every goal that must come out as it must for the obligation to be proved, those about the
    abstraction of a theorem last; None for obligations that z3 has no part in. An induction may be
    `strengthened` by invariants in words (`invariants.py`). Raises `TextError` for unknown ones.
    """
    if isinstance(obligation, Bounded):
        return proof_goals(game, claim, obligation.beyond, strengthened)
    if isinstance(obligation, Theorem):
        ground = covered_on(game, claim, obligation)
        checks = obligation.checks(ground) if obligation.checks else ()
        return [*obligation.goals(game), *checks]
    if isinstance(obligation, Induction):
        known = [constraints_of(game).wellformed, *obligation.helps]
        holds = combined(obligation.holds, strengthened)
        own = induction_goals(game, holds, obligation.depth, known)
        return [*invariant_goals(game, known), *own]
    if isinstance(obligation, OneTurn):
        known = [constraints_of(game).wellformed, *obligation.helps]
        return [*invariant_goals(game, known), one_turn_goal(game, obligation)]
    return None


def invariant_goals(game: Game, invariants: Sequence[Holds]) -> list[Goal]:
    """The goals of the invariants, each proved with the help of those before it."""
    return [
        goal._replace(name=f"{invariant.__name__}: {goal.name}")
        for place, invariant in enumerate(invariants)
        for goal in induction_goals(game, invariant, 1, invariants[:place])
    ]


def induction_goals(
    game: Game, holds: Holds, depth: int = 1, helps: Sequence[Holds] = ()
) -> list[Goal]:
    """The goals of k-induction: no line of fewer than `depth` moves breaks it, and `depth`
    positions in a row that keep it (and the invariants of `helps`) lead to none that breaks it.
    """
    rules = constraints_of(game)
    states = [fresh(game, f"p{k}") for k in range(depth + 1)]
    moves = [rules.fresh_move(game, f"m{k}") for k in range(depth)]
    steps = [together(rules.step(game, states[k], moves[k], states[k + 1])) for k in range(depth)]

    def broken(k: int) -> Callable[[Any], str]:
        return lambda model: show(game, read_state(game, model, states[k]))

    goals = [
        Goal(
            f"after {k} moves",
            [rules.starting(game, states[0]), *steps[:k], neg(holds(game, states[k]))],
            read=broken(k),
        )
        for k in range(depth)
    ]
    known = [help_(game, state) for help_ in helps for state in states[:depth]]
    kept = [holds(game, state) for state in states[:depth]]
    goals.append(
        Goal(
            f"after {depth} moves that keep it" if depth > 1 else "one move keeps it",
            [*known, *kept, *steps, neg(holds(game, states[depth]))],
            read=broken(depth - 1),
        )
    )
    return goals


def turn(game: Game) -> tuple[Any, Any, Any]:
    """The position, the move and the position after it that `one_turn_goal` speaks of."""
    return fresh(game, "p"), constraints_of(game).fresh_move(game, "m"), fresh(game, "q")


def one_turn_goal(game: Game, claim: OneTurn) -> Goal:
    """The goal that it follows from one legal step from any well-formed position."""
    rules = constraints_of(game)
    p, move, q = turn(game)
    known = [rules.wellformed(game, p), *(help_(game, p) for help_ in claim.helps)]
    step = together(rules.step(game, p, move, q))
    return Goal("one turn", [conj(*known), step, neg(claim.holds(game, p, move, q))])
