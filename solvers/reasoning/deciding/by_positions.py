"""Claims about every or some reachable position or turn, decided by looking at all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruleproof.models.claims.bounds import Bounds, of_game
from ruleproof.models.claims.claims import Always, EveryTurn, Most, Outcome, Sometimes, SomeTurn
from ruleproof.models.play.game import Game, State
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
from ruleproof.solvers.reasoning.deciding.predicate_kernels import FALSE, GREATEST, TRUE, Scan, scan

EXHAUSTION = "all reachable positions"
SHORTEST = "breadth-first search from the start"


def always(inquiry: Inquiry, claim: Always) -> Outcome:
    """Whether the predicate holds in every reachable position."""
    return _general(inquiry, claim.holds, claim.when, claim.symmetric, of_turns=False)


def every_turn(inquiry: Inquiry, claim: EveryTurn) -> Outcome:
    """Whether the predicate holds at every legal move of every reachable position."""
    return _general(inquiry, claim.holds, claim.when, claim.symmetric, of_turns=True)


def sometimes(inquiry: Inquiry, claim: Sometimes) -> Outcome:
    """Whether some reachable position shows it."""
    return _possible(inquiry, claim.shows, claim.symmetric, of_turns=False)


def some_turn(inquiry: Inquiry, claim: SomeTurn) -> Outcome:
    """Whether some legal move of a reachable position shows it."""
    return _possible(inquiry, claim.shows, claim.symmetric, of_turns=True)


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
    measured = _judge(inquiry.game, claim.measure, claim.turns)
    reach = share.reach
    line = hit_line(reach, seen.first, lambda p, m, q: measured(p, m, q) == value, claim.measure)
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


def agreeing(
    game: Game,
    predicate: Callable[..., Any],
    wanted: int,
    when: Callable[..., Any] | None,
    of_turns: bool,
) -> Callable[[State, int, State], bool]:
    """Whether a position, a move and the position after it show what is wanted, `FALSE` or `TRUE`,
    by plain Python.
    """
    says = _judge(game, predicate, of_turns)
    holds = _judge(game, when, of_turns) if when else None

    def agrees(p: State, move: int, q: State) -> bool:
        if holds is not None and not holds(p, move, q):
            return False
        return bool(says(p, move, q)) == (wanted == TRUE)

    return agrees


def _judge(
    game: Game, predicate: Callable[..., Any], of_turns: bool
) -> Callable[[State, int, State], Any]:
    """The predicate as plain Python, of a position, a move and the position after it."""
    field, rules = game.field, game.rules
    if of_turns:
        return lambda p, move, q: predicate(field, rules, p, move, q)
    return lambda p, move, q: predicate(field, rules, p)


def _search(
    inquiry: Inquiry,
    predicate: Callable[..., Any],
    wanted: int,
    when: Callable[..., Any] | None,
    symmetric: bool,
    of_turns: bool,
) -> tuple[Scan, str, dict[str, object]]:
    """The scan, the line to its first hit (empty without one), and further details."""
    share = inquiry.share(symmetric)
    seen = scan(share, predicate, wanted, when=when, of_turns=of_turns, deadline=inquiry.deadline)
    details = positions_seen(seen, of_turns)
    if seen.first is None:
        return seen, "", details if seen.complete else details | not_so_far(seen, of_turns)
    agrees = agreeing(inquiry.game, predicate, wanted, when, of_turns)
    line = hit_line(share.reach, seen.first, agrees, predicate)
    replayed(inquiry.game, line)
    details |= of_game(len(line), len(line) - 1) | {"stones": seen.first.stones}
    return seen, line_text(inquiry.game, line), details


def _general(
    inquiry: Inquiry,
    predicate: Callable[..., Any],
    when: Callable[..., Any] | None,
    symmetric: bool,
    of_turns: bool,
) -> Outcome:
    """A general statement: refuted by a shortest game, or proved by seeing everything."""
    seen, line, details = _search(inquiry, predicate, FALSE, when, symmetric, of_turns)
    if seen.first is not None:
        return Outcome("refuted", line, SHORTEST, details)
    if not seen.complete:
        return undecided("not all positions were looked at", details, SHORTEST)
    return Outcome(general(False, seen.met > 0), "", EXHAUSTION, details)


def _possible(
    inquiry: Inquiry, predicate: Callable[..., Any], symmetric: bool, of_turns: bool
) -> Outcome:
    """A possibility: witnessed by a shortest game, or refuted by seeing everything."""
    seen, line, details = _search(inquiry, predicate, TRUE, None, symmetric, of_turns)
    if seen.first is not None:
        return Outcome("witnessed", line, SHORTEST, details)
    if not seen.complete:
        return undecided("not all positions were looked at", details, SHORTEST)
    return Outcome("refuted", "", EXHAUSTION, details)
