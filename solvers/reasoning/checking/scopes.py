"""Scopes: the boards on which a claim is decided, from the cheap ones to those that matter.

ground      a board on which a claim is decided
beyond      of a ground: larger than every board that the claim names
conclusive  of an outcome: what it says of one board it says of the claim, so that no larger board
            need be looked at: a general statement refuted, a possibility witnessed
asked       of a board: the game's own

On a ground that is beyond, formulas come first: only they may cover it whole. Then come the small
boards, smallest first, until one is conclusive; a game found there is tried on the ground. Then the
ground is explored as far as the limit on positions allows, and random games are played on it.

An outcome on a small board is reported beside the verdict on the board asked and never stands for
it (`models/claims/scope.py`). Of a claim about a shortest game, only the board asked counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from ruleproof.models.boards.boards import board
from ruleproof.models.claims import claims
from ruleproof.models.claims.bounds import OWN_BOUNDS, bounds_of, with_bounds
from ruleproof.models.claims.claims import Claim, Obligation, Outcome
from ruleproof.models.claims.evidence import Greatest, Plain
from ruleproof.models.play.game import Game
from ruleproof.models.play.variants import elsewhere
from ruleproof.solvers.reasoning.checking.extremes import joined, settled
from ruleproof.solvers.reasoning.deciding.inquiry import OBLIGATION
from ruleproof.solvers.work.progress import Listener, Progress, silent

_FORMULAS = (claims.Theorem, claims.Induction, claims.OneTurn)
_NUMBERS: dict[type, str] = {claims.Most: "most", Greatest: "most", claims.ValueIs: "value"}
"""The obligations that ask for a number or a value, with its name among the details."""
_VALUES = (claims.ValueIs, claims.SameValue)
"""The obligations that a search for a value decides, whose work is not counted."""
_POSSIBILITIES = (claims.Sometimes, claims.SomeTurn, claims.Endless)
_ONE_BY_ONE = (Plain, Greatest)
"""The obligations that plain Python decides, too slow for all positions of a ground beyond."""


class Effort(NamedTuple):
    """The limits of a check: seconds' worth of counted work a claim and board, positions kept;
    seconds' worth of decisions and searches for values, and positions kept, on a ground that is
    beyond; whether all small boards are looked at and theorems are confirmed by a second solver;
    games to sample; where certificates go (None: nowhere); whether the seconds bound the time, too.
    """

    seconds: float = 30.0
    limit: int = 1_500_000
    beyond: float = 2.0
    beyond_limit: int = 100_000
    thorough: bool = False
    sample: int | None = None
    certificates: Path | None = None
    progress: Listener = silent
    timed: bool = False


class Found(NamedTuple):
    """An outcome, the game it was found on, the verdict on each small board looked at, and the
    number or value found on each, where the claim asks for one.
    """

    outcome: Outcome
    ground: Game
    boards: dict[str, str]
    numbers: Mapping[str, object] = MappingProxyType({})


class Ways(NamedTuple):
    """The ways to an outcome on a ground in so many seconds: by the obligations, by random games
    about one of them (None if they show nothing).
    """

    decide: Callable[[Game, float, Sequence[Obligation]], Outcome]
    play: Callable[[Game, float, Obligation], Outcome | None]


def is_beyond(game: Game, claim: Claim) -> bool:
    """Whether the claim names boards, and the game's is larger than all of them."""
    sizes = [board(text).size for text in claim.boards]
    return bool(sizes) and max(sizes) < game.board.size


