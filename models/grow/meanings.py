"""Grow (Fred Chan): what verdicts mean for the rulebook, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from ruleproof.models.claims import Word

MEANINGS: Mapping[tuple[str, Word], str] = {
    ("5a", "witnessed"): ("An end is missing for when nobody drops: nothing then ends the game."),
    ("9b", "refuted"): (
        "The published wordings differ: if drops come first, a turn can end otherwise."
    ),
    ("9c", "refuted"): (
        "The published wordings differ: if moves come first, a turn can end otherwise."
    ),
}
