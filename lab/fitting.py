"""Fits the calibration of ratings: solvers' abilities, and the value of plain search."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ruleproof.models.errors import TextError


class Successes(NamedTuple):
    """Successes at puzzles: `solved[puzzle][solver]` of `tried` attempts each."""

    solvers: tuple[str, ...]
    solved: tuple[tuple[int, ...], ...]
    tried: int


def abilities(table: Successes) -> dict[str, float]:
    """The most likely ability of each solver, by marginal maximum likelihood: difficulties are
    spread normally around 0, with a deviation that is fitted too.
    """
    import numpy as np
    from scipy.optimize import minimize
    from scipy.special import log_expit, logsumexp

    if not table.solved:
        raise TextError("a calibration needs puzzles with attempts, and there are none")
    points, weights = np.polynomial.hermite_e.hermegauss(41)
    minimise: Callable[..., Any] = minimize
    add: Callable[..., Any] = logsumexp
    solved = np.array(table.solved, float)
    failed = table.tried - solved

    def unlikely(parameters: Any) -> float:
        ability, spread = parameters[:-1], math.exp(parameters[-1])
        ahead = ability[:, None] - spread * points[None, :]
        likelihood = solved @ log_expit(ahead) + failed @ log_expit(-ahead)
        told = -float(np.sum(add(likelihood + np.log(weights)[None, :], axis=1)))
        return told + float((ability**2).sum()) / (2 * 5.0**2)

    start = np.append(np.linspace(-2, 2, len(table.solvers)), 0.5)
    result = minimise(unlikely, start, method="L-BFGS-B")
    return {
        name: round(float(one), 3) for name, one in zip(table.solvers, result.x[:-1], strict=True)
    }


class Trend(NamedTuple):
    """A straight line through points, with the deviation of the points from it."""

    first: float
    slope: float
    error: float


def trend(nodes: Sequence[int], values: Sequence[float]) -> Trend:
    """The value that the logarithm of the nodes predicts, as a line that never falls."""
    from scipy.stats import linregress

    logs = [math.log10(max(1, one)) for one in nodes]
    regress: Callable[..., Any] = linregress
    line = regress(logs, values)
    slope = max(0.0, float(line.slope))
    first = sum(values) / len(values) - slope * sum(logs) / len(logs)
    off = [value - first - slope * log for value, log in zip(values, logs, strict=True)]
    error = math.sqrt(sum(one * one for one in off) / len(off))
    return Trend(round(first, 1), round(slope, 1), round(error, 1))
