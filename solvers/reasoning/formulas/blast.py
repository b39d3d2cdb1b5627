"""Formulas as gates and CNF by our own hand: Bools and bit-vectors, one gate after the other.

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
    variables = _variables(formulas)
    names: list[str] = []
    for name, term in variables.items():
        names += [name] if z3.is_bool(term) else [f"{name}[{k}]" for k in range(term.size())]
    return circuit(formulas, list(variables.values())), names


def circuit(formulas: Sequence[Any], inputs: Sequence[Any]) -> Circuit:
    """The formulas as one circuit over the inputs: variables of Bool or bit-vector sort.

    A bit-vector takes as many inputs as it has bits, the lowest first. Raises `Unblastable` for an
    operation that has no gates here, and for a variable that is no input.
    """
    known: dict[int, int | Bits] = {}
    first = 1
    for variable in inputs:
        many = 1 if z3.is_bool(variable) else variable.size()
        bits = tuple(2 * (first + k) for k in range(many))
        known[variable.get_id()] = bits[0] if z3.is_bool(variable) else bits
        first += many
    builder = Builder(first - 1)
    outputs = tuple(_literal(formula, known, builder) for formula in formulas)
    gates = np.array(builder.gates, np.int64).reshape(-1, 2)
    return Circuit(first - 1, gates, outputs)


def _variables(formulas: Sequence[Any]) -> dict[str, Any]:
    """The variables of the formulas in the order of their names; `Unblastable` for terms that are
    no Bools and no bit-vectors.
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
    return dict(sorted(found.items()))


def _unchecked(wrapper: Any) -> Any:
    """The library's function without z3's wrapper; the wrapper where it is made otherwise. After
    each call the wrapper looks for an error, which takes longer than these calls, and they raise
    none.
    """
    return getattr((wrapper.__defaults__ or (None,))[-1], "f", wrapper)


_ID = _unchecked(z3.Z3_get_ast_id)
_ENDS, _END = _unchecked(z3.Z3_get_app_num_args), _unchecked(z3.Z3_get_app_arg)
_FUNCTION, _KIND = _unchecked(z3.Z3_get_app_decl), _unchecked(z3.Z3_get_decl_kind)


def _literal(formula: Any, known: dict[int, int | Bits], builder: Builder) -> int:
    """The literal of a formula; `known` is by z3's number for a term and grows."""
    context = formula.ctx.ref()
    waiting: list[tuple[Any, list[int] | None]] = [(formula.as_ast(), None)]
    while waiting:
        term, parts = waiting.pop()
        name = _ID(context, term)
        if name in known:
            continue
        if parts is None:
            ends = [_END(context, term, k) for k in range(_ENDS(context, term))]
            parts = [_ID(context, end) for end in ends]
            if parts:
                waiting.append((term, parts))
                waiting += [
                    (end, None) for end, part in zip(ends, parts, strict=True) if part not in known
                ]
                continue
        known[name] = _made(context, term, [known[part] for part in parts], builder)
    found = known[formula.get_id()]
    assert isinstance(found, int)
    return found


def _made(context: Any, term: Any, parts: list[Any], builder: Builder) -> int | Bits:
    """The literal of an application, or the literals of its bits, by those of its parts."""
    function = _FUNCTION(context, term)
    kind = _KIND(context, function)

    def parameter(k: int) -> int:
        return z3.Z3_get_decl_int_parameter(context, function, k)

    if kind == z3.Z3_OP_UNINTERPRETED:
        what = z3.Z3_ast_to_string(context, term)
        raise Unblastable(f"a variable that is no input: {what!r}")
    if kind == z3.Z3_OP_BNUM:
        value = int(z3.Z3_get_numeral_string(context, term))
        size = z3.Z3_get_bv_sort_size(context, z3.Z3_get_sort(context, term))
        return tuple(value >> k & 1 for k in range(size))
    if kind == z3.Z3_OP_EXTRACT:
        return parts[0][parameter(1) : parameter(0) + 1]
    if kind in (z3.Z3_OP_ZERO_EXT, z3.Z3_OP_SIGN_EXT):
        fill = FALSE if kind == z3.Z3_OP_ZERO_EXT else parts[0][-1]
        return parts[0] + (fill,) * parameter(0)
    if kind in (z3.Z3_OP_PB_AT_LEAST, z3.Z3_OP_PB_AT_MOST):
        least = kind == z3.Z3_OP_PB_AT_LEAST
        many = parameter(0) if least else parameter(0) + 1
        return _at_least(builder, parts, many) ^ (not least)
    of_numbers = any(isinstance(part, tuple) for part in parts)
    make = (_OF_NUMBERS if of_numbers else _OF_BOOLS).get(kind)
    if make is None or (kind == z3.Z3_OP_DISTINCT and len(parts) > 2):
        what = z3.Z3_ast_to_string(context, term)[:80]
        raise Unblastable(f"no gates for {what!r}")
    return make(builder, parts)


def _differ(b: Builder, parts: list[int]) -> int:
    one, other = parts
    return b.choice(one, other ^ 1, other)


def _equal(b: Builder, parts: list[int]) -> int:
    one, other = parts
    return b.choice(one, other, other ^ 1)


_OF_BOOLS: dict[int, Callable[[Builder, list[Any]], int]] = {
    z3.Z3_OP_TRUE: lambda b, parts: TRUE,
    z3.Z3_OP_FALSE: lambda b, parts: FALSE,
    z3.Z3_OP_AND: Builder.every,
    z3.Z3_OP_OR: Builder.some,
    z3.Z3_OP_NOT: lambda b, parts: parts[0] ^ 1,
    z3.Z3_OP_EQ: _equal,
    z3.Z3_OP_IFF: _equal,
    z3.Z3_OP_XOR: _differ,
    z3.Z3_OP_DISTINCT: _differ,
    z3.Z3_OP_ITE: lambda b, parts: b.choice(*parts),
    z3.Z3_OP_IMPLIES: lambda b, parts: b.some([parts[0] ^ 1, parts[1]]),
}
"""A translation for each of z3's operations on Bools."""


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
