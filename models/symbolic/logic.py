"""Formulas and numbers that fold constants away while they are built.

formula     a z3 Bool; `TRUE` and `FALSE` are always these two objects
number      a z3 bit-vector of 16 bits without sign, as wide as in a row of `models/play/states.py`

>>> x = number(3)
>>> known(plus(x, 4)), conj(TRUE, less(x, 2)) is FALSE
(7, True)
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeAlias

import z3

from ruleproof.models.play.states import BITS

Formula: TypeAlias = z3.BoolRef
Number: TypeAlias = z3.BitVecRef

TRUE: Formula = z3.BoolVal(True)
FALSE: Formula = z3.BoolVal(False)
_CONTEXT = z3.main_ctx()

# Formulas. The low-level calls skip the checks of z3.And and z3.Or, which
# would take most of the time of building a large formula.


def truth(value: object) -> Formula:
    """The constant TRUE or FALSE."""
    return TRUE if value else FALSE


def neg(part: Formula) -> Formula:
    """The formula that the part does not hold."""
    if part is TRUE:
        return FALSE
    if part is FALSE:
        return TRUE
    return z3.BoolRef(z3.Z3_mk_not(_CONTEXT.ref(), part.as_ast()), _CONTEXT)


def _many(make: Any, parts: list[Formula]) -> Formula:
    array = (z3.Ast * len(parts))(*[part.as_ast() for part in parts])
    return z3.BoolRef(make(_CONTEXT.ref(), len(parts), array), _CONTEXT)


def conj(*parts: Formula) -> Formula:
    """The formula that all of them hold."""
    kept: list[Formula] = []
    for part in parts:
        if part is FALSE:
            return FALSE
        if part is not TRUE:
            kept.append(part)
    if len(kept) < 2:
        return kept[0] if kept else TRUE
    return _many(z3.Z3_mk_and, kept)


def disj(*parts: Formula) -> Formula:
    """The formula that at least one of them holds."""
    kept: list[Formula] = []
    for part in parts:
        if part is TRUE:
            return TRUE
        if part is not FALSE:
            kept.append(part)
    if len(kept) < 2:
        return kept[0] if kept else FALSE
    return _many(z3.Z3_mk_or, kept)


def implies(premise: Formula, conclusion: Formula) -> Formula:
    """The formula that the conclusion holds wherever the premise does."""
    return disj(neg(premise), conclusion)


def iff(one: Formula, other: Formula) -> Formula:
    """The formula that both hold or neither."""
    if one is other:
        return TRUE
    for a, b in ((one, other), (other, one)):
        if a is TRUE:
            return b
        if a is FALSE:
            return neg(b)
    ends = one.as_ast(), other.as_ast()
    return z3.BoolRef(z3.Z3_mk_eq(_CONTEXT.ref(), *ends), _CONTEXT)


def ite(condition: Formula, then: Any, otherwise: Any) -> Any:
    """`then` where the condition holds, else `otherwise`: two formulas, two numbers, or two sets,
    tuples or states of these.
    """
    if condition is TRUE or then is otherwise:
        return then
    if condition is FALSE:
        return otherwise
    if isinstance(then, tuple):
        values = [ite(condition, a, b) for a, b in zip(then, otherwise, strict=True)]
        return type(then)(*values) if hasattr(then, "_fields") else tuple(values)
    if z3.is_bv(then):
        return z3.If(condition, then, otherwise)
    if then is TRUE:
        return disj(condition, otherwise)
    if then is FALSE:
        return conj(neg(condition), otherwise)
    if otherwise is TRUE:
        return disj(neg(condition), then)
    if otherwise is FALSE:
        return conj(condition, then)
    parts = condition.as_ast(), then.as_ast(), otherwise.as_ast()
    return z3.BoolRef(z3.Z3_mk_ite(_CONTEXT.ref(), *parts), _CONTEXT)


# Numbers


@lru_cache(maxsize=4096)
def number(value: int) -> Number:
    """The number with that value."""
    return z3.BitVecVal(value, BITS)


def known(value: Number) -> int | None:
    """The value of a constant number, None for another."""
    return value.as_long() if isinstance(value, z3.BitVecNumRef) else None


def _number(value: Number | int) -> Number:
    return number(value) if isinstance(value, int) else value


def _compare(one: Number | int, other: Number | int, plain: Any, make: Any) -> Formula:
    a, b = _number(one), _number(other)
    left, right = known(a), known(b)
    if left is not None and right is not None:
        return truth(plain(left, right))
    return make(a, b)


def equal(one: Number | int, other: Number | int) -> Formula:
    """Whether the numbers are equal."""
    return _compare(one, other, int.__eq__, lambda a, b: a == b)


def less(one: Number | int, other: Number | int) -> Formula:
    """Whether the first number is below the second; numbers have no sign."""
    return _compare(one, other, int.__lt__, z3.ULT)


def not_above(one: Number | int, other: Number | int) -> Formula:
    """Whether the first number is at most the second."""
    return _compare(one, other, int.__le__, z3.ULE)


def plus(one: Number | int, other: Number | int) -> Number:
    """The sum; what passes 65,535 is lost."""
    a, b = _number(one), _number(other)
    left, right = known(a), known(b)
    if left is not None and right is not None:
        return number((left + right) % (1 << BITS))
    return b if left == 0 else a if right == 0 else a + b


def minus(one: Number | int, other: Number | int) -> Number:
    """The difference, modulo 65,536: the caller vouches for its sign."""
    a, b = _number(one), _number(other)
    left, right = known(a), known(b)
    if left is not None and right is not None:
        return number((left - right) % (1 << BITS))
    return a if right == 0 else a - b


def total(numbers: Iterable[Number], most: int) -> Number:
    """The sum of numbers, added in as few bits as hold `most`: the caller knows that no partial sum
    passes it.
    """
    numbers = list(numbers)
    certain = sum(value for value in map(known, numbers) if value is not None)
    width = min(BITS, max(most, 1).bit_length())
    parts: list[Any] = [z3.Extract(width - 1, 0, one) for one in numbers if known(one) is None]
    while len(parts) > 1:
        pairs = zip(parts[::2], parts[1::2], strict=False)
        parts = [a + b for a, b in pairs] + parts[len(parts) & ~1 :]
    if not parts:
        return number(certain)
    added = parts[0] + z3.BitVecVal(certain, width) if certain else parts[0]
    return z3.ZeroExt(BITS - width, added) if width < BITS else added


def greatest(numbers: Iterable[Number]) -> Number:
    """The greatest of the numbers, 0 if there are none."""
    return _best(list(numbers), lambda a, b: less(a, b))


def least(numbers: Iterable[Number]) -> Number:
    """The least of the numbers, 0 if there are none."""
    return _best(list(numbers), lambda a, b: less(b, a))


def _best(numbers: list[Number], worse: Any) -> Number:
    """The best of the numbers by a balanced tree; constants first, so that they fold."""
    numbers.sort(key=lambda value: known(value) is None)
    while len(numbers) > 1:
        pairs = zip(numbers[::2], numbers[1::2], strict=False)
        odd = numbers[len(numbers) & ~1 :]
        numbers = [a if a is b else ite(worse(a, b), b, a) for a, b in pairs] + odd
    return numbers[0] if numbers else number(0)
