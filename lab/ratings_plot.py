"""The plot of ratings against the successes of solvers who took no part in the calibration.

    python -m lab.ratings_plot ratings.json -o lab/results/ratings.svg

The file is that of `python -m lab.calibrate --check SET.jsonl… --table`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from lab.ratings_file import Agreement, GameAgreement, read_agreement
from ruleproof.models.errors import TextError
from ruleproof.models.files.reading import MEBIBYTE, text_within
from ruleproof.models.files.writing import write_whole
from ruleproof.reports.drawing.plots import Dot, Series, scatter

TITLE = "Ratings of puzzles against the successes of lookers, who took no part in the calibration"


def ratings_plot(told: Agreement) -> str:
    """The plot as SVG: the tenths of each game, by their mean rating, each with the interval of the
    share that lookers solve. Raises `TextError` where no game has a tenth.
    """
    games = [game for game in told.games if game.tenths]
    if not games:
        raise TextError("no tenths to draw; they come from a set with puzzles that have a tree")
    series = [Series(game.game, _dots(game), joined=True) for game in games]
    across, up = "mean rating of a tenth of the set", "solved by lookers"
    return str(scatter(TITLE, series, across=across, up=up, alone=True)) + "\n"


def _dots(game: GameAgreement) -> list[Dot]:
    return [
        Dot(
            one.rating,
            one.solved,
            f"{game.game}: rated {one.rating:.0f}, {one.solved:.0%} solved "
            f"({one.low:.0%} to {one.high:.0%}), {one.puzzles} puzzles",
            one.low,
            one.high,
        )
        for one in game.tenths
    ]


def main(words: Sequence[str] | None = None) -> None:
    """Draws the plot of a file."""
    parser = argparse.ArgumentParser(description="Draw ratings against successes.")
    parser.add_argument("file", type=Path, metavar="FILE.json")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.svg", required=True)
    given = parser.parse_args(words)
    path: Path = given.file
    try:
        drawn = ratings_plot(read_agreement(text_within(path, MEBIBYTE), str(path)))
        write_whole(given.output, drawn)
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{parser.prog}: error: {error}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
