"""Imports run one way: cli → reports → puzzles → solvers → models, and from room to room."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

from ruleproof import Position, game
from ruleproof.models.displays import DISPLAYS
from ruleproof.models.rulebooks.rulebook import rulebook

ROOT = Path(__file__).parents[1]
LAYERS = ("models", "solvers", "puzzles", "reports", "cli")
"""Each may import from those before it."""
FOLDERS = {layer: ROOT / layer for layer in LAYERS} | {"cli": ROOT / "ruleproof" / "cli"}
ROOMS = {
    "models": ("files", "boards", "rulebooks", "play", "claims", "compiled", "symbolic"),
    "solvers": (
        "work", "playing.values", "playing.keys", "playing.reach", "playing.strategies",
        "playing.search", "playing.retrograde", "playing.tables", "playing.shards", "playing.exact",
        "playing.goals", "playing.players", "reasoning.formulas", "verify", "reasoning.lockstep",
        "reasoning.deciding", "reasoning.laws", "reasoning.checking",
    ),
    "puzzles": ("judging", "rating", "telling", "checking", "posing", "sources", "making"),
    "reports": (
        "drawing", "wording", "statistics", "examining", "pages", "publishing", "studio",
    ),
    "cli": ("telling", "asking", "commands"),
}  # fmt: skip
"""The rooms of a layer: each may import from those before it, and from what stands outside them."""
WINGS = {"solvers": ("playing", "reasoning")}
"""The folders of a layer that only hold rooms."""
OUTSIDE = {
    "models": {
        "cells",
        "displays",
        "endless",
        "errors",
        "installed",
        "mistakes",
        "offers",
        "systems",
    },
    "solvers": set[str](),
    "puzzles": {
        *("changes", "frames", "ids", "puzzle", "lessons", "starter", "stipulations", "texts"),
        "unread",
    },
    "reports": set[str](),
    "cli": {"errors", "guard", "signals", "status"},
}
"""The modules of a layer that stand in no room, since every room may use them."""
ABOVE = {"cli": {"__init__", "app"}}
"""The modules of a layer that stand in no room, since they use every room."""
EXAMPLE = re.compile(r"^ *>>> .*$", re.M)
VERIFY_USES = {"work", "playing.values", "reasoning.formulas", "verify"}
"""The rooms that the checker may import from: none that finds answers."""
REASONING_USES = {"values", "keys", "reach", "exact"}
"""The rooms of playing that reasoning may import from."""
FORMATS = {
    f"solvers.playing.tables.{name}"
    for name in ("header", "read", "folder", "shard", "sorting", "parts", "phases")
}
"""The file formats that it reads besides."""
GAMES = {path.parent.name for path in FOLDERS["models"].glob("*/rules.py")}
"""The games that come with the package: folders beside the rooms of models, which use them all."""


@cache
def imported(path: Path) -> tuple[str, ...]:
    """The names of all modules that a file imports, at its top or within its functions."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[str]:
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


@pytest.mark.parametrize("layer", LAYERS)
def test_no_module_imports_from_a_layer_above_its_own(layer: str):
    for path in sorted(FOLDERS[layer].rglob("*.py")):
        for name in imported(path):
            other, told = layer_of(name), f"{path} imports {name}"
            assert other is None or LAYERS.index(other) <= LAYERS.index(layer), told
            assert name.split(".")[0] not in LAYERS, f"{told}: ruleproof.{name}"
            assert name.split(".")[0] not in {"lab", "tests"}, f"{told}, which is not shipped"
            if layer != "cli":
                assert other or not name.startswith("ruleproof."), f"{told}, the front door's"


def module_named(name: str) -> str | None:
    """The module of this package that a name belongs to, None for names from elsewhere."""
    while name.startswith("ruleproof."):
        if name.removeprefix("ruleproof.") in SOURCES:
            return name.removeprefix("ruleproof.")
        name = name.rpartition(".")[0]
    return None


SOURCES = {
    f"{layer}.{'.'.join(path.relative_to(folder).with_suffix('').parts)}".removesuffix(
        ".__init__"
    ): path
    for layer, folder in FOLDERS.items()
    for path in sorted(folder.rglob("*.py"))
}
"""The file of each module, by its name without the package's."""


@cache
def imports() -> dict[str, set[str]]:
    """The modules that each module imports, for types alone included."""
    return {
        module: {found for name in imported(path) if (found := module_named(name))} - {module}
        for module, path in SOURCES.items()
    }


def room_of(module: str) -> tuple[str, str] | None:
    """The layer and the room, or the game, that a module stands in, None where it stands in no
    room.
    """
    layer, room, inner, *_ = *module.split("."), "", ""
    if room in WINGS.get(layer, ()):
        room = f"{room}.{inner}"
    return (layer, room) if room in ROOMS[layer] or (layer == "models" and room in GAMES) else None


def answering(module: str) -> tuple[str, str] | None:
    """The room of a module that answers questions: models are what is asked about, and the command
    line asks.
    """
    room = room_of(module)
    return room if room and room[0] not in ("models", "cli") else None


def place_of(module: str) -> int:
    """The place of a module's room in its layer; what stands in no room comes before all rooms, but
    for games and what else stands above them.
    """
    layer, _, name = module.partition(".")
    room = room_of(module)
    if room and room[1] in ROOMS[layer]:
        return ROOMS[layer].index(room[1])
    return len(ROOMS[layer]) if room or (name or "__init__") in ABOVE.get(layer, ()) else -1


def listed(home: Path) -> list[str]:
    """The rooms that a folder's `__init__` lists."""
    said = ast.get_docstring(ast.parse((home / "__init__.py").read_text()))
    assert said
    return re.findall(r"^([a-z]+)  +\S", said, re.M)


