"""Monte-Carlo tree search in compiled code, with exact endings (MCTS-Solver: Winands, Björnsson,
Saito 2008).

node      a row of `tree`, `int64[:, ::1]`: a position as its last move leads to it; node 0 is where
          the search begins. States are not kept but played anew
visits    how many playouts came by; `REWARD` sums their results for the person of the node before
result    of a playout: half its own, half the estimate where it began; in parts of `UNIT`. An end
          counts less the later it comes, and play that is cut off by how far somebody is ahead
prior     the estimate of a node, for the person of the node before; it counts as some visits
guess     the minimax of the priors behind a node, as far as the tree goes, for the same person:
          a part of the node's worth beside its results (implicit minimax: Lanctot and others 2014)
decided   a node whose outcome is proved, by an end of the game or by the nodes behind it; `PLIES`
          says how far the end is. Who has won takes the nearest end, who has lost the farthest.
          With more than two players, one who cannot win prefers a draw, then the first move found
open      of a node's moves, which are in order of their estimates, the first
          `WIDTH + 2 √visits` are looked at, more with every visit

A node's own moves are listed at its second visit, at the root at the first; those that end the game
are decided at once. Among the open moves UCB1 chooses.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import math

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.solvers.playing.players.estimate import CERTAIN, estimate
from ruleproof.solvers.playing.players.lookahead import list_moves, sort
from ruleproof.solvers.playing.players.playouts import UNIT, careless_end, delayed, soft
from ruleproof.solvers.playing.players.steps import (
    DRAWN,
    INT,
    LISTS,
    NUMBERS,
    PLAYERS,
    ROWS,
    RULES,
    UNDECIDED,
    WORDS,
    advance,
    ahead,
    next_person,
    outcome_of,
    throw,
)

MOVE, VISITS, REWARD, OUTCOME, PLIES, PERSON, FIRST, MANY, PRIOR, GUESS = range(10)
NODE = 10
_TRUST = 6
"""The visits that an estimate counts as much as."""
DEEPEST = 120
"""Plies that the tree goes down at most."""
WIDTH = 8
_EXPLORE = 0.7
_MINIMAX = 0.5
"""The part of a node's worth that is its guess."""
_LN2 = 0.6931471805599453

USED, DONE, EFFORT = range(3)
"""Places in `job`: the nodes in use, the playouts done, and the effort: about the number of moves
that were listed.
"""
JOB = 3


@kernel(types.float64(INT))
def _logarithm(number):
    """About the natural logarithm, the same on every machine: straight between powers of 2."""
    power, whole = 1, 0
    while 2 * power <= number:
        power *= 2
        whole += 1
    return _LN2 * (whole + (number - power) / power)


@kernel(types.void(LISTS, INT, INT))
def settle(tree, node, before):
    """Decides the node if the nodes behind it decide it, and guesses its worth by theirs for the
    person `before` it.
    """
    person, first, many = tree[node, PERSON], tree[node, FIRST], tree[node, MANY]
    open_left = False
    best, rank, plies, guess = UNDECIDED, -1, 0, -UNIT
    for k in range(first, first + many):
        outcome, far = tree[k, OUTCOME], tree[k, PLIES] + 1
        if outcome == UNDECIDED:
            open_left = True
            guess = max(guess, tree[k, GUESS])
            continue
        worth = 2 if outcome == person else 1 if outcome == DRAWN else 0
        better = far < plies if worth == 2 else far > plies
        if worth > rank or (worth == rank and better):
            best, rank, plies = outcome, worth, far
    if rank == 1:
        guess = max(guess, 0)
    if rank == 2 or (many and not open_left):
        tree[node, OUTCOME] = best
        tree[node, PLIES] = plies
    if many:
        tree[node, GUESS] = guess if person == before else -guess


@kernel(INT(*RULES, ROWS, INT, LISTS, INT, INT, LISTS, WORDS, NUMBERS))
def _expand(
    moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
    rows, here, tree, node, before, lists, count, job,
):  # fmt: skip
    """Adds the nodes behind a node, whose state is `rows[here]`; returns 0 where the tree has no
    room.
    """
    found, keys = lists[0], lists[1]
    many = list_moves(
        moves, play, ended, score, promise, masks, numbers, facts, alike, weights, rows, here, found
    )
    job[EFFORT] += 8 + 4 * many
    first = job[USED]
    if first + many > tree.shape[0]:
        return 0
    person = tree[node, PERSON]
    for k in range(many):
        relation = advance(play, masks, numbers, facts, alike, rows, here, found[k + 1])
        after = next_person(facts, person, relation, rows[here + 1])
        if facts[PLAYERS] > 2:
            worth = CERTAIN // 16 * ahead(score, masks, numbers, facts, rows[here + 1], person)
        else:
            worth = estimate(score, masks, numbers, facts, weights, rows[here + 1])
            if after != person:
                worth = -worth
        keys[k] = worth << 32 | throw(count, 1 << 12) << 20 | k
    sort(keys, many)
    for k in range(many):
        move = found[1 + (keys[k] & ((1 << 20) - 1))]
        relation = advance(play, masks, numbers, facts, alike, rows, here, move)
        after = next_person(facts, person, relation, rows[here + 1])
        new = tree[first + k]
        new[:] = 0
        new[MOVE] = move
        new[PERSON] = after
        new[PRIOR] = new[GUESS] = soft(keys[k] >> 32)
        new[OUTCOME] = outcome_of(ended, score, masks, numbers, facts, rows[here + 1], after)
    tree[node, FIRST] = first
    tree[node, MANY] = many
    job[USED] += many
    settle(tree, node, before)
    return 1