def best_found(game: Game, claim: Claim, effort: Effort, ways: Ways) -> Found:
    """The outcome that says most about the claim."""
    grounds = _grounds(game, claim)
    beyond = bool(grounds) and is_beyond(game, claim)
    outcome = (
        _by_reasoning(game, claim, effort, ways)
        if beyond
        else ways.decide(game, effort.seconds, claim.obligations)
    )
    if not grounds or _final(outcome):
        return Found(outcome, game, {})
    small = _on_small_boards(game, claim, effort, ways, outcome, grounds)
    if beyond and outcome.verdict == "undecided":
        attempts = [outcome, *_carried(game, claim, small)]
        if attempts[-1].verdict == "undecided":
            attempts.append(_by_play(game, claim, effort, ways))
        there = attempts[-1]
        if _final(there):
            return Found(there, game, {})
        outcome = joined(attempts) if there.verdict == "undecided" else there
    if outcome.verdict != "undecided":
        return _with_smaller(outcome, game, small)
    if claim.shortest:
        return Found(outcome, game, small.boards)
    found = _beside(small.outcome, outcome, game)
    if found.verdict == "undecided":
        known = with_bounds(found.details, outcome.details) | {"reason": found.details["reason"]}
        found = found._replace(details=known)
    return small._replace(outcome=found)


def _beside(outcome: Outcome, own: Outcome, game: Game) -> Outcome:
    """An outcome on small boards, with what is known of the board asked among its details."""
    known: dict[str, object] = {"own_board": f"{game.board.text}: {own.details.get('reason', '')}"}
    bounds = bounds_of(own.details)
    if bounds and outcome.verdict != "undecided":
        known[OWN_BOUNDS] = bounds.details
    return outcome._replace(details={**outcome.details, **known})


def _final(outcome: Outcome) -> bool:
    """Whether nothing on a smaller board could add to the outcome."""
    return outcome.verdict != "undecided" and outcome.details.get("shortest") is not False


def _carried(game: Game, claim: Claim, small: Found) -> list[Outcome]:
    """The outcome on the game's own board that a deciding game of a small board shows, if it shows
    any.
    """
    from ruleproof.solvers.reasoning.deciding.replay import carried

    number = small.outcome.details.get(OBLIGATION)
    if not isinstance(number, int) or not (claim.shortest or conclusive(claim, small.outcome)):
        return []
    obligation = claim.obligations[number]
    there = carried(game, obligation, small.outcome, small.ground.board.text)
    if there is None:
        return []
    there = settled(claim, obligation, there)
    place = {} if there.verdict == "undecided" else {OBLIGATION: number}
    return [there._replace(details={**there.details, **place})]


def _with_smaller(outcome: Outcome, game: Game, small: Found) -> Found:
    """An outcome by a game that may be longer than necessary, with a shortest game on a small board
    among its details.
    """
    if small.outcome.verdict != outcome.verdict or not small.outcome.witness:
        return Found(outcome, game, {})
    shortest = {"board": small.ground.board.text, "line": small.outcome.witness}
    return Found(outcome._replace(details={**outcome.details, "smallest": shortest}), game, {})


def _by_reasoning(game: Game, claim: Claim, effort: Effort, ways: Ways) -> Outcome:
    """The outcome on a large board by formulas, else by the claim's own decisions; no game shorter
    than some may show it if the claim says so.
    """
    formulas = [one for one in claim.obligations if isinstance(one, _FORMULAS)]
    decisions = [one for one in claim.obligations if isinstance(one, claims.Decision)]
    worth = max([effort.beyond, *(one.worth for one in decisions)])
    judged = [one for one in claim.obligations if isinstance(one, Plain) and claim.shortest]
    tried = (formulas, effort.seconds), (decisions, worth), (judged, effort.beyond)
    return _first_decided(game, ways, tried)


def _by_play(game: Game, claim: Claim, effort: Effort, ways: Ways) -> Outcome:
    """The outcome on a large board by exploring part of it, else by random games; they take less
    work where they are not expected to show anything.
    """
    enough = effort.beyond if claim.expects(game) == "proved" else effort.seconds
    reasoned = (*_FORMULAS, *_ONE_BY_ONE, claims.Decision)
    others = [one for one in claim.obligations if not isinstance(one, reasoned)]
    values = [one for one in others if isinstance(one, _VALUES)]
    counted = [one for one in others if not isinstance(one, _VALUES)]
    outcome = _first_decided(game, ways, ((counted, enough), (values, effort.beyond)))
    if claim.known:
        known = Outcome("undecided", details={"reason": claim.known(game)})
        outcome = joined([outcome, known]) if outcome.verdict == "undecided" else outcome
    if outcome.verdict == "undecided":
        judged = [one for one in claim.obligations if isinstance(one, Plain)]
        for obligation in (*counted, *judged):
            seconds = effort.beyond if obligation in judged else enough
            shown = ways.play(game, seconds, obligation)
            if shown is not None:
                return shown if shown.verdict != "undecided" else joined([outcome, shown])
    return outcome


