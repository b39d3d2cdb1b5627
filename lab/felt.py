"""Felt difficulty: the weights of its terms, fitted to what readers felt, and how well levels tell.

    python -m lab.felt SET.jsonl… --readings FILE.csv… [--fit]

Readings are tables with the columns `id`, `reader` and `difficulty` (1 to 5). Printed are rank
correlations in each game and over all, with intervals of 95 % over puzzles: of the levels that the
sets have, of the ratings, and of weights fitted to the readings of other puzzles. `--fit` writes
the weights of all readings, and the bounds between fifths of the sets, into the calibration.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lab.ratings_file import rank_correlation
from ruleproof.models.files.writing import write_whole
from ruleproof.puzzles import rating
from ruleproof.puzzles.puzzle import Puzzle, PuzzleSet, Rating
from ruleproof.puzzles.rating.rating import Felt, calibration, felt, terms

PULL = 20.0
"""So many readings the weights from before count for."""
FOLDS = 10
DRAWS = 1000
"""The samples of puzzles behind an interval."""
FILE = Path(rating.__file__).with_name("calibration.json")


class Feeling(NamedTuple):
    """A reader's difficulty of a puzzle of a game, with the puzzle's rating."""

    game: str
    puzzle: str
    reader: str
    difficulty: float
    rating: Rating


def scale_of(rating: Rating) -> str:
    """The name of the scale that the rating is on."""
    return "defence" if "candidates" in rating.parts else "help"


def fitted(feelings: Sequence[Feeling], before: dict[str, float]) -> Felt:
    """The weights that fit the readings best, drawn to those from before: difficulties less their
    reader's mean in the game, against terms less the game's mean.
    """
    import numpy as np

    known = [terms(one.rating.value, one.rating.parts) for one in feelings]
    table = np.array([[one.get(name, 0.0) for name in before] for one in known])
    table = table - _means(table, [one.game for one in feelings])
    told = np.array([one.difficulty for one in feelings])
    told = told - _means(told, [f"{one.game} {one.reader}" for one in feelings])
    spread = np.maximum(table.std(axis=0), 0.05)
    prior, scaled = np.array(list(before.values())) * spread, table / spread
    line = scaled @ prior
    slope = max(0.05, float(line @ told) / max(1e-9, float(line @ line)))
    square = scaled.T @ scaled + PULL * np.eye(len(before))
    found = np.linalg.solve(square, scaled.T @ told + PULL * slope * prior) / spread / slope
    weights = {name: round(float(one), 3) for name, one in zip(before, found, strict=True)}
    return Felt(weights, [])


def _means(values: Any, groups: Sequence[str]) -> Any:
    """The mean of each value's group, in its place."""
    import numpy as np

    found = np.zeros_like(values)
    for group in set(groups):
        members = [place for place, one in enumerate(groups) if one == group]
        found[members] = values[members].mean(axis=0)
    return found


def by_others(feelings: Sequence[Feeling]) -> list[float]:
    """The felt difficulty of each reading, by weights from the readings of other puzzles."""
    fold = {one: k % FOLDS for k, one in enumerate(sorted({one.puzzle for one in feelings}))}
    found = [0.0] * len(feelings)
    for name in ("defence", "help"):
        places = [k for k, one in enumerate(feelings) if scale_of(one.rating) == name]
        for part in range(FOLDS):
            known = [feelings[k] for k in places if fold[feelings[k].puzzle] != part]
            scale = calibration().felt[name]
            scale = fitted(known, scale.weights) if known else scale
            for k in places:
                if fold[feelings[k].puzzle] == part:
                    of = feelings[k].rating
                    found[k] = felt(of.value, of.parts, scale)
    return found


