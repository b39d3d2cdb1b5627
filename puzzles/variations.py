"""Variations: games that end otherwise than one that nearly gave a puzzle, and may give it.

Where a goal is forced by several turns, one of the last turns before the diagram is played
otherwise, at random, and what follows it. A variation is kept if it has no more keys than the game
that it comes from, until it has one alone.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from ruleproof.models.game import Game
from ruleproof.puzzles.compose import Candidate, Composer, Rejected, stipulations
from ruleproof.puzzles.sources import Played, opening
from ruleproof.puzzles.stipulations import Stipulation

BACK = 2
"""At most so many of the last turns are played otherwise."""
VARIATIONS = 24
"""So many variations are tried."""
MOST_KEYS = 8
"""With more keys than this a question is too far from a puzzle."""
ASKED = 3
"""The most stipulations asked of a variation."""


def begun(game: Game, played: Played, number: int) -> list[int]:
    """The numbers of the states up to that one, itself among them, in which a turn begins."""
    states = played.states
    return [
        one
        for one in range(number + 1)
        if one == 0 or not game.plays_on(states[one - 1], states[one])
    ]


def varied(game: Game, played: Played, number: int, dice: random.Random) -> Played:
    """The game up to the state of that number, in which a turn begins, with one or more of its last
    turns played otherwise; it ends where as many turns have been played, or sooner if it is over.
    """
    starts = begun(game, played, number)
    back = min(dice.randint(1, BACK), len(starts) - 1)
    first = starts[-1 - back]
    states, moves = played.states[: first + 1], played.moves[:first]
    while back and not game.over(states[-1]):
        move = dice.choice(game.moves(states[-1]))
        after = game.play(states[-1], move)
        back -= not game.plays_on(states[-1], after)
        states.append(after)
        moves.append(move)
    return Played(states, moves)


class Climb(NamedTuple):
    """The search for a variation in which a stipulation of that name has one key."""

    game: Game
    name: str
    turns: range
    dice: random.Random

    def up(self, composer: Composer, played: Played, number: int, best: int) -> Candidate | None:
        """A puzzle from a variation of the game up to the state of that number, in which the
        stipulation has so many keys; None where none is found.
        """
        game = self.game
        for _ in range(VARIATIONS):
            other = varied(game, played, number, self.dice)
            state, last = other.states[-1], len(other.moves)
            if last <= opening(game) or game.over(state) or not composer.narrow(state):
                continue
            for stipulation in self._asked(composer, other):
                keys = composer.keys(state, stipulation, best)
                if not 1 <= keys <= best:
                    continue
                best, played, number = keys, other, last
                if keys == 1:
                    try:
                        return composer.puzzle(state, stipulation, other.history(game, last))
                    except Rejected:
                        pass
                break
        return None

    def _asked(self, composer: Composer, played: Played) -> list[Stipulation]:
        """What is asked of the last state of the game."""
        state = played.states[-1]
        asked = stipulations(self.game, state, self.name, self.turns, self.dice)
        found: list[Stipulation] = []
        for _, series in zip(range(ASKED), asked, strict=False):
            try:
                found.append(composer.hardest(state, series))
            except Rejected:
                continue
        return found
