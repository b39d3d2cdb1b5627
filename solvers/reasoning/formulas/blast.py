"""Formulas as CNF by our own hand: Bools and bit-vectors, one gate after the other.

z3 only holds the formulas here. Their clauses depend on nothing but their text, so that a
certificate's CNF can be made again at any time and by any version of z3, and compared.

term     a formula (one literal) or a number (a tuple of literals, lowest bit first)
literal  as in `reasoning/formulas/circuits.py`: twice the number of a node, plus 1 where it is
         negated

>>> print(cnf([z3.And(z3.Bool("a"), z3.Not(z3.Bool("b")))]).text().rstrip())
c 1 a
c 2 b
p cnf 3 4
-3 1 0
-3 -2 0
3 -1 2 0
3 0
"""

# z3's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import z3

from ruleproof.solvers.reasoning.formulas.circuits import FALSE, TRUE, Builder, Circuit, signed

Bits: TypeAlias = tuple[int, ...]


class Unblastable(ValueError):
    """A formula that has quantifiers, functions, or numbers that are no bit-vectors."""


class Cnf(NamedTuple):
    """Clauses over the variables 1, 2, …: `names` are those of the first ones, the inputs, a
    variable of the formulas or one bit of it each.
    """

    names: tuple[str, ...]
    variables: int
    clauses: list[list[int]]

    def text(self) -> str:
        """The clauses as a DIMACS file; the names stand in its comments."""
        lines = [f"c {number} {name}" for number, name in enumerate(self.names, 1)]
        lines.append(f"p cnf {self.variables} {len(self.clauses)}")
        lines += [" ".join(map(str, [*clause, 0])) for clause in self.clauses]
        return "\n".join(lines) + "\n"


def cnf(formulas: Sequence[Any]) -> Cnf:
    """The clauses that hold exactly where all the formulas do.

    Raises `Unblastable` for formulas beyond Bools and bit-vectors.
    """
    made, names = blasted(formulas)
    clauses = list(made.clauses())
    for output in made.outputs:
        if output == FALSE:
            clauses.append([])
        elif output != TRUE:
            clauses.append([signed(output)])
    return Cnf(tuple(names), made.inputs + len(made.gates), clauses)


def blasted(formulas: Sequence[Any]) -> tuple[Circuit, list[str]]:
    """The formulas as a circuit, and the names of its inputs in their order."""
    inputs, names = _inputs(formulas)
    builder = Builder(len(names))
    work = _Gates(builder, inputs)
    outputs = tuple(work.literal(formula) for formula in formulas)
    gates = np.array(builder.gates, np.int64).reshape(-1, 2)
    return Circuit(len(names), gates, outputs), names


def _inputs(formulas: Sequence[Any]) -> tuple[dict[int, int | Bits], list[str]]:
    """The terms of the variables, by z3's number for them, and the name of each input; in the
    order of the names.
    """
    found: dict[str, Any] = {}
    seen: set[int] = set()
    waiting = list(formulas)
    while waiting:
        term = waiting.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        if z3.is_quantifier(term) or z3.is_var(term):
            raise Unblastable(f"a quantifier: {str(term)[:80]!r}")
        if not (z3.is_bool(term) or z3.is_bv(term)):
            raise Unblastable(f"a term of sort {term.sort()}: {str(term)[:80]!r}")
        parts = term.children()
        if not parts and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found[str(term)] = term
        waiting += parts
    terms: dict[int, int | Bits] = {}
    names: list[str] = []
    for name in sorted(found):
        term, first = found[name], 1 + len(names)
        if z3.is_bool(term):
            names.append(name)
            terms[term.get_id()] = 2 * first
        else:
            names += [f"{name}[{k}]" for k in range(term.size())]
            terms[term.get_id()] = tuple(2 * (first + k) for k in range(term.size()))
    return terms, names


