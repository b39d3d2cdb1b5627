"""Random, greedy and shallow players in compiled code: each looks ahead a few plies at most.

`rows` holds the history up to `rows[here]` and has room for the plies looked ahead; a row of
`lists` takes the moves of a position. Each player returns the place of its move in `lists[0]`, or 0
where there is no move.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.solvers.playing.players.estimate import CERTAIN, estimate
from ruleproof.solvers.playing.players.steps import (
    BANNED,
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
    gain_of,
    next_person,
    outcome_of,
    throw,
)

SURE = 1 << 40
"""More than any estimate: the worth of a won game, less a ply for each one that it takes."""
AT, BEST, LOW, HIGH, PERSON = range(5)
"""Places in a frame of the shallow search: the move looked at, the best value so far, the window
of values that matter, and the person to move.
"""
FRAME = 5
DEEPEST = 8
"""The plies that the shallow search looks ahead at most."""
NOISE = CERTAIN // 32
"""Chance adds less than this to an estimate, so that not all games are the same."""
LEAVES = 100_000
"""Positions that the shallow search looks at; after these it looks no deeper."""


@kernel(types.void(NUMBERS, WORDS))
def shuffle(found, count):
    """Shuffles `found[1:]`, which has `found[0]` entries."""
    for k in range(found[0], 1, -1):
        other = 1 + throw(count, k)
        found[k], found[other] = found[other], found[k]


@kernel(INT(*RULES, ROWS, INT, NUMBERS))
def list_moves(
    moves, play, ended, score, promise, masks, numbers, facts, alike, weights, rows, here, found
):
    """Lists the legal moves of `rows[here]`, without those that the rules of repetition forbid;
    returns their number.
    """
    moves(masks, numbers, rows[here], found)
    if facts[BANNED]:
        kept = 0
        for k in range(1, found[0] + 1):
            if advance(play, masks, numbers, facts, alike, rows, here, found[k]):
                kept += 1
                found[kept] = found[k]
        found[0] = kept
    return found[0]


@kernel(INT(*RULES, ROWS, INT, INT, LISTS, WORDS))
def greedy(
    moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
    rows, here, person, lists, count,
):  # fmt: skip
    """The place of the move that gains most: the game, then points, then what the game's advice
    promises, then the change that it makes on the board. A draw of lots decides between equal
    moves.
    """
    found = lists[0]
    list_moves(
        moves, play, ended, score, promise, masks, numbers, facts, alike, weights, rows, here, found
    )
    shuffle(found, count)
    chosen = 0
    most = -4 * SURE
    for k in range(1, found[0] + 1):
        relation = advance(play, masks, numbers, facts, alike, rows, here, found[k])
        after = next_person(facts, person, relation, rows[here + 1])
        outcome = outcome_of(ended, score, masks, numbers, facts, rows[here + 1], after)
        gain = gain_of(score, promise, masks, numbers, facts, rows[here], found[k], rows[here + 1])
        if outcome == person:
            gain += SURE
        elif outcome >= 0:
            gain -= SURE
        if gain > most:
            most, chosen = gain, k
    return chosen


@kernel(INT(*RULES, WORDS, INT, INT))
def _seems(
    moves, play, ended, score, promise, masks, numbers, facts, alike, weights, row, mover, person
):
    """The estimate of a row for a person, where `mover` is to move."""
    if facts[PLAYERS] > 2:
        return CERTAIN * ahead(score, masks, numbers, facts, row, person)
    worth = estimate(score, masks, numbers, facts, weights, row)
    return worth if mover == person else -worth


@kernel(types.void(NUMBERS, INT))
def sort(keys, many):
    """Sorts `keys[:many]`, the greatest first (Shell's sort)."""
    gap = 1
    while gap < many:
        gap = 3 * gap + 1
    while gap:
        for k in range(gap, many):
            key = keys[k]
            at = k
            while at >= gap and keys[at - gap] < key:
                keys[at] = keys[at - gap]
                at -= gap
            keys[at] = key
        gap //= 3


@kernel(types.void(*RULES, ROWS, INT, INT, NUMBERS, NUMBERS, NUMBERS))
def _order(
    moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
    rows, here, person, found, keys, spare,
):  # fmt: skip
    """Orders the moves by what they seem worth to the person, who makes them, the best first."""
    many = found[0]
    for k in range(many):
        relation = advance(play, masks, numbers, facts, alike, rows, here, found[k + 1])
        after = next_person(facts, person, relation, rows[here + 1])
        worth = _seems(
            moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
            rows[here + 1], after, person,
        )  # fmt: skip
        keys[k] = worth << 20 | k
        spare[k] = found[k + 1]
    sort(keys, many)
    for k in range(many):
        found[k + 1] = spare[keys[k] & ((1 << 20) - 1)]


@kernel(INT(NUMBERS, INT, INT))
def _merge(frame, value, person):
    """Takes the value of a move into the frame; returns 1 if it is the best so far."""
    better = value > frame[BEST] if frame[PERSON] == person else value < frame[BEST]
    if better:
        frame[BEST] = value
        if frame[PERSON] == person:
            frame[LOW] = max(frame[LOW], value)
        else:
            frame[HIGH] = min(frame[HIGH], value)
    return 1 if better else 0


@kernel(INT(*RULES, ROWS, INT, INT, LISTS, LISTS, INT, INT, WORDS))
def shallow(
    moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
    rows, here, person, lists, frames, depth, few, count,
):  # fmt: skip
    """The place of the best move, among a random `few` or all if that is 0, by alpha-beta over
    `depth` plies, with all others together playing against the person. A draw of lots decides
    between equal moves.
    """
    level = 0
    chosen = 0
    looked = 0
    list_moves(
        moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
        rows, here, lists[0],
    )  # fmt: skip
    shuffle(lists[0], count)
    if few:
        lists[0, 0] = min(few, lists[0, 0])
    keys, spare = lists[lists.shape[0] - 1], lists[lists.shape[0] - 2]
    if depth > 1:
        _order(
            moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
            rows, here, person, lists[0], keys, spare,
        )  # fmt: skip
    frames[0, AT] = 0
    frames[0, PERSON] = person
    frames[0, BEST] = frames[0, LOW] = -2 * SURE
    frames[0, HIGH] = 2 * SURE
    while True:
        frame = frames[level]
        if frame[AT] >= lists[level, 0] or frame[LOW] >= frame[HIGH]:
            if level == 0:
                return chosen
            value = frame[BEST] if lists[level, 0] else 0
            level -= 1
            if _merge(frames[level], value, person) and level == 0:
                chosen = frames[0, AT]
            continue
        frame[AT] += 1
        at = here + level
        relation = advance(play, masks, numbers, facts, alike, rows, at, lists[level, frame[AT]])
        after = next_person(facts, frame[PERSON], relation, rows[at + 1])
        outcome = outcome_of(ended, score, masks, numbers, facts, rows[at + 1], after)
        looked += 1
        if outcome == UNDECIDED and level + 1 < depth and looked < LEAVES:
            level += 1
            list_moves(
                moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
                rows, at + 1, lists[level],
            )  # fmt: skip
            if level + 1 < depth:
                _order(
                    moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
                    rows, at + 1, after, lists[level], keys, spare,
                )  # fmt: skip
            inner = frames[level]
            inner[AT] = 0
            inner[PERSON] = after
            inner[BEST] = -2 * SURE if after == person else 2 * SURE
            inner[LOW], inner[HIGH] = frame[LOW], frame[HIGH]
            continue
        if outcome == UNDECIDED:
            value = throw(count, NOISE) + _seems(
                moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
                rows[at + 1], after, person,
            )  # fmt: skip
        elif outcome == DRAWN:
            value = 0
        else:
            value = SURE - level if outcome == person else level - SURE
        if _merge(frame, value, person) and level == 0:
            chosen = frame[AT]
