"""The meaning of a game's claims and settings for its rulebook, from its `meanings.py`.

>>> from ruleproof.models.play.game import game
>>> wording(game("esgros", "hex:2"), "full", "draw")
'A full board is a draw.'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from ruleproof.models.claims.claims import Problem, Word, table
from ruleproof.models.claims.tables import check_tables
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.settings import Value, without_effect


def meaning(game: Game, claim_id: str, verdict: Word, known: Mapping[str, object]) -> str:
    """The meaning of a verdict for the rulebook, from the table `MEANINGS` of the game's
    `meanings.py`; empty if the table lacks it, or names in braces a word that is not `known`.
    """
    found = _meanings(game).get((claim_id, verdict), "")
    try:
        return (found.text if isinstance(found, Problem) else found).format_map(known)
    except KeyError:
        return ""


def problem(game: Game, claim_id: str, verdict: Word) -> Problem | None:
    """The problem of the rulebook that the verdict shows; None where it shows none. A problem that
    a setting without effect would settle does not count. Settings that settle it are readings: of
    any other, the rulebook states the value in play, so that only another value can mend it.
    """
    found = _meanings(game).get((claim_id, verdict))
    if not isinstance(found, Problem):
        return None
    silent = without_effect(game.rulebook.settings, found.settled_by, game.settings)
    if silent and len(silent) >= len(found.settled_by):
        return None
    said = [one for one in found.settled_by if game.rulebook.setting(one).kind != "reading"]
    settled = tuple(one for one in found.settled_by if one not in said)
    return found._replace(settled_by=settled, mended_by=(*said, *found.mended_by))


def telling(game: Game) -> tuple[str, ...]:
    """The claims whose verdicts can mean something for the rulebook, in the order of its sheet."""
    known = {claim_id for claim_id, _ in _meanings(game)}
    return tuple(claim.id for claim in table(game) if claim.id in known)


def wording(game: Game, setting: str, value: Value) -> str:
    """A sentence that states the value of the setting in a rulebook: from the table `WORDINGS` of
    the game's `meanings.py`, else the value's own meaning; empty for a number.
    """
    values = game.rulebook.setting(setting).values
    return stated(game, setting, value) or ("" if isinstance(values, range) else values[str(value)])


def stated(game: Game, setting: str, value: Value) -> str:
    """The sentence of `WORDINGS` for the value of the setting; empty where there is none."""
    module = game.rulebook.module("meanings")
    check_tables(game.rulebook, get_args(Word))
    told: Mapping[tuple[str, Value], str] = getattr(module, "WORDINGS", {})
    return told.get((setting, value), "")


def left_open(game: Game, setting: str) -> str:
    """The thing that the rulebook does not say where the setting is a reading, as `whether …`: from
    the table `OPEN` of the game's `meanings.py`; empty where there is none.
    """
    module = game.rulebook.module("meanings")
    check_tables(game.rulebook, get_args(Word))
    told: Mapping[str, str] = getattr(module, "OPEN", {})
    return told.get(setting, "")


def _meanings(game: Game) -> Mapping[tuple[str, Word], str | Problem]:
    module = game.rulebook.module("meanings")
    check_tables(game.rulebook, get_args(Word))
    return module.MEANINGS if module else {}
