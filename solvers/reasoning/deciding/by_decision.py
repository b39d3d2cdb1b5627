"""Claims that bring their own decision along."""

from __future__ import annotations

from typing import Any

from ruleproof.models.claims.claims import Decision, Outcome
from ruleproof.models.claims.obligations import must_return
from ruleproof.solvers.reasoning.deciding.inquiry import Inquiry


def decision(inquiry: Inquiry, claim: Decision) -> Outcome:
    """The findings of the claim's own function, in the work allowed and the time that is left."""
    left = inquiry.deadline.left
    allowed = inquiry.allowed if left is None else min(left, inquiry.allowed)
    outcome: Any = claim.decide(inquiry.game, allowed)
    must_return(claim.decide, outcome, isinstance(outcome, Outcome), "an `Outcome`")
    return outcome if outcome.method else outcome._replace(method=claim.method)
