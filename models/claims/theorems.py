"""Proofs about a game by formulas: theorems about every board, invariants, and single turns.

>>> from ruleproof.models.claims.theorems import Theorem
>>> Theorem(goals=lambda game: []).scope
'board'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, NamedTuple

from ruleproof.models.play.game import Game


class Later:
    """The functions of a module that imports z3: it is imported when one of them is called."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)

        def function(*arguments: Any) -> Any:
            return getattr(import_module(self._module), name)(*arguments)

        function.__name__ = name
        return function


class Goal(NamedTuple):
    """A list of assertions for z3, and the answer that must come out: `unsat` proves that the
    negated statement has no model; `sat` shows that the assumptions are possible at all.

    `read(model)` turns a model into a position or (position, move), as texts, for the verdict's
    witness. It is called only after `sat`.
    """

    name: str
    formulas: Sequence[Any]
    expect: Literal["unsat", "sat"] = "unsat"
    read: Callable[[Any], str] | None = None


@dataclass(frozen=True)
class Theorem:
    """A proof by z3: every goal of `goals(game)` comes out as it must.

    `scope` is `every board` for proofs over uninterpreted cells, which name their `abstraction`;
    `checks(game)` are goals on the game's own board which show that every concrete step is an
    abstract step. `scope="board"` is for proofs about the game's own board. A goal that comes out
    `sat` where `unsat` is expected refutes, if the scope is the board. `shows`: the verdict that
    the proof gives; `refuted` for a claim that something can happen, where the goals show that it
    never does, and a goal that does not come out so leaves it undecided.
    """

    goals: Callable[[Game], Sequence[Goal]]
    scope: Literal["every board", "board"] = "board"
    abstraction: str = ""
    checks: Callable[[Game], Sequence[Goal]] | None = None
    covers: str = ""
    shows: Literal["proved", "refuted"] = "proved"


@dataclass(frozen=True)
class Induction:
    """An invariant, `holds(game, p)` as a z3 formula on a symbolic state of `constraints.py`: it
    holds at the start and every legal move keeps it, on the game's own board. `depth`: k of
    k-induction. `helps`: invariants that are proved first, in order, and then may be assumed.
    """

    holds: Callable[[Game, Any], Any]
    depth: int = 1
    helps: tuple[Callable[[Game, Any], Any], ...] = ()


@dataclass(frozen=True)
class OneTurn:
    """`holds(game, p, move, q)`, a z3 formula, follows from one legal step from any well-formed
    position of the game's own board, reachable or not. `helps` are invariants of p as in
    `Induction`. A model that breaks it refutes only if the position is reachable.
    """

    holds: Callable[[Game, Any, Any, Any], Any]
    helps: tuple[Callable[[Game, Any], Any], ...] = ()
