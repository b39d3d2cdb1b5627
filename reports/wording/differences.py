"""Differences of two readings in words, and what the end of a game shows: moves that are legal
under only one reading, results under both, a position that comes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ruleproof.models.claims.claims import Verdict, table
from ruleproof.models.play.game import Game
from ruleproof.reports.wording import words

if TYPE_CHECKING:
    from ruleproof.solvers.reasoning.lockstep.compare import Difference

SOME = 8
"""So many moves of a kind are named."""
CHOSEN = "the value chosen here", "this value"
"""The names of two readings if one is the game's own."""


class Differing(NamedTuple):
    """The comparison of two readings: a sentence, and sentences on what is legal or decided under
    only one of them.
    """

    said: str
    only: list[str]


def difference_words(found: Difference, names: tuple[str, str] = CHOSEN) -> Differing:
    """The comparison of two readings of these names."""
    if found.same is None:
        alike = f": identical for {words.counted(found.plies, 'move')}" if found.plies else ""
        return Differing(f"Not decided on {found.board} in the time given{alike}.", [])
    if found.same and found.position is None:
        many = words.counted(found.positions, "position")
        return Differing(f"Never differs on {found.board}: {many} walked in step.", [])
    only = legal_under_one(names, (found.only_first, found.only_second))
    if found.results[0] != found.results[1]:
        ended = [result or "play goes on" for result in found.results]
        only.append(f"Under {names[0]}: {ended[0]}; under {names[1]}: {ended[1]}.")
    if not found.reachable or found.line is None:
        return Differing("Differs only in positions that no game reaches, such as this one.", only)
    if not found.line:
        return Differing("Differs from the first move on.", only)
    after = f"after {words.counted(len(found.line), 'move')}"
    sooner = ", and not before" if found.shortest else "; perhaps also sooner"
    return Differing(f"Play can differ {after}{sooner}.", only)


def legal_under_one(
    names: tuple[str, str], moves: tuple[Sequence[str], Sequence[str]]
) -> list[str]:
    """A sentence for each of two readings that has legal moves which the other lacks; names the
    first `SOME`.
    """
    found: list[str] = []
    for name, only in zip(names, moves, strict=True):
        if only:
            more = [f"{len(only) - SOME} more"] if len(only) > SOME else []
            found.append(f"Legal then only under {name}: {', '.join([*only[:SOME], *more])}.")
    return found


def seen(game: Game, verdict: Verdict) -> str:
    """Sentences on the end of the witness, if the claim or the verdict's details have any: moves
    that are legal under only one reading, or a position that has come back.
    """
    known: Any = verdict.details
    if "cycle_from_ply" in known:
        first = known["cycle_from_ply"] + 1
        return f"The moves from number {first} on can be played again and again."
    if "only_first" in known:
        other = " ".join(f"`{one}`" for one in words.settings_words(known.get("other", {})))
        names = "the settings here", other
        return " ".join(legal_under_one(names, (known["only_first"], known["only_second"])))
    said = next((claim.seen for claim in table(game) if claim.id == verdict.id), "")
    try:
        return said.format_map(known)
    except KeyError:
        return ""
