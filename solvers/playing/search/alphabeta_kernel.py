"""Alpha-beta in compiled code, for every game without cycles.

Values are those of `playing/values/scale.py`, for the side to move. With more than two players a
value is what one player scores against all others together, who count as one side.

The search keeps its own stack, so that it can stop after any number of positions and go on later.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import (
    ENDED,
    ESSENCE,
    LIMITS,
    MOVES,
    PLAY,
    PLAYING,
    PROMISE,
    SCORE,
    least,
    most,
)
from ruleproof.models.play.states import BITS
from ruleproof.solvers.playing.keys.canonical import canonical, essential_key
from ruleproof.solvers.playing.search.transposition_table import (
    HIGHEST,
    LOWEST,
    TABLE,
    best_place,
    entry_data,
    look_up,
    lower,
    put,
    upper,
)
from ruleproof.solvers.playing.values.scale import WIN
from ruleproof.solvers.playing.values.scale_kernel import later, seen_from

# Places in `job`.
(
    LEVEL, STATUS, RESULT, NODES, BUDGET, SCORED, PARTY, SIDE_WORD, SIDE_SHIFT, FILLED, ADVISED,
    CONDENSED,
) = range(12)  # fmt: skip
JOB = 12
# What `job[STATUS]` says.
RUNNING, DONE, DEEPER, WIDER, STUCK, BEYOND = range(6)
# Places in a frame.
ALPHA, BETA, LOW, BEST, PLACE, AT, RELATION, BEFORE, FLOOR, CEILING, LIMIT = range(11)
FRAME = 11
HISTORY = 1 << 12
_SEEN = -(1 << 62)
"""The rank of a move whose value is settled."""

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]
_ROWS = types.uint64[:, ::1]
_LISTS = types.int64[:, ::1]


@kernel(types.int64(_WORDS, _NUMBERS))
def _friend(row, job):
    """1 if the party that the search is for is to move, else -1."""
    side = (row[job[SIDE_WORD]] >> np.uint64(job[SIDE_SHIFT])) & np.uint64((1 << BITS) - 1)
    return 1 if np.int64(side) == job[PARTY] else -1


@kernel(types.int64(types.int64, types.int64, _NUMBERS))
def limited(limits, relation, frame):
    """1 if the limits of a position's payoff settle it within the window of the position before it,
    whose frame then receives the value as `LIMIT`; 0 if they do not, or are 0.
    """
    if limits == 0:
        return 0
    low = least(limits)
    high = most(limits)
    if relation < 0:
        low, high = -high, -low
    if low == high or low >= frame[BETA]:
        frame[LIMIT] = low
        return 1
    frame[LIMIT] = high
    return 1 if high <= frame[ALPHA] else 0


_OPEN = types.int64(
    MOVES,
    PLAY,
    ENDED,
    SCORE,
    PROMISE,
    LIMITS,
    ESSENCE,
    _WORDS,
    _NUMBERS,
    _NUMBERS,
    _WORDS,
    _NUMBERS,
    _ROWS,
    _ROWS,
    _WORDS,
    _WORDS,
    _LISTS,
    _LISTS,
    _LISTS,
    _NUMBERS,
    TABLE,
    _NUMBERS,
    types.int64,
)


@kernel(_OPEN)
def _open(
    moves, play, ended, score, promise, limits, essence,
    masks, numbers, shape, turns, pieces,
    rows, keys, spare, bare, lists, ranks, frames, history, table, job, level,
):  # fmt: skip
    """Lists and ranks the moves of `rows[level]`; those whose value the rules or the table tell are
    settled at once, often with a cut. 0 if a key is too narrow for `rows[level + 1]`, else 1.
    """
    scored = job[SCORED]
    frame = frames[level]
    row = rows[level]
    found = lists[level]
    rank = ranks[level]
    moves(masks, numbers, row, found)
    hash_place = frame[PLACE]
    frame[PLACE] = 0
    bounded = job[ADVISED] and scored and job[PARTY] < 0
    for k in range(1, found[0] + 1):
        relation = play(masks, numbers, row, found[k], spare)
        if job[PARTY] >= 0:
            relation = _friend(row, job) * _friend(spare, job)
        payoff = ended(masks, numbers, spare)
        if payoff != PLAYING:
            if job[PARTY] >= 0:
                value = score(masks, numbers, spare, job[PARTY]) * _friend(spare, job)
            else:
                value = payoff if scored else payoff * WIN
            value = seen_from(value, relation, scored)
            settled = True
        elif limited(limits(masks, numbers, spare) if bounded else 0, relation, frame):
            value = frame[LIMIT]
            settled = True
        else:
            if not essential_key(
                essence, job[CONDENSED], masks, numbers, shape, turns, pieces,
                spare, bare, rows[level + 1], keys[level + 1],
            ):  # fmt: skip
                return 0
            data = look_up(table, keys[level + 1])
            settled = False
            value = 0
            if data != np.uint64(0):
                low = seen_from(lower(data), relation, scored)
                high = seen_from(upper(data), relation, scored)
                if relation < 0:
                    low, high = high, low
                settled = low == high or low >= frame[BETA] or high <= frame[ALPHA]
                value = low if low >= frame[BETA] else high
            rank[k] = history[found[k] & (HISTORY - 1)]
            if job[ADVISED]:
                rank[k] += promise(masks, numbers, row, found[k]) << 32
            if k == hash_place:
                rank[k] = 1 << 60
        if settled:
            rank[k] = _SEEN
            if value > frame[BEST]:
                frame[BEST] = value
                frame[PLACE] = k
                if value > frame[ALPHA]:
                    frame[ALPHA] = value
                if value >= frame[BETA]:
                    return 1
    return 1


_SEARCH = types.void(
    MOVES,
    PLAY,
    ENDED,
    SCORE,
    PROMISE,
    LIMITS,
    ESSENCE,
    _WORDS,
    _NUMBERS,
    _NUMBERS,
    _WORDS,
    _NUMBERS,
    _ROWS,
    _ROWS,
    _WORDS,
    _WORDS,
    _LISTS,
    _LISTS,
    _LISTS,
    _NUMBERS,
    TABLE,
    _NUMBERS,
)


@kernel(_SEARCH)
def run(
    moves, play, ended, score, promise, limits, essence,
    masks, numbers, shape, turns, pieces,
    rows, keys, spare, bare, lists, ranks, frames, history, table, job,
):  # fmt: skip
    """Searches on from where `job` says until it is done, `BUDGET` more positions are searched, or
    the stack must be deeper.

    To begin, `rows[0]` and `keys[0]` hold a position that has not ended, `frames[0]` its window,
    `lists[0, 0]` is -1, and `job[LEVEL]` is 0. `spare` and `bare` are room for a row each. When it
    ends with `WIDER`, keys are too narrow for `rows[job[LEVEL] + 1]`; with `STUCK`, rules list
    no move in `rows[job[LEVEL]]`, and play is not over; with `BEYOND`, the value found there lies
    beyond the limits of its payoff or what the table says.
    """
    scored = job[SCORED]
    stop = job[NODES] + job[BUDGET]
    limit = rows.shape[0] - 1
    level = job[LEVEL]
    job[STATUS] = RUNNING
    while True:
        frame = frames[level]
        if lists[level, 0] < 0:
            if level + 1 >= limit:
                job[STATUS] = DEEPER
                break
            if job[NODES] >= stop:
                break
            job[NODES] += 1
            if not _open(
                moves, play, ended, score, promise, limits, essence,
                masks, numbers, shape, turns, pieces,
                rows, keys, spare, bare, lists, ranks, frames, history, table, job, level,
            ):  # fmt: skip
                job[STATUS] = WIDER
                break
            if lists[level, 0] == 0:
                job[STATUS] = STUCK
                break
        chosen = 0
        if frame[BEST] < frame[BETA]:
            rank = _SEEN
            for k in range(1, lists[level, 0] + 1):
                if ranks[level, k] > rank:
                    rank = ranks[level, k]
                    chosen = k
        if chosen == 0:
            value = frame[BEST]
            if value > frame[CEILING] or (value < frame[BETA] and value < frame[FLOOR]):
                job[STATUS] = BEYOND
                break
            low = value if value > frame[LOW] else frame[FLOOR]
            high = value if value < frame[BETA] else frame[CEILING]
            work = job[NODES] - frame[BEFORE]
            job[FILLED] += put(table, keys[level], entry_data(low, high, frame[PLACE], work))
            if level == 0:
                job[RESULT] = value
                job[STATUS] = DONE
                break
            level -= 1
            frame = frames[level]
            value = seen_from(value, frames[level + 1, RELATION], scored)
            place = frame[AT]
            if value > frame[BEST]:
                frame[BEST] = value
                frame[PLACE] = place
                if value > frame[ALPHA]:
                    frame[ALPHA] = value
                if value >= frame[BETA]:
                    history[lists[level, place] & (HISTORY - 1)] += 1
            continue
        ranks[level, chosen] = _SEEN
        frame[AT] = chosen
        relation = play(masks, numbers, rows[level], lists[level, chosen], spare)
        if job[PARTY] >= 0:
            relation = _friend(rows[level], job) * _friend(spare, job)
        if not essential_key(
            essence, job[CONDENSED], masks, numbers, shape, turns, pieces,
            spare, bare, rows[level + 1], keys[level + 1],
        ):  # fmt: skip
            job[STATUS] = WIDER
            break
        canonical(shape, turns, spare, rows[level + 1])
        low = later(frame[ALPHA], scored)
        high = later(frame[BETA], scored)
        if relation < 0:
            low, high = -high, -low
        floor = LOWEST + 1
        ceiling = HIGHEST
        data = look_up(table, keys[level + 1])
        if job[ADVISED] and scored and job[PARTY] < 0:
            floor = least(limits(masks, numbers, spare))
            ceiling = most(limits(masks, numbers, spare))
        if not scored:
            floor = 1 - WIN  # it has not ended, so the end is a ply away at least
            ceiling = WIN - 1
        if data != np.uint64(0):
            floor = max(floor, lower(data))
            ceiling = min(ceiling, upper(data))
        value = floor if floor >= high or floor == ceiling else ceiling
        if floor >= high or ceiling <= low or floor == ceiling:
            value = seen_from(value, relation, scored)
            if value > frame[BEST]:
                frame[BEST] = value
                frame[PLACE] = chosen
                if value > frame[ALPHA]:
                    frame[ALPHA] = value
            continue
        level += 1
        child = frames[level]
        child[ALPHA] = max(low, floor - 1)
        child[LOW] = child[ALPHA]
        child[BETA] = min(high, ceiling + 1)
        child[BEST] = LOWEST + 1
        child[PLACE] = 0xFFFF if data == np.uint64(0) else best_place(data)
        child[RELATION] = relation
        child[BEFORE] = job[NODES]
        child[FLOOR] = floor
        child[CEILING] = ceiling
        lists[level, 0] = -1
    job[LEVEL] = level
