"""Boards by their names: `square:RxC`, `hex:S`, `dish:T,W`, `path:N`, and the kinds of packages.

A package registers a kind of board through the entry-point group `ruleproof.boards`; each entry
point has the kind's name and names a `Kind`. Its boards are made by `graph_board`
(`models/boards/graph_boards.py`) from a networkx graph and places to draw its cells at.

    >>> board("hex:3").size, board("square:02x3").text
    (19, 'square:2x3')
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from ruleproof.models.boards.geometry import (
    DIAGONAL,
    HEXAGONAL,
    LARGEST,
    ORTHOGONAL,
    Board,
    Spot,
    column_name,
)
from ruleproof.models.errors import TextError, meant
from ruleproof.models.installed import entries
from ruleproof.models.mistakes import Mistake, Place, place_of, told_as_the_authors
from ruleproof.models.offers import offered_by

__all__ = [
    "DIAGONAL", "HEXAGONAL", "KINDS", "LARGEST", "ORTHOGONAL", "Board", "Kind", "board", "kind",
    "kind_names", "kinds",
]  # fmt: skip

GROUP = "ruleproof.boards"
LARGEST_DISH = 256
"""No dish has more points."""
_FORM = re.compile(r"[a-z][a-z0-9-]*:[A-Z](?:[x,][A-Z])*")


class Kind(NamedTuple):
    """A kind of board: the form of its text, its sizes, and the maker of its boards."""

    form: str
    """REQUIRED. A name and sizes in capitals, such as `square:RxC` or `dish:T,W`."""

    limits: str
    """REQUIRED. The sizes that `allows` accepts, in words."""

    about: str
    """REQUIRED. The board's looks, in one clause."""

    example: str
    """REQUIRED. A board of ordinary size."""

    allows: Callable[..., bool]
    """REQUIRED. Whether there is a board of the sizes, which it gets as whole numbers.
    Law: no board has more than 384 cells.
    """

    make: Callable[..., Board]
    """REQUIRED. The board, from its text and the sizes: see `graph_board`."""

    small: str = ""
    """OPTIONAL. A board small enough to show all names of its cells. Without: `example`."""

    tiny: tuple[str, ...] = ()
    """OPTIONAL. Boards of so few cells that `conform` looks at all positions on them.
    Without: it plays random games on each game's own board, and no more.
    """

    @property
    def name(self) -> str:
        """The name before the colon."""
        return self.form.partition(":")[0]

    def sizes(self, text: str) -> list[int] | None:
        """The sizes in a board's text; None where it is not of the form."""
        match = re.fullmatch(re.sub("[A-Z]", lambda _: r"(\d+)", self.form), text, re.ASCII)
        digits = [part.lstrip("0") or "0" for part in match.groups()] if match else []
        return [int(part[:6]) for part in digits] if match else None

    def text(self, sizes: list[int]) -> str:
        """The text of the board of these sizes."""
        left = iter(sizes)
        return re.sub("[A-Z]", lambda _: str(next(left)), self.form)


def _grid(text: str, kind: str, spots: list[Spot], areas: list[list[Spot]]) -> Board:
    """A board whose cells lie on a square grid; named by column letter and row number."""
    at = {spot: cell for cell, spot in enumerate(spots)}
    width, height = max(x for x, _ in spots) + 1, max(y for _, y in spots) + 1
    return Board(
        text=text,
        kind=kind,
        spots=tuple(spots),
        names=tuple(f"{column_name(x)}{y + 1}" for x, y in spots),
        rows=tuple(
            tuple(at.get((x, y), -1) for x in range(width)) for y in reversed(range(height))
        ),
        areas=tuple(sum(1 << at[spot] for spot in area) for area in areas),
    )


def _square(text: str, rows: int, columns: int) -> Board:
    return _grid(text, "square", [(x, y) for y in range(rows) for x in range(columns)], [])


def _path(text: str, length: int) -> Board:
    return _grid(text, "path", [(x, 0) for x in range(length)], [])


def _dish(text: str, corner: int, waist: int) -> Board:
    """A square of side 2T+W without the points whose distances to the nearest two edges add up to
    less than T-1; the goal areas are the corner blocks less the removed points.
    """
    side = 2 * corner + waist
    edge = [min(i, side - 1 - i) for i in range(side)]
    spots = [(x, y) for y in range(side) for x in range(side) if edge[x] + edge[y] >= corner - 1]
    low, high = range(corner), range(side - corner, side)
    blocks = [(low, low), (high, low), (low, high), (high, high)]
    areas = [[(x, y) for x, y in spots if x in across and y in up] for across, up in blocks]
    return _grid(text, "dish", spots, areas)


