"""Boards made from graphs are what the kinds that come along are, and mistakes are told as such."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from networkx.algorithms.isomorphism import GraphMatcher

from ruleproof.cli import main
from ruleproof.models.boards import boards
from ruleproof.models.boards.boards import Board, Kind, board, kind, kind_names
from ruleproof.models.boards.graph_boards import graph_board
from ruleproof.models.errors import TextError
from ruleproof.models.installed import entries
from ruleproof.models.mistakes import Mistake


def again(one: Board) -> Board:
    """The same board, made from its graph and its places."""
    label = dict(enumerate(one.names))

    def named(graph: nx.Graph[int]) -> nx.Graph[str]:
        found: nx.Graph[str] = nx.Graph()
        found.add_nodes_from(one.names)
        found.add_edges_from((label[a], label[b]) for a, b in graph.edges)
        return found

    return graph_board(
        one.text,
        named(one.graph),
        dict(zip(one.names, one.places, strict=True)),
        around=named(one.around_graph),
        steps={
            way: {label[a]: label[b] for a, b in enumerate(to) if b >= 0}
            for way, to in one.steps.items()
        },
        areas=[one.name_of(area).split() for area in one.areas],
        outlines=dict(zip(one.names, one.outlines, strict=True)),
    )


@pytest.mark.parametrize("text", ["square:3x4", "square:1x1", "hex:3", "dish:2,1", "path:5"])
def test_a_board_made_from_its_graph_is_the_same_board(text: str) -> None:
    one = board(text)
    other = again(one)
    assert (other.near, other.around, other.steps) == (one.near, one.around, one.steps)
    assert (other.names, other.areas, other.places) == (one.names, one.areas, one.places)
    assert set(other.symmetries) == set(one.symmetries)
    assert other.symmetries[0] == one.symmetries[0]
    shown = [tuple(cell for cell in row if cell >= 0) for row in one.rows]
    assert list(other.rows) == shown


@pytest.mark.parametrize("text", ["rhombus:3x3", "rhombus:2x4", "rhombus:1x3"])
def test_a_registered_board_has_its_graphs_symmetries_that_keep_the_places(text: str) -> None:
    one = board(text)

    def far(a: int, b: int) -> float:
        (x, y), (u, v) = one.places[a], one.places[b]
        return round((x - u) ** 2 + (y - v) ** 2, 6)

    cells = range(one.size)
    kept = {
        tuple(turn[cell] for cell in cells)
        for turn in GraphMatcher(one.graph, one.graph).isomorphisms_iter()
        if all(far(a, b) == far(turn[a], turn[b]) for a in cells for b in cells)
    }
    assert set(one.symmetries) == kept


def test_a_rhombus_has_the_edges_of_hexes() -> None:
    one = board("rhombus:11x11")
    assert (one.size, one.graph.number_of_edges()) == (121, 11 * 10 * 2 + 10 * 10)
    assert one.name_of(one.near[one.cell("b2")]).split() == ["b1", "c1", "a2", "c2", "a3", "b3"]
    assert board("rhombus:03x3") == board("rhombus:3x3")
    with pytest.raises(TextError, match="rhombus:RxC needs"):
        board("rhombus:20x20")


def small(graph: nx.Graph[str], **more: Any) -> Board:
    """A board on a line, some things of it changed."""
    known: dict[str, Any] = {"places": {"a1": (0, 0), "b1": (1, 0)}}
    return graph_board("line:3", graph, **(known | more))


LINE: nx.Graph[str] = nx.Graph([("a1", "b1")])
LOOP: nx.Graph[str] = nx.Graph([("a1", "a1"), ("a1", "b1")])


@pytest.mark.parametrize(
    ("graph", "more", "what"),
    [
        (nx.Graph(), {}, "1 to 384 cells"),
        (nx.Graph([("A", "b1")]), {}, "not 'A'"),
        (nx.Graph([(0, 1)]), {}, "not 0"),
        (nx.DiGraph([("a1", "b1")]), {}, "directed"),
        (LOOP, {}, r"no neighbour of its own: \['a1'\]"),
        (LINE, {"places": {"a1": (0, 0)}}, "`places` and the cells differ in b1"),
        (LINE, {"outlines": {"c1": []}}, "`outlines` and the cells differ in a1, b1, c1"),
        (LINE, {"areas": [["c1"]]}, "`areas` names no cell: 'c1'"),
        (LINE, {"steps": {"E": {"a1": "c1"}}}, "`steps` names no cell: 'c1'"),
        (LINE, {"around": nx.Graph([("a1", "c1")])}, "`around` and the cells differ in b1, c1"),
        (LINE, {"symmetries": [{"a1": "b1", "b1": "b1"}]}, "moves every cell to one"),
    ],
)
def test_what_makes_no_board_is_its_authors_mistake(
    graph: Any, more: dict[str, Any], what: str
) -> None:
    with pytest.raises(Mistake, match=what) as error:
        small(graph, **more)
    assert Path(error.value.place.file).name == Path(__file__).name
    assert error.value.place.function == "small"


def test_a_symmetry_must_keep_the_edges() -> None:
    line: nx.Graph[str] = nx.Graph([("a1", "b1"), ("b1", "c1")])
    places = {name: (float(x), 0.0) for x, name in enumerate(line)}
    with pytest.raises(Mistake, match="symmetry 1 does not keep the edges"):
        small(line, places=places, symmetries=[{"a1": "b1", "b1": "a1", "c1": "c1"}])
    assert len(small(line, places=places).symmetries) == 2


GOOD = Kind("line:N", "N ≥ 1", "a line", "line:2", lambda n: n >= 1, lambda text, n: small(LINE))  # pyright: ignore[reportUnknownLambdaType]


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch):
    """Has a package register something as the kind of board `line`."""

    def points(group: str) -> Iterable[EntryPoint]:
        if group != boards.GROUP:
            return entries(group)
        return [EntryPoint("line", "tests.models.test_graph_boards:REGISTERED", group)]

    def register(what: object) -> None:
        monkeypatch.setattr("tests.models.test_graph_boards.REGISTERED", what, raising=False)
        monkeypatch.setattr(boards, "entries", points)
        monkeypatch.setattr("ruleproof.models.offers.entries", points)
        for known in (kind, kind_names, board):
            known.cache_clear()

    yield register
    monkeypatch.undo()
    for known in (kind, kind_names, board):
        known.cache_clear()


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("a word", "names no `Kind`"),
        (GOOD._replace(form="LINE"), "write it like 'line:N' or 'line:RxC'"),
        (GOOD._replace(form="lines:N"), "write it like 'line:N' or 'line:RxC'"),
        (GOOD._replace(make=lambda text, n: None), "return `graph_board"),  # pyright: ignore[reportUnknownLambdaType]
        (GOOD._replace(make=lambda text, n: small(LOOP)), "no neighbour of its own"),  # pyright: ignore[reportUnknownLambdaType]
        (GOOD, "return `graph_board"),  # the text of its board is another one
    ],
)
def test_a_wrong_registration_is_told_and_the_other_kinds_stay(
    registered: Any, capsys: pytest.CaptureFixture[str], what: object, told: str
) -> None:
    registered(what)
    with pytest.raises(Mistake, match="test_graph_boards"):
        board("line:2")
    assert main(["boards"]) == 0
    listed = capsys.readouterr()
    assert "line: a mistake in tests/models/test_graph_boards.py" in listed.err
    assert told in listed.err
    assert "hex:S" in listed.out
    assert main(["show", "esgros", "--board", "line:2"]) == 2
    assert board("hex:2").size == 7


def test_kinds_are_listed_and_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert kind_names() == ("square", "hex", "dish", "path", "rhombus")
    assert main(["boards"]) == 0
    assert "rhombus:RxC" in capsys.readouterr().out
    assert main(["boards", "rhombus:2x3"]) == 0
    assert capsys.readouterr().out == "     a2 b2 c2\n    a1 b1 c1\n"
