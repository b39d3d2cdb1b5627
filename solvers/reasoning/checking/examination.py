"""Decides one claim after another of a game, on the board asked about and beyond.

A claim's obligations are tried on the boards, and in the order, that `scopes` says. Each is counted
as if it were alone: positions, games and time are the claim's own (`deciding/share.py`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from ruleproof.models.claims import claims
from ruleproof.models.claims.claims import (
    EVERY_BOARD,
    Claim,
    Obligation,
    Outcome,
    Scope,
    Theorem,
    Verdict,
    Word,
)
from ruleproof.models.claims.evidence import Greatest, Plain
from ruleproof.models.claims.meanings import meaning
from ruleproof.models.compiled.compile_time import COMPILING
from ruleproof.models.files.writing import WriteError
from ruleproof.models.mistakes import Mistake, files_of, mistake
from ruleproof.models.play.game import Game
from ruleproof.solvers.playing.values.contradiction import Contradiction
from ruleproof.solvers.reasoning.checking.agreement import DISAGREEMENT, of_this_game
from ruleproof.solvers.reasoning.checking.extremes import joined, settled
from ruleproof.solvers.reasoning.checking.mistaken import check_answers, check_symmetry, faulty
from ruleproof.solvers.reasoning.checking.scopes import (
    Effort,
    Found,
    Ways,
    best_found,
    is_beyond,
    numbers_of,
)
from ruleproof.solvers.reasoning.checking.withdrawal import laws_under
from ruleproof.solvers.reasoning.deciding.inquiry import OBLIGATION, Inquiry
from ruleproof.solvers.reasoning.laws.blame import blamed
from ruleproof.solvers.work.claim_heads import scope_of
from ruleproof.solvers.work.progress import Deadline, Progress, Stopped

_METHODS: dict[type, tuple[str, str]] = {
    claims.Always: ("by_positions", "predicate"),
    claims.EveryTurn: ("by_positions", "predicate"),
    claims.Sometimes: ("by_positions", "predicate"),
    claims.SomeTurn: ("by_positions", "predicate"),
    claims.Most: ("by_positions", "most"),
    claims.Ends: ("by_play", "ends"),
    claims.Endless: ("by_play", "endless"),
    claims.Symmetric: ("by_play", "symmetric"),
    claims.Same: ("by_settings", "same"),
    claims.ValueIs: ("by_settings", "value_is"),
    claims.SameValue: ("by_settings", "same_value"),
    claims.Theorem: ("by_formulas", "theorem"),
    claims.Induction: ("by_formulas", "induction"),
    claims.OneTurn: ("by_formulas", "one_turn"),
    claims.Decision: ("by_decision", "decision"),
    Plain: ("by_judge", "plain"),
    Greatest: ("by_judge", "greatest"),
}
"""The function that decides each kind of obligation; modules are imported when needed."""

NOTHING_TO_TRY = "nothing to try"
UNWRITTEN = "unwritten"
"""The detail of a verdict that says why its certificate could not be written."""


@dataclass
class Examination:
    """A game whose claims are asked about, one after another, with the inquiry of each board looked
    at so far.
    """

    game: Game
    effort: Effort
    _inquiries: dict[str, Inquiry] = field(default_factory=dict[str, Inquiry])
    _mistakes: dict[tuple[str, tuple[str, ...]], Mistake] = field(
        default_factory=dict[tuple[str, tuple[str, ...]], Mistake]
    )

    def inquiry(self, ground: Game, claim: Claim, seconds: float) -> Inquiry:
        """The inquiry of the game on the ground, with so many seconds from now for the claim."""
        effort, text = self.effort, ground.board.text
        if text not in self._inquiries:
            self._inquiries[text] = Inquiry(ground, progress=effort.progress)
        inquiry = self._inquiries[text]
        beyond = ground is self.game and is_beyond(ground, claim)
        limit = effort.beyond_limit if beyond else effort.limit
        inquiry.begin(Deadline.of_work(seconds if effort.timed else None), limit, seconds)
        return inquiry

    def verdict(self, claim: Claim) -> Verdict:
        """The verdict on one claim, on the game's own board if possible. An author's mistake leaves
        only this claim undecided.
        """
        begun = time.monotonic()
        try:
            check_answers(self.game, claim)
            check_symmetry(self.game, claim)
            return self._decided(claim, begun)
        except (Stopped, MemoryError):
            raise
        except Contradiction as error:
            found = self._blamed(error)
        except Exception as error:
            known = mistake(error, files_of(self.game.rulebook))
            if known is None:
                raise
            found = known
        return faulty(self.game, claim, found, time.monotonic() - begun)

    def _blamed(self, error: Contradiction) -> Mistake:
        """The mistake behind a contradiction, looked for once where several claims meet it."""
        met = error.game.board.text, error.laws
        if met not in self._mistakes:
            self._mistakes[met] = blamed(error)
        return self._mistakes[met]

    def _decided(self, claim: Claim, begun: float) -> Verdict:
        """The verdict on a claim that has no mistake."""
        compiled = COMPILING.seconds
        game, effort = self.game, self.effort

        def in_time(ground: Game, seconds: float, obligations: Sequence[Obligation]) -> Outcome:
            return decide(self.inquiry(ground, claim, seconds), claim, effort, obligations)

        def by_play(ground: Game, seconds: float, obligation: Obligation) -> Outcome | None:
            from ruleproof.solvers.reasoning.deciding.witnesses import played

            shown = played(self.inquiry(ground, claim, seconds), obligation)
            return shown and _by(claim, obligation, shown)

        best = best_found(game, claim, effort, Ways(in_time, by_play))
        if effort.sample and (best.outcome.verdict == "undecided" or best.ground is not game):
            best = self._sampled(claim, best, effort.sample)
        outcome, ground, boards, numbers = best
        details = dict(outcome.details)
        if boards:
            details["boards"] = boards
        if outcome.verdict == "undecided" and not details.get("reason"):
            details["reason"] = details.get("own_board") or NOTHING_TO_TRY
        found = dict(numbers) or numbers_of(claim, outcome, ground)
        number = details.pop(OBLIGATION, None)
        certificate, assumes = None, ()
        if effort.certificates and isinstance(number, int):
            from ruleproof.solvers.reasoning.checking.claim_certificate import (
                Decided,
                assumed_by,
                certify,
            )

            try:
                decided = Decided(ground, claim, number, outcome)
                written = certify(decided, effort.certificates)
                certificate, assumes = str(written), assumed_by(written, decided)
            except WriteError as error:
                details[UNWRITTEN] = str(error)
        position = bool(details.pop("witness_is_position", False))
        return Verdict(
            id=claim.id,
            statement=claim.statement,
            sentence=claim.sentence,
            verdict=outcome.verdict,
            expected=_expected(ground, claim, outcome),
            scope=_scope(game, best, claim.obligations[number])
            if isinstance(number, int)
            else Scope((ground.board.text,), game.board.text, outcome.verdict),
            method=outcome.method,
            seconds=time.monotonic() - begun,
            settings=game.settings,
            witness=outcome.witness or None,
            position=position,
            board=ground.board.text,
            certificate=certificate,
            assumes=assumes,
            finding=meaning(
                game, claim.id, outcome.verdict, {**details, "board": ground.board.text}
            ),
            details=details,
            found=found,
            laws=laws_under(ground, claim, claim.obligations[number], outcome)
            if isinstance(number, int)
            else (),
            compiling=COMPILING.seconds - compiled,
        )

    def _sampled(self, claim: Claim, best: Found, games: int) -> Found:
        """What is found after so many random games against the claim on the game's own board."""
        from ruleproof.solvers.reasoning.deciding.sample import sampled

        game, seconds = self.game, self.effort.seconds
        shown = sampled(self.inquiry(game, claim, seconds), claim, games)
        if shown is None:
            details = {**best.outcome.details, "sampled_games": games}
            return best._replace(outcome=best.outcome._replace(details=details))
        number: Any = shown.details[OBLIGATION]
        shown = _by(claim, claim.obligations[number], shown)
        if shown.verdict == "undecided":
            return best._replace(outcome=joined([best.outcome, shown]))
        return Found(shown, game, {})