def _hex(text: str, side: int) -> Board:
    reach = side - 1
    lines = [
        [(x, y) for x in range(-reach, reach + 1) if abs(x + y) <= reach]
        for y in range(-reach, reach + 1)
    ]
    spots = [spot for line in lines for spot in line]
    at = {spot: cell for cell, spot in enumerate(spots)}
    names = [
        f"{column_name(row)}{number}"
        for row, line in enumerate(lines)
        for number in range(1, len(line) + 1)
    ]
    rows = tuple(tuple(at[spot] for spot in line) for line in reversed(lines))
    return Board(text=text, kind="hex", spots=tuple(spots), names=tuple(names), rows=rows)


def _square_fits(rows: int, columns: int) -> bool:
    return min(rows, columns) >= 1 and rows * columns <= LARGEST


def _hex_fits(side: int) -> bool:
    return 2 <= side <= 8


def _path_fits(length: int) -> bool:
    return 1 <= length <= LARGEST


def _dish_fits(corner: int, waist: int) -> bool:
    side = 2 * corner + waist
    return min(corner, waist) >= 1 and side * side - 2 * corner * (corner - 1) <= LARGEST_DISH


KINDS: tuple[Kind, ...] = (
    Kind(
        "square:RxC",
        f"R, C ≥ 1, R·C ≤ {LARGEST}",
        "R rows by C columns; orthogonal neighbours, or all eight where a game counts diagonals",
        "square:9x9",
        _square_fits,
        _square,
        "square:2x3",
        ("square:1x2", "square:2x2", "square:2x3"),
    ),
    Kind(
        "hex:S",
        "2 ≤ S ≤ 8",
        "a hexagon of hexes, S cells a side",
        "hex:4",
        _hex_fits,
        _hex,
        "hex:2",
        ("hex:2",),
    ),
    Kind(
        "dish:T,W",
        f"T, W ≥ 1, at most {LARGEST_DISH} points",
        "a square of side 2T+W with its corners cut off; four goal areas, T×T less the cut",
        "dish:3,2",
        _dish_fits,
        _dish,
        "dish:2,1",
        ("dish:1,1",),
    ),
    Kind(
        "path:N",
        f"1 ≤ N ≤ {LARGEST}",
        "N cells in a row",
        "path:6",
        _path_fits,
        _path,
        "path:6",
        ("path:2", "path:3", "path:4"),
    ),
)
"""The kinds that come along."""


@lru_cache(maxsize=1)
def kind_names() -> tuple[str, ...]:
    """The names of all kinds: those that come along, then those of packages by the alphabet."""
    ours = tuple(kind.name for kind in KINDS)
    others = {point.name for point in entries(GROUP)} - set(ours)
    return ours + tuple(sorted(others))


@lru_cache(maxsize=64)
def kind(name: str) -> Kind:
    """The kind of that name. Raises `TextError` where there is none, and `Mistake` where a package
    registers it wrongly.
    """
    for ours in KINDS:
        if ours.name == name:
            return ours
    if point := offered_by(GROUP, name):
        with told_as_the_authors():
            found = point.load()
        place = _place(point.module)
        if not isinstance(found, Kind):
            what = f"the entry point {name!r} of {GROUP} names no `Kind`: {point.value!r}"
            raise Mistake(place, what, "let it name a `Kind` of ruleproof.models.boards.boards")
        if not _FORM.fullmatch(found.form) or found.name != name:
            what = f"the form of the kind of boards {name!r} is {found.form!r}"
            raise Mistake(place, what, f"write it like '{name}:N' or '{name}:RxC'")
        return found
    near = meant(name, kind_names())
    raise TextError(f"no such kind of board (kinds: {', '.join(kind_names())}{near}): {name!r}")


def _place(module: str) -> Place:
    import sys

    return place_of(sys.modules[module])


def kinds() -> tuple[Kind, ...]:
    """All kinds, without those that packages register wrongly."""
    found: list[Kind] = []
    for name in kind_names():
        with suppress(Mistake):
            found.append(kind(name))
    return tuple(found)


@lru_cache(maxsize=8)
def board(text: str) -> Board:
    """The board that the text names, such as `hex:3`.

    Raises `TextError` for text that names no board or one beyond the limits of its kind, and
    `Mistake` where a package's kind makes no board of it.
    """
    name = text.partition(":")[0]
    found = kind(name) if name in kind_names() else None
    sizes = found.sizes(text) if found else None
    if found is None or sizes is None:
        forms = ", ".join(one.form for one in kinds())
        raise TextError(f"a board is written {forms}: {text!r}")
    with told_as_the_authors():
        if not found.allows(*sizes):
            raise TextError(f"{found.form} needs {found.limits}: {text!r}")
        made = found.make(found.text(sizes), *sizes)
    if not isinstance(made, Board) or made.text != found.text(sizes) or made.kind != name:  # pyright: ignore[reportUnnecessaryIsInstance]
        what = f"what makes boards of the kind {name!r} gave {made!r:.60}"
        raise Mistake(place_of(found.make), what, "return `graph_board(text, …)`")
    return made
