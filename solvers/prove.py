"""Check: every claim of a game decided, on the board that is asked about and beyond.

A claim's obligations are tried in their order. One that is decided for every board is not looked
at further; one that cannot be decided on the game's own board is decided on the claim's small
boards, and the verdict's scope names them. Undecided is a verdict, never a proof.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from ruleproof.models import claims
from ruleproof.models.claims import Claim, Obligation, Outcome, Theorem, Verdict
from ruleproof.models.errors import TextError, offer
from ruleproof.models.game import Game, make_game
from ruleproof.solvers.compare import varied
from ruleproof.solvers.progress import Deadline, Listener, Progress, silent
from ruleproof.solvers.study import Study

_METHODS: dict[type, tuple[str, str]] = {
    claims.Always: ("prove_positions", "always"),
    claims.EveryTurn: ("prove_positions", "every_turn"),
    claims.Sometimes: ("prove_positions", "sometimes"),
    claims.SomeTurn: ("prove_positions", "some_turn"),
    claims.Most: ("prove_positions", "most"),
    claims.Ends: ("prove_play", "ends"),
    claims.Endless: ("prove_play", "endless"),
    claims.Symmetric: ("prove_play", "symmetric"),
    claims.Same: ("prove_settings", "same"),
    claims.ValueIs: ("prove_settings", "value_is"),
    claims.SameValue: ("prove_settings", "same_value"),
    claims.Theorem: ("prove_formulas", "theorem"),
    claims.Induction: ("prove_formulas", "induction"),
    claims.OneTurn: ("prove_formulas", "one_turn"),
    claims.Decision: ("prove_decisions", "decision"),
}
"""The function that each kind of obligation is decided by; modules are imported when needed."""


class Effort(NamedTuple):
    """How much a check may do: seconds a claim and board, positions kept, whether every board and
    every reading of a claim are run, games to sample, where SMT-LIB files go (None: nowhere).
    """

    seconds: float = 30.0
    limit: int = 1_500_000
    thorough: bool = False
    sample: int | None = None
    certificates: Path | None = None
    progress: Listener = silent


def check(
    game: Game,
    ids: Iterable[str] | None = None,
    *,
    thorough: bool = False,
    sample: int | None = None,
    seconds: float | None = None,
    limit: int | None = None,
    certificates: Path | None = None,
    progress: Listener = silent,
    tell: Callable[[Verdict], None] | None = None,
) -> list[Verdict]:
    """A verdict on every claim of the game, or on those of the ids, in the order of its sheet.

    `thorough` also runs each claim on all its small boards and with every setting it speaks of
    varied alone, one verdict each, and has theorems confirmed by a second solver; `sample` plays
    that many random games against claims that are undecided on the game's own board; `seconds` and
    `limit` (of positions kept) bound the work for each claim on each board; `certificates` is a
    folder for the obligations given to z3, as SMT-LIB; `tell` hears each verdict as soon as it is
    found. Raises `TextError` for an unknown id.
    """
    effort = Effort(
        seconds if seconds is not None else 300.0 if thorough else 30.0,
        limit if limit is not None else 20_000_000 if thorough else 1_500_000,
        thorough,
        sample,
        certificates,
        progress,
    )
    chosen = chosen_claims(game, ids)
    found: list[Verdict] = []

    def note(verdicts: Iterator[Verdict]) -> None:
        for verdict in verdicts:
            found.append(verdict)
            if tell:
                tell(verdict)

    if not thorough:
        note(_verdicts(game, chosen, effort))
        return found
    for variant, speaking in _variants(game, chosen):
        for ground in _grounds(variant, speaking):
            there = [c for c in speaking if ground.board == variant.board or _small(c, ground)]
            note(_verdicts(ground, there, effort))
    return found


def chosen_claims(game: Game, ids: Iterable[str] | None) -> list[Claim]:
    """The claims of those ids; a number stands for all its parts. `TextError` for an unknown id."""
    table = claims.table(game)
    if ids is None:
        return list(table)
    wanted = list(ids)
    for one in wanted:
        if not any(_names(one, claim) for claim in table):
            known = offer((claim.id for claim in table), 60)
            raise TextError(f"no such claim of {game.name} (claims: {known}): {one!r}")
    return [claim for claim in table if any(_names(one, claim) for one in wanted)]


def _names(wanted: str, claim: Claim) -> bool:
    return claim.id == wanted or (wanted.isdigit() and number_of(claim.id) == wanted)


def number_of(claim_id: str) -> str:
    """The number of the sheet's item that a claim is, or is a part of."""
    return claim_id[: len(claim_id) - len(claim_id.lstrip("0123456789"))]


def _variants(game: Game, chosen: Sequence[Claim]) -> Iterator[tuple[Game, list[Claim]]]:
    """The game, then with each setting varied alone, and the claims that speak of what changed."""
    yield game, list(chosen)
    for setting in game.rulebook.settings:
        speaking = [claim for claim in chosen if setting.name in claim.settings]
        if speaking:
            for other in varied(game, setting):
                yield other, speaking


def _grounds(game: Game, chosen: Sequence[Claim]) -> Iterator[Game]:
    """The game on its own board, then on each small board that one of the claims names."""
    yield game
    named = dict.fromkeys(text for claim in chosen for text in claim.boards)
    for text in named:
        if text != game.board.text:
            ground = _on(game, text)
            if ground is not None:
                yield ground


def _small(claim: Claim, game: Game) -> bool:
    return game.board.text in claim.boards


