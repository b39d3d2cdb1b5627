"""Hints against exact values: `python -m lab.hints [GAME…] [--positions N]`.

Positions come from games of random players on boards small enough to be solved: the legal moves are
valued exactly, and positions in which all are worth the same are left out, as are those that one
turn ends. A hint keeps the value if its first move is worth as much as the best one. `exact` counts
the hints that were proved best; `searched` are those of the tree search alone, as if no exact value
were found. The results are in `lab/results/ladders.md`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

from ruleproof import game
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.puzzles.telling.advising import best_turn, searched
from ruleproof.solvers.playing.exact.openings import move_values
from ruleproof.solvers.playing.players.games import play_out
from ruleproof.solvers.playing.players.players import players

GROUNDS: dict[str, tuple[str, dict[str, int | str]]] = {
    "gro": ("dish:1,1", {"tokens": 4}),
    "grow": ("square:3x3", {"drop": "mandatory"}),
    "incrowd": ("square:3x4", {}),
    "sow": ("square:2x4", {"height": 2}),
    "esgros": ("hex:3", {}),
}
RANK = {"win": 1, "draw": 0, "loss": -1}
LEFT = 14
"""Positions are at most so many plies from the end of their game."""


class Row(NamedTuple):
    """The number of positions, hints that keep the value, those that are proved, and moves of the
    tree search alone that keep it.
    """

    positions: int
    kept: int
    exact: int
    searched: int


def valued(played: Game, positions: int) -> Iterator[tuple[Position, dict[str, int]]]:
    """Yields positions in which moves differ, with what each move is worth to who makes it."""
    seen: set[str] = set()
    seed = 0
    while len(seen) < positions:
        found = play_out(played, players(["random", "random"]), seed, plies=200).positions
        seed += 1
        for position in found[-LEFT:-1:3]:
            if position.text in seen or len(seen) == positions:
                continue
            told = move_values(position)
            sign = 1 if position.state.side == 0 else -1
            worths = {
                move: RANK[value] if isinstance(value, str) else sign * value
                for move, value in told.items()
                if isinstance(value, str | int)
            }
            if len(worths) == len(told) and len(set(worths.values())) > 1:
                seen.add(position.text)
                yield position, worths


def row(played: Game, positions: int) -> Row:
    """Counts the hints on so many positions."""
    kept = exact = alone = 0
    for position, worths in valued(played, positions):
        best, show = max(worths.values()), played.show_move
        found = best_turn(position)
        kept += worths[show(found.moves[0])] == best
        exact += found.exact
        alone += worths[show(searched(position, seed=0).move)] == best
    return Row(positions, kept, exact, alone)


def main() -> None:
    """Prints a row for each game that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GROUNDS))
    parser.add_argument("--positions", type=int, default=200)
    chosen = parser.parse_args()
    for name in chosen.games:
        board, settings = GROUNDS[name]
        found = row(game(name, board, **settings), chosen.positions)
        said = " ".join(f"{one}={value}" for one, value in settings.items())
        told = f"| {name} | {board} {said} | {' | '.join(map(str, found))} |"
        print(told, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
