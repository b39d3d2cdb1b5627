"""Why a position is no puzzle: the refusal, and the reasons that others ask for."""

from __future__ import annotations

TOO_WIDE = "too wide"
"""The reason where a question takes too long, or a tree is too large."""
SEVERAL = "several keys"
"""The reason where more than one answer is right."""
NEARLY = (SEVERAL, "found by greed", "too few replies", "every simulated solver finds it")
"""Reasons that a small change of the position may do away with."""


class Rejected(Exception):
    """The position is no puzzle; the argument says why, in a few words."""
