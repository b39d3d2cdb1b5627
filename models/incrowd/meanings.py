"""In Crowd (Chris and João Neto, 2002): the meaning of verdicts for the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from ruleproof.models.claims.claims import Problem, Word
from ruleproof.models.rulebooks.settings import Value

MEANINGS: Mapping[tuple[str, Word], str | Problem] = {
    ("3", "refuted"): Problem(
        "The text is silent on stones that stay outnumbered: it does not say whether they flip "
        "later.",
        wording="An outnumbered stone changes colour only when a stone beside it is dropped or "
        "changes colour.",
    ),
    ("3b", "witnessed"): Problem(
        "The text does not say whether a dropped stone that changed colour starts a chain, and "
        "it matters.",
        ("turncoat-chain",),
    ),
    ("4b", "refuted"): Problem(
        "The text does not say whether a chain reaches stones away from the changed ones, and "
        "it matters.",
        ("chain",),
    ),
    ("11b", "refuted"): (
        "Empty regions that touch both colours are nobody's: at the end the areas need not fill "
        "the board."
    ),
    ("turns-matter-less", "refuted"): (
        "Turns do not simply become less important: a turn can cost more than the one before it."
    ),
}
"""The meaning of each verdict: a fact, or a problem of the rulebook."""

OPEN: Mapping[str, str] = {
    "majority": "whether empty cells count where a majority of the neighbours is asked for",
    "territory": "whether territory is connected diagonally",
}
"""The thing that the rulebook does not say, for each reading that no claim speaks of."""

WORDINGS: Mapping[tuple[str, Value], str] = {
    ("chain", "local"): (
        "Only stones beside the dropped stone, or beside a stone that has just changed colour, "
        "change colour in a chain."
    ),
    ("chain", "global"): "A chain changes every outnumbered enemy stone on the board.",
    ("turncoat-chain", "off"): "A dropped stone that changes colour starts no chain.",
    ("turncoat-chain", "on"): (
        "A dropped stone that changes colour starts a chain for its new colour."
    ),
    ("majority", "stones"): (
        "A stone is outnumbered if its neighbours of the other colour are more than its "
        "neighbours of its own colour and itself together; empty cells do not count."
    ),
    ("majority", "cells"): (
        "A stone is outnumbered if stones of the other colour stand on more than half of its own "
        "cell and all cells around it, empty cells included."
    ),
    ("territory", "orthogonal"): "Territory is connected orthogonally, as in Go.",
    ("territory", "all8"): "Territory is connected orthogonally and diagonally.",
}
"""Each value of a setting as a sentence for the rulebook."""
