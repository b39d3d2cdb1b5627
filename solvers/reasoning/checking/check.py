"""Checks the claims of a game: all of them or some, under its settings or each varied.

The verdict's scope names the boards that it holds on. Undecided is a verdict, never a proof.

>>> number_of("7a")
'7'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from ruleproof.models.claims import claims
from ruleproof.models.claims.claims import Claim, Verdict, Verdicts
from ruleproof.models.compiled.failures import sound
from ruleproof.models.errors import TextError, offer
from ruleproof.models.files.writing import try_out_folder
from ruleproof.models.play.game import Game, must_be_game
from ruleproof.models.play.variants import varied
from ruleproof.solvers.reasoning.checking.examination import Examination
from ruleproof.solvers.reasoning.checking.scopes import Effort
from ruleproof.solvers.reasoning.checking.withdrawal import withdrawn
from ruleproof.solvers.work.asked import must_be_seconds, must_be_whole, path_of
from ruleproof.solvers.work.progress import Listener, Progress, silent


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
    folder for a certificate of each verdict (`reasoning/checking/claim_certificate.py`), which
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
        examination = Examination(variant, effort)
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