def _expected(ground: Game, claim: Claim, outcome: Outcome) -> Word | None:
    """The expected verdict; none where a board is too large for the proof that no shorter game
    shows the claim.
    """
    expected = claim.expects(ground)
    far = claim.shortest and outcome.verdict == "undecided" and is_beyond(ground, claim)
    return None if far else expected


def _scope(game: Game, found: Found, obligation: Obligation) -> Scope:
    """The boards on which a verdict by the obligation holds, and the verdict on the game's own."""
    word, ground = found.outcome.verdict, found.ground.board.text
    boards = tuple(text for text, there in found.boards.items() if there == word)
    if scope_of(found.ground, obligation, word) == EVERY_BOARD:
        boards = ()
    elif not boards and "found_on" in found.outcome.details:  # replayed on the ground
        boards = str(found.outcome.details["found_on"]), ground
    elif not boards:
        boards = (ground,)
    here = not boards or game.board.text in boards
    return Scope(boards, game.board.text, word if here else "undecided")


def decide(
    inquiry: Inquiry, claim: Claim, effort: Effort, obligations: Sequence[Obligation] | None = None
) -> Outcome:
    """The outcome of the first obligation (of those given, else of all the claim's) that decides it
    on the inquiry's board, else the last undecided one's, with the reasons of all.
    """
    tried = [Outcome("undecided", method="no obligation", details={})]
    for obligation in claim.obligations if obligations is None else obligations:
        outcome = _attempt(inquiry, claim, obligation, effort)
        if outcome.verdict != "undecided":
            facts = (fact for one in tried for fact in one.details.items())
            kept = {name: fact for name, fact in facts if name == DISAGREEMENT}
            return _by(claim, obligation, outcome._replace(details={**outcome.details, **kept}))
        reason = f"{outcome.method}: {outcome.details.get('reason', '')}"
        tried.append(outcome._replace(details={**outcome.details, "reason": reason}))
    if len(tried) == 1:
        return tried[0]._replace(details={"reason": NOTHING_TO_TRY})
    return joined(tried)


