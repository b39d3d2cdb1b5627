"""Lines of a set that are no puzzles, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruleproof.models.errors import offer
from ruleproof.puzzles.stipulations import RETIRED, retired
from ruleproof.puzzles.texts import fault_of

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

OLD = "ruleproof-puzzle/1"
"""The format of puzzles without a tree."""
LINES_TOLD = 8
"""So many other lines are named, more are counted."""


def reason(error: ErrorDetails, line: str) -> str:
    """The reason for refusing a line, by the first of its faults."""
    if f'"{OLD}"' in line:
        return (
            f"an old puzzle, of format {OLD}, without a tree; make it anew by `ruleproof puzzles "
            "judge`"
        )
    if error["loc"] == ("stipulation", "aim") and error["input"] in RETIRED:
        return retired(error["input"])
    where = ".".join(map(str, error["loc"]))
    return f"{where}: {fault_of(error)}" if where else f"no puzzle: {line[:60]!r}"


def others_told(lines: Sequence[int]) -> str:
    """Tells of the lines behind the first that are no puzzles, either.

    >>> others_told([4, 7])
    '; lines 4, 7 are no puzzles, either'
    """
    if not lines:
        return ""
    if len(lines) > LINES_TOLD:
        return f"; {len(lines)} other lines are no puzzles, either"
    s, are = ("s", "are") if len(lines) > 1 else ("", "is")
    return f"; line{s} {offer(lines)} {are} no puzzle{s}, either"
