"""Displays for cells of notebooks: positions, findings, puzzles and tables.

>>> from ruleproof import Position, game, openings
>>> display(openings(game("esgros", "hex:2")))[:23]
'<div class="ruleproof">'

Each is one `div` with its own style, without ids, scripts or anything from outside. Letters and
lines take the colour of the notebook, be it light or dark; boards and signs bring their own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING, Any

from jinja2 import Environment
from markupsafe import Markup

from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.assumed import taken_as_given
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.reports.drawing.figures import picture
from ruleproof.reports.drawing.marks import state_words
from ruleproof.reports.drawing.palette import BOARD_CSS
from ruleproof.reports.drawing.svg import svg
from ruleproof.reports.pages.analysing import witness_game
from ruleproof.reports.pages.value_maps import value_map
from ruleproof.reports.wording import words
from ruleproof.reports.wording.differences import difference_words
from ruleproof.reports.wording.templates import ALWAYS, environment
from ruleproof.reports.wording.values import solution_words, verdict_on
from ruleproof.reports.wording.verdicts import tally, worded

if TYPE_CHECKING:
    from ruleproof.models.claims.claims import Verdict, Verdicts
    from ruleproof.puzzles.puzzle import Puzzle, PuzzleSet
    from ruleproof.reports.statistics.tuning import Tuned
    from ruleproof.solvers.playing.exact.openings import MoveValues
    from ruleproof.solvers.playing.exact.solution import Solution
    from ruleproof.solvers.playing.tables.table import Table
    from ruleproof.solvers.reasoning.checking.repair import Repairs
    from ruleproof.solvers.reasoning.lockstep.compare import Difference

DRAWN = 12
"""The number of puzzles of a set that are drawn."""
ROWS = 5
"""The number of positions of a table that are shown."""


def display(thing: object) -> str:
    """The display of a thing in a notebook, as HTML.

    Raises `TypeError` for a thing without a display.
    """
    for kind in type(thing).__mro__:
        if kind.__name__ in _DISPLAYS:
            return _DISPLAYS[kind.__name__](thing)
    raise TypeError(f"nothing is known of how to show it: {thing!r}")


def drawing(thing: object) -> str:
    """The drawing of a position, as SVG. Raises `TypeError` for anything else."""
    if not isinstance(thing, Position):
        raise TypeError(f"nothing is known of how to draw it: {thing!r}")
    return svg(thing)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return environment("ruleproof.reports.pages")


def _filled(part: str, **shown: Any) -> str:
    """The HTML that a part of the template makes."""
    sheet = files("ruleproof.reports.pages").joinpath("notebook.css").read_text(encoding="utf-8")
    template = _environment().get_template("notebook.html.jinja")
    given = ALWAYS | {"p": "rp-", "style": Markup(BOARD_CSS + sheet)} | shown
    return template.render(part=part, **given).strip()


def _position(here: Position) -> str:
    """The position, whose move it is, and what a player needs besides."""
    said = f"{words.capital(state_words(here))}."
    return _filled("position", drawing=picture(here), said=said, beside=here.beside)


def _solution(found: Solution) -> str:
    """The position with its best moves in the colour of its value, the value, and a line."""
    here = found.position
    drawing, title = None, ""
    if here is not None:
        best = value_map(here, dict.fromkeys(found.best, found.value), "The best moves")
        drawing, title = best.drawing or picture(here), _heading(here.game)
    return _filled(
        "solution", drawing=drawing, said=solution_words(found, here), found=found, title=title,
        given=taken_as_given(found.assumes),
    )  # fmt: skip


def _heading(game: Game) -> str:
    """The game, its board, and the settings that differ from the defaults."""
    changed = words.settings_words(words.changed_settings(game))
    return ", ".join([f"{game.rulebook.title} on {game.board.text}", *changed])


def _move_values(found: MoveValues) -> str:
    """The board with every move in the colour of its value, and the moves by value."""
    here = found.position
    shown = value_map(here, found, "Value of each move", found.distances)
    return _filled(
        "moves", drawing=shown.drawing or picture(here), map=shown, title=_heading(here.game),
        players=here.game.players, reason=words.capital(found.reason),
    )  # fmt: skip


def _verdict(verdict: Verdict) -> str:
    """One verdict, as a table of one row."""
    return _filled("verdicts", rows=[(worded(verdict), None)], tally=[], title="")


def _verdicts(verdicts: Verdicts) -> str:
    """Verdicts as a table, with the unexpected ones marked."""
    game = verdicts.game
    rows = [(worded(one), _witness(game, one) if game else None) for one in verdicts]
    title = _heading(game) if game else ""
    return _filled("verdicts", rows=rows, tally=tally(verdicts), title=title)


def _witness(game: Game, verdict: Verdict) -> Markup | None:
    """The position of the witness, or at the end of its line; None if it is neither."""
    ground, witness = witness_game(game, verdict), verdict.witness
    try:
        if not witness:
            return None
        if verdict.position:
            return picture(Position.read(ground, witness))
        return picture(Position.start(ground).play(witness))
    except ValueError:
        return None


def _repairs(found: Repairs) -> str:
    """The changes that were tried, and the verdict under each."""
    return _filled("repairs", repairs=found)


def _difference(found: Difference) -> str:
    """The difference between two readings, with the position that shows it."""
    names = ("the first reading", "the second")
    if found.second_game:
        names = (found.game, found.second_game)
    said, only = difference_words(found, names)
    drawing = None
    game = make_game(rulebook(found.game), found.board, found.first)
    if found.line is not None:
        drawing = picture(Position.start(game).play(found.line))
    elif found.position is not None:
        drawing = picture(Position.read(game, found.position))
    apart = [
        [f"{name}={chosen[name]}" for chosen in (found.first, found.second) if name in chosen]
        for name in dict.fromkeys((*found.first, *found.second))
        if found.first.get(name) != found.second.get(name)
    ]
    return _filled(
        "difference", said=said, only=only, drawing=drawing, found=found, apart=apart,
        title=_heading(game),
    )  # fmt: skip


def _puzzle(puzzle: Puzzle) -> str:
    """The diagram, the question, and the solution to unfold."""
    here, drawn = _diagram(puzzle)
    title = _heading(here.game)
    return _filled("puzzle", drawing=drawn, puzzle=puzzle, title=title, beside=here.beside)


def _diagram(puzzle: Puzzle) -> tuple[Position, Markup]:
    """The diagram, and its drawing with the cells that the goal speaks of marked."""
    here, cells = Position.read(puzzle.ready(), puzzle.position), puzzle.stipulation.goal.cells
    return here, Markup(svg(here, highlight=cells, title=puzzle.sentence, style=False))


def _set(puzzles: PuzzleSet) -> str:
    """The diagrams side by side, as many as a screen holds."""
    cards = [(*_diagram(one), one) for one in puzzles[:DRAWN]]
    return _filled("set", cards=cards, puzzles=puzzles)


def _table(table: Table) -> str:
    """The facts of a table and its first rows; of a closed one its name alone."""
    if table.closed:
        return _filled("closed", table=table)
    start = table.look_up()
    said = "" if start is None else _worth_words(table, start.value, start.distance)
    rows = list(islice(table, ROWS))
    return _filled("table", table=table, said=said, rows=rows, title=_heading(table.game))


def _tuned(rows: Tuned) -> str:
    """The variants in one table, then a table for each."""
    from ruleproof.reports.pages.tuned import contents

    return _filled("tuned", rows=rows, shown=contents(rows) if rows else {})


def _worth_words(table: Table, value: str | int | None, distance: int | None) -> str:
    """The value of a table's start, as a sentence."""
    if value is None:
        return "No win but by the rule of repetition."
    if table.player:
        return f"{words.capital(table.player)} is sure of {value}."
    return verdict_on(table.start, value, distance)


_DISPLAYS: dict[str, Callable[[Any], str]] = {
    "Position": _position,
    "Solution": _solution,
    "MoveValues": _move_values,
    "Verdict": _verdict,
    "Verdicts": _verdicts,
    "Repairs": _repairs,
    "Difference": _difference,
    "Puzzle": _puzzle,
    "PuzzleSet": _set,
    "Table": _table,
    "Tuned": _tuned,
}
"""The display of each type, by its name: the type of a given thing is loaded already."""
