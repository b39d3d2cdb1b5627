"""Pieces as SVG: discs, rings, squares, and piles of checkers seen from aslant.

>>> short(1.25), short(2.0)
('1.2', '2')
"""

from __future__ import annotations

from html import escape
from typing import TypeAlias

from ruleproof.models.rulebooks.parts import Mark
from ruleproof.reports.drawing.palette import Tone, tone

UNIT = 48
"""The distance from a cell to its neighbour."""
COUNTED = 4
"""A pile of more checkers than this bears their number."""

Point: TypeAlias = tuple[float, float]


def short(value: float) -> str:
    """A number as SVG writes it, to a tenth of a unit."""
    return f"{round(value, 1):g}"


def words_at(at: Point, words: str, size: float, paint: str, bold: bool = False) -> str:
    """Words centred on a point."""
    weight = ' font-weight="600"' if bold else ""
    place = f'x="{short(at[0])}" y="{short(at[1] + size * 0.36)}"'
    return f'<text {place} font-size="{short(size)}"{weight} {paint}>{escape(words)}</text>'


def circle(at: Point, radius: float, paint: str) -> str:
    """A circle around a point."""
    place = f'cx="{short(at[0])}" cy="{short(at[1])}"'
    return f'<circle {place} r="{short(radius)}" {paint}/>'


def pile(
    marks: list[Mark], at: Point, players: tuple[str, ...], piled: bool, *, printed: bool = False
) -> str:
    """The pieces of one cell, lowest first; those above are drawn further up so that all show."""
    highest = max(mark.height for mark in marks)
    step = UNIT * min(0.16, 0.55 / highest) if highest else 0
    radius = UNIT * (0.3 if piled else 0.4)
    x, y = at[0], at[1] + step * highest / 2
    drawn: list[str] = []
    for mark in marks:
        spot = x, y - step * mark.height
        paint = tone(mark.colour, players, printed=printed)
        if mark.shape == "checker":
            top = mark.height == highest
            many = str(highest + 1) if top and highest >= COUNTED else ""
            drawn.append(_checker(mark, spot, step or UNIT * 0.16, paint, many))
        else:
            drawn.append(_mark(mark, spot, radius, paint))
    return "".join(drawn)


def _checker(mark: Mark, at: Point, thick: float, paint: Tone, many: str) -> str:
    """A flat round piece seen from aslant: its side and its top."""
    across, deep = UNIT * 0.36, UNIT * 0.17
    left, right, y = short(at[0] - across), short(at[0] + across), at[1]
    low, high = short(y + thick / 2), short(y - thick / 2)
    arc = f"A{short(across)} {short(deep)} 0 0"
    skin = f'stroke="{paint.rim}" stroke-width="1.4"'
    side = (
        f'<path d="M{left} {high}V{low}{arc} 0 {right} {low}V{high}" fill="{paint.side}" {skin}/>'
    )
    top = (
        f'<ellipse cx="{short(at[0])}" cy="{high}" rx="{short(across)}" ry="{short(deep)}" '
        f'fill="{paint.fill}" {skin}/>'
    )
    words = mark.label or many
    middle = (at[0], y - thick / 2)
    label = words_at(middle, words, 13, f'fill="{paint.ink}"', bold=True) if words else ""
    return side + top + label


def _mark(mark: Mark, at: Point, radius: float, paint: Tone) -> str:
    """One piece, seen from above."""
    skin = f'fill="{paint.fill}" stroke="{paint.rim}" stroke-width="1.6"'
    broad, half = radius * 0.42, radius * 0.86
    band = f'fill="none" stroke="{paint.rim}" stroke-width="{short(broad)}"'
    inner = f'fill="none" stroke="{paint.fill}" stroke-width="{short(broad - 2.6)}"'
    corner = f'x="{short(at[0] - half)}" y="{short(at[1] - half)}" rx="3"'
    shapes = {
        "disc": circle(at, radius, skin),
        "small": circle(at, radius * 0.62, skin),
        "dot": circle(at, radius * 0.28, f'fill="{paint.fill}"'),
        "ring": circle(at, half, band) + circle(at, half, inner),
        "square": f'<rect {corner} width="{short(2 * half)}" height="{short(2 * half)}" {skin}/>',
    }
    size = min(radius * 0.95, radius * 2.5 / max(1, len(mark.label)))
    label = words_at(at, mark.label, size, f'fill="{paint.ink}"', bold=True) if mark.label else ""
    return shapes[mark.shape] + label
