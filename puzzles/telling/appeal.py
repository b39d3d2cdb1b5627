"""Appeal: how well readers liked what a puzzle asks for.

`readings.csv` holds what readers told who did not know the solutions: the sitting, the game, the
puzzle's id, its kind (the name of its stipulation) and their pleasure, from 1 to 5. A kind that few
have read counts as puzzles of its aim do in all games; so does one of a game that nobody has read.

>>> from ruleproof.puzzles.telling.appeal import appeal
>>> appeal("grow", "shut") > appeal("grow", "avert-lead")
True
>>> appeal("a-new-game", "win") == appeal("another", "capture")
True
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ruleproof.puzzles.stipulations import named

LEAST, MOST = 1, 5
"""The least and the greatest pleasure."""
FAIR = 3
PRIOR = 4
"""The number of readings that what is known of the aim counts for."""

DULL = 2, 2.5
"""A kind that at least so many readings gave less than that pleasure is dull."""


class Reading(NamedTuple):
    """A reader's pleasure with one puzzle."""

    sitting: int
    game: str
    puzzle: str
    kind: str
    pleasure: float


@cache
def readings() -> tuple[Reading, ...]:
    """All readings, in the order of the sittings."""
    text = files("ruleproof.puzzles.telling").joinpath("readings.csv").read_text(encoding="utf-8")
    return tuple(
        Reading(
            int(row["sitting"]), row["game"], row["puzzle"], row["kind"], float(row["pleasure"])
        )
        for row in csv.DictReader(text.splitlines())
    )


@cache
def appeal(game: str, kind: str) -> float:
    """The appeal of that kind of puzzle of a game, from 0 to 1: the mean pleasure, where `PRIOR`
    readings are added that have the mean of the aim.
    """
    aim, _ = named(kind)
    of_aim = [one.pleasure for one in readings() if named(one.kind)[0] == aim]
    of_kind = [one.pleasure for one in readings() if (one.game, one.kind) == (game, kind)]
    usual = sum(of_aim) / len(of_aim) if of_aim else (LEAST + MOST) / 2
    mean = (sum(of_kind) + PRIOR * usual) / (len(of_kind) + PRIOR)
    return (mean - LEAST) / (MOST - LEAST)


@cache
def dull_kind(game: str, kind: str) -> bool:
    """Whether readers found that kind of puzzle of a game dull."""
    many, least = DULL
    told = [one.pleasure for one in readings() if (one.game, one.kind) == (game, kind)]
    return len(told) >= many and sum(told) < least * len(told)


@cache
def disliked() -> frozenset[str]:
    """The puzzles that no reader found fair."""
    best: dict[str, float] = {}
    for one in readings():
        best[one.puzzle] = max(one.pleasure, best.get(one.puzzle, LEAST))
    return frozenset(puzzle for puzzle, pleasure in best.items() if pleasure < FAIR)
