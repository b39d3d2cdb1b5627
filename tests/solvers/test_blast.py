"""Formulas turned into gates by hand say what z3 says of them, and are the same at every time."""

# z3 is partly untyped
# pyright: basic, reportArgumentType=false, reportCallIssue=false, reportOperatorIssue=false

from __future__ import annotations

from io import BytesIO
from itertools import product

import numpy as np
import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleproof import game
from ruleproof.models.claims.claims import Theorem, table
from ruleproof.solvers.reasoning.formulas.blast import Unblastable, blasted, cnf
from ruleproof.solvers.verify.drat import BadProof
from ruleproof.solvers.verify.formulas import _satisfied

BOOLS = [z3.Bool(name) for name in "ab"]
NUMBERS = [z3.BitVec(name, 3) for name in "xy"]
EVERY = np.array(list(product((0, 1), repeat=8)), np.uint8)

numbers = st.recursive(
    st.sampled_from([*NUMBERS, z3.BitVecVal(5, 3)]),
    lambda parts: st.one_of(
        st.builds(lambda p, q: p + q, parts, parts),
        st.builds(lambda p, q: p - q, parts, parts),
        st.builds(z3.If, st.sampled_from(BOOLS), parts, parts),
        st.builds(lambda p, q: z3.Extract(3, 1, z3.Concat(p, q)), parts, parts),
        st.builds(lambda p: z3.Extract(2, 0, z3.ZeroExt(2, p)), parts),
        st.builds(lambda p: z3.Extract(3, 1, z3.SignExt(2, p)), parts),
    ),
    max_leaves=5,
)
COMPARISONS = [
    *(z3.ULT, z3.ULE, z3.UGT, z3.UGE),
    lambda p, q: p < q,
    lambda p, q: p <= q,
    lambda p, q: p > q,
    lambda p, q: p >= q,
    lambda p, q: p == q,
]
atoms = st.one_of(
    st.sampled_from([*BOOLS, z3.BoolVal(True), z3.BoolVal(False)]),
    st.builds(lambda c, p, q: c(p, q), st.sampled_from(COMPARISONS), numbers, numbers),
)
formulas = st.recursive(
    atoms,
    lambda parts: st.one_of(
        parts.map(z3.Not),
        st.lists(parts, min_size=1, max_size=3).map(z3.And),
        st.lists(parts, min_size=1, max_size=3).map(z3.Or),
        st.builds(z3.Xor, parts, parts),
        st.builds(z3.Implies, parts, parts),
        st.builds(z3.If, parts, parts, parts),
        st.builds(lambda p, q: p == q, parts, parts),
        st.builds(z3.Distinct, parts, parts),
        st.builds(
            lambda many, k: z3.AtLeast(*many, k),
            st.lists(parts, min_size=1, max_size=4),
            st.integers(1, 3),
        ),
        st.builds(
            lambda many, k: z3.AtMost(*many, k),
            st.lists(parts, min_size=1, max_size=4),
            st.integers(0, 3),
        ),
    ),
    max_leaves=8,
)


def truth(formula, chosen: dict[str, int]) -> bool:
    values = [(b, z3.BoolVal(bool(chosen.get(str(b), 0)))) for b in BOOLS]
    for number in NUMBERS:
        bits = sum(chosen.get(f"{number}[{k}]", 0) << k for k in range(3))
        values.append((number, z3.BitVecVal(bits, 3)))
    return z3.is_true(z3.simplify(z3.substitute(formula, *values)))


@settings(max_examples=150, deadline=None)
@given(formulas, st.lists(st.integers(0, 255), min_size=1, max_size=4))
def test_gates_have_the_truth_tables_of_their_formulas(formula, places: list[int]):
    made, names = blasted([formula])
    every = EVERY[:, : len(names)]
    answers = made.evaluate(every)[:, 0]
    for place in places:
        chosen = {name: int(bit) for name, bit in zip(names, every[place], strict=True)}
        assert bool(answers[place]) == truth(formula, chosen)


@settings(max_examples=60, deadline=None)
@given(formulas)
def test_clauses_have_a_model_exactly_where_the_formula_has(formula):
    from pysat.solvers import Solver

    clauses = cnf([formula])
    solver = z3.Solver()
    solver.add(formula)
    with Solver(name="glucose4", bootstrap_with=clauses.clauses) as found:
        assert found.solve() == (solver.check() == z3.sat)
        if solver.check() == z3.sat:
            _satisfied(clauses, BytesIO(" ".join(map(str, found.get_model() or [])).encode()))


def test_a_model_must_make_every_clause_true():
    clauses = cnf([z3.And(BOOLS[0], z3.Not(BOOLS[1]))])
    for wrong in ("", "1 2", "1 -1", "1 x", "-1 -2"):
        with pytest.raises(BadProof):
            _satisfied(clauses, BytesIO(wrong.encode()))


def test_the_clauses_do_not_depend_on_what_z3_has_seen():
    chosen = game("grow", "path:3")
    theorem = next(
        one for claim in table(chosen) for one in claim.obligations if isinstance(one, Theorem)
    )
    assert theorem.checks is not None
    first = [cnf(goal.formulas).text() for goal in theorem.checks(chosen)]
    kept = [z3.BitVec(f"other{k}", 5) + k for k in range(100)]
    assert [cnf(goal.formulas).text() for goal in theorem.checks(chosen)] == first
    assert len(kept) == 100


@pytest.mark.parametrize(
    "formula",
    [
        z3.ForAll(z3.Int("n"), z3.Int("n") > 0),
        z3.Int("n") > 0,
        NUMBERS[0] * NUMBERS[1] == 3,
        z3.Function("f", z3.BoolSort(), z3.BoolSort())(BOOLS[0]),
        z3.Distinct(*BOOLS, z3.Bool("c")),
    ],
    ids=str,
)
def test_what_has_no_gates_is_refused(formula):
    with pytest.raises(Unblastable):
        cnf([formula])
