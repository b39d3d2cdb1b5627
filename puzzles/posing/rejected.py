"""Refusals of positions that are no puzzles, and the reasons that others ask for."""

from __future__ import annotations

TOO_WIDE = "too wide"
"""The reason where a question takes too long, or a tree is too large."""
SEVERAL = "several keys"
"""The reason where more than one answer is right."""
LOOSE_LINE = "a loose line"
"""The reason where most replies leave several answers, and the set has enough such puzzles."""
ONE_ANSWER = "one turn answers every reply"
"""The reason where no reply has to be answered otherwise than the rest."""
UNCONFIRMED = "not confirmed by the check"
"""The reason where `puzzles check` would not accept a puzzle, mostly since it is too large."""
NEARLY = (SEVERAL, "found by greed", "too few replies", "every simulated solver finds it")
"""Reasons that a small change of the position may remove."""


class Rejected(Exception):
    """The position is no puzzle; the argument gives the reason in a few words."""
