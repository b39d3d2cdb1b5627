"""Second opinions: formulas as SMT-LIB, and goals that z3 answered, asked again of cvc5, an
unrelated solver, which is optional: the extra `second` installs it.

A script is the same text for the same formulas, whatever z3 has seen before.

>>> print(script([z3.Bool("a")]).rstrip())
(set-logic ALL)
(declare-fun a () Bool)
(assert a)
(check-sat)
"""

# cvc5 and z3 ship no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false, reportMissingImports=false

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import Any

import z3

from ruleproof.models.claims.theorems import Goal
from ruleproof.solvers.work.progress import Deadline

LONGEST = 20.0
"""The seconds given to one goal."""
WAYS: tuple[Mapping[str, str], ...] = ({}, {"finite-model-find": "true"}, {"enum-inst": "true"})
"""The options cvc5 is tried with, one after the other: its usual ways with quantifiers, which are
best at contradictions, then looking for finite models, then plain enumeration.
"""
MISSING = "cvc5 is not installed (pip install 'ruleproof[second]')"


def installed() -> bool:
    """Whether cvc5 is at hand."""
    return find_spec("cvc5") is not None


def ask_cvc5(text: str, seconds: float = LONGEST) -> str:
    """cvc5's answer to an SMT-LIB script: `sat`, `unsat` or `unknown`.

    Raises `ImportError` where cvc5 is not installed and `ValueError` for a script it cannot read.
    """
    deadline = Deadline(seconds)
    for options in WAYS:
        left = deadline.left or 0.0
        said = _asked(text, options, left) if left > 0.01 else "unknown"
        if said != "unknown":
            return said
    return "unknown"


def _asked(text: str, options: Mapping[str, str], seconds: float) -> str:
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
    for name, value in options.items():
        solver.setOption(name, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "goal")
    symbols = parser.getSymbolManager()
    found = "unknown"
    try:
        while not (command := parser.nextCommand()).isNull():
            said = str(command.invoke(solver, symbols)).strip()
            if said in ("sat", "unsat"):
                found = said
    except RuntimeError as error:
        raise ValueError(f"cvc5 cannot read it: {error}") from None
    return found


def second_opinion(goals: Iterable[Goal], deadline: Deadline) -> str:
    """cvc5's answer to the goals, in words.

    A contradiction is said first: either solver is wrong then, and nothing is proved.
    """
    if not installed():
        return MISSING
    confirmed, open_ones = 0, 0
    for goal in goals:
        left = deadline.left
        said = ask_cvc5(script(goal.formulas), LONGEST if left is None else min(LONGEST, left))
        if said == goal.expect:
            confirmed += 1
        elif said == "unknown":
            open_ones += 1
        else:
            return f"cvc5 contradicts: {goal.name}"
    left_open = f", {open_ones} left open" if open_ones else ""
    return f"cvc5 confirms {confirmed} goals{left_open}"


# SMT-LIB


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
