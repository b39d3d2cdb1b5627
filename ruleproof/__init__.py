"""Ruleproof: checks the rules of abstract board games, solves positions exactly, makes puzzles.

A game is a rulebook on a board with its settings chosen; a position is where play stands.

>>> from ruleproof import Position, game
>>> small = game("esgros", board="hex:2", exceed="void")
>>> position = Position.start(small).play("a1 b2")
>>> print(position)
 c · ·
b · ○ ·
 a ● ·
● black  ○ white  black to move
>>> position["b2"], position.moves(), position.text
('W', ['b3', 'c1', 'c2'], '. . / . W . / B . ; black')

Positions
    Position.read(small, ". . / . W . / B . ; black")
                              from a text or a drawing; equal to every position of that text
    position.pieces()         the pieces by their cells
    position.play("b3 a2")    a new position; the old one stays
    position.over, position.result
                              whether the game has ended, and how
    position.svg()            a drawing
    perft(small, 4)           the number of move sequences

Solving
    solve(position)           its value, its best moves and a line of best play; of a game, the
                              start's
    move_values(position)     the value of every move; `distances` of the answer says how soon it
                              wins or loses, and `frame` makes it a pandas frame
    openings(small)           the same for every first move
    build_table(small, "small.rpt")
                              writes the value of every position that can be reached
    Table("small.rpt").look_up(position)
                              reads it: also `moves` with distances, rows in a loop, the `images`
                              that each stands for, `to_csv`; with the extra `frames` also
                              `to_parquet` and `frame`
    reference_values(small)   all values by plain dictionaries, a page to read and believe

Checking
    check(small, "6")         a verdict on a claim of the rulebook; without an id, on all
    compare(small, game("esgros", board="hex:2"))
                              the shortest game after which two readings part
    repair(small, "6")        the settings that make a refuted claim true
    conform(small, time=5)    tests the laws that solvers rely on
    verify("small.rpt")       whether a certificate, a table or a game record holds

Puzzles
    puzzles = starter("esgros")
                              the set that comes with the package
    make_puzzles(small, 1, time=5)
                              a set: one turn, and no other, does what is asked
    few = puzzles[:3].filter(lambda puzzle: puzzle.board == "hex:4")
                              the puzzles that meet a condition
    few.save("few.jsonl")     writes a set
    PuzzleSet.read("few.jsonl")
                              reads it
    few.export("few.html")    a page to solve it on; or .csv, .txt, .pdf
    check_puzzles(few)        what is wrong with a set, proved again by plain play

Playing
    player("mcts:64").turn(position, seed=1)
                              a turn for `position.play`, by one of several strengths
    tune(small, games=2, time=5)
                              how games go on several boards or under several settings

Files that are there are replaced by exports and by `save`; a table, and a proof by
`solve(…, certificate=path)`, only with `replace=True`. Limits are `time` in seconds and `memory` in
bytes.

Ctrl-C ends `solve`, `openings`, `move_values`, `compare`, `conform` and `build_table` with what is
known so far, as the end of their time does; every other function raises `KeyboardInterrupt`, and
`tune` keeps in its file `resume` the variants that were played.

In notebooks, positions, solutions, values of moves, verdicts, readings, variants, puzzles, sets and
tables have displays of their own: end a cell with one. `docs/notebooks` holds a notebook for each
job.

Every function says in its own help what it takes, gives and raises.
"""

# isort: off
import ruleproof.starting  # before anything else  # noqa: F401  # pyright: ignore[reportUnusedImport]
# isort: on

from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleproof.models.boards.boards import Board, board
from ruleproof.models.displays import DISPLAYS, DRAWINGS, EXPORTS, PICTURES
from ruleproof.models.errors import MoveError, PositionError, TextError
from ruleproof.models.play.game import Game, Result, game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import Rulebook, names, rulebook

if TYPE_CHECKING:
    __version__: str
    from ruleproof.front import (
        build_table,
        check,
        compare,
        conform,
        make_puzzles,
        perft,
        reference_values,
        repair,
        tune,
        verify,
    )
    from ruleproof.models.claims.claims import Verdict
    from ruleproof.puzzles.checking.check import check_set as check_puzzles
    from ruleproof.puzzles.puzzle import Puzzle, PuzzleSet
    from ruleproof.puzzles.starter import starter
    from ruleproof.solvers.playing.exact.openings import move_values, openings
    from ruleproof.solvers.playing.exact.solution import Solution
    from ruleproof.solvers.playing.exact.solve import solve
    from ruleproof.solvers.playing.players.players import player
    from ruleproof.solvers.playing.tables.table import Table
    from ruleproof.solvers.reasoning.lockstep.compare import Difference

_LATER = {
    "Difference": "solvers.reasoning.lockstep.compare",
    "Puzzle": "puzzles.puzzle",
    "PuzzleSet": "puzzles.puzzle",
    "Solution": "solvers.playing.exact.solution",
    "Table": "solvers.playing.tables.table",
    "Verdict": "models.claims.claims",
    "build_table": "front",
    "check": "front",
    "check_puzzles": "puzzles.checking.check:check_set",
    "compare": "front",
    "conform": "front",
    "make_puzzles": "front",
    "move_values": "solvers.playing.exact.openings",
    "openings": "solvers.playing.exact.openings",
    "perft": "front",
    "player": "solvers.playing.players.players",
    "reference_values": "front",
    "repair": "front",
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


def _picture(thing: Any) -> str:
    from ruleproof.reports.drawing.text import on_terminal

    return on_terminal(thing)


def _export(thing: Any, path: Path) -> Path:
    from ruleproof.reports.publishing.exporting import export

    return export(thing, path)


DISPLAYS.append(_display)
DRAWINGS.append(_drawing)
PICTURES.append(_picture)
EXPORTS.append(_export)
