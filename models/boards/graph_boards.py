"""Boards from graphs, for packages that bring a kind of board of their own.

The author gives a networkx graph whose nodes are the names of the cells, and the places where they
are drawn. The symmetries follow: the rotations and reflections of the places that keep the edges.

>>> import networkx as nx
>>> places = {"a1": (0, 0), "b1": (1, 0), "c1": (2, 0)}
>>> row = graph_board("row:3", nx.path_graph(places), places)
>>> row.size, row.name_of(row.near[row.cell("b1")])
(3, 'a1 c1')
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import atan2, cos, hypot, sin
from typing import TYPE_CHECKING

from ruleproof.models.boards.geometry import LARGEST, Board, Geometry, Point, square
from ruleproof.models.cells import Cells
from ruleproof.models.mistakes import Mistake, Place, short_path

if TYPE_CHECKING:
    import networkx as nx

_NAME = re.compile(r"[a-z]+\d+", re.ASCII)
_NEAR = 1e-6
"""Places that lie nearer than this to each other are the same."""


def graph_board(
    text: str,
    graph: nx.Graph[str],
    places: Mapping[str, Point],
    *,
    around: nx.Graph[str] | None = None,
    steps: Mapping[str, Mapping[str, str]] | None = None,
    areas: Sequence[Iterable[str]] = (),
    outlines: Mapping[str, Sequence[Point]] | None = None,
    symmetries: Sequence[Mapping[str, str]] | None = None,
) -> Board:
    """The board of a graph: the cells are its nodes, in their order, named like `a1` or `ab12`;
    edges join neighbours.

    `places` tells where each cell is drawn: x to the right, y upwards, neighbours about one unit
    apart. Cells of the same y are a row of the board's pictures. OPTIONAL are

    - `around`: a graph of the same cells whose edges join diagonal neighbours too.
      Without: `graph`.
    - `steps`: for each direction, the cell that lies one step on. Without: no directions.
    - `areas`: the board's own sets of cells; rules see them as `board.areas`. Without: none.
    - `outlines`: the corners of each cell as drawn, around its place. Without: squares.
    - `symmetries`: permutations of the cells that keep the edges, the identity first.
      Without: all rotations and reflections of the places that keep the edges.

    Raises `Mistake`, which names the line that calls this, for what makes no board.
    """
    names = [str(node) for node in graph]
    _expect(0 < len(names) <= LARGEST, f"a board has 1 to {LARGEST} cells, not {len(names)}")
    for node in graph:
        named = _NAME.fullmatch(str(node))
        _expect(named, f"a cell is named by small letters and digits, not {node!r}")
    _expect(not graph.is_directed(), "the graph is directed: neighbours are so both ways")
    number = {name: cell for cell, name in enumerate(names)}
    _expect(set(places) == set(names), f"`places` and the cells differ in {_some(places, names)}")
    spots = _spots(names, places)
    near, wide = (_sets(one, number) for one in (graph, around or graph))
    corners = outlines or {name: square(places[name]) for name in names}
    _expect(
        set(corners) == set(names), f"`outlines` and the cells differ in {_some(corners, names)}"
    )
    points = tuple(places[name] for name in names)
    given = _given(symmetries, number, near) if symmetries else _turns(points, near)
    rows: dict[int, dict[int, int]] = {}
    for cell, (column, row) in enumerate(spots):
        rows.setdefault(row, {})[column] = cell
    return Board(
        text=text,
        kind=text.partition(":")[0],
        spots=tuple(spots),
        names=tuple(names),
        rows=tuple(tuple(row[x] for x in sorted(row)) for _, row in sorted(rows.items())[::-1]),
        areas=tuple(sum({1 << _cell(name, number, "areas") for name in area}) for area in areas),
        geometry=Geometry(
            steps={
                way: tuple(_cell(to[name], number, "steps") if name in to else -1 for name in names)
                for way, to in (steps or {}).items()
            },
            near=near,
            around=wide,
            places=points,
            outlines=tuple(tuple(corners[name]) for name in names),
            symmetries=given,
        ),
    )


def _expect(held: object, what: str) -> None:
    """Raises `Mistake`, which names the author's line, unless it holds."""
    if held:
        return
    steps = reversed(traceback.extract_stack())
    step = next(one for one in steps if one.filename != __file__)
    place = Place(short_path(step.filename), step.lineno or 0, step.name)
    raise Mistake(place, what, "see `graph_board`")


