"""Intervals of 95 % confidence, around shares and around means.

>>> share(30, 40)
Interval(value=0.75, low=0.5981, high=0.8581)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

_Z = 1.959964
_RESAMPLES = 1000


@dataclass(frozen=True)
class Interval:
    """A value, with the bounds between which it lies with 95 % confidence; None for both where the
    games give none: a single one, or several that are all equal in this.
    """

    value: float
    low: float | None
    high: float | None


def share(points: float, games: int) -> Interval:
    """The points as a share of the games (Wilson's score interval). Half points are allowed: the
    interval is then wider than necessary.
    """
    found = points / games
    middle = (found + _Z**2 / (2 * games)) / (1 + _Z**2 / games)
    spread = found * (1 - found) / games + _Z**2 / (4 * games**2)
    half = _Z * math.sqrt(spread) / (1 + _Z**2 / games)
    return Interval(round(found, 4), round(max(0.0, middle - half), 4),
                    round(min(1.0, middle + half), 4))  # fmt: skip


def mean(values: Sequence[float], *, parts: bool = False) -> Interval:
    """The mean of the values (bootstrap, with the same random numbers in every call). Values that
    are all equal give no bounds, unless they are `parts` of 1 and all 0 or all 1: these have the
    bounds of a share.

    >>> mean([7.0])
    Interval(value=7.0, low=None, high=None)
    >>> mean([0.0] * 10, parts=True)
    Interval(value=0.0, low=0.0, high=0.2775)
    >>> mean([0.05] * 10, parts=True)
    Interval(value=0.05, low=None, high=None)
    """
    array = np.asarray(values, float)
    if array.min() == array.max():
        if parts and array[0] in (0.0, 1.0):
            return share(float(array.sum()), len(array))
        return Interval(round(float(array.mean()), 4), None, None)
    chance = np.random.default_rng(1)
    means = [float(chance.choice(array, len(array)).mean()) for _ in range(_RESAMPLES)]
    low, high = np.quantile(means, [0.025, 0.975])
    found = (round(float(one), 4) for one in (array.mean(), low, high))
    return Interval(*found)
