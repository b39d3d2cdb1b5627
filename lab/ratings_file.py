"""The file that `python -m lab.calibrate --table` writes: how ratings and other solvers agree.

>>> rank_correlation([(1, 0.9), (2, 0.5), (3, 0.4)])
-1.0
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from pydantic import Field

from ruleproof.models.errors import TextError
from ruleproof.models.files.strict import Misfit, json_as
from ruleproof.puzzles.rating.tenths import PARTS, Tenth
from ruleproof.puzzles.stipulations import Strict
from ruleproof.puzzles.texts import Line

FORMAT = "ruleproof-ratings/1"


class GameAgreement(Strict):
    """A game's puzzles, tried by solvers who took no part in the calibration: the rank correlation
    of rating and success over the puzzles, that over the tenths, and the tenths.
    """

    game: Line
    puzzles: int = Field(ge=0)
    over_puzzles: float = Field(ge=-1, le=1)
    over_tenths: float = Field(ge=-1, le=1)
    tenths: list[Tenth] = Field(max_length=PARTS)


class Agreement(Strict):
    """The agreement of ratings with such solvers, game by game."""

    format: Literal["ruleproof-ratings/1"] = FORMAT
    games: list[GameAgreement]


def rank_correlation(points: Sequence[tuple[float, float]]) -> float:
    """Spearman's rank correlation, 0 where either number is always the same."""
    from scipy.stats import spearmanr

    ones, others = [one for one, _ in points], [other for _, other in points]
    if len(set(ones)) < 2 or len(set(others)) < 2:
        return 0.0
    correlate: Callable[..., Any] = spearmanr
    return float(correlate(ones, others)[0])


def read_agreement(text: str, name: str) -> Agreement:
    """The agreement that a file tells. Raises `TextError`, with the file's name, for another."""
    try:
        return json_as(Agreement, text)
    except Misfit as misfit:
        where = misfit.place or "the file"
        raise TextError(
            f"{name}: {where}: {misfit.what}; a file of `calibrate --table` is accepted"
        ) from None
