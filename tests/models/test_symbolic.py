"""The symbolic vocabulary against the plain one, on random small graphs."""

# z3 and networkx are partly untyped
# pyright: basic, reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false, reportReturnType=false

from __future__ import annotations

from itertools import product

import networkx as nx
import numpy as np
import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleproof.models import cells as plain
from ruleproof.models.cells import Field, each
from ruleproof.models.symbolic import cells as s
from ruleproof.models.symbolic import logic, states
from ruleproof.solvers.reasoning.formulas.blast import circuit
from tests.strategies import positions

CELLS = 5


def _field(graph: nx.Graph, wide: nx.Graph, steps: list[int]) -> Field:
    """A board as rules see it, of any two graphs."""
    size = graph.number_of_nodes()

    def sets(one: nx.Graph):
        return tuple(sum(1 << other for other in one[cell]) for cell in range(size))

    return Field(size, 1, (1 << size) - 1, 0, sets(graph), sets(wide), (), tuple(steps))


@st.composite
def fields(draw: st.DrawFn) -> Field:
    """A board of any shape, with diagonals anywhere."""
    size = draw(st.integers(1, CELLS))
    pairs = [(a, b) for a in range(size) for b in range(a)]
    graph, wide = nx.empty_graph(size), nx.empty_graph(size)
    for a, b in pairs:
        if draw(st.booleans()):
            graph.add_edge(a, b)
        if graph.has_edge(a, b) or draw(st.booleans()):
            wide.add_edge(a, b)
    order = draw(st.permutations(range(size)))
    leaving = draw(st.integers(0, size))
    return _field(graph, wide, [-1 if to < leaving else to for to in order])


def _around(board: Field) -> Field:
    return board._replace(near=board.around)


def _plain_sets(board: Field, a: int, b: int) -> list[int]:
    """Sets by the plain vocabulary, in the order of `_symbolic_sets`."""
    groups = [plain.group(board, a, cell) if plain.has(a, cell) else 0 for cell in each(board.full)]
    wide = _around(board)
    return [
        a | b,
        a & b,
        a & ~b,
        board.full & ~a,
        plain.neighbours(board, a),
        plain.surroundings(board, a),
        plain.flood(board, a, b),
        plain.flood(wide, a, b),
        plain.liberties(board, a, b),
        plain.single(board, 0),
        plain.group(board, a, 0) if plain.has(a, 0) else 0,
        *groups,
    ]


def _symbolic_sets(board: Field, a: s.Cells, b: s.Cells) -> list[s.Cells]:
    return [
        s.union(a, b),
        s.common(a, b),
        s.without(a, b),
        s.complement(a),
        s.neighbours(board, a),
        s.surroundings(board, a),
        s.flood(board, a, b),
        s.flood(board, a, b, diagonal=True),
        s.liberties(board, a, b),
        s.single(board, 0),
        s.group(board, a, 0),
        *s.groups(board, a),
    ]


def _plain_facts(board: Field, a: int, b: int) -> list[bool]:
    """Yes or no by the plain vocabulary, in the order of `_symbolic_facts`."""
    counts = [plain.count(a) >= many for many in range(CELLS + 2)]
    return [
        *counts,
        *(not more for more in counts[1:]),
        plain.count(a) == 1,
        not a,
        bool(a & b),
        not a & ~b,
        a == b,
        plain.encircled(board, a, b),
        plain.outnumbered(board, 0, a, b),
        plain.count(a) < plain.count(b),
        plain.count(a) <= plain.count(b),
        plain.count(a) == plain.count(b),
    ]


def _symbolic_facts(board: Field, a: s.Cells, b: s.Cells) -> list[s.Formula]:
    return [
        *(s.at_least(a, many) for many in range(CELLS + 2)),
        *(s.at_most(a, many) for many in range(CELLS + 1)),
        s.is_single(a),
        s.is_empty(a),
        s.meet(a, b),
        s.within(a, b),
        s.alike(a, b),
        s.encircled(board, a, b),
        s.outnumbered(board, 0, a, b),
        logic.less(s.count(a), s.count(b)),
        logic.not_above(s.count(a), s.count(b)),
        logic.equal(s.count(a), s.count(b)),
    ]