def _some(one: Iterable[str], other: Iterable[str]) -> str:
    """Some names that only one of the two has."""
    return ", ".join(sorted(map(str, set(one) ^ set(other)))[:5])


def _cell(name: str, number: Mapping[str, int], where: str) -> int:
    """The number of a named cell."""
    _expect(name in number, f"`{where}` names no cell: {name!r}")
    return number[name]


def _sets(graph: nx.Graph[str], number: Mapping[str, int]) -> tuple[Cells, ...]:
    """Per cell, the set of its neighbours in the graph."""
    _expect(set(graph) == set(number), f"`around` and the cells differ in {_some(graph, number)}")
    loops = [name for name in graph if graph.has_edge(name, name)]
    _expect(not loops, f"a cell is no neighbour of its own: {loops[:1]}")
    return tuple(sum(1 << number[other] for other in graph[name]) for name in number)


def _spots(names: Sequence[str], places: Mapping[str, Point]) -> list[tuple[int, int]]:
    """For each cell its number in its row, from the left, and that of the row, from below."""
    heights: list[float] = []
    for y in sorted(y for _, y in places.values()):
        if not heights or y - heights[-1] > _NEAR:
            heights.append(y)
    row_of = {
        name: min(range(len(heights)), key=lambda row: abs(heights[row] - places[name][1]))
        for name in names
    }
    in_row: dict[int, list[str]] = {}
    for name in sorted(names, key=lambda name: places[name][0]):
        in_row.setdefault(row_of[name], []).append(name)
    return [(in_row[row_of[name]].index(name), row_of[name]) for name in names]


def _given(
    symmetries: Sequence[Mapping[str, str]], number: Mapping[str, int], near: tuple[Cells, ...]
) -> tuple[tuple[int, ...], ...]:
    """The author's symmetries, which must keep the edges."""
    turns: list[tuple[int, ...]] = []
    for one in symmetries:
        _expect(set(one) == set(number) == set(one.values()), "a symmetry moves every cell to one")
        turns.append(tuple(number[one[name]] for name in number))
        _expect(_keeps(turns[-1], near), f"symmetry {len(turns)} does not keep the edges")
    same = tuple(range(len(number)))
    return tuple(dict.fromkeys([same, *turns]))


def _keeps(turn: Sequence[int], near: Sequence[Cells]) -> bool:
    """Whether the permutation takes neighbours to neighbours."""
    for cell, others in enumerate(near):
        moved = sum(1 << turn[other] for other in range(len(near)) if others >> other & 1)
        if moved != near[turn[cell]]:
            return False
    return True


def _turns(places: Sequence[Point], near: tuple[Cells, ...]) -> tuple[tuple[int, ...], ...]:
    """The rotations and reflections about the middle that keep places and edges, identity first."""
    many = len(places)
    mx, my = (sum(place[axis] for place in places) / many for axis in (0, 1))
    middled = [(x - mx, y - my) for x, y in places]
    home = {_lattice(place): cell for cell, place in enumerate(middled)}
    far = max(range(many), key=lambda cell: hypot(*middled[cell]))
    angle = atan2(*middled[far][::-1])
    found: dict[tuple[int, ...], None] = {tuple(range(many)): None}
    for target, mirror in product(range(many), (1, -1)):
        if abs(hypot(*middled[target]) - hypot(*middled[far])) > _NEAR:
            continue
        by = atan2(*middled[target][::-1]) - mirror * angle
        moved = [
            (x * cos(by) - mirror * y * sin(by), x * sin(by) + mirror * y * cos(by))
            for x, y in middled
        ]
        turn = tuple(home.get(_lattice(place), -1) for place in moved)
        if sorted(turn) == list(range(many)) and _keeps(turn, near):
            found[turn] = None
    return tuple(found)


def _lattice(place: Point) -> Point:
    """The place, rounded so that places that are the same are equal."""
    return round(place[0], 5) + 0.0, round(place[1], 5) + 0.0
