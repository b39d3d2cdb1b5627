"""Boards: graphs of cells with names, places to draw them at, steps and symmetries.

near        the cells next to a cell: six neighbours on a hex board, orthogonal ones elsewhere
around      the same with diagonals, on square boards and dishes
step        the cell one step on in a direction, or -1 off the board
spot        a cell's integer coordinates: (column, row) from the bottom left; axial on hex boards
place       where a cell is drawn: x to the right, y upwards, neighbours one unit apart

A board is written `square:RxC`, `hex:S`, `dish:T,W` or `path:N`. networkx graphs are the ground
truth that every table is held against by the tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ruleproof.models.cells import Cells
from ruleproof.models.errors import TextError

if TYPE_CHECKING:
    import networkx as nx

LARGEST = 384
"""No board has more cells: the widest compiled set."""
LARGEST_DISH = 256
"""No dish has more points."""

Spot = tuple[int, int]
ORTHOGONAL: dict[str, Spot] = {"E": (1, 0), "N": (0, 1), "W": (-1, 0), "S": (0, -1)}
DIAGONAL: dict[str, Spot] = {"NE": (1, 1), "NW": (-1, 1), "SW": (-1, -1), "SE": (1, -1)}
HEXAGONAL: dict[str, Spot] = {
    "E": (1, 0),
    "NE": (0, 1),
    "NW": (-1, 1),
    "W": (-1, 0),
    "SW": (0, -1),
    "SE": (1, -1),
}


class Kind(NamedTuple):
    """One family of boards: how its text looks and what it may hold."""

    name: str
    form: str
    pattern: str
    limits: str
    about: str
    example: str


@dataclass(frozen=True, eq=False)
class Board:
    """A board; equal to another exactly when their texts are.

    `spots` are in the order of the cells' numbers, `rows` hold cell numbers from the top, -1 where
    the picture has no cell. `areas` are the board's own named sets, such as a dish's goal areas.
    """

    text: str
    kind: str
    spots: tuple[Spot, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    areas: tuple[Cells, ...] = ()
    _number: dict[str, int] = field(default_factory=dict[str, int], repr=False)

    def __post_init__(self) -> None:
        self._number.update({name: cell for cell, name in enumerate(self.names)})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.spots)

    @property
    def full(self) -> Cells:
        """The set of all cells."""
        return (1 << self.size) - 1

    @cached_property
    def steps(self) -> dict[str, tuple[int, ...]]:
        """For each direction, the cell one step on from every cell, or -1."""
        at = {spot: cell for cell, spot in enumerate(self.spots)}
        compass = HEXAGONAL if self.kind == "hex" else ORTHOGONAL | DIAGONAL
        return {
            name: tuple(at.get((x + dx, y + dy), -1) for x, y in self.spots)
            for name, (dx, dy) in compass.items()
        }

    def _adjacent(self, directions: Iterable[str]) -> tuple[Cells, ...]:
        chosen = [self.steps[name] for name in directions]
        return tuple(
            sum(1 << step[cell] for step in chosen if step[cell] >= 0) for cell in range(self.size)
        )

    @cached_property
    def near(self) -> tuple[Cells, ...]:
        """Per cell, the set of its hex or orthogonal neighbours."""
        return self._adjacent(HEXAGONAL if self.kind == "hex" else ORTHOGONAL)

    @cached_property
    def around(self) -> tuple[Cells, ...]:
        """Per cell, the set of its neighbours, diagonal ones included where the board has any."""
        return self._adjacent(self.steps)

    @cached_property
    def graph(self) -> nx.Graph[int]:
        """The cells with an edge between neighbours (`near`)."""
        return _graph(self.near)

    @cached_property
    def around_graph(self) -> nx.Graph[int]:
        """The cells with an edge between neighbours in all directions (`around`)."""
        return _graph(self.around)

    @cached_property
    def places(self) -> tuple[tuple[float, float], ...]:
        """Where each cell is drawn."""
        if self.kind == "hex":
            return tuple((x + y / 2, y * 3**0.5 / 2) for x, y in self.spots)
        return tuple((float(x), float(y)) for x, y in self.spots)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The rotations and reflections that keep the board, identity first; `turned[cell]` is
        where the cell goes.
        """
        ways = _HEX_WAYS if self.kind == "hex" else _SQUARE_WAYS
        home = _centred(self.spots)
        at = {spot: cell for cell, spot in enumerate(home)}
        found: dict[tuple[int, ...], None] = {}
        for way in ways:
            turned = [way(x, y) for x, y in home]
            if all(spot in at for spot in turned):
                found[tuple(at[spot] for spot in turned)] = None
        return tuple(found)

    def cell(self, name: str) -> int:
        """The number of the named cell; `TextError` for a name that is not on the board."""
        if name not in self._number:
            raise TextError(
                f"no such cell on {self.text} (cells {self.names[0]} to {self.names[-1]}): {name!r}"
            )
        return self._number[name]

    def set_of(self, names: str | Iterable[str]) -> Cells:
        """The set of the named cells, `"a1 b2"` or a list; `TextError` for an unknown name."""
        words = names.split() if isinstance(names, str) else names
        return sum({1 << self.cell(word) for word in words})

    def name_of(self, cells: Cells) -> str:
        """The names of the cells of a set, by number, separated by blanks."""
        return " ".join(self.names[cell] for cell in range(self.size) if cells >> cell & 1)