@kernel(INT(LISTS, INT))
def _select(tree, node):
    """The node behind a node that UCB1 chooses, among the open ones that are not decided; or a sure
    draw, where all of these seem to lose.
    """
    first, many = tree[node, FIRST], tree[node, MANY]
    visits = tree[node, VISITS] + 2
    width = WIDTH + np.int64(2.0 * math.sqrt(visits))
    logarithm = _logarithm(visits)
    chosen, most, looked, draw = -1, -math.inf, 0, -1
    for k in range(first, first + many):
        if tree[k, OUTCOME] == DRAWN:
            draw = k
        if tree[k, OUTCOME] != UNDECIDED:
            continue
        looked += 1
        if looked > width:
            break
        seen = tree[k, VISITS] + _TRUST
        worth = (tree[k, REWARD] + _TRUST * tree[k, PRIOR]) / (UNIT * seen)
        worth += _MINIMAX * (tree[k, GUESS] / UNIT - worth)
        worth += _EXPLORE * math.sqrt(logarithm / seen)
        if worth > most:
            chosen, most = k, worth
    return draw if draw >= 0 and most < 0 else chosen


_SEARCH = INT(
    *RULES, ROWS, INT, LISTS, NUMBERS, LISTS, ROWS, WORDS, INT, INT, INT, NUMBERS, NUMBERS
)  # fmt: skip


@kernel(_SEARCH)
def search(
    moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
    rows, here, tree, path, lists, spare, count, playouts, longest, effort, work, job,
):  # fmt: skip
    """Searches on from `rows[here]`, node 0. Returns 1 once so many playouts are done or the
    outcome is known, 0 once the effort is spent.
    """
    until = job[EFFORT] + effort
    while job[DONE] < playouts and tree[0, OUTCOME] == UNDECIDED:
        if job[EFFORT] >= until:
            return 0
        level, node = 0, 0
        path[0] = 0
        while tree[node, OUTCOME] == UNDECIDED and level < DEEPEST:
            if tree[node, FIRST] == 0:
                if level and tree[node, VISITS] == 0:
                    break
                if not _expand(
                    moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
                    rows, here + level, tree, node, tree[path[max(level - 1, 0)], PERSON],
                    lists, count, job,
                ):  # fmt: skip
                    break
                continue
            chosen = _select(tree, node)
            if chosen < 0:
                break
            advance(play, masks, numbers, facts, alike, rows, here + level, tree[chosen, MOVE])
            level += 1
            node = chosen
            path[level] = node
        outcome, last = tree[node, OUTCOME], tree[node, PERSON]
        result = 0
        if outcome == last:
            result = delayed(level + tree[node, PLIES])
        elif outcome >= 0:
            result = -delayed(level + tree[node, PLIES])
        elif outcome == UNDECIDED:
            for word in range(rows.shape[1]):
                spare[0, word] = rows[here + level, word]
            work[0] = 0
            outcome = careless_end(
                moves, play, ended, score, promise, masks, numbers, facts, weights,
                spare, lists[0], count, last, longest, work,
            )  # fmt: skip
            job[EFFORT] += work[0]
            if facts[PLAYERS] == 2:
                guess = soft(estimate(score, masks, numbers, facts, weights, rows[here + level]))
                result = (work[1] + guess) // 2
        job[EFFORT] += 8
        job[DONE] += 1
        tree[0, VISITS] += 1
        for k in range(1, level + 1):
            tree[path[k], VISITS] += 1
            person = tree[path[k - 1], PERSON]
            if facts[PLAYERS] == 2:
                tree[path[k], REWARD] += result if person == last else -result
            elif outcome != DRAWN:
                tree[path[k], REWARD] += UNIT if outcome == person else -UNIT
        for k in range(level - 1, -1, -1):
            settle(tree, path[k], tree[path[max(k - 1, 0)], PERSON])
    return 1


@kernel(INT(LISTS))
def best(tree):
    """The node behind node 0 to play: if its outcome is known, one that keeps it, with the nearest
    win or the farthest loss; else the one with most visits, or a sure draw where all others look
    lost.
    """
    first, many = tree[0, FIRST], tree[0, MANY]
    known = tree[0, OUTCOME]
    chosen, most, draw = -1, -1, -1
    for k in range(first, first + many):
        outcome = tree[k, OUTCOME]
        if known != UNDECIDED:
            if outcome == known and tree[k, PLIES] + 1 == tree[0, PLIES]:
                return k
        elif outcome == UNDECIDED:
            if tree[k, VISITS] > most:
                chosen, most = k, tree[k, VISITS]
        elif outcome == DRAWN and draw < 0:
            draw = k
    if draw >= 0 and (chosen < 0 or tree[chosen, REWARD] < 0):
        return draw
    return chosen
