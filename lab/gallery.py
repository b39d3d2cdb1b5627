"""Several positions in one picture, side by side: for a README, a title page, a slide."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from html import escape
from pathlib import Path

from ruleproof.models.files.strict import json_value
from ruleproof.models.files.writing import write_whole
from ruleproof.models.play.game import make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.reports.drawing.palette import BOARD_CSS, LIGHT
from ruleproof.reports.drawing.pieces import short
from ruleproof.reports.drawing.svg import FONT, svg

GAP = 28
CAPTION = 34


def gallery(positions: Sequence[Position], *, height: int = 220, width: int = 1000) -> str:
    """The positions as one SVG element, each with the title of its game below it.

    Drawings are `height` units high, less where they would be wider than a third of the width, and
    stand in as many rows as they need; a row is centred.
    """
    rows: list[list[tuple[str, float, float, str]]] = [[]]
    for position in positions:
        drawing = svg(position, labels=False, last=False, style=False)
        wide, high = _size(drawing)
        scale = min(height / high, (width - 2 * GAP) / 3 / wide)
        part = (drawing, wide * scale, high * scale, position.game.rulebook.title.split(":")[0])
        taken = sum(one[1] + GAP for one in rows[-1])
        if rows[-1] and taken + part[1] > width:
            rows.append([])
        rows[-1].append(part)
    parts: list[str] = []
    top = 0.0
    for row in rows:
        tall = max((one[2] for one in row), default=0.0)
        left = (width - sum(one[1] for one in row) - GAP * (len(row) - 1)) / 2
        for drawing, wide, high, title in row:
            parts.append(_placed(drawing, left, top + (tall - high) / 2, wide, high))
            middle = short(left + wide / 2)
            parts.append(
                f'<text class="rp-edge" x="{middle}" y="{short(top + tall + 24)}" '
                f'fill="{LIGHT["rp-edge"][0]}" font-size="16">{escape(title)}</text>'
            )
            left += wide + GAP
        top += tall + CAPTION + GAP
    names = ", ".join(position.game.rulebook.title for position in positions)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} '
        f'{short(top - GAP)}" width="{width}" height="{short(top - GAP)}" '
        f'font-family="{escape(FONT)}" text-anchor="middle"><title>{escape(names)}</title>'
        f"<style>{BOARD_CSS}</style>{''.join(parts)}</svg>"
    )


def _size(drawing: str) -> tuple[float, float]:
    """The width and height that a drawing says it has."""
    found = re.search(r'" width="([\d.]+)" height="([\d.]+)"', drawing)
    assert found is not None
    return float(found[1]), float(found[2])


def _placed(drawing: str, x: float, y: float, width: float, height: float) -> str:
    """The drawing with its place and size in the whole picture."""
    place = f'" x="{short(x)}" y="{short(y)}" width="{short(width)}" height="{short(height)}"'
    return re.sub(r'" width="[\d.]+" height="[\d.]+"', place, drawing, count=1)


def main(paths: Sequence[str]) -> None:
    """Draws the positions that a JSON file lists (game, board, settings, position) into another:
    `python -m lab.gallery lab/results/games.json docs/games.svg`.
    """
    source, target = map(Path, paths)
    write_whole(target, drawn_list(source.read_text(encoding="utf-8")))


def drawn_list(text: str) -> str:
    """The picture of the positions that a JSON text lists."""
    return gallery(
        [
            Position.read(make_game(rulebook(e["game"]), e["board"], e["settings"]), e["position"])
            for e in json_value(text)
        ]
    )


if __name__ == "__main__":
    main(sys.argv[1:])
