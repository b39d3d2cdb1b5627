"""The layout of a drawing, in its own units: cells, their corners, the frame, directions."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import NamedTuple

from ruleproof.models.boards.boards import Board
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.reports.drawing.pieces import UNIT, Point, short


class Layout(NamedTuple):
    """The layout of a drawing, in its own units: its corner, its size, the middle of each cell."""

    left: float
    top: float
    width: float
    height: float
    spots: list[Point]


def layout(position: Position, *, labels: bool = True) -> Layout:
    """The layout that `svg` uses, for overlays on the drawing."""
    spots = spots_of(position.game.board)
    return Layout(*frame_of(position, spots, labels), spots)


def headings(game: Game, *, turned: bool = False) -> dict[str, int]:
    """The direction in which each player's pieces travel over the drawing, in degrees: 0 to the
    right, 90 downwards. Empty where play has no direction. `turned`: the board is seen from the
    other side.
    """
    return {
        name: round(degrees(atan2(-y, x)) + 180 * turned) % 360
        for name, (x, y) in game.rulebook.drawing.headings.items()
    }


def spots_of(board: Board) -> list[Point]:
    """The middle of each cell in the drawing: to the right and downwards, in units of drawing."""
    return [(x * UNIT, -y * UNIT) for x, y in board.places]


def frame_of(
    position: Position, spots: list[Point], labels: bool
) -> tuple[float, float, float, float]:
    """Left, top, width and height of the drawing; with labels it also has room for arrows."""
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    pad = UNIT * _reach(position.game.board) + 3
    if position.game.rulebook.drawing.on_points:
        pad = 0.72 * UNIT
    left, right, top, bottom = min(xs) - pad, max(xs) + pad, min(ys) - pad, max(ys) + pad
    if is_dish(position):
        (mx, my), reach = rim_of(spots)
        left, right = min(left, mx - reach - 4), max(right, mx + reach + 4)
        top, bottom = min(top, my - reach - 4), max(bottom, my + reach + 4)
    if labels and position.game.board.grid:
        left -= 0.45 * UNIT
        if position.game.board.grid == "square":
            bottom += 0.45 * UNIT
    if labels and position.game.rulebook.drawing.headings:
        top -= 0.6 * UNIT
    return left, top, right - left, bottom - top


def _reach(board: Board) -> float:
    """The extent of a cell from its place, to the sides or upwards, in units of the board."""
    return max(
        max(abs(u - x), abs(v - y))
        for (x, y), corners in zip(board.places, board.outlines, strict=True)
        for u, v in corners
    )


def is_dish(position: Position) -> bool:
    """Whether the board is a dish whose points are drawn: a rim goes around them."""
    return position.game.board.kind == "dish" and position.game.rulebook.drawing.on_points


def rim_of(spots: list[Point]) -> tuple[Point, float]:
    """Middle and radius of the rim around all points."""
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    far = max(hypot(x - middle[0], y - middle[1]) for x, y in spots)
    return middle, far + 0.62 * UNIT


def corners(board: Board, cell: int, part: float = 1.0) -> list[Point]:
    """The corners of a cell in the drawing; `part` of its whole size."""
    x, y = board.places[cell]
    found = [(x + part * (u - x), y + part * (v - y)) for u, v in board.outlines[cell]]
    return [(u * UNIT, -v * UNIT) for u, v in found]


def outline(board: Board, cell: int, part: float = 1.0) -> str:
    """The corners of a cell, for a polygon; `part` of its whole size."""
    return " ".join(f"{short(x)},{short(y)}" for x, y in corners(board, cell, part))
