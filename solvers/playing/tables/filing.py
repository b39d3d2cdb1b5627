"""Sorts all entries of a table by their keys, as files hold them, in the table's own memory: no
part of it is held twice.
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ruleproof.solvers.playing.keys.key_kernel import rewrite
from ruleproof.solvers.playing.keys.keys import Keys, filed
from ruleproof.solvers.playing.retrograde import depth_first_kernel as depth_first
from ruleproof.solvers.playing.retrograde.acyclic import Walk
from ruleproof.solvers.playing.retrograde.cyclic import Backward
from ruleproof.solvers.playing.tables.sorting import sort_entries
from ruleproof.solvers.work.memory import give_back, numbers

_PIECE = 1 << 16
"""Entries that are worked on at a time."""


class Entries(NamedTuple):
    """All positions of a table, without code bits. `form` is the form of their keys; `held` is an
    array with the words of all keys, one key after the other. A key has `stride` words, of which a
    file holds `many`. `plies`: in scored games with cycles only. `sorted`: whether the entries are
    in the order of their keys.
    """

    form: dict[str, Any]
    held: Any
    stride: int
    many: int
    values: Any
    plies: Any | None
    sorted: bool = False

    @property
    def words(self) -> tuple[Any, ...]:
        """The keys, word by word."""
        rows = self.held.reshape(-1, self.stride)
        return tuple(rows[:, k] for k in range(self.many))


def of_positions(back: Backward, scored: bool, look: Callable[[], None]) -> Entries:
    """The entries of a game with cycles. Uses up `back`, even if `look`, which is called every so
    often, raises an exception.
    """
    held, values, plies = back.surrender()
    forms, held = _filed(back.keys, held, look)
    return Entries(forms.form, held, forms.words, forms.words, values, plies if scored else None)


def of_walk(walk: Walk, scored: bool, look: Callable[[], None]) -> Entries:
    """The entries of a walk. Uses up `walk`, even if `look`, which is called now and then, raises
    an exception.
    """
    entries, old = walk.surrender(), walk.keys
    forms, soon = old, filed(old) is old and old.words == 1
    if soon:
        entries.sort()
    values = _values(walk, entries, scored)
    if filed(old) is old:
        _without_codes(entries, old)
    else:
        entries[:: old.words] &= ~walk.code_mask
        forms, entries = _filed(old, entries, look)
    many = max(1, -(-forms.key_bits // 64))
    return Entries(forms.form, entries, forms.words, many, values, None, soon)


def in_order(entries: Entries, look: Callable[[], None]) -> Entries:
    """The entries, sorted where they lie. `look` is called every so often; if it raises an
    exception, no entry is lost.
    """
    look()
    if not entries.sorted:
        few = np.zeros(0, np.uint16) if entries.plies is None else entries.plies
        for _ in sort_entries(entries.held, entries.stride, entries.values, few):
            look()
    return entries._replace(sorted=True)


def _values(walk: Walk, entries: Any, scored: bool) -> Any:
    """The values of entries, read from their codes."""
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
        give_back(entries, first * old.words, last * old.words, before=True)
        look()
    return forms, new
