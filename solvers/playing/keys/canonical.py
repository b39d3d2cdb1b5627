"""Keys for searches: positions told apart by a few words, if it pays those that are symmetric not.

plain   the used bits of a row, packed (`playing/keys/packing.py`): the form that a search begins
        with, for below one position hardly two that it meets are symmetric
turned  the least key of all images of a row (`playing/keys/keys.py`): the form from when on many of
        the positions met turn out to be alike, or the first one is like itself
mark    the lowest bit of a key, which is the search's own: 0 until the search sets it
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import FirstClass, kernel
from ruleproof.models.compiled.kernels import PLAYING
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import WORD, moved
from ruleproof.solvers.playing.keys import key_kernel
from ruleproof.solvers.playing.keys.images import fit
from ruleproof.solvers.playing.keys.keys import Keys, images_in, keys, remade
from ruleproof.solvers.playing.keys.packing import (
    counted,
    left_out,
    more_used,
    packed,
    pieces,
    rows_of,
    sound_used,
    symmetric_turns,
    used_bits,
)

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]
_ROWS = types.uint64[:, ::1]
WRITE = types.FunctionType(
    types.int64(_NUMBERS, _NUMBERS, _WORDS, _WORDS, _ROWS, _ROWS, _NUMBERS, types.int64)
)
"""`write(plan, pieces, images, room, rows, keys, ends, first)`: the number of the first row that
keys have no room for, or -1; `keys` receives those of the rows from `first` on, one for each pair
in `ends` that says that play goes on.
"""
MARK = 1
"""The bit of a key's first word that is the search's own."""
_MARK_BITS = 1
_MANY_ALIKE = 0.5
"""The share of positions that are images of others from which on turned keys are worth it."""
_SOME = 1 << 8
"""About so many positions are looked at for that."""


class Canon(NamedTuple):
    """The form of a search's keys, and the tables that they are made with.

    `write`: the function of the kind `WRITE` that makes keys; `plan`, `pieces`, `images`, `room`:
    its first arguments. `turned`: whether keys are those of positions up to symmetry.
    """

    game: Game
    write: FirstClass
    plan: np.ndarray[Any, np.dtype[np.int64]]
    pieces: np.ndarray[Any, np.dtype[np.int64]]
    images: np.ndarray[Any, np.dtype[np.uint64]]
    room: np.ndarray[Any, np.dtype[np.uint64]]
    used: tuple[int, ...]
    key_words: int
    turned: bool

    @property
    def tables(self) -> tuple[Any, ...]:
        """The arguments of compiled code that makes keys."""
        return self.write, self.plan, self.pieces, self.images, self.room

    @property
    def form(self) -> dict[str, Any]:
        """The form in a file."""
        return {"used": list(self.used), "turned": self.turned}


def canon(game: Game, used: tuple[int, ...] | None = None) -> Canon:
    """The plain form of a game's keys. The number of earlier occurrences of a position, where the
    rules count it, is no part of them: it is taken for 0.

    Keys keep the used bits of each word of a row, by default those that random play sets.
    `widened` adds what turns up later.
    """
    used = used_bits(game, essential=True) if used is None else used
    nothing = np.zeros(1, np.uint64)
    bits = _MARK_BITS + sum(mask.bit_count() for mask in used)
    return Canon(
        game,
        FirstClass(_write_packed.compiled, WRITE),
        np.zeros(1, np.int64),
        pieces(used, left_out(game), _MARK_BITS),
        nothing,
        nothing,
        used,
        -(-bits // WORD),
        turned=False,
    )


@lru_cache(maxsize=8)
def _turned_keys(game: Game, used: tuple[int, ...]) -> Keys:
    """The keys up to symmetry that keep the used bits."""
    return keys(game, used, _MARK_BITS, None)


def _turned(found: Keys) -> Canon:
    return Canon(
        found.game,
        FirstClass(_write_least.compiled, WRITE),
        found.plan,
        found.pieces,
        found.images,
        np.zeros(found.room, np.uint64),
        found.used,
        found.words,
        turned=True,
    )


def under_all_turns(old: Canon) -> Canon:
    """The form whose keys are those of positions up to symmetry."""
    return _turned(_turned_keys(old.game, old.used))


def widened(old: Canon, row: Any) -> Canon:
    """The form whose keys have room for the row, `uint64[words]`, too."""
    wider = canon(old.game, more_used(old.game, old.used, row))
    return under_all_turns(wider) if old.turned else wider


def of_form(game: Game, form: Any) -> Canon:
    """The form that stands in a file. Raises `ValueError` where no keys of the game have it."""
    if form["turned"] is True:
        return _turned(remade(game, {"used": form["used"], "letters": None}, _MARK_BITS))
    if form["turned"] is not False:
        raise ValueError("it does not say what its keys are made of")
    return canon(game, sound_used(game, form["used"]))


def alike(forms: Canon, state: State, found: Any) -> bool:
    """Whether it pays to tell positions up to symmetry below a state; `found` are the keys,
    `uint64[keys, words]`, all different, of the positions that the search met.
    """
    game, (plain, changed) = forms.game, symmetric_turns(forms.game)
    if forms.turned or len(plain) + len(changed) == 1 or not fit(game, forms.used):
        return False
    turns = [(turn, False) for turn in plain] + [(turn, True) for turn in changed]
    if sum(_fixes(game, turn, swap, state) for turn, swap in turns) > 1:
        return True
    every = _turned_keys(game, forms.used)
    rows = rows_of(forms.pieces, found, len(forms.used))
    firsts, counts = np.unique(images_in(every, rows, all_turns=False), return_counts=True)
    again = firsts[counts > 1]
    some = images_in(every, rows[:: 1 + len(rows) // _SOME], all_turns=True)
    own = some[:, :1]
    other = (np.isin(some, firsts) & (some != own)).any(axis=1) | np.isin(own[:, 0], again)
    return bool(np.mean(other) > _MANY_ALIKE)


def _fixes(game: Game, turn: tuple[int, ...], swap: bool, state: State) -> bool:
    """Whether the position's stones are the same after the turn; whose turn it is does not count,
    nor how often the position has occurred.
    """
    image = moved(state, turn)
    if swap:
        for one, other in game.rulebook.declared.exchange:
            values = {one: getattr(image, other), other: getattr(image, one)}
            image = image._replace(**values)
    same = {name: getattr(state, name) for name in ("side", *counted(game))}
    return image._replace(**same) == state


@kernel(WRITE.signature)
def _write_packed(plan, pieces, images, room, rows, keys, ends, first):
    """As `WRITE`, in the plain form."""
    for k in range(ends.size // 2):
        if ends[2 * k + 1] == PLAYING and packed(pieces, rows[first + k], keys[first + k]):
            return first + k
    return -1


@kernel(WRITE.signature)
def _write_least(plan, pieces, images, room, rows, keys, ends, first):
    """As `WRITE`, in the turned form."""
    for k in range(ends.size // 2):
        if ends[2 * k + 1] == PLAYING and not key_kernel.least_key(
            plan, pieces, images, room, rows[first + k], keys[first + k]
        ):
            return first + k
    return -1
