"""Whole games between players, as fast as compiled code plays them.

>>> from ruleproof import game
>>> from ruleproof.solvers.playing.players.players import players
>>> played = play_out(game("esgros", "hex:2"), players(["random", "greedy"]), seed=7)
>>> played.ended, len(played.moves) == len(played.rows) - 1
(True, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.players import playing
from ruleproof.solvers.playing.players.match import Match
from ruleproof.solvers.playing.players.players import CompiledPlayer
from ruleproof.solvers.work.progress import Listener, Progress, silent

LONGEST = 1000
"""Games are cut off after so many turns by default, of however many moves."""
MOST_PLIES = 200_000
"""Games are cut off after so many plies in any case."""


@dataclass(frozen=True, eq=False)
class Played:
    """A game that players have played.

    `first`: the position that it began from. `players`: their names, in the order of play. `moves`,
    and `rows`, `uint64[moves + 1, words]`: the states before, between and after them. `turns`: the
    number of turns, the last one perhaps unfinished. `ended`: whether the rules ended the game; if
    not it was cut off. `winner`: the winner's place among the
    players, from 0; None for a draw and for a game that was cut off.
    """

    first: Position
    players: tuple[str, ...]
    seed: int
    moves: tuple[int, ...]
    rows: Any
    turns: int
    ended: bool
    winner: int | None

    @cached_property
    def positions(self) -> list[Position]:
        """Every position of the game, with its history."""
        found = [self.first]
        for move in self.moves:
            found.append(found[-1].after(move))
        return found

    @property
    def line(self) -> list[str]:
        """The moves as text."""
        return [self.first.game.show_move(move) for move in self.moves]


def play_out(
    of: Game | Position,
    players: Sequence[CompiledPlayer],
    seed: int,
    longest: int = LONGEST,
    listener: Listener = silent,
    *,
    plies: int = MOST_PLIES,
) -> Played:
    """Plays a game from its start, or from a position, and cuts it off after `longest` turns, or
    after so many `plies`.

    Takes one player for each player of the game, in turn order; a player who takes the other's
    colour keeps his place. Raises `ValueError` where their number is another.
    """
    first = of if isinstance(of, Position) else Position.start(of)
    many = len(first.game.players)
    if len(players) != many:
        raise ValueError(f"{first.game.name} has {many} players, not {len(players)}")
    match = Match(first, [one.plan for one in players], seed, longest=plies, turns=longest)
    while match.step():
        listener(Progress("plies", len(match.moves)))
    status, outcome = int(match.job[playing.STATUS]), int(match.job[playing.OUTCOME])
    winner = outcome if outcome >= 0 else None
    if status == playing.STUCK:
        winner = _stuck(match, first)
    return Played(
        first,
        tuple(one.name for one in players),
        seed,
        tuple(match.moves),
        match.states.copy(),
        match.turns,
        status != playing.CUT,
        winner,
    )


def _stuck(match: Match, first: Position) -> int | None:
    """The winner where the rules of repetition leave no move."""
    position = first
    for move in match.moves:
        position = position.after(move)
    result = position.result
    return None if result is None or result.player is None else result.player - 1
