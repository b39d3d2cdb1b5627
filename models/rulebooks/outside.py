"""Rules that keep things outside the state, found before anything is played or compiled.

Rules may read whole numbers, tuples and functions of their modules, which never change. A list, a
set or a dictionary can change, so that the same position would be answered differently.

>>> from ruleproof.models.template import rules
>>> list(kept_outside(vars(rules).values()))
[]
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from ruleproof.models.cells import RULES, single

_CHANGING = (list, dict, set, bytearray)
_WORDS = single.__code__.co_filename
"""The file of the words that rules are written in."""


class Kept(NamedTuple):
    """A thing outside the state: the rule that uses it, the line there, its name, and its kind,
    such as `list`; empty where the rule gives the name a new value.
    """

    rule: Callable[..., Any]
    line: int
    name: str
    kind: str


def kept_outside(functions: Iterable[object]) -> Iterator[Kept]:
    """The things outside the state that the rules among the functions use, and those they call."""
    for function in called_rules(functions):
        for name, line, value in _used(function):
            if value is _STORED or isinstance(value, _CHANGING):
                kind = "" if value is _STORED else type(value).__name__
                yield Kept(function, line, name, kind)


def called_rules(functions: Iterable[object]) -> Iterator[FunctionType]:
    """The rules among the functions, and those that they call, without Ruleproof's own words."""
    marked = {id(function) for function in RULES}
    waiting = [one for one in functions if id(one) in marked]
    seen: set[int] = set()
    while waiting:
        function = waiting.pop(0)
        if id(function) in seen or not isinstance(function, FunctionType):
            continue
        seen.add(id(function))
        if function.__code__.co_filename == _WORDS:
            continue
        yield function
        waiting += used_rules(function)


def used_rules(function: FunctionType) -> list[object]:
    """The rules that the function names itself."""
    marked = {id(one) for one in RULES}
    return [value for _, _, value in _used(function) if id(value) in marked]


_STORED = object()
"""Stands for the value of a name that a function gives a new value."""


def _used(function: FunctionType) -> Iterator[tuple[str, int, object]]:
    """The names from outside that the function uses, each with the line and its value now."""
    for name, line, stored in _names(function.__code__):
        yield name, line, _STORED if stored else function.__globals__.get(name)


@lru_cache(maxsize=1024)
def _names(code: CodeType) -> tuple[tuple[str, int, bool], ...]:
    """The names from outside in the code, each with the line and whether it is given a value."""
    line, found = code.co_firstlineno, list[tuple[str, int, bool]]()
    for step in dis.get_instructions(code):
        line = (step.positions and step.positions.lineno) or line
        if step.opname in ("STORE_GLOBAL", "LOAD_GLOBAL"):
            found.append((step.argval, line, step.opname == "STORE_GLOBAL"))
    return tuple(found)
