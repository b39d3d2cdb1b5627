"""Checks tables: every entry of a file against those after it, by the rules and nothing else.

Nothing here comes from what builds tables. A value follows from those of the positions after it, so
a table in which every value does, and no position is missing, tells the truth: that a win in n
plies is one follows by induction on n, and that a draw is one from there being no such n. In scored
games with cycles the plies take the place of n.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import types

from ruleproof.models import notation
from ruleproof.models.compiling import kernel
from ruleproof.models.kernels import ENDED, MOVES, PLAY, PLAYING, SCORE, Engine, engine
from ruleproof.models.states import BITS, WORD, layout, unpack
from ruleproof.solvers.progress import Deadline, Listener, Progress, Stopped, silent
from ruleproof.solvers.table_read import Header, TableError, TableFile, least_key

_WIN = 30_000
_CHUNK = 1 << 14
_BYTE = 8

# Places in `facts`.
_WORDS, _SIDE_WORD, _SIDE_SHIFT, _PARTY, _SCORED, _RANKED, _PLAIN, _CHANGED, _RUNS, _BYTES = range(
    10
)
# Places in `found`: the number of an entry, and three numbers for the message.
_AT, _WHY, _TOLD, _RIGHT, _ORBITS = range(5)
# Why an entry is refused.
_FINE, _NOT_LEAST, _ENDED, _NO_ROOM, _MISSING, _VALUE, _PLIES, _STUCK = range(8)

_W = types.uint64[::1]
_N = types.int64[::1]


class _Forms(NamedTuple):
    """How keys, rows and images belong together: numbers of the game; runs of bits as word and
    shift of the row, length, place in the key; the bits of rows that keys leave out; and the images
    of each byte of a key under each turn, first those that keep the colours.
    """

    facts: Any
    runs: Any
    ignored: Any
    images: Any


def _forms(head: Header, compiled: Engine) -> _Forms:
    game = head.game
    two = len(game.players) == 2
    plain = [turn for turn, swap in game.symmetries if not swap]
    changed = [turn for turn, swap in game.symmetries if swap and two]
    plan = layout(game.rulebook.rules.State)
    ignored = np.zeros(compiled.row_words, np.uint64)
    left_out = (*(("seen",) if game.rulebook.repeats else ()), *(("side",) if changed else ()))
    for name in left_out:
        word, shift = plan.number_place(name, compiled.width)
        ignored[word] |= np.uint64((1 << BITS) - 1 << shift)
    bits = [
        (word, bit) for word, mask in enumerate(head.used) for bit in range(WORD) if mask >> bit & 1
    ]
    runs: list[list[int]] = []
    for place, (word, bit) in enumerate(bits):
        if runs and runs[-1][0] == word and sum(runs[-1][1:3]) == bit and place % WORD:
            runs[-1][2] += 1
        else:
            runs.append([word, bit, 1, place])
    places = {one: place for place, one in enumerate(bits)}
    many = -(-len(bits) // _BYTE)
    images = [np.zeros((head.words, many, 256, len(plain)), np.uint64)]
    images += [np.zeros((head.words, many, 256, len(changed)), np.uint64)]
    values = np.arange(256)
    for place, (word, bit) in enumerate(bits):
        row = [0] * compiled.row_words
        row[word] = 1 << bit
        state = unpack(game.rulebook.rules.State, row, compiled.width)
        byte = place // _BYTE
        marked = (values >> place % _BYTE & 1).astype(bool)
        for swap, turns in enumerate((plain, changed)):
            for t, turn in enumerate(turns):
                after = compiled.row(game.kept_by(state, turn, bool(swap))) & ~ignored
                (to_word,) = np.flatnonzero(after)
                to = places.get((int(to_word), int(after[to_word]).bit_length() - 1), -1)
                if to < 0:
                    raise TableError("the used bits are not closed under the symmetries")
                images[swap][to // WORD, byte, marked, t] |= np.uint64(1 << to % WORD)
    side_word, side_shift = plan.number_place("side", compiled.width)
    facts = np.zeros(10, np.int64)
    facts[:] = (
        head.words, side_word, side_shift, head.party, game.rulebook.scored,
        game.rulebook.scored and not game.acyclic, len(plain), len(changed), len(runs), many,
    )  # fmt: skip
    flat = np.concatenate([image.reshape(-1) for image in images])
    return _Forms(facts, np.array(runs, np.int64).reshape(-1), ignored, flat)


@kernel(types.void(_N, _N, _W, _W))
def _unpack(facts, runs, key, row):
    """Writes the row of a key."""
    for k in range(row.size):
        row[k] = np.uint64(0)
    for r in range(facts[_RUNS]):
        place = runs[4 * r + 3]
        bits = key[place // WORD] >> np.uint64(place % WORD)
        ones = np.uint64(0xFFFF_FFFF_FFFF_FFFF) >> np.uint64(WORD - runs[4 * r + 2])
        row[runs[4 * r]] |= (bits & ones) << np.uint64(runs[4 * r + 1])


@kernel(types.int64(_N, _N, _W, _W, _W))
def _pack(facts, runs, ignored, row, key):
    """Writes the key of a row before it is turned; 0 if it has bits that no key has room for."""
    for k in range(key.size):
        key[k] = np.uint64(0)
    count = 0
    for r in range(facts[_RUNS]):
        ones = np.uint64(0xFFFF_FFFF_FFFF_FFFF) >> np.uint64(WORD - runs[4 * r + 2])
        bits = (row[runs[4 * r]] >> np.uint64(runs[4 * r + 1])) & ones
        place = runs[4 * r + 3]
        key[place // WORD] |= bits << np.uint64(place % WORD)
        while bits:
            bits &= bits - np.uint64(1)
            count += 1
    for k in range(row.size):
        bits = row[k] & ~ignored[k]
        while bits:
            bits &= bits - np.uint64(1)
            count -= 1
    return 1 if count == 0 else 0


@kernel(types.int64(_N, _W, types.uint64, types.uint64, _W, _W, _W))
def _least(facts, images, start, turns, key, room, best):
    """Writes the least image of a key under some turns, whose images of bytes begin at `start`; how
    many of them lead to it. All images are made at once: that of turn t has its word w in
    `room[w * turns + t]`.
    """
    words = np.uint64(key.size)
    for place in range(words * turns):
        room[place] = np.uint64(0)
    at = start
    for word in range(words):
        to = word * turns
        for byte in range(np.uint64(facts[_BYTES])):
            bits = key[byte >> np.uint64(3)] >> ((byte & np.uint64(7)) << np.uint64(3))
            place = at + (bits & np.uint64(255)) * turns
            for t in range(turns):
                room[to + t] |= images[place + t]
            at += np.uint64(256) * turns
    chosen = np.uint64(0)
    same = 0
    for t in range(turns):
        order = 0
        word = words
        while order == 0 and word > np.uint64(0):
            word -= np.uint64(1)
            one, other = room[word * turns + t], room[word * turns + chosen]
            if one != other:
                order = -1 if one < other else 1
        if order < 0:
            chosen = t
            same = 0
        same += order <= 0
    for word in range(words):
        best[word] = room[word * turns + chosen]
    return same


@kernel(types.uint64(_W, types.int64, types.int64))
def _spread(keys, at, words):
    """A number below 2^32 that tells keys apart well enough."""
    value = np.uint64(0x9E3779B97F4A7C15)
    for k in range(words):
        value = (value ^ keys[at + k]) * np.uint64(0xD6E8FEB86659FD93)
        value ^= value >> np.uint64(32)
    return (value * np.uint64(0xD6E8FEB86659FD93)) >> np.uint64(32)


@kernel(types.void(_W, types.int64, types.int64, types.int64, types.uint32[::1]))
def _enter(keys, words, first, last, slots):
    """Enters some keys into the hash table."""
    for entry in range(first, last):
        slot = np.int64(
            (_spread(keys, entry * words, words) * np.uint64(slots.size)) >> np.uint64(32)
        )
        while slots[slot]:
            slot = slot + 1 if slot + 1 < slots.size else 0
        slots[slot] = entry + 1


@kernel(types.int64(_W, types.int64, types.uint32[::1], _W))
def _entry(keys, words, slots, key):
    """The number of the entry that has the key, or -1."""
    slot = np.int64((_spread(key, 0, words) * np.uint64(slots.size)) >> np.uint64(32))
    while slots[slot]:
        entry = np.int64(slots[slot]) - 1
        same = True
        for k in range(words):
            same = same and keys[entry * words + k] == key[k]
        if same:
            return entry
        slot = slot + 1 if slot + 1 < slots.size else 0
    return -1


@kernel(types.int64(_N, _W))
def _own(facts, row):
    """1 if the player for whom values are is to move, else -1."""
    side = (row[facts[_SIDE_WORD]] >> np.uint64(facts[_SIDE_SHIFT])) & np.uint64((1 << BITS) - 1)
    return 1 if np.int64(side) == facts[_PARTY] else -1


_SWEEP = types.void(
    MOVES,
    PLAY,
    ENDED,
    SCORE,
    _W,
    _N,
    _N,
    _N,
    _W,
    _W,
    _W,
    types.int16[::1],
    types.uint16[::1],
    types.uint32[::1],
    types.int64,
    types.int64,
    _W,
    _W,
    _W,
    _W,
    _W,
    _N,
    _N,
)


@kernel(_SWEEP, nogil=True)
def _sweep(
    moves, play, ended, score, masks, numbers, facts, runs, ignored, images,
    keys, values, plies, slots, first, last, row, after, key, best, room, listed, found,
):  # fmt: skip
    """Checks some entries; `found` tells the first that does not hold and why, and the number of
    members of the orbits before it.
    """
    words = facts[_WORDS]
    plain, changed = np.uint64(facts[_PLAIN]), np.uint64(facts[_CHANGED])
    changed_at = np.uint64(facts[_BYTES] * words * 256) * plain
    found[_WHY] = _FINE
    found[_ORBITS] = 0
    for entry in range(first, last):
        found[_AT] = entry
        for k in range(words):
            key[k] = keys[entry * words + k]
        _unpack(facts, runs, key, row)
        twins = _least(facts, images, np.uint64(0), plain, key, room, best)
        for k in range(words):
            if best[k] != key[k]:
                found[_WHY] = _NOT_LEAST
                return
        found[_ORBITS] += np.int64(plain) // twins
        value = np.int64(values[entry])
        payoff = ended(masks, numbers, row)
        if payoff != PLAYING:
            if facts[_PARTY] >= 0:
                right = score(masks, numbers, row, facts[_PARTY]) * _own(facts, row)
            else:
                right = payoff if facts[_SCORED] else payoff * _WIN
            if right != value:
                found[_WHY], found[_TOLD], found[_RIGHT] = _ENDED, value, right
                return
            continue
        most = np.int64(-0x8000)
        soon = False
        late = False
        many = moves(masks, numbers, row, listed)
        if many == 0:
            found[_WHY] = _STUCK
            return
        for m in range(1, many + 1):
            again = play(masks, numbers, row, listed[m], after)
            if facts[_PARTY] >= 0:
                again = _own(facts, row) * _own(facts, after)
            if not _pack(facts, runs, ignored, after, key):
                found[_WHY], found[_TOLD] = _NO_ROOM, listed[m]
                return
            side = (after[facts[_SIDE_WORD]] >> np.uint64(facts[_SIDE_SHIFT])) & np.uint64(
                (1 << BITS) - 1
            )
            if changed and side:
                _least(facts, images, changed_at, changed, key, room, best)
            else:
                _least(facts, images, np.uint64(0), plain, key, room, best)
            to = _entry(keys, words, slots, best)
            if to < 0:
                found[_WHY], found[_TOLD] = _MISSING, listed[m]
                return
            seen = np.int64(values[to])
            if not facts[_SCORED] and seen != 0:
                seen += -1 if seen > 0 else 1
            if again != 1:
                seen = -seen
            most = max(most, seen)
            if facts[_RANKED]:
                nearer = plies[to] < plies[entry]
                soon = soon or (nearer and seen == value)
                late = late or not nearer
        if most != value:
            found[_WHY], found[_TOLD], found[_RIGHT] = _VALUE, value, most
            return
        if facts[_RANKED] and ((value > 0 and not soon) or (value < 0 and late)):
            found[_WHY] = _PLIES
            return
    found[_AT] = last


def check(
    path: Path | str,
    *,
    deadline: Deadline | None = None,
    progress: Listener = silent,
    threads: int = 1,
) -> list[str]:
    """The faults of a table file: none if every entry holds, else the first that were found.

    Raises `OSError` when the file cannot be read, `Stopped` when the time is up.
    """
    deadline = deadline or Deadline()

    def look(stage: str, done: int, total: int) -> None:
        progress(Progress(stage, done, total))
        if deadline.passed:
            raise Stopped

    try:
        with TableFile(path) as table:
            for done in table.altered():
                look("bytes", done, table.size)
            keys, values, plies = _read(table, look)
            return _checked(table.head, keys, values, plies, look, threads)
    except TableError as error:
        return [str(error)]


def _read(table: TableFile, look: Any) -> tuple[Any, Any, Any]:
    """All entries; `TableError` where their keys do not increase."""
    head = table.head
    keys = np.zeros((head.entries, head.words), np.uint64)
    values = np.zeros(head.entries, np.int16)
    plies = np.zeros(head.entries if head.plies else 1, np.uint16)
    at = 0
    for number in range(table.blocks):
        block = table.block(number)
        many = len(block.values)
        for k in range(head.words):
            keys[at : at + many, k] = block.words[k]
        values[at : at + many] = block.values
        if block.plies is not None:
            plies[at : at + many] = block.plies
        some = keys[max(0, at - 1) : at + many]
        less = np.zeros(len(some) - 1, bool)
        for k in range(head.words):  # the highest word last, for it counts most
            a, b = some[:-1, k], some[1:, k]
            less = (a < b) | ((a == b) & less)
        if not less.all():
            raise TableError(f"the keys of block {number} do not increase")
        at += many
        look("entries read", at, head.entries)
    return keys.reshape(-1), values, plies


def _checked(
    head: Header, keys: Any, values: Any, plies: Any, look: Any, threads: int
) -> list[str]:
    compiled = engine(head.game)
    if (head.game.rulebook.scored and not head.game.acyclic) != head.plies:
        return ["the table has plies where it needs none, or lacks them"]
    forms = _forms(head, compiled)
    slots = np.zeros(head.entries * 3 // 2 + 2, np.uint32)
    for first in range(0, head.entries, 64 * _CHUNK):
        last = min(head.entries, first + 64 * _CHUNK)
        _enter(keys, head.words, first, last, slots)
        look("entries noted", last, head.entries)
    orbits = 0
    kernels = compiled.kernels

    def sweep(first: int) -> Any:
        found = np.zeros(5, np.int64)
        row, after = (np.zeros(compiled.row_words, np.uint64) for _ in range(2))
        key, best = (np.zeros(head.words, np.uint64) for _ in range(2))
        room = np.zeros(head.words * len(head.game.symmetries), np.uint64)
        _sweep(
            *(kernels.moves, kernels.play, kernels.ended, kernels.score),
            *(compiled.masks, compiled.numbers, *forms, keys, values, plies, slots),
            *(first, min(head.entries, first + _CHUNK), row, after, key, best, room),
            *(compiled.move_list(), found),
        )
        return found

    with ThreadPoolExecutor(threads) as pool:
        starts = iter(range(0, head.entries, _CHUNK))
        for some in iter(lambda: list(islice(starts, 4 * threads)), []):
            for found in pool.map(sweep, some):
                if found[_WHY] != _FINE:
                    return [_told(head, compiled, forms, keys, found)]
                orbits += int(found[_ORBITS])
            look("entries", min(head.entries, some[-1] + _CHUNK), head.entries)
    return list(_start(head, keys, values, slots, orbits))


def _start(head: Header, keys: Any, values: Any, slots: Any, orbits: int) -> Iterator[str]:
    """What is wrong with what the header says of the start and of the number of positions."""
    key = least_key(head, head.start)
    parts = [] if key is None else [key >> WORD * k & (1 << WORD) - 1 for k in range(head.words)]
    at = _entry(keys, head.words, slots, np.array(parts, np.uint64)) if parts else -1
    if at < 0:
        yield "the table does not hold the position that it begins with"
    elif head.said.get("worth") != int(values[at]):
        said = head.said.get("worth")
        yield f"the position that it begins with is worth {int(values[at])}: {said!r}"
    told = head.said.get("positions")
    if told is not None and told != orbits:
        yield f"its entries stand for {orbits} positions: {told!r}"


def _told(head: Header, compiled: Engine, forms: _Forms, keys: Any, found: Any) -> str:
    """What is wrong with an entry, in words."""
    row = np.zeros(compiled.row_words, np.uint64)
    at = int(found[_AT])
    key = keys[at * head.words : (at + 1) * head.words]
    _unpack(forms.facts, forms.runs, key, row)
    here = notation.show(head.game, compiled.state(row))
    told, right = int(found[_TOLD]), int(found[_RIGHT])
    move = head.game.show_move(told) if found[_WHY] in (_NO_ROOM, _MISSING) else ""
    return {
        _NOT_LEAST: f"entry {at} is not the least image of its position: {here!r}",
        _ENDED: f"entry {at} says {told} of an ended game that is worth {right}: {here!r}",
        _NO_ROOM: f"entry {at}: no key has room for the position after {move!r} at {here!r}",
        _MISSING: f"entry {at}: the position after {move!r} is missing, at {here!r}",
        _VALUE: f"entry {at} says {told}, after its moves it is {right}: {here!r}",
        _PLIES: f"entry {at}: its plies do not fall with every move: {here!r}",
        _STUCK: f"entry {at} has no move and yet the game is not over: {here!r}",
    }[int(found[_WHY])]
