"""Proof-number search in compiled code, depth first (Nagai, 2002), for every game of two.

The question is whether one side, the attacker, can force an end that is worth more than `TARGET` to
him; within so many plies if `WITHIN` says so. Play that never ends answers no. Proof numbers are
weak ones (Ueda and others, 2008): the greatest of the children's, plus one for each other child
that is not settled, so that positions reached in two ways are not counted twice.

What is stored holds for every path. A proof never rests on repetition. A disproof may: a position
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

from ruleproof.models.compiling import kernel
from ruleproof.models.kernels import (
    ENDED,
    ESSENCE,
    LIMITS,
    MOVES,
    PLAY,
    PLAYING,
    PROMISE,
    least,
    most,
)
from ruleproof.solvers.packing import mixed
from ruleproof.solvers.proof_stack import (
    ADVISED,
    AT,
    BEFORE,
    BUDGET,
    CONDENSED,
    COUNT,
    CYCLIC,
    DEEPER,
    DN,
    DONE,
    FILLED,
    FIRST,
    FRESH,
    FRESH_BEFORE,
    HASH,
    HIGH,
    LEFT,
    LEVEL,
    MARK_SHIFT,
    MARK_WORD,
    MINE,
    MOST_DN,
    MOST_PN,
    MOVE,
    NODES,
    PN,
    RESTS_ON,
    RESTS_TOO,
    RUNNING,
    SCORED,
    STAMP,
    STAMPED,
    STAMPS,
    STATUS,
    TARGET,
    TOLD,
    WIDER,
    WON,
    enter,
    highest,
    leave,
    on_path,
)
from ruleproof.solvers.proof_table import (
    DEPTHS,
    INFINITE,
    KNOWN,
    MORE_DEPTHS,
    NEVER,
    NUMBERS,
    PARENT,
    PATH,
    RESTS,
    TABLE,
    UNTOLD,
    bucket_of,
    entry_in,
    entry_of,
    fetch,
    held_for,
    known_word,
    won_within,
)
from ruleproof.solvers.symmetry import canonical, essential_key

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]
_ROWS = types.uint64[:, ::1]
_LISTS = types.int64[:, ::1]


_GAME = (MOVES, PLAY, ENDED, PROMISE, LIMITS, ESSENCE, _WORDS, _NUMBERS)
_FORMS = (_NUMBERS, _WORDS, _NUMBERS)
_SEARCH = (
    *_GAME,
    *_FORMS,
    _ROWS,
    _ROWS,
    _WORDS,
    _WORDS,
    _NUMBERS,
    _LISTS,
    _ROWS,
    _LISTS,
    _NUMBERS,
    TABLE,
    _WORDS,
    _NUMBERS,
)
_AHEAD = 8
"""The children that are made before they are looked up."""


@kernel(types.void(PROMISE, _WORDS, _NUMBERS, _WORDS, _NUMBERS, _LISTS, types.int64))
def sort_by_promise(promise, masks, numbers, row, found, room, first):
    """Puts the moves with the greatest promise first, those of equal promise in their old order.
    `room` holds the promises from row `first` on.
    """
    for k in range(1, found[0] + 1):
        move = found[k]
        hope = promise(masks, numbers, row, move)
        at = k
        while at > 1 and room[first + at - 2, 0] < hope:
            room[first + at - 1, 0] = room[first + at - 2, 0]
            found[at] = found[at - 1]
            at -= 1
        room[first + at - 1, 0] = hope
        found[at] = move


_LOOK_UP = types.int64(
    _ROWS, _WORDS, _NUMBERS, types.int64, types.int64, types.int64, _LISTS, _NUMBERS, TABLE,
    _NUMBERS,
)  # fmt: skip


@kernel(_LOOK_UP)
def _look_up(keys, key, child, attacking, left, level, frames, slots, table, job):
    """Notes what the table and the path say of a child of the position at the level; 1 if that
    settles the position, else 0.
    """
    words = key.size
    value = np.uint64(child[HASH])
    pn = 1
    dn = 1
    rests = np.int64(0)
    entry = entry_in(table, key, bucket_of(table, value))
    if entry >= 0:
        known = table[entry, words + KNOWN]
        if won_within(known) < left:
            pn = 0
            child[WON] = won_within(known)
        elif held_for(known) >= (NEVER if left == NEVER else left - 1):
            dn = 0
        else:
            pn = np.int64(table[entry, words + NUMBERS] & np.uint64(INFINITE))
            dn = np.int64(table[entry, words + NUMBERS] >> np.uint64(32))
            if job[CYCLIC] and left == NEVER:
                resting = table[entry, words + RESTS]
                high = np.int64(resting >> np.uint64(48))
                stamp = np.int64(resting & np.uint64(STAMPED))
                if stamp and high <= level and frames[high, STAMP] == stamp:
                    dn = 0
                    child[HIGH] = high
                    child[RESTS_ON] = np.int64(table[entry, words + DEPTHS])
                    child[RESTS_TOO] = np.int64(table[entry, words + MORE_DEPTHS])
                    rests = child[RESTS_ON] | child[RESTS_TOO]
    if pn and dn and job[CYCLIC] and left == NEVER:
        depth = on_path(keys, slots, key, value)
        if depth >= 0:
            dn = 0
            rests = np.int64(1)
            child[HIGH] = depth
            if depth < job[TOLD]:
                child[RESTS_ON] = np.int64(1) << depth
            else:
                child[RESTS_TOO] = np.int64(1) << min(depth - job[TOLD], job[TOLD] - 1)
    if pn == 0:
        dn = INFINITE
    elif dn == 0:
        pn = INFINITE
    child[PN] = pn
    child[DN] = dn
    return 1 if (attacking and pn == 0) or (not attacking and dn == 0 and rests == 0) else 0


@kernel(types.int64(*_SEARCH, types.int64))
def _open(
    moves, play, ended, promise, limits, essence, masks, numbers, shape, turns, pieces,
    rows, keys, spare, bare, found, children, child_keys, frames, slots, table, flat, job, level,
):  # fmt: skip
    """Lists the children of `rows[level]` with what the rules, the table and the path say of them,
    up to one that settles it. 0 if a key is too narrow for `rows[level + 1]`, else 1.

    A few children at a time are made, and their places in the table fetched, before any is looked
    up; counted are those that the rules settle and those that are looked up.
    """
    frame = frames[level]
    row = rows[level]
    left = frame[LEFT]
    attacking = frame[MINE]
    count = frame[FIRST]
    mark = np.uint64(1) << np.uint64(job[MARK_SHIFT])
    bounded = job[ADVISED] and job[SCORED]
    condensed = job[CONDENSED]
    moves(masks, numbers, row, found)
    if job[ADVISED]:
        sort_by_promise(promise, masks, numbers, row, found, children, count)
    many = found[0]
    at = 1
    settled = False
    while at <= many and not settled:
        first = count
        end = min(at + _AHEAD, many + 1)
        while at < end:
            relation = play(masks, numbers, row, found[at], spare)
            mine = attacking if relation == 1 else 1 - attacking
            child = children[count]
            child[MOVE] = found[at]
            child[WON] = 0
            child[RESTS_ON] = 0
            child[RESTS_TOO] = 0
            at += 1
            pn = 1
            dn = 1
            payoff = ended(masks, numbers, spare)
            if payoff != PLAYING:
                if (payoff if mine else -payoff) > job[TARGET]:
                    pn = 0
                else:
                    dn = 0
            elif left == 1:
                dn = 0
            elif bounded:
                # play that never ends is no win, whatever the payoff would be
                ends = limits(masks, numbers, spare)
                low = least(ends) if mine else -most(ends)
                high = most(ends) if mine else -least(ends)
                if high <= job[TARGET]:
                    dn = 0
                elif low > job[TARGET] and left == NEVER and not job[CYCLIC]:
                    pn = 0
                    child[WON] = UNTOLD
            if pn and dn:
                key = child_keys[count]
                if not essential_key(
                    essence, condensed, masks, numbers, shape, turns, pieces,
                    spare, bare, rows[level + 1], key,
                ):  # fmt: skip
                    return 0
                if mine:
                    key[job[MARK_WORD]] |= mark
                value = mixed(key)
                child[HASH] = np.int64(value)
                fetch(table, flat, bucket_of(table, value))
            else:
                job[NODES] += 1
                if pn == 0:
                    dn = INFINITE
                    settled = attacking == 1
                else:
                    pn = INFINITE
                    settled = attacking == 0
            child[PN] = pn
            child[DN] = dn
            count += 1
            if settled:
                break
        if settled:
            break
        for k in range(first, count):
            child = children[k]
            if child[PN] == 1 and child[DN] == 1:
                job[NODES] += 1
                if _look_up(keys, child_keys[k], child, attacking, left, level, frames, slots,
                            table, job):  # fmt: skip
                    settled = True
                    break
    frame[COUNT] = count - frame[FIRST]
    return 1


@kernel(types.int64(_LISTS, _NUMBERS, types.int64, types.int64, _NUMBERS))
def _weigh(children, frame, least, most, sums):
    """The child with the least number in column `least`, or -1 if none is open. `sums` receives
    that number, the next one, the weak sum of the numbers in column `most`, how many are open.
    """
    best = second = INFINITE
    greatest = 0
    still = 0
    chosen = -1
    for k in range(frame[FIRST], frame[FIRST] + frame[COUNT]):
        if children[k, most] == 0:
            continue
        still += 1
        greatest = max(greatest, children[k, most])
        if children[k, least] < best:
            second = best
            best = children[k, least]
            chosen = k
        elif children[k, least] < second:
            second = children[k, least]
    sums[0] = best
    sums[1] = second
    sums[2] = min(greatest + max(still - 1, 0), INFINITE - 1) if greatest < INFINITE else INFINITE
    sums[3] = still
    return chosen


@kernel(types.void(_LISTS, _LISTS, _ROWS, TABLE, _NUMBERS, types.int64, types.int64, types.int64))
def _close(children, frames, keys, table, job, level, pn, dn):
    """Stores what is known of the position at the level, and tells its parent's child."""
    frame = frames[level]
    words = keys.shape[1]
    place = 0xFFFF
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
                if frame[MINE]:
                    if children[k, WON] < won:
                        won = children[k, WON]
                        place = k - frame[FIRST]
                else:
                    won = max(won, children[k, WON])
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
    entry = entry_of(table, keys[level])
    if entry < 0:
        entry = -1 - entry
        if table[entry, words + KNOWN] == np.uint64(0):
            job[FILLED] += 1
        for k in range(words):
            table[entry, k] = keys[level, k]
    else:
        known = table[entry, words + KNOWN]
        if won_within(known) <= won:
            won = won_within(known)
            place = np.int64(known & np.uint64(0xFFFF))
        held = max(held, held_for(known))
        work += np.int64(1) << np.int64((known >> np.uint64(48)) & np.uint64(31))
    table[entry, words + KNOWN] = known_word(place, won, held, work)
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


