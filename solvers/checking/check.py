"""Decides every claim of a game, on the board that is asked about and beyond.

A claim's obligations are tried on the boards, and in the order, that `scopes` says; the verdict's
scope names the boards that it holds on. Undecided is a verdict, never a proof.

>>> number_of("7a")
'7'
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from ruleproof.models.claims import claims
from ruleproof.models.claims.claims import (
    Claim,
    Obligation,
    Outcome,
    Theorem,
    Verdict,
    Verdicts,
)
from ruleproof.models.claims.meanings import meaning
from ruleproof.models.compiled.compile_time import COMPILING
from ruleproof.models.compiled.failures import sound
from ruleproof.models.errors import TextError, offer
from ruleproof.models.files.writing import WriteError, try_out_folder
from ruleproof.models.mistakes import Mistake, files_of, mistake
from ruleproof.models.play.game import Game, must_be_game
from ruleproof.models.play.variants import varied
from ruleproof.solvers.checking.agreement import DISAGREEMENT, of_this_game
from ruleproof.solvers.checking.mistaken import check_answers, check_symmetry, faulty
from ruleproof.solvers.checking.scopes import (
    Effort,
    Ways,
    best_found,
    is_beyond,
    numbers_of,
)
from ruleproof.solvers.checking.withdrawal import laws_under, withdrawn
from ruleproof.solvers.deciding.inquiry import OBLIGATION, Inquiry
from ruleproof.solvers.laws.blame import blamed
from ruleproof.solvers.values.contradiction import Contradiction
from ruleproof.solvers.work.asked import must_be_seconds, must_be_whole, path_of
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent

_METHODS: dict[type, tuple[str, str]] = {
    claims.Always: ("by_positions", "always"),
    claims.EveryTurn: ("by_positions", "every_turn"),
    claims.Sometimes: ("by_positions", "sometimes"),
    claims.SomeTurn: ("by_positions", "some_turn"),
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
}
"""The function that decides each kind of obligation; modules are imported when needed."""

NOTHING_TO_TRY = "nothing to try"
UNWRITTEN = "unwritten"
"""The detail of a verdict that says why its certificate could not be written."""


@sound
def check(
    game: Game,
    ids: Iterable[str] | str | None = None,
    *,
    thorough: bool = False,
    sample: int | None = None,
    seconds: float | None = None,
    limit: int | None = None,
    work: float | None = None,
    certificates: Path | str | None = None,
    progress: Listener = silent,
    tell: Callable[[Verdict], None] | None = None,
) -> Verdicts:
    """A verdict on every claim of the game, or on those of the ids, in the order of its sheet. One
    id can stand without a list.

    `thorough` also runs each claim with every setting it speaks of varied alone, one verdict each,
    looks at all its small boards, and has theorems confirmed by a second solver; `sample` plays
    that many random games against claims that are undecided on the game's own board. Each claim has
    a limit in counted work on each board, so that verdicts do not depend on the machine; `limit`
    (of positions kept) and `work` (in seconds' worth, `models/claims/counted.py`) change it, and
    `seconds` bounds the time, too. `certificates` is a
    folder for a certificate of each verdict (`solvers/checking/claim_certificate.py`), which
    replaces an earlier one of the same claim; `tell` hears each verdict as soon as it is found.
    Raises `TextError` for an unknown id, and before any work `WriteError` where the folder cannot
    be made or written to; where a certificate cannot be written later, the verdict says so in
    `details["unwritten"]`.
    """
    must_be_game(game)
    must_be_seconds("seconds", seconds)
    must_be_seconds("work", work)
    for name, number in (("sample", sample), ("limit", limit)):
        if number is not None:
            must_be_whole(name, number, 0)
    effort = effort_of(
        seconds,
        limit,
        work=work,
        thorough=thorough,
        sample=sample,
        certificates=path_of("certificates", certificates),
        progress=progress,
    )
    chosen = chosen_claims(game, ids)
    if effort.certificates:
        try_out_folder(effort.certificates)
    found = Verdicts(game=game)
    for variant, speaking in variants(game, chosen, thorough=thorough):
        examination = Examination(variant, effort, large=reaches_beyond(variant, speaking))
        for done, claim in enumerate(speaking):
            progress(Progress("claims", done, len(speaking), claim.id))
            verdict = examination.verdict(claim)
            found.append(verdict)
            if tell:
                tell(verdict)
    return Verdicts(withdrawn(found), game)


def effort_of(
    seconds: float | None = None,
    limit: int | None = None,
    *,
    work: float | None = None,
    thorough: bool = False,
    sample: int | None = None,
    certificates: Path | None = None,
    progress: Listener = silent,
) -> Effort:
    """The effort of a check under these limits, see `check`."""
    most = 1_500_000 if limit is None else limit
    whole, part = (20.0, 2.0) if seconds is None else (seconds, seconds)
    return Effort(
        whole if work is None else min(whole, work),
        most,
        part if work is None else min(part, work),
        100_000 if limit is None and seconds is None else most,
        thorough,
        sample,
        certificates,
        progress,
        timed=seconds is not None,
    )


def chosen_claims(game: Game, ids: Iterable[str] | str | None) -> list[Claim]:
    """The claims of those ids, or of one; a number stands for all its parts. `TextError` for an
    unknown id.
    """
    table = claims.table(game)
    if ids is None:
        return list(table)
    if not isinstance(ids, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"ids of claims are texts, such as '6', one or several: {ids!r}")
    wanted = [ids] if isinstance(ids, str) else list(ids)
    for one in wanted:
        if not any(_names(one, claim) for claim in table):
            known = offer((claim.id for claim in table), 60)
            raise TextError(f"no such claim of {game.name} (claims: {known}): {one!r}")
    return [claim for claim in table if any(_names(one, claim) for one in wanted)]


def _names(wanted: str, claim: Claim) -> bool:
    return bool(wanted) and wanted in (claim.id, number_of(claim.id))


def number_of(claim_id: str) -> str:
    """The number of the sheet's item that the claim is, or belongs to."""
    return claim_id[: len(claim_id) - len(claim_id.lstrip("0123456789"))]


def variants(
    game: Game, chosen: Sequence[Claim], *, thorough: bool
) -> Iterator[tuple[Game, list[Claim]]]:
    """The game and its claims that speak of it; if `thorough`, then with each setting varied alone
    and the claims that speak of what changed.
    """
    yield game, _speaking(game, chosen)
    for setting in game.rulebook.settings if thorough else ():
        of_it = [claim for claim in chosen if setting.name in claim.settings]
        if of_it:
            for other in varied(game, setting):
                yield other, _speaking(other, of_it)


def unvaried(game: Game, chosen: Iterable[Claim]) -> list[str]:
    """The settings that a thorough check leaves as they are, since no claim names them."""
    named = {name for claim in chosen for name in claim.settings}
    return [setting.name for setting in game.rulebook.settings if setting.name not in named]


def _speaking(game: Game, chosen: Sequence[Claim]) -> list[Claim]:
    return [claim for claim in chosen if claim.speaks_of(game)]


def reaches_beyond(game: Game, chosen: Iterable[Claim]) -> bool:
    """Whether the game's board is larger than all those that the claims name."""
    return all(is_beyond(game, claim) for claim in chosen)


@dataclass
class Examination:
    """A game whose claims are asked about, one after another, with the inquiry of each board looked
    at so far. `large`: no claim needs to know much of the game's own board.
    """

    game: Game
    effort: Effort
    large: bool = False
    _inquiries: dict[str, Inquiry] = field(default_factory=dict[str, Inquiry])
    _mistakes: dict[tuple[str, tuple[str, ...]], Mistake] = field(
        default_factory=dict[tuple[str, tuple[str, ...]], Mistake]
    )

    def inquiry(self, ground: Game, seconds: float) -> Inquiry:
        """The inquiry of the game on the ground, with so many seconds from now."""
        effort, text = self.effort, ground.board.text
        if text not in self._inquiries:
            limit = effort.beyond_limit if self.large and ground is self.game else effort.limit
            self._inquiries[text] = Inquiry(
                ground, limit=limit, progress=effort.progress, patient=effort.patient
            )
        inquiry = self._inquiries[text]
        inquiry.deadline = Deadline.of_work(seconds if effort.timed else None)
        inquiry.allowed = seconds
        # work that another claim had too little time to finish goes on
        inquiry.patient = effort.patient or (ground is self.game and seconds > effort.beyond)
        inquiry.kept.clear()
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
            return decide(self.inquiry(ground, seconds), claim, effort, obligations)

        def by_play(ground: Game, seconds: float, obligation: Obligation) -> Outcome | None:
            from ruleproof.solvers.deciding.witnesses import played

            shown = played(self.inquiry(ground, seconds), obligation)
            return shown and _by(claim, obligation, shown)

        outcome, ground, boards, numbers = best_found(game, claim, effort, Ways(in_time, by_play))
        if effort.sample and (outcome.verdict == "undecided" or ground is not game):
            from ruleproof.solvers.deciding.sample import sampled

            shown = sampled(self.inquiry(game, effort.seconds), claim, effort.sample, outcome)
            if shown.scope:
                outcome, ground, boards, numbers = shown, game, {}, {}
            else:
                outcome = shown
        details = dict(outcome.details)
        if boards:
            details["boards"] = boards
        if outcome.verdict == "undecided" and not details.get("reason"):
            details["reason"] = details.get("own_board") or NOTHING_TO_TRY
        found = dict(numbers) or numbers_of(claim, outcome, ground)
        number = details.pop(OBLIGATION, None)
        certificate, assumes = None, ()
        if effort.certificates and isinstance(number, int):
            from ruleproof.solvers.checking.claim_certificate import Decided, assumed_by, certify

            try:
                decided = Decided(ground, claim, number, outcome)
                written = certify(decided, effort.certificates)
                certificate, assumes = str(written), assumed_by(written, decided)
            except WriteError as error:
                details[UNWRITTEN] = str(error)
        agreeing = [text for text, word in boards.items() if word == outcome.verdict]
        if not agreeing and "found_on" in details:  # a game of a smaller board, replayed here
            agreeing = [str(details["found_on"]), ground.board.text]
        scope = outcome.scope or (", ".join(agreeing) if agreeing else ground.board.text)
        position = bool(details.pop("witness_is_position", False))
        return Verdict(
            id=claim.id,
            statement=claim.statement,
            sentence=claim.sentence,
            verdict=outcome.verdict,
            expected=claim.expects(ground),
            scope=scope,
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
            laws=laws_under(ground, claim.obligations[number], outcome)
            if isinstance(number, int)
            else (),
            compiling=COMPILING.seconds - compiled,
        )


def decide(
    inquiry: Inquiry, claim: Claim, effort: Effort, obligations: Sequence[Obligation] | None = None
) -> Outcome:
    """The outcome of the first obligation (of those given, else of all the claim's) that decides it
    on the inquiry's board, else the last undecided one's, with the reasons of all.
    """
    reasons: list[str] = []
    known: dict[str, object] = {}
    outcome = Outcome("undecided", method="no obligation", details={"reason": NOTHING_TO_TRY})
    for obligation in claim.obligations if obligations is None else obligations:
        outcome = _attempt(inquiry, claim, obligation, effort)
        if outcome.verdict != "undecided":
            kept = {name: known[name] for name in (DISAGREEMENT,) if name in known}
            return _by(claim, obligation, outcome._replace(details={**outcome.details, **kept}))
        known |= outcome.details
        reasons.append(f"{outcome.method}: {outcome.details.get('reason', '')}")
    return outcome._replace(details=known | {"reason": "; ".join(reasons)})


def _by(claim: Claim, obligation: Obligation, outcome: Outcome) -> Outcome:
    """The outcome, with the place of the obligation that gave it."""
    number = claim.obligations.index(obligation)
    return outcome._replace(details={**outcome.details, OBLIGATION: number})


def _attempt(inquiry: Inquiry, claim: Claim, obligation: Obligation, effort: Effort) -> Outcome:
    """The outcome of one obligation."""
    module, name = _METHODS[type(obligation)]
    method: Any = getattr(import_module(f"ruleproof.solvers.deciding.{module}"), name)
    before = len(inquiry.kept)
    outcome: Outcome = method(inquiry, obligation)
    decided = isinstance(obligation, claims.Decision) and outcome.verdict == "witnessed"
    if outcome.verdict == "proved" or decided:
        outcome = of_this_game(inquiry.game, claim, obligation, outcome)
    if isinstance(obligation, Theorem) and outcome.verdict == "proved":
        outcome = _confirmed(inquiry, claim, obligation, effort, outcome, before)
    return outcome


def _confirmed(
    inquiry: Inquiry, claim: Claim, theorem: Theorem, effort: Effort, outcome: Outcome, before: int
) -> Outcome:
    """The outcome of a theorem, once its abstraction is found to cover the constraints on a small
    board, and, if `thorough`, a second solver agrees.
    """
    details = dict(outcome.details)
    if effort.thorough:
        from ruleproof.solvers.formulas.cvc5 import second_opinion

        details["second_opinion"] = second_opinion(inquiry.kept[before:], inquiry.deadline)
    if theorem.checks is None:
        return outcome._replace(details=details)
    from ruleproof.solvers.deciding.by_formulas import abstraction
    from ruleproof.solvers.formulas.goals import covered_on

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
