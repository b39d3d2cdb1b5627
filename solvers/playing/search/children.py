"""The stack of a search: the path from the root, and the children of every position on it.

frame   one position on the path: its number among the children, and where its own children stand
child   a position after a move: its row, its key, and what is known of it; number 0 is the root
made    listed, played, packed into a key, and asked for in the table: once, at the first look
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import (
    CHILDREN,
    ESSENCE,
    LIMITS,
    PLAYING,
    PROMISE,
    SCORE,
    Engine,
)
from ruleproof.models.play.game import State
from ruleproof.solvers.playing.keys.canonical import MARK, WRITE, Canon
from ruleproof.solvers.playing.keys.packing import left_out, mixed
from ruleproof.solvers.playing.search.transposition_table import TABLE, bucket_of, fetch
from ruleproof.solvers.work.memory import taken

# The first places in a frame and in a child, whatever the search.
SELF, FIRST, COUNT = range(3)
FRAME = 3
MOVE, RELATION, ENDS, HASH = range(4)
CHILD = 4
_LEVELS = 64
_MANY = 2
"""A stack begins with room for the children of so many positions."""

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]
_ROWS = types.uint64[:, ::1]
_LISTS = types.int64[:, ::1]
STACK = (_ROWS, _WORDS, _ROWS, _ROWS, _LISTS, _LISTS)
GAME = (CHILDREN, SCORE, PROMISE, LIMITS, ESSENCE, _WORDS, _NUMBERS)
FORMS = (WRITE, _NUMBERS, _NUMBERS, _WORDS, _WORDS)
ROOM = (_NUMBERS, _NUMBERS)
SEARCH = (*GAME, *FORMS, *STACK, *ROOM, TABLE, _WORDS, _NUMBERS)
"""The arguments of compiled searches: `game_arguments`, `Canon.tables`, `Stack.arrays`, room for
the moves and the ends of one position, the table, its words, and the search's own numbers.
"""

_MAKE = types.int64(
    *(CHILDREN, ESSENCE, _WORDS, _NUMBERS, *FORMS, _ROWS, _WORDS, _ROWS, _ROWS, _LISTS, *ROOM),
    *(TABLE, _WORDS, types.int64, types.int64, types.int64, types.int64, types.int64, types.int64),
)


@kernel(_MAKE)
def make_children(
    children_of, essence, masks, numbers, write, plan, pieces, images, room,
    rows, flat_rows, bare, keys, children, found, ends,
    table, flat, at, first, enough, mine, keyed, condensed,
):  # fmt: skip
    """Makes the children of position `at`, from number `first` on, up to one that ends play and is
    worth `enough` to whoever moves there; returns their number, or -1 minus the number of one that
    keys have no room for. `mine` says whether the attacker is to move at `at`, -1 where there is
    none; keys are marked where he is to move then. Children that are not `keyed` get no key.
    """
    words = np.int64(rows.shape[1])
    row = flat_rows[at * words : (at + 1) * words]
    many = children_of(masks, numbers, row, enough, found, flat_rows[first * words :], ends)
    if condensed and keyed:
        for k in range(many):
            if ends[2 * k + 1] == PLAYING:
                essence(masks, numbers, rows[first + k], bare[first + k])
    packed = 2 * many if keyed else 0
    misfit = write(plan, pieces, images, room, bare, keys, ends[:packed], first)
    if misfit >= 0:
        return -1 - misfit
    for k in range(many):
        child = children[first + k]
        child[MOVE] = found[k + 1]
        child[RELATION] = ends[2 * k]
        child[ENDS] = ends[2 * k + 1]
        if keyed and child[ENDS] == PLAYING:
            key = keys[first + k]
            if (mine if child[RELATION] == 1 else 1 - mine) == 1:
                key[0] |= np.uint64(MARK)
            value = mixed(key)
            child[HASH] = np.int64(value)
            fetch(table, flat, bucket_of(table, value))
    return many


def game_arguments(compiled: Engine) -> tuple[Any, ...]:
    """The arguments of compiled searches that are those of the game."""
    kernels = compiled.kernels
    return (
        *(kernels.children, kernels.score, kernels.promise, kernels.limits, kernels.essence),
        *(compiled.masks, compiled.numbers),
    )


class Stack:
    """The arrays of a search's stack: `frames`, one for each position on the path, and of their
    children `children`, `rows` and `keys`; `found` and `ends` are room beside it.

    `bare` holds the rows that keys are made of, which are those of essences if positions are
    `condensed`.
    """

    def __init__(
        self, row_words: int, most_moves: int, *, frame: int, child: int, condensed: bool
    ) -> None:
        self.condensed = condensed
        many = 1 + _MANY * most_moves
        self.frames = np.zeros((_LEVELS, frame), np.int64)
        self.children = np.zeros((many, child), np.int64)
        self.rows = self.bare = np.zeros((many, row_words), np.uint64)
        if condensed:
            self.bare = np.zeros((many, row_words), np.uint64)
        self.found = np.zeros(most_moves + 1, np.int64)
        self.ends = np.zeros(2 * most_moves, np.int64)
        self.use(0)

    @staticmethod
    def least(row_words: int, most_moves: int, *, frame: int, child: int, condensed: bool) -> int:
        """The bytes of a stack that has not grown, with keys as wide as a row and a mark."""
        words = (3 if condensed else 2) * row_words + 1
        return 8 * (_LEVELS * frame + (1 + _MANY * most_moves) * (child + words))

    @property
    def arrays(self) -> tuple[Any, ...]:
        """The arguments of compiled searches that are those of the stack, and room beside it."""
        flat = self.rows.reshape(-1)
        lists = self.frames, self.children, self.found, self.ends
        return self.rows, flat, self.bare, self.keys, *lists

    @property
    def bytes(self) -> int:
        """The memory that this takes."""
        bare = taken(self.bare) if self.condensed else 0
        return taken(self.frames, self.children, self.rows, self.keys) + bare

    def use(self, key_words: int) -> None:
        """Forgets all keys, and makes them so many words wide."""
        self.keys = np.zeros((len(self.children), key_words), np.uint64)

    def begin(self, forms: Canon, state: State, compiled: Engine) -> bool:
        """Puts a position that has not ended at the root; returns whether keys have room for it."""
        gone = np.array(left_out(forms.game), np.uint64)
        self.rows[0] = compiled.row(state) & ~gone
        if self.condensed:
            compiled.kernels.essence(compiled.masks, compiled.numbers, self.rows[0], self.bare[0])
        self.children[0] = 0
        self.children[0, MOVE] = -1
        self.frames[0, [SELF, FIRST, COUNT]] = 0, 1, 0
        ends = np.array([1, PLAYING], np.int64)
        if forms.write(*forms.tables[1:], self.bare, self.keys, ends, 0) >= 0:
            return False
        self._note_root()
        return True

    def mark_root(self) -> None:
        """Marks the key of the root."""
        self.keys[0, 0] |= np.uint64(MARK)
        self._note_root()

    def _note_root(self) -> None:
        self.children[0, HASH] = np.uint64(mixed(self.keys[0])).astype(np.int64)

    def _lacks_levels(self, level: int) -> bool:
        """Whether the children of the position at the level find room, so that levels are short."""
        return bool(self.frames[level, FIRST] + len(self.found) <= len(self.children))

    def growing(self, level: int) -> int:
        """The bytes that the stack takes while it grows: the part that does stands twice."""
        levels = taken(self.frames)
        return self.bytes + 2 * (levels if self._lacks_levels(level) else self.bytes - levels)

    def extend(self, level: int) -> None:
        """Makes room for twice as many levels if these are short at the level, else for twice as
        many children.
        """
        if self._lacks_levels(level):
            self.frames = _longer(self.frames, 2 * len(self.frames))
            return
        many = 2 * len(self.children)
        self.children, self.keys = _longer(self.children, many), _longer(self.keys, many)
        self.rows = _longer(self.rows, many)
        self.bare = _longer(self.bare, many) if self.condensed else self.rows


def _longer(old: Any, rows: int) -> Any:
    """The array with that many rows, the new ones empty."""
    new = np.zeros((rows, old.shape[1]), old.dtype)
    new[: old.shape[0]] = old
    return new
