"""Extremes: what a claim's word such as “shortest” asks for, and when it is proved.

A game shows that something happens; that no shorter one does is another statement. Where a claim
makes it (`Claim.shortest`), a game without that proof leaves it undecided, with the bounds known.

>>> from ruleproof.models.claims.bounds import of_game
>>> from ruleproof.models.claims.claims import Sometimes
>>> found = Outcome("witnessed", "a1 b1", "random games", of_game(2))
>>> settled(Claim("9", "", "", (), shortest=True), Sometimes(print), found).verdict
'undecided'
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleproof.models.claims.bounds import Bounds, bounds_of, with_bounds
from ruleproof.models.claims.claims import Claim, Obligation, Outcome
from ruleproof.solvers.work.claim_heads import kind_of


def settled(claim: Claim, obligation: Obligation, outcome: Outcome) -> Outcome:
    """The outcome, with bounds where a game shows it; undecided if the claim says that no shorter
    game does and that is not proved.
    """
    if not outcome.witness or kind_of(obligation, outcome.verdict) != "game":
        return outcome
    bounds = bounds_of(outcome.details)
    if bounds is None:
        bounds = Bounds("shortest", at_most=len(outcome.witness.split()))
        outcome = outcome._replace(details={**outcome.details, **bounds.details})
    if not claim.shortest or (bounds.extreme == "shortest" and bounds.closed):
        return outcome
    details = {**outcome.details, "reason": bounds.words}
    return outcome._replace(verdict="undecided", details=details)


def joined(undecided: Sequence[Outcome]) -> Outcome:
    """One of several undecided outcomes, with the knowledge and the reasons of all: of those with a
    game the shortest, else the last with a method.
    """
    known: dict[str, object] = {}
    for one in undecided:
        known = with_bounds(known, one.details)
    reasons = (str(one.details.get("reason", "")) for one in undecided)
    known["reason"] = "; ".join(reason for reason in dict.fromkeys(reasons) if reason)
    games = [one for one in undecided if one.witness]
    last = [undecided[0], *(one for one in undecided if one.method)][-1]
    best = min(games, key=lambda one: len(one.witness.split()), default=last)
    bounds = bounds_of(known)
    if best.witness and bounds and bounds.extreme == "shortest":
        known["reason"] = bounds.words
    return best._replace(details=known)
