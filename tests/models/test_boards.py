"""Boards against networkx: graphs, names, symmetries; and texts that name no board."""

# networkx is partly untyped
# pyright: basic

from __future__ import annotations

import gc
import tracemalloc
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from networkx.algorithms.isomorphism import GraphMatcher

from ruleproof.models.boards.boards import DIAGONAL, HEXAGONAL, ORTHOGONAL, Board, board
from ruleproof.models.cells import each
from ruleproof.models.errors import TextError

EVERY_KIND = [
    "square:1x1", "square:1x4", "square:2x2", "square:3x2", "square:3x3", "square:4x8",
    "square:16x16", "hex:2", "hex:3", "hex:4", "hex:8", "dish:1,1", "dish:1,2", "dish:2,1",
    "dish:3,2", "path:1", "path:2", "path:7", "path:256", "square:19x19", "path:384",
]  # fmt: skip
SMALL = [
    "square:1x1", "square:1x4", "square:2x2", "square:3x2", "square:3x3", "square:2x4", "hex:2",
    "hex:3", "dish:1,1", "dish:2,1", "path:1", "path:2", "path:7",
]  # fmt: skip


def _distance(one: Board, a: int, b: int) -> float:
    """The square of the distance between two cells as drawn, rounded to tell lattice points."""
    (ax, ay), (bx, by) = one.places[a], one.places[b]
    return round((ax - bx) ** 2 + (ay - by) ** 2, 6)


@pytest.mark.parametrize("text", EVERY_KIND)
def test_neighbours_are_drawn_one_unit_apart(text: str):
    one = board(text)
    drawn = nx.Graph()
    drawn.add_nodes_from(range(one.size))
    drawn.add_edges_from(
        (a, b) for a, b in combinations(range(one.size), 2) if _distance(one, a, b) == 1
    )
    assert nx.utils.graphs_equal(one.graph, drawn)
    for cell in range(one.size):
        assert set(each(one.near[cell])) == set(drawn[cell])


@pytest.mark.parametrize("text", EVERY_KIND)
def test_around_adds_diagonals_where_cells_are_squares(text: str):
    one = board(text)
    limits = (1,) if one.kind == "hex" else (1, 2)
    for cell in range(one.size):
        close = {b for b in range(one.size) if b != cell and _distance(one, cell, b) in limits}
        assert set(each(one.around[cell])) == set(one.around_graph[cell]) == close


@pytest.mark.parametrize(
    ("text", "graph"),
    [
        ("square:3x5", nx.grid_2d_graph(3, 5)),
        ("square:1x6", nx.path_graph(6)),
        ("path:9", nx.path_graph(9)),
        ("hex:2", nx.wheel_graph(7)),
        ("dish:1,1", nx.grid_2d_graph(3, 3)),
    ],
)
def test_graphs_are_the_ones_of_the_textbook(text: str, graph):
    assert nx.is_isomorphic(board(text).graph, graph)


@pytest.mark.parametrize(
    ("text", "cells", "edges"),
    [
        ("hex:4", 37, 90),
        ("hex:8", 169, 462),
        ("square:9x9", 81, 144),
        ("dish:3,2", 52, 88),
        ("dish:1,2", 16, 24),
        ("dish:2,1", 21, 32),
        ("dish:2,2", 32, 52),
        ("dish:3,1", 37, 60),
    ],
)
def test_sizes(text: str, cells: int, edges: int):
    one = board(text)
    assert (one.size, one.graph.number_of_edges()) == (cells, edges)
    assert nx.is_connected(one.graph)


@pytest.mark.parametrize("text", EVERY_KIND)
def test_steps_lead_along_edges_and_back(text: str):
    one = board(text)
    compass = HEXAGONAL if one.kind == "hex" else ORTHOGONAL | DIAGONAL
    for cell in range(one.size):
        targets = [step[cell] for step in one.steps.values() if step[cell] >= 0]
        assert sorted(targets) == sorted(one.around_graph[cell])
    for name, (dx, dy) in compass.items():
        back = next(other for other, way in compass.items() if way == (-dx, -dy))
        for cell, target in enumerate(one.steps[name]):
            if target >= 0:
                assert one.steps[back][target] == cell


@pytest.mark.parametrize("text", SMALL)
def test_symmetries_are_the_automorphisms_that_keep_the_geometry(text: str):
    one = board(text)
    matcher = GraphMatcher(one.graph, one.graph)
    cells = range(one.size)
    kept = {
        tuple(turn[cell] for cell in cells)
        for turn in matcher.isomorphisms_iter()
        if all(
            _distance(one, a, b) == _distance(one, turn[a], turn[b])
            for a, b in combinations(cells, 2)
        )
    }
    assert set(one.symmetries) == kept
    assert len(one.symmetries) == len(kept)
    assert one.symmetries[0] == tuple(cells)


