"""Hatching: slanting lines over an area, which print shows without any colour.

>>> hatched([(0, 0), (12, 0), (12, 12), (0, 12)], 6)
'M6 0L0 6M12 0L0 12M12 6L6 12'
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from ruleproof.reports.drawing.pieces import Point, short

APART = 8.0
"""The distance along a side of a cell from line to line."""


def hatched(corners: Sequence[Point], apart: float = APART) -> str:
    """The path of the lines through a convex polygon. They go on from one cell to the next."""
    sums = [x + y for x, y in corners]
    first, last = floor(min(sums) / apart) + 1, ceil(max(sums) / apart) - 1
    return "".join(_line(corners, number * apart) for number in range(first, last + 1))


def _line(corners: Sequence[Point], total: float) -> str:
    """The part inside the polygon of the line on which x + y is `total`."""
    found: list[Point] = []
    for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
        begin, end = sum(one), sum(other)
        if min(begin, end) <= total < max(begin, end):
            part = (total - begin) / (end - begin)
            found.append((one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])))
    (left, low), (right, high) = max(found), min(found)
    return f"M{short(left)} {short(low)}L{short(right)} {short(high)}"
