"""Steps of play in compiled code: persons, moves, and outcomes.

person   a player, by his place in the order in which they first moved; with two players he stays
         himself where colours are exchanged
facts    `int64[::1]`: what the steps must know of the game, see the places below
history  `rows[:here + 1]`: the states of the game so far, `rows[here]` the last one
outcome  the person who has won, `DRAWN`, or `UNDECIDED` while play goes on
dice     `uint64[::1]` of one number: the count of the last throw
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.dice import dice
from ruleproof.models.compiled.kernels import (
    ENDED,
    MOVES,
    PLAY,
    PLAYING,
    PROMISE,
    SCORE,
    Engine,
    engine,
)
from ruleproof.models.play.game import Game
from ruleproof.models.play.states import BITS, layout
from ruleproof.solvers.playing.reach.repetition import occurrences, repetition

PLAYERS, SCORED, SIDE_WORD, SIDE_SHIFT, SEEN_WORD, SEEN_SHIFT, BANNED, SET_WORDS = range(8)
FACTS = 8

DRAWN, UNDECIDED = -1, -2

WORDS = types.uint64[::1]
NUMBERS = types.int64[::1]
ROWS = types.uint64[:, ::1]
LISTS = types.int64[:, ::1]
INT = types.int64
RULES = (MOVES, PLAY, ENDED, SCORE, PROMISE, WORDS, NUMBERS, NUMBERS, WORDS, NUMBERS)
"""The first arguments of every player: the kernels, `masks` and `numbers` of the game, `facts`, the
bits that count for repetition, and the weights of `estimate.py`.
"""
_NUMBER = np.uint64((1 << BITS) - 1)


class Scene(NamedTuple):
    """A game as players see it; `facts` and `alike` are as in `RULES`."""

    engine: Engine
    facts: np.ndarray[Any, np.dtype[np.int64]]
    alike: np.ndarray[Any, np.dtype[np.uint64]]

    def rules(self, weights: Any) -> tuple[Any, ...]:
        """The arguments that `RULES` lists."""
        kernels = self.engine.kernels
        return (
            kernels.moves,
            kernels.play,
            kernels.ended,
            kernels.score,
            kernels.promise,
            self.engine.masks,
            self.engine.numbers,
            self.facts,
            self.alike,
            weights,
        )


def scene(game: Game) -> Scene:
    """The game, ready for players."""
    compiled = engine(game)
    plan, repeated = layout(game.rulebook.rules.State), repetition(game)
    facts = np.zeros(FACTS, np.int64)
    facts[PLAYERS], facts[SCORED] = len(game.players), game.rulebook.scored
    facts[SIDE_WORD], facts[SIDE_SHIFT] = plan.number_place("side", compiled.width)
    facts[SEEN_WORD], facts[SEEN_SHIFT] = repeated.word, repeated.shift
    facts[BANNED] = repeated.banned
    facts[SET_WORDS] = plan.layers * (compiled.width // 64)
    return Scene(compiled, facts, repeated.alike)


@kernel(INT(WORDS, INT))
def throw(count, many):
    """A number from 0 to `many` - 1."""
    count[0] += np.uint64(1)
    return np.int64(dice(count[0]) % np.uint64(many))


@kernel(INT(NUMBERS, WORDS), inline=True)
def side_of(facts, row):
    """The side to move."""
    return np.int64((row[facts[SIDE_WORD]] >> np.uint64(facts[SIDE_SHIFT])) & _NUMBER)


@kernel(INT(NUMBERS, INT, INT, WORDS), inline=True)
def next_person(facts, person, relation, row):
    """The person to move in the row, to which the person's move led with that relation."""
    if facts[PLAYERS] > 2:
        return side_of(facts, row)
    return person if relation == 1 else 1 - person


