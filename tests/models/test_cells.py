"""The vocabulary of sets, plain and compiled at every width, against networkx."""

# numba's functions and networkx are partly untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit, types

from ruleproof.models.boards.boards import Board, board
from ruleproof.models.cells import (
    Cells,
    Field,
    added,
    count,
    covered,
    each,
    encircled,
    flood,
    group,
    has,
    liberties,
    lowered,
    lowest,
    neighbours,
    outnumbered,
    raised,
    reached,
    rule,
    single,
    smallest,
    surroundings,
    total,
    up_to,
)
from ruleproof.models.compiled.levels import register_rules
from ruleproof.models.compiled.rows import load_field, load_state, store_state
from ruleproof.models.play.states import WIDTHS, pack, unpack, width_for, words_of

BOARDS = {
    64: ("path:1", "square:2x3", "hex:4", "dish:3,2", "square:8x8", "path:64"),
    128: ("path:65", "square:9x9", "hex:6", "square:8x16"),
    192: ("hex:8", "square:13x13", "square:12x16", "path:192"),
    256: ("path:193", "square:15x15", "square:16x16", "path:256"),
    384: ("path:257", "square:19x19", "square:16x24", "path:384"),
}
"""Boards of each width, the smallest and the largest sizes among them."""


class Question(NamedTuple):
    """Two sets, and a cell."""

    one: Cells
    other: Cells
    cell: int


class Answer(NamedTuple):
    """What the vocabulary says of them; numbers 0 and 1 stand for no and yes."""

    union: Cells
    common: Cells
    without: Cells
    either: Cells
    alone: Cells
    again: Cells
    neighbours: Cells
    surroundings: Cells
    flood: Cells
    reached: Cells
    beside: Cells
    group: Cells
    liberties: Cells
    counted: int
    lowest: int
    holds: int
    same: int
    differs: int
    some: int
    none: int
    encircled: int
    outnumbered: int
    few: Cells
    fewest: Cells
    summed: int
    twice: int
    less: int
    covered: Cells


@rule
def answer(field: Field, q: Question) -> Answer:
    """Every word of the vocabulary, on the question."""
    again = field.none
    walked = 0
    for cell in each(q.one):
        again |= single(field, cell)
        walked += 1
    cell = q.cell
    none = field.none
    numbers = raised(raised((none, none, none, none), q.one, 3), q.other, cell % 13)
    return Answer(
        q.one | q.other,
        q.one & q.other,
        q.one & ~q.other,
        q.one ^ q.other,
        single(field, cell),
        again,
        neighbours(field, q.one),
        surroundings(field, q.one),
        flood(field, q.one, q.other),
        reached(field, q.one, q.other).cells,
        reached(field, q.one, q.other).beside,
        group(field, q.one | single(field, cell), cell),
        liberties(field, q.one, q.other),
        count(q.one) if count(q.one) == walked else 999,
        lowest(q.one) if q.one else 999,
        1 if has(q.one, cell) else 0,
        1 if q.one == q.other else 0,
        1 if q.one != q.other else 0,
        1 if q.one else 0,
        1 if not q.one else 0,
        1 if encircled(field, q.one, q.other) else 0,
        1 if outnumbered(field, cell, q.one, q.other) else 0,
        up_to(numbers, field.full, cell % 16),
        smallest(numbers, q.one | q.other),
        total(numbers, q.one),
        total(added(numbers, raised((none, none, none, none), q.one, 2)), field.full) % 4096,
        total(lowered(numbers, q.one, 1 + cell % 3), field.full),
        covered(numbers),
    )


