"""Calibration: the abilities of simulated solvers, from puzzles of all games.

    python -m ruleproof.puzzles.rating.calibrate SET.jsonl… [-o calibration.json]

Without `-o` it replaces the calibration of the package. It prints a table: how often lookers, who
take no part, solve the puzzles of each tenth of the ratings, and the rank correlation of both.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ruleproof.models.files.writing import write_whole
from ruleproof.models.play.game import Game
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.puzzle import Puzzle, position_of, read_set
from ruleproof.puzzles.rating.attempts import BUDGETS, TRIES, Attempt
from ruleproof.puzzles.rating.effort import searched_nodes, tried
from ruleproof.puzzles.rating.rating import (
    MEAN,
    UNIT,
    Calibration,
    Table,
    abilities,
    fitted,
    level_of,
    trend,
)
from ruleproof.solvers.goals.attack import TooWide


class Row(NamedTuple):
    """The results for one puzzle: attempts of both families, and the nodes of a search."""

    puzzle: Puzzle
    attempts: list[Attempt]
    lookers: list[Attempt]
    nodes: int


def rows(puzzles: Sequence[Puzzle]) -> list[Row]:
    """Attempts at each puzzle that has a tree, without those that are too wide."""
    found: list[Row] = []
    judges: dict[Game, Judge] = {}
    for number, puzzle in enumerate(puzzles, 1):
        sys.stderr.write(f"\r{number} of {len(puzzles)}")
        position = position_of(puzzle)
        if puzzle.tree is None:
            continue
        judge = judges.setdefault(position.game, Judge(position.game))
        try:
            attempts = tried(judge, position.state, puzzle)
            lookers = tried(judge, position.state, puzzle, lookers=True)
            nodes = searched_nodes(judge, position.state, puzzle)
        except TooWide:
            continue
        found.append(Row(puzzle, attempts, lookers, nodes))
    sys.stderr.write("\n")
    return found


def calibrated(table: Sequence[Row]) -> Calibration:
    """Makes the calibration from the attempts."""
    counts = [
        tuple(sum(one.solved for one in row.attempts if one.budget == budget) for budget in BUDGETS)
        for row in table
    ]
    ability = abilities(Table(BUDGETS, tuple(counts), TRIES))
    values = [_value(row.attempts, ability) for row in table]
    line = trend([row.nodes for row in table], values)
    return Calibration(ability, line.first, line.slope, line.error, len(table))


def _value(attempts: Sequence[Attempt], ability: dict[int, float]) -> float:
    return MEAN + UNIT * fitted([(ability[one.budget], one.solved) for one in attempts]).difficulty


def text_of(found: Calibration) -> str:
    """The text of the calibration's file."""
    told = {
        "abilities": {str(budget): ability for budget, ability in found.abilities.items()},
        "search": {"first": found.first, "slope": found.slope, "error": found.error},
        "puzzles": found.puzzles,
        "made by": "python -m ruleproof.puzzles.rating.calibrate SET.jsonl…",
    }
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


class Validation(NamedTuple):
    """The agreement of ratings with solvers who took no part: the rank correlation over puzzles,
    that over the tenths, and per tenth the mean value with the share that lookers solve.
    """

    puzzles: float
    tenths: float
    table: list[tuple[float, float]]


def validated(table: Sequence[Row], found: Calibration) -> Validation:
    """Compares the ratings of the calibrated family with the successes of lookers."""
    from scipy.stats import spearmanr

    pairs = sorted(
        (
            _value(row.attempts, found.abilities),
            sum(one.solved for one in row.lookers) / len(row.lookers),
        )
        for row in table
    )
    many = min(10, len(pairs))
    cut = [pairs[len(pairs) * k // many : len(pairs) * (k + 1) // many] for k in range(many)]
    tenths = [
        (sum(value for value, _ in part) / len(part), sum(s for _, s in part) / len(part))
        for part in cut
    ]

    correlate: Callable[..., Any] = spearmanr

    def rank(points: Sequence[tuple[float, float]]) -> float:
        values, shares = [a for a, _ in points], [b for _, b in points]
        if len(set(values)) < 2 or len(set(shares)) < 2:
            return 0.0
        return float(correlate(values, shares)[0])

    return Validation(rank(pairs), rank(tenths), tenths)


def main() -> None:
    """Make a calibration of sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument(
        "-o", "--output", type=Path, default=Path(__file__).with_name("calibration.json")
    )
    given = parser.parse_args()
    puzzles: list[Puzzle] = []
    for path in given.sets:
        puzzles += read_set(path.read_text(encoding="utf-8"), str(path))
    table = rows(puzzles)
    found = calibrated(table)
    write_whole(given.output, text_of(found))
    checked = validated(table, found)
    told = [
        f"{found.puzzles} puzzles; abilities {found.abilities}",
        f"rank correlation with lookers: {checked.puzzles:.2f} over puzzles, "
        f"{checked.tenths:.2f} over tenths",
    ]
    told += [f"  {value:5.0f}  {solved:.2f}" for value, solved in checked.table]
    games = sorted({row.puzzle.game for row in table})
    for name in games:
        part = [row for row in table if row.puzzle.game == name]
        values = [_value(row.attempts, found.abilities) for row in part]
        levels = [sum(level_of(round(v)) == n for v in values) for n in range(1, 6)]
        own = validated(part, found)
        told.append(
            f"{name}: {len(part)} puzzles, levels {levels}, with lookers {own.puzzles:.2f} "
            f"over puzzles, {own.tenths:.2f} over tenths"
        )
    sys.stdout.write("\n".join(told) + "\n")


if __name__ == "__main__":
    main()
