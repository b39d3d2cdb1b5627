"""Displays for cells of notebooks: positions, findings, puzzles and tables.

>>> from ruleproof import Position, game, openings
>>> display(openings(game("esgros", "hex:2")))[:23]
'<div class="ruleproof">'

Each is one `div` with its own style, without ids, scripts or anything from outside. Letters and
lines take the colour of the notebook, be it light or dark; boards and signs bring their own.
"""

from __future__ import annotations

from collections import Counter
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
from ruleproof.reports.pages.value_maps import ValueMap, ValueRow, value_map
from ruleproof.reports.wording import words
from ruleproof.reports.wording.templates import environment

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
    found = environment("ruleproof.reports.pages")
    found.filters["capital"] = words.capital
    return found


def _filled(part: str, **shown: Any) -> str:
    """The HTML that a part of the template makes."""
    sheet = files("ruleproof.reports.pages").joinpath("notebook.css").read_text(encoding="utf-8")
    template = _environment().get_template("notebook.html.jinja")
    always = {"counted": words.counted, "signs": words.SIGNS, "style": Markup(BOARD_CSS + sheet)}
    return template.render(part=part, given=taken_as_given, **always, **shown).strip()


def _position(here: Position) -> str:
    """The position, whose move it is, and what a player needs besides."""
    said = f"{words.capital(state_words(here))}."
    return _filled("position", drawing=picture(here), said=said, beside=here.beside)


def _solution(found: Solution) -> str:
    """The position with its best moves in the colour of its value, the value, and a line."""
    here = found.position
    if here is None:
        return _filled("solution", drawing=None, said=_known(found), found=found, title="")
    best = value_map(here, dict.fromkeys(found.best, found.value), "The best moves")
    said = _known(found)
    if found.value is not None:
        said = words.verdict_on(here, found.value, found.distance)
    drawing = best.drawing or picture(here)
    return _filled("solution", drawing=drawing, said=said, found=found, title=_heading(here.game))


def _known(found: Solution) -> str:
    """The value, or its known bounds."""
    if found.value is not None:
        return f"The value is {words.told(found.value)}."
    why = f" ({found.reason})" if found.reason else ""
    return f"Not solved{why}" + words.between(*found.bounds)


def _heading(game: Game) -> str:
    """The game, its board, and the settings that differ from the defaults."""
    changed = (f"{name}={value}" for name, value in words.changed_settings(game).items())
    return ", ".join([f"{game.rulebook.title} on {game.board.text}", *changed])


def _move_values(found: MoveValues) -> str:
    """The board with every move in the colour of its value, and the moves by value."""
    here = found.position
    shown = value_map(here, found, "Value of each move")
    drawing = shown.drawing or picture(here)
    title, rows = _heading(here.game), _by_distance(found, shown)
    return _filled(
        "moves", drawing=drawing, map=shown, rows=rows, title=title, players=here.game.players,
        reason=words.capital(found.reason),
    )  # fmt: skip


def _by_distance(found: MoveValues, shown: ValueMap) -> list[ValueRow]:
    """The rows of the map, those of wins and losses told apart by how soon the game ends: the
    shortest wins and the longest losses first.
    """
    rows: list[ValueRow] = []
    for row in shown.rows:
        sooner: dict[int | None, list[str]] = {}
        for move in row.moves:
            sooner.setdefault(found.distances[move], []).append(move)
        best = -1 if row.value == "loss" else 1
        for plies, moves in sorted(sooner.items(), key=lambda one: best * (one[0] or 0)):
            within = "" if plies is None else f" in {words.counted(plies, 'ply', 'plies')}"
            rows.append(row._replace(words=row.words + within, moves=moves))
    return rows


def _verdict(verdict: Verdict) -> str:
    """One verdict, as a table of one row."""
    return _filled("verdicts", rows=[_verdict_row(None, verdict)], tally={}, title="")


def _verdicts(verdicts: Verdicts) -> str:
    """Verdicts as a table, with the unexpected ones marked."""
    tally = Counter(verdict.verdict for verdict in verdicts)
    game = verdicts.game
    rows = [_verdict_row(game, verdict) for verdict in verdicts]
    return _filled("verdicts", rows=rows, tally=tally, title=_heading(game) if game else "")


def _verdict_row(game: Game | None, verdict: Verdict) -> dict[str, Any]:
    """A verdict, and its witness drawn where the game is known."""
    drawing = None
    if game and verdict.witness:
        chosen = verdict.settings or dict(game.chosen)
        ground = make_game(game.rulebook, verdict.board or game.board.text, chosen)
        drawing = _witness(ground, verdict)
    return {"verdict": verdict, "drawing": drawing}


def _witness(game: Game, verdict: Verdict) -> Markup | None:
    """The position of the witness, or at the end of its line; None where it is neither."""
    witness = verdict.witness or ""
    try:
        if verdict.position:
            return picture(Position.read(game, witness))
        return picture(Position.start(game).play(witness))
    except ValueError:
        return None


def _repairs(found: Repairs) -> str:
    """The changes that were tried, and the verdict under each."""
    return _filled("repairs", repairs=found)


def _difference(found: Difference) -> str:
    """The difference between two readings, with the position that tells them apart."""
    from ruleproof.reports.pages.tells import difference_words

    names, both = ("the first reading", "the second"), "The readings"
    if found.second_game:
        names, both = (found.game, found.second_game), "The games"
    said, tells = difference_words(found, names)
    drawing = None
    game = make_game(rulebook(found.game), found.board, found.first)
    if found.line:
        said = f"{both} part after {words.counted(len(found.line), 'move')}, at the earliest."
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
        "difference", said=said, tells=tells, drawing=drawing, found=found, apart=apart,
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
    return words.verdict_on(table.start, value, distance)


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
