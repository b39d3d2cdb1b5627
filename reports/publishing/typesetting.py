"""Typesetting: pages for print that typst makes of a template, its words and its drawings.

Drawings are vectors with literal colours, which a black-and-white printer keeps apart. Only the
fonts of two Python packages are used, under the SIL Open Font License. A PDF is tagged, by the
rules of PDF/UA-1: every drawing has words for those who cannot see it, and a character that no font
has is an error. The same contents make the same bytes.
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from ruleproof.models.errors import TextError
from ruleproof.models.play.position import Position
from ruleproof.reports.drawing.spoken import spoken
from ruleproof.reports.drawing.svg import EDGE, FONT, CellValue, svg

PAPERS = {"a4": "a4", "letter": "us-letter"}
"""Sizes of paper: typst's name for each name on the command line."""
FONTS = ("font_source_sans_pro", "font_source_serif_pro")
"""The packages of the fonts."""
PRINTED = 300.0
"""Dots per inch of a drawing as PNG, whose units are pixels of 1/96 inch."""
_HEAD = 8 + 4 + 4 + 13 + 4
"""Bytes of a PNG before its second chunk: the signature and IHDR, with length and checksum."""
_SHARED = "shared.typ"
_IN_DRAWINGS = "Source Sans Pro"
_INSTEAD = "Helvetica,Arial,sans-serif"
_SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')
_LACKING = re.compile(r'the text `"(.*?)"` could not be displayed')
_ESCAPED = re.compile(r"\\u\{([0-9a-f]+)\}")
_OWN_WORDS = re.compile(r"assertion failed: (.*)")
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)|(?<=s)'(?= )")
"""Straight apostrophes, which the templates' own words do not have."""
_TITLES = re.compile(r"<(title|desc)>.*?</\1>")

Told = dict[str, Any]


class Drawings:
    """The drawings of a work, each with a name and alternative words; equal ones are one file.
    `edge` is the size of the letters beside boards.
    """

    def __init__(self, edge: float = EDGE) -> None:
        self._edge = edge
        self.files: dict[str, bytes] = {}
        self._names: dict[bytes, str] = {}

    def add(
        self,
        position: Position,
        *,
        cells: Sequence[str] = (),
        last: bool = False,
        values: Mapping[str, CellValue] | None = None,
    ) -> Told:
        """Draws a position; returns what a template needs to show it."""
        plain = for_print(position, cells=cells, last=last, edge=self._edge, values=values)
        content = plain.encode()
        name = self._names.setdefault(content, f"{len(self._names) + 1}.svg")
        self.files[f"drawings/{name}"] = content
        return {
            "name": name,
            "size": [float(one) for one in _SIZE.findall(plain)[0]],
            "alt": alternative(position, cells),
        }


class PrintLayout(NamedTuple):
    """The choices of an editor that books and sheets share."""

    title: str = ""
    """Empty: one that is made of the games' names."""
    paper: str = "a4"
    """One of `PAPERS`."""

    def told(self, games: Sequence[str]) -> Told:
        """The title and the paper for a template. `games`: their names, in short."""
        usual = f"{games[0]} puzzles" if len(games) == 1 else "Puzzles"
        return {"title": self.title or usual, "paper": PAPERS[self.paper]}


PLAIN = PrintLayout()
"""A4, with a title made of the games' names."""


class PrintWork(NamedTuple):
    """The contents of pages: the template's name, its data, the drawings it shows."""

    template: str
    told: Told
    drawings: Drawings


def for_print(
    position: Position,
    *,
    cells: Sequence[str] = (),
    last: bool = False,
    edge: float = EDGE,
    titles: bool = False,
    values: Mapping[str, CellValue] | None = None,
) -> str:
    """The position as SVG with colours of print and a font that print has. With `titles` it has
    words for screen readers and stands alone, so that it names other fonts in case of need.
    `values` are those of cells, for a heat map.
    """
    picture = svg(
        position, highlight=cells, values=values, last=last, style=False, edge=edge, printed=True
    )
    if titles:
        return picture.replace(f'"{escape(FONT)}"', f'"{_IN_DRAWINGS},{_INSTEAD}"')
    return _TITLES.sub("", picture).replace(f'"{escape(FONT)}"', f'"{_IN_DRAWINGS}"')


