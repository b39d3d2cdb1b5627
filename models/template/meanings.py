"""The meaning of verdicts for the rulebook, and the values of settings as its sentences."""

from __future__ import annotations

from collections.abc import Mapping

from ruleproof.models.claims.claims import Problem, Word
from ruleproof.models.rulebooks.settings import Value

MEANINGS: Mapping[tuple[str, Word], str | Problem] = {
    ("3", "proved"): "The longest game on {board} takes {longest} turns.",
    ("3", "refuted"): Problem("Play can go on for ever, and no rule ends it."),
}
"""For a claim and a verdict a fact, or a problem of the rulebook; names in braces are filled from
the verdict's details.
"""

OPEN: Mapping[str, str] = {}
"""The thing that the rulebook does not say, for each setting that is a reading, such as
`"full": "whether a full board is a draw"`.
"""

WORDINGS: Mapping[tuple[str, Value], str] = {
    ("last", "wins"): "The last player to move wins.",
    ("last", "loses"): "The last player to move loses.",
}
"""Each value of a setting as a sentence for the rulebook."""
