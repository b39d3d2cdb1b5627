"""Esgros (Saïd Galdseid, 2024): the meaning of verdicts for the rulebook, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from ruleproof.models.claims.claims import Problem, Word
from ruleproof.models.rulebooks.settings import Value

MEANINGS: Mapping[tuple[str, Word], str | Problem] = {
    ("2c", "proved"): "The longest game on {board} takes {longest} turns.",
    ("6", "refuted"): Problem(
        "“Drawless” does not hold: the board can fill up with both colours on it, and the text "
        "does not say what then.",
        ("full",),
    ),
    ("7a", "refuted"): (
        "The sentence on the opposite color does change which moves are legal, if only after "
        "many moves on large boards."
    ),
    ("8", "witnessed"): Problem(
        "“The minimal size required” cannot mean one more than the largest group: there need be "
        "no such cell.",
        wording="If every placement exceeds your largest group, place the stone where its group "
        "becomes as small as possible.",
    ),
}
"""The meaning of each verdict: a fact, or a problem of the rulebook."""

OPEN: Mapping[str, str] = {
    "exceed": (
        "what “always with the minimal possible size” asks of a group that exceeds the enemy's "
        "largest"
    )
}
"""The thing that the rulebook does not say, for each reading that no claim speaks of."""

WORDINGS: Mapping[tuple[str, Value], str] = {
    ("full", "draw"): "A full board is a draw.",
    ("full", "loss"): "If the board is full, the player to move loses.",
    ("exceed", "minimal"): (
        "If the new group exceeds the enemy's largest, it must be the smallest such group that "
        "you are allowed to form."
    ),
    ("exceed", "void"): "The enemy's groups do not limit the size of your own.",
    ("exceed", "by-one"): (
        "A new group may exceed the enemy's largest by one stone at most, if any placement keeps "
        "to that; else it must be as small as possible."
    ),
    ("exceed", "permit-least"): (
        "You may also form the smallest group that exceeds both the enemy's largest and your own."
    ),
    ("exceed", "permit-by-one"): (
        "You may also form a group that exceeds the enemy's largest by one stone."
    ),
    ("exceed", "either"): (
        "A new group must not exceed your largest, nor be more than one stone larger than the "
        "enemy's, whichever allows more; if no placement does, it must be as small as possible."
    ),
}
"""Each value of a setting as a sentence for the rulebook."""
