"""Tournaments that order the opponents of the games: `python -m lab.ladders GAME… [--seconds N]`.

Each level of a ladder plays the next one on the game's own board, each of them first in turns; a
game that has lasted 300 turns counts as a draw. Every pair gets 400 games, or as many as it has
time for. Prints for each pair the results and the difference in Elo, with an interval of 95 %
(Wilson's, draws as half a win). The results are `lab/results/ladders.md`; the ladders themselves
stand in `models/GAME/play.py`.
"""

from __future__ import annotations

import argparse
import math
import time
from itertools import pairwise
from typing import NamedTuple

from ruleproof import game
from ruleproof.models.play.game import Game
from ruleproof.solvers.playing.players.games import play_out
from ruleproof.solvers.playing.players.players import players

GAMES = 400
LONGEST = 300
CANDIDATES: dict[str, tuple[str, ...]] = {
    "esgros": ("random", "careless:2", "careless:3", "careless:5", "shallow:1", "mcts:16",
               "mcts:64", "mcts:256"),
    "sow": ("random", "careless:2", "careless:3", "careless:5", "careless:9", "shallow:1",
            "shallow:2", "shallow:3", "mcts:256", "mcts:1024"),
    "grow": ("random", "careless:2", "careless:3", "careless:5", "careless:9", "careless:20",
             "greedy", "shallow:1", "mcts:64", "mcts:256"),
    "gro": ("random", "careless:2", "careless:3", "careless:5", "careless:9", "shallow:1",
            "shallow:2", "shallow:3", "mcts:256"),
    "incrowd": ("random", "careless:2", "careless:3", "careless:5", "careless:9", "shallow:1",
                "mcts:16", "mcts:32", "shallow:2", "shallow:3", "mcts:1024"),
}  # fmt: skip
"""The players of each ladder that were tried, the weakest first."""


class Match(NamedTuple):
    """The results of a match for the stronger player."""

    stronger: str
    weaker: str
    won: int
    drawn: int
    lost: int
    seconds: float

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost


def elo(share: float) -> float:
    """The difference in Elo that a share of the points stands for; endless for all or none."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return -400 * math.log10(1 / share - 1)


def wilson(share: float, games: int) -> tuple[float, float]:
    """The interval of 95 % of a share of the points of so many games."""
    z = 1.96
    middle = (share + z * z / 2 / games) / (1 + z * z / games)
    spread = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + (z / games / 2) ** 2)
    return middle - spread, middle + spread


def match(played: Game, weaker: str, stronger: str, games: int, seconds: float) -> Match:
    """Plays so many games, or as many as there is time for, by an even number."""
    begun, count = time.process_time(), [0, 0, 0]
    for number in range(games):
        first = number % 2
        names = [weaker, stronger] if first else [stronger, weaker]
        winner = play_out(played, players(names), 10_000 + number, LONGEST).winner
        count[1 if winner is None else 0 if winner == first else 2] += 1
        if first and time.process_time() - begun > seconds:
            break
    won, drawn, lost = count
    return Match(stronger, weaker, won, drawn, lost, time.process_time() - begun)


def row(one: Match) -> str:
    """A match as a row of a table in Markdown."""
    share = (one.won + one.drawn / 2) / one.games
    low, high = (elo(bound) for bound in wilson(share, one.games))
    results = f"{one.won} | {one.drawn} | {one.lost}"
    step = f"{elo(share):+.0f} | {low:+.0f} … {high:+.0f}"
    seconds = one.seconds / one.games
    return f"| {one.weaker} | {one.stronger} | {one.games} | {results} | {step} | {seconds:.2g} |"


def main() -> None:
    """Plays the matches of the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(CANDIDATES))
    parser.add_argument("--most", type=int, default=GAMES, help="games of each pair")
    parser.add_argument("--seconds", type=float, default=60.0, help="of work for each pair")
    parser.add_argument("--pair", nargs=2, action="append", help="a pair in place of the usual")
    chosen = parser.parse_args()
    for name in chosen.games:
        played = game(name)
        play_out(played, players(["shallow:1", "mcts:2"]), 1, 4)  # compiles
        ladder = CANDIDATES[name]
        for weaker, stronger in chosen.pair or list(pairwise(ladder)):
            one = match(played, weaker, stronger, chosen.most, chosen.seconds)
            print(f"{name} {row(one)}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
