"""In Crowd (Chris and João Neto, 2002): what verdicts mean for the rulebook, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from ruleproof.models.claims import Word

MEANINGS: Mapping[tuple[str, Word], str] = {
    ("3", "refuted"): (
        "The text is silent on stones that stay outnumbered: it does not say whether they flip "
        "later."
    ),
    ("3b", "witnessed"): (
        "The text does not say whether a dropped stone that changed colour starts a chain, and "
        "it matters."
    ),
    ("4b", "refuted"): (
        "The text does not say whether a chain reaches stones away from the changed ones, and "
        "it matters."
    ),
    ("11b", "refuted"): (
        "Empty regions that touch both colours are nobody's: at the end the areas need not fill "
        "the board."
    ),
}
