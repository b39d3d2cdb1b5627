"""Calibration: the abilities of simulated solvers, from puzzles of all games.

    python -m lab.calibrate SET.jsonl… [-o calibration.json]
    python -m lab.calibrate --check SET.jsonl… [--table ratings.json]

Without `-o` it replaces the calibration of the package; with `--check` it makes none, and uses that
of the package. It prints a table: how often lookers, who take no part, solve the puzzles of each
tenth of the ratings, and the rank correlation of both. `--table` saves the tenths of each game, to
be drawn.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from lab.fitting import Successes, abilities, trend
from lab.lookers import looked
from lab.ratings_file import Agreement, GameAgreement, rank_correlation
from ruleproof.models.errors import TextError
from ruleproof.models.files.reading import LONGEST_SET, text_within
from ruleproof.models.files.writing import try_out, write_whole
from ruleproof.models.play.game import Game
from ruleproof.puzzles import rating
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.puzzle import Puzzle, position_of, read_set
from ruleproof.puzzles.rating.attempts import SOLVERS, TRIES, Attempt
from ruleproof.puzzles.rating.effort import searched_nodes, tried
from ruleproof.puzzles.rating.rating import (
    MEAN,
    UNIT,
    Calibration,
    calibration,
    fitted,
)
from ruleproof.puzzles.rating.tenths import Tenth, tenths
from ruleproof.solvers.playing.goals.attack import TooWide


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
            lookers = looked(judge, position.state, puzzle)
            nodes = searched_nodes(judge, position.state, puzzle)
        except TooWide:
            continue
        found.append(Row(puzzle, attempts, lookers, nodes))
    sys.stderr.write("\n")
    return found


def calibrated(table: Sequence[Row]) -> Calibration:
    """Makes the calibration from the attempts."""
    counts = [
        tuple(sum(one.solved for one in row.attempts if one.solver == name) for name in SOLVERS)
        for row in table
    ]
    ability = abilities(Successes(SOLVERS, tuple(counts), TRIES))
    values = [_value(row.attempts, ability) for row in table]
    line = trend([row.nodes for row in table], values)
    felt = calibration().felt
    return Calibration(ability, line.first, line.slope, line.error, felt, len(table))


def _value(attempts: Sequence[Attempt], ability: dict[str, float]) -> float:
    return MEAN + UNIT * fitted([(ability[one.solver], one.solved) for one in attempts]).difficulty


def text_of(found: Calibration) -> str:
    """The text of the calibration's file."""
    told = {
        "abilities": {str(budget): ability for budget, ability in found.abilities.items()},
        "search": {"first": found.first, "slope": found.slope, "error": found.error},
        "felt": {name: one._asdict() for name, one in found.felt.items()},
        "puzzles": found.puzzles,
        "made by": "python -m lab.calibrate SET.jsonl…",
    }
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


class Validation(NamedTuple):
    """The agreement of ratings with solvers who took no part: the rank correlation over puzzles,
    that over the tenths, and the tenths.
    """

    puzzles: float
    tenths: float
    table: list[Tenth]


def validated(table: Sequence[Row], found: Calibration) -> Validation:
    """Compares the ratings of the calibrated family with the successes of lookers."""
    pairs = [
        (
            _value(row.attempts, found.abilities),
            sum(one.solved for one in row.lookers) / len(row.lookers),
        )
        for row in table
    ]
    parts = tenths(pairs)
    over_tenths = rank_correlation([(one.rating, one.solved) for one in parts])
    return Validation(rank_correlation(pairs), over_tenths, parts)


def agreement(table: Sequence[Row], found: Calibration) -> Agreement:
    """The agreement of ratings and lookers in each game."""
    games = sorted({row.puzzle.game for row in table})
    return Agreement(games=[_in_game(name, _of(name, table), found) for name in games])


def _in_game(name: str, part: Sequence[Row], found: Calibration) -> GameAgreement:
    own = validated(part, found)
    return GameAgreement(
        game=name,
        puzzles=len(part),
        over_puzzles=round(own.puzzles, 3),
        over_tenths=round(own.tenths, 3),
        tenths=own.table,
    )


def _of(name: str, table: Sequence[Row]) -> list[Row]:
    return [row for row in table if row.puzzle.game == name]


def told(table: Sequence[Row], found: Calibration) -> str:
    """The table that is printed: over all puzzles, then in each game."""
    checked = validated(table, found)
    lines = [
        f"{len(table)} puzzles; abilities {found.abilities}",
        f"rank correlation with lookers: {checked.puzzles:.2f} over puzzles, "
        f"{checked.tenths:.2f} over tenths",
    ]
    lines += [f"  {one.rating:5.0f}  {one.solved:.2f}" for one in checked.table]
    for own in agreement(table, found).games:
        rated = [row.puzzle.rating for row in _of(own.game, table)]
        levels = [sum(one is not None and one.level == n for one in rated) for n in range(1, 6)]
        lines.append(
            f"{own.game}: {own.puzzles} puzzles, levels {levels}, with lookers "
            f"{own.over_puzzles:.2f} over puzzles, {own.over_tenths:.2f} over tenths"
        )
    return "\n".join(lines) + "\n"


def main(words: Sequence[str] | None = None) -> None:
    """Make a calibration of sets, or check that of the package."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("sets", nargs="+", type=Path, metavar="SET.jsonl")
    parser.add_argument("--check", action="store_true", help="validate, and make no calibration")
    parser.add_argument("--table", type=Path, metavar="FILE.json", help="save the tenths")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.json", help="the calibration")
    given = parser.parse_args(words)
    if given.check and given.output:
        parser.error("-o: --check makes no calibration; --table saves what it finds")
    output: Path = given.output or Path(rating.__file__).with_name("calibration.json")
    try:
        puzzles = [puzzle for path in given.sets for puzzle in _read(path)]
        for path in (given.table, None if given.check else output):
            if path is not None:
                try_out(path)
        table = rows(puzzles)
        if not table:
            raise TextError("no puzzle of these sets has a tree to try")
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{parser.prog}: error: {error}\n")
        sys.exit(2)
    found = calibration() if given.check else calibrated(table)
    if not given.check:
        write_whole(output, text_of(found))
    if given.table:
        write_whole(given.table, agreement(table, found).model_dump_json(indent=2) + "\n")
    sys.stdout.write(told(table, found))


def _read(path: Path) -> list[Puzzle]:
    return read_set(text_within(path, LONGEST_SET), str(path))


if __name__ == "__main__":
    main()
