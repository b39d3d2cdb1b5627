"""Imports run one way: cli → reports → puzzles → solvers → models."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleproof import Position, game
from ruleproof.models.position import DRAWERS
from ruleproof.models.rulebook import rulebook

ROOT = Path(__file__).parents[1]
LAYERS = ("models", "solvers", "puzzles", "reports", "cli")
"""Each may import from those before it."""
FOLDERS = {layer: ROOT / layer for layer in LAYERS} | {"cli": ROOT / "ruleproof" / "cli"}
MODULES = [
    pytest.param(layer, path, id=f"{layer}/{path.relative_to(folder)}")
    for layer, folder in FOLDERS.items()
    for path in sorted(folder.rglob("*.py"))
]


def imported(path: Path) -> Iterator[str]:
    """The names of all modules that a file imports, at its top or within its functions."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{one.name}" for one in node.names)
        elif isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.Constant) and layer_of(str(node.value)):
            yield str(node.value)  # by import_module


def layer_of(name: str) -> str | None:
    """The layer that a module's name belongs to; None outside this package and for its front
    door.
    """
    parts = name.split(".")
    return parts[1] if parts[0] == "ruleproof" and len(parts) > 1 and parts[1] in LAYERS else None


@pytest.mark.parametrize(("layer", "path"), MODULES)
def test_no_module_imports_from_a_layer_above_its_own(layer: str, path: Path):
    for name in imported(path):
        other = layer_of(name)
        assert other is None or LAYERS.index(other) <= LAYERS.index(layer), name
        assert name.split(".")[0] not in LAYERS, f"{name}: ruleproof.{name}"
        if layer != "cli":
            assert other or not name.startswith("ruleproof."), f"{name} is the front door's"


def test_every_folder_has_modules():
    assert {param.values[0] for param in MODULES} == set(LAYERS)
    assert len(MODULES) > 100


def test_no_solver_puzzle_or_report_names_a_game():
    """Not in code, not in comments: they are the same for games that nobody has thought of yet."""
    names = [path.parent.name for path in (ROOT / "models").glob("*/rules.py")]
    assert len(names) == 5
    names += [rulebook(name).title.rstrip("?") for name in names]
    named = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b", re.IGNORECASE)
    for layer in ("solvers", "puzzles", "reports"):
        for path in FOLDERS[layer].rglob("*.*"):
            if path.suffix in {".py", ".jinja", ".json", ".css", ".js", ".html"}:
                assert not named.findall(path.read_text()), path


def test_a_position_draws_itself_in_notebooks(monkeypatch: pytest.MonkeyPatch):
    position = Position.start(game("esgros", "hex:2"))
    drawn = position._repr_svg_()  # pyright: ignore[reportPrivateUsage]
    assert drawn is not None
    assert drawn.startswith("<svg")
    monkeypatch.setattr("ruleproof.models.position.DRAWERS", [])
    assert DRAWERS
    assert position._repr_svg_() is None  # pyright: ignore[reportPrivateUsage]
