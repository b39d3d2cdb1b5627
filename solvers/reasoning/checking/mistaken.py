"""Claims that cannot be decided for a mistake in their game's files: found before, and told.

>>> from ruleproof.models.claims.claims import Ends
>>> from ruleproof.models.mistakes import Place
>>> from ruleproof.models.play.game import game
>>> claim = Claim("1", "Every game ends.", "", (Ends(),))
>>> check_answers(game("esgros", "hex:2"), claim)
>>> check_symmetry(game("esgros", "hex:2"), claim)
>>> faulty(game("esgros", "hex:2"), claim, Mistake(Place("rules.py", 3), "no end"), 0.0).verdict
'undecided'
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleproof.models.claims.answers import answer, must_return_always
from ruleproof.models.claims.asking import Asking, judging
from ruleproof.models.claims.claims import Claim, Outcome, Scope, Verdict, Word
from ruleproof.models.mistakes import Mistake, authored, place_of
from ruleproof.models.play.complete import must_keep_nothing
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.variants import elsewhere
from ruleproof.solvers.reasoning.checking.withdrawal import laws_under
from ruleproof.solvers.reasoning.laws.grounds import explored
from ruleproof.solvers.reasoning.laws.positions import symmetry
from ruleproof.solvers.reasoning.laws.reasoning import predicates, tells_apart

_FIRST = 12
"""Positions on which a claim is tried before it is decided."""


def faulty(game: Game, claim: Claim, found: Mistake, seconds: float) -> Verdict:
    """The verdict on a claim that its author's mistake leaves undecided."""
    law = {"law": found.law} if found.law else {}
    return Verdict(
        id=claim.id,
        statement=claim.statement,
        sentence=claim.sentence,
        verdict="undecided",
        expected=_expected(game, claim),
        scope=Scope.on(game.board.text, "undecided"),
        method=str(found),
        seconds=seconds,
        settings=game.settings,
        board=game.board.text,
        details={"reason": str(found), "mistake": found.what, "file": found.place.file,
                 "line_number": found.place.line, "function": found.place.function, **law},
    )  # fmt: skip


def _expected(game: Game, claim: Claim) -> Word | None:
    """The verdict expected of a claim, None where its author's function for that fails."""
    try:
        return claim.expects(game)
    except Exception:  # the mistake that is being told
        return None


def check_answers(game: Game, claim: Claim) -> None:
    """Raises `Mistake` where a predicate or measure of the claim can end without `return`, keeps
    something outside the state, or answers no number and no truth in the first few positions of
    the smallest board that the claim names.
    """
    asked = [one for one in map(judging, claim.obligations) if one]
    for one in asked:
        for function in filter(None, (one.when, one.predicate, one.toward)):
            must_return_always(function)
            must_keep_nothing([function])
    if not asked:
        return
    ground = _smallest(game, claim)
    for state in explored(ground, _FIRST).positions:
        for one in asked:
            _try(ground, state, one)


def _try(game: Game, state: State, asked: Asking) -> None:
    """Asks the functions of an obligation about the state, or about the turns from it."""
    board, rules = game.field, game.rules
    for seen in _turns(game, state) if asked.of_turns else [(state,)]:
        if not asked.when or answer(asked.when, board, rules, *seen):
            answer(asked.predicate, board, rules, *seen)
    if asked.toward:
        answer(asked.toward, board, rules, state)


def _turns(game: Game, state: State) -> Iterator[tuple[Any, ...]]:
    """The turns from the state: before, the move, after."""
    return ((state, move, game.play(state, move)) for move in game.moves(state))


def _smallest(game: Game, claim: Claim) -> Game:
    """The game on the smallest board that the claim names, where it can be played there."""
    for text in claim.boards[:1]:
        return elsewhere(game, text) or game
    return game


def check_symmetry(game: Game, claim: Claim) -> None:
    """Raises `Mistake` where a claim tells symmetric positions apart, which are looked at once, or
    the game declares symmetries that it does not have. Looks at the first few positions of the
    smallest board that the claim names.
    """
    ground = _smallest(game, claim)
    relying = any(
        "symmetry" in laws_under(ground, claim, one, Outcome("proved")) for one in claim.obligations
    )
    if len(ground.symmetries) < 2 or not relying:
        return
    for position in explored(ground, _FIRST).positions.values():
        for breach in symmetry(position):
            place = authored(breach.function, game.rulebook)
            raise Mistake(place, breach.what, breach.remedy, "symmetry")
        for predicate, of_turns in predicates(claim):
            for breach in tells_apart(position, predicate, of_turns):
                raise Mistake(place_of(predicate), breach.what)
