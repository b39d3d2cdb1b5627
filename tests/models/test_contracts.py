"""Every entry of a rulebook and of its modules says whether it is required, and what it must do."""

from __future__ import annotations

import ast
import inspect
import textwrap
from dataclasses import fields
from typing import Any

import pytest

from ruleproof.models.play.game import make_game
from ruleproof.models.rulebooks.contracts import (
    AdviceModule,
    ClaimsModule,
    ConstraintsModule,
    GoalsModule,
    MeaningsModule,
    PlayModule,
    RulesModule,
    ThemesModule,
    members,
    missing,
)
from ruleproof.models.rulebooks.parts import PARTS
from ruleproof.models.rulebooks.rulebook import Rulebook, names, rulebook
from tests.games import clobber

CONTRACTS: dict[str, type[Any]] = {
    "rules": RulesModule,
    "advice": AdviceModule,
    "goals": GoalsModule,
    "themes": ThemesModule,
    "constraints": ConstraintsModule,
    "claims": ClaimsModule,
    "meanings": MeaningsModule,
    "play": PlayModule,
}


def said_of(part: type[Any]) -> dict[str, str]:
    """What stands below each entry of a class."""
    body = ast.parse(textwrap.dedent(inspect.getsource(part))).body[0]
    assert isinstance(body, ast.ClassDef)
    found: dict[str, str] = {}
    for entry, below in zip(body.body, body.body[1:], strict=False):
        if isinstance(entry, ast.AnnAssign) and isinstance(entry.target, ast.Name):
            assert isinstance(below, ast.Expr), entry.target.id
            assert isinstance(below.value, ast.Constant), entry.target.id
            found[entry.target.id] = str(below.value.value)
    return found


@pytest.mark.parametrize("part", [Rulebook, *PARTS])
def test_every_entry_says_what_happens_without_it(part: type[Any]) -> None:
    said = said_of(part)
    assert list(said) == [entry.name for entry in fields(part)]
    for name, words in said.items():
        assert words.startswith(("REQUIRED.", "OPTIONAL.", "OPTIONAL, but REQUIRED where")), name
        assert words.startswith("REQUIRED.") or "Without: " in words, name


@pytest.mark.parametrize("contract", CONTRACTS.values())
def test_every_function_of_a_module_says_so_too(contract: type[Any]) -> None:
    for name, words in members(contract).items():
        assert words.startswith(("REQUIRED.", "OPTIONAL")), name
        if words.startswith("OPTIONAL. "):
            assert "Without: " in words, name


@pytest.mark.parametrize("name", names())
def test_every_game_keeps_the_contracts(name: str) -> None:
    book = rulebook(name)
    assert missing(book.rules, CONTRACTS["rules"]) == []
    for part in ("constraints", "goals", "themes", "claims", "meanings", "play"):
        if book.module(part):
            assert missing(book.module(part), CONTRACTS[part]) == []
    assert not book.advice or any(hasattr(book.advice, n) for n in members(CONTRACTS["advice"]))


def test_what_a_game_does_not_declare_is_taken_as_absent() -> None:
    book = Rulebook(
        name="bare", title="", author="", about="", players=("black", "white"),
        boards=("square",), board="square:3x3", rules=clobber,
    )  # fmt: skip
    bare = make_game(book, "", {})
    assert bare.symmetries == ((tuple(range(9)), False),)
    assert not bare.acyclic
    assert not bare.repetition_decides
    assert bare.given is None
    assert bare.faults(None) == []


@pytest.mark.parametrize(
    ("name", "board", "many"),
    [("esgros", "hex:3", 24), ("gro", "dish:2,1", 16), ("incrowd", "square:3x3", 16),
     ("grow", "square:3x3", 16), ("sow", "square:2x3", 4), ("clobber", "square:2x3", 8),
     ("connect-four", "square:4x4", 2)],
)  # fmt: skip
def test_the_games_declare_their_symmetries(name: str, board: str, many: int) -> None:
    assert len(make_game(rulebook(name), board, {}).symmetries) == many
