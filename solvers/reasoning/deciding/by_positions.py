"""Claims about every or some reachable position or turn, decided by looking at all of them."""

from __future__ import annotations

from functools import partial

from ruleproof.models.claims.asking import Asking, asking
from ruleproof.models.claims.bounds import Bounds, of_game
from ruleproof.models.claims.claims import Most, Obligation, Outcome
from ruleproof.models.play.game import State
from ruleproof.solvers.reasoning.deciding.inquiry import (
    Inquiry,
    general,
    hit_line,
    line_text,
    not_so_far,
    positions_seen,
    replayed,
    undecided,
)
from ruleproof.solvers.reasoning.deciding.predicate_kernels import GREATEST, Scan, scan

EXHAUSTION = "all reachable positions"
SHORTEST = "breadth-first search from the start"


def predicate(inquiry: Inquiry, claim: Obligation) -> Outcome:
    """Whether the predicate holds in every, or in some, reachable position or turn: a shortest game
    shows that it does not, or that it does; else everything is seen.
    """
    asked = asking(claim)
    assert asked
    seen, line, details = _search(inquiry, asked)
    if seen.first is not None:
        return Outcome(asked.shown, line, SHORTEST, details)
    if not seen.complete:
        return undecided("not all positions were looked at", details, SHORTEST)
    word = "refuted" if asked.wanted else general(False, seen.met > 0)
    return Outcome(word, "", EXHAUSTION, details)


def most(inquiry: Inquiry, claim: Most) -> Outcome:
    """The greatest value of a measure, held against the claim's bound if it has one."""
    share = inquiry.share(claim.symmetric)
    seen = scan(share, claim.measure, GREATEST, of_turns=claim.turns, deadline=inquiry.deadline)
    details = positions_seen(seen, claim.turns)
    if seen.first is None:
        if seen.complete:
            return Outcome("vacuous", method=EXHAUSTION, details=details)
        return undecided("nothing to measure was reached", details, SHORTEST)
    value = seen.first.value
    game = inquiry.game

    def attains(p: State, move: int, q: State) -> bool:
        turn = (p, move, q) if claim.turns else (q,)
        return claim.measure(game.field, game.rules, *turn) == value

    line = hit_line(share.reach, seen.first, attains, claim.measure)
    replayed(inquiry.game, line)
    witness = line_text(inquiry.game, line)
    bounds = Bounds("most", value, value if seen.complete else None)
    details |= {"most": value, "complete": seen.complete, **bounds.details}
    bound = claim.bound_on(inquiry.game)
    if bound is None and not seen.complete:
        return undecided(f"{value} or more: not all positions were looked at", details, SHORTEST)
    if bound is None:
        return Outcome("witnessed", witness, EXHAUSTION, details)
    details["bound"] = bound
    if value > bound:
        return Outcome("refuted", witness, SHORTEST, details)
    if not seen.complete:
        return undecided("not all positions were looked at", details, SHORTEST)
    verdict = "proved" if claim.holds(value, bound) else "refuted"
    return Outcome(verdict, witness, EXHAUSTION, details)


def _search(inquiry: Inquiry, asked: Asking) -> tuple[Scan, str, dict[str, object]]:
    """The scan, the line to its first hit (empty without one), and further details."""
    share, of_turns = inquiry.share(asked.symmetric), asked.of_turns
    seen = scan(
        *(share, asked.predicate, int(asked.wanted)),
        when=asked.when,
        of_turns=of_turns,
        deadline=inquiry.deadline,
    )
    details = positions_seen(seen, of_turns)
    if seen.first is None:
        return seen, "", details if seen.complete else details | not_so_far(seen, of_turns)
    agrees = partial(asked.shows, inquiry.game)
    line = hit_line(share.reach, seen.first, agrees, asked.predicate)
    replayed(inquiry.game, line)
    details |= of_game(len(line), len(line) - 1) | {"stones": seen.first.stones}
    return seen, line_text(inquiry.game, line), details
