"""Variations: a game or diagram that nearly gave a puzzle is changed a little, until it gives one.

Where several turns force a goal, play before the diagram is varied: from one of the last turns on,
turns are chosen at random. Where puzzles may be composed, the diagram is edited instead. A
variation is kept if it has no more keys than its source, until it has only one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from ruleproof.models.play.game import Game
from ruleproof.puzzles.posing.asking import kind_of, shortest, stipulations
from ruleproof.puzzles.posing.candidates import Candidate, Composer
from ruleproof.puzzles.posing.editing import economical, edited
from ruleproof.puzzles.posing.rejected import Rejected
from ruleproof.puzzles.sources.self_play import Played, opening
from ruleproof.puzzles.stipulations import Stipulation

BACK = 2
"""At most so many of the last turns are varied."""
VARIATIONS = 24
"""So many variations are tried."""
EDITS = 40
"""So many edits of a diagram are tried."""
MOST_KEYS, IN_STEPS = 8, 4
"""With more keys than this a question is too far from a puzzle; the second number is for turns of
several moves, which take longer to judge.
"""
ASKED = 3
"""The most stipulations asked of one variation."""


def begun(game: Game, played: Played, number: int) -> list[int]:
    """The numbers of the states, up to and including that one, in which a turn begins."""
    states = played.states
    return [
        one
        for one in range(number + 1)
        if one == 0 or not game.plays_on(states[one - 1], states[one])
    ]


def varied(game: Game, played: Played, number: int, dice: random.Random) -> Played:
    """The game up to the state of that number, in which a turn begins, with one or more of its last
    turns varied. It ends after as many turns, or sooner if the game is over.
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
    """The search for a variation in which a stipulation of that name has one key: a variation of
    the diagram where puzzles may be composed, else of the game. `kind`: the only kind of question
    that is asked; any if it is empty.
    """

    game: Game
    name: str
    turns: range
    dice: random.Random
    composed: bool = False
    kind: str = ""

    def up(self, composer: Composer, played: Played, number: int, best: int) -> Candidate | None:
        """Climbs to a puzzle from the game up to the state of that number, in which the stipulation
        has so many keys; None where none is found.
        """
        game = self.game
        for _ in range(EDITS if self.composed else VARIATIONS):
            other = self._other(played, number)
            if other is None or not composer.narrow(other.states[-1]):
                continue
            state, last = other.states[-1], len(other.moves)
            for stipulation in self._asked(composer, other):
                keys = composer.keys(state, stipulation, best)
                if not 1 <= keys <= best:
                    continue
                best, played, number = keys, other, last
                if keys == 1:
                    if self.composed:
                        state = economical(composer, state, stipulation, self.dice)
                    history = other.history(game, last)
                    try:
                        found = composer.puzzle(state, stipulation, history, self.composed)
                        return composer.as_win(found)
                    except Rejected:
                        pass
                break
        return None

    def _other(self, played: Played, number: int) -> Played | None:
        """A variation of the game up to the state of that number, or of the diagram alone; None
        where play is over, or hardly begun.
        """
        if self.composed:
            found = edited(self.game, played.states[number], self.dice)
            return found and Played([found], [])
        other = varied(self.game, played, number, self.dice)
        begun = len(other.moves) > opening(self.game)
        return other if begun and not self.game.over(other.states[-1]) else None

    def _asked(self, composer: Composer, played: Played) -> Iterator[Stipulation]:
        """Yields the stipulations asked of the last state of the game."""
        state = played.states[-1]
        asked = stipulations(self.game, state, self.name, self.turns, self.dice)
        in_steps = composer.in_steps(state)
        if self.kind:
            asked = (series for series in asked if kind_of(series[0]) == self.kind)
        for series in shortest(asked, ASKED) if in_steps else islice(asked, ASKED):
            with suppress(Rejected):
                yield composer.hardest(state, series)
