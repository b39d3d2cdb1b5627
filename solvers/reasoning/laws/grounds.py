"""Grounds: positions of one game on one board, with the plies to them, for laws to hold on.

explored  all positions from the start on, as far as so many, nearest first
wandered  the positions of random games are added; the same seed adds the same ones

All is done by the rules as plain Python: a ground is what compiled code is held against.

    >>> from ruleproof.models.play.game import make_game
    >>> from ruleproof.models.template import RULEBOOK
    >>> ground = explored(make_game(RULEBOOK, "path:2", {}))
    >>> len(ground.positions), ground.complete
    (3, True)
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.solvers.work.progress import Deadline, Stopped

MOST = 1_000
"""Positions of a small board that are looked at, unless more are asked for."""
LONGEST = 6
"""Random games are broken off after so many plies for each cell."""


@dataclass
class Ground:
    """Positions of a game, nearest first; `complete` says whether they are all there are.

    `after` has the states after each move of those positions that were gone on from, in the order
    of the moves.
    """

    game: Game
    positions: dict[State, Position] = field(default_factory=dict[State, Position])
    after: dict[State, list[State]] = field(default_factory=dict[State, list[State]])
    complete: bool = False
    lines: list[list[State]] = field(default_factory=list[list[State]])
    """The random games, state by state."""
    deadline: Deadline = field(default_factory=Deadline)
    at: Position | None = None
    """The position that is being looked at: where an error of the game's own files came up."""
    looked: int = 0
    """The number of positions looked at."""

    def look(self) -> None:
        """Counts one more position. Raises `Stopped` once the time is up."""
        self.looked += 1
        if self.deadline.passed:
            raise Stopped

    def ended(self) -> Iterator[State]:
        """The states in which the game is over."""
        return (state for state, later in self.after.items() if not later)


def explored(game: Game, most: int = MOST) -> Ground:
    """The positions from the start on, breadth first."""
    ground = Ground(game)
    explore(ground, most)
    return ground


def explore(ground: Ground, most: int = MOST) -> None:
    """Adds the positions from the start on, breadth first. Raises `Stopped`, and `Mistake` where
    the rules list a move that is none.
    """
    game = ground.game
    first = Position.start(game)
    ground.positions[first.state] = first
    waiting = [first]
    while waiting:
        later: list[Position] = []
        for here in waiting:
            if len(ground.positions) >= most:
                return
            ground.look()
            ground.at = here
            states: list[State] = []
            for move in game.moves(here.state):
                game.must_be_move(move)
                state = game.play(here.state, move)
                states.append(state)
                if state not in ground.positions:
                    there = Position(game, state, (*here.before, here.state))
                    ground.positions[state] = there
                    later.append(there)
            ground.after[here.state] = states
        waiting = later
    ground.complete = True


def wander(ground: Ground, seed: int, most: int = 400, games: int = 20) -> None:
    """Adds the positions of so many random games. Raises as `explore` does."""
    game, dice = ground.game, random.Random(seed)
    for _ in range(games):
        here = Position.start(game)
        line = [here.state]
        ground.lines.append(line)
        for _ in range(LONGEST * game.board.size):
            ground.positions.setdefault(here.state, here)
            ground.at = here
            moves = here.legal_moves()
            if not moves:
                ground.after.setdefault(here.state, [])
                break
            if len(ground.positions) >= most:
                return
            ground.look()
            for move in moves:
                game.must_be_move(move)
            here = here.after(dice.choice(moves))
            line.append(here.state)


def line_to(position: Position) -> list[int]:
    """The moves that lead to the position, from the start of its history."""
    game, states = position.game, (*position.before, position.state)
    line: list[int] = []
    for here, there in pairwise(states):
        for move in game.moves(here):
            if _leads(game, here, move, there):
                line.append(move)
                break
    return line


def _leads(game: Game, here: State, move: int, there: State) -> bool:
    """Whether the move leads there; one in which the rules fail leads nowhere."""
    try:
        after = game.play(here, move)
    except Exception:
        return False
    return after == there or _but_for_seen(after, there)


def _but_for_seen(one: State, other: State) -> bool:
    """Whether two states differ in nothing but how often they have occurred."""
    return hasattr(one, "seen") and one._replace(seen=other.seen) == other
