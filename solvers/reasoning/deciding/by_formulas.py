"""Claims decided by z3: theorems about every board, and invariants and single turns on one board.

obligation  here: a list of formulas that must have no model (or, of a premise, must have one)
"""

# z3 ships no complete types
# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from ruleproof.models.claims.claims import Induction, OneTurn, Outcome, Theorem
from ruleproof.models.claims.theorems import Goal
from ruleproof.models.play.notation import show
from ruleproof.models.symbolic.states import read_state
from ruleproof.solvers.reasoning.deciding.inquiry import STRENGTHENED, Inquiry, undecided
from ruleproof.solvers.reasoning.deciding.strengthen import strengthening
from ruleproof.solvers.reasoning.formulas.goals import (
    Holds,
    constraints_of,
    induction_goals,
    one_turn_goal,
    turn,
)
from ruleproof.solvers.reasoning.formulas.invariants import combined
from ruleproof.solvers.reasoning.formulas.run_z3 import asked, bounded

_BY_Z3 = "z3"


def answer(inquiry: Inquiry, goal: Goal) -> tuple[str, Any]:
    """`sat`, `unsat` or `unknown`, and the model where there is one; a goal with an answer, or one
    made of the same formulas, is not asked again.
    """
    inquiry.kept.append(goal)
    # z3 numbers equal formulas alike as long as they live: the goal is kept for that
    key = tuple(formula.get_id() for formula in goal.formulas)
    if key in inquiry.answers:
        return inquiry.answers[key][1:]
    solver = z3.Solver()
    bounded(solver, inquiry.deadline, inquiry.allowed)
    solver.add(*goal.formulas)
    found = asked(solver)
    model = solver.model() if found == "sat" else None
    if found != "unknown":
        inquiry.answers[key] = goal, found, model
    return found, model


def theorem(inquiry: Inquiry, claim: Theorem) -> Outcome:
    """Whether every goal comes out as it must; then, for every board, whether the abstraction
    covers the game's constraints on the inquiry's own board.
    """
    goals = claim.goals(inquiry.game)
    everywhere = claim.scope == "every board"
    method = ", ".join(filter(None, (f"{_BY_Z3}: {len(goals)} goals", claim.abstraction)))
    details: dict[str, object] = {"goals": [goal.name for goal in goals]}
    if not goals:
        return undecided("its theorem has no goals, which proves nothing", {}, method)
    for goal in goals:
        found, model = answer(inquiry, goal)
        if found == goal.expect:
            continue
        details["goal"] = goal.name
        if found == "unknown":
            return undecided(f"z3 came to no end with {goal.name!r}", details, method)
        if goal.expect == "sat" and claim.shows == "proved":
            return Outcome("vacuous", "", method, details)
        witness = goal.read(model) if goal.read and model is not None else ""
        if everywhere or claim.shows == "refuted":
            details["model"] = witness or str(model)
            return undecided(f"the formulas allow otherwise: {goal.name!r}", details, method)
        return Outcome("refuted", witness, method, details)
    return Outcome(claim.shows, "", method, details)


def abstraction(inquiry: Inquiry, claim: Theorem) -> Outcome:
    """Whether the abstraction of a theorem covers the game's constraints on the inquiry's board."""
    goals = claim.checks(inquiry.game) if claim.checks else ()
    method = f"{_BY_Z3}: every concrete step is an abstract one"
    for goal in goals:
        found, model = answer(inquiry, goal)
        if found == "unknown":
            return undecided(f"z3 came to no end with {goal.name!r}", {}, method)
        if found != goal.expect:
            witness = goal.read(model) if goal.read and model is not None else ""
            return Outcome("refuted", witness, method, {"goal": goal.name})
    return Outcome("proved", "", method, {"goals": [goal.name for goal in goals]})


def established(inquiry: Inquiry, helps: Sequence[Holds]) -> str:
    """Proves the constraints' own invariants and the helps, each by those before it; the name of
    the first that was not proved, or empty.
    """
    rules = constraints_of(inquiry.game)
    known: list[Holds] = []
    for invariant in (rules.wellformed, *helps):
        if invariant not in inquiry.invariants:
            for goal in induction_goals(inquiry.game, invariant, 1, known):
                if answer(inquiry, goal)[0] != "unsat":
                    return f"{invariant.__name__}: {goal.name}"
            inquiry.invariants.append(invariant)
        known.append(invariant)
    return ""


def induction(inquiry: Inquiry, claim: Induction) -> Outcome:
    """Whether the invariant is kept, by k-induction on the inquiry's board; where it is not, by
    that of it and others that are found by random games.
    """
    game = inquiry.game
    rules = constraints_of(game)
    method = f"{_BY_Z3}: {'induction' if claim.depth == 1 else f'{claim.depth}-induction'}"
    lacking = established(inquiry, claim.helps)
    if lacking:
        return undecided(f"not inductive: {lacking}", {}, method)
    helps = (rules.wellformed, *claim.helps)
    goals = induction_goals(game, claim.holds, claim.depth, helps)
    for goal in goals:
        found, model = answer(inquiry, goal)
        if found == "unknown":
            return undecided(f"z3 came to no end with {goal.name!r}", {}, method)
        if found == "sat":
            names = _stronger(inquiry, claim, helps) if goal is goals[-1] else []
            if names:
                details: dict[str, object] = {"depth": claim.depth, STRENGTHENED: names}
                return Outcome("proved", "", f"{method}, strengthened", details)
            witness = goal.read(model) if goal.read else ""
            details = {"position": witness, "goal": goal.name}
            return undecided("not inductive, though perhaps true", details, method)
    return Outcome("proved", "", method, {"depth": claim.depth})


def _stronger(inquiry: Inquiry, claim: Induction, known: Sequence[Holds]) -> list[str]:
    """The invariants, in words, that make the claim's inductive; none where none do."""
    names = strengthening(inquiry.game, claim.holds, known, inquiry.deadline, inquiry.allowed)
    if not names:
        return []
    holds = combined(claim.holds, names)
    goals = induction_goals(inquiry.game, holds, claim.depth, known)
    return names if all(answer(inquiry, goal)[0] == "unsat" for goal in goals) else []


def one_turn(inquiry: Inquiry, claim: OneTurn) -> Outcome:
    """Whether the formula follows from one legal step from any well-formed position."""
    game = inquiry.game
    rules = constraints_of(game)
    method = f"{_BY_Z3}: one turn from any well-formed position"
    lacking = established(inquiry, claim.helps)
    if lacking:
        return undecided(f"not inductive: {lacking}", {}, method)
    found, model = answer(inquiry, one_turn_goal(game, claim))
    if found == "unsat":
        return Outcome("proved", "", method)
    if found == "unknown":
        return undecided("z3 came to no end", {}, method)
    p, move, _ = turn(game)
    state = read_state(game, model, p)
    code = rules.read_move(game, model, move)
    details: dict[str, object] = {
        "position": show(game, state),
        "move": game.show_move(code),
        "by_rules": code in game.moves(state),
    }
    return undecided("broken in a position that play may never reach", details, method)
