"""Whether `constraints.py`, on which proofs by z3 rest, says what `rules.py` says: a first look.

A game's rules are often changed first and its constraints later. A proof made between the two is of
another game. `ruleproof conform` looks at many positions; this looks at the first few of a small
board, so that no such proof is told.

    >>> from ruleproof.models.play.game import game
    >>> disagreement(game("esgros", "path:3"))
    ''
"""

from __future__ import annotations

from functools import lru_cache

from ruleproof.models.claims.claims import Claim, Obligation, Theorem
from ruleproof.models.play.game import Game
from ruleproof.solvers.checking.scopes import elsewhere
from ruleproof.solvers.laws.grounds import explored

POSITIONS = 60
"""The most positions that are compared, those nearest to the start."""


def compared_on(game: Game, claim: Claim, obligation: Obligation) -> Game:
    """The game on the board where its rules and constraints are compared for the claim's sake: the
    one where a theorem's abstraction is tried, else the first that the claim names.
    """
    if isinstance(obligation, Theorem):
        from ruleproof.solvers.formulas.goals import covered_on

        return covered_on(game, claim, obligation)
    for text in claim.boards[:1]:
        return elsewhere(game, text) or game
    return game


@lru_cache(maxsize=256)
def disagreement(game: Game) -> str:
    """The first thing that the constraints say otherwise than the rules, in words; empty where they
    agree on the positions nearest to the start.
    """
    from ruleproof.solvers.formulas.conformance import compare_all
    from ruleproof.solvers.formulas.successors import Constraints

    constraints = Constraints(game)
    if not constraints.is_function:
        return "by constraints.py a move leads to two positions"
    states = list(explored(game, POSITIONS).positions)[:POSITIONS]
    wrong = compare_all(constraints, states).disagreements
    if not wrong:
        return ""
    one = wrong[0]
    of = f"of move {one.move}, " if one.move else ""
    return (
        f"in {one.position!r}, {of}{one.about} is {one.by_rules} by rules.py and "
        f"{one.by_constraints} by constraints.py"
    )
