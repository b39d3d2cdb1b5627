"""The geometry of boards: cells with names, places to draw them at, steps and symmetries.

near        the cells next to a cell: six neighbours on a hex board, orthogonal ones elsewhere
around      the same with diagonals, on square boards and dishes
step        the cell one step on in a direction, or -1 off the board
spot        a cell's integer coordinates: (column, row) from the bottom left; axial on hex boards
place       where a cell is drawn: x to the right, y upwards, neighbours one unit apart
outline     the corners of a cell as drawn

networkx graphs are the ground truth that every table is held against by the tests.

>>> column_name(0), column_name(26)
('a', 'aa')
>>> from ruleproof.models.boards.boards import board
>>> small = board("hex:2")
>>> small.size, len(small.symmetries), small.name_of(small.near[small.cell("a1")])
(7, 12, 'a2 b1 b2')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from math import cos, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from ruleproof.models.cells import Cells
from ruleproof.models.errors import TextError

if TYPE_CHECKING:
    import networkx as nx

LARGEST = 384
"""No board has more cells: the widest compiled set."""

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


Point = tuple[float, float]


class Geometry(NamedTuple):
    """The cells of a board that is made from a graph: see the properties of `Board`."""

    steps: dict[str, tuple[int, ...]]
    near: tuple[Cells, ...]
    around: tuple[Cells, ...]
    places: tuple[Point, ...]
    outlines: tuple[tuple[Point, ...], ...]
    symmetries: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, eq=False)
class Board:
    """A board; equal to another exactly when their texts are.

    `spots` are in the order of the cells' numbers, `rows` hold cell numbers from the top, -1 where
    the picture has no cell. `areas` are the board's own named sets, such as a dish's goal areas.
    `geometry` is None for the kinds that come along: theirs follows from the spots.
    """

    text: str
    kind: str
    spots: tuple[Spot, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    areas: tuple[Cells, ...] = ()
    geometry: Geometry | None = None
    _number: dict[str, int] = field(default_factory=dict[str, int])

    def __repr__(self) -> str:
        return f"board({self.text!r})"

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

    @property
    def grid(self) -> str:
        """The grid in which cells lie: `square`, `hex`, or empty where they lie otherwise."""
        if self.geometry:
            return ""
        return "hex" if self.kind == "hex" else "square"

    @cached_property
    def steps(self) -> dict[str, tuple[int, ...]]:
        """For each direction, the cell one step on from every cell, or -1."""
        if self.geometry:
            return self.geometry.steps
        at = {spot: cell for cell, spot in enumerate(self.spots)}
        compass = HEXAGONAL if self.grid == "hex" else ORTHOGONAL | DIAGONAL
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
        """Per cell, the set of its neighbours: hex or orthogonal ones, or those of the graph."""
        if self.geometry:
            return self.geometry.near
        return self._adjacent(HEXAGONAL if self.grid == "hex" else ORTHOGONAL)

    @cached_property
    def around(self) -> tuple[Cells, ...]:
        """Per cell, the set of its neighbours, diagonal ones included where the board has any."""
        if self.geometry:
            return self.geometry.around
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
    def places(self) -> tuple[Point, ...]:
        """The place at which each cell is drawn."""
        if self.geometry:
            return self.geometry.places
        if self.grid == "hex":
            return tuple((x + y / 2, y * 3**0.5 / 2) for x, y in self.spots)
        return tuple((float(x), float(y)) for x, y in self.spots)

    @cached_property
    def outlines(self) -> tuple[tuple[Point, ...], ...]:
        """The corners of each cell as drawn, in turn."""
        if self.geometry:
            return self.geometry.outlines
        return tuple(map(hexagon if self.grid == "hex" else square, self.places))

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The rotations and reflections that keep the board, identity first; `turned[cell]` is
        where the cell goes.
        """
        if self.geometry:
            return self.geometry.symmetries
        ways = _HEX_WAYS if self.grid == "hex" else _SQUARE_WAYS
        home = _centred(self.spots)
        at = {spot: cell for cell, spot in enumerate(home)}
        found: dict[tuple[int, ...], None] = {}
        for way in ways:
            turned = [way(x, y) for x, y in home]
            if all(spot in at for spot in turned):
                found[tuple(at[spot] for spot in turned)] = None
        return tuple(found)

    def inset(self, row: int) -> float:
        """The distance of a row's first cell from the left edge, in units; rows count from the top.
        0 where a row shows its missing cells.
        """
        if self.grid == "square":
            return 0.0
        left = min(x for x, _ in self.places)
        return self.places[self.rows[row][0]][0] - left

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


def square(place: Point) -> tuple[Point, ...]:
    """The corners of a square cell at a place, its neighbours one unit away."""
    x, y = place
    return (x - 0.5, y + 0.5), (x + 0.5, y + 0.5), (x + 0.5, y - 0.5), (x - 0.5, y - 0.5)


def hexagon(place: Point) -> tuple[Point, ...]:
    """The corners of a hexagonal cell at a place, one of them on top; its neighbours lie one unit
    away, two of them to the left and to the right.
    """
    (x, y), reach = place, 1 / 3**0.5
    return tuple((x + reach * sin(k * pi / 3), y + reach * cos(k * pi / 3)) for k in range(6))


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
