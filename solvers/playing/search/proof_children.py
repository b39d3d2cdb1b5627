"""The children of a position in proof-number search: made a few at a time, then looked up.

settled   a child whose value the rules, the limits of the payoff, the table or the path tell
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
    least,
    most,
)
from ruleproof.solvers.playing.keys.canonical import essential_key
from ruleproof.solvers.playing.keys.packing import mixed
from ruleproof.solvers.playing.search.proof_stack import (
    ADVISED,
    CONDENSED,
    COUNT,
    CYCLIC,
    DN,
    FIRST,
    HASH,
    HIGH,
    LEFT,
    MARK_SHIFT,
    MARK_WORD,
    MINE,
    MOVE,
    NODES,
    PN,
    RESTS_ON,
    RESTS_TOO,
    SCORED,
    STAMP,
    STAMPED,
    TARGET,
    TOLD,
    WON,
    on_path,
)
from ruleproof.solvers.playing.search.proof_table import (
    DEPTHS,
    INFINITE,
    KNOWN,
    MORE_DEPTHS,
    NEVER,
    NUMBERS,
    RESTS,
    TABLE,
    UNTOLD,
    bucket_of,
    entry_in,
    fetch,
    held_for,
    won_within,
)

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]
_ROWS = types.uint64[:, ::1]
_LISTS = types.int64[:, ::1]


_GAME = (MOVES, PLAY, ENDED, PROMISE, LIMITS, ESSENCE, _WORDS, _NUMBERS)
_FORMS = (_NUMBERS, _WORDS, _NUMBERS)
SEARCH = (
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
    """Notes the answer of the table and the path about a child of the position at the level; 1 if
    that settles the position, else 0.
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


@kernel(types.int64(*SEARCH, types.int64))
def open_children(
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
