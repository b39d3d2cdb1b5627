"""Mutants of a module: its source with one small change each, as two mutation tools make them.

cosmic-ray   exchanges every operator for every other of its kind, numbers for their neighbours,
             truth values, `break` and `continue`, and takes decorators and loops away
mutmut       exchanges an operator for its likeliest mistake, and also puts None for values and
             arguments, leaves arguments out, and forces conditional expressions either way

Both are asked for their mutants only; the trials are this folder's own (`trial.py`), because a rule
takes microseconds to run and a test run of its own seconds to start.
"""

# the tools have no complete types
# pyright: basic, reportMissingImports=false

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple


class Mutant(NamedTuple):
    """A changed source: who made it and how, the line that changed, and that line before and
    after.
    """

    tool: str
    operator: str
    line: int
    before: str
    after: str
    text: str


def _parts(source: str) -> Iterator[tuple[int, str]]:
    """The top-level statements of a source with the lines before each: where each begins, and its
    text. A small text is mutated faster than a whole module.
    """
    lines = source.splitlines(keepends=True)
    begin = 0
    for statement in ast.parse(source).body:
        end = statement.end_lineno or len(lines)
        yield begin, "".join(lines[begin:end])
        begin = end


def _mutants(
    tool: str, source: str, make: Callable[[str], Iterable[tuple[str, str]]]
) -> Iterator[Mutant]:
    """The mutants of a source by a maker of (operator, changed text) for one statement."""
    old = source.splitlines(keepends=True)
    for begin, part in _parts(source):
        size = part.count("\n")
        for operator, changed in make(part):
            if changed == part:
                continue
            text = "".join(old[:begin]) + changed + "".join(old[begin + size :])
            yield _told(tool, operator, source, text)


def _told(tool: str, operator: str, source: str, text: str) -> Mutant:
    old, new = source.splitlines(), text.splitlines()
    same = _alike(old, new)
    tail = _alike(old[same:][::-1], new[same:][::-1])
    before, after = old[same : len(old) - tail], new[same : len(new) - tail]
    return Mutant(tool, operator, same + 1, _in_one(before), _in_one(after), text)


def _alike(one: list[str], other: list[str]) -> int:
    """How many lines the two begin with alike."""
    parting = (k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(parting, min(len(one), len(other)))


def _in_one(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


def by_cosmic_ray(source: str) -> Iterator[Mutant]:
    """The mutants that cosmic-ray's operators make, but for those that need to be told names."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator, operator_names

    kinds = [(name, get_operator(name)) for name in operator_names()]

    def changed(part: str) -> Iterator[tuple[str, str]]:
        nodes = list(ast_nodes(get_ast(part)))
        for name, kind in kinds:
            if kind.arguments():
                continue
            positions = sum(len(list(kind().mutation_positions(node))) for node in nodes)
            for occurrence in range(positions):
                yield name.rpartition("/")[2], mutate_code(part, kind(), occurrence) or part

    return _mutants("cosmic-ray", source, changed)


_MARK, _HIDDEN = "@rule\n", "# rule\n"


def by_mutmut(source: str) -> Iterator[Mutant]:
    """The mutants that mutmut's operators make. mutmut leaves functions with decorators alone, so
    `@rule` is hidden from it.
    """
    from mutmut.mutation.file_mutation import create_mutations, deep_replace

    def changed(part: str) -> Iterator[tuple[str, str]]:
        module, mutations, *_ = create_mutations("rules.py", part.replace(_MARK, _HIDDEN))
        for one in mutations:
            if one.contained_by_top_level_function is not None:
                mutant: Any = deep_replace(module, one.original_node, one.mutated_node)
                name = type(one.original_node).__name__
                yield name, mutant.code.replace(_HIDDEN, _MARK)

    return _mutants("mutmut", source, changed)


TOOLS: dict[str, Callable[[str], Iterator[Mutant]]] = {
    "cosmic-ray": by_cosmic_ray,
    "mutmut": by_mutmut,
}
