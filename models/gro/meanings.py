"""GRO (Greg Turner, 1999): what verdicts mean for the rulebook, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from ruleproof.models.claims import Word

MEANINGS: Mapping[tuple[str, Word], str] = {
    ("6a-3", "refuted"): (
        "Body and card contradict each other: after moving, a large germ needs 4 open points by "
        "the body and 3 by the card, and it matters."
    ),
    ("6a-4", "refuted"): (
        "Body and card contradict each other: after moving, a large germ needs 4 open points by "
        "the body and 3 by the card, and it matters."
    ),
    ("6b-3", "refuted"): (
        "Body and card contradict each other: before growing, a medium germ needs 4 open points "
        "by the body and 3 by the card, and it matters."
    ),
    ("6b-4", "refuted"): (
        "Body and card contradict each other: before growing, a medium germ needs 4 open points "
        "by the body and 3 by the card, and it matters."
    ),
    ("6c-alive", "refuted"): (
        "What the moved half of a division needs is said by the card alone, and it matters."
    ),
    ("6c-as-move", "refuted"): (
        "What the moved half of a division needs is said by the card alone, and it matters."
    ),
    ("6d-all8", "refuted"): ("Whether a germ may divide diagonally is not said, and it matters."),
    ("6d-orthogonal", "refuted"): (
        "Whether a germ may divide diagonally is not said, and it matters."
    ),
    ("8a", "witnessed"): (
        "A player with germs can be left without an action; where passing is not allowed the "
        "text does not say what then."
    ),
    ("9", "witnessed"): (
        "Play can go on for ever, so the game cannot do without its repetition rule."
    ),
}
