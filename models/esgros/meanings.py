"""Esgros (Saïd Galdseid, 2024): what verdicts mean for the rulebook, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from ruleproof.models.claims import Word

MEANINGS: Mapping[tuple[str, Word], str] = {
    ("2c", "proved"): "The longest game on {board} takes {longest} turns.",
    ("6", "refuted"): (
        "“Drawless” does not hold: the board can fill up with both colours on it, and the text "
        "does not say what then."
    ),
    ("7a", "refuted"): (
        "The sentence on the opposite color does change which moves are legal, if only after "
        "many moves on large boards."
    ),
    ("8", "witnessed"): (
        "“The minimal size required” cannot mean one more than the largest group: there need be "
        "no such cell."
    ),
}
