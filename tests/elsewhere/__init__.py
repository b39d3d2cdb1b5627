"""Names that only some systems have, as the type stubs of the standard library know them."""

from __future__ import annotations

import ast
import json
import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

HOOK = Path(__file__).parent / "hook"
"""A folder for PYTHONPATH, whose `sitecustomize` hides from Ruleproof what Windows lacks."""


@cache
def stubs() -> Path:
    """The folder of the stubs, which the type checker brings."""
    found = find_spec("basedpyright")
    assert found
    assert found.origin
    return Path(found.origin).parent / "dist" / "typeshed-fallback" / "stdlib"


def _defined(body: list[ast.stmt], platform: str) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.If):
            told = SimpleNamespace(platform=platform, version_info=sys.version_info)
            holds = eval(ast.unparse(node.test), {"sys": told, "TYPE_CHECKING": True})
            yield from _defined(node.body if holds else node.orelse, platform)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign):
            yield ast.unparse(node.target)
        elif isinstance(node, ast.Assign):
            yield from map(ast.unparse, node.targets)


@cache
def missing_on_windows() -> dict[str, set[str]]:
    """The names of each module that this system has and Windows lacks; of modules that Windows
    lacks, `*`.
    """
    found: dict[str, set[str]] = {}
    for path in [*stubs().glob("*.pyi"), *stubs().glob("*/__init__.pyi")]:
        module = path.parent.name if path.stem == "__init__" else path.stem
        body = ast.parse(path.read_text("utf-8")).body
        here, there = (set(_defined(body, one)) for one in ("linux", "win32"))
        if here - there:
            found[module] = here - there if there else {"*"}
    return found


def as_on_windows() -> dict[str, str]:
    """The environment of a process whose Ruleproof finds nothing that Windows lacks. Its libraries
    find all.
    """
    missing = {module: sorted(names) for module, names in missing_on_windows().items()}
    path = os.pathsep.join(filter(None, [str(HOOK), os.environ.get("PYTHONPATH")]))
    strict = {"PYTHONWARNDEFAULTENCODING": "1"}  # Windows guesses another
    return os.environ | {"PYTHONPATH": path, "MISSING_NAMES": json.dumps(missing)} | strict
