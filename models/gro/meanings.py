"""GRO (Greg Turner, 1999): the meaning of verdicts for the rulebook, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from ruleproof.models.claims.claims import Problem, Word
from ruleproof.models.rulebooks.settings import Value

_LARGE = Problem(
    "Body and card contradict each other: after moving, a large germ needs 4 open points by "
    "the body and 3 by the card. Play can differ by it.",
    ("large-move",),
    replaces=True,
)
_MEDIUM = Problem(
    "Body and card contradict each other: before growing, a medium germ needs 4 open points "
    "by the body and 3 by the card. Play can differ by it.",
    ("medium-grow",),
    replaces=True,
)
_HALF = Problem(
    "The card alone says what the moved half of a division needs. Play can differ by it.",
    ("divide-after",),
)
_WAY = Problem(
    "It is not said whether a germ may divide diagonally. Play can differ by it.",
    ("divide-direction",),
)

MEANINGS: Mapping[tuple[str, Word], str | Problem] = {
    ("6a-3", "refuted"): _LARGE,
    ("6a-4", "refuted"): _LARGE,
    ("6b-3", "refuted"): _MEDIUM,
    ("6b-4", "refuted"): _MEDIUM,
    ("6c-alive", "refuted"): _HALF,
    ("6c-as-move", "refuted"): _HALF,
    ("6d-all8", "refuted"): _WAY,
    ("6d-orthogonal", "refuted"): _WAY,
    ("8a", "witnessed"): Problem(
        "A player with germs can be left without an action; where passing is not allowed the "
        "text does not say what then.",
        ("stuck",),
    ),
    ("9", "witnessed"): (
        "Play can go on for ever, so the game cannot do without its repetition rule."
    ),
    ("behind-draws", "witnessed"): "A player with fewer tokens in the dish may still hold a draw.",
}
"""The meaning of each verdict: a fact, or a problem of the rulebook."""

OPEN: Mapping[str, str] = {
    "win-check": "whether a player also wins in the other's turn",
    "repetition": (
        "whether “recurs 3 times” counts the first occurrence, and whether the third ends the game"
    ),
}
"""The thing that the rulebook does not say, for each reading that no claim speaks of."""

_NEEDED = {"3": "3 or more", "4": "4"}
"""The open points, for each reading."""
_MOVING = (
    "After moving, a small germ must have 1 or more open points orthogonal to it or the move is "
    "illegal. Likewise, a medium germ must have 2 or more open points and a large germ must have "
    "{} adjacent open points."
)
_GROWING = (
    "Before growing, a small germ must have 2 or more open points orthogonal to it. A medium germ "
    "must have {} open points. … Large germs may not grow."
)

WORDINGS: Mapping[tuple[str, Value], str] = {
    **{("large-move", value): _MOVING.format(most) for value, most in _NEEDED.items()},
    **{("medium-grow", value): _GROWING.format(most) for value, most in _NEEDED.items()},
    ("divide-after", "as-move"): (
        "After a division the half that moved must have as many open points as a germ of its size "
        "needs after moving."
    ),
    ("divide-after", "alive"): "After a division the half that moved must have 1 open point.",
    ("divide-direction", "all8"): "A germ may divide orthogonally or diagonally.",
    ("divide-direction", "orthogonal"): "A germ may divide orthogonally only.",
    ("win-check", "both"): (
        "A player who is the sole occupant of 3 goal areas after any turn, of either player, wins."
    ),
    ("win-check", "mover"): (
        "A player who is the sole occupant of 3 goal areas at the end of his own turn wins."
    ),
    ("repetition", "claim-3"): "From the third occurrence on, the moving player may call a draw.",
    ("repetition", "claim-4"): "From the fourth occurrence on, the moving player may call a draw.",
    ("repetition", "loss-3"): (
        "A player who brings about the third occurrence of a pattern loses."
    ),
    ("stuck", "pass"): "A player whose germs have no action must pass.",
    ("stuck", "loss"): "A player whose germs have no action loses.",
    ("stuck", "draw"): "If the germs of the player to move have no action, the game is a draw.",
}
"""Each value of a setting as a sentence for the rulebook."""
