"""The children of a position in proof-number search, with what is known of them.

settled   a child whose value the rules, the table, the path or the limits of the payoff tell
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import PLAYING, least, most
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
from ruleproof.solvers.playing.search.proof_stack import (
    ADVISED,
    CONDENSED,
    CYCLIC,
    DN,
    HIGH,
    HOPE,
    LEFT,
    MINE,
    NODES,
    PN,
    RESTS_ON,
    RESTS_TOO,
    SCORED,
    STAMP,
    STAMPED,
    TARGET,
    TOLD,
    WIDE,
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
    UNTOLD,
    held_for,
    won_within,
)
from ruleproof.solvers.playing.search.transposition_table import TABLE, bucket_of, entry_in

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]
_ROWS = types.uint64[:, ::1]
_LISTS = types.int64[:, ::1]

_LOOK_UP = types.int64(
    _ROWS, _WORDS, _NUMBERS, types.int64, types.int64, _LISTS, _NUMBERS, TABLE, _NUMBERS
)


@kernel(_LOOK_UP)
def _look_up(keys, key, child, left, level, frames, slots, table, job):
    """Notes the answer of the table and the path about a child of the position at the level; 1 if
    the table knows of it, else 0.
    """
    words = key.size
    value = np.uint64(child[HASH])
    pn = 1
    dn = 1
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
    if pn and dn and job[CYCLIC] and left == NEVER:
        depth = on_path(keys, frames, slots, key, value)
        if depth >= 0:
            dn = 0
            child[HIGH] = depth
            if depth < job[TOLD]:
                child[RESTS_ON] = np.int64(1) << depth
            else:
                child[RESTS_TOO] = np.int64(1) << min(depth - job[TOLD], job[TOLD] - 1)
    child[PN] = pn
    child[DN] = dn
    return entry >= 0


@kernel(types.int64(*SEARCH, _NUMBERS, types.int64))
def open_children(
    children_of, score, promise, limits, essence, masks, numbers,
    write, plan, pieces, images, room, rows, flat_rows, bare, keys, frames, children, found, ends,
    table, flat, job, slots, level,
):  # fmt: skip
    """Makes the children of the position at the level with what the rules, the table, the path and
    the limits of the payoff say of them, up to one that settles it. 0 if a key is too narrow, else
    1.
    """
    frame = frames[level]
    left = frame[LEFT]
    attacking = frame[MINE]
    first = frame[FIRST]
    target = job[TARGET]
    bounded = job[ADVISED] and job[SCORED]
    many = make_children(
        children_of, essence, masks, numbers, write, plan, pieces, images, room,
        rows, flat_rows, bare, keys, children, found, ends,
        table, flat, frame[SELF], first, target + 1 if attacking else -target, attacking,
        left > 1, job[CONDENSED],
    )  # fmt: skip
    if many < 0:
        job[WIDE] = -1 - many
        return 0
    row = rows[frame[SELF]]
    frame[COUNT] = many
    for c in range(first, first + many):
        child = children[c]
        child[WON] = 0
        child[RESTS_ON] = 0
        child[RESTS_TOO] = 0
        child[PN] = child[DN] = 1
        mine = attacking if child[RELATION] == 1 else 1 - attacking
        payoff = child[ENDS]
        if payoff != PLAYING:
            won = (payoff if mine else -payoff) > target
            child[PN] = not won
            child[DN] = won
        elif left == 1:
            child[DN] = 0
        elif (
            not _look_up(keys, keys[c], child, left, level, frames, slots, table, job)
            and bounded
            and child[DN]
        ):
            # play that never ends is no win, whatever the payoff would be
            within = limits(masks, numbers, rows[c])
            low = least(within) if mine else -most(within)
            high = most(within) if mine else -least(within)
            if high <= target:
                child[DN] = 0
            elif low > target and left == NEVER and not job[CYCLIC]:
                child[PN] = 0
                child[WON] = UNTOLD
        child[HOPE] = promise(masks, numbers, row, child[MOVE]) if job[ADVISED] else 0
        job[NODES] += 1
        if child[PN] == 0:
            child[DN] = INFINITE
        elif child[DN] == 0:
            child[PN] = INFINITE
        held = child[DN] == 0 and not child[RESTS_ON] | child[RESTS_TOO]
        if child[PN] == 0 if attacking else held:
            frame[COUNT] = c - first + 1
            break
    return 1
