"""Drawings of one position in a file: SVG, or PNG where the file's name ends so."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ruleproof.cli.asking.arguments import after_the_answer, writable
from ruleproof.cli.errors import InputError
from ruleproof.cli.telling.answers import tell_replaced

if TYPE_CHECKING:
    from ruleproof.models.play.position import Position
    from ruleproof.reports.drawing.svg import CellValue

_PNG = ".png"


def writable_drawing(path: Path) -> None:
    """Finds out that a drawing can be written at `--output`, and tells whether a file is replaced.
    Raises `InputError` for a name with another ending; one without any is SVG.
    """
    if path.suffix.lower() not in ("", ".svg", _PNG):
        raise InputError(
            "--output: a drawing is SVG or PNG; name a file that ends in .svg or .png: "
            f"{str(path)!r}"
        )
    writable(path, "--output")
    tell_replaced(path)


def write_drawing(
    path: Path,
    position: Position,
    unwritten: list[str],
    values: Mapping[str, CellValue] | None = None,
) -> None:
    """Draws the position in the file, with the values of cells as a heat map if there are any.
    `unwritten` takes the reason where that fails.
    """
    from ruleproof.models.files.writing import write_whole
    from ruleproof.reports.drawing.svg import svg
    from ruleproof.reports.publishing.typesetting import png_of

    with after_the_answer("--output", unwritten):
        if path.suffix.lower() == _PNG:
            write_whole(path, png_of(position, values=values, last=True))
        else:
            write_whole(path, svg(position, values=values))