def interval(feelings: Sequence[Feeling], told: Sequence[float]) -> tuple[float, float, float]:
    """The rank correlation with what was felt, and its interval."""
    by: dict[str, list[tuple[float, float]]] = {}
    for one, value in zip(feelings, told, strict=True):
        by.setdefault(one.puzzle, []).append((value, one.difficulty))
    dice, puzzles = random.Random(0), list(by.values())
    drawn = sorted(
        rank_correlation([pair for one in dice.choices(puzzles, k=len(puzzles)) for pair in one])
        for _ in range(DRAWS)
    )
    whole = rank_correlation([pair for one in puzzles for pair in one])
    return whole, drawn[DRAWS // 40], drawn[-DRAWS // 40]


def fifths(values: Sequence[tuple[str, float]]) -> list[float]:
    """The four bounds between fifths of the values, each with its game; games count alike."""
    games = [game for game, _ in values]
    ordered = sorted((value, 1 / games.count(game)) for game, value in values)
    whole, bounds, so_far = sum(share for _, share in ordered), list[float](), 0.0
    for value, share in ordered:
        if len(bounds) < 4 and so_far >= whole * (len(bounds) + 1) / 5:
            bounds.append(round(value, 2))
        so_far += share
    return bounds


def feelings_of(puzzles: Sequence[Puzzle], paths: Sequence[Path]) -> list[Feeling]:
    """The readings of puzzles that have a rating."""
    rated = {one.id: (one.game, one.rating) for one in puzzles if one.rating}
    rows = [row for path in paths for row in csv.DictReader(path.read_text("utf-8").splitlines())]
    return [
        Feeling(game, row["id"], row.get("reader") or "", float(row["difficulty"]), rating)
        for row in rows
        if row["id"] in rated and row["difficulty"]
        for game, rating in [rated[row["id"]]]
    ]


def table(feelings: Sequence[Feeling]) -> str:
    """The table that is printed."""
    lines: list[str] = []
    others = by_others(feelings)
    for game in [*sorted({one.game for one in feelings}), "all"]:
        places = [k for k, one in enumerate(feelings) if game in ("all", one.game)]
        part = [feelings[k] for k in places]
        told = {
            "levels": [float(one.rating.level) for one in part],
            "ratings": [float(one.rating.value) for one in part],
            "others": [others[k] for k in places],
        }
        words = [
            f"{name} {whole:5.2f} ({low:.2f} to {high:.2f})"
            for name, numbers in told.items()
            for whole, low, high in [interval(part, numbers)]
        ]
        lines.append(f"{game:8} {len(part):3}  {'   '.join(words)}")
    return "\n".join(lines) + "\n"


def fit(puzzles: Sequence[Puzzle], feelings: Sequence[Feeling]) -> None:
    """Writes the weights and the bounds of both scales into the calibration."""
    told = json.loads(FILE.read_text("utf-8"))
    for name in ("defence", "help"):
        known = [one for one in feelings if scale_of(one.rating) == name]
        scale = calibration().felt[name]
        scale = fitted(known, scale.weights) if known else scale
        values = [
            (one.game, felt(one.rating.value, one.rating.parts, scale))
            for one in puzzles
            if one.rating and "matter" in one.rating.parts and scale_of(one.rating) == name
        ]
        told["felt"][name] = {"weights": scale.weights, "levels": fifths(values)}
    write_whole(FILE, json.dumps(told, indent=2, ensure_ascii=False) + "\n")


def main() -> None:
    """Prints the table, and fits the weights if that is wanted."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("sets", nargs="+", type=Path, metavar="SET.jsonl")
    parser.add_argument("--readings", nargs="+", type=Path, default=[], metavar="FILE.csv")
    parser.add_argument("--fit", action="store_true", help="write the calibration")
    given = parser.parse_args()
    puzzles = [one for path in given.sets for one in PuzzleSet.read(path)]
    feelings = feelings_of(puzzles, given.readings)
    if feelings:
        sys.stdout.write(table(feelings))
    if given.fit:
        fit(puzzles, feelings)


if __name__ == "__main__":
    main()
