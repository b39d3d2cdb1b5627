"""The modules that a reader meets first have examples."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

import ruleproof

ROOT = Path(__file__).parents[1]
GAMES = sorted(path.parent.name for path in (ROOT / "models").glob("*/play.py"))


@pytest.mark.parametrize("name", [one for one in ruleproof.__all__ if one != "__version__"])
def test_each_name_of_the_front_door_comes_from_a_module_with_an_example(name: str) -> None:
    module = inspect.getmodule(getattr(ruleproof, name))
    assert module is not None
    assert ">>> " in (module.__doc__ or ""), module.__name__


@pytest.mark.parametrize("name", GAMES)
def test_every_game_opens_with_an_example(name: str) -> None:
    text = (ROOT / "models" / name / "__init__.py").read_text("utf-8")
    assert ">>> " in (ast.get_docstring(ast.parse(text)) or "")
