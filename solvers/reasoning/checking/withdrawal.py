"""Withdrawal: verdicts that rest on a law which the check itself found broken.

rests   a verdict without a game that shows it rests on the laws that its search relied on: a
        symmetry that is none leaves positions out, and a proof by z3 is of the constraints
laws    those that solvers rely on, `reasoning/laws/laws.py`

>>> here = Scope.on("hex:2", "undecided")
>>> broken = Verdict("1", "", "", "undecided", None, here, "", 0.0, details={"law": "symmetry"})
>>> proved = replace(broken, verdict="proved", details={}, laws=("symmetry",))
>>> [one.verdict for one in withdrawn([broken, proved])]
['undecided', 'undecided']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ruleproof.models.claims import claims
from ruleproof.models.claims.claims import Claim, Obligation, Outcome, Scope, Verdict
from ruleproof.models.play.game import Game
from ruleproof.solvers.playing.values.contradiction import relied_on
from ruleproof.solvers.reasoning.checking.agreement import DISAGREEMENT, by_constraints

CONSTRAINTS = "constraints"
"""The law that constraints say what the rules say."""
_EXPLORED = (claims.Ends, claims.Endless, claims.Same)
"""The obligations for which positions are explored up to symmetry, whatever they say."""
_SEARCHED = (claims.ValueIs, claims.SameValue, claims.Decision)
"""The obligations that the search for a value may decide, which relies on all that is declared."""


def laws_under(
    game: Game, claim: Claim, obligation: Obligation, outcome: Outcome
) -> tuple[str, ...]:
    """The laws that the outcome of an obligation rests on; none where a game shows all of it, which
    it does not where no other may be shorter.
    """
    extreme = claim.shortest or isinstance(obligation, claims.Most | claims.Decision)
    if outcome.witness and not extreme:
        return ()
    by_formulas = (CONSTRAINTS,) if by_constraints(obligation) else ()
    if isinstance(obligation, _SEARCHED):
        return (*relied_on(game), *by_formulas)
    if by_formulas:
        return by_formulas
    explored = getattr(obligation, "symmetric", isinstance(obligation, _EXPLORED))
    return ("symmetry",) if explored and len(game.symmetries) > 1 else ()


def withdrawn(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts on a game, those undecided that rest on a law which others found broken under
    the same settings.
    """
    broken: dict[tuple[object, str], Verdict] = {}
    for one in verdicts:
        law = CONSTRAINTS if DISAGREEMENT in one.details else one.details.get("law")
        if law:
            broken.setdefault((frozenset(one.settings.items()), str(law)), one)
    return [_without(one, broken) for one in verdicts]


def _without(verdict: Verdict, broken: dict[tuple[object, str], Verdict]) -> Verdict:
    settings = frozenset(verdict.settings.items())
    for law in verdict.laws:
        if verdict.verdict != "undecided" and (settings, law) in broken:
            shows = broken[settings, law].id
            why = f"it rests on the law “{law}”, which claim {shows} shows to be broken"
            return replace(
                verdict,
                verdict="undecided",
                scope=Scope.on(verdict.scope.asked, "undecided"),
                method=why,
                witness=None,
                certificate=None,
                finding="",
                found={},
                details={**verdict.details, "reason": why, "withdrawn": verdict.verdict},
            )
    return verdict