@settings(max_examples=15, deadline=None)
@given(fields())
def test_the_symbolic_vocabulary_says_what_the_plain_one_says(board: Field):
    """On every assignment of two symbolic sets at once."""
    a = tuple(z3.Bool(f"a{cell}") for cell in range(board.size))
    b = tuple(z3.Bool(f"b{cell}") for cell in range(board.size))
    parts = [part for cells in _symbolic_sets(board, a, b) for part in cells]
    facts = _symbolic_facts(board, a, b)
    every = np.array(list(product((0, 1), repeat=2 * board.size)), np.uint8)
    answers = circuit([*parts, *facts], [*a, *b]).evaluate(every)
    for lane, answer in zip(every.tolist(), answers.tolist(), strict=True):
        one, other = (
            sum(bit << cell for cell, bit in enumerate(bits))
            for bits in (lane[: board.size], lane[board.size :])
        )
        sets = [
            sum(bit << cell for cell, bit in enumerate(answer[first : first + board.size]))
            for first in range(0, len(parts), board.size)
        ]
        assert sets == _plain_sets(board, one, other)
        assert answer[len(parts) :] == _plain_facts(board, one, other)


@settings(deadline=None)
@given(fields(), st.data())
def test_what_is_concrete_folds_to_constants(board: Field, data: st.DataObject):
    one, other = (data.draw(st.integers(0, board.full)) for _ in range(2))
    a, b = s.cells_of(board, one), s.cells_of(board, other)
    for cells, wanted in zip(
        _symbolic_sets(board, a, b), _plain_sets(board, one, other), strict=True
    ):
        assert [part is s.TRUE for part in cells] == [
            part is not s.FALSE for part in cells
        ]  # nothing but the two constants
        assert sum(1 << cell for cell, part in enumerate(cells) if part is s.TRUE) == wanted
    facts = _symbolic_facts(board, a, b)
    assert [fact is s.TRUE for fact in facts] == _plain_facts(board, one, other)
    assert [fact is s.FALSE for fact in facts] == [not x for x in _plain_facts(board, one, other)]
    sizes = [logic.known(size) for size in s.sizes(s.groups(board, a))]
    assert sizes == [
        plain.count(plain.group(board, one, cell)) if plain.has(one, cell) else 0
        for cell in range(board.size)
    ]


@settings(deadline=None)
@given(fields(), st.data())
def test_a_set_that_is_known_in_part_says_the_same(board: Field, data: st.DataObject):
    """Some cells constant, some open: folding must not change the meaning."""
    one, other, opened = (data.draw(st.integers(0, board.full)) for _ in range(3))
    variables = [z3.Bool(f"a{cell}") for cell in range(board.size)]
    a = tuple(
        variables[cell] if plain.has(opened, cell) else s.truth(plain.has(one, cell))
        for cell in range(board.size)
    )
    b = s.cells_of(board, other)
    meaning = [
        (variable, z3.BoolVal(plain.has(one, cell))) for cell, variable in enumerate(variables)
    ]

    def value(part: s.Formula) -> bool:
        return z3.is_true(z3.simplify(z3.substitute(part, *meaning)))

    for cells, wanted in zip(
        _symbolic_sets(board, a, b), _plain_sets(board, one, other), strict=True
    ):
        assert sum(1 << cell for cell, part in enumerate(cells) if value(part)) == wanted
    facts = [value(fact) for fact in _symbolic_facts(board, a, b)]
    assert facts == _plain_facts(board, one, other)


def _value(number: s.Number) -> int:
    return z3.simplify(number).as_long()


def _open(value: int) -> s.Number:
    """The value as a term that does not fold while it is built."""
    return z3.BitVecVal(value, 16) ^ z3.BitVecVal(0, 16)


