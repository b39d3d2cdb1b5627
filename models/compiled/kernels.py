"""Kernels: a game's rules compiled, behind one interface that all solvers share.

masks     `uint64[::1]`: the sets `full`, `none`, `near` per cell, `around` per cell, `areas`
numbers   `int64[::1]`: board size, directions, number of settings, the settings, the steps
row       `uint64[::1]`: a state, see `models/play/states.py`

Every game is compiled behind the same signatures, so a solver, which takes them as typed
first-class functions, is compiled once for all games and kept on disk.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numba import types

from ruleproof.models.cells import rule
from ruleproof.models.compiled.compiling import FirstClass, compiled_code_of, kept, kernel, named
from ruleproof.models.compiled.levels import register_rules
from ruleproof.models.compiled.rows import load_field, load_rules, load_state, store_state
from ruleproof.models.mistakes import told_as_the_authors
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import layout, pack, unpack, width_for, words_of
from ruleproof.models.play.trial import tried

PLAYING = -(1 << 31)
"""The answer of `ended` while play goes on."""

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]
MOVES = types.FunctionType(types.int64(_WORDS, _NUMBERS, _WORDS, _NUMBERS))
"""`moves(masks, numbers, row, out)`: their number; `out[1:]` receives them."""
PLAY = types.FunctionType(types.int64(_WORDS, _NUMBERS, _WORDS, types.int64, _WORDS))
"""`play(masks, numbers, row, move, out)`: 1 if the same player moves again, else -1."""
ENDED = types.FunctionType(types.int64(_WORDS, _NUMBERS, _WORDS))
"""`ended(masks, numbers, row)`: the payoff for the side to move, or `PLAYING`."""
SPREAD = types.FunctionType(types.int64(_WORDS, _NUMBERS, _WORDS, _NUMBERS, _WORDS))
"""`spread(masks, numbers, row, out, rows)`: the number of moves, 0 once play is over; `rows`
receives the rows after them, one after the other, and `out[1:]` what `play` answers of each.
"""
CHILDREN = types.FunctionType(
    types.int64(_WORDS, _NUMBERS, _WORDS, types.int64, _NUMBERS, _WORDS, _NUMBERS)
)
"""`children(masks, numbers, row, enough, out, rows, ends)`: the number of moves looked at: all, or
those up to the first that ends play and is worth `enough` to whoever makes it. `out` and `rows`
receive the moves, as `moves` tells them, and the rows after them; `ends` for each what `play` and
what `ended` answers.
"""
BULK = MOVES
"""`bulk(masks, numbers, row, out)`: the number of moves; `out` is room it may use."""
SCORE = types.FunctionType(types.int64(_WORDS, _NUMBERS, _WORDS, types.int64))
"""`score(masks, numbers, row, player)`: the player's own points now; 0 in games without points."""
PROMISE = types.FunctionType(types.int64(_WORDS, _NUMBERS, _WORDS, types.int64))
"""`promise(masks, numbers, row, move)`: how good the move looks; 0 where the game has no advice."""
LIMITS = ENDED
"""`limits(masks, numbers, row)`: bounds of the payoff, for `least` and `most` to read."""
ESSENCE = types.FunctionType(types.void(_WORDS, _NUMBERS, _WORDS, _WORDS))
"""`essence(masks, numbers, row, out)`: `out` receives what the position's worth depends on."""
TIER = ENDED
"""`tier(masks, numbers, row)`: a number that rises with every turn; 0 where the game has none."""
_LOWEST, _HIGHEST = -0x7FFF, 0x7FFE


