"""Circuits say what z3 says: evaluated in bulk, and as clauses for a CNF solver."""

# z3 is partly untyped
# pyright: basic, reportArgumentType=false, reportCallIssue=false, reportOperatorIssue=false

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleproof.solvers.reasoning.formulas.blast import circuit
from ruleproof.solvers.reasoning.formulas.sat import choices, cnf_solver
from ruleproof.solvers.reasoning.formulas.specialise import depends, depths, specialised
from tests.implied import implied

NAMES = [z3.Bool(name) for name in "abcd"]
NUMBER = z3.BitVec("n", 3)
EVERY = np.array(list(product((0, 1), repeat=7)), np.uint8)
"""Every assignment of the four Bools and of the number's bits, lowest first."""

ATOMS = st.sampled_from([*NAMES, z3.BoolVal(True), z3.BoolVal(False)]) | st.builds(
    lambda compare, k: compare(NUMBER, z3.BitVecVal(k, 3)),
    st.sampled_from([z3.ULT, z3.ULE, lambda x, y: x == y, lambda x, y: x + y == y - x]),
    st.integers(0, 7),
)


def _larger(parts):
    return st.one_of(
        parts.map(z3.Not),
        st.lists(parts, min_size=1, max_size=4).map(z3.And),
        st.lists(parts, min_size=1, max_size=4).map(z3.Or),
        st.builds(z3.Xor, parts, parts),
        st.builds(z3.Implies, parts, parts),
        st.builds(z3.If, parts, parts, parts),
        st.builds(lambda x, y: x == y, parts, parts),
    )


FORMULAS = st.recursive(ATOMS, _larger, max_leaves=12)


def _truth(formula, lane) -> bool:
    bits = [z3.BoolVal(bool(bit)) for bit in lane[:4]]
    value = z3.BitVecVal(sum(int(bit) << k for k, bit in enumerate(lane[4:])), 3)
    meaning = [*zip(NAMES, bits, strict=True), (NUMBER, value)]
    return z3.is_true(z3.simplify(z3.substitute(formula, *meaning)))


@settings(max_examples=60, deadline=None)
@given(st.lists(FORMULAS, min_size=1, max_size=3), st.integers(0, 127))
def test_circuits_have_the_truth_tables_of_their_formulas(formulas, lane: int):
    whole = circuit(formulas, [*NAMES, NUMBER])
    answers = whole.evaluate(EVERY)
    wanted = [_truth(formula, EVERY[lane]) for formula in formulas]
    assert answers[lane].tolist() == wanted
    assert whole.evaluate(EVERY[lane : lane + 1])[0].tolist() == wanted
    solver = cnf_solver(whole)
    for row, answer in zip(EVERY.tolist(), answers.tolist(), strict=True):
        chosen = [1 + k if bit else -1 - k for k, bit in enumerate(row)]
        assert solver.solve(chosen) == all(answer)
    solver.delete()


def test_variables_that_are_no_inputs_are_refused():
    with pytest.raises(ValueError, match="a variable that is no input: 'b'"):
        circuit([z3.And(NAMES[0], NAMES[1])], NAMES[:1])


def test_formulas_beyond_bits_are_refused():
    x = z3.Int("x")
    with pytest.raises(ValueError, match="a variable that is no input: 'x'"):
        circuit([x + 1 > x * x], [])
    with pytest.raises(ValueError, match="no gates"):
        circuit([NUMBER * NUMBER == 1], [NUMBER])


@settings(max_examples=60, deadline=None)
@given(FORMULAS, st.integers(1, 6))
def test_a_circuit_with_inputs_fixed_is_the_whole_one_on_those_rows(formula, last: int):
    whole = circuit([formula], [*NAMES, NUMBER])
    rows = np.array(list(product((0, 1), repeat=last)), np.uint8)
    firsts = np.array(list(product((0, 1), repeat=7 - last)), np.uint8)
    answers = specialised(whole, rows).evaluate(firsts)
    lanes = np.array([[*first, *row] for first in firsts for row in rows], np.uint8)
    assert answers.ravel().tolist() == whole.evaluate(lanes).ravel().tolist()


@settings(max_examples=60, deadline=None)
@given(FORMULAS, st.integers(0, 6))
def test_gates_depend_on_what_is_below_them(formula, first: int):
    whole = circuit([formula], [*NAMES, NUMBER])
    above: list[set[int]] = [set(), *({k} for k in range(7))]
    heights = [-1] * 8
    for left, right in whole.gates.tolist():
        above.append(above[left >> 1] | above[right >> 1])
        heights.append(1 + max(heights[left >> 1], heights[right >> 1]))
    assert depends(whole, first).tolist() == [max(one) >= first for one in above[8:]]
    assert depths(whole).tolist() == heights[8:]


@settings(max_examples=60, deadline=None)
@given(FORMULAS, st.integers(0, 6))
def test_choices_are_each_once_and_all_with_which_the_outputs_can_hold(formula, first: int):
    whole = circuit([formula], [*NAMES, NUMBER])
    holding = {tuple(row) for row in EVERY[whole.evaluate(EVERY)[:, 0]][:, first:].tolist()}
    found = [tuple(row.tolist()) for row in choices(whole, first)]
    assert len(set(found)) == len(found)
    assert holding <= set(found)


@settings(max_examples=200, deadline=None)
@given(FORMULAS, st.integers(0, 6))
def test_what_is_implied_is_the_only_way_that_the_outputs_hold(formula, first: int):
    whole = circuit([formula], [*NAMES, NUMBER])
    cases = np.array(list(product((0, 1), repeat=first)), np.uint8).reshape(1 << first, first)
    values, certain = implied(whole, cases)
    holding = EVERY[whole.evaluate(EVERY)[:, 0]].tolist()
    for case, value, sure in zip(cases.tolist(), values.tolist(), certain.tolist(), strict=True):
        if sure:
            assert [row for row in holding if row[:first] == case] == [[*case, *value]]


def test_what_is_set_part_by_part_is_implied():
    """A sum and a choice, written as equations of the bits, follow for every case at once."""
    after = z3.BitVec("after", 3)
    rules = [after == NUMBER + 3, NAMES[2] == z3.If(NAMES[0], NAMES[1], z3.Not(NAMES[1]))]
    whole = circuit(rules, [*NAMES[:2], NUMBER, NAMES[2], after])
    cases = np.array(list(product((0, 1), repeat=5)), np.uint8)
    values, certain = implied(whole, cases)
    assert certain.all()
    assert whole.evaluate(np.concatenate([cases, values], axis=1)).all()


def test_the_same_formula_gives_the_same_circuit_whatever_was_built_before():
    def built() -> list[list[int]]:
        row = [z3.Bool(f"same{k}") for k in range(6)]
        last = z3.BitVec("same", 4)
        formula = z3.Or(
            z3.And(row[3], row[1], last + last == 6), z3.And(*reversed(row)), z3.Xor(row[5], row[0])
        )
        return circuit([formula, z3.Not(formula)], [*row, last]).gates.tolist()

    first = built()
    for name in (5, 2, 0, 3):
        z3.And(z3.Bool(f"same{name}"), z3.Bool(f"other{name}"))
    kept = [z3.Bool(f"same{k}") for k in (5, 1, 3)]
    again = built()
    assert kept
    assert again == first
    assert len(first) > 8
