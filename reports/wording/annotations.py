"""Annotations of a played game in words, for the command line and for pages.

>>> from ruleproof.puzzles.telling.annotating import Known
>>> span(Known("win", 2)), span(Known("loss", 1), "more ")
('within 2 turns', 'in one more turn')
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleproof.puzzles.telling.annotating import TURNS, Annotated, Known
from ruleproof.reports.wording.words import counted
from ruleproof.solvers.playing.values.words import value_in_words


def standing(one: Annotated) -> str:
    """The forced win or loss after a turn, as seen by the side that has just played it, and the
    exact value; empty where neither is known or the game is over.
    """
    after = one.after
    if one.turn.after.over:
        return ""
    if after.value and after.turns:
        forced = f"loses {span(after)}" if after.value == "win" else f"wins {span(after, 'more ')}"
    else:
        forced = _exactly(after)
    margin = after.exact if isinstance(after.exact, int) else None
    value = "" if margin is None else value_in_words(one.turn.after, margin)
    return ", ".join(filter(None, (forced, value)))


def _exactly(after: Known) -> str:
    """The outcome of best play for the side that has just played; margins tell it themselves."""
    if after.outcome is None or isinstance(after.exact, int):
        return ""
    soon = f" in {counted(after.plies, 'ply', 'plies')}" if after.plies else ""
    return {1: "loses", 0: "draws", -1: "wins"}[after.outcome] + soon


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
        soon = f" {span(one.before)}" if one.before.turns else ""
        parts.append(f"missed: {one.missed} wins{soon}")
    return "; ".join(parts)


def summary(told: Sequence[Annotated]) -> str:
    """The numbers of mistakes and missed wins, what they rest on, and the number of positions too
    wide to be searched.
    """
    mistakes = counted(sum(one.mistake for one in told), "mistake")
    missed = counted(sum(one.missed is not None for one in told), "missed win")
    before = [one.before for one in told]
    solved = sum(one.exact is not None for one in before)
    proved = sum(one.outcome == 1 and one.value is None and one.exact is None for one in before)
    longer = f", by longer ones in {counted(proved, 'position')}" if proved else ""
    values = f" and the values of {solved} of {counted(len(before), 'position')}" if solved else ""
    wide = sum(not one.after.searched for one in told)
    left = f"; {counted(wide, 'position')} too wide to search" if wide else ""
    return f"{mistakes}, {missed}, by forced wins within {TURNS} turns{longer}{values}{left}"