class Kernels:
    """One game's rules at one width, each function compiled when it is first asked for."""

    def __init__(self, module: ModuleType, width: int, advice: ModuleType | None = None) -> None:
        self._module = module
        self._width = width
        self._advice = advice

    @cached_property
    def moves(self) -> Any:
        """`MOVES`."""
        return self._made(_moves, MOVES)

    @cached_property
    def play(self) -> Any:
        """`PLAY`."""
        return self._made(_play, PLAY)

    @cached_property
    def ended(self) -> Any:
        """`ENDED`."""
        return self._made(_ended, ENDED)

    @cached_property
    def spread(self) -> Any:
        """`SPREAD`."""
        if self._advice and hasattr(self._advice, "spread"):
            return self._made(_advised_spread, SPREAD, self._advice)
        return self._made(_spread, SPREAD)

    @cached_property
    def children(self) -> Any:
        """`CHILDREN`."""
        return self._made(_children, CHILDREN)

    @cached_property
    def score(self) -> Any:
        """`SCORE`."""
        if hasattr(self._module, "score"):
            return self._made(_score, SCORE)
        return FirstClass(_no_points.compiled, SCORE)

    @cached_property
    def bulk(self) -> Any:
        """`BULK`; a game that cannot count its moves without listing them lists them."""
        return self._made(_bulk, BULK) if hasattr(self._module, "bulk") else self.moves

    @cached_property
    def promise(self) -> Any:
        """`PROMISE`."""
        if self._advice and self.promises:
            return self._made(_promise, PROMISE, self._advice)
        return FirstClass(_no_promise.compiled, PROMISE)

    @cached_property
    def limits(self) -> Any:
        """`LIMITS`."""
        if self._advice and hasattr(self._advice, "limits"):
            return self._made(_limits, LIMITS, self._advice)
        return FirstClass(_no_limits.compiled, LIMITS)

    @cached_property
    def tier(self) -> Any:
        """`TIER`."""
        if self._advice and hasattr(self._advice, "tier"):
            return self._made(_tier, TIER, self._advice)
        return FirstClass(_no_tier.compiled, TIER)

    @property
    def promises(self) -> bool:
        """Whether the game's advice says which moves look good."""
        return hasattr(self._advice, "promise")

    @property
    def condenses(self) -> bool:
        """Whether the game's advice leaves out what no longer matters."""
        return hasattr(self._advice, "essence")

    @cached_property
    def essence(self) -> Any:
        """`ESSENCE`."""
        if self._advice and self.condenses:
            return self._made(_essence, ESSENCE, self._advice)
        return FirstClass(_all_of_it.compiled, ESSENCE)

    def compile(self) -> None:
        """Compiles everything that searches need now."""
        _ = self.moves, self.play, self.children, self.score, self.promise, self.limits
        _ = self.essence

    def _made(self, make: Callable[..., Any], kind: Any, *more: ModuleType) -> Any:
        register_rules()
        sources = compiled_code_of(self._module, sys.modules[__name__], *more)
        with sources, told_as_the_authors(self._module, *more):
            return FirstClass(make(*more, self._module, self._width), kind)


