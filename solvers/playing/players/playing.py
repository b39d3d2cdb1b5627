"""Games in compiled code: each person follows his own plan.

plan  `int64[2]`: the kind of player, and the moves that he looks at, the plies that he looks ahead,
      or the playouts that he makes
job   `int64[::1]`: where the game stands, see the places below; it can be stopped between any two
      pieces of work and goes on as if it had not been
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.solvers.playing.players import tree as trees
from ruleproof.solvers.playing.players.lookahead import DEEPEST as _DEEPEST_LOOK
from ruleproof.solvers.playing.players.lookahead import greedy, list_moves, shallow
from ruleproof.solvers.playing.players.steps import (
    LISTS,
    NUMBERS,
    ROWS,
    RULES,
    UNDECIDED,
    WORDS,
    advance,
    next_person,
    outcome_of,
    throw,
)

RANDOM, GREEDY, CARELESS, SHALLOW, TREE = range(5)
"""The kinds of players."""

HERE, LAST, PERSON, OUTCOME, STATUS, BEGUN, ONE_TURN, LONGEST, MOVER, TURNS, MOST_TURNS = range(11)
"""Places in `job`: the row that the game stands at, the last one that there is room for, who is to
move, the outcome, what `STATUS` says, whether the search for this move has begun, whether play
stops when the turn is over, after how many plies random playouts are cut off, who made the last
move (-1: nobody), the number of turns begun, and the number of turns after which play is cut off.
"""
JOB = 11
RUNNING, OVER, STUCK, CUT, TURNED, FULL = range(6)
"""Values of `job[STATUS]`: there is more to do; the game is over; the side to move has no move that
the rules of repetition allow; the game is cut off; the turn is over; there is no row left.
"""
AHEAD = max(trees.DEEPEST, _DEEPEST_LOOK) + 1
"""The rows that must be free behind the last one of a game."""
_EFFORT = 20_000_000


_PLAY_ON = types.void(
    *RULES, LISTS, ROWS, NUMBERS, LISTS, NUMBERS, LISTS, LISTS, ROWS, NUMBERS, NUMBERS, WORDS,
    NUMBERS,
)  # fmt: skip


@kernel(_PLAY_ON)
def play_on(
    moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
    plans, rows, played, tree, path, lists, frames, spare, work, searched, count, job,
):  # fmt: skip
    """Plays on from `rows[job[HERE]]`, each person by his plan, until the game is over or cut off,
    or rows or some effort are spent; `played[k]` is the move after `rows[k]`.
    """
    left = _EFFORT
    job[STATUS] = RUNNING
    while left > 0:
        here, person = job[HERE], job[PERSON]
        job[OUTCOME] = outcome_of(ended, score, masks, numbers, facts, rows[here], person)
        if job[OUTCOME] != UNDECIDED:
            job[STATUS] = OVER
            return
        if person != job[MOVER] and job[TURNS] >= job[MOST_TURNS]:
            job[STATUS] = CUT
            return
        if here >= job[LAST]:
            job[STATUS] = FULL
            return
        kind, strength = plans[person, 0], plans[person, 1]
        found = lists[0]
        place = 0
        if kind == RANDOM:
            many = list_moves(
                moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
                rows, here, found,
            )  # fmt: skip
            place = 1 + throw(count, many) if many else 0
            left -= 8 + many
        elif kind == GREEDY:
            place = greedy(
                moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
                rows, here, person, lists, count,
            )  # fmt: skip
            left -= 8 + 4 * found[0]
        elif kind in (CARELESS, SHALLOW):
            few = strength if kind == CARELESS else 0
            place = shallow(
                moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
                rows, here, person, lists, frames, 1 if few else strength, few, count,
            )  # fmt: skip
            left -= _EFFORT // 20
        else:
            if not job[BEGUN]:
                tree[0, :] = 0
                tree[0, trees.OUTCOME] = UNDECIDED
                tree[0, trees.PERSON] = person
                searched[:] = 0
                searched[trees.USED] = 1
                job[BEGUN] = 1
            before = searched[trees.EFFORT]
            if not trees.search(
                moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
                rows, here, tree, path, lists, spare, count, strength, job[LONGEST], left,
                work, searched,
            ):  # fmt: skip
                return
            left -= searched[trees.EFFORT] - before
            job[BEGUN] = 0
            if tree[0, trees.MANY]:
                found[1] = tree[trees.best(tree), trees.MOVE]
                place = 1
        if place == 0:
            job[STATUS] = STUCK
            return
        if person != job[MOVER]:
            job[TURNS] += 1
            job[MOVER] = person
        played[here] = found[place]
        relation = advance(play, masks, numbers, facts, alike, rows, here, found[place])
        job[PERSON] = next_person(facts, person, relation, rows[here + 1])
        job[HERE] += 1
        if job[ONE_TURN] and job[PERSON] != person:
            job[STATUS] = TURNED
            return