def alternative(position: Position, cells: Sequence[str] = ()) -> str:
    """The words for those who cannot see the drawing."""
    told = f"{position.game.rulebook.title}. {spoken(position)}"
    return told + (f" Marked: {', '.join(cells)}." if cells else "")


def pdf(work: PrintWork) -> bytes:
    """The pages as PDF. Raises `TextError` where a font lacks a character, and where a text or a
    diagram has no room.
    """
    return _compiled(work, format="pdf", pdf_standards=["ua-1"])[0]


def pngs(work: PrintWork, dots: float = 80.0) -> list[bytes]:
    """Each page as PNG, with so many dots per inch, which the file says itself."""
    return [_with_density(page, dots) for page in _compiled(work, format="png", ppi=dots)]


def _with_density(png: bytes, dots: float) -> bytes:
    """The PNG with a chunk `pHYs` behind its first, which layout programs take its size from."""
    metre = round(dots / 0.0254)
    chunk = b"pHYs" + struct.pack(">IIB", metre, metre, 1)
    whole = struct.pack(">I", 9) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return png[:_HEAD] + whole + png[_HEAD:]


def png_of(
    position: Position,
    cells: Sequence[str] = (),
    *,
    values: Mapping[str, CellValue] | None = None,
    last: bool = False,
) -> bytes:
    """The drawing of a position as PNG for print: `cells` are framed, `values` those of a heat map,
    `last` shows the changes of the last move.
    """
    drawings = Drawings()
    told = {"drawing": drawings.add(position, cells=cells, values=values, last=last)}
    return pngs(PrintWork("drawing.typ", told, drawings), PRINTED)[0]


def _compiled(work: PrintWork, **form: Any) -> list[bytes]:
    """The files that typst makes of the work, for PDF one."""
    import typst

    folder = files("ruleproof.reports.publishing").joinpath("book_page")
    try:
        data = _APOSTROPHE.sub("’", json.dumps(work.told, ensure_ascii=False)).encode()
    except UnicodeEncodeError as error:  # half a character, as shells give for odd bytes
        raise TextError(_lacking(error.object[error.start], work)) from None
    inputs: Any = {
        "main": folder.joinpath(work.template).read_bytes(),
        _SHARED: folder.joinpath(_SHARED).read_bytes(),
        "data.json": data,
        **work.drawings.files,
    }
    fonts = font_folders()
    try:
        made = typst.compile(
            inputs, font_paths=fonts, ignore_system_fonts=True, timestamp=0, **form
        )
    except typst.TypstError as error:
        raise TextError(_refused(str(error), work)) from None
    return made if isinstance(made, list) else [made]


def _refused(error: str, work: PrintWork) -> str:
    """The reason why typst makes no pages, in one line."""
    lacking = _LACKING.search(error)
    if lacking:
        return _lacking(_ESCAPED.sub(lambda found: chr(int(found[1], 16)), lacking[1]), work)
    told = _OWN_WORDS.search(error)
    return told[1] if told else f"typst cannot make the pages: {' '.join(error.split())}"


def _lacking(character: str, work: PrintWork) -> str:
    """The refusal of a character that no font has, with its place if that is known."""
    what, place = work.template.partition(".")[0], _place(work.told, character)
    told = f"the fonts of the {what} lack a character: {character!r}"
    return f"{told}, in {place}" if place else told


def _place(told: Told, character: str) -> str:
    """The first text that has the character: the title or a puzzle; empty where it is neither."""
    if character in told.get("title", ""):
        return "the title"
    puzzles = (
        f"puzzle {part['puzzle']}"
        for part in _parts(told)
        if isinstance(part, dict) and "puzzle" in part
        if any(isinstance(text, str) and character in text for text in _parts(part))
    )
    return next(puzzles, "")


def _parts(told: Any) -> Iterator[Any]:
    """Yields the data and all parts of it."""
    yield told
    inner = told.values() if isinstance(told, dict) else told if isinstance(told, list) else ()
    for one in inner:
        yield from _parts(one)


def font_folders() -> list[str]:
    """The folders of the fonts' files; `TextError` where their packages are missing."""
    found: list[str] = []
    for name in FONTS:
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            raise TextError(f"a font is missing: pip install {name.replace('_', '-')}")
        found.append(str(Path(spec.origin).parent / "files"))
    return found