class Engine(NamedTuple):
    """A game ready for compiled search: its kernels and its board and settings as arrays."""

    game: Game
    width: int
    kernels: Kernels
    masks: np.ndarray[Any, np.dtype[np.uint64]]
    numbers: np.ndarray[Any, np.dtype[np.int64]]
    row_words: int

    def row(self, state: State) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """The row of a state."""
        return np.array(pack(state, self.width), dtype=np.uint64)

    def state(self, row: Any) -> State:
        """The state of a row."""
        return unpack(self.game.rulebook.rules.State, [int(word) for word in row], self.width)

    def move_list(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Room for the moves of any position, their number first."""
        return np.zeros(self.game.most_moves + 1, dtype=np.int64)


@rule
def _default_plays_on(before: Any, after: Any) -> bool:
    return before.side == after.side


@kernel(SCORE.signature)
def _no_points(masks, numbers, row, player):
    return 0


@kernel(PROMISE.signature)
def _no_promise(masks, numbers, row, move):
    return 0


@kernel(LIMITS.signature)
def _no_limits(masks, numbers, row):
    return (_LOWEST + 0x8000) | (_HIGHEST + 0x8000) << 16


@kernel(TIER.signature)
def _no_tier(masks, numbers, row):
    return 0


@kernel(ESSENCE.signature)
def _all_of_it(masks, numbers, row, out):
    for k in range(row.size):
        out[k] = row[k]


@kernel(types.int64(types.int64))
def least(limits):
    """The least that the side to move gets by the end of the game, according to `limits`."""
    return (limits & 0xFFFF) - 0x8000


@kernel(types.int64(types.int64))
def most(limits):
    """The most that the side to move gets by the end of the game, according to `limits`."""
    return (limits >> 16) - 0x8000


# What these compile closes over names that pickle, or numba would never find it in its cache.


def _moves(module: Any, width: int) -> Any:
    find, state_type, rules_type = module.moves, module.State, module.Rules

    @kept(MOVES.signature, _nrt=False)
    @named(module.__name__, width)
    def moves(masks, numbers, row, out):
        board = load_field(masks, numbers, width)
        rules = load_rules(numbers, rules_type)
        out[0] = 0
        find(board, rules, load_state(row, state_type, width), out)
        return out[0]

    return moves


def _play(module: Any, width: int) -> Any:
    advance, state_type, rules_type = module.play, module.State, module.Rules
    again = getattr(module, "plays_on", _default_plays_on)

    @kept(PLAY.signature, _nrt=False)
    @named(module.__name__, width)
    def play(masks, numbers, row, move, out):
        board = load_field(masks, numbers, width)
        rules = load_rules(numbers, rules_type)
        before = load_state(row, state_type, width)
        after = advance(board, rules, before, move)
        store_state(out, 0, after)
        return 1 if again(before, after) else -1

    return play


def _spread(module: Any, width: int) -> Any:
    find, advance, state_type, rules_type = module.moves, module.play, module.State, module.Rules
    again = getattr(module, "plays_on", _default_plays_on)
    wide = layout(state_type).row_words(width)

    @kept(SPREAD.signature, _nrt=False)
    @named(module.__name__, width)
    def spread(masks, numbers, row, out, rows):
        board = load_field(masks, numbers, width)
        rules = load_rules(numbers, rules_type)
        before = load_state(row, state_type, width)
        out[0] = 0
        find(board, rules, before, out)
        for k in range(out[0]):
            after = advance(board, rules, before, out[k + 1])
            store_state(rows, k * wide, after)
            out[k + 1] = 1 if again(before, after) else -1
        return out[0]

    return spread


def _children(module: Any, width: int) -> Any:
    find, advance, state_type, rules_type = module.moves, module.play, module.State, module.Rules
    again = getattr(module, "plays_on", _default_plays_on)
    is_over, worth = module.over, module.payoff
    wide = layout(state_type).row_words(width)

    @kept(CHILDREN.signature, _nrt=False)
    @named(module.__name__, width)
    def children(masks, numbers, row, enough, out, rows, ends):
        board = load_field(masks, numbers, width)
        rules = load_rules(numbers, rules_type)
        before = load_state(row, state_type, width)
        out[0] = 0
        find(board, rules, before, out)
        for k in range(out[0]):
            after = advance(board, rules, before, out[k + 1])
            store_state(rows, k * wide, after)
            relation = 1 if again(before, after) else -1
            ends[2 * k] = relation
            ends[2 * k + 1] = PLAYING
            if is_over(board, rules, after):
                payoff = worth(board, rules, after)
                ends[2 * k + 1] = payoff
                if relation * payoff >= enough:
                    return k + 1
        return out[0]

    return children


def _advised_spread(advice: Any, module: Any, width: int) -> Any:
    every, state_type, rules_type = advice.spread, module.State, module.Rules
    again = getattr(module, "plays_on", _default_plays_on)
    wide = layout(state_type).row_words(width)

    @kept(SPREAD.signature, _nrt=False)
    @named(module.__name__, width)
    def spread(masks, numbers, row, out, rows):
        board = load_field(masks, numbers, width)
        rules = load_rules(numbers, rules_type)
        before = load_state(row, state_type, width)
        out[0] = 0
        every(board, rules, before, (out, rows))
        for k in range(out[0]):
            after = load_state(rows[k * wide :], state_type, width)
            out[k + 1] = 1 if again(before, after) else -1
        return out[0]

    return spread


def _ended(module: Any, width: int) -> Any:
    is_over, worth = module.over, module.payoff
    state_type, rules_type = module.State, module.Rules

    @kept(ENDED.signature, _nrt=False)
    @named(module.__name__, width)
    def ended(masks, numbers, row):
        board = load_field(masks, numbers, width)
        rules = load_rules(numbers, rules_type)
        p = load_state(row, state_type, width)
        if is_over(board, rules, p):
            return worth(board, rules, p)
        return PLAYING

    return ended


def _promise(advice: Any, module: Any, width: int) -> Any:
    hope, state_type, rules_type = advice.promise, module.State, module.Rules

    @kept(PROMISE.signature, _nrt=False)
    @named(module.__name__, width)
    def promise(masks, numbers, row, move):
        board = load_field(masks, numbers, width)
        rules = load_rules(numbers, rules_type)
        return hope(board, rules, load_state(row, state_type, width), move)

    return promise


def _limits(advice: Any, module: Any, width: int) -> Any:
    ends, state_type, rules_type = advice.limits, module.State, module.Rules

    @kept(LIMITS.signature, _nrt=False)
    @named(module.__name__, width)
    def limits(masks, numbers, row):
        board = load_field(masks, numbers, width)
        rules = load_rules(numbers, rules_type)
        low, high = ends(board, rules, load_state(row, state_type, width))
        return (low + 0x8000) | (high + 0x8000) << 16

    return limits


def _tier(advice: Any, module: Any, width: int) -> Any:
    told, state_type, rules_type = advice.tier, module.State, module.Rules

    @kept(TIER.signature, _nrt=False)
    @named(module.__name__, width)
    def tier(masks, numbers, row):
        board = load_field(masks, numbers, width)
        rules = load_rules(numbers, rules_type)
        return told(board, rules, load_state(row, state_type, width))

    return tier


def _essence(advice: Any, module: Any, width: int) -> Any:
    condensed, state_type, rules_type = advice.essence, module.State, module.Rules

    @kept(ESSENCE.signature, _nrt=False)
    @named(module.__name__, width)
    def essence(masks, numbers, row, out):
        board = load_field(masks, numbers, width)
        rules = load_rules(numbers, rules_type)
        store_state(out, 0, condensed(board, rules, load_state(row, state_type, width)))

    return essence


def _score(module: Any, width: int) -> Any:
    points, state_type, rules_type = module.score, module.State, module.Rules

    @kept(SCORE.signature, _nrt=False)
    @named(module.__name__, width)
    def score(masks, numbers, row, player):
        board = load_field(masks, numbers, width)
        rules = load_rules(numbers, rules_type)
        return points(board, rules, load_state(row, state_type, width), player)

    return score


def _bulk(module: Any, width: int) -> Any:
    counted, state_type, rules_type = module.bulk, module.State, module.Rules

    @kept(BULK.signature, _nrt=False)
    @named(module.__name__, width)
    def bulk(masks, numbers, row, out):
        board = load_field(masks, numbers, width)
        rules = load_rules(numbers, rules_type)
        return counted(board, rules, load_state(row, state_type, width))

    return bulk


_kernels = lru_cache(maxsize=64)(Kernels)


def engine(game: Game) -> Engine:
    """The game ready to be compiled, which takes seconds the first time for a game and width.
    Raises `Mistake` where its rules, of another package, fail in one game at random.
    """
    tried(game)
    width = width_for(game.board.size)
    board = game.field
    sets = [board.full, 0, *board.near, *board.around, *board.areas]
    masks = [word for cells in sets for word in words_of(cells, width)]
    numbers = [board.size, board.directions, len(game.rules), *game.rules, *board.step]
    return Engine(
        game=game,
        width=width,
        kernels=_kernels(game.rulebook.rules, width, game.rulebook.advice),
        masks=np.array(masks, dtype=np.uint64),
        numbers=np.array(numbers, dtype=np.int64),
        row_words=layout(game.rulebook.rules.State).row_words(width),
    )
