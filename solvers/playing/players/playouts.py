"""Playouts in compiled code: careless play from a position, to see who wins."""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import math

import numpy as np

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PROMISE, SCORE
from ruleproof.solvers.playing.players.estimate import CERTAIN, estimate
from ruleproof.solvers.playing.players.steps import (
    DRAWN,
    INT,
    NUMBERS,
    PLAYERS,
    ROWS,
    UNDECIDED,
    WORDS,
    better_of_two,
    leader,
    next_person,
    outcome_of,
)

_NEAR = CERTAIN // 16
"""Below this an estimate says that nobody is ahead."""

UNIT = 4096
"""The result of a sure win."""
_HASTE = 8
"""What a win loses of its result with every ply that it takes."""


@kernel(INT(INT))
def soft(worth):
    """An estimate as a result: the more the better, but never quite a win."""
    return np.int64(UNIT * 0.95 * worth / math.sqrt(float(CERTAIN * CERTAIN + worth * worth)))


@kernel(INT(INT))
def delayed(plies):
    """The result of a win that takes so many plies."""
    return UNIT - min(_HASTE * plies, UNIT // 4)


_PLAYOUT = INT(
    MOVES, PLAY, ENDED, SCORE, PROMISE, WORDS, NUMBERS, NUMBERS, NUMBERS, ROWS, NUMBERS, WORDS,
    INT, INT, NUMBERS,
)  # fmt: skip


@kernel(_PLAYOUT)
def careless_end(
    moves, play, ended, score, promise, masks, numbers, facts, weights,
    spare, room, count, person, longest, work,
):  # fmt: skip
    """The outcome of careless play from `spare[0]`, the first of three rows, where `person` is to
    move. Each move is the better of two random ones.

    Play that is cut off after `longest` plies is won by the player whom the estimate favours, with
    more than two players by the one with the most points. Repetitions do not count. `work[0]` grows
    by the number of moves listed; `work[1]` becomes the result for `person`, of two.
    """
    here, first = 0, person
    work[1] = 0
    for ply in range(longest + 1):
        outcome = outcome_of(ended, score, masks, numbers, facts, spare[here], person)
        if outcome != UNDECIDED:
            if outcome != DRAWN:
                work[1] = delayed(ply) if outcome == first else -delayed(ply)
            return outcome
        if ply == longest:
            break
        many = moves(masks, numbers, spare[here], room)
        work[0] += 16 + many
        if many == 0:
            return DRAWN
        relation = better_of_two(
            play, score, promise, masks, numbers, facts,
            spare[here], room, many, count, spare[1 - here], spare[2],
        )  # fmt: skip
        here = 1 - here
        person = next_person(facts, person, relation, spare[here])
    if facts[PLAYERS] > 2:
        return leader(score, masks, numbers, facts, spare[here], person)
    worth = estimate(score, masks, numbers, facts, weights, spare[here])
    work[1] = soft(worth if person == first else -worth)
    if abs(worth) < _NEAR:
        return DRAWN
    return person if worth > 0 else 1 - person
