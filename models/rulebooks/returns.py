"""Rules that can end without `return`, found before anything is played or compiled.

>>> from ruleproof.models.template import rules
>>> list(unreturned(rules))
[]
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator
from typing import Any

from ruleproof.models.cells import RULES


def unreturned(module: Any) -> Iterator[tuple[Callable[..., Any], int]]:
    """The rules of the module that are annotated to return something and can end without it, each
    with the line at which it ends so.
    """
    known = {id(function) for function in RULES}
    for function in vars(module).values():
        if id(function) not in known:
            continue
        if function.__annotations__.get("return") in ("None", None):
            continue
        line = end_without_return(function)
        if line:
            yield function, line


def end_without_return(function: Callable[..., Any]) -> int:
    """The line at which the function returns None, 0 if it never does."""
    if None not in function.__code__.co_consts:
        return 0
    before: Any = None
    for step in dis.get_instructions(function):
        loaded = step if step.opname == "RETURN_CONST" else before
        if step.opname in ("RETURN_CONST", "RETURN_VALUE") and loaded and _is_none(loaded):
            where = step.positions
            return (where.lineno if where else None) or function.__code__.co_firstlineno
        before = step
    return 0


def _is_none(step: dis.Instruction) -> bool:
    """Whether the instruction loads or returns None as a constant."""
    return step.opname in ("LOAD_CONST", "RETURN_CONST") and step.argval is None
