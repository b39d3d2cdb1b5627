"""Rules written in words of Python that compiled code lacks, found before anything is compiled.

>>> from ruleproof.models.template import rules
>>> list(uncompilable(vars(rules).values()))
[]
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ruleproof.models.rulebooks.outside import called_rules, used_rules

_LACKING: dict[type[ast.AST], str] = {
    ast.Import: "an import",
    ast.ImportFrom: "an import",
    ast.Dict: "a dictionary",
    ast.DictComp: "a dictionary",
    ast.Set: "a set in braces",
    ast.SetComp: "a set in braces",
    ast.List: "a list",
    ast.ListComp: "a list comprehension",
    ast.GeneratorExp: "a generator",
    ast.Yield: "`yield`",
    ast.YieldFrom: "`yield`",
    ast.Await: "`await`",
    ast.JoinedStr: "an f-string",
    ast.Try: "`try`",
    ast.With: "`with`",
    ast.Delete: "`del`",
    ast.Match: "`match`",
    ast.Lambda: "a lambda",
    ast.FunctionDef: "a function inside a function",
    ast.AsyncFunctionDef: "a function inside a function",
    ast.ClassDef: "a class",
    ast.Nonlocal: "`nonlocal`",
}
"""Words of Python that rules lack, as a sentence names them."""
_CALLS = {
    *("all", "any", "bytes", "bytearray", "dict", "dir", "eval", "exec", "filter", "format"),
    *("frozenset", "getattr", "globals", "hasattr", "input", "isinstance", "list", "locals"),
    *("map", "object", "open", "print", "repr", "reversed", "set", "setattr", "slice", "sorted"),
    *("str", "super", "type", "vars", "__import__"),
}
"""Python's own functions that rules cannot call."""


class Lacking(NamedTuple):
    """A rule, the line in it, and what stands there."""

    rule: Callable[..., Any]
    line: int
    what: str


def uncompilable(functions: Iterable[object]) -> Iterator[Lacking]:
    """What cannot be compiled in the rules among the functions, and in those that they call."""
    for function in called_rules(functions):
        node = _node_of(function)
        if node is not None:
            for line, what in sorted(_lacking(node, function.__globals__)):
                yield Lacking(function, line, f"{what}, which rules cannot use")
        if any(one is function for one in called_rules(used_rules(function))):
            line = function.__code__.co_firstlineno
            yield Lacking(function, line, "it calls itself, which rules cannot do")


def _node_of(function: Callable[..., Any]) -> ast.FunctionDef | None:
    """The function's text as a tree; None where its file has been written again."""
    code = function.__code__
    for node in _functions(code.co_filename):
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
        if (node.name, first) == (code.co_name, code.co_firstlineno):
            return node
    return None


@lru_cache(maxsize=64)
def _functions(file: str) -> tuple[ast.FunctionDef, ...]:
    try:
        tree = ast.parse(Path(file).read_text("utf-8"))
    except (OSError, SyntaxError, ValueError):
        return ()
    return tuple(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _lacking(function: ast.FunctionDef, names: dict[str, object]) -> Iterator[tuple[int, str]]:
    """The lines of the function with what stands there."""
    waiting: list[ast.AST] = [*function.body]
    if ast.get_docstring(function) is not None:
        del waiting[0]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Raise | ast.Assert | ast.AnnAssign):
            waiting += _parts(node)  # a message and an annotation are not compiled
            continue
        what = _LACKING.get(type(node), "")
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            what = f"the text {node.value!r:.40}"
        if isinstance(node, ast.Name) and node.id in _CALLS and node.id not in names:
            what = f"`{node.id}`"
        if what:
            yield getattr(node, "lineno", function.lineno), what
        else:
            waiting += ast.iter_child_nodes(node)


def _parts(node: ast.Raise | ast.Assert | ast.AnnAssign) -> list[ast.AST]:
    """The parts of a statement that are compiled."""
    if isinstance(node, ast.Assert):
        return [node.test]
    if isinstance(node, ast.AnnAssign):
        return [node.value] if node.value else []
    return []
