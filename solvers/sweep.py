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

from ruleproof.models import notation, sums
from ruleproof.models.kernels import Engine, engine
from ruleproof.models.states import BITS, WORD, layout, unpack
from ruleproof.solvers import sweep_kernel as kernel
from ruleproof.solvers.memory import numbers
from ruleproof.solvers.progress import Deadline, Listener, Progress, Stopped, silent
from ruleproof.solvers.table_read import Header, TableError, TableFile, least_key

_CHUNK = 1 << 14
_MOST_STEP = 9
_MOST_ROOM = 256
"""Words of images, at most."""
_MOST_BYTES = 1 << 19
"""Of images: they are to stay near the processor."""
_LANES = 4
_WAITING = 1 << 10
"""Positions of a batch, at least."""


class _Forms(NamedTuple):
    """How keys, rows and images belong together, see `solvers/sweep_kernel.py`."""

    facts: Any
    runs: Any
    allowed: Any
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
    real = len(plain)
    plain, changed = (turns + turns[:1] * (-len(turns) % _LANES) for turns in (plain, changed))
    adds, runs = _adds(head, compiled)
    chunks = _chunks(head, (len(plain) + len(changed)) * head.words)
    images = _images(head, compiled, adds, ignored, chunks, (plain, changed))
    side_word, side_shift = plan.number_place("side", compiled.width)
    parts = [np.array([*runs, 0], np.int64)]  # so that no other part begins at 0, which means none
    if head.told and head.alphabet:
        parts.append(head.alphabet.spelling(compiled.width, game.board.size))
        parts.append(sums.plan(head.told, compiled.width // WORD))
    ends = np.cumsum([part.size for part in parts])
    spelling, rules = (ends[0], ends[1]) if head.told else (0, 0)
    rows = np.cumsum([0, *(1 << bits for _, _, bits in chunks)])
    flat = [(word, shift, (1 << bits) - 1, row)
            for (word, shift, bits), row in zip(chunks, rows, strict=False)]  # fmt: skip
    facts = np.zeros(kernel.FACTS, np.int64)
    facts[:] = (
        head.words, side_word, side_shift, head.party, game.rulebook.scored,
        game.rulebook.scored and not game.acyclic, len(plain), len(changed), len(runs) // 5,
        len(chunks), real, rows[-1], spelling, rules, ends[-1],
    )  # fmt: skip
    parts.append(np.array(flat, np.int64).reshape(-1))
    allowed = ignored | np.array(head.used, np.uint64)
    tables = np.concatenate([image.reshape(-1) for image in images])
    return _Forms(facts, np.concatenate(parts), allowed, tables)


def _adds(head: Header, compiled: Engine) -> tuple[dict[int, int], list[int]]:
    """What each bit of a row, counted through its words, adds to a key; and the runs of bits that
    no letter tells.
    """
    plan = layout(head.game.rulebook.rules.State)
    size, cells, at = head.game.board.size, 0, 0
    adds: dict[int, int] = {}
    if head.told:
        cells = plan.layers * (compiled.width // WORD)
        bits = (len(head.told.letters) - 1).bit_length()
        at = bits * size
        for layer, weight in zip(head.told.layers, head.told.weights, strict=True):
            for cell in range(size):
                adds[layer * compiled.width + cell] = weight << cell * bits
    runs: list[list[int]] = []
    for word in range(cells, len(head.used)):
        for bit in (bit for bit in range(WORD) if head.used[word] >> bit & 1):
            adds[word * WORD + bit] = 1 << at
            if runs and runs[-1][0] == word and sum(runs[-1][1:3]) == bit and at % WORD:
                runs[-1][2] += 1
            else:
                runs.append([word, bit, 1, *divmod(at, WORD)])
            at += 1
    return adds, [number for run in runs for number in run]


def _chunks(head: Header, images: int) -> list[tuple[int, int, int]]:
    """The bits of a row that are used, in parts: word, shift, and how many; larger ones where there
    are few images of each.
    """
    found: list[tuple[int, int, int]] = []
    for most in range(_MOST_STEP, 0, -1):
        found = []
        for word, mask in enumerate(head.used):
            shift = 0
            while mask >> shift:
                shift += (mask >> shift & -(mask >> shift)).bit_length() - 1
                run = (~(mask >> shift) & (mask >> shift) + 1).bit_length() - 1
                parts = -(-run // most)
                bits = -(-run // parts)
                found.append((word, shift, bits))
                shift += bits
        if 8 * images * sum(1 << bits for _, _, bits in found) <= _MOST_BYTES:
            break
    return found


def _images(
    head: Header, compiled: Engine, adds: dict[int, int], ignored: Any, chunks: Any, turns: Any
) -> list[Any]:
    """The images of all chunks of a row, as the game itself says what becomes of a row."""
    game = head.game
    ones = {1 << bit: add for bit, add in adds.items()}
    images: list[list[Any]] = [[], []]
    for word, shift, bits in chunks:
        tables = [np.zeros((head.words, 1 << bits, len(some)), np.uint64) for some in turns]
        for k in range(bits):
            row = [0] * compiled.row_words
            row[word] = 1 << shift + k
            state = unpack(game.rulebook.rules.State, row, compiled.width)
            for table, (swap, some) in zip(tables, enumerate(turns), strict=True):
                for t, turn in enumerate(some):
                    after = compiled.row(game.kept_by(state, turn, bool(swap))) & ~ignored
                    add = ones.get(sum(int(part) << WORD * n for n, part in enumerate(after)))
                    if add is None:
                        raise TableError("what keys hold is not closed under the symmetries")
                    for n in range(head.words):
                        more = np.uint64(add >> WORD * n & (1 << WORD) - 1)
                        table[n, 1 << k : 2 << k, t] = table[n, : 1 << k, t] + more
        for several, table in zip(images, tables, strict=True):
            several.append(table)
    return [np.concatenate(several, axis=1) for several in images]


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
    keys = numbers(head.entries * head.words, np.uint64).reshape(-1, head.words)
    values = numbers(head.entries, np.int16)
    plies = numbers(head.entries if head.plies else 1, np.uint16)
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
    slots = numbers(head.entries * 3 // 2 + 2, np.uint32)
    for first in range(0, head.entries, 64 * _CHUNK):
        last = min(head.entries, first + 64 * _CHUNK)
        kernel.enter(keys, head.words, first, last, slots)
        look("entries noted", last, head.entries)
    orbits = 0
    kernels = compiled.kernels

    most = compiled.move_list().size

    def sweep(first: int) -> Any:
        found = np.zeros(kernel.FOUND, np.int64)
        row, after = (np.zeros(compiled.row_words, np.uint64) for _ in range(2))
        key = np.zeros(head.words, np.uint64)
        room = np.zeros(int(forms.facts[kernel.CHUNKS]) + _MOST_ROOM + head.words, np.uint64)
        homes = np.zeros(_WAITING + most, np.uint64)
        kernel.sweep(
            *(kernels.moves, kernels.play, kernels.ended, kernels.score),
            *(compiled.masks, compiled.numbers, *forms, keys, values, plies, slots),
            *(first, min(head.entries, first + _CHUNK), row, after, key, room),
            *(compiled.move_list(), np.zeros(homes.size * head.words, np.uint64), homes),
            *(np.zeros(homes.size, np.int64), np.zeros(kernel.BATCH, np.int64), found),
        )
        return found

    with ThreadPoolExecutor(threads) as pool:
        starts = iter(range(0, head.entries, _CHUNK))
        for some in iter(lambda: list(islice(starts, 4 * threads)), []):
            for found in pool.map(sweep, some):
                if found[kernel.WHY] != kernel.FINE:
                    return [_told(head, compiled, forms, keys, found)]
                orbits += int(found[kernel.ORBITS])
            look("entries", min(head.entries, some[-1] + _CHUNK), head.entries)
    return list(_start(head, keys, values, slots, orbits))


def _start(head: Header, keys: Any, values: Any, slots: Any, orbits: int) -> Iterator[str]:
    """What is wrong with what the header says of the start and of the number of positions."""
    key = least_key(head, head.start)
    parts = [] if key is None else [key >> WORD * k & (1 << WORD) - 1 for k in range(head.words)]
    at = -1
    if parts:
        wanted, words, first = np.array(parts, np.uint64), np.uint64(head.words), np.uint64(0)
        at = kernel.find(
            keys, words, slots, wanted, first, kernel.home(slots, wanted, first, words)
        )
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
    at = int(found[kernel.AT])
    kernel.unpack(forms.facts, forms.runs, keys, at * head.words, row)
    here = notation.show(head.game, compiled.state(row))
    why, told, right = (int(found[place]) for place in (kernel.WHY, kernel.TOLD, kernel.RIGHT))
    move = head.game.show_move(told) if why in (kernel.NO_ROOM, kernel.MISSING) else ""
    return {
        kernel.NOT_LEAST: f"entry {at} is not the least image of its position: {here!r}",
        kernel.ENDED_WRONG: f"entry {at} says {told} of an ended game worth {right}: {here!r}",
        kernel.NO_ROOM: f"entry {at}: no key has room for what comes after {move!r}: {here!r}",
        kernel.MISSING: f"entry {at}: the position after {move!r} is missing, at {here!r}",
        kernel.VALUE: f"entry {at} says {told}, after its moves it is {right}: {here!r}",
        kernel.PLIES: f"entry {at}: its plies do not fall with every move: {here!r}",
        kernel.STUCK: f"entry {at} has no move and yet the game is not over: {here!r}",
    }[why]