@pytest.mark.parametrize(
    ("text", "many"),
    [("hex:4", 12), ("hex:8", 12), ("square:8x8", 8), ("square:4x8", 4), ("dish:3,2", 8)],
)
def test_numbers_of_symmetries(text: str, many: int):
    assert len(board(text).symmetries) == many


@pytest.mark.parametrize("text", EVERY_KIND)
def test_names_and_numbers_go_both_ways(text: str):
    one = board(text)
    assert len(set(one.names)) == one.size
    assert [one.cell(name) for name in one.names] == list(range(one.size))
    assert one.names[0] == ("c1" if text == "dish:3,2" else "b1" if text == "dish:2,1" else "a1")
    assert one.set_of(one.name_of(one.full)) == one.full


def test_names_past_the_alphabet():
    assert board("path:53").names[25:28] == ("z1", "aa1", "ab1")
    assert board("path:53").names[-1] == "ba1"


@pytest.mark.parametrize("text", EVERY_KIND)
def test_rows_show_every_cell_once_from_the_top(text: str):
    one = board(text)
    shown = [cell for row in one.rows for cell in row if cell >= 0]
    assert sorted(shown) == list(range(one.size))
    heights = [{one.spots[cell][1] for cell in row if cell >= 0} for row in one.rows]
    assert all(len(row) == 1 for row in heights)
    assert heights == sorted(heights, key=max, reverse=True)


def test_the_dish_is_the_one_of_the_sheet():
    one = board("dish:3,2")
    goals = {cell for area in one.areas for cell in each(area)}
    picture = [
        "".join("." if cell < 0 else "o" if cell in goals else "+" for cell in row)
        for row in one.rows
    ]
    assert picture == [
        "..o++o..",
        ".oo++oo.",
        "ooo++ooo",
        "++++++++",
        "++++++++",
        "ooo++ooo",
        ".oo++oo.",
        "..o++o..",
    ]
    assert [area.bit_count() for area in one.areas] == [6, 6, 6, 6]
    notches = ["c1-b2", "b2-a3", "f1-g2", "g2-h3", "a6-b7", "b7-c8", "f8-g7", "g7-h6"]
    for pair in notches:
        here, there = (one.cell(name) for name in pair.split("-"))
        assert one.around_graph.has_edge(here, there)
        assert not one.graph.has_edge(here, there)


BAD = [
    "hex:1", "hex:9", "hex:", "hex", "hex:3x3", "square:0x3", "square:3x0", "square:3",
    "square:16x25", "square:-1x3", "square:3×3", "dish:0,1", "dish:1,0", "dish:3", "dish:9,9",
    "path:0", "path:385", "path:1.5", "round:3", "Hex:3", "hex:٣", "square:99999999999x1",
]  # fmt: skip


@pytest.mark.parametrize("text", [*BAD, "", " ", "hex:3 ", "hex:3\n", "square:3x3x3"])
def test_bad_texts_are_named(text: str):
    with pytest.raises(TextError) as error:
        board(text)
    assert str(error.value).endswith(repr(text))
    assert "\n" not in str(error.value)


@given(st.text(max_size=12))
def test_any_text_is_a_board_or_a_text_error(text: str):
    try:
        one = board(text)
    except TextError as error:
        message = str(error)
    else:
        message = repr(text)
        assert board(one.text) == one
    assert message.endswith(repr(text))


def test_leading_zeros_do_not_make_another_board():
    assert board("hex:03") == board("hex:3")
    assert board("square:02x3").text == "square:2x3"


def test_unknown_cells_are_named():
    with pytest.raises(TextError, match=r"no such cell on hex:2 .*: 'z9'"):
        board("hex:2").cell("z9")


@pytest.mark.slow
def test_few_of_many_boards_are_kept_in_memory():
    def look(sizes: range) -> None:
        for rows in sizes:
            one = board(f"square:{rows}x19")
            assert len(one.symmetries) in (4, 8)
            assert len(one.graph) == len(one.around_graph) == len(one.steps["E"]) == 19 * rows

    look(range(2, 4))
    tracemalloc.start()
    try:
        look(range(9, 20))
        gc.collect()
        eleven, _ = tracemalloc.get_traced_memory()
        for columns in range(15, 19):
            for rows in range(9, 20):
                _ = board(f"square:{rows}x{columns}").around_graph
        gc.collect()
        many, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert many < 2 * eleven
