"""Tenths: the share of attempts that solve puzzles against their ratings, by tenths of a set.

rating     the mean rating of a tenth
solved     the mean share of attempts that solve a puzzle of it
low, high  the interval of 95 % confidence around it, from the spread between the tenth's puzzles

    >>> [(one.rating, one.solved) for one in tenths([(1500, 0.2), (1300, 0.8)])]
    [(1300.0, 0.8), (1500.0, 0.2)]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from pydantic import Field

from ruleproof.puzzles.stipulations import Strict

PARTS = 10


class Tenth(Strict):
    """A tenth of a set, in the order of ratings; see the top of this module."""

    puzzles: int = Field(ge=1)
    rating: float = Field(allow_inf_nan=False)
    solved: float = Field(ge=0, le=1)
    low: float = Field(ge=0, le=1)
    high: float = Field(ge=0, le=1)


def tenths(points: Sequence[tuple[float, float]]) -> list[Tenth]:
    """The tenths of points, each a rating and the share of attempts that solve the puzzle; fewer
    than ten points are a part each.
    """
    ordered = sorted(points)
    parts = min(PARTS, len(ordered))
    cuts = [len(ordered) * part // parts for part in range(parts + 1)] if parts else []
    return [_tenth(ordered[one:other]) for one, other in pairwise(cuts)]


def _tenth(points: Sequence[tuple[float, float]]) -> Tenth:
    shares = [share for _, share in points]
    low, high = _interval(shares)
    return Tenth(
        puzzles=len(points),
        rating=round(fmean(rating for rating, _ in points), 1),
        solved=round(fmean(shares), 3),
        low=round(low, 3),
        high=round(high, 3),
    )


def _interval(shares: Sequence[float]) -> tuple[float, float]:
    """The interval around the mean, by Student's distribution; of one puzzle nothing is known."""
    if len(shares) < 2:
        return 0.0, 1.0
    from scipy.special import stdtrit

    quantile: Callable[[int, float], Any] = stdtrit
    off = float(quantile(len(shares) - 1, 0.975)) * stdev(shares) / sqrt(len(shares))
    return max(0.0, fmean(shares) - off), min(1.0, fmean(shares) + off)
