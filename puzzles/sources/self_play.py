"""Positions that may hold a puzzle, and those of games of self-play.

Self-play: after a few blind moves, games of players of several strengths. Positions are taken at
the start of a turn, after the opening. `origins.py` lists the other sources.

>>> from ruleproof.models.play.game import game
>>> opening(game("esgros", "hex:2")), opening(game("esgros", "hex:5"))
(1, 8)
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, Protocol

from ruleproof.models.compiled.kernels import engine
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.players.games import play_out
from ruleproof.solvers.playing.players.players import players

LONGEST = 300
"""Games are cut off after so many moves."""
OPENING = 8
"""The first moves of a game hold no puzzle: so many, or fewer on small boards."""
BLIND = 6
"""Games begin with at most so many blind moves, so that no two are alike."""
STRENGTHS = ("random", "greedy", "shallow:1", "shallow:2", "mcts:16")
"""The players of the games."""


class Played(NamedTuple):
    """A game: the states before each move, and the moves."""

    states: list[State]
    moves: list[int]

    def history(self, game: Game, number: int) -> list[str]:
        """The texts of the moves that lead to the state of that number."""
        return [game.show_move(move) for move in self.moves[:number]]


class Prospect(NamedTuple):
    """A position that may hold a puzzle: the state of that number in a game. Where it is composed,
    no game is known, and it stands alone. A `full` board would only look worse with fewer pieces.
    """

    played: Played
    number: int
    composed: bool = False
    full: bool = False

    @property
    def state(self) -> State:
        """The position."""
        return self.played.states[self.number]

    def history(self, game: Game) -> list[str]:
        """The texts of the moves that lead to it from the start."""
        return self.played.history(game, self.number)


class Origin(Protocol):
    """A source of positions, which it yields family by family: a set takes one puzzle of each."""

    def prospects(self, dice: random.Random) -> list[Prospect]:
        """The positions of one family, the most promising first. Raises `Rejected` where there is
        none.
        """
        ...


def composed(state: State, *, full: bool = False) -> Prospect:
    """A position to which no game is known."""
    return Prospect(Played([state], []), 0, composed=True, full=full)


class SelfPlay(NamedTuple):
    """Games of self-play; each is a family."""

    game: Game

    def prospects(self, dice: random.Random) -> list[Prospect]:
        """The positions of one game, the latest first."""
        played = self_play(self.game, dice)
        return [Prospect(played, number) for number, _ in diagrams(self.game, played)]


def self_play(game: Game, dice: random.Random) -> Played:
    """A game from the start, to its end or to `LONGEST` moves."""
    position = Position.start(game)
    for _ in range(dice.randint(0, BLIND)):
        moves = position.legal_moves()
        if not moves or position.after(moves[0]).over:
            break
        position = position.after(dice.choice(moves))
    sides = players([dice.choice(STRENGTHS) for _ in game.players])
    begun = [*position.before, position.state]
    if position.over:
        return Played(begun, [])
    played = play_out(position, sides, dice.getrandbits(32), plies=LONGEST)
    compiled = engine(game)
    states = [*begun[:-1], *(compiled.state(row) for row in played.rows)]
    return Played(states, [*_moves(game, begun), *played.moves])


def _moves(game: Game, states: list[State]) -> list[int]:
    """The moves between the states, each the first that leads from one to the next."""
    return [
        next(
            move
            for move in game.moves(before)
            if game.play(before, move)._replace(**_history(after)) == after
        )
        for before, after in pairwise(states)
    ]


def _history(state: State) -> dict[str, int]:
    """The part of a state that depends on its history."""
    return {"seen": state.seen} if hasattr(state, "seen") else {}


def opening(game: Game) -> int:
    """The number of moves at the start of a game that hold no puzzle."""
    return min(OPENING, max(1, game.board.size // 6))


def diagrams(game: Game, played: Played) -> Iterator[tuple[int, State]]:
    """Yields the states of the game, with their numbers, in which a puzzle may begin: at the start
    of a turn, after the opening, not seen before in the game; the latest first.
    """
    for number in range(len(played.states) - 1, opening(game), -1):
        state, before = played.states[number], played.states[number - 1]
        fresh = getattr(state, "seen", 1) == 1 and state not in played.states[:number]
        if fresh and not game.plays_on(before, state) and not game.over(state):
            yield number, state
