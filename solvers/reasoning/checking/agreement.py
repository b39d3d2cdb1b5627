"""Whether `constraints.py`, on which proofs by z3 rest, says what `rules.py` says: a first look.

A game's rules are often changed first and its constraints later. A proof made between the two is of
another game. `ruleproof conform` looks at many positions; this looks at the first few of a small
board, so that no such proof is told.

    >>> from ruleproof.models.play.game import game
    >>> disagreement(game("esgros", "path:3"))
    ''
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ruleproof.models.claims.claims import (
    Claim,
    Decision,
    Induction,
    Obligation,
    OneTurn,
    Outcome,
    Theorem,
    Verdict,
    table,
)
from ruleproof.models.claims.evidence import Bounded
from ruleproof.models.play.game import Game
from ruleproof.models.play.variants import elsewhere
from ruleproof.solvers.reasoning.laws.grounds import explored

POSITIONS = 60
"""The most positions that are compared, those nearest to the start."""
_CELLS = 4
"""The cells of a board on which something can happen."""
DISAGREEMENT = "disagreement"
"""The detail of a verdict that says where the constraints are another game than the rules."""
_BY_CONSTRAINTS = (Theorem, Induction, OneTurn)
"""The obligations whose proofs are about the constraints alone."""


def by_constraints(obligation: object) -> bool:
    """Whether a proof of the obligation, or a part of it, rests on the constraints alone, as the
    formulas in a decision's certificate do, which stand for what no game shows.
    """
    if isinstance(obligation, Decision):
        obligation = obligation.evidence
    if isinstance(obligation, Bounded):
        obligation = obligation.beyond
    return isinstance(obligation, _BY_CONSTRAINTS)


def of_this_game(game: Game, claim: Claim, obligation: Obligation, proof: Outcome) -> Outcome:
    """The outcome of an obligation that was proved, or of a decision; undecided where it rests on
    constraints that are not the rules.
    """
    if not by_constraints(obligation) or game.rulebook.module("constraints") is None:
        return proof
    ground = compared_on(game, claim, obligation)
    wrong = disagreement(ground)
    if not wrong:
        return proof
    what = f"constraints.py is not the game of rules.py on {ground.board.text}: {wrong}"
    remedy = f"`ruleproof conform {ground.name}` shows where"
    details = {**proof.details, "reason": f"{what} ({remedy})", DISAGREEMENT: what}
    return Outcome("undecided", method=proof.method, details=details)


def compared_on(game: Game, claim: Claim, obligation: Obligation) -> Game:
    """The game on the board where its rules and constraints are compared for the claim's sake: the
    one where a theorem's abstraction is tried, else the first that the claim names, a small one
    where there is none.
    """
    if isinstance(obligation, Theorem):
        if obligation.checks is None:
            return _small(game)
        from ruleproof.solvers.reasoning.formulas.goals import covered_on

        return covered_on(game, claim, obligation)
    for text in claim.boards[:1]:
        return elsewhere(game, text) or game
    return _small(game)


def told(game: Game, verdicts: Sequence[Verdict]) -> str:
    """The first of the verdicts' disagreements in words; empty where there is none."""
    said = {str(one.details[DISAGREEMENT]) for one in verdicts if DISAGREEMENT in one.details}
    if not said:
        return ""
    return f"{min(said)}; so no proof by z3 counts; `ruleproof conform {game.name}` shows where"


def of_clauses(game: Game, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts on the clauses of a legal move, which are about the constraints alone; undecided
    where those are not the rules, on a small board that a claim names.
    """
    ground = _small(game)
    found = disagreement(ground)
    if not found:
        return list(verdicts)
    wrong = f"constraints.py is not the game of rules.py on {ground.board.text}: {found}"
    return [
        replace(one, verdict="undecided", witness=None,
                details={**one.details, "reason": wrong, DISAGREEMENT: wrong})
        for one in verdicts
    ]  # fmt: skip


def _small(game: Game) -> Game:
    """The game on the smallest board of some cells that its claims name, on its own if there is
    none.
    """
    texts = {text for claim in table(game) for text in claim.boards}
    found = [one for one in (elsewhere(game, text) for text in texts) if one] or [game]
    return min(found, key=lambda one: (one.board.size < _CELLS, one.board.size, one.board.text))


@lru_cache(maxsize=256)
def disagreement(game: Game) -> str:
    """The first thing that the constraints say otherwise than the rules, in words; empty where they
    agree on the positions nearest to the start.
    """
    from ruleproof.solvers.reasoning.formulas.conformance import compare_all
    from ruleproof.solvers.reasoning.formulas.successors import Constraints

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
