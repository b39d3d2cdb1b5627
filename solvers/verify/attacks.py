"""Decides whether an attacker reaches a goal within so many turns, by playing everything out.

attacker  the player who is to reach the goal; the other averts it
turn      the moves of one player up to where the other moves or the game is over
row, asked, marked, diagram   as in `models/compiled/goals.py`

This plain walk proves puzzles again. It has no order of moves, no bound but the number of turns,
and no code of the search that finds puzzles. It tests the goal at the end of every turn, the
defender's too. The goal is missed once the attacker has had his turns, or where nobody can move.
Rows come from the rules' `play`; occurrences are not counted on the way. Known answers are shared
by positions that the game's goals call alike, and a move within a turn that leads from one position
to another alike to it is passed over: both is a law (`goals`).

    >>> from ruleproof import game
    >>> hexagon = game("esgros", "hex:2")
    >>> Walk(hexagon, hexagon.start(), Asked(0, 1, 0)).reached(hexagon.start(), 0, 1).reached
    False
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from ruleproof.models.cells import Cells
from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.goals import GOAL, LIKENESS, goal_kernels
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING, engine
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import BITS, WORD, layout, words_of

NODES = 50_000_000
"""The moves played before the question is given up."""
_KNOWN_WORDS = 1 << 24
"""The words that positions with known answers may take; where two collide, the later one stays."""
_MOST_KNOWN = 1 << 20
_FEW_NODES, _FEW_KNOWN = 1 << 14, 1 << 12
"""The moves and the memory of a first try, since most questions are small."""
_DEEP = 4096
"""The most moves played in a row, more than the few turns of any question need."""
_WIDE = 1 << 20
"""The moves that may wait on all levels together, besides those of one position."""
_NO, _YES, _OPEN, _GIVEN_UP, _NO_ROOM = 0, 1, -1, -2, -3


class Undecided(RuntimeError):
    """The question was given up at its limit."""


class Asked(NamedTuple):
    """The code of a goal, its amount, and the number of the attacker."""

    code: int
    amount: int
    attacker: int


class Answer(NamedTuple):
    """Whether the goal is reached, and how many moves were played to tell."""

    reached: bool
    nodes: int


_W, _N = types.uint64[::1], types.int64[::1]
_SAME = types.boolean(_W, _W, _W, types.int64)
_PLACE = types.int64(_W, _W, types.int64, types.int64)
_WALK = types.int64(
    MOVES, PLAY, ENDED, GOAL, LIKENESS, _W, _N, _N, _W, types.uint64[:, ::1], types.uint64[:, ::1],
    types.uint64[:, ::1], types.int64[:, ::1], _N, types.uint64[:, ::1], types.int64, types.int64,
    types.int64, types.int64, _N,
)  # fmt: skip


@kernel(_PLACE)
def _place(row, marked, left, many):
    """The place of the answer for a position, if it is known."""
    mixed = np.uint64(left)
    for word in row:
        mixed = (mixed ^ word) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    for word in marked:
        mixed = (mixed ^ word) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed % np.uint64(many))


@kernel(types.void(_W, _W))
def _copy(words, out):
    """Writes the words to the front of `out`."""
    for k in range(words.size):
        out[k] = words[k]


@kernel(types.boolean(_W, _W))
def _equal(one, other):
    """Whether the words are the same."""
    for k in range(one.size):
        if one[k] != other[k]:
            return False
    return True


@kernel(_SAME)
def _same(entry, row, marked, left):
    """Whether the whole entry is that of the position."""
    for k in range(row.size):
        if entry[k] != row[k]:
            return False
    for k in range(marked.size):
        if entry[row.size + k] != marked[k]:
            return False
    return entry[row.size + marked.size] >> np.uint64(1) == np.uint64(left + 1)


@kernel(types.int64(_W, types.int64, types.int64))
def _side(row, word, shift):
    """The side to move."""
    return np.int64((row[word] >> np.uint64(shift)) & np.uint64((1 << BITS) - 1))


@kernel(_WALK)
def _walk(
    moves, play, ended, goal, likeness, masks, numbers, asked, diagram, rows, marks, alike, levels,
    waiting, known, word, shift, turns, limit, nodes,
):  # fmt: skip
    """Walks all turns from `rows[0]` with the cells `marks[0]`: `_YES`, `_NO`, or why not.

    `levels` has for each level the attacker's remaining turns, its side, where its moves begin in
    `waiting`, and how many of them were played. An entry of `known` holds the row that the goal's
    answer depends on (`alike`), the cells, and a word: the remaining turns plus one, with the
    answer as its lowest bit.
    """
    most = waiting.size - _WIDE
    tail = known.shape[1] - 1
    level = 0
    levels[0, 0], levels[0, 1], levels[0, 2], levels[0, 3] = (
        turns,
        _side(rows[0], word, shift),
        0,
        0,
    )
    likeness(masks, numbers, asked, rows[0], marks[0], alike[0])
    moves(masks, numbers, rows[0], waiting)
    while True:
        left, first, done = levels[level, 0], levels[level, 2], levels[level, 3]
        attacks = levels[level, 1] == asked[2]
        many = waiting[first]
        if done == many:
            said = _NO if attacks or many == 0 else _YES
        else:
            if nodes[0] >= limit:
                return _GIVEN_UP
            nodes[0] += 1
            levels[level, 3] += 1
            row, cells, said = rows[level + 1], marks[level + 1], _OPEN
            _copy(marks[level], cells)
            again = play(masks, numbers, rows[level], waiting[first + 1 + done], row)
            if again < 0 or ended(masks, numbers, row) != PLAYING:
                answer = goal(masks, numbers, asked, diagram, rows[level], row, cells)
                left -= 1 if attacks else 0
                if answer != 0 or left == 0:
                    said = _YES if answer > 0 else _NO
            if said == _OPEN:
                same = alike[level + 1]
                likeness(masks, numbers, asked, row, cells, same)
                if again > 0 and _equal(alike[level], same):
                    nodes[0] -= 1
                    continue
                entry = known[_place(same, cells, left, known.shape[0])]
                if _same(entry, same, cells, left):
                    said = np.int64(entry[tail] & np.uint64(1))
            if said == _OPEN:
                level += 1
                begin = first + many + 1
                if level + 1 == rows.shape[0] or begin + most > waiting.size:
                    return _NO_ROOM
                levels[level, 0], levels[level, 1] = left, _side(row, word, shift)
                levels[level, 2], levels[level, 3] = begin, 0
                moves(masks, numbers, row, waiting[begin:])
                continue
            if said != (_YES if attacks else _NO):
                continue
        # the level is decided, and perhaps those above it too
        while True:
            if level == 0:
                return said
            row, cells, left = alike[level], marks[level], levels[level, 0]
            entry = known[_place(row, cells, left, known.shape[0])]
            _copy(row, entry)
            _copy(cells, entry[row.size :])
            entry[tail] = np.uint64(left + 1) << np.uint64(1) | np.uint64(said)
            level -= 1
            if said != (_YES if levels[level, 1] == asked[2] else _NO):
                break


class Walk:
    """One question of one game; known answers are kept from one position to the next.

    `diagram`: the position that the puzzle shows.
    """

    def __init__(self, game: Game, diagram: State, asked: Asked) -> None:
        self.asked = asked
        self._engine = compiled = engine(game)
        self._goals = goal_kernels(compiled)
        self._question = np.array(asked, np.int64)
        self._diagram = compiled.row(diagram)
        side = layout(game.rulebook.rules.State).number_place("side", compiled.width)
        self._side = side
        wide, cells = compiled.row_words, compiled.width // WORD
        self._rows = np.zeros((_DEEP, wide), np.uint64)
        self._marks = np.zeros((_DEEP, cells), np.uint64)
        self._alike = np.zeros(self._rows.shape, np.uint64)
        self._levels = np.zeros((_DEEP, 4), np.int64)
        self._waiting = np.zeros(_WIDE + game.most_moves + 1, np.int64)
        self._entry = wide + cells + 1
        self._known = self._memory(_FEW_KNOWN)

    def reached(self, state: State, marked: Cells, turns: int, most: int = NODES) -> Answer:
        """Whether the attacker reaches the goal from the state, with these cells marked, within so
        many turns of his. The side to move begins. Raises `Undecided` after so many moves.
        """
        if turns < 1:
            return Answer(False, 0)
        said, played = self._walked(state, marked, turns, min(most, _FEW_NODES))
        if said == _GIVEN_UP and most > _FEW_NODES:
            if len(self._known) == _FEW_KNOWN:
                self._known = self._memory(_MOST_KNOWN)
            said, played = self._walked(state, marked, turns, most)
        if said == _GIVEN_UP:
            raise Undecided(f"not decided within {most:,} moves")
        if said == _NO_ROOM:
            raise Undecided(f"not decided: play goes on for {_DEEP:,} moves, or too many wait")
        return Answer(said == _YES, played)

    def _memory(self, most: int) -> Any:
        """Room for so many positions with known answers, or for as many as may be."""
        return np.zeros((min(most, _KNOWN_WORDS // self._entry), self._entry), np.uint64)

    def _walked(self, state: State, marked: Cells, turns: int, nodes: int) -> tuple[int, int]:
        """Returns the answer of the walk, and the number of moves it played."""
        compiled, kernels = self._engine, self._engine.kernels
        self._rows[0] = compiled.row(state)
        self._marks[0] = np.array(words_of(marked, compiled.width), np.uint64)
        played = np.zeros(1, np.int64)
        said = _walk(
            kernels.moves, kernels.play, kernels.ended, self._goals.goal, self._goals.likeness,
            compiled.masks, compiled.numbers, self._question, self._diagram, self._rows,
            self._marks, self._alike, self._levels, self._waiting, self._known, *self._side, turns,
            nodes, played,
        )  # fmt: skip
        return int(said), int(played[0])
