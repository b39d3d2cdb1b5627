"""An error is its author's only where their code, and no solver below it, went wrong."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ruleproof import game
from ruleproof.models.compiled.failures import RuleFailure
from ruleproof.models.errors import TextError
from ruleproof.models.mistakes import Mistake, mistake, told_as_the_authors
from ruleproof.solvers.work.seals import unsealed

RULES = """
from ruleproof.models.cells import single


def visit(callback):
    return callback(b"no seal")


def wrong_call(callback):
    return single(callback, "a1")


def wrong_step(callback):
    return callback.lenght


def step(number):
    return first(number)


def first(number):
    return second(number)


def second(number):
    return number + 1


def endless(number):
    return endless(number + 1)
"""


@pytest.fixture
def rules(tmp_path: Path) -> ModuleType:
    """A module of an author's, outside the package."""
    path = tmp_path / "authored_rules.py"
    path.write_text(RULES, "utf-8")
    spec = importlib.util.spec_from_file_location("authored_rules", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_solvers_error_below_a_games_function_stays_the_solvers(rules: ModuleType):
    with pytest.raises(TextError, match="seal"), told_as_the_authors(rules):
        rules.visit(unsealed)


@pytest.mark.parametrize("function", ["wrong_call", "wrong_step"])
def test_an_authors_wrong_call_is_the_authors(rules: ModuleType, function: str):
    with pytest.raises(Mistake) as caught, told_as_the_authors(rules):
        getattr(rules, function)(game("esgros", "path:2").field)
    assert caught.value.place.function == function
    assert caught.value.place.file.endswith("authored_rules.py")


def test_a_search_that_goes_too_deep_blames_no_line(rules: ModuleType) -> None:
    def search(number: int) -> int:
        return search(rules.step(number))

    with pytest.raises(Mistake) as caught, told_as_the_authors(rules):
        search(0)
    assert caught.value.place.line == 0
    assert "`acyclic` is declared" in caught.value.remedy
    with pytest.raises(Mistake) as caught, told_as_the_authors(rules):
        rules.endless(0)
    assert caught.value.place.function == "endless"


def test_a_failed_rule_is_told_by_the_name_of_its_cause(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text("def play(failure):\n    raise failure\n", "utf-8")
    code: dict[str, Any] = {}
    exec(compile(path.read_text("utf-8"), str(path), "exec"), code)
    with pytest.raises(RuleFailure) as caught:
        code["play"](RuleFailure("ZeroDivisionError: integer division by zero"))
    found = mistake(caught.value, [path])
    assert found
    assert found.what == "ZeroDivisionError: integer division by zero"
    assert found.remedy == "check what it divides by"
