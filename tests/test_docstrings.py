"""Docstrings name their subject or begin with a verb, and the modules met first have examples."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ruleproof

ROOT = Path(__file__).parents[1]
FOLDERS = ("models", "solvers", "puzzles", "reports", "ruleproof/cli")
SOURCES = [
    *(path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))),
    *sorted((ROOT / "ruleproof").glob("*.py")),
]
GAMES = sorted(path.parent.name for path in (ROOT / "models").glob("*/play.py"))
BACKWARDS = re.compile(r"(How|What|Where|Which|Who|Whose|Why)\b")


def said(path: Path) -> Iterator[tuple[int, str]]:
    """The line and the text of every docstring of a file, those of constants and fields too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            text = node.value.value
            if isinstance(text, str):
                yield node.lineno, text.strip()


def backwards(path: Path) -> list[str]:
    """The docstrings that begin with a question word."""
    return [f"{path}:{line} {text[:60]}" for line, text in said(path) if BACKWARDS.match(text)]


def test_no_docstring_begins_with_a_question_word() -> None:
    assert len(SOURCES) > 100
    assert [found for path in SOURCES for found in backwards(path)] == []


def test_a_docstring_that_begins_so_is_found(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text('LIMIT = 3\n"""How much there may be."""\n\ndef f():\n    """The number."""\n')
    assert backwards(path) == [f"{path}:2 How much there may be."]


@pytest.mark.parametrize("name", [one for one in ruleproof.__all__ if one != "__version__"])
def test_each_name_of_the_front_door_comes_from_a_module_with_an_example(name: str) -> None:
    module = inspect.getmodule(getattr(ruleproof, name))
    assert module is not None
    assert ">>> " in (module.__doc__ or ""), module.__name__


@pytest.mark.parametrize("name", GAMES)
def test_every_game_opens_with_an_example(name: str) -> None:
    text = (ROOT / "models" / name / "__init__.py").read_text("utf-8")
    assert ">>> " in (ast.get_docstring(ast.parse(text)) or "")
