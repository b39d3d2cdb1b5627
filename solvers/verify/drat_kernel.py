"""Compiled replay of DRAT proofs: unit propagation with two watched literals a clause.

RUP      the clause follows by unit propagation: to assume all its literals false is contradictory
RAT      the clause can do no harm: on its first literal, each clause with the opposite literal
         gives together with it a clause that follows
fixed    literals that follow from single literals alone; they stay assigned from step to step
literal  2n for the variable n, 2n + 1 for its opposite

The proof is read forwards, a step at a time. Arrays of `propagate` and those after it:

lits, begin, size       the literals of all clauses, where each clause begins, how many it has
head, after             lists of watches, by literal: watch `2 * clause + k` looks at the clause's
                        literal `k`, 0 or 1
active                  1 for clauses that are not forgotten
value                   of a literal: 1, -1, or 0 while it is open
trail, reason, state    literals in the order they were assigned, the clause that made each; the
                        trail's length, and how far its consequences are drawn
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel

FORGET = -(1 << 62)
"""Stands for the letter d among the numbers of a proof."""
HOLDS, UNFINISHED = -1, -2
"""Answers of the replay; any other one is the number of the step that does not follow."""

_I8, _I32, _I64 = types.int8[::1], types.int32[::1], types.int64[::1]


@kernel(types.int64(_I32, _I64, _I64, _I64, _I64, _I8, _I8, _I32, _I64, _I64))
def _propagate(lits, begin, size, head, after, active, value, trail, reason, state):
    """Draws all consequences of the trail from `state[1]` on; `state[0]` is its length.

    Returns a clause all of whose literals are false, or -1.
    """
    while state[1] < state[0]:
        false = trail[state[1]] ^ 1
        state[1] += 1
        before = -1
        watch = head[false]
        while watch >= 0:
            following = after[watch]
            clause = watch >> 1
            moved = False
            if not active[clause]:
                moved = True
            else:
                first = begin[clause]
                mine = first + (watch & 1)
                other = lits[first + 1 - (watch & 1)]
                if value[other] != 1:
                    for k in range(first + 2, first + size[clause]):
                        new = lits[k]
                        if value[new] != -1:
                            lits[k] = lits[mine]
                            lits[mine] = new
                            after[watch] = head[new]
                            head[new] = watch
                            moved = True
                            break
                    if not moved:
                        if value[other] == -1:
                            return clause
                        value[other] = 1
                        value[other ^ 1] = -1
                        reason[other >> 1] = clause
                        trail[state[0]] = other
                        state[0] += 1
            if moved:
                if before < 0:
                    head[false] = following
                else:
                    after[before] = following
            else:
                before = watch
            watch = following
    return -1


@kernel(types.void(_I8, _I32, _I64, types.int64))
def _undo(value, trail, state, length):
    """Takes back the trail beyond that length."""
    for k in range(length, state[0]):
        value[trail[k]] = 0
        value[trail[k] ^ 1] = 0
    state[0] = length
    state[1] = length


@kernel(types.boolean(types.int64, _I32, _I64, _I64, _I64, _I64, _I8, _I8, _I32, _I64, _I64))
def _join(clause, lits, begin, size, head, after, active, value, trail, reason, state):
    """Adds a clause under the fixed literals, with their consequences; returns whether that
    contradicts.
    """
    first, many = begin[clause], size[clause]
    active[clause] = 1
    free = 0
    for k in range(first, first + many):
        if value[lits[k]] != -1:
            lits[first + free], lits[k] = lits[k], lits[first + free]
            free += 1
            if free == 2:
                break
    if free == 0:
        return True
    if many > 1:
        for k in range(2):
            watch = 2 * clause + k
            after[watch] = head[lits[first + k]]
            head[lits[first + k]] = watch
    only = lits[first]
    if free == 1 and value[only] == 0:
        value[only] = 1
        value[only ^ 1] = -1
        reason[only >> 1] = clause
        trail[state[0]] = only
        state[0] += 1
        return _propagate(lits, begin, size, head, after, active, value, trail, reason, state) >= 0
    return False


_FOLLOWS = types.boolean(
    types.int64, types.int32, types.int64, _I32, _I64, _I64, _I64, _I64, _I8, _I8, _I32, _I64, _I64,
)  # fmt: skip


@kernel(_FOLLOWS)
def _follows(
    clause, pivot, clauses, lits, begin, size, head, after, active, value, trail, reason, state,
):  # fmt: skip
    """Whether a clause has RUP, or RAT on the pivot, with regard to the active ones before it."""
    fixed = state[0]
    for k in range(begin[clause], begin[clause] + size[clause]):
        one = lits[k]
        if value[one] == 1:
            _undo(value, trail, state, fixed)
            return True
        if value[one] == 0:
            value[one] = -1
            value[one ^ 1] = 1
            reason[one >> 1] = -1
            trail[state[0]] = one ^ 1
            state[0] += 1
    follows = _propagate(lits, begin, size, head, after, active, value, trail, reason, state) >= 0
    if not follows and pivot >= 0:
        follows = True
        assumed = state[0]
        for other in range(clauses):
            if not active[other]:
                continue
            opposite = False
            for k in range(begin[other], begin[other] + size[other]):
                if lits[k] == pivot ^ 1:
                    opposite = True
                    break
            if not opposite:
                continue
            met = False
            for k in range(begin[other], begin[other] + size[other]):
                one = lits[k]
                if one == pivot ^ 1:
                    continue
                if value[one] == 1:
                    met = True
                    break
                if value[one] == 0:
                    value[one] = -1
                    value[one ^ 1] = 1
                    reason[one >> 1] = -1
                    trail[state[0]] = one ^ 1
                    state[0] += 1
            if not met:
                met = (
                    _propagate(lits, begin, size, head, after, active, value, trail, reason, state)
                    >= 0
                )
            _undo(value, trail, state, assumed)
            if not met:
                follows = False
                break
    _undo(value, trail, state, fixed)
    return follows


@kernel(types.int64(_I64, types.int64, types.int64, _I64, _I32))
def _read(tokens, at, clause, stamp, room):
    """Reads a clause from there on into `room`, each literal once; returns how many, or -1 - many
    for a clause that holds a literal and its opposite. `stamp` is per literal.
    """
    many = 0
    both = False
    while tokens[at] != 0:
        number = tokens[at]
        one = 2 * number if number > 0 else 1 - 2 * number
        if stamp[one] != clause:
            stamp[one] = clause
            both = both or stamp[one ^ 1] == clause
            room[many] = one
            many += 1
        at += 1
    return -1 - many if both else many


@kernel(types.int64(_I64, _I64, types.int64, types.int64), allocates=True)
def replay(flat, tokens, most, variables):
    """Replays the proof of the clauses in `flat`, 0 behind each. Returns `HOLDS`, `UNFINISHED`, or
    the number of the first step that does not follow. `most`: how many clauses there can be.
    """
    literals = 2 * variables + 2
    lits = np.zeros(flat.size + tokens.size + 1, np.int32)
    begin = np.zeros(most + 1, np.int64)
    size = np.zeros(most + 1, np.int64)
    mark = np.zeros(most + 1, np.int64)
    chain = np.full(most + 1, -1, np.int64)
    buckets = np.full(2 * most + 7, -1, np.int64)
    active = np.zeros(most + 1, np.int8)
    head = np.full(literals, -1, np.int64)
    after = np.full(2 * most + 2, -1, np.int64)
    value = np.zeros(literals, np.int8)
    trail = np.zeros(variables + 2, np.int32)
    reason = np.full(variables + 1, -1, np.int64)
    stamp = np.full(literals, -1, np.int64)
    state = np.zeros(2, np.int64)
    room = np.zeros(max(flat.size, tokens.size) + 1, np.int32)
    clauses = 0
    used = 0
    at = 0
    turn = 0
    while at < flat.size:
        many = _read(flat, at, turn, stamp, room)
        turn += 1
        while flat[at] != 0:
            at += 1
        at += 1
        if many < 0:
            continue
        total = np.int64(0)
        begin[clauses] = used
        size[clauses] = many
        for k in range(many):
            lits[used] = room[k]
            used += 1
            total += (np.int64(room[k]) * 2654435761) % 1000000007
        mark[clauses] = total
        chain[clauses] = buckets[total % buckets.size]
        buckets[total % buckets.size] = clauses
        clauses += 1
        if _join(clauses - 1, lits, begin, size, head, after, active, value, trail, reason, state):
            return HOLDS
    at = 0
    step = 0
    while at < tokens.size:
        forget = tokens[at] == FORGET
        if forget:
            at += 1
        pivot = np.int32(-1)
        if tokens[at] != 0:
            pivot = np.int32(2 * tokens[at] if tokens[at] > 0 else 1 - 2 * tokens[at])
        many = _read(tokens, at, turn, stamp, room)
        while tokens[at] != 0:
            at += 1
        at += 1
        total = np.int64(0)
        for k in range(many if many >= 0 else -1 - many):
            total += (np.int64(room[k]) * 2654435761) % 1000000007
        if forget:
            other = buckets[total % buckets.size]
            while other >= 0:
                if active[other] and mark[other] == total and size[other] == many:
                    same = True
                    for k in range(begin[other], begin[other] + many):
                        if stamp[lits[k]] != turn:
                            same = False
                            break
                    if same:
                        fixing = False
                        for k in range(begin[other], begin[other] + many):
                            one = lits[k]
                            if value[one] == 1 and reason[one >> 1] == other:
                                fixing = True
                                break
                        if not fixing:
                            active[other] = 0
                        break
                other = chain[other]
        elif many >= 0:
            begin[clauses] = used
            size[clauses] = many
            for k in range(many):
                lits[used] = room[k]
                used += 1
            if not _follows(
                clauses, pivot, clauses, lits, begin, size, head, after, active, value, trail,
                reason, state,
            ):  # fmt: skip
                return step
            mark[clauses] = total
            chain[clauses] = buckets[total % buckets.size]
            buckets[total % buckets.size] = clauses
            clauses += 1
            if _join(
                clauses - 1, lits, begin, size, head, after, active, value, trail, reason, state
            ):
                return HOLDS
        turn += 1
        step += 1
    return UNFINISHED