@kernel(types.void(*_SEARCH, _NUMBERS))
def run(
    moves, play, ended, promise, limits, essence, masks, numbers, shape, turns, pieces,
    rows, keys, spare, bare, found, children, child_keys, frames, slots, table, flat, job, sums,
):  # fmt: skip
    """Searches on from where `job` says until it is done, `BUDGET` more positions are generated, or
    the stack must be deeper.

    To begin, `rows[0]` and `keys[0]` hold a position that has not ended, `frames[0]` says whether
    the attacker is to move, how many plies he has (`NEVER`: as many as he likes), `COUNT`
    -1 and a stamp; `job[LEVEL]` is 0 and the path empty. When it is done, the children of the root
    say what is known; of each its proof number is 0 if it is proved, its disproof number if not.
    When it ends with `WIDER`, keys are too narrow for `rows[job[LEVEL] + 1]`.
    """
    stop = job[NODES] + job[BUDGET]
    deepest = rows.shape[0] - 2
    level = job[LEVEL]
    job[STATUS] = RUNNING
    while True:
        frame = frames[level]
        mine = frame[MINE]
        if frame[COUNT] < 0:
            if level >= deepest or frame[FIRST] + found.size > children.shape[0]:
                job[STATUS] = DEEPER
                break
            if job[NODES] >= stop:
                break
            if not _open(
                moves, play, ended, promise, limits, essence, masks, numbers, shape, turns, pieces,
                rows, keys, spare, bare, found, children, child_keys, frames, slots, table, flat,
                job, level,
            ):  # fmt: skip
                job[STATUS] = WIDER
                break
            if job[CYCLIC] and frame[LEFT] == NEVER:
                enter(keys, slots, level)
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
                leave(keys, slots, level)
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
        relation = play(masks, numbers, rows[level], children[chosen, MOVE], spare)
        canonical(shape, turns, spare, rows[level + 1])
        frame[AT] = chosen
        level += 1
        child = frames[level]
        child[MINE] = mine if relation == 1 else 1 - mine
        key = keys[level]
        for k in range(key.size):
            key[k] = child_keys[chosen, k]
        child[FIRST] = frame[FIRST] + frame[COUNT]
        child[COUNT] = -1
        child[LEFT] = NEVER if frame[LEFT] == NEVER else frame[LEFT] - 1
        child[MOST_PN] = min(most_pn, limit) if mine else most_pn - others
        child[MOST_DN] = most_dn - others if mine else min(most_dn, limit)
        child[BEFORE] = job[NODES]
        child[FRESH_BEFORE] = job[FRESH]
        value = np.uint64(children[chosen, HASH])
        entry = entry_in(table, key, bucket_of(table, value))
        if entry < 0:
            job[FRESH] += 1
        if job[CYCLIC]:
            words = key.size
            if entry >= 0 and np.int64(table[entry, words + PARENT]) == frame[STAMP]:
                child[STAMP] = np.int64(table[entry, words + PATH] & np.uint64(STAMPED))
            else:
                job[STAMPS] += 1
                child[STAMP] = job[STAMPS]
    job[LEVEL] = level