@pytest.mark.parametrize("layer", ROOMS)
def test_every_room_is_known_and_says_what_it_is_for(layer: str):
    home = FOLDERS[layer]
    wings = WINGS.get(layer, ())
    folders = {path.parent.name for path in home.glob("*/__init__.py")} - set(wings)
    folders |= {
        f"{wing}.{path.parent.name}"
        for wing in wings
        for path in home.glob(f"{wing}/*/__init__.py")
    }
    assert folders == set(ROOMS[layer]) | (GAMES if layer == "models" else set())
    stray = {path.stem for path in home.glob("*.py")}
    assert stray == {"__init__"} | OUTSIDE[layer] | ABOVE.get(layer, set())
    doors = list(dict.fromkeys(room.partition(".")[0] for room in ROOMS[layer]))
    assert set(listed(home)) == set(doors)
    assert wings or listed(home) == doors
    for wing in wings:
        rooms = [room.partition(".")[2] for room in ROOMS[layer] if room.startswith(f"{wing}.")]
        assert listed(home / wing) == rooms
    for room in ROOMS[layer]:
        inside = home / room.replace(".", "/") / "__init__.py"
        said = ast.get_docstring(ast.parse(inside.read_text()))
        assert said
        assert "Begin with" in said
        assert "Uses" in said


def test_a_room_imports_only_from_rooms_listed_before_it():
    for module, others in imports().items():
        layer = module.partition(".")[0]
        for other in others:
            if layer in ROOMS and other.startswith(f"{layer}."):
                assert place_of(other) <= place_of(module), f"{module} imports {other}"


def test_the_checker_uses_nothing_that_finds_answers():
    for module, others in imports().items():
        if room_of(module) == ("solvers", "verify"):
            rooms = {room[1]: other for other in others - FORMATS if (room := answering(other))}
            assert set(rooms) <= VERIFY_USES, f"{module} imports {rooms}"


def test_reasoning_uses_the_door_of_playing_and_playing_nothing_of_reasoning():
    for module, others in imports().items():
        for other in others:
            if module.startswith("solvers.playing."):
                assert not other.startswith("solvers.reasoning."), f"{module} imports {other}"
            if module.startswith("solvers.reasoning.") and other.startswith("solvers.playing."):
                assert other.split(".")[2] in REASONING_USES, f"{module} imports {other}"


def test_what_proves_a_puzzle_uses_nothing_that_finds_one():
    for module in ("puzzles.checking.tree_check", "puzzles.checking.turns"):
        rooms = {room for other in imports()[module] if (room := answering(other))}
        assert rooms <= {("puzzles", "checking"), ("solvers", "verify")}, module


def test_no_game_uses_another():
    for module, others in imports().items():
        room = room_of(module)
        if room and room[1] in GAMES:
            games = {other for other in others if (there := room_of(other)) and there[1] in GAMES}
            assert {room_of(other) for other in games} <= {room}, f"{module} imports {games}"


def test_the_rest_of_a_game_does_not_use_its_claims():
    claims = re.compile(rf"models\.({'|'.join(map(re.escape, sorted(GAMES)))})\.claims(\.|$)")
    assert {found[1] for module in imports() if (found := claims.match(module))} == GAMES
    for module, others in imports().items():
        if not claims.match(module):
            assert not list(filter(claims.match, others)), module


def test_no_modules_import_one_another_in_a_circle():
    edges = [(module, other) for module, others in imports().items() for other in others]
    graph = nx.DiGraph(edges)
    circles = [part for part in nx.strongly_connected_components(graph) if len(part) > 1]
    assert not circles


def test_the_package_lists_every_folder_that_it_has():
    listed = set(
        tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    )
    assert listed == {"ruleproof"} | {
        f"ruleproof.{'.'.join((layer, *path.parent.relative_to(folder).parts))}"
        for layer, folder in FOLDERS.items()
        for path in folder.rglob("__init__.py")
    }


def test_every_folder_has_modules():
    assert {module.partition(".")[0] for module in SOURCES} == set(LAYERS)
    assert len(SOURCES) > 100


def test_no_solver_puzzle_or_report_names_a_game():
    """Not in code, not in comments: they are the same for games that nobody has thought of yet.
    Only examples in docstrings may play one.
    """
    names = sorted(GAMES - {"template"})  # the game that `ruleproof new` writes is nobody's
    assert len(names) == 5
    names += [rulebook(name).title.rstrip("?") for name in names]
    named = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b", re.IGNORECASE)
    for layer in ("solvers", "puzzles", "reports"):
        for path in FOLDERS[layer].rglob("*.*"):
            if path.suffix in {".py", ".jinja", ".json", ".css", ".js", ".html"}:
                assert not named.findall(EXAMPLE.sub("", path.read_text())), path


def test_a_position_draws_itself_in_notebooks(monkeypatch: pytest.MonkeyPatch):
    position = Position.start(game("esgros", "hex:2"))
    drawn = position._repr_svg_()  # pyright: ignore[reportPrivateUsage]
    assert drawn is not None
    assert drawn.startswith("<svg")
    told = position._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert told is not None
    assert "Black to move." in told
    monkeypatch.setattr("ruleproof.models.displays.DISPLAYS", [])
    monkeypatch.setattr("ruleproof.models.displays.DRAWINGS", [])
    assert DISPLAYS
    assert position._repr_svg_() is None  # pyright: ignore[reportPrivateUsage]
    assert position._repr_html_() is None  # pyright: ignore[reportPrivateUsage]