def _by(claim: Claim, obligation: Obligation, outcome: Outcome) -> Outcome:
    """The outcome as far as it is settled, with the place of the obligation that gave it."""
    outcome = settled(claim, obligation, outcome)
    if outcome.verdict == "undecided":
        return outcome
    number = claim.obligations.index(obligation)
    return outcome._replace(details={**outcome.details, OBLIGATION: number})


def _attempt(inquiry: Inquiry, claim: Claim, obligation: Obligation, effort: Effort) -> Outcome:
    """The outcome of one obligation."""
    module, name = _METHODS[type(obligation)]
    method: Any = getattr(import_module(f"ruleproof.solvers.reasoning.deciding.{module}"), name)
    before = len(inquiry.kept)
    outcome: Outcome = method(inquiry, obligation)
    decided = isinstance(obligation, claims.Decision) and outcome.verdict == "witnessed"
    shown = isinstance(obligation, Theorem) and outcome.verdict == obligation.shows
    if outcome.verdict == "proved" or decided or shown:
        outcome = of_this_game(inquiry.game, claim, obligation, outcome)
    if isinstance(obligation, Theorem) and outcome.verdict == obligation.shows:
        outcome = _confirmed(inquiry, claim, obligation, effort, outcome, before)
    return settled(claim, obligation, outcome)


def _confirmed(
    inquiry: Inquiry, claim: Claim, theorem: Theorem, effort: Effort, outcome: Outcome, before: int
) -> Outcome:
    """The outcome of a theorem, once its abstraction is found to cover the constraints on a small
    board, and, if `thorough`, a second solver agrees.
    """
    details = dict(outcome.details)
    if effort.thorough:
        from ruleproof.solvers.reasoning.formulas.cvc5 import second_opinion

        details["second_opinion"] = second_opinion(inquiry.kept[before:], inquiry.deadline)
    if theorem.checks is None:
        return outcome._replace(details=details)
    from ruleproof.solvers.reasoning.deciding.by_formulas import abstraction
    from ruleproof.solvers.reasoning.formulas.goals import covered_on

    ground = covered_on(inquiry.game, claim, theorem)
    small = inquiry
    if ground is not inquiry.game:
        small = Inquiry(ground, inquiry.deadline, kept=inquiry.kept, answers=inquiry.answers)
        small.allowed = inquiry.allowed
    effort.progress(Progress("covering", 0, None, ground.board.text))
    covers = abstraction(small, theorem)
    details["abstraction_on"] = small.game.board.text
    if covers.verdict == "proved":
        return outcome._replace(details=details)
    reason = f"the abstraction is not shown to cover the rules on {small.game.board.text}"
    return Outcome("undecided", covers.witness, outcome.method, details | {"reason": reason})