@kernel(INT(PLAY, WORDS, NUMBERS, NUMBERS, WORDS, ROWS, INT, INT))
def advance(play, masks, numbers, facts, alike, rows, here, move):
    """Plays a move from `rows[here]` to `rows[here + 1]` and counts its occurrences. Returns the
    relation, as `play` does, or 0 where the rules forbid the repetition.
    """
    relation = play(masks, numbers, rows[here], move, rows[here + 1])
    if alike.size:
        word, shift = facts[SEEN_WORD], np.uint64(facts[SEEN_SHIFT])
        times = occurrences(rows, here + 1, alike, word, facts[SEEN_SHIFT])
        if 0 < facts[BANNED] <= times:
            return 0
        kept = rows[here + 1, word] & ~(_NUMBER << shift)
        rows[here + 1, word] = kept | np.uint64(times) << shift
    return relation


@kernel(INT(SCORE, WORDS, NUMBERS, NUMBERS, WORDS, INT))
def leader(score, masks, numbers, facts, row, person):
    """The person with the most points, where `person` is to move; `DRAWN` if several have them."""
    most, best = -1, DRAWN
    for player in range(facts[PLAYERS]):
        points = score(masks, numbers, row, player)
        if points > most:
            most, best = points, player
        elif points == most:
            best = DRAWN
    if best == DRAWN or facts[PLAYERS] > 2:
        return best
    return person if best == side_of(facts, row) else 1 - person


@kernel(INT(ENDED, SCORE, WORDS, NUMBERS, NUMBERS, WORDS, INT))
def outcome_of(ended, score, masks, numbers, facts, row, person):
    """The outcome of a row in which `person` is to move."""
    payoff = ended(masks, numbers, row)
    if payoff == PLAYING:
        return UNDECIDED
    if facts[PLAYERS] > 2:
        return leader(score, masks, numbers, facts, row, person)
    if payoff == 0:
        return DRAWN
    return person if payoff > 0 else 1 - person


@kernel(INT(types.uint64))
def ones(word):
    """The number of bits that are set."""
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel(INT(SCORE, WORDS, NUMBERS, NUMBERS, WORDS, INT))
def ahead(score, masks, numbers, facts, row, player):
    """The points of a player, less those of the best of the others."""
    best = 0
    for other in range(facts[PLAYERS]):
        if other != player:
            best = max(best, score(masks, numbers, row, other))
    return score(masks, numbers, row, player) - best


_GAIN = INT(SCORE, PROMISE, WORDS, NUMBERS, NUMBERS, WORDS, INT, WORDS)
_A_POINT, _A_PROMISE = 1 << 24, 1 << 12


@kernel(_GAIN)
def gain_of(score, promise, masks, numbers, facts, row, move, after):
    """The immediate gain of a move: points, then what the game's advice promises, then the change
    that it makes on the board.
    """
    gain = promise(masks, numbers, row, move) * _A_PROMISE
    for word in range(facts[SET_WORDS]):
        gain += ones(row[word] ^ after[word])
    if facts[SCORED]:
        gain += _A_POINT * ahead(score, masks, numbers, facts, after, side_of(facts, row))
    return gain


_DRAW = INT(PLAY, SCORE, PROMISE, WORDS, NUMBERS, NUMBERS, WORDS, NUMBERS, INT, WORDS, WORDS, WORDS)


@kernel(_DRAW)
def better_of_two(
    play, score, promise, masks, numbers, facts, row, room, many, count, after, other
):
    """Plays the better, by gain, of two random moves among `room[1:]`. Writes the row to `after`;
    `other` is room for another. Returns the relation, as `play` does.
    """
    one, two = room[1 + throw(count, many)], room[1 + throw(count, many)]
    relation = play(masks, numbers, row, one, after)
    if one == two:
        return relation
    second = play(masks, numbers, row, two, other)
    if gain_of(score, promise, masks, numbers, facts, row, two, other) > gain_of(
        score, promise, masks, numbers, facts, row, one, after
    ):
        for word in range(row.size):
            after[word] = other[word]
        return second
    return relation
