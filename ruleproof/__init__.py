"""Ruleproof: checks the rules of abstract board games, solves positions exactly, makes puzzles.

A game is a rulebook on a board with its settings chosen; a position is where play stands.

>>> from ruleproof import Position, game, names, perft
>>> "esgros" in names()
True
>>> small = game("esgros", "hex:2", exceed="void")
>>> position = Position.start(small).play("a1 b2")
>>> position.text, position.moves()
('. . / . W . / B . ; black', ['b3', 'c1', 'c2'])

Solving: `solve(position)` is its value, best moves and a line; `openings(small)` the value of every
first move; `build_table(small, "small.rpt")` writes the value of every position, `Table` reads it.

Checking: `check(small)` is a verdict on every claim of the rulebook; `compare(small, other)` finds
the shortest game after which two readings part; `repair(small, "6")` the settings that make a
refuted claim true; `conform([small])` tests the laws that a game must keep.

Playing: `player("mcts:256").choose(position, seed=1)` is a turn, by one of several strengths.

Looking closer: `perft(small, 4)` counts move sequences; `reference_values(small)` solves by plain
dictionaries, a page to read and believe.

Every function says in its own help what it takes, gives and raises.
"""

from __future__ import annotations

# isort: off
import ruleproof.starting  # first, for Ctrl-C  # noqa: F401  # pyright: ignore[reportUnusedImport]
# isort: on

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from ruleproof.models.boards import Board, board
from ruleproof.models.displays import DISPLAYS
from ruleproof.models.errors import MoveError, PositionError, TextError
from ruleproof.models.game import Game, Result, game
from ruleproof.models.position import Position
from ruleproof.models.rulebook import Rulebook, names, rulebook

if TYPE_CHECKING:
    __version__: str
    from ruleproof.front import build_table, compare, perft
    from ruleproof.models.claims import Verdict
    from ruleproof.puzzles.puzzle import Puzzle, read_set
    from ruleproof.solvers.checking.check import check
    from ruleproof.solvers.checking.repair import repair
    from ruleproof.solvers.exact.openings import openings
    from ruleproof.solvers.exact.solve import Solution, solve
    from ruleproof.solvers.laws.conform import conform
    from ruleproof.solvers.lockstep.compare import Difference
    from ruleproof.solvers.players.players import player
    from ruleproof.solvers.tables.table import Table
    from ruleproof.solvers.values.reference import values as reference_values

_LATER = {
    "Difference": "solvers.lockstep.compare",
    "Puzzle": "puzzles.puzzle",
    "Solution": "solvers.exact.solve",
    "Table": "solvers.tables.table",
    "Verdict": "models.claims",
    "build_table": "front",
    "check": "solvers.checking.check",
    "compare": "front",
    "conform": "solvers.laws.conform",
    "openings": "solvers.exact.openings",
    "perft": "front",
    "player": "solvers.players.players",
    "read_set": "puzzles.puzzle",
    "reference_values": "solvers.values.reference:values",
    "repair": "solvers.checking.repair",
    "solve": "solvers.exact.solve",
}
"""Where the names are that are loaded when they are first used."""

__all__ = [
    "Board",
    "Difference",
    "Game",
    "MoveError",
    "Position",
    "PositionError",
    "Puzzle",
    "Result",
    "Rulebook",
    "Solution",
    "Table",
    "TextError",
    "Verdict",
    "__version__",
    "board",
    "build_table",
    "check",
    "compare",
    "conform",
    "game",
    "names",
    "openings",
    "perft",
    "player",
    "read_set",
    "reference_values",
    "repair",
    "rulebook",
    "solve",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return version("ruleproof")
    if name not in _LATER:
        raise AttributeError(f"module 'ruleproof' has no attribute {name!r}")
    module, _, own = _LATER[name].partition(":")
    found = getattr(import_module(f"ruleproof.{module}"), own or name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__


def _display(thing: object) -> str:
    from ruleproof.reports.notebooks import display

    return display(thing)


DISPLAYS.append(_display)
