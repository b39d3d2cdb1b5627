"""Checking entries of a table in compiled code: what `solvers/sweep.py` calls.

Entries are looked at in batches, each in three goes, so that what lies far away in memory is asked
for long before it is read: the positions after each entry are made and their slots asked for; then
the slots are read and what they name is asked for; then values are compared.

facts    numbers of the game and of the table, at the places below
runs     bits of a row that a key keeps and no letter tells, in five numbers each: word and shift in
         the row, how many, word and shift in the key; then the spelling and the rules of letters
         (`models/sums.py`), if these tell the cells; then the chunks
chunk    neighbouring bits of a row, in four numbers: their word, shift and mask, and where in a
         table of images their values begin
allowed  for each word of a row, the bits that a key keeps or leaves out on purpose
images   for each word of the image and each value of each chunk what it adds to the images under
         all turns: first under those that keep the colours, then under those that change them; of
         each kind the first turn again and again until there is a multiple of four
slots    a hash table: 0, or one more than the number of an entry
batch    the positions after some entries: `keys`, the `slots` where they are looked for first,
         `ways` (who moves, seen from the entry: 1 or -1, and the move), and for each entry how many
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiling import kernel
from ruleproof.models.kernels import ENDED, MOVES, PLAY, PLAYING, SCORE
from ruleproof.models.letters import read
from ruleproof.models.states import BITS
from ruleproof.models.sums import broken
from ruleproof.solvers.prefetch import prefetch

WIN = 30_000
BATCH = 64
"""Entries of a batch, at most."""

# Places in `facts`.
(
    WORDS,
    SIDE_WORD,
    SIDE_SHIFT,
    PARTY,
    SCORED,
    RANKED,
    PLAIN,
    CHANGED,
    RUNS,
    CHUNKS,
    ORBIT,
    ROWS,
    SPELLING,
    RULES,
    CHUNKS_AT,
) = range(15)
FACTS = 15
# Places in `found`: the number of an entry, why it is refused, two numbers for the message, and how
# many positions the entries before it stand for.
AT, WHY, TOLD, RIGHT, ORBITS = range(5)
FOUND = 5
# Why an entry is refused.
FINE, NOT_LEAST, ENDED_WRONG, NO_ROOM, MISSING, VALUE, PLIES, STUCK = range(8)

_W = types.uint64[::1]
_N = types.int64[::1]
_SLOTS = types.uint32[::1]
_SIDE = (1 << BITS) - 1


@kernel(types.void(_N, _N, _W, types.uint64, _W), inline=True)
def unpack(facts, runs, keys, first, row):
    """Writes the row of the key that begins at `first`."""
    for k in range(np.uint64(row.size)):
        row[k] = np.uint64(0)
    if facts[SPELLING]:
        at, words = np.uint64(facts[SPELLING]), np.uint64(facts[WORDS])
        read(runs, at, keys, first, words, np.uint64(0), row)
    for r in range(np.uint64(0), np.uint64(5 * facts[RUNS]), np.uint64(5)):
        bits = keys[first + np.uint64(runs[r + np.uint64(3)])] >> np.uint64(runs[r + np.uint64(4)])
        ones = np.uint64(0xFFFF_FFFF_FFFF_FFFF) >> np.uint64(64 - runs[r + np.uint64(2)])
        row[np.uint64(runs[r])] |= (bits & ones) << np.uint64(runs[r + np.uint64(1)])


@kernel(types.int64(_N, _N, _W, _W), inline=True)
def fits(facts, runs, allowed, row):
    """Whether a key has room for a row."""
    left = np.uint64(0)
    for k in range(np.uint64(row.size)):
        left |= row[k] & ~allowed[k]
    if facts[RULES]:
        left |= broken(runs, np.uint64(facts[RULES]), row)
    return left == np.uint64(0)


@kernel(types.void(_N, _N, _W, types.uint64, types.uint64, _W, _W, _W), inline=True)
def least(facts, runs, images, start, turns, row, key, room):
    """Writes the least of the keys of a row's images under some turns, whose tables begin at
    `start`.

    `room` is for the highest words of all images, a number for each chunk, and the lower words.
    """
    words, many = np.uint64(facts[WORDS]), np.uint64(facts[CHUNKS])
    places = turns
    at = np.uint64(facts[CHUNKS_AT])
    for chunk in range(many):
        shift, mask = np.uint64(runs[at + np.uint64(1)]), np.uint64(runs[at + np.uint64(2)])
        value = (row[np.uint64(runs[at])] >> shift) & mask
        room[places + chunk] = (np.uint64(runs[at + np.uint64(3)]) + value) * turns
        at += np.uint64(4)
    per_word = np.uint64(facts[ROWS]) * turns
    top = words - np.uint64(1)
    base = start + top * per_word
    best = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
    # four turns side by side, which the compiler puts into one register
    for t in range(np.uint64(0), turns, np.uint64(4)):
        a = b = c = d = np.uint64(0)
        for chunk in range(places, places + many):
            at = base + room[chunk] + t
            a += images[at]
            b += images[at + np.uint64(1)]
            c += images[at + np.uint64(2)]
            d += images[at + np.uint64(3)]
        room[t] = a
        room[t + np.uint64(1)] = b
        room[t + np.uint64(2)] = c
        room[t + np.uint64(3)] = d
        best = min(best, min(min(a, b), min(c, d)))
    key[top] = best
    if top == np.uint64(0):
        return
    # the lower words count where the highest ones are equal
    alive = np.uint64(0)
    for t in range(turns):
        alive |= np.uint64(room[t] == best) << t
    lower = places + many
    for k in range(top):
        w = top - np.uint64(1) - k
        base = start + w * per_word
        best = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
        if alive & (alive - np.uint64(1)) == np.uint64(0):
            t = np.uint64(0)
            while (alive >> t) & np.uint64(1) == np.uint64(0):
                t += np.uint64(1)
            best = np.uint64(0)
            for chunk in range(places, places + many):
                best += images[base + room[chunk] + t]
        else:
            for t in range(np.uint64(0), turns, np.uint64(4)):
                a = b = c = d = np.uint64(0)
                for chunk in range(places, places + many):
                    at = base + room[chunk] + t
                    a += images[at]
                    b += images[at + np.uint64(1)]
                    c += images[at + np.uint64(2)]
                    d += images[at + np.uint64(3)]
                room[lower + t] = a
                room[lower + t + np.uint64(1)] = b
                room[lower + t + np.uint64(2)] = c
                room[lower + t + np.uint64(3)] = d
            for t in range(turns):
                if (alive >> t) & np.uint64(1):
                    best = min(best, room[lower + t])
            for t in range(turns):
                if room[lower + t] != best:
                    alive &= ~(np.uint64(1) << t)
        key[w] = best


@kernel(types.int64(_N, _W, types.uint64, types.uint64, _W, _W), inline=True)
def twins(facts, images, turns, real, key, room):
    """How many of the first `real` turns, of all that keep the colours, leave a key as it is that
    `least` has just left in `room`.
    """
    words, many = np.uint64(facts[WORDS]), np.uint64(facts[CHUNKS])
    places = turns
    per_word = np.uint64(facts[ROWS]) * turns
    top = words - np.uint64(1)
    total = 0
    for t in range(real):
        same = room[t] == key[top]
        for w in range(top):
            word = np.uint64(0)
            for chunk in range(places, places + many):
                word += images[w * per_word + room[chunk] + t]
            same = same and word == key[w]
        total += same
    return total


@kernel(types.uint64(_SLOTS, _W, types.uint64, types.uint64), inline=True)
def home(slots, keys, first, words):
    """The slot where the entry of the key that begins at `first` is looked for."""
    value = np.uint64(0x9E3779B97F4A7C15)
    for k in range(first, first + words):
        value = (value ^ keys[k]) * np.uint64(0xD6E8FEB86659FD93)
        value ^= value >> np.uint64(32)
    value = (value * np.uint64(0xD6E8FEB86659FD93)) >> np.uint64(32)
    return (value * np.uint64(slots.size)) >> np.uint64(32)


@kernel(types.void(_W, types.uint64, types.uint64, types.uint64, _SLOTS))
def enter(keys, words, first, last, slots):
    """Enters some keys into the hash table."""
    for begun in range(first, last, np.uint64(BATCH)):
        ended = min(last, begun + np.uint64(BATCH))
        for entry in range(begun, ended):
            prefetch(slots, home(slots, keys, entry * words, words))
        for entry in range(begun, ended):
            slot = home(slots, keys, entry * words, words)
            while slots[slot]:
                slot += np.uint64(1)
                if slot == np.uint64(slots.size):
                    slot = np.uint64(0)
            slots[slot] = entry + np.uint64(1)


@kernel(types.int64(_W, types.uint64, _SLOTS, _W, types.uint64, types.uint64), inline=True)
def find(keys, words, slots, wanted, first, slot):
    """The number of the entry with the key that begins at `first` in `wanted`, or -1; `slot` is its
    home.
    """
    while slots[slot]:
        entry = np.uint64(slots[slot]) - np.uint64(1)
        same = True
        for k in range(words):
            same = same and keys[entry * words + k] == wanted[first + k]
        if same:
            return np.int64(entry)
        slot += np.uint64(1)
        if slot == np.uint64(slots.size):
            slot = np.uint64(0)
    return -1


@kernel(types.int64(_N, _W), inline=True)
def _side(facts, row):
    """Whose turn it is."""
    side = row[np.uint64(facts[SIDE_WORD])] >> np.uint64(facts[SIDE_SHIFT])
    return np.int64(side & np.uint64(_SIDE))


@kernel(types.int64(_N, _W), inline=True)
def _own(facts, row):
    """1 if the player for whom values are is to move, else -1."""
    return 1 if _side(facts, row) == facts[PARTY] else -1


SWEEP = types.void(
    *(MOVES, PLAY, ENDED, SCORE, _W, _N, _N, _N, _W, _W),
    *(_W, types.int16[::1], types.uint16[::1], _SLOTS, types.int64, types.int64),
    *(_W, _W, _W, _W, _N, _W, _W, _N, _N, _N),
)


@kernel(SWEEP, nogil=True)
def sweep(
    moves, play, ended, score, masks, numbers, facts, runs, allowed, images,
    keys, values, plies, slots, first, last,
    row, after, key, room, listed, waiting, homes, ways, counts, found,
):  # fmt: skip
    """Checks the entries from `first` to `last`; `found` tells of the first that does not hold.

    There is room for a row in `row` and `after`, for a key in `key`, for what `least` needs in
    `room`, for moves in `listed`; `waiting`, `homes`, `ways` and `counts` are for the batch.
    """
    words = np.uint64(facts[WORDS])
    plain, changed = np.uint64(facts[PLAIN]), np.uint64(facts[CHANGED])
    changed_at = np.uint64(facts[ROWS]) * words * plain
    scored, party = facts[SCORED], facts[PARTY]
    capacity = homes.size
    found[WHY] = FINE
    found[ORBITS] = 0
    entry = first
    while entry < last and found[WHY] == FINE:
        begun = entry
        used = 0
        why = FINE
        told = right = np.int64(0)
        while entry < last and entry < begun + BATCH and used + listed.size <= capacity:
            counts[entry - begun] = 0
            at = np.uint64(entry) * words
            unpack(facts, runs, keys, at, row)
            least(facts, runs, images, np.uint64(0), plain, row, key, room)
            for k in range(words):
                if key[k] != keys[at + k]:
                    why = NOT_LEAST
            if why != FINE:
                break
            orbit = facts[ORBIT] // twins(facts, images, plain, np.uint64(facts[ORBIT]), key, room)
            payoff = ended(masks, numbers, row)
            if payoff != PLAYING:
                told = np.int64(values[entry])
                if party >= 0:
                    right = score(masks, numbers, row, party) * _own(facts, row)
                else:
                    right = payoff if scored else payoff * WIN
                if right != told:
                    why = ENDED_WRONG
                    break
                found[ORBITS] += orbit
                entry += 1
                continue
            many = moves(masks, numbers, row, listed)
            if many == 0:
                why = STUCK
                break
            for m in range(1, many + 1):
                again = play(masks, numbers, row, listed[m], after)
                if party >= 0:
                    again = _own(facts, row) * _own(facts, after)
                if changed and _side(facts, after):
                    least(facts, runs, images, changed_at, changed, after, key, room)
                else:
                    least(facts, runs, images, np.uint64(0), plain, after, key, room)
                if not fits(facts, runs, allowed, after):
                    why, told = NO_ROOM, listed[m]
                    break
                to = np.uint64(used + m - 1)
                for k in range(words):
                    waiting[to * words + k] = key[k]
                homes[to] = home(slots, key, np.uint64(0), words)
                prefetch(slots, homes[to])
                ways[to] = listed[m] << 1 | (again == 1)
            if why != FINE:
                break
            counts[entry - begun] = many
            used += many
            found[ORBITS] += orbit
            entry += 1
        for to in range(np.uint64(used)):
            noted = np.uint64(slots[homes[to]])
            if noted:
                prefetch(keys, (noted - np.uint64(1)) * words)
                prefetch(values, noted - np.uint64(1))
        found[AT], found[WHY], found[TOLD], found[RIGHT] = entry, why, told, right
        to = np.uint64(0)
        for here in range(begun, entry):
            many = counts[here - begun]
            if many == 0:
                continue
            value = np.int64(values[here])
            most = np.int64(-0x8000)
            soon = False
            late = False
            for _ in range(many):
                next_one = find(keys, words, slots, waiting, to * words, homes[to])
                if next_one < 0:
                    found[AT], found[WHY], found[TOLD] = here, MISSING, ways[to] >> 1
                    return
                seen = np.int64(values[next_one])
                if not scored and seen != 0:
                    seen += -1 if seen > 0 else 1
                if ways[to] & 1 == 0:
                    seen = -seen
                most = max(most, seen)
                if facts[RANKED]:
                    nearer = plies[next_one] < plies[here]
                    soon = soon or (nearer and seen == value)
                    late = late or not nearer
                to += np.uint64(1)
            if most != value:
                found[AT], found[WHY], found[TOLD], found[RIGHT] = here, VALUE, value, most
                return
            if facts[RANKED] and ((value > 0 and not soon) or (value < 0 and late)):
                found[AT], found[WHY] = here, PLIES
                return