def by_networkx(board: Board, q: Question) -> Answer:
    """The same by networkx and Python's own sets."""
    graph, wide = board.graph, board.around_graph
    one, other = set(each(q.one)), set(each(q.other))
    boundary = nx.node_boundary(graph, one)
    met = set().union(
        *(part for part in nx.connected_components(graph.subgraph(other)) if part & one)
    )
    stones = graph.subgraph(one | {q.cell})
    around = set(wide[q.cell])
    more = q.cell % 13
    numbers = {cell: 3 * (cell in one) + more * (cell in other) for cell in graph}
    some = one | other

    def bits(cells: Any) -> int:
        return sum(1 << cell for cell in cells)

    return Answer(
        bits(one | other),
        bits(one & other),
        bits(one - other),
        bits(one ^ other),
        bits({q.cell}),
        bits(one),
        bits(boundary),
        bits(nx.node_boundary(wide, one)),
        bits(met),
        bits(met),
        bits(nx.node_boundary(graph, met)),
        bits(nx.node_connected_component(stones, q.cell)),
        bits(boundary & other),
        len(one),
        min(one, default=999),
        int(q.cell in one),
        int(one == other),
        int(one != other),
        int(bool(one)),
        int(not one),
        int(not (boundary | one) & other),
        int(len(around & other) > len(around & one) + 1),
        bits(cell for cell in graph if numbers[cell] <= q.cell % 16),
        bits(cell for cell in some if numbers[cell] == min(numbers[one] for one in some)),
        sum(numbers[cell] for cell in one),
        sum((numbers[cell] + 2 * (cell in one)) % 16 for cell in graph) % 4096,
        sum(numbers[cell] - (1 + q.cell % 3) * (cell in one) for cell in graph),
        bits(cell for cell in graph if numbers[cell]),
    )


def field(board: Board) -> Field:
    """The board as rules see it."""
    steps = list(board.steps.values())
    flat = tuple(step[cell] for cell in range(board.size) for step in steps)
    return Field(board.size, len(steps), board.full, 0, board.near, board.around, (), flat)


@cache
def compiled(width: int) -> Any:
    """`answer` compiled at the width: masks, numbers, row of the question, row of the answer."""
    register_rules()
    words, numbers = types.uint64[::1], types.int64[::1]

    @njit(types.void(words, numbers, words, words))
    def ask(masks, numbers, row, out):
        told = answer(load_field(masks, numbers, width), load_state(row, Question, width))
        store_state(out, 0, told)

    return ask


def by_machine(board: Board, q: Question, width: int) -> Answer:
    """The same by compiled code at the width."""
    plain = field(board)
    sets = [plain.full, 0, *plain.near, *plain.around]
    masks = np.array([word for cells in sets for word in words_of(cells, width)], np.uint64)
    numbers = np.array([plain.size, plain.directions, 0, *plain.step], np.int64)
    out = np.zeros(128, np.uint64)
    compiled(width)(masks, numbers, np.array(pack(q, width), np.uint64), out)
    return unpack(Answer, [int(word) for word in out], width)


@st.composite
def questions(draw: st.DrawFn, boards: tuple[str, ...]) -> tuple[Board, Question]:
    """A board and two sets of cells of it, thin and thick ones, and a cell."""
    one = board(draw(st.sampled_from(boards)))
    cells = st.integers(0, one.full)
    thin = st.tuples(cells, cells).map(lambda pair: pair[0] & pair[1])
    thick = st.tuples(cells, cells).map(lambda pair: pair[0] | pair[1])
    few = st.sets(st.integers(0, one.size - 1), max_size=4).map(
        lambda chosen: sum(1 << cell for cell in chosen)
    )
    some = st.one_of(cells, thin, thick, few, st.just(0), st.just(one.full))
    first, second = draw(some), draw(some)
    if draw(st.booleans()) and draw(st.booleans()):
        second = first
    return one, Question(first, second, draw(st.integers(0, one.size - 1)))


@settings(max_examples=150, deadline=None)
@given(questions(tuple(text for texts in BOARDS.values() for text in texts)))
def test_the_plain_vocabulary_is_that_of_networkx(drawn: tuple[Board, Question]):
    one, question = drawn
    assert answer(field(one), question) == by_networkx(one, question)


@pytest.mark.parametrize("width", WIDTHS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_compiled_vocabulary_is_that_of_networkx(width: int, data: st.DataObject):
    """At the board's own width and, for smaller boards, at every wider one."""
    fitting = tuple(text for own, texts in BOARDS.items() if own <= width for text in texts)
    one, question = data.draw(questions(fitting))
    assert by_machine(one, question, width) == by_networkx(one, question)


@pytest.mark.parametrize("width", WIDTHS)
def test_widths_are_the_narrowest_that_hold_the_board(width: int):
    assert {width_for(board(text).size) for text in BOARDS[width]} == {width}


@pytest.mark.parametrize("width", WIDTHS)
def test_the_last_bits_of_each_width(width: int):
    """Sets that lie across the border of two words, and in the last bit there is."""
    one = board(f"path:{width}")
    for low in {0, 63 % width, 64 % width, width - 2, width - 1}:
        question = Question(1 << low, one.full, low)
        assert by_machine(one, question, width) == by_networkx(one, question)
