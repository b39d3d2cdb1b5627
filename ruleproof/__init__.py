"""Ruleproof: checks the rules of abstract board games, solves positions exactly, makes puzzles.

A game is a rulebook on a board with its settings chosen; a position is where play stands.

>>> from ruleproof import Position, game, names, perft
>>> "esgros" in names()
True
>>> small = game("esgros", "hex:2", exceed="void")
>>> position = Position.start(small).play("a1 b2")
>>> position.text, position.moves()
('. . / . W . / B . ; black', ['b3', 'c1', 'c2'])

Solving
    solve(position)           its value, its best moves and a line of best play; of a game, the
                              start's
    openings(small)           the value of every first move; `distances` of the answer tells how
                              soon it wins or loses, and `frame` makes it a pandas frame
    move_values(position)     the value of every move, likewise
    build_table(small, path)  writes the value of every position that can be reached
    Table(path)               reads them: `look_up`, `moves` with distances, rows in a loop and the
                              `images` that each stands for, `to_csv`; with the extra `frames`
                              also `to_parquet` and `frame`, for pandas
    A table, and a proof by `solve(…, certificate=path)`, replace no file without `replace=True`;
    exports and sets do.

Checking
    check(small)              a verdict on every claim of the rulebook
    compare(small, other)     the shortest game after which two readings part
    repair(small, "6")        the settings that make a refuted claim true
    conform([small])          tests the laws that a game must keep
    verify(path)              whether a certificate, a table or a game record holds

Puzzles
    make_puzzles(small, 5)    a set: one turn alone does what is asked
    starter("esgros")         the set that comes with the package
    read_set(text, name)      a set from the text of a file; `PuzzleSet.save` writes one;
                              with the extra `frames` also `frame`, for pandas
    check_puzzles(puzzles)    what is wrong with a set, proved again by plain play
    reports.pages.solving.as_page(puzzles)
                              a page to solve them on, as HTML

Playing
    player("mcts:256").turn(position, seed=1)
                              a turn for `position.play`, by one of several strengths

Looking closer
    tune([small, other])      how games go on several boards or under several settings
    perft(small, 4)           the number of move sequences
    reference_values(small)   all values by plain dictionaries, a page to read and believe;
                              `look_up` tells them as a table does

Ctrl-C ends `solve`, `openings`, `move_values`, `compare`, `conform` and `build_table` with what is
known so far, as the end of their time does; every other function raises `KeyboardInterrupt`, and
`tune` keeps in its file `resume` the variants that were played.

Notebooks show positions, solutions, values of moves, verdicts, readings, variants, puzzles, sets
and tables as drawings and tables of their own: end a cell with one. `docs/notebooks` holds one for
each job.

Every function says in its own help what it takes, gives and raises.
"""

# isort: off
import ruleproof.starting  # before anything else  # noqa: F401  # pyright: ignore[reportUnusedImport]
# isort: on

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from ruleproof.models.boards.boards import Board, board
from ruleproof.models.displays import DISPLAYS, DRAWINGS
from ruleproof.models.errors import MoveError, PositionError, TextError
from ruleproof.models.play.game import Game, Result, game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import Rulebook, names, rulebook

if TYPE_CHECKING:
    __version__: str
    from ruleproof.front import (
        build_table,
        compare,
        make_puzzles,
        perft,
        reference_values,
        tune,
        verify,
    )
    from ruleproof.models.claims.claims import Verdict
    from ruleproof.puzzles.checking.check import check_set as check_puzzles
    from ruleproof.puzzles.puzzle import Puzzle, PuzzleSet, read_set
    from ruleproof.puzzles.starter import starter
    from ruleproof.solvers.playing.exact.openings import move_values, openings
    from ruleproof.solvers.playing.exact.solution import Solution
    from ruleproof.solvers.playing.exact.solve import solve
    from ruleproof.solvers.playing.players.players import player
    from ruleproof.solvers.playing.tables.table import Table
    from ruleproof.solvers.reasoning.checking.check import check
    from ruleproof.solvers.reasoning.checking.repair import repair
    from ruleproof.solvers.reasoning.laws.conform import conform
    from ruleproof.solvers.reasoning.lockstep.compare import Difference

_LATER = {
    "Difference": "solvers.reasoning.lockstep.compare",
    "Puzzle": "puzzles.puzzle",
    "PuzzleSet": "puzzles.puzzle",
    "Solution": "solvers.playing.exact.solution",
    "Table": "solvers.playing.tables.table",
    "Verdict": "models.claims.claims",
    "build_table": "front",
    "check": "solvers.reasoning.checking.check",
    "check_puzzles": "puzzles.checking.check:check_set",
    "compare": "front",
    "conform": "solvers.reasoning.laws.conform",
    "make_puzzles": "front",
    "move_values": "solvers.playing.exact.openings",
    "openings": "solvers.playing.exact.openings",
    "perft": "front",
    "player": "solvers.playing.players.players",
    "read_set": "puzzles.puzzle",
    "reference_values": "front",
    "repair": "solvers.reasoning.checking.repair",
    "solve": "solvers.playing.exact.solve",
    "starter": "puzzles.starter",
    "tune": "front",
    "verify": "front",
}
"""The module of each name that is loaded when it is first used."""

__all__ = [
    "Board",
    "Difference",
    "Game",
    "MoveError",
    "Position",
    "PositionError",
    "Puzzle",
    "PuzzleSet",
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
    "check_puzzles",
    "compare",
    "conform",
    "game",
    "make_puzzles",
    "move_values",
    "names",
    "openings",
    "perft",
    "player",
    "read_set",
    "reference_values",
    "repair",
    "rulebook",
    "solve",
    "starter",
    "tune",
    "verify",
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
    from ruleproof.reports.pages.notebooks import display

    return display(thing)


def _drawing(thing: object) -> str:
    from ruleproof.reports.pages.notebooks import drawing

    return drawing(thing)


DISPLAYS.append(_display)
DRAWINGS.append(_drawing)
