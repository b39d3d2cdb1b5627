"""A game's goals compiled behind one signature, as its rules are (`models/compiled/kernels.py`).

asked    `int64[::1]`: the goal's code (0: to win), its amount, the number of the attacker
marked   `uint64[::1]`: the cells that the goal speaks of, as a set of the engine's width
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import sys
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any, NamedTuple

from numba import types

from ruleproof.models.cells import Cells, rule
from ruleproof.models.compiled.compiling import FirstClass, compiled_code_of, kept, named
from ruleproof.models.compiled.kernels import Engine
from ruleproof.models.compiled.levels import register_rules
from ruleproof.models.compiled.rows import load_field, load_rules, load_state, store_state
from ruleproof.models.mistakes import told_as_the_authors

_WORDS = types.uint64[::1]
_NUMBERS = types.int64[::1]
GOAL = types.FunctionType(types.int64(_WORDS, _NUMBERS, _NUMBERS, _WORDS, _WORDS, _WORDS, _WORDS))
"""`goal(masks, numbers, asked, diagram, before, after, marked)`: 1 where the turn reaches the goal,
0 where it does not yet, -1 where nothing will; `marked` becomes the cells after the turn.
"""
LIKENESS = types.FunctionType(types.void(_WORDS, _NUMBERS, _NUMBERS, _WORDS, _WORDS, _WORDS))
"""`likeness(masks, numbers, asked, row, marked, out)`: what the answer depends on, as a row."""
EFFECT = types.FunctionType(types.void(_WORDS, _NUMBERS, _WORDS, _WORDS, _WORDS))
"""`effect(masks, numbers, before, after, out)`: the same row for turns that are one answer."""
OUTLOOK = types.FunctionType(
    types.int64(_WORDS, _NUMBERS, _NUMBERS, _WORDS, _WORDS, _WORDS, types.int64)
)
"""`outlook(masks, numbers, asked, diagram, row, marked, left)`: 1 where the attacker surely reaches
the goal within `left` of his turns, -1 where he surely does not, 0 where that is not known.
"""
WIN = 0
"""The goal that every game has: the game ends, and the attacker has at least `amount` more than the
other player, which is 1 where games are won or lost.
"""


class Marked(NamedTuple):
    """The cells that a goal speaks of, as the state that lies in `marked`."""

    cells: Cells


@rule
def _stays(board: Any, rules: Any, goal: int, d: Any, p: Any, q: Any, marked: Any) -> Any:
    return marked


@rule
def _never(
    board: Any, rules: Any, goal: int, amount: int, attacker: int, d: Any, p: Any, q: Any,
    marked: Any,
) -> int:  # fmt: skip
    return -1


@rule
def _all_of_it(board: Any, rules: Any, goal: int, p: Any, marked: Any) -> Any:
    return p


@rule
def _as_it_is(board: Any, rules: Any, p: Any, q: Any) -> Any:
    return q


@rule
def _open(
    board: Any, rules: Any, goal: int, amount: int, attacker: int, d: Any, p: Any, marked: Any,
    left: int,
) -> int:  # fmt: skip
    return 0


class GoalKernels:
    """The goals of one game at one width, each function compiled when it is first asked for."""

    def __init__(self, goals: ModuleType | None, rules: ModuleType, width: int) -> None:
        self._goals = goals
        self._rules = rules
        self._width = width

    @cached_property
    def goal(self) -> Any:
        """`GOAL`."""
        reached = getattr(self._goals, "reached", _never)
        return self._made(_goal, GOAL, reached, getattr(self._goals, "follow", _stays))

    @cached_property
    def likeness(self) -> Any:
        """`LIKENESS`."""
        return self._made(_likeness, LIKENESS, getattr(self._goals, "alike", _all_of_it))

    @cached_property
    def effect(self) -> Any:
        """`EFFECT`."""
        return self._made(_effect, EFFECT, getattr(self._goals, "effect", _as_it_is))

    @cached_property
    def outlook(self) -> Any:
        """`OUTLOOK`."""
        return self._made(_outlook, OUTLOOK, getattr(self._goals, "outlook", _open))

    def _made(self, make: Any, kind: Any, *functions: Any) -> Any:
        register_rules()
        homes = (self._rules, *([self._goals] if self._goals else ()))
        with compiled_code_of(sys.modules[__name__], *homes), told_as_the_authors(*homes):
            return FirstClass(make(*functions, self._rules, self._width), kind)


# What these compile closes over names that pickle, or numba would never find it in its cache.


def _goal(reached: Any, follow: Any, module: Any, width: int) -> Any:
    is_over, worth = module.over, module.payoff
    state_type, rules_type = module.State, module.Rules

    @kept(GOAL.signature, _nrt=False)
    @named(module.__name__, reached.__module__, width)
    def goal(masks, numbers, asked, diagram, before, after, marked):
        board = load_field(masks, numbers, width)
        rules = load_rules(numbers, rules_type)
        q = load_state(after, state_type, width)
        if asked[0] == WIN:
            if not is_over(board, rules, q):
                return 0
            payoff = worth(board, rules, q)
            return 1 if (payoff if q.side == asked[2] else -payoff) >= asked[1] else -1
        d = load_state(diagram, state_type, width)
        p = load_state(before, state_type, width)
        cells = load_state(marked, Marked, width).cells
        now = follow(board, rules, asked[0], d, p, q, cells)
        store_state(marked, 0, Marked(now))
        return reached(board, rules, asked[0], asked[1], asked[2], d, p, q, now)

    return goal


def _likeness(alike: Any, module: Any, width: int) -> Any:
    state_type, rules_type = module.State, module.Rules

    @kept(LIKENESS.signature, _nrt=False)
    @named(module.__name__, alike.__module__, width)
    def likeness(masks, numbers, asked, row, marked, out):
        board = load_field(masks, numbers, width)
        rules = load_rules(numbers, rules_type)
        p = load_state(row, state_type, width)
        cells = load_state(marked, Marked, width).cells
        store_state(out, 0, alike(board, rules, asked[0], p, cells))

    return likeness


def _effect(effect: Any, module: Any, width: int) -> Any:
    state_type, rules_type = module.State, module.Rules

    @kept(EFFECT.signature, _nrt=False)
    @named(module.__name__, effect.__module__, width)
    def effect_of(masks, numbers, before, after, out):
        board = load_field(masks, numbers, width)
        rules = load_rules(numbers, rules_type)
        p = load_state(before, state_type, width)
        store_state(out, 0, effect(board, rules, p, load_state(after, state_type, width)))

    return effect_of


def _outlook(outlook: Any, module: Any, width: int) -> Any:
    state_type, rules_type = module.State, module.Rules

    @kept(OUTLOOK.signature, _nrt=False)
    @named(module.__name__, outlook.__module__, width)
    def foreseen(masks, numbers, asked, diagram, row, marked, left):
        board = load_field(masks, numbers, width)
        rules = load_rules(numbers, rules_type)
        d = load_state(diagram, state_type, width)
        p = load_state(row, state_type, width)
        cells = load_state(marked, Marked, width).cells
        return outlook(board, rules, asked[0], asked[1], asked[2], d, p, cells, left)

    return foreseen


_kernels = lru_cache(maxsize=64)(GoalKernels)


def goal_kernels(engine: Engine) -> GoalKernels:
    """The goals of the engine's game, ready to be compiled."""
    book = engine.game.rulebook
    return _kernels(book.module("goals"), book.rules, engine.width)
