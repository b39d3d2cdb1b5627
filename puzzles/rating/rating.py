"""Ratings: the difficulty of a puzzle, from one-parameter logistic (Rasch) models of attempts at
it.

A solver of ability a solves a puzzle of difficulty d with probability 1 / (1 + exp(d - a)). The
abilities of the simulated solvers are calibrated once, over puzzles of all games, and ship with the
package in `calibration.json`, which `python -m lab.calibrate` makes. The
difficulty of a puzzle is the most likely one for its own attempts alone, so it does not change as a
set grows. Puzzles without a defence are rated by the turns that plain search looks at.

value   1500 at the mean of the calibration; 400 more make the odds of solving it ten times worse
felt    what people feel, by the value and the parts that they see (`seen.py`): levels are fifths of
        it, and puzzles without a defence have a scale of their own
misfit  the mean square of the model's errors: about 1; far more where strong solvers
        fail and weak ones succeed

>>> chance(0.0, 0.0), level_of(1500)
(0.5, 3)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from ruleproof.models.errors import TextError
from ruleproof.models.files.strict import json_value
from ruleproof.puzzles.puzzle import Rating
from ruleproof.puzzles.rating.attempts import SOLVERS, TRIES, Attempt

MEAN = 1500
UNIT = 400 / math.log(10)
"""Points that the natural logarithm of the odds is worth."""
PRIOR = 3.0
"""The weak prior: the standard deviation of difficulties from the mean, in logarithms of odds."""
_FARTHEST = 25.0


class Felt(NamedTuple):
    """A scale of felt difficulty: the weights of `terms`, and the least values of levels 2 to 5."""

    weights: dict[str, float]
    levels: list[float]


class Calibration(NamedTuple):
    """The basis of ratings: the ability of each simulated solver, by its name; the value of plain
    search over `nodes` turns, `first + slope * log10(nodes)`, with its error; the scales of felt
    difficulty against a `defence` and with `help`; and the number of puzzles that the abilities
    were made from.
    """

    abilities: dict[str, float]
    first: float
    slope: float
    error: float
    felt: dict[str, Felt]
    puzzles: int


@cache
def calibration() -> Calibration:
    """The calibration that ships with the package."""
    told: Any = json_value(
        files("ruleproof.puzzles.rating").joinpath("calibration.json").read_bytes()
    )
    abilities = {name: float(ability) for name, ability in told["abilities"].items()}
    search = told["search"]
    felt = {name: Felt(one["weights"], one["levels"]) for name, one in told["felt"].items()}
    first, slope, error = (search[name] for name in ("first", "slope", "error"))
    return Calibration(abilities, first, slope, error, felt, told["puzzles"])


def chance(ability: float, difficulty: float) -> float:
    """The probability that a solver of the ability solves a puzzle of the difficulty."""
    return 1 / (1 + math.exp(min(500.0, difficulty - ability)))


def root_of(excess: Callable[[float], float]) -> float:
    """The point where a function that falls or rises throughout is 0."""
    from scipy.optimize import brentq

    root: Callable[..., Any] = brentq
    return float(root(excess, -_FARTHEST, _FARTHEST))


class Fitted(NamedTuple):
    """A difficulty with its standard error, and the misfit of the attempts."""

    difficulty: float
    error: float
    misfit: float


def fitted(tried: Sequence[tuple[float, bool]]) -> Fitted:
    """The most likely difficulty for attempts, each an ability and whether it succeeded."""
    solved = sum(success for _, success in tried)

    def excess(difficulty: float) -> float:
        expected = sum(chance(ability, difficulty) for ability, _ in tried)
        return expected - solved - difficulty / PRIOR**2

    difficulty = root_of(excess)
    chances = [chance(ability, difficulty) for ability, _ in tried]
    information = sum(one * (1 - one) for one in chances)
    unforeseen = sum((success - one) ** 2 for (_, success), one in zip(tried, chances, strict=True))
    misfit = unforeseen / information if information > 0 else 1.0
    return Fitted(difficulty, 1 / math.sqrt(information + 1 / PRIOR**2), misfit)


def terms(value: float, parts: Mapping[str, int]) -> dict[str, float]:
    """The terms of felt difficulty, each about as large as the others."""
    numbers = {name: math.log1p(many) for name, many in parts.items()}
    shares = {"hidden": parts.get("hidden", 0) / 50}
    return numbers | shares | {"value": (value - MEAN) / 200}


def felt(value: float, parts: Mapping[str, int], scale: Felt) -> float:
    """The felt difficulty on the scale."""
    known = terms(value, parts)
    return sum(weight * known.get(name, 0.0) for name, weight in scale.weights.items())


def level_of(value: int, parts: Mapping[str, int] = MappingProxyType({})) -> int:
    """The level, 1 to 5, of a rating with these parts; of those without `matter`, as earlier
    versions made them, by the value alone.
    """
    scales = calibration().felt
    name = "defence" if "candidates" in parts else "help" if "matter" in parts else "value"
    return 1 + sum(felt(value, parts, scales[name]) >= least for least in scales[name].levels)


def rating(
    attempts: Sequence[Attempt], parts: dict[str, int], based: Calibration | None = None
) -> Rating:
    """The rating of a puzzle from simulated attempts at it; `parts` stand beside it."""
    based = based or calibration()
    tried = [(based.abilities[attempt.solver], attempt.solved) for attempt in attempts]
    found = fitted(tried)
    solved = sum(attempt.solved for attempt in attempts) / len(attempts)
    return _rating(
        MEAN + UNIT * found.difficulty, UNIT * found.error, solved, found.misfit, "simulated", parts
    )


def searched(nodes: int, parts: dict[str, int], based: Calibration | None = None) -> Rating:
    """The rating of a puzzle without a defence, by the turns that plain search looks at."""
    based = based or calibration()
    value = based.first + based.slope * math.log10(max(1, nodes))
    return _rating(value, based.error, None, None, "search", parts)


@cache
def simulated() -> dict[float, Rating]:
    """The ratings that simulated solvers can give, by the share of their attempts that solved the
    puzzle: the likeliest difficulty depends on the number of successes alone.
    """
    names = [name for name in SOLVERS for _ in range(TRIES)]
    found: dict[float, Rating] = {}
    for many in range(len(names) + 1):
        one = rating([Attempt(name, place < many) for place, name in enumerate(names)], {})
        assert one.solved is not None
        found[one.solved] = one
    return found


def recovered(told: Rating) -> Rating:
    """The rating that simulated solvers gave, of one that people's attempts moved since. Raises
    `TextError` for a share of another number of attempts.
    """
    known = simulated()
    if told.solved not in known:
        raise TextError(f"no share of {len(known) - 1} simulated attempts: {told.solved}")
    found = known[told.solved]
    level = level_of(found.value, told.parts)
    return found.model_copy(update={"misfit": told.misfit, "parts": told.parts, "level": level})


def _rating(
    value: float,
    error: float,
    solved: float | None,
    misfit: float | None,
    by: Literal["simulated", "search", "people"],
    parts: dict[str, int],
) -> Rating:
    whole = round(value)
    return Rating(
        value=whole,
        error=round(error),
        level=level_of(whole, parts),
        solved=None if solved is None else round(solved, 3),
        misfit=None if misfit is None else round(misfit, 2),
        by=by,
        parts=parts,
    )