@dataclass
class _Gates:
    """Terms turned into literals; `known` is by z3's number for a term and grows."""

    builder: Builder
    known: dict[int, int | Bits]

    def literal(self, formula: Any) -> int:
        """The literal of a formula."""
        waiting: list[tuple[Any, bool]] = [(formula, False)]
        while waiting:
            term, ready = waiting.pop()
            if term.get_id() in self.known:
                continue
            parts = term.children()
            if parts and not ready:
                waiting.append((term, True))
                waiting += [(part, False) for part in parts]
                continue
            self.known[term.get_id()] = self._made(term, [self.known[p.get_id()] for p in parts])
        found = self.known[formula.get_id()]
        assert isinstance(found, int)
        return found

    def _made(self, term: Any, parts: list[Any]) -> int | Bits:
        kind = term.decl().kind()
        if z3.is_bv_value(term):
            value = term.as_long()
            return tuple(value >> k & 1 for k in range(term.size()))
        if kind == z3.Z3_OP_EXTRACT:
            high, low = term.params()
            return parts[0][low : high + 1]
        if kind in (z3.Z3_OP_ZERO_EXT, z3.Z3_OP_SIGN_EXT):
            fill = FALSE if kind == z3.Z3_OP_ZERO_EXT else parts[0][-1]
            return parts[0] + (fill,) * (term.size() - len(parts[0]))
        if kind in (z3.Z3_OP_PB_AT_LEAST, z3.Z3_OP_PB_AT_MOST):
            (limit,) = term.params()
            least = kind == z3.Z3_OP_PB_AT_LEAST
            return _at_least(self.builder, parts, limit if least else limit + 1) ^ (not least)
        if any(isinstance(part, tuple) for part in parts):
            if kind not in _OF_NUMBERS:
                raise Unblastable(f"no gates for the operation {term.decl().name()!r}")
            return _OF_NUMBERS[kind](self.builder, parts)
        if kind == z3.Z3_OP_DISTINCT and len(parts) > 2:
            raise Unblastable(f"no gates for {str(term)[:80]!r}")
        try:
            return self.builder.node(kind, parts)
        except ValueError as error:
            raise Unblastable(str(error)) from None


def _at_least(b: Builder, parts: list[int], many: int) -> int:
    """Whether at least so many hold, counted one by one."""
    found = [TRUE] + [FALSE] * many
    for part in parts:
        found[1:] = [b.some([was, b.both(part, below)]) for below, was in pairwise(found)]
    return found[many]


# Numbers


def _same(b: Builder, parts: list[Bits]) -> int:
    one, other = parts
    return b.every([b.choice(x, y, y ^ 1) for x, y in zip(one, other, strict=True)])


def _choice(b: Builder, parts: list[Any]) -> Bits:
    condition, then, otherwise = parts
    return tuple(b.choice(condition, x, y) for x, y in zip(then, otherwise, strict=True))


def _concat(b: Builder, parts: list[Bits]) -> Bits:
    return tuple(bit for part in reversed(parts) for bit in part)


def _sum(b: Builder, parts: list[Bits]) -> Bits:
    found = parts[0]
    for other in parts[1:]:
        found = _added(b, found, other, FALSE)
    return found


def _difference(b: Builder, parts: list[Bits]) -> Bits:
    one, other = parts
    return _added(b, one, tuple(bit ^ 1 for bit in other), TRUE)


def _added(b: Builder, one: Bits, other: Bits, carry: int) -> Bits:
    """The sum modulo the width."""
    found: list[int] = []
    for x, y in zip(one, other, strict=True):
        half = b.choice(x, y ^ 1, y)
        found.append(b.choice(half, carry ^ 1, carry))
        carry = b.some([b.both(x, y), b.both(half, carry)])
    return tuple(found)


def _above(b: Builder, one: Bits, other: Bits, equal: int) -> int:
    """Whether the first is greater, without sign; `equal` is the answer where they are equal."""
    found = equal
    for x, y in zip(one, other, strict=True):
        found = b.choice(b.choice(x, y ^ 1, y), x, found)
    return found


def _unsigned(turned: bool, equal: int) -> Callable[[Builder, list[Bits]], int]:
    def compared(b: Builder, parts: list[Bits]) -> int:
        one, other = reversed(parts) if turned else parts
        return _above(b, one, other, equal)

    return compared


def _signed(turned: bool, equal: int) -> Callable[[Builder, list[Bits]], int]:
    def compared(b: Builder, parts: list[Bits]) -> int:
        one, other = ((*part[:-1], part[-1] ^ 1) for part in parts)
        return _above(b, other, one, equal) if turned else _above(b, one, other, equal)

    return compared


_OF_NUMBERS: dict[int, Callable[[Builder, list[Any]], int | Bits]] = {
    z3.Z3_OP_EQ: _same,
    z3.Z3_OP_ITE: _choice,
    z3.Z3_OP_CONCAT: _concat,
    z3.Z3_OP_BADD: _sum,
    z3.Z3_OP_BSUB: _difference,
    z3.Z3_OP_UGT: _unsigned(False, FALSE),
    z3.Z3_OP_UGEQ: _unsigned(False, TRUE),
    z3.Z3_OP_ULT: _unsigned(True, FALSE),
    z3.Z3_OP_ULEQ: _unsigned(True, TRUE),
    z3.Z3_OP_SGT: _signed(False, FALSE),
    z3.Z3_OP_SGEQ: _signed(False, TRUE),
    z3.Z3_OP_SLT: _signed(True, FALSE),
    z3.Z3_OP_SLEQ: _signed(True, TRUE),
}
"""A translation for each of z3's operations on bit-vectors."""
