"""Invariants in words: simple statements about positions that strengthen an induction.

`apart A B` (no cell is in both sets), `within A B`, `most N 2`, `least N 1`, `surplus A B -1` (A
has at least one cell less than B). A prefix limits a statement to one value of a number: `side=1:
surplus A B 0`.

>>> from ruleproof.models.play.game import game
>>> candidate(game("esgros", "path:3"), "apart black white").words
'apart black white'
"""

# z3 ships no complete types
# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game
from ruleproof.models.play.states import layout
from ruleproof.models.symbolic import cells as symbolic
from ruleproof.models.symbolic.logic import conj, equal, implies, neg, not_above, number, plus

Holds: TypeAlias = Callable[[Game, Any], Any]
"""An invariant: a formula on a symbolic state."""
_WORDS = re.compile(
    r"(?:(?P<number>\w+)=(?P<value>\d+): )?"
    r"(?P<kind>apart|within|most|least|surplus) (?P<one>\w+)"
    r"(?: (?P<other>[a-z]\w*))?(?: (?P<many>-?\d+))?",
    re.ASCII,
)


class Candidate(NamedTuple):
    """A statement about positions: its kind, the set or number it is about, the other set, the
    bound, and the number and its value under which it is said.
    """

    kind: str
    one: str
    other: str = ""
    many: int = 0
    number: str = ""
    value: int = 0

    @property
    def words(self) -> str:
        """The candidate in words, which `candidate` reads."""
        when = f"{self.number}={self.value}: " if self.number else ""
        other = f" {self.other}" if self.other else ""
        many = "" if self.kind in ("apart", "within") else f" {self.many}"
        return f"{when}{self.kind} {self.one}{other}{many}"


def candidate(game: Game, words: str) -> Candidate:
    """The candidate of those words. Raises `TextError` where they are none of the game's."""
    found = _WORDS.fullmatch(words)
    if found:
        read = Candidate(
            found["kind"],
            found["one"],
            found["other"] or "",
            int(found["many"] or 0),
            found["number"] or "",
            int(found["value"] or 0),
        )
        plan = layout(game.rulebook.rules.State)
        sets, numbers = sets_of(game), plan.numbers
        known = numbers if read.kind in ("most", "least") else sets
        others = {"most": ("",), "least": ("",)}.get(read.kind, sets)
        if read.one in known and read.other in others and read.number in ("", *numbers):
            return read
    raise TextError(f"no invariant of {game.name}: {words!r}")


def sets_of(game: Game) -> tuple[str, ...]:
    """The names of the sets of cells of a state: of a tuple of sets each has its number behind."""
    return tuple(
        f"{name}{layer}" if many else name
        for name, many in layout(game.rulebook.rules.State).sets
        for layer in range(max(many, 1))
    )


def values_of(game: Game, p: Any) -> dict[str, Any]:
    """The sets and numbers of a state, symbolic or not, by name."""
    plan = layout(game.rulebook.rules.State)
    found = {name: getattr(p, name) for name in plan.numbers}
    for name, many in plan.sets:
        parts = getattr(p, name) if many else (getattr(p, name),)
        found |= {f"{name}{layer}" if many else name: part for layer, part in enumerate(parts)}
    return found


def said(game: Game, one: Candidate, p: Any) -> Any:
    """The candidate as a formula on a symbolic state."""
    known = values_of(game, p)
    a, b = known[one.one], known[one.other or one.one]
    if one.kind == "apart":
        formula = neg(symbolic.meet(a, b))
    elif one.kind == "within":
        formula = symbolic.within(a, b)
    elif one.kind == "most":
        formula = not_above(a, number(one.many))
    elif one.kind == "least":
        formula = not_above(number(one.many), a)
    else:
        more, fewer = max(one.many, 0), max(-one.many, 0)
        formula = not_above(plus(symbolic.count(a), fewer), plus(symbolic.count(b), more))
    return implies(equal(known[one.number], one.value), formula) if one.number else formula


def combined(holds: Holds, names: Sequence[str]) -> Holds:
    """The formula to prove, with the candidates of those names added."""

    def all_hold(game: Game, p: Any) -> Any:
        return conj(holds(game, p), *(said(game, candidate(game, one), p) for one in names))

    return all_hold
