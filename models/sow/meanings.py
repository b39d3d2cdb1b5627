"""Sow? (Richard Hutnik, 2011): the meaning of verdicts for the rulebook, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from ruleproof.models.claims.claims import Problem, Word
from ruleproof.models.rulebooks.settings import Value

MEANINGS: Mapping[tuple[str, Word], str | Problem] = {
    ("2", "proved"): (
        "The sentence that a block cannot be crossed is redundant: the limit on stacks says so "
        "already."
    ),
    ("3a", "witnessed"): Problem(
        "A rule about repetition is missing: play can go on for ever.", ("repetition",)
    ),
    ("7k", "refuted"): Problem(
        "It is not said whether a path that has reached the last column may turn there. Play can "
        "differ by it.",
        ("last-column",),
    ),
    ("8c", "refuted"): Problem(
        "It is not said whether enemy pieces left behind at an exit must respect the limit. Play "
        "can differ by it.",
        ("strand",),
    ),
    ("9", "proved"): Problem(
        "It is not said who moves first. Either may: a half-turn with the colours exchanged makes "
        "one game of the other.",
        wording="Left moves first.",
    ),
    ("8e", "refuted"): Problem(
        "It is not said whether a path may run over the edge where all pieces left in hand are the "
        "enemy's. Play can differ by it.",
        ("exit-needs-own",),
    ),
    ("advanced-unlimited", "proved"): (
        "On the smallest boards unlimited stacks do not harm the advanced version: the same player "
        "wins. (On {board}.)"
    ),
}
"""The meaning of each verdict: a fact, or a problem of the rulebook."""

OPEN: Mapping[str, str] = {
    "turn": "after which of its pieces a path may turn",
    "exit": "whether a stack that stands before the last column may leave the board",
}
"""The thing that the rulebook does not say, for each reading that no claim speaks of."""

WORDINGS: Mapping[tuple[str, Value], str] = {
    ("turn", "any"): "The path may turn after any step.",
    ("turn", "second"): "The path turns at the second piece or never.",
    ("strand", "bound"): (
        "A player may not leave the board if the opponent's pieces that stay behind would make a "
        "stack higher than the limit."
    ),
    ("strand", "free"): "Pieces that stay behind at an exit may make a stack of any height.",
    ("exit", "overshoot"): "Any stack may be sown over the far edge.",
    ("exit", "from-last"): "Only a stack that stands on the last column may leave the board.",
    ("last-column", "turn"): (
        "A player who reaches the last column with pieces in hand may turn there or leave the "
        "board."
    ),
    ("last-column", "exit"): (
        "A player who reaches the last column with pieces in hand leaves the board with them."
    ),
    ("exit-needs-own", "no"): (
        "A path may run over the edge even if all pieces left in hand are the opponent's; these "
        "stay on the last square."
    ),
    ("exit-needs-own", "yes"): (
        "A path may run over the edge only if a piece left in hand is the player's own."
    ),
    ("repetition", "draw"): (
        "If the same position with the same player to move occurs a third time, the game is a draw."
    ),
    ("repetition", "forbidden"): (
        "No move may bring about the same position with the same player to move a third time."
    ),
}
"""Each value of a setting as a sentence for the rulebook."""
