"""The board of Hex: a rhombus of hexes, whose four sides belong to the players."""

from __future__ import annotations

import networkx as nx

from ruleproof.models.boards.boards import LARGEST, Board, Kind
from ruleproof.models.boards.geometry import HEXAGONAL, column_name, hexagon
from ruleproof.models.boards.graph_boards import graph_board


def fits(rows: int, columns: int) -> bool:
    """Whether there is a rhombus of so many rows and columns."""
    return min(rows, columns) >= 1 and rows * columns <= LARGEST


def rhombus(text: str, rows: int, columns: int) -> Board:
    """The rhombus; its areas are the lowest and the highest row, the first and the last column."""
    name = {(x, y): f"{column_name(x)}{y + 1}" for y in range(rows) for x in range(columns)}
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(name.values())
    for (x, y), one in name.items():
        for dx, dy in HEXAGONAL.values():
            if (x + dx, y + dy) in name:
                graph.add_edge(one, name[x + dx, y + dy])
    places = {one: (x + y / 2, y * 3**0.5 / 2) for (x, y), one in name.items()}
    return graph_board(
        text,
        graph,
        places,
        outlines={one: hexagon(place) for one, place in places.items()},
        areas=[
            [one for (_, y), one in name.items() if y == 0],
            [one for (_, y), one in name.items() if y == rows - 1],
            [one for (x, _), one in name.items() if x == 0],
            [one for (x, _), one in name.items() if x == columns - 1],
        ],
    )


RHOMBUS = Kind(
    form="rhombus:RxC",
    limits=f"R, C ≥ 1, R·C ≤ {LARGEST}",
    about="R rows by C columns of hexes",
    example="rhombus:11x11",
    allows=fits,
    make=rhombus,
    small="rhombus:3x3",
    tiny=("rhombus:1x2", "rhombus:2x2", "rhombus:2x3"),
)