SMALL_NUMBERS = st.lists(st.tuples(st.integers(0, 300), st.booleans()), min_size=1, max_size=6)


@settings(deadline=None)
@given(SMALL_NUMBERS)
def test_numbers_are_those_of_arithmetic(drawn: list[tuple[int, bool]]):
    values = [value for value, _ in drawn]
    terms = [_open(value) if hidden else logic.number(value) for value, hidden in drawn]
    assert _value(logic.greatest(terms)) == max(values)
    assert _value(logic.least(terms)) == min(values)
    assert _value(logic.total(terms, sum(values))) == sum(values)
    first, last = terms[0], terms[-1]
    assert _value(logic.plus(first, last)) == values[0] + values[-1]
    assert _value(logic.minus(first, last)) == (values[0] - values[-1]) % 65536
    for compare, wanted in (
        (logic.less, values[0] < values[-1]),
        (logic.not_above, values[0] <= values[-1]),
        (logic.equal, values[0] == values[-1]),
    ):
        assert z3.is_true(z3.simplify(compare(first, last))) == wanted


@pytest.mark.parametrize("values", list(product((False, True, None), repeat=3)))
def test_connectives_fold_only_what_they_may(values: tuple[bool | None, ...]):
    """With None for an open formula: equivalent to z3's own, and constant where all are."""
    names = [z3.Bool(f"x{k}") for k in range(3)]
    folded = [s.truth(v) if v is not None else x for v, x in zip(values, names, strict=True)]
    raw = [z3.BoolVal(v) if v is not None else x for v, x in zip(values, names, strict=True)]
    x, y, z = folded
    a, b, c = raw
    pairs = [
        (logic.conj(x, y, z), z3.And(a, b, c)),
        (logic.disj(x, y, z), z3.Or(a, b, c)),
        (logic.neg(x), z3.Not(a)),
        (logic.implies(x, y), z3.Implies(a, b)),
        (logic.iff(x, y), a == b),
        (logic.ite(x, y, z), z3.If(a, b, c)),
    ]
    for mine, theirs in pairs:
        solver = z3.Solver()
        solver.add(mine != theirs)
        assert solver.check() == z3.unsat
        if None not in values:
            assert mine is s.TRUE or mine is s.FALSE


@settings(deadline=None)
@given(fields(), st.data())
def test_the_value_at_a_picked_cell(board: Field, data: st.DataObject):
    cell = data.draw(st.integers(0, board.size - 1))
    numbers = data.draw(st.lists(st.integers(0, 99), min_size=board.size, max_size=board.size))
    pick = tuple(z3.Bool(f"pick{k}") for k in range(board.size))
    meaning = [(part, z3.BoolVal(k == cell)) for k, part in enumerate(pick)]
    picked = s.at(pick, [logic.number(value) for value in numbers])
    assert _value(z3.substitute(picked, *meaning)) == numbers[cell]
    rows = [s.cells_of(board, board.near[k]) for k in range(board.size)]
    row = [z3.simplify(z3.substitute(part, *meaning)) for part in s.at(pick, rows)]
    assert sum(1 << k for k, part in enumerate(row) if z3.is_true(part)) == board.near[cell]


@settings(max_examples=40, deadline=None)
@given(positions(most=12, own_board=False), st.data())
def test_states_go_there_and_back(position, data: st.DataObject):
    game, state = position.game, position.state
    p = states.fresh(game, "p")
    solver = z3.Solver()
    solver.add(states.same(p, states.constant(game, state)))
    assert solver.check() == z3.sat
    assert states.read_state(game, solver.model(), p) == state
    turn, swap = data.draw(st.sampled_from(game.symmetries))
    image = states.constant(game, game.image(state, turn, swap))
    solver.add(z3.Not(states.same(states.image_of(game, p, turn, swap), image)))
    assert solver.check() == z3.unsat
