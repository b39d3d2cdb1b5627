"""Proof games: a diagram, and the one shortest game that leads to it.

Games from the start are counted turn by turn, until `MOVES` moves are played. A diagram is a puzzle
where one line alone leads to it, with the last of these turns, and no shorter game does.
"""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ruleproof.models.compiled.kernels import PLAYING, Engine, engine
from ruleproof.models.play.game import Game, State
from ruleproof.puzzles.posing.rejected import TOO_WIDE, Rejected
from ruleproof.puzzles.puzzle import Puzzle, new_puzzle
from ruleproof.puzzles.stipulations import PROOF_GAME, Stipulation

MOVES = 600_000
"""The most moves played to count games."""
LONGEST = 6
"""Games of more turns are not counted."""
FEWEST = 4
"""Shorter games are no puzzle."""


class Reached(NamedTuple):
    """A position that games reach: the number of lines with the fewest turns, and the last move of
    one of them.
    """

    lines: int
    move: int
    before: bytes


class ProofGames:
    """All positions of a game that its first turns reach, with the number of lines to each; games
    of more than `longest` turns are not counted.
    """

    def __init__(self, game: Game, longest: int = LONGEST) -> None:
        self.game = game
        self._longest = longest
        self._known: dict[bytes, Reached] = {}
        self._last: dict[bytes, Reached] = {}
        self.turns = 0
        """The number of turns counted to the end."""
        self._count(engine(game))

    def _count(self, compiled: Engine) -> None:
        start = row_of(self.game, self.game.start())
        self._known = {start: Reached(1, -1, b"")}
        last = dict(self._known)
        left = MOVES
        while self.turns < self._longest:
            after: dict[bytes, Reached] = {}
            for row, reached in last.items():
                for move, ended in _turns(compiled, row):
                    left -= 1
                    if ended not in self._known:
                        many = after[ended].lines if ended in after else 0
                        after[ended] = Reached(many + reached.lines, move, row)
                if left < 0:
                    return
            if not after:
                return
            self._known |= after
            self._last = last = after
            self.turns += 1

    @cached_property
    def sole(self) -> list[bytes]:
        """The positions to which one shortest game leads, with as many turns as were counted, and
        in which the game goes on.
        """
        compiled = engine(self.game)
        return [
            row
            for row, reached in self._last.items()
            if reached.lines == 1
            and compiled.kernels.ended(compiled.masks, compiled.numbers, _words(row)) == PLAYING
        ]

    def line(self, row: bytes) -> list[int]:
        """The moves of the one shortest game to such a position."""
        moves: list[int] = []
        reached = self._last[row]
        while reached.before:
            moves.append(reached.move)
            reached = self._known[reached.before]
        return moves[::-1]


def _words(row: bytes) -> Any:
    return np.frombuffer(bytearray(row), np.uint64)


def row_of(game: Game, state: State) -> bytes:
    """The row of the state, as if it occurred for the first time."""
    compiled = engine(game)
    if compiled.game.rulebook.repetition.fields:
        state = state._replace(seen=1)
    return compiled.row(state).tobytes()


def _turns(compiled: Engine, row: bytes) -> list[tuple[int, bytes]]:
    """The moves from a position that is not over, with the positions after them; `Rejected` where
    a turn has several moves.
    """
    kernels, moves = compiled.kernels, compiled.move_list()
    words = _words(row)
    if kernels.ended(compiled.masks, compiled.numbers, words) != PLAYING:
        return []
    found: list[tuple[int, bytes]] = []
    many = kernels.moves(compiled.masks, compiled.numbers, words, moves)
    for move in [int(one) for one in moves[1 : many + 1]]:
        after = np.zeros_like(words)
        if kernels.play(compiled.masks, compiled.numbers, words, move, after) >= 0:
            over = kernels.ended(compiled.masks, compiled.numbers, after) != PLAYING
            if not over:
                raise Rejected(TOO_WIDE)
        found.append((move, after.tobytes()))
    return found


def proof_game_puzzle(games: ProofGames, dice: random.Random) -> tuple[Puzzle, State]:
    """A puzzle that asks for a game, and its position. Raises `Rejected` where games are counted
    for too few turns, and where no position has a sole game.
    """
    game = games.game
    if games.turns < FEWEST or not games.sole:
        raise Rejected(TOO_WIDE if games.turns < FEWEST else "several games lead there")
    row = dice.choice(games.sole)
    state, line = engine(game).state(_words(row)), games.line(row)
    stipulation = Stipulation(aim=PROOF_GAME, turns=len(line))
    moves = [game.show_move(move) for move in line]
    solution = [word for move in moves for word in move.split()]
    return new_puzzle(game, state, stipulation, solution, moves), state
