"""Lines of a set that are no puzzles, in words."""

from __future__ import annotations

from collections.abc import Sequence

from ruleproof.models.errors import offer
from ruleproof.models.files.strict import Misfit, json_value
from ruleproof.puzzles.stipulations import RETIRED, retired

OLD = "ruleproof-puzzle/1"
"""The format of puzzles without a tree."""
LINES_TOLD = 8
"""So many other lines are named, more are counted."""


def reason(misfit: Misfit, line: str) -> str:
    """The reason for refusing a line, by the first of its faults."""
    if f'"{OLD}"' in line:
        return (
            f"an old puzzle, of format {OLD}, without a tree; make it anew by `ruleproof puzzles "
            "judge`"
        )
    if misfit.place == "stipulation.aim":
        aim = json_value(line)["stipulation"].get("aim")
        if aim in RETIRED:
            return retired(aim)
    return str(misfit) if misfit.place else f"no puzzle: {misfit}"


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
