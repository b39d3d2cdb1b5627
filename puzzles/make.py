"""Making sets: random games, walked back from their ends to the first positions worth solving.

The same game, number and seed give the same file, byte for byte: what is too costly is decided by
counting positions, never by the clock.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib.metadata import version

from ruleproof.models.game import Game
from ruleproof.models.position import Position
from ruleproof.puzzles.judge import Judge, TooCostly, canonical_key, compose, faults
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.solvers.work.progress import Listener, Progress, Stopped, silent

LIMIT = 20_000
"""The most positions that may be searched for one candidate."""
PLIES = range(3, 16)
"""How many half-moves the wins of a set take, where nothing else is asked for."""
LONGEST = 300
"""Random games are given up after so many plies."""
GAMES_PER_PUZZLE = 400
"""How many games are tried per puzzle asked for before the search is given up."""


class Exhausted(Exception):
    """Fewer puzzles were found than asked for; `puzzles` holds them."""

    def __init__(self, puzzles: list[Puzzle], wanted: int, games: int) -> None:
        self.puzzles = puzzles
        super().__init__(f"{games} random games gave {len(puzzles)} puzzles of {wanted}")


def random_game(game: Game, dice: random.Random) -> list[Position]:
    """The positions of one random game that the rules ended, or the first plies of a longer one."""
    position = Position.start(game)
    found = [position]
    while not position.over and len(found) <= LONGEST:
        moves = game.moves(position.state)
        position = position.after(dice.choice(moves))
        found.append(position)
    return found


def candidates(
    judge: Judge, positions: list[Position], *, plies: range, captures: bool
) -> Iterator[Puzzle]:
    """The puzzles on the way of one game, from its end back until solving costs too much."""
    for position in reversed(positions):
        if position.over:
            continue
        try:
            puzzle = compose(
                judge,
                position,
                plies=plies,
                version=version("ruleproof"),
                captures=captures,
            )
        except TooCostly:
            return
        if puzzle is not None:
            yield puzzle


def make(
    game: Game,
    n: int,
    seed: int,
    *,
    plies: range = PLIES,
    captures: bool = False,
    limit: int = LIMIT,
    progress: Listener = silent,
) -> list[Puzzle]:
    """`n` puzzles in order of rating, no two alike under symmetry, at most one from each game.

    Wins take a number of half-moves within `plies`: fewer are too easy, more no puzzle. With
    `captures` the greediest move may be the solution. Raises `Exhausted`, which
    holds what was found, when too few turn up or the listener raises `Stopped`.
    """
    dice = random.Random(f"{game.name} {game.board.text} {sorted(game.settings.items())} {seed}")
    judge = Judge(game, limit)
    found: dict[tuple[str, str], Puzzle] = {}
    tried = 0
    for tried in range(1, n * GAMES_PER_PUZZLE + 1):
        try:
            progress(Progress("puzzles", len(found), n, f"{tried} games"))
        except Stopped:
            break
        positions = random_game(game, dice)
        fresh = [
            puzzle
            for puzzle in candidates(judge, positions, plies=plies, captures=captures)
            if canonical_key(puzzle) not in found
        ]
        if fresh:
            hardest = max(fresh, key=lambda puzzle: (puzzle.rating.value, puzzle.id))
            found[canonical_key(hardest)] = hardest
        if len(found) == n:
            break
    puzzles = sorted(found.values(), key=lambda puzzle: (puzzle.rating.value, puzzle.id))
    if len(puzzles) < n:
        raise Exhausted(puzzles, n, tried)
    return puzzles


def check_set(puzzles: list[Puzzle], progress: Listener = silent) -> list[str]:
    """Everything wrong with a set: each puzzle's faults, twins under symmetry, and the order."""
    found: list[str] = []
    seen: dict[tuple[str, str], str] = {}
    for number, puzzle in enumerate(puzzles, 1):
        progress(Progress("checking", number - 1, len(puzzles), puzzle.id))
        own = faults(puzzle)
        found += [f"puzzle {number} ({puzzle.id}): {fault}" for fault in own]
        if own:
            continue
        key = canonical_key(puzzle)
        if key in seen:
            found.append(f"puzzle {number} ({puzzle.id}) is {seen[key]} again, up to symmetry")
        seen.setdefault(key, puzzle.id)
    values = [puzzle.rating.value for puzzle in puzzles]
    if values != sorted(values):
        found.append("the puzzles are not in order of rating")
    return found
