"""The identity of play: a hash of the code that decides how a game goes, without its words.

wording   comments, docstrings, and texts with a blank in them, such as sentences of a rulebook

Rulebooks are reworded more often than their rules change, and games played before still stand.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

_MODELS = "ruleproof.models"


def play_hash(*modules: str) -> str:
    """A hash of these modules and of all that they import from `ruleproof.models` and from their
    own packages, but for their wording: 16 hexadecimal digits.

    >>> play_hash("ruleproof.models.esgros") != play_hash("ruleproof.models.gro")
    True
    """
    homes = {_MODELS, *(name.partition(".")[0] for name in modules)} - {"ruleproof"}
    waiting, known = list(modules), dict[str, str]()
    while waiting:
        name = waiting.pop()
        if name in known or not any(f"{name}.".startswith(f"{home}.") for home in homes):
            continue
        file = _file(name)
        if file is None:
            continue
        tree = ast.parse(file.read_bytes())
        inside = name if file.name == "__init__.py" else name.rpartition(".")[0]
        waiting += _imported(tree, inside)
        known[name] = without_wording(tree)
    digest = hashlib.sha256()
    for name, code in sorted(known.items()):
        digest.update(f"{name}\0{code}\0".encode())
    return digest.hexdigest()[:16]


def _file(name: str) -> Path | None:
    """The source of the module; None where there is none, as for a name inside a module."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None
    origin = spec.origin if spec else None
    return Path(origin) if origin and origin.endswith(".py") else None


def _imported(tree: ast.AST, package: str) -> Iterator[str]:
    """Yields the names that the code imports; some are no modules but names inside one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            parts = [*(above if node.level else []), node.module or ""]
            home = ".".join(part for part in parts if part)
            yield home
            yield from (f"{home}.{one.name}" for one in node.names)


def without_wording(tree: ast.AST) -> str:
    """The code as text, without its wording.

    >>> one, other = 'x = f(1, "a b")  # why', 'x = f(1, "other words")'
    >>> without_wording(ast.parse(one)) == without_wording(ast.parse(other))
    True
    >>> without_wording(ast.parse("x = f(2)")) == without_wording(ast.parse("x = f(1)"))
    False
    """
    return ast.unparse(ast.fix_missing_locations(_Wordless().visit(tree)))


class _Wordless(ast.NodeTransformer):
    """Empties texts with a blank in them, and texts that are statements, such as docstrings."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        wording = isinstance(node.value, str) and any(one.isspace() for one in node.value)
        return ast.Constant("") if wording else node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return ast.Pass()
        return self.generic_visit(node)
