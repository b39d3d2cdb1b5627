"""Annotations of a played game in words, for the command line and for pages.

>>> from ruleproof.puzzles.telling.annotating import Known
>>> standing(Known("win", 2)), standing(Known("loss", 1)), standing(Known())
('loses within 2 turns', 'wins in one more turn', '')
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleproof.puzzles.telling.annotating import TURNS, Annotated, Known
from ruleproof.reports.wording.words import counted


def standing(known: Known) -> str:
    """The forced win or loss after a turn, as seen by the side that has just played it."""
    if not known.value or not known.turns:
        return ""
    return f"loses {span(known)}" if known.value == "win" else f"wins {span(known, 'more ')}"


def span(known: Known, more: str = "") -> str:
    """The number of turns that a forced win takes; `more` than what has just been played."""
    return f"in one {more}turn" if known.turns == 1 else f"within {known.turns} {more}turns"


def remark(one: Annotated) -> str:
    """The mistake or the missed win that a turn is, with what would have been better; empty where
    it is neither.
    """
    parts: list[str] = []
    if one.mistake:
        parts.append("a mistake")
        if one.better and not one.missed:
            parts.append(f"better: {one.better}")
    if one.missed:
        parts.append(f"missed: {one.missed} wins {span(one.before)}")
    return "; ".join(parts)


def summary(told: Sequence[Annotated]) -> str:
    """The numbers of mistakes and missed wins, how deep they were looked for, and the number of
    positions too wide to be searched.
    """
    mistakes = counted(sum(one.mistake for one in told), "mistake")
    missed = counted(sum(one.missed is not None for one in told), "missed win")
    wide = sum(not one.after.searched for one in told)
    left = f"; {counted(wide, 'position')} too wide to search" if wide else ""
    return f"{mistakes}, {missed}, by forced wins within {TURNS} turns{left}"
