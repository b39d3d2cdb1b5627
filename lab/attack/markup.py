"""Says what is wrong with a page, a drawing, a table or a book that was made from altered files.

A page may hold the elements that templates and drawings have, and no others: an element or a
handler that came out of a file's text is one that nobody wrote into a template.
"""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
import zlib
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

DRAWN = frozenset(
    (
        *("svg", "title", "desc", "style", "g", "rect", "circle", "ellipse", "line", "path"),
        *("polygon", "polyline", "text"),
    )
)
WRITTEN = frozenset(
    (
        *("html", "head", "meta", "link", "body", "header", "main", "footer", "noscript", "script"),
        *("div", "p", "h1", "figure", "figcaption", "table", "thead", "tbody", "tr", "th", "td"),
        *("details", "summary", "span", "b", "q", "i", "code"),
    )
)
LINKS = frozenset(("href", "src", "xlink:href", "action", "formaction", "data"))
SCRIPTS = 2
"""The scripts of a page to solve: its data, and the one that reads them."""
FORMULAS = ("=", "+", "@", "\t", "\r")
"""Beginnings of cells that a spreadsheet works out; positions may begin with a hyphen."""
PNG = b"\x89PNG\r\n\x1a\n"
SIDES, ENDS = 25.0, 18.0
"""Points of a page's edges where nothing is printed."""
_NUMBER = re.compile(r'(?:width|height|[xy]M(?:in|ax))="(-?[0-9.]+)"')
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")


class _Elements(HTMLParser):
    """Counts scripts, and notes the first element that nobody wrote."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts = 0
        self.strange = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Looks at an element and its attributes."""
        self.scripts += tag == "script"
        wrong = tag not in DRAWN | WRITTEN or any(_acts(name, value) for name, value in attrs)
        if wrong and not self.strange:
            self.strange = self.get_starttag_text() or tag


def _acts(name: str, value: str | None) -> bool:
    """Whether the attribute does something, or leads elsewhere."""
    return name.startswith("on") or (name in LINKS and value != "data:,")


def wrong_page(path: Path) -> str:
    """Why it is no page of ours."""
    text = path.read_text(encoding="utf-8")
    found = _Elements()
    found.feed(text)
    found.close()
    if found.strange:
        return f"an element out of a text: {found.strange[:200]!r}"
    whole = text.startswith("<!doctype html>")
    if found.scripts > (SCRIPTS if whole else 0):
        return f"{found.scripts} scripts"
    if whole and not text.rstrip().endswith("</html>"):
        return f"it is half a page: {text[-100:]!r}"
    return _wrong_text(text)


def _wrong_drawing(path: Path) -> str:
    """Why it is no drawing of ours."""
    for element in ElementTree.parse(path).iter():
        tag = element.tag.rpartition("}")[2]
        acting = [name for name, value in element.attrib.items() if _acts(name, value)]
        if tag not in DRAWN or acting:
            return f"an element out of a text: {tag} {acting}"
    return ""


def _wrong_picture(path: Path) -> str:
    """Why it is no whole PNG."""
    content = path.read_bytes()
    at, kinds = len(PNG), [b""]
    while content.startswith(PNG) and kinds[-1] != b"IEND" and at + 12 <= len(content):
        end = at + 8 + int.from_bytes(content[at : at + 4])
        if zlib.crc32(content[at + 4 : end]) != int.from_bytes(content[end : end + 4]):
            break
        kinds.append(content[at + 4 : at + 8])
        at = end + 4
    whole = kinds[1:2] == [b"IHDR"] and kinds[-1] == b"IEND" and at == len(content)
    return "" if whole else f"it is half a picture of {len(content):,} bytes"


def wrong_drawings(path: Path) -> str:
    """Why one of the drawings of the folder is none of ours."""
    if not path.is_dir():
        return "there is no folder"
    wrong = {".svg": _wrong_drawing, ".png": _wrong_picture}
    found = (wrong[one.suffix](one) for one in sorted(path.iterdir()))
    return next(filter(None, found), "")


def wrong_table(path: Path) -> str:
    """Why it is no table of rows that are equally long and hold no formula."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        return "rows of different lengths"
    cells = [cell for row in rows for cell in row if cell.startswith(FORMULAS)]
    return f"a formula: {cells[0][:100]!r}" if cells else ""


def _wrong_text(text: str) -> str:
    found = _CONTROL.search(text)
    return f"a control character: {found[0]!r}" if found else ""


def wrong_words(path: Path) -> str:
    """Why it is no plain text."""
    return _wrong_text(path.read_text(encoding="utf-8"))


def wrong_book(path: Path) -> str:
    """Why it is no whole PDF."""
    content = path.read_bytes()
    whole = content.startswith(b"%PDF-") and content.rstrip().endswith(b"%%EOF")
    return _beyond(path) if whole else f"it is half a book of {len(content):,} bytes"


def _beyond(path: Path) -> str:
    """The first word that stands in a margin of a page, or runs off it; where pdftotext is not
    installed, nobody looks.
    """
    if shutil.which("pdftotext") is None:
        return ""
    told = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, check=True)
    wide = high = 0.0
    for line in told.stdout.decode("utf-8", "replace").splitlines():
        numbers = [float(one) for one in _NUMBER.findall(line)]
        if "<page" in line:
            wide, high = numbers
        elif "<word" in line:
            left, top, right, bottom = numbers
            if min(left, wide - right) < SIDES or min(top, high - bottom) < ENDS:
                return f"a word in the margin: {line.strip()[:200]}"
    return ""


def wrong_columns(path: Path) -> str:
    """Why it is no whole Parquet file."""
    content = path.read_bytes()
    whole = content[:4] == content[-4:] == b"PAR1"
    return "" if whole else f"it is half a table of {len(content):,} bytes"


def wrong_lines(path: Path) -> str:
    """Why it is no set of puzzles, a line each."""
    from ruleproof.puzzles.puzzle import read_set

    return "" if read_set(path.read_text(encoding="utf-8"), path.name) else "it is empty"


WRONG: dict[str, Callable[[Path], str]] = {
    ".html": wrong_page,
    "": wrong_drawings,
    ".csv": wrong_table,
    ".txt": wrong_words,
    ".pdf": wrong_book,
    ".parquet": wrong_columns,
    ".jsonl": wrong_lines,
}
"""What says so, by how the name of a file ends; a folder is of drawings."""
