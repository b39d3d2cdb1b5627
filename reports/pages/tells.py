"""Sentences about the end of a game that shows something: what is legal there under one reading
alone, the results under both, and where play comes back to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ruleproof.models.claims.claims import Verdict, table
from ruleproof.models.play.game import Game
from ruleproof.reports.wording import words

if TYPE_CHECKING:
    from ruleproof.solvers.reasoning.lockstep.compare import Difference

SOME = 8
"""So many moves of a kind are named."""
CHOSEN = "the value chosen here", "this value"
"""The names of two readings where one is the game's own."""


def difference_words(found: Difference, names: tuple[str, str] = CHOSEN) -> tuple[str, list[str]]:
    """The comparison of two readings: a sentence, and the things legal or decided under only one of
    them.
    """
    if found.same is None:
        alike = f": identical for {words.counted(found.plies, 'move')}" if found.plies else ""
        return f"Not decided on {found.board} in the time given{alike}.", []
    if found.same and found.position is None:
        many = words.counted(found.positions, "position")
        return f"Never differs on {found.board}: {many} walked in step.", []
    tells = legal_alone(names, (found.only_first, found.only_second))
    if found.results[0] != found.results[1]:
        ended = [result or "play goes on" for result in found.results]
        tells.append(f"Under {names[0]}: {ended[0]}; under {names[1]}: {ended[1]}.")
    if not found.reachable or found.line is None:
        return "Differs only in positions that no game reaches, such as this one.", tells
    if not found.line:
        return "Differs from the first move on.", tells
    after = f"after {words.counted(len(found.line), 'move')}"
    if found.shortest:
        return f"Play can differ {after}, and not before.", tells
    return f"Play can differ {after}; perhaps also sooner.", tells


def legal_alone(names: tuple[str, str], moves: tuple[Sequence[str], Sequence[str]]) -> list[str]:
    """A sentence for each of two readings that alone allows moves; names the first `SOME`."""
    told: list[str] = []
    for name, only in zip(names, moves, strict=True):
        if only:
            more = [f"{len(only) - SOME} more"] if len(only) > SOME else []
            told.append(f"Legal then only under {name}: {', '.join([*only[:SOME], *more])}.")
    return told


def seen(game: Game, verdict: Verdict) -> str:
    """Sentences on the end of the witness, where the claim or the verdict's details say one: moves
    that are legal under one reading alone, or a position that has come back. Empty elsewhere.
    """
    known: Any = verdict.details
    if "cycle_from_ply" in known:
        first = known["cycle_from_ply"] + 1
        return f"The moves from number {first} on can be played again and again."
    if "only_first" in known:
        other = " ".join(f"`{name}={value}`" for name, value in known.get("other", {}).items())
        names = "the settings here", other
        return " ".join(legal_alone(names, (known["only_first"], known["only_second"])))
    said = next((claim.seen for claim in table(game) if claim.id == verdict.id), "")
    try:
        return said.format_map(known)
    except KeyError:
        return ""
