"""Checks entries of a table in compiled code, for `solvers/verify/tables/check.py`.

All entries stand in a hash table, from which nothing is removed. An entry is checked after another
one has led to it, so the rules only see positions that they reached themselves. Entries are checked
in batches, in two passes, so that memory far away is requested long before it is read. The first
pass makes the positions after each entry and requests their homes. The second finds them and
compares their values.

line     as many entries as there is room for in 64 bytes, which memory hands over in one piece (or
         in a power of 2 times as many, if keys are long): their keys; then their marks and plies,
         16 bits each; at its end a bit for each entry that another one has led to. Entries lie in a
         line from its front on
home     the line where a key is looked for first; if that is full, in the next one
mark     what an entry is worth, and `BIAS` more; 0 where there is none
plies    of an entry, in scored games with cycles
lines    all lines, as words; `halves`: the same memory as numbers of 16 bits
name     of an entry: its line and its place there, in 32 bits
order    the names of all entries that were led to, first come, first served
batch    the positions after some entries: `waiting`, their keys; `homes`; `ways`, who moves, seen
         from the entry: 1 or -1, and the move; and `here`, for each entry where its mark is, and
         how many positions come after it
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING, SCORE
from ruleproof.models.compiled.prefetch import prefetch
from ruleproof.models.play.states import BITS
from ruleproof.solvers.verify.tables.keys import (
    CHANGED,
    CHANGED_AT,
    LINE,
    ORBIT,
    PARTY,
    PER_LINE,
    PIECES,
    PLAIN,
    RANKED,
    SCORED,
    SIDE_SHIFT,
    SIDE_WORD,
    WORDS,
    fits,
    home,
    image_keys,
    image_keys_after,
    least,
    least_of,
    ties,
    unpack,
)

WIN = 30_000
BIAS = 0x8000
"""A mark is the value of its entry plus this."""
BATCH = 16
"""Entries of a batch, at most."""
_ENTERED = 64
"""Entries whose homes are requested before they are entered."""

# Places in `found`: where the mark of an entry is, why it is refused, two numbers for the message;
# up to which place in `order` entries were looked at, how many positions they stand for, and how
# many of the marks in `fresh` are new.
AT, WHY, TOLD, RIGHT, DONE, ORBITS, FRESH = range(7)
FOUND = 7
# Why an entry is refused.
FINE, ENDED_WRONG, NO_ROOM, MISSING, VALUE, PLIES, STUCK = range(7)

_W = types.uint64[::1]
_N = types.int64[::1]
_H = types.uint16[::1]
_O = types.uint32[::1]
_SIDE = (1 << BITS) - 1
_HALVES = 4
"""The 16-bit parts of a word."""
_PLACE_BITS = 3
_PLACES_ONES = np.uint32((1 << _PLACE_BITS) - 1)
"""A line has at most seven places, as its last 16 bits tell which entries were led to."""
MOST_LINES = 1 << (32 - _PLACE_BITS)


@kernel(types.uint64(_N, types.uint64), inline=True)
def _marks(facts, line):
    """The place in `halves` where the marks of a line are."""
    before = np.uint64(facts[PER_LINE]) * np.uint64(facts[WORDS])
    return np.uint64(_HALVES) * (line * np.uint64(facts[LINE]) + before)


@kernel(types.uint64(_N, types.uint64), inline=True)
def _last(facts, mark):
    """The last place in `halves` of the line in which a mark is."""
    return mark | (np.uint64(_HALVES) * np.uint64(facts[LINE]) - np.uint64(1))


@kernel(types.uint64(_N, types.uint64), inline=True)
def _place(facts, mark):
    """The place in its line of the entry of a mark."""
    inside = mark & (np.uint64(_HALVES) * np.uint64(facts[LINE]) - np.uint64(1))
    return inside - np.uint64(_HALVES) * np.uint64(facts[PER_LINE]) * np.uint64(facts[WORDS])


@kernel(types.uint64(_N, types.uint64), inline=True)
def name_of(facts, mark):
    """The name of the entry of a mark."""
    line = mark // (np.uint64(_HALVES) * np.uint64(facts[LINE]))
    return line << np.uint64(_PLACE_BITS) | _place(facts, mark)


@kernel(types.uint64(_N, types.uint32), inline=True)
def mark_of(facts, name):
    """The place in `halves` of the mark of the entry with a name."""
    line, place = np.uint64(name) >> np.uint64(_PLACE_BITS), np.uint64(name & _PLACES_ONES)
    return _marks(facts, line) + place


@kernel(types.uint64(_N, types.uint64), inline=True)
def key_of(facts, mark):
    """The place in `lines` where the key of a mark begins."""
    line = _last(facts, mark) // np.uint64(_HALVES) + np.uint64(1) - np.uint64(facts[LINE])
    return line + _place(facts, mark) * np.uint64(facts[WORDS])


@kernel(types.int64(_N, _H, types.uint64), inline=True)
def _reached(facts, halves, mark):
    """1 if another entry has led to the entry of that mark, else 0."""
    return np.int64(halves[_last(facts, mark)] >> _place(facts, mark)) & 1


@kernel(types.int64(_N, _H, _O, types.int64, _O, types.int64), nogil=True)
def reach(facts, halves, fresh, many, order, tail):
    """Notes that entries were led to, and adds the new ones to the order, which ends at `tail`;
    returns its new end.
    """
    for k in range(many):
        prefetch(halves, mark_of(facts, fresh[min(k + BATCH, many - 1)]))
        mark = mark_of(facts, fresh[k])
        if not _reached(facts, halves, mark):
            halves[_last(facts, mark)] |= np.uint16(1 << _place(facts, mark))
            order[tail] = fresh[k]
            tail += 1
    return tail


@kernel(types.void(_N, _W, _H, _H, _W, _H), nogil=True)
def enter(facts, new_keys, new_marks, new_plies, lines, halves):
    """Enters some entries, which are not there yet."""
    words, per_line = np.uint64(facts[WORDS]), np.uint64(facts[PER_LINE])
    size = np.uint64(facts[LINE])
    many, all_lines = np.uint64(new_marks.size), np.uint64(lines.size) // size
    for begun in range(np.uint64(0), many, np.uint64(_ENTERED)):
        ended = min(many, begun + np.uint64(_ENTERED))
        for entry in range(begun, ended):
            prefetch(lines, home(all_lines, new_keys, entry * words, words) * size)
        for entry in range(begun, ended):
            line = home(all_lines, new_keys, entry * words, words)
            while halves[_marks(facts, line) + per_line - np.uint64(1)]:
                line += np.uint64(1)
                if line == all_lines:
                    line = np.uint64(0)
            marks = _marks(facts, line)
            place = np.uint64(0)
            while halves[marks + place]:
                place += np.uint64(1)
            for k in range(words):
                lines[line * size + place * words + k] = new_keys[entry * words + k]
            halves[marks + place] = new_marks[entry]
            if facts[RANKED]:
                halves[marks + per_line + place] = new_plies[entry]


@kernel(types.int64(_N, _W, _H, _W, types.uint64, types.uint64), inline=True)
def find(facts, lines, halves, wanted, first, line):
    """The place in `halves` of the mark of the entry with the key that begins at `first` in
    `wanted`, or -1; looks for it from its home on.
    """
    words, per_line = np.uint64(facts[WORDS]), np.uint64(facts[PER_LINE])
    size = np.uint64(facts[LINE])
    while True:
        place = per_line
        at = line * size + per_line * words
        for k in range(per_line):  # all of them, from the last on: cheaper than to guess it
            at -= words
            other = lines[at] ^ wanted[first]
            for w in range(np.uint64(1), words):
                other |= lines[at + w] ^ wanted[first + w]
            place = place if other else per_line - k - np.uint64(1)
        marks = _marks(facts, line)
        if place < per_line:
            return np.int64(marks + place) if halves[marks + place] else -1
        if not halves[marks + per_line - np.uint64(1)]:
            return -1
        line += np.uint64(1)
        if line * size == np.uint64(lines.size):
            line = np.uint64(0)


@kernel(types.int64(_N, _W, types.uint64), inline=True)
def _side(facts, rows, first):
    """The side to move in the row that begins at `first`."""
    side = rows[first + np.uint64(facts[SIDE_WORD])] >> np.uint64(facts[SIDE_SHIFT])
    return np.int64(side & np.uint64(_SIDE))


@kernel(types.int64(_N, _W, types.uint64), inline=True)
def _own(facts, rows, first):
    """1 if the player whose values the table has is to move, else -1."""
    return 1 if _side(facts, rows, first) == facts[PARTY] else -1


SWEEP = types.void(
    *(MOVES, PLAY, ENDED, SCORE, _W, _N, _N, _N, _W, _W),
    *(_W, _H, _O, types.uint64, types.uint64),
    *(_W, types.uint8[::1], _W, _W, _N, _W, _W, _N, _N, _O, _N),
)


@kernel(SWEEP, nogil=True)
def sweep(
    moves, play, ended, score, masks, numbers, facts, plan, allowed, images,
    lines, halves, order, first, last,
    rows, row_bytes, key, room, listed, waiting, homes, ways, here, fresh, found,
):  # fmt: skip
    """Checks the entries from `first` to `last` in the order, or as many as `fresh` has room for
    the entries that they lead to; `fresh` receives those that were not led to before. `found`
    describes the first entry that does not hold.

    There is room for a row and for those after all its moves in `rows`, whose bytes are
    `row_bytes`, for a key in `key`, for what `least` and `image_keys` need in `room`, for moves in
    `listed`; `waiting`, `homes`, `ways` and `here` are for the batch.
    """
    words, zero = np.uint64(facts[WORDS]), np.uint64(0)
    plain, changed = np.uint64(facts[PLAIN]), np.uint64(facts[CHANGED])
    changed_at, pieces = np.uint64(facts[CHANGED_AT]), facts[PIECES]
    spare = words * (plain + changed)
    all_plain = np.uint64(0xFFFF_FFFF_FFFF_FFFF) >> np.uint64(64 - facts[ORBIT])
    scored, party = facts[SCORED], facts[PARTY]
    per_line, size = np.uint64(facts[PER_LINE]), np.uint64(facts[LINE])
    all_lines = np.uint64(lines.size) // size
    wide = np.uint64(allowed.size)
    row = rows[:wide]
    capacity = np.uint64(homes.size)
    found[WHY] = FINE
    found[ORBITS] = found[FRESH] = 0
    turn = first
    while turn < last and found[WHY] == FINE:
        if np.uint64(fresh.size - found[FRESH]) < capacity:
            break
        for ahead in range(turn + np.uint64(BATCH), min(last, turn + np.uint64(2 * BATCH))):
            prefetch(halves, mark_of(facts, order[ahead]))
        used, batch = np.uint64(0), 0
        why = FINE
        told = right = np.int64(0)
        while turn < last and batch < BATCH and used + np.uint64(listed.size) <= capacity:
            mark = mark_of(facts, order[turn])
            turn += np.uint64(1)
            found[AT] = mark
            unpack(facts, plan, lines, key_of(facts, mark), row)
            if pieces:
                image_keys(facts, plan, images, zero, plain, row_bytes, room, zero)
                same = least_of(facts, plain, room, zero, key, zero)
            else:
                same = least(facts, plan, images, zero, plain, row_bytes, zero, key, zero, room)
                same &= ties(room, zero, plain, key[0])
            same &= all_plain
            twins = 0
            while same:
                same &= same - np.uint64(1)
                twins += 1
            found[ORBITS] += facts[ORBIT] // twins
            payoff = ended(masks, numbers, row)
            if payoff != PLAYING:
                told = np.int64(halves[mark]) - BIAS
                if party >= 0:
                    right = score(masks, numbers, row, party) * _own(facts, rows, zero)
                else:
                    right = payoff if scored else payoff * WIN
                if right != told:
                    why = ENDED_WRONG
                    break
                continue
            many = np.uint64(moves(masks, numbers, row, listed))
            if many == zero:
                why = STUCK
                break
            for m in range(np.uint64(1), many + np.uint64(1)):
                after = m * wide
                again = play(masks, numbers, row, listed[m], rows[after : after + wide])
                if party >= 0:
                    again = _own(facts, rows, zero) * _own(facts, rows, after)
                ways[used + m - np.uint64(1)] = listed[m] << 1 | (again == 1)
            if pieces and changed:
                image_keys(facts, plan, images, changed_at, changed, row_bytes, room, words * plain)
            for m in range(np.uint64(1), many + np.uint64(1)):
                after, to = m * wide, used + m - np.uint64(1)
                if not fits(facts, plan, allowed, rows[after : after + wide]):
                    why, told = NO_ROOM, listed[m]
                    break
                begin, turns, known = zero, plain, zero
                if changed and _side(facts, rows, after):
                    begin, turns, known = changed_at, changed, words * plain
                byte = np.uint64(8) * after
                if pieces:
                    image_keys_after(
                        facts, plan, images, begin, turns, row_bytes, byte, room, known, spare
                    )
                    least_of(facts, turns, room, spare, waiting, to * words)
                else:
                    least(
                        facts, plan, images, begin, turns, row_bytes, byte,
                        waiting, to * words, room,
                    )  # fmt: skip
                homes[to] = home(all_lines, waiting, to * words, words)
            if why != FINE:
                break
            here[2 * batch], here[2 * batch + 1] = mark, many
            batch += 1
            used += many
        found[WHY], found[TOLD], found[RIGHT], found[DONE] = why, told, right, turn
        for to in range(used):  # by themselves, so that the processor translates several addresses
            prefetch(lines, homes[to] * size)
        to = zero
        for entry in range(batch):
            own, many = np.uint64(here[2 * entry]), np.uint64(here[2 * entry + 1])
            value = np.int64(halves[own]) - BIAS
            most = np.int64(-0x8000)
            soon = False
            late = False
            why = FINE
            for _ in range(many):
                other = find(facts, lines, halves, waiting, to * words, homes[to])
                if other < 0:
                    why, told = MISSING, ways[to] >> 1
                    break
                next_one = np.uint64(other)
                if not _reached(facts, halves, next_one):
                    fresh[found[FRESH]] = name_of(facts, next_one)
                    found[FRESH] += 1
                seen = np.int64(halves[next_one]) - BIAS
                if not scored and seen != 0:
                    seen += -1 if seen > 0 else 1
                if ways[to] & 1 == 0:
                    seen = -seen
                most = max(most, seen)
                if facts[RANKED]:
                    nearer = halves[next_one + per_line] < halves[own + per_line]
                    soon = soon or (nearer and seen == value)
                    late = late or not nearer
                to += np.uint64(1)
            if why == FINE and most != value:
                why, told, right = VALUE, value, most
            if why == FINE and facts[RANKED] and ((value > 0 and not soon) or (value < 0 and late)):
                why = PLIES
            if why != FINE:
                found[AT], found[WHY], found[TOLD], found[RIGHT] = own, why, told, right
                return
