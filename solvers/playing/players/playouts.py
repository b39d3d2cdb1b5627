"""Playouts in compiled code: careless play from a position, to see who wins."""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

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
    by the number of moves listed.
    """
    here = 0
    for _ in range(longest):
        outcome = outcome_of(ended, score, masks, numbers, facts, spare[here], person)
        if outcome != UNDECIDED:
            return outcome
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
    outcome = outcome_of(ended, score, masks, numbers, facts, spare[here], person)
    if outcome != UNDECIDED:
        return outcome
    if facts[PLAYERS] > 2:
        return leader(score, masks, numbers, facts, spare[here], person)
    worth = estimate(facts, weights, spare[here])
    if abs(worth) < _NEAR:
        return DRAWN
    return person if worth > 0 else 1 - person
