"""All entries of a table in the order of their keys, as files hold them, made where the table was:
no part of it stands in memory twice.
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ruleproof.solvers import depth_first
from ruleproof.solvers.backward import Backward
from ruleproof.solvers.key_kernel import rewrite
from ruleproof.solvers.keys import Keys, filed
from ruleproof.solvers.memory import give_back, numbers
from ruleproof.solvers.sorting import sort_entries
from ruleproof.solvers.walker import Walk

_PIECE = 1 << 20
"""Entries that are worked on at a time."""


class Entries(NamedTuple):
    """All positions of a table in the order of their keys: the keys, without code bits, word by
    word, their values, and in scored games with cycles the plies.
    """

    keys: Keys
    words: tuple[Any, ...]
    values: Any
    plies: Any | None


def of_positions(back: Backward, scored: bool, look: Callable[[], None]) -> Entries:
    """The entries of a game with cycles, from what is of no more use afterwards. `look` is called
    every so often.
    """
    held, values, plies = back.surrender()
    forms, held = _filed(back.keys, held, look)
    few = plies if scored else np.zeros(0, np.uint16)
    for _ in sort_entries(held, forms.words, values, few):
        look()
    rows = held.reshape(-1, forms.words)
    words = tuple(rows[:, k] for k in range(forms.words))
    return Entries(forms, words, values, plies if scored else None)


def of_walk(walk: Walk, scored: bool, look: Callable[[], None]) -> Entries:
    """The entries of a walk, which is of no more use afterwards. `look` is called now and then."""
    entries, old = walk.surrender(), walk.keys
    values = np.zeros(0, np.int16)
    if filed(old) is not old:
        values = _values(walk, entries, scored)
        entries[:: old.words] &= ~walk.code_mask
        forms, entries = _filed(old, entries, look)
        _sort(entries, forms.words, values, look)
    else:
        forms = old
        _sort(entries, old.words, values, look)
        values = _values(walk, entries, scored)
        _without_codes(entries, old)
    rows = entries.reshape(-1, forms.words)
    many = max(1, -(-forms.key_bits // 64))
    return Entries(forms, tuple(rows[:, k] for k in range(many)), values, None)


def _sort(entries: Any, words: int, values: Any, look: Callable[[], None]) -> None:
    if words == 1 and not values.size:
        entries.sort()
        look()
        return
    for _ in sort_entries(entries, words, values, np.zeros(0, np.uint16)):
        look()


def _values(walk: Walk, entries: Any, scored: bool) -> Any:
    """The values of entries, whose codes say them."""
    first = entries[:: walk.keys.words]
    values = numbers(first.size, np.int16)
    for at in range(0, first.size, _PIECE):
        codes = (first[at : at + _PIECE] & walk.code_mask).astype(np.uint32)
        depth_first.values_of(codes, int(scored), values[at : at + _PIECE])
    return values


def _without_codes(entries: Any, forms: Keys) -> None:
    """Shifts keys to where codes were."""
    rows, shift = entries.reshape(-1, forms.words), np.uint64(forms.code_bits)
    for at in range(0, len(rows) if forms.code_bits else 0, _PIECE):
        some = rows[at : at + _PIECE]
        more = some[:, 1:] << (np.uint64(64) - shift)
        some >>= shift
        some[:, :-1] |= more


def _filed(old: Keys, entries: Any, look: Callable[[], None]) -> tuple[Keys, Any]:
    """Keys without codes as files hold them; memory is given back as it is read."""
    forms, many = filed(old), entries.size // old.words
    if forms is old:
        return old, entries
    new = numbers(many * forms.words, np.uint64)
    key, row = np.zeros(forms.words, np.uint64), np.zeros(len(old.used), np.uint64)
    room = np.zeros(forms.room, np.uint64)
    for first in range(0, many, _PIECE):
        last = min(many, first + _PIECE)
        some = slice(first * forms.words, last * forms.words)
        done = rewrite(
            *(old.plan, old.pieces, entries[first * old.words : last * old.words], np.uint64(0)),
            *(forms.plan, forms.pieces, forms.images, new[some], key, row, room),
        )
        if done < last - first:
            raise RuntimeError(f"a key does not hold a position of {old.game.name}: {row.tolist()}")
        give_back(entries, first * old.words, last * old.words)
        look()
    return forms, new
