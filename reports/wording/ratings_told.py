"""Tells whose ratings a set has: simulated solvers', people's, those of a search.

>>> share_told(Rating(value=1500, error=60, level=3, solved=0.25, by="simulated"))
'simulated, solved by 25%'
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleproof.puzzles.puzzle import Puzzle, Rating
from ruleproof.reports.wording.words import counted

BY_PEOPLE = "by people"
"""The mark of a rating that people's attempts moved."""
_SIMULATED = "simulated solvers of many strengths that attempted the puzzles"
_PEOPLE = f"people who attempted the puzzles, and from {_SIMULATED} before them"
_SEARCH = "the turns that plain search looks at"


def share_told(rating: Rating) -> str:
    """Tells who gave the rating, and the share of their attempts that solved the puzzle."""
    if rating.share is None:
        return rating.by
    of = f" of {counted(rating.tried, 'attempt')}" if rating.tried else ""
    return f"{rating.by}, solved by {rating.share:.0%}{of}"


def rated_by(puzzles: Sequence[Puzzle]) -> str:
    """The sentence that says whose the ratings are; empty where there is none."""
    kinds = _kinds(puzzles)
    if not kinds:
        return ""
    if kinds == {"search"}:
        return f"Ratings rest on {_SEARCH}."
    told = "Ratings are those of simulated solvers"
    if "simulated" not in kinds:
        told = "Ratings rest on people's attempts, and on those of simulated solvers before them"
    elif "people" in kinds:
        told += f"; where “{BY_PEOPLE}” stands, people's attempts count too"
    if "search" in kinds:
        told += "; puzzles without a defence are rated by plain search"
    return f"{told}."


def origin(puzzles: Sequence[Puzzle]) -> str:
    """The sentence that says where ratings and levels come from; empty where there is none."""
    kinds = _kinds(puzzles)
    if not kinds:
        return ""
    if kinds == {"search"}:
        return f"Ratings and levels come from {_SEARCH}."
    told = f"Ratings and levels come from {_SIMULATED}"
    if "simulated" not in kinds:
        told = f"Ratings and levels come from {_PEOPLE}"
    elif "people" in kinds:
        told += f"; where “{BY_PEOPLE}” stands, from people as well"
    if "search" in kinds:
        told += "; those of puzzles without a defence from plain search"
    return f"{told}."


def _kinds(puzzles: Sequence[Puzzle]) -> set[str]:
    return {puzzle.rating.by for puzzle in puzzles if puzzle.rating}