def _graph(near: tuple[Cells, ...]) -> nx.Graph[int]:
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(near)))
    for cell, others in enumerate(near):
        graph.add_edges_from((cell, other) for other in range(cell) if others >> other & 1)
    return graph


def _centred(spots: Iterable[Spot]) -> list[Spot]:
    """The spots doubled and moved so that their bounding box is centred on the origin."""
    spots = list(spots)
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    mx, my = min(xs) + max(xs), min(ys) + max(ys)
    return [(2 * x - mx, 2 * y - my) for x, y in spots]


_SQUARE_WAYS: tuple[Callable[[int, int], Spot], ...] = (
    lambda x, y: (x, y),
    lambda x, y: (-y, x),
    lambda x, y: (-x, -y),
    lambda x, y: (y, -x),
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, -x),
)
_HEX_TURNS: tuple[Callable[[int, int], Spot], ...] = (
    lambda x, y: (x, y),
    lambda x, y: (-y, x + y),
    lambda x, y: (-x - y, x),
    lambda x, y: (-x, -y),
    lambda x, y: (y, -x - y),
    lambda x, y: (x + y, -x),
)


def _reflected(turn: Callable[[int, int], Spot]) -> Callable[[int, int], Spot]:
    return lambda x, y: turn(y, x)


_HEX_WAYS = _HEX_TURNS + tuple(_reflected(turn) for turn in _HEX_TURNS)


def column_name(column: int) -> str:
    """`a` … `z`, then `aa`, `ab` …: the letters of a column counted from 0."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


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


KINDS: tuple[Kind, ...] = (
    Kind(
        "square",
        "square:RxC",
        r"square:(\d+)x(\d+)",
        f"R, C ≥ 1, R·C ≤ {LARGEST}",
        "R rows by C columns; orthogonal neighbours, or all eight where a game counts diagonals",
        "square:9x9",
    ),
    Kind("hex", "hex:S", r"hex:(\d+)", "2 ≤ S ≤ 8", "a hexagon of hexes, S cells a side", "hex:4"),
    Kind(
        "dish",
        "dish:T,W",
        r"dish:(\d+),(\d+)",
        f"T, W ≥ 1, at most {LARGEST_DISH} points",
        "a square of side 2T+W with its corners cut off; four goal areas, T×T less the cut",
        "dish:3,2",
    ),
    Kind("path", "path:N", r"path:(\d+)", f"1 ≤ N ≤ {LARGEST}", "N cells in a row", "path:6"),
)


def _allowed(kind: str, numbers: list[int]) -> bool:
    """Whether the sizes are within the limits of the kind."""
    first, last = numbers[0], numbers[-1]
    if kind == "hex":
        return 2 <= first <= 8
    if kind == "dish":
        side = 2 * first + last
        return min(numbers) >= 1 and side * side - 2 * first * (first - 1) <= LARGEST_DISH
    return min(numbers) >= 1 and (first * last if kind == "square" else first) <= LARGEST


@lru_cache(maxsize=64)
def board(text: str) -> Board:
    """The board that the text names, such as `hex:3`.

    Raises `TextError` for text that names no board or one beyond the limits of its kind.
    """
    makers: dict[str, Callable[..., Board]] = {
        "square": _square,
        "hex": _hex,
        "dish": _dish,
        "path": _path,
    }
    for kind in KINDS:
        match = re.fullmatch(kind.pattern, text, re.ASCII)
        if match is None:
            continue
        digits = [part.lstrip("0") or "0" for part in match.groups()]
        numbers = [int(part[:6]) for part in digits]
        if not _allowed(kind.name, numbers):
            raise TextError(f"{kind.form} needs {kind.limits}: {text!r}")
        separator = text[match.end(1) : match.end(1) + 1]
        return makers[kind.name](f"{kind.name}:{separator.join(digits)}", *numbers)
    forms = ", ".join(kind.form for kind in KINDS)
    raise TextError(f"a board is written {forms}: {text!r}")
