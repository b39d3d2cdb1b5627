"""Proof-number search in compiled code, depth first (Nagai, 2002), for every game of two.

The question is whether one side, the attacker, can force an end that is worth more than `TARGET` to
him; within so many plies if `WITHIN` says so. Play that never ends answers no. Proof numbers are
weak ones (Ueda and others, 2008): the greatest of the children's, plus one for each other child
that is not settled, so that positions reached in two ways are not counted twice.

Stored answers hold for every path. A proof never rests on repetition. A disproof may: a position
that stands on the current path is taken for not won. Such a disproof is noted with the depths of
the path that it rests on; the depth of a position itself drops out when it is disproved, and one
that rests on nothing is stored for good. (Let D(A) be the greatest set X = A ∪ F(X), where F(X) are
the positions from which the other side can keep to X and to ends that do not suit the attacker. A
disproof of n that rests on A says that n is in D(A); if n is in F(D(A ∪ {n})), it is in D(A); and
D(∅) are the positions that the attacker cannot win.) Within a number of plies there is no need for
this: the search cannot return to the same question.

A visit to a position ends when its numbers reach their thresholds, but not before a position has
been expanded that the table did not know: or else visits could go round in circles.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false
from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.solvers.playing.search.children import (
    COUNT,
    FIRST,
    HASH,
    RELATION,
    SEARCH,
    SELF,
)
from ruleproof.solvers.playing.search.proof_children import open_children
from ruleproof.solvers.playing.search.proof_stack import (
    AT,
    BEFORE,
    BUDGET,
    CROWDED,
    CYCLIC,
    DEEPER,
    DN,
    DONE,
    FILLED,
    FRESH,
    FRESH_BEFORE,
    HIGH,
    HOPE,
    LEFT,
    LEVEL,
    MINE,
    MOST_DN,
    MOST_FILLED,
    MOST_PN,
    NODES,
    OPEN,
    PN,
    RESTS_ON,
    RESTS_TOO,
    RUNNING,
    STAMP,
    STAMPED,
    STAMPS,
    STATUS,
    TOLD,
    WIDER,
    WON,
    enter,
    highest,
    leave,
)
from ruleproof.solvers.playing.search.proof_table import (
    DEPTHS,
    INFINITE,
    KNOWN,
    MORE_DEPTHS,
    NEVER,
    NUMBERS,
    PARENT,
    PATH,
    RESTS,
    held_for,
    known_word,
    won_within,
)
from ruleproof.solvers.playing.search.transposition_table import (
    TABLE,
    bucket_of,
    entry_in,
    work_of,
)

_NUMBERS = types.int64[::1]
_ROWS = types.uint64[:, ::1]
_LISTS = types.int64[:, ::1]


@kernel(types.int64(_LISTS, _NUMBERS, types.int64, types.int64, _NUMBERS))
def _weigh(children, frame, least, most, sums):
    """The child with the least number in column `least`, and of those with the same number the one
    with most promise; -1 if none is open. `sums` receives
    that number, the next one, the weak sum of the numbers in column `most`, how many are open.
    """
    best = second = INFINITE
    greatest = hope = 0
    still = 0
    chosen = -1
    for k in range(frame[FIRST], frame[FIRST] + frame[COUNT]):
        if children[k, most] == 0:
            continue
        still += 1
        greatest = max(greatest, children[k, most])
        number = children[k, least]
        if number < best or (number == best and children[k, HOPE] > hope):
            second = best
            best = number
            hope = children[k, HOPE]
            chosen = k
        elif number < second:
            second = number
    sums[0] = best
    sums[1] = second
    sums[2] = min(greatest + max(still - 1, 0), INFINITE - 1) if greatest < INFINITE else INFINITE
    sums[3] = still
    return chosen


@kernel(types.void(_LISTS, _LISTS, _ROWS, TABLE, _NUMBERS, types.int64, types.int64, types.int64))
def _close(children, frames, keys, table, job, level, pn, dn):
    """Stores the knowledge of the position at the level, and updates its parent's child."""
    frame = frames[level]
    words = keys.shape[1]
    won = NEVER
    held = 0
    rests = np.int64(0)
    more = np.int64(0)
    high = -1
    last = frame[FIRST] + frame[COUNT]
    if pn == 0:
        won = NEVER if frame[MINE] else 0
        for k in range(frame[FIRST], last):
            if children[k, PN] == 0:
                other = children[k, WON]
                won = min(won, other) if frame[MINE] else max(won, other)
        won = min(won + 1, NEVER - 1)
    elif dn == 0:
        high = 1 << 20
        for k in range(frame[FIRST], last):
            child = children[k]
            if frame[MINE]:
                rests |= child[RESTS_ON]
                more |= child[RESTS_TOO]
            elif child[DN] == 0:
                top = child[HIGH] if child[RESTS_ON] | child[RESTS_TOO] else -1
                if top < high:
                    high = top
                    rests = child[RESTS_ON]
                    more = child[RESTS_TOO]
        if level < job[TOLD]:
            rests &= ~(np.int64(1) << level)
        elif level < 2 * job[TOLD]:
            more &= ~(np.int64(1) << (level - job[TOLD]))
        high = highest(rests, more, level, job[TOLD])
        if high < 0:
            held = frame[LEFT]
    work = job[NODES] - frame[BEFORE]
    at = frame[SELF]
    entry = entry_in(table, keys[at], bucket_of(table, np.uint64(children[at, HASH])))
    if entry < 0:
        entry = -1 - entry
        if table[entry, words + KNOWN] == np.uint64(0):
            job[FILLED] += 1
        for k in range(words):
            table[entry, k] = keys[at, k]
    else:
        known = table[entry, words + KNOWN]
        won = min(won, won_within(known))
        held = max(held, held_for(known))
        work += work_of(known)
    table[entry, words + KNOWN] = known_word(won, held, work)
    settled = pn == 0 or dn == 0
    numbers = np.uint64(1 if settled else pn) | (np.uint64(1 if settled else dn) << np.uint64(32))
    table[entry, words + NUMBERS] = numbers
    if job[CYCLIC]:
        stamp = np.uint64(0)
        if dn == 0 and high >= 0:
            stamp = np.uint64(frames[high, STAMP]) | (np.uint64(high) << np.uint64(48))
        table[entry, words + RESTS] = stamp
        table[entry, words + DEPTHS] = np.uint64(rests)
        table[entry, words + MORE_DEPTHS] = np.uint64(more)
        table[entry, words + PATH] = np.uint64(frame[STAMP])
        table[entry, words + PARENT] = np.uint64(frames[level - 1, STAMP] if level else 0)
    if level:
        child = children[frames[level - 1, AT]]
        child[PN] = pn
        child[DN] = dn
        child[WON] = won
        child[RESTS_ON] = rests
        child[RESTS_TOO] = more
        child[HIGH] = high


