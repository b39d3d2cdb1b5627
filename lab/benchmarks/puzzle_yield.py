"""Measures how many puzzles a minute of one processor gives, and why the rest is rejected.

    python -m lab.benchmarks.puzzle_yield                        every game on its real board
    python -m lab.benchmarks.puzzle_yield grow square:5x5 drop=mandatory --batches 4 --seed 1
    python -m lab.benchmarks.puzzle_yield esgros --source constraints --seconds 60

One JSON object a game: `accepted` puzzles for each minute, in all and by stipulation; `taken`, of
which a set may take one a game or family of positions; their mean `worth`; the share of `composed`
puzzles; and of all questions the share of each reason for rejection. The first batch, which loads
compiled code, is not counted.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter

from ruleproof import game
from ruleproof.puzzles.judging.solution import length
from ruleproof.puzzles.making.batches import Batch, Maker, Order
from ruleproof.puzzles.making.choice import Choice
from ruleproof.puzzles.making.request import wanted
from ruleproof.puzzles.telling.worth import worth

REAL = (
    ("esgros", "hex:4", {}),
    ("gro", "dish:3,2", {}),
    ("grow", "square:5x5", {"drop": "mandatory"}),
    ("grow", "square:6x6", {"drop": "mandatory"}),
    ("incrowd", "square:9x9", {}),
    ("sow", "square:4x8", {}),
)
"""The boards that sets are made on."""


def measured(
    name: str, board: str, settings: dict[str, str], asked: argparse.Namespace
) -> dict[str, object]:
    """The yield of so many batches, or of those begun in so many seconds of the processor."""
    chosen = wanted(game(name, board, **settings), asked.seed, sources=asked.source)
    maker, choice = Maker(chosen), Choice(chosen, asked.n)
    maker(Order(0))
    made, begun, seconds = list[Batch](), time.process_time(), 0.0
    while len(made) < asked.batches if asked.seconds is None else seconds < asked.seconds:
        made.append(maker(choice.order(choice.batches)))
        choice.add(made[-1])
        seconds = time.process_time() - begun
    puzzles = [one for batch in made for options in batch.found for one in options]
    found = Counter(one.stipulation.name for one in puzzles)
    best = [max(map(worth, options)) for batch in made for options in batch.found]
    reasons: Counter[str] = Counter()
    for batch in made:
        for told, many in batch.rejected.items():
            reasons[told.partition(": ")[2]] += many
    return {
        "game": name,
        "board": board,
        "settings": settings,
        "sources": asked.source,
        "seed": asked.seed,
        "seconds": round(seconds, 1),
        "questions": sum(batch.tried for batch in made),
        "accepted": round(60 * found.total() / seconds, 2),
        "taken": round(60 * len(choice.puzzles) / seconds, 2),
        "turns": dict(sorted(Counter(map(length, choice.puzzles)).items())),
        "worth": round(sum(best) / max(1, len(best))),
        "composed": round(sum(one.composed for one in puzzles) / max(1, len(puzzles)), 2),
        "stipulations": {one: round(60 * many / seconds, 2) for one, many in found.most_common()},
        "rejected": {one: round(many / reasons.total(), 3) for one, many in reasons.most_common()},
    }


def main() -> None:
    """Prints the yields."""
    parser = argparse.ArgumentParser(description="How many puzzles a minute of work gives.")
    parser.add_argument("game", nargs="?")
    parser.add_argument("board", nargs="?")
    parser.add_argument("settings", nargs="*", help="KEY=VALUE")
    parser.add_argument("--batches", type=int, default=4)
    parser.add_argument("--seconds", type=float, help="instead of --batches")
    parser.add_argument("-n", type=int, default=100, help="the puzzles of the set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--source", action="append", default=[])
    asked = parser.parse_args()
    grounds = REAL
    if asked.game:
        chosen = dict(one.split("=", 1) for one in asked.settings)
        grounds = (
            ((asked.game, asked.board, chosen),)
            if asked.board
            else tuple(one for one in REAL if one[0] == asked.game)
        )
    for name, board, settings in grounds:
        told = measured(name, board, dict(settings), asked)
        sys.stdout.write(f"{json.dumps(told)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
