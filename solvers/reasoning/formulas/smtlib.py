"""Formulas as SMT-LIB: the same text for the same formulas, whatever z3 has seen before.

>>> print(script([z3.Bool("a")]).rstrip())
(set-logic ALL)
(declare-fun a () Bool)
(assert a)
(check-sat)
"""

# z3's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import z3


def script(formulas: Sequence[Any]) -> str:
    """A script that asks whether the formulas can hold together."""
    formulas = _plain(formulas)
    sorts: set[str] = set()
    functions: set[str] = set()
    for term in _terms(formulas):
        if z3.is_app(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            sorts |= {name for sort in _sorts(term.decl()) for name in _own(sort)}
            functions.add(term.decl().sexpr())
        if z3.is_quantifier(term):
            for k in range(term.num_vars()):
                sorts |= set(_own(term.var_sort(k)))
    lines = ["(set-logic ALL)"]
    lines += [f"(declare-sort {name} 0)" for name in sorted(sorts)]
    lines += sorted(functions)
    lines += [f"(assert {formula.sexpr()})" for formula in formulas]
    return "\n".join([*lines, "(check-sat)"]) + "\n"


def _plain(formulas: Sequence[Any]) -> list[Any]:
    """The formulas with numbers of Bools, which only z3 has words for, written as sums."""
    sums = [
        (term, _sum(term))
        for term in _terms(formulas)
        if z3.is_app(term) and term.decl().kind() in (z3.Z3_OP_PB_AT_LEAST, z3.Z3_OP_PB_AT_MOST)
    ]
    return [z3.substitute(formula, *sums) for formula in formulas] if sums else list(formulas)


def _sum(term: Any) -> Any:
    many = z3.Sum([z3.If(part, z3.IntVal(1), z3.IntVal(0)) for part in term.children()])
    (limit,) = term.params()
    return many >= limit if term.decl().kind() == z3.Z3_OP_PB_AT_LEAST else many <= limit


def _terms(formulas: Sequence[Any]) -> Iterator[Any]:
    """Every term in the formulas, once."""
    seen: set[int] = set()
    waiting = list(formulas)
    while waiting:
        term = waiting.pop()
        if term.get_id() not in seen:
            seen.add(term.get_id())
            yield term
            waiting += [term.body()] if z3.is_quantifier(term) else term.children()


def _sorts(function: Any) -> Iterator[Any]:
    yield function.range()
    for k in range(function.arity()):
        yield function.domain(k)


def _own(sort: Any) -> Iterator[str]:
    """The names of the uninterpreted sorts that a sort is made of."""
    if sort.kind() == z3.Z3_UNINTERPRETED_SORT:
        yield sort.sexpr()
    elif sort.kind() == z3.Z3_ARRAY_SORT:
        yield from _own(sort.domain())
        yield from _own(sort.range())
