"""Strengthening: invariants found by z3 alone, for one that is true but not inductive.

candidate   a simple statement about positions that holds throughout some random games
kept        the candidates that a legal move keeps wherever all of them and what is to be proved
            hold: the largest such set is found by dropping what a model breaks (Houdini: Flanagan
            and Leino, 2001)

A candidate is written in words: `apart A B` (no cell is in both sets), `within A B`, `most N 2`,
`least N 1`, `surplus A B -1` (A has at least one cell less than B), and before it, perhaps, the
value of a number under which alone it is said: `side=1: surplus A B 0`.
"""

# z3 ships no complete types
# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from typing import Any, NamedTuple

import z3

from ruleproof.models import symbolic
from ruleproof.models.cells import count
from ruleproof.models.errors import TextError
from ruleproof.models.game import Game
from ruleproof.models.logic import conj, disj, equal, implies, neg, not_above, number, plus
from ruleproof.models.states import layout
from ruleproof.solvers.ask import asked
from ruleproof.solvers.conformance import random_states
from ruleproof.solvers.goals import Holds, turn
from ruleproof.solvers.progress import Deadline

POSITIONS = 500
"""Positions of random games that candidates are to hold in."""
FEW = 3
"""A number that takes no more values than so many may be a condition."""
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
        sets, numbers = _sets(game), plan.numbers
        known = numbers if read.kind in ("most", "least") else sets
        others = {"most": ("",), "least": ("",)}.get(read.kind, sets)
        if read.one in known and read.other in others and read.number in ("", *numbers):
            return read
    raise TextError(f"no invariant of {game.name}: {words!r}")


def _sets(game: Game) -> tuple[str, ...]:
    """The names of the sets of cells of a state: of a tuple of sets each has its number behind."""
    return tuple(
        f"{name}{layer}" if many else name
        for name, many in layout(game.rulebook.rules.State).sets
        for layer in range(max(many, 1))
    )


def _values(game: Game, p: Any) -> dict[str, Any]:
    """The sets and numbers of a state, symbolic or not, by name."""
    plan = layout(game.rulebook.rules.State)
    found = {name: getattr(p, name) for name in plan.numbers}
    for name, many in plan.sets:
        parts = getattr(p, name) if many else (getattr(p, name),)
        found |= {f"{name}{layer}" if many else name: part for layer, part in enumerate(parts)}
    return found


def said(game: Game, one: Candidate, p: Any) -> Any:
    """The candidate as a formula on a symbolic state."""
    known = _values(game, p)
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
    """What is to be proved, and the candidates of those names with it."""

    def all_hold(game: Game, p: Any) -> Any:
        return conj(holds(game, p), *(said(game, candidate(game, one), p) for one in names))

    return all_hold


def candidates(game: Game) -> list[Candidate]:
    """What can be said of all positions of some random games."""
    met = [_values(game, p) for p in islice(random_states(game, 1), POSITIONS)]
    return list(dict.fromkeys(_of(game, met)))


def _of(game: Game, met: list[dict[str, Any]]) -> Iterator[Candidate]:
    numbers, sets = layout(game.rulebook.rules.State).numbers, _sets(game)
    for name in numbers:
        values = {one[name] for one in met}
        yield Candidate("most", name, many=max(values))
        if min(values):
            yield Candidate("least", name, many=min(values))
    for a, b in permutations(sets, 2):
        if a < b and not any(one[a] & one[b] for one in met):
            yield Candidate("apart", a, b)
        if not any(one[a] & ~one[b] for one in met):
            yield Candidate("within", a, b)
        yield from _surplus(met, a, b, "", 0)
        for name in numbers:
            values = {one[name] for one in met}
            for value in sorted(values) if len(values) <= FEW else ():
                yield from _surplus([one for one in met if one[name] == value], a, b, name, value)


def _surplus(
    met: list[dict[str, Any]], a: str, b: str, name: str, value: int
) -> Iterator[Candidate]:
    most = max(count(one[a]) - count(one[b]) for one in met)
    if abs(most) <= 1:
        yield Candidate("surplus", a, b, most, name, value)


def strengthening(
    game: Game, holds: Holds, known: Sequence[Holds], deadline: Deadline
) -> list[str] | None:
    """The candidates that a legal move keeps wherever they, the invariants known and `holds` all
    hold, in words; None where the time runs out.
    """
    rules: Any = game.rulebook.module("constraints")
    p, move, q = turn(game)
    kept = candidates(game)
    solver = z3.SolverFor("QF_BV")
    solver.add(*(one(game, p) for one in (*known, holds)))
    solver.add(symbolic.together(rules.step(game, p, move, q)))
    marks = {one: z3.Bool(f"kept: {one.words}") for one in kept}
    for one, mark in marks.items():
        solver.add(implies(mark, said(game, one, p)))
    while kept:
        left = deadline.left
        solver.set("timeout", 0xFFFFFFFF if left is None else max(1, int(left * 1000)))
        solver.push()
        solver.add(disj(*(neg(said(game, one, q)) for one in kept)))
        answer = asked(solver, *(marks[one] for one in kept))
        if answer == "unknown":
            return None
        if answer == "unsat":
            break
        model = solver.model()
        kept = [one for one in kept if z3.is_true(_in(model, said(game, one, q)))]
        solver.pop()
    return [one.words for one in kept]


def _in(model: z3.ModelRef, formula: Any) -> Any:
    return model.eval(formula, model_completion=True)