def _first_decided(
    game: Game, ways: Ways, tried: Iterable[tuple[Sequence[Obligation], float]]
) -> Outcome:
    """The outcome by the first obligations that decide in their seconds, else all that is known."""
    reasons = [Outcome("undecided", details={"reason": ""})]
    for obligations, seconds in tried:
        if obligations:
            outcome = ways.decide(game, seconds, obligations)
            if outcome.verdict != "undecided":
                return outcome
            reasons.append(outcome)
    return joined(reasons)


def _grounds(game: Game, claim: Claim) -> list[Game]:
    """The game on the claim's small boards, where it speaks, in their order."""
    found = (elsewhere(game, text) for text in claim.boards if text != game.board.text)
    return [one for one in found if one is not None and claim.speaks_of(one)]


def _per_board(claim: Claim) -> bool:
    """Whether the claim asks about each board by itself: its verdict is the board's own."""
    return claim.shortest or all(
        (isinstance(one, claims.ValueIs) and one.value is None)
        or (isinstance(one, claims.Most) and one.bound is None)
        or isinstance(one, Greatest)
        or (isinstance(one, claims.Decision) and one.asks == "what")
        for one in claim.obligations
    )


def numbers_of(claim: Claim, outcome: Outcome, ground: Game) -> dict[str, object]:
    """The number or value that the outcome found, by its board; empty where the claim asks for none
    or is undecided.
    """
    place = outcome.details.get(OBLIGATION)
    if outcome.verdict == "undecided" or not isinstance(place, int):
        return {}
    name = _NUMBERS.get(type(claim.obligations[place]), "")
    return {ground.board.text: outcome.details[name]} if name in outcome.details else {}


def conclusive(claim: Claim, outcome: Outcome) -> bool:
    """Whether the outcome on one board settles the claim."""
    if _per_board(claim):
        return False
    if outcome.verdict == "witnessed":
        return True
    possible = any(
        isinstance(one, _POSSIBILITIES)
        or (isinstance(one, claims.Decision | Plain) and one.asks == "ever")
        for one in claim.obligations
    )
    return outcome.verdict == "refuted" and not possible


def _on_small_boards(
    game: Game, claim: Claim, effort: Effort, ways: Ways, outcome: Outcome, grounds: Sequence[Game]
) -> Found:
    """The outcome on the small boards: one that is not as expected, else one that is conclusive,
    else that of the largest board that decides it.
    """
    boards: dict[str, str] = {}
    numbers: dict[str, object] = {}
    ranked: tuple[tuple[bool, bool], Game, Outcome] | None = None
    open_on: list[Outcome] = []
    for done, ground in enumerate(grounds):
        effort.progress(Progress("boards", done, len(grounds), ground.board.text))
        there = ways.decide(ground, effort.seconds, claim.obligations)
        boards[ground.board.text] = there.verdict
        numbers |= numbers_of(claim, there, ground)
        if there.verdict == "undecided":
            why = f"{ground.board.text}: {there.details.get('reason', '')}"
            open_on.append(there._replace(details={**there.details, "reason": why}))
            continue
        expected = claim.expects(ground)
        rank = expected not in (None, there.verdict), conclusive(claim, there)
        if ranked is None or rank > ranked[0] or (rank == ranked[0] and not rank[1]):
            ranked = rank, ground, there
        if rank[1] and not effort.thorough:
            break
    if ranked is None:
        reasons = (str(one.details.get("reason", "")) for one in (outcome, *open_on))
        known = {**outcome.details, "reason": "; ".join(filter(None, reasons))}
        return Found(outcome._replace(details=known), game, boards)
    _, ground, there = ranked
    return Found(there, ground, boards, numbers)
