"""Sources: where positions come from that may hold a puzzle.

Self-play: games of players who mix blind moves with moves that look good, each game with a
blindness of its own. Positions are taken where a turn begins, past the opening.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ruleproof.models.compiled.kernels import Engine, engine
from ruleproof.models.game import Game, State

LONGEST = 400
"""Games are given up after so many moves."""
OPENING = 8
"""The first moves of a game hold no puzzle: so many, or fewer on small boards."""
_BLIND = (1.0, 0.5, 0.2)
"""How often a move is taken blindly."""


class Played(NamedTuple):
    """A game: the states before each move, and the moves."""

    states: list[State]
    moves: list[int]

    def history(self, game: Game, number: int) -> list[str]:
        """The texts of the moves that lead to the state of that number."""
        return [game.show_move(move) for move in self.moves[:number]]


def self_play(game: Game, dice: random.Random) -> Played:
    """A game from the start, to its end or to `LONGEST` moves."""
    compiled = engine(game)
    state = game.start()
    blind = dice.choice(_BLIND)
    states: list[State] = []
    moves: list[int] = []
    row, found = compiled.row(state), compiled.move_list()
    kernels = compiled.kernels
    after = np.zeros_like(row)
    while len(moves) < LONGEST:
        many = int(kernels.moves(compiled.masks, compiled.numbers, row, found))
        if not many:
            break
        options = [int(move) for move in found[1 : many + 1]]
        move = _choice(compiled, row, options, blind, dice)
        kernels.play(compiled.masks, compiled.numbers, row, move, after)
        states.append(compiled.state(row))
        moves.append(move)
        row, after = after, row
    return Played(states, moves)


def _choice(
    compiled: Engine, row: object, options: list[int], blind: float, dice: random.Random
) -> int:
    """A blind move, or one of those that look best to the game's advice."""
    if dice.random() < blind or not compiled.kernels.promises:
        return dice.choice(options)
    promise = compiled.kernels.promise
    hopes = [promise(compiled.masks, compiled.numbers, row, move) for move in options]
    best = max(hopes)
    return dice.choice([move for move, hope in zip(options, hopes, strict=True) if hope == best])


def diagrams(game: Game, played: Played) -> Iterator[tuple[int, State]]:
    """The states of the game, with their numbers, in which a puzzle may begin: at the start of a
    turn, past the opening, not seen before in the game; the latest first.
    """
    opening = min(OPENING, max(1, game.board.size // 6))
    for number in range(len(played.states) - 1, opening, -1):
        state, before = played.states[number], played.states[number - 1]
        if not game.plays_on(before, state) and state not in played.states[:number]:
            yield number, state