@kernel(types.void(*SEARCH, _NUMBERS, _NUMBERS))
def run(
    children_of, score, promise, limits, essence, masks, numbers,
    write, plan, pieces, images, room, rows, flat_rows, bare, keys, frames, children, found, ends,
    table, flat, job, slots, sums,
):  # fmt: skip
    """Searches on from where `job` says until it is done, `BUDGET` more positions are generated,
    `MOST_FILLED` entries are in use, or the stack must be larger.

    To begin, row and key 0 are those of a position that has not ended, `frames[0]` says whether the
    attacker is to move, how many plies he has (`NEVER`: as many as he likes), its `OPEN` is 1, and
    it has a stamp; `job[LEVEL]` is 0 and the path empty. When it is done, the children of the root
    say what is known; of each its proof number is 0 if it is proved, its disproof number if not.
    When it ends with `WIDER`, keys are too narrow for row `job[WIDE]` of `bare`.
    """
    stop = job[NODES] + job[BUDGET]
    deepest = frames.shape[0] - 2
    level = job[LEVEL]
    job[STATUS] = RUNNING
    while True:
        frame = frames[level]
        mine = frame[MINE]
        if frame[OPEN]:
            if level >= deepest or frame[FIRST] + found.size > children.shape[0]:
                job[STATUS] = DEEPER
                break
            if job[FILLED] >= job[MOST_FILLED]:
                job[STATUS] = CROWDED
                break
            if job[NODES] >= stop:
                break
            if not open_children(
                children_of, score, promise, limits, essence, masks, numbers,
                write, plan, pieces, images, room,
                rows, flat_rows, bare, keys, frames, children, found, ends,
                table, flat, job, slots, level,
            ):  # fmt: skip
                job[STATUS] = WIDER
                break
            frame[OPEN] = 0
            if job[CYCLIC] and frame[LEFT] == NEVER:
                enter(keys, children, frames, slots, level)
        if mine:
            chosen = _weigh(children, frame, PN, DN, sums)
            pn = sums[0]
            dn = sums[2]
        else:
            chosen = _weigh(children, frame, DN, PN, sums)
            dn = sums[0]
            pn = sums[2]
        if frame[COUNT] == 0:
            pn = INFINITE
            dn = 0
        settled = pn == 0 or dn == 0
        if settled or (
            (pn >= frame[MOST_PN] or dn >= frame[MOST_DN]) and job[FRESH] > frame[FRESH_BEFORE]
        ):
            if job[CYCLIC] and frame[LEFT] == NEVER:
                leave(keys, children, frames, slots, level)
            _close(children, frames, keys, table, job, level, pn, dn)
            if level == 0:
                job[STATUS] = DONE
                break
            level -= 1
            continue
        most_pn = max(frame[MOST_PN], pn + 1)
        most_dn = max(frame[MOST_DN], dn + 1)
        limit = sums[1] + (sums[1] >> 2) + 1
        others = sums[3] - 1
        frame[AT] = chosen
        level += 1
        after = frames[level]
        after[SELF] = chosen
        after[FIRST] = frame[FIRST] + frame[COUNT]
        after[OPEN] = 1
        after[MINE] = mine if children[chosen, RELATION] == 1 else 1 - mine
        after[LEFT] = NEVER if frame[LEFT] == NEVER else frame[LEFT] - 1
        after[MOST_PN] = min(most_pn, limit) if mine else most_pn - others
        after[MOST_DN] = most_dn - others if mine else min(most_dn, limit)
        after[BEFORE] = job[NODES]
        after[FRESH_BEFORE] = job[FRESH]
        key = keys[chosen]
        entry = entry_in(table, key, bucket_of(table, np.uint64(children[chosen, HASH])))
        if entry < 0:
            job[FRESH] += 1
        if job[CYCLIC]:
            words = key.size
            if entry >= 0 and np.int64(table[entry, words + PARENT]) == frame[STAMP]:
                after[STAMP] = np.int64(table[entry, words + PATH] & np.uint64(STAMPED))
            else:
                job[STAMPS] += 1
                after[STAMP] = job[STAMPS]
    job[LEVEL] = level
