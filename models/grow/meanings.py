"""Grow (Fred Chan): what verdicts mean for the rulebook, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from ruleproof.models.claims import Word

MEANINGS: Mapping[tuple[str, Word], str] = {
    ("5a", "witnessed"): ("An end is missing for when nobody drops: nothing then ends the game."),
    ("9b", "proved"): (
        "It makes no difference whether the drop comes before the moves or among them: only heads "
        "on a full board can lie elsewhere, and there they no longer count."
    ),
    ("9c", "refuted"): (
        "The published wordings differ: if moves come first, a turn can end otherwise."
    ),
}