def _on(game: Game, board: str) -> Game | None:
    """The same game on another board, None if the rulebook refuses it."""
    try:
        return make_game(game.rulebook, board, dict(game.chosen))
    except TextError:
        return None


def _verdicts(game: Game, chosen: Sequence[Claim], effort: Effort) -> Iterator[Verdict]:
    studies: dict[str, Study] = {}

    def study_of(ground: Game) -> Study:
        text = ground.board.text
        if text not in studies:
            studies[text] = Study(ground, limit=effort.limit, progress=effort.progress)
        study = studies[text]
        study.deadline = Deadline(effort.seconds)
        study.kept.clear()
        return study

    for done, claim in enumerate(chosen):
        effort.progress(Progress("claims", done, len(chosen), claim.id))
        if claim.applies is None or claim.applies(game):
            yield _verdict(game, claim, effort, study_of)


_Studies = Callable[[Game], Study]


def _verdict(game: Game, claim: Claim, effort: Effort, study_of: _Studies) -> Verdict:
    """The verdict on one claim, on the game's own board if it can be had there."""
    begun = time.monotonic()
    outcome = decide(study_of(game), claim, effort)
    ground = game
    boards: dict[str, str] = {}
    if outcome.verdict == "undecided" and effort.sample:
        from ruleproof.solvers.sample import sampled

        outcome = sampled(study_of(game), claim, effort.sample, outcome)
    if outcome.verdict == "undecided" and not effort.thorough:
        ground, outcome, boards = _on_small_boards(game, claim, effort, study_of, outcome)
    details = dict(outcome.details)
    if boards:
        details["boards"] = boards
    certificate = details.pop("certificate", None)
    agreeing = [text for text, word in boards.items() if word == outcome.verdict]
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
        certificate=str(certificate) if certificate else None,
        details=details,
    )


def decide(study: Study, claim: Claim, effort: Effort) -> Outcome:
    """The outcome of the first obligation of the claim that decides it on the study's board, else
    the last undecided one's, with the reasons of all.
    """
    reasons: list[str] = []
    known: dict[str, object] = {}
    outcome = Outcome("undecided", method="no obligation", details={"reason": "nothing to try"})
    for obligation in claim.obligations:
        outcome = _attempt(study, claim, obligation, effort)
        if outcome.verdict != "undecided":
            return outcome
        known |= outcome.details
        reasons.append(f"{outcome.method}: {outcome.details.get('reason', '')}")
    return outcome._replace(details=known | {"reason": "; ".join(reasons)})


def _attempt(study: Study, claim: Claim, obligation: Obligation, effort: Effort) -> Outcome:
    """The outcome of one obligation."""
    module, name = _METHODS[type(obligation)]
    method: Any = getattr(import_module(f"ruleproof.solvers.{module}"), name)
    before = len(study.kept)
    outcome: Outcome = method(study, obligation)
    if isinstance(obligation, Theorem) and outcome.verdict == "proved":
        outcome = _confirmed(study, claim, obligation, effort, outcome, before)
    if effort.certificates and outcome.verdict != "undecided" and len(study.kept) > before:
        from ruleproof.solvers.prove_formulas import write_smtlib

        folder = effort.certificates
        paths = write_smtlib(study, folder, f"{study.game.name}-{claim.id}")
        outcome = outcome._replace(details={**outcome.details, "certificate": str(paths[0])})
    return outcome


def _confirmed(
    study: Study, claim: Claim, theorem: Theorem, effort: Effort, outcome: Outcome, before: int
) -> Outcome:
    """The outcome of a theorem, once its abstraction is found to cover the constraints on a small
    board, and, if `thorough`, a second solver agrees.
    """
    details = dict(outcome.details)
    if effort.thorough:
        from ruleproof.solvers.second import second_opinion

        details["second_opinion"] = second_opinion(study.kept[before:], study.deadline)
    if theorem.checks is None:
        return outcome._replace(details=details)
    from ruleproof.solvers.prove_formulas import abstraction

    ground = _on(study.game, claim.boards[0]) if claim.boards else study.game
    small = study if ground is None else Study(ground, study.deadline, kept=study.kept)
    covers = abstraction(small, theorem)
    details["abstraction_on"] = small.game.board.text
    if covers.verdict == "proved":
        return outcome._replace(details=details)
    reason = f"the abstraction is not shown to cover the rules on {small.game.board.text}"
    return Outcome("undecided", covers.witness, outcome.method, details | {"reason": reason})


def _on_small_boards(
    game: Game, claim: Claim, effort: Effort, study_of: _Studies, outcome: Outcome
) -> tuple[Game, Outcome, dict[str, str]]:
    """The outcome on the largest of the claim's small boards that decides it, that board, and the
    verdict on each; one that is not as expected comes first.
    """
    if not claim.boards:
        return game, outcome, {}
    own = {"own_board": f"{game.board.text}: {outcome.details.get('reason', '')}"}
    boards: dict[str, str] = {}
    best: tuple[Game, Outcome] | None = None
    for text in claim.boards:
        ground = _on(game, text)
        if ground is None or text == game.board.text:
            continue
        if claim.applies is not None and not claim.applies(ground):
            continue
        there = decide(study_of(ground), claim, effort)
        boards[text] = there.verdict
        if there.verdict == "undecided":
            continue
        if best is None or best[1].verdict == claim.expects(best[0]):
            best = ground, there
    if best is None:
        return game, outcome._replace(details={**outcome.details, **own}), boards
    ground, there = best
    return ground, there._replace(details={**there.details, **own}), boards
