"""Value maps: a position with every move in the colour of its value, and the moves by value.

>>> shade("win", 1), shade("loss", 1)
(1.0, -1.0)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup

from ruleproof.models.play.position import Position
from ruleproof.reports.drawing.figures import picture
from ruleproof.reports.drawing.palette import heat
from ruleproof.reports.wording.values import cell_values, moves_by_value
from ruleproof.reports.wording.words import named_cells


class ValueRow(NamedTuple):
    """The moves of one value: the value in words, its colour, and the moves."""

    words: str
    colour: str
    moves: list[str]


class ValueMap(NamedTuple):
    """A position's moves by value, best first; `drawing` is None if no cell has a value.

    `shared`: whether a move names several cells or none, so that a cell shows the best of those
    that begin on it. `outcomes`: whether cells bear the letters of win, draw and loss.
    """

    drawing: Markup | None
    rows: list[ValueRow]
    shared: bool
    outcomes: bool


def value_map(
    position: Position,
    moves: Mapping[str, object],
    title: str,
    distances: Mapping[str, int | None] | None = None,
) -> ValueMap:
    """The map of the values of these moves of a position; screen readers read `title`. With
    `distances`, wins and losses of different distances have rows of their own.
    """
    values = cell_values(position, moves)
    most = max((abs(v) for v in values.values() if isinstance(v, int)), default=1) or 1
    rows = [
        ValueRow(said, heat(shade(value, most)), texts)
        for said, value, texts in moves_by_value(position, moves, distances)
    ]
    shared = any(len(named_cells(position.game.board, move)) != 1 for move in moves)
    return ValueMap(
        picture(position, values=values, title=title) if values else None,
        rows,
        shared and bool(values),
        any(isinstance(value, str) for value in values.values()),
    )


def shade(value: object, most: float) -> float:
    """The value from -1 to 1."""
    if isinstance(value, int):
        return value / most
    return {"win": 1.0, "loss": -1.0}.get(str(value), 0.0)
