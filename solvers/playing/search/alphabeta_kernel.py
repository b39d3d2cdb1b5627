"""Alpha-beta in compiled code, for every game without cycles.

Values are those of `playing/values/scale.py`, for the side to move. With more than two players a
value is what one player scores against all others together, who count as one side.

The search keeps its own stack, so that it can stop after any number of positions and go on later.

order   the move that the table names first; then the last two that refuted at the same depth
        (killers), the last one that refuted the move before, and the others by how often they
        refuted, each side's moves counted apart, and by what the game's advice says of them
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import PLAYING, least, most
from ruleproof.models.play.states import BITS
from ruleproof.solvers.playing.search import children as stack
from ruleproof.solvers.playing.search.bounds_entry import (
    HIGHEST,
    LOWEST,
    best_of,
    entry_data,
    lower,
    name_of,
    upper,
)
from ruleproof.solvers.playing.search.children import (
    COUNT,
    ENDS,
    FIRST,
    HASH,
    MOVE,
    RELATION,
    SEARCH,
    SELF,
    make_children,
)
from ruleproof.solvers.playing.search.transposition_table import (
    TABLE,
    bucket_of,
    entry_in,
    with_work,
)
from ruleproof.solvers.playing.values.scale import WIN
from ruleproof.solvers.playing.values.scale_kernel import later, seen_from

# Places in `job`.
(
    LEVEL, STATUS, RESULT, NODES, BUDGET, SCORED, PARTY, SIDE_WORD, SIDE_SHIFT, FILLED, MOST_FILLED,
    ADVISED, CONDENSED, WIDE,
) = range(14)  # fmt: skip
JOB = 14
# What `job[STATUS]` says.
RUNNING, DONE, DEEPER, WIDER, STUCK, BEYOND, CROWDED = range(7)
# Places in a frame, and in a child.
ALPHA, BETA, LOW, BEST, NAME, AT, BEFORE, KILLER, SECOND, OPEN = range(
    stack.FRAME, stack.FRAME + 10
)
FRAME = OPEN + 1
RANK, FLOOR, CEILING, KNOWN = range(stack.CHILD, stack.CHILD + 4)
CHILD = KNOWN + 1
_MOVES = 1 << 12
HISTORY = 4 * _MOVES
"""The numbers kept of moves: how often each refuted, for both sides; the last that refuted it."""
_SEEN = -(1 << 62)
"""The rank of a move whose value is settled."""
_NAMED = 1 << 60
_HOPE, _KILLS = 8, 40
"""The bits of a rank from which on advice counts, and killers."""

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]


@kernel(types.int64(_WORDS, _NUMBERS))
def _side(row, job):
    """The player to move."""
    word = row[np.uint64(job[SIDE_WORD])] >> np.uint64(job[SIDE_SHIFT])
    return np.int64(word & np.uint64((1 << BITS) - 1))


@kernel(types.int64(_WORDS, _NUMBERS))
def _friend(row, job):
    """1 if the party that the search is for is to move, else -1."""
    return 1 if _side(row, job) == job[PARTY] else -1


@kernel(types.int64(TABLE, _WORDS, _NUMBERS))
def _look_up(table, key, child):
    """Narrows the bounds of a child to those in the table; returns the best move there, or 0."""
    entry = entry_in(table, key, bucket_of(table, np.uint64(child[HASH])))
    if entry < 0:
        return 0
    data = table[entry, key.size]
    child[FLOOR] = max(child[FLOOR], lower(data))
    child[CEILING] = min(child[CEILING], upper(data))
    child[KNOWN] = 1
    return best_of(data)


@kernel(types.int64(_NUMBERS, _NUMBERS, types.int64))
def _settled(child, frame, scored):
    """Whether a child's bounds settle it within the window of the position before it, whose best
    value is then that of the child, if it is better.
    """
    low = later(frame[ALPHA], scored)
    high = later(frame[BETA], scored)
    if child[RELATION] < 0:
        low, high = -high, -low
    floor = child[FLOOR]
    ceiling = child[CEILING]
    if floor < high and ceiling > low and floor != ceiling:
        return 0
    value = floor if floor >= high or floor == ceiling else ceiling
    _improve(child, frame, seen_from(value, child[RELATION], scored))
    return 1


@kernel(types.void(_NUMBERS, _NUMBERS, types.int64))
def _improve(child, frame, value):
    """Notes that a child is worth so much to whoever moves there, if no other is worth more."""
    if value > frame[BEST]:
        frame[BEST] = value
        frame[NAME] = name_of(child[HASH]) if child[ENDS] == PLAYING else 0
        frame[ALPHA] = max(frame[ALPHA], value)


_OPEN = types.int64(*SEARCH, _NUMBERS, types.int64)


@kernel(_OPEN)
def _open(
    children_of, score, promise, limits, essence, masks, numbers,
    write, plan, pieces, images, room, rows, flat_rows, bare, keys, frames, children, found, ends,
    table, flat, job, history, level,
):  # fmt: skip
    """Makes and ranks the children of the position at the level; those whose value the rules or the
    table tell are settled at once, often with a cut. 0 if a key is too narrow, else 1.
    """
    scored = job[SCORED]
    party = job[PARTY]
    frame = frames[level]
    row = rows[frame[SELF]]
    first = frame[FIRST]
    enough = frame[BETA] if scored else 1 if frame[BETA] > 0 else 0
    if party >= 0:
        enough = HIGHEST
    many = make_children(
        children_of, essence, masks, numbers, write, plan, pieces, images, room,
        rows, flat_rows, bare, keys, children, found, ends,
        table, flat, frame[SELF], first, enough, -1, 1, job[CONDENSED],
    )  # fmt: skip
    if many < 0:
        job[WIDE] = -1 - many
        return 0
    frame[COUNT] = many
    named = frame[NAME]
    frame[NAME] = 0
    for c in range(first, first + many):
        child = children[c]
        child[RANK] = 0
        if party >= 0:
            child[RELATION] = _friend(row, job) * _friend(rows[c], job)
        if child[ENDS] == PLAYING:
            child[KNOWN] = 0
            # it has not ended, so the end is a ply away at least
            child[FLOOR] = LOWEST + 1 if scored else 1 - WIN
            child[CEILING] = HIGHEST if scored else WIN - 1
            _look_up(table, keys[c], child)
            if _settled(child, frame, scored):
                child[RANK] = _SEEN
        else:
            child[RANK] = _SEEN
            value = child[ENDS] if scored else child[ENDS] * WIN
            if party >= 0:
                value = score(masks, numbers, rows[c], party) * _friend(rows[c], job)
            _improve(child, frame, seen_from(value, child[RELATION], scored))
        if frame[BEST] >= frame[BETA]:
            return 1
    bounded = job[ADVISED] and scored and party < 0
    side = (_side(row, job) & 1) * _MOVES
    reply = history[2 * _MOVES + side + (children[frame[SELF], MOVE] & (_MOVES - 1))]
    for c in range(first, first + many):
        child = children[c]
        if child[RANK] == _SEEN:
            continue
        move = child[MOVE]
        if bounded and not child[KNOWN]:
            ends_in = limits(masks, numbers, rows[c])
            child[FLOOR] = least(ends_in)
            child[CEILING] = most(ends_in)
            if _settled(child, frame, scored):
                child[RANK] = _SEEN
                if frame[BEST] >= frame[BETA]:
                    return 1
                continue
        rank = history[side + (move & (_MOVES - 1))]
        if job[ADVISED]:
            rank += promise(masks, numbers, row, move) << _HOPE
        if move + 1 == frame[KILLER]:
            rank += 3 << _KILLS
        elif move + 1 == frame[SECOND]:
            rank += 2 << _KILLS
        elif move + 1 == reply:
            rank += 1 << _KILLS
        if name_of(child[HASH]) == named:
            rank = _NAMED
        child[RANK] = rank
    return 1


@kernel(types.void(*SEARCH, _NUMBERS))
def run(
    children_of, score, promise, limits, essence, masks, numbers,
    write, plan, pieces, images, room, rows, flat_rows, bare, keys, frames, children, found, ends,
    table, flat, job, history,
):  # fmt: skip
    """Searches on from where `job` says until it is done, `BUDGET` more positions are searched,
    `MOST_FILLED` entries are in use, or the stack must be larger.

    To begin, row and key 0 are those of a position that has not ended, `frames[0]` holds its
    window, its `OPEN` is 1, and `job[LEVEL]` is 0. When it ends with `WIDER`, keys are too narrow
    for row `job[WIDE]` of `bare`; with `STUCK`, rules list no move in the position at the level,
    and play is not over; with `BEYOND`, the value found there lies beyond the limits of its payoff
    or what the table says.
    """
    scored = job[SCORED]
    stop = job[NODES] + job[BUDGET]
    deepest = frames.shape[0] - 1
    level = job[LEVEL]
    job[STATUS] = RUNNING
    while True:
        frame = frames[level]
        if frame[OPEN]:
            if level >= deepest or frame[FIRST] + found.size > children.shape[0]:
                job[STATUS] = DEEPER
                break
            if job[FILLED] >= job[MOST_FILLED]:
                job[STATUS] = CROWDED
                break
            if job[NODES] >= stop:
                break
            job[NODES] += 1
            if not _open(
                children_of, score, promise, limits, essence, masks, numbers,
                write, plan, pieces, images, room,
                rows, flat_rows, bare, keys, frames, children, found, ends,
                table, flat, job, history, level,
            ):  # fmt: skip
                job[STATUS] = WIDER
                break
            frame[OPEN] = 0
            if frame[COUNT] == 0:
                job[STATUS] = STUCK
                break
        chosen = 0
        if frame[BEST] < frame[BETA]:
            rank = _SEEN
            for c in range(frame[FIRST], frame[FIRST] + frame[COUNT]):
                if children[c, RANK] > rank:
                    rank = children[c, RANK]
                    chosen = c
        at = frame[SELF]
        if chosen == 0:
            value = frame[BEST]
            here = children[at]
            if value > here[CEILING] or (value < frame[BETA] and value < here[FLOOR]):
                job[STATUS] = BEYOND
                break
            low = value if value > frame[LOW] else here[FLOOR]
            high = value if value < frame[BETA] else here[CEILING]
            key = keys[at]
            entry = entry_in(table, key, bucket_of(table, np.uint64(here[HASH])))
            if entry < 0:
                entry = -1 - entry
                job[FILLED] += table[entry, key.size] == np.uint64(0)
                for k in range(key.size):
                    table[entry, k] = key[k]
            work = job[NODES] - frame[BEFORE]
            table[entry, key.size] = with_work(entry_data(low, high, frame[NAME]), work)
            if level == 0:
                job[RESULT] = value
                job[STATUS] = DONE
                break
            level -= 1
            frame = frames[level]
            child = children[frame[AT]]
            value = seen_from(value, child[RELATION], scored)
            _improve(child, frame, value)
            if value >= frame[BETA]:
                move = child[MOVE]
                side = (_side(rows[frame[SELF]], job) & 1) * _MOVES
                history[side + (move & (_MOVES - 1))] += 1
                before = children[frame[SELF], MOVE] & (_MOVES - 1)
                history[2 * _MOVES + side + before] = move + 1
                if frame[KILLER] != move + 1:
                    frame[SECOND] = frame[KILLER]
                    frame[KILLER] = move + 1
            continue
        child = children[chosen]
        child[RANK] = _SEEN
        frame[AT] = chosen
        best = _look_up(table, keys[chosen], child)
        if _settled(child, frame, scored):
            continue
        low = later(frame[ALPHA], scored)
        high = later(frame[BETA], scored)
        if child[RELATION] < 0:
            low, high = -high, -low
        after = frames[level + 1]
        after[SELF] = chosen
        after[FIRST] = frame[FIRST] + frame[COUNT]
        after[COUNT] = 0
        after[ALPHA] = max(low, child[FLOOR] - 1)
        after[LOW] = after[ALPHA]
        after[BETA] = min(high, child[CEILING] + 1)
        after[BEST] = LOWEST + 1
        after[NAME] = best
        after[BEFORE] = job[NODES]
        after[OPEN] = 1
        level += 1
    job[LEVEL] = level
