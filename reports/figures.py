"""Figures of a page: drawings with captions, and lines of play drawn move by move.

figure    a drawing with its caption
strip     figures in a row: the positions of a line of play
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ruleproof.models.position import Position
from ruleproof.reports.drawing import CellValue, svg

LONGEST_STRIP = 60
"""A longer line of play is drawn from its end; its beginning is given as text."""
FOLDED = 14
"""So many figures of a strip are seen at once; the rest unfolds."""


@dataclass(frozen=True)
class Figure:
    """A drawing, what stands below it, and whose move it shows (empty at the start of a line)."""

    drawing: Markup
    caption: str = ""
    mover: str = ""


@dataclass(frozen=True)
class Strip:
    """The positions of a line of play; `skipped` moves before the first figure as text."""

    figures: tuple[Figure, ...]
    moves: str
    skipped: str = ""
    folded: int = FOLDED


def picture(
    position: Position,
    *,
    values: Mapping[str, CellValue] | None = None,
    labels: bool = True,
    title: str = "",
) -> Markup:
    """The drawing of a position for a page that holds `BOARD_CSS`."""
    return Markup(svg(position, values=values, labels=labels, title=title, style=False))


def strip(start: Position, moves: Sequence[str]) -> Strip:
    """A line of play from a position, drawn; `ValueError` when a move is not legal."""
    position = start
    figures: list[Figure] = []
    first = max(0, len(moves) - LONGEST_STRIP)
    for number, move in enumerate(moves, 1):
        mover = position.side
        position = position.play([move])
        if number > first:
            said = f"{number}. {move}"
            drawn = picture(position, labels=False, title=f"After {said} by {mover}")
            figures.append(Figure(drawn, said, mover))
    return Strip(tuple(figures), " ".join(moves), " ".join(moves[:first]))
