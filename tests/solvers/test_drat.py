"""The checker of DRAT proofs takes proofs of solvers, and none of what can be satisfied."""

# pysat's functions are untyped
# pyright: basic

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from ruleproof.solvers.verify.drat import BadProof, replay

SQUARE = [[1, 2], [-1, 2], [1, -2], [-1, -2]]


def pigeons(holes: int) -> tuple[int, list[list[int]]]:
    """One pigeon more than holes."""

    def sits(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    clauses = [[sits(p, h) for h in range(holes)] for p in range(holes + 1)]
    clauses += [
        [-sits(p, h), -sits(q, h)] for h in range(holes) for p in range(holes + 1) for q in range(p)
    ]
    return (holes + 1) * holes, clauses


def random_clauses(seed: int) -> tuple[int, list[list[int]]]:
    rng = random.Random(seed)
    many = rng.randint(5, 60)
    size = int(many * rng.uniform(4.5, 6))
    clauses = [
        [rng.choice((1, -1)) * one for one in rng.sample(range(1, many + 1), 3)]
        for _ in range(size)
    ]
    return many, clauses


def proof_of(clauses: list[list[int]], solver: str = "cadical195") -> list[str] | None:
    """A solver's proof, None if there is a model."""
    with Solver(name=solver, bootstrap_with=clauses, with_proof=True) as found:
        return None if found.solve() else list(found.get_proof() or ())


@pytest.mark.parametrize("solver", ["cadical195", "cadical153", "glucose4", "lingeling"])
def test_proofs_of_solvers_are_taken(solver: str):
    taken = 0
    for seed in range(60):
        many, clauses = random_clauses(seed)
        proof = proof_of(clauses, solver)
        if proof is not None:
            assert replay(many, clauses, "\n".join(proof)) == len(proof)
            taken += 1
    assert taken > 20


@pytest.mark.parametrize("holes", [3, 5, 6])
def test_a_long_proof_is_taken_and_none_of_less(holes: int):
    many, clauses = pigeons(holes)
    proof = proof_of(clauses)
    assert proof is not None
    assert replay(many, clauses, "\n".join(proof)) == len(proof)
    for gone in range(0, len(clauses), 5):  # without any clause of it there is a model
        with pytest.raises(BadProof):
            replay(many, clauses[:gone] + clauses[gone + 1 :], "\n".join(proof))
    with pytest.raises(BadProof, match=r"no contradiction|not follow"):
        replay(many, clauses, "")


def test_the_first_step_that_does_not_follow_is_named():
    with pytest.raises(BadProof, match=r"step 1 does not follow: '3 0 1 0 0'"):
        replay(3, [[1, 2], [-1, 2], [1, -2], [-1, -3]], "3 0\n1 0\n0\n")
    with pytest.raises(BadProof, match="no contradiction"):
        replay(2, SQUARE[:3], "1 0\n2 0\n")


def test_a_step_with_rat_is_taken():
    """The example of drat-trim's paper, whose first step is no consequence."""
    clauses = [[1, 2, -3], [-1, -2, 3], [2, 3, -4], [-2, -3, 4]]
    clauses += [[-1, -3, -4], [1, 3, 4], [-1, 2, 4], [1, -2, -4]]
    assert replay(4, clauses, "-1 0\nd -1 2 4 0\n2 0\n0\n") == 4


def test_what_fixes_a_literal_is_not_forgotten():
    """By drat-trim's rule: else a step with regard to fewer clauses could be taken that is none."""
    assert replay(2, [[1], [-1, 2], [-2]], "d 1 0\nd -2 0\n0\n") >= 1


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_what_has_a_model_is_never_contradicted(data: st.DataObject):
    literal = st.integers(1, 5).flatmap(lambda one: st.sampled_from((one, -one)))
    clause = st.lists(literal, max_size=4)
    clauses = data.draw(st.lists(clause.filter(bool), max_size=14))
    forgets = st.sampled_from(("", "d "))
    steps = data.draw(st.lists(st.tuples(forgets, clause), max_size=12))
    proof = "\n".join(how + " ".join(map(str, [*one, 0])) for how, one in steps) + "\n0\n"
    satisfied = any(
        all(any((one > 0) == values[abs(one) - 1] for one in each) for each in clauses)
        for values in product((False, True), repeat=5)
    )
    try:
        replay(5, clauses, proof)
    except BadProof:
        return
    assert not satisfied


@pytest.mark.parametrize("place", range(0, 60, 3))
def test_an_altered_proof_is_refused_or_still_a_proof(place: int):
    """Of clauses with a model nothing is a proof; of others the altered text may be one."""
    many, clauses = pigeons(4)
    proof = proof_of(clauses)
    assert proof is not None
    words = proof[place % len(proof)].split()
    words[0] = "d" if words[0] != "d" else words[1]
    altered = [*proof[:place], " ".join(words), *proof[place + 1 :]]
    with pytest.raises(BadProof):
        replay(many, clauses[1:], "\n".join(altered))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 2", "cut short"),
        ("1 x 0", "'x'"),
        ("1 -- 0", "'--'"),
        ("1 d 2 0", "within a clause"),
        ("999999999 0", "variable 999999999"),
        ("99999999999999999999 0", "'9999"),
        ("-0 0", "'-0'"),
    ],
)
def test_other_texts_are_refused(text: str, why: str):
    with pytest.raises(BadProof, match=why):
        replay(2, SQUARE, text)


def test_clauses_that_say_nothing_or_say_it_twice():
    assert replay(2, [[1, -1], [1, 1], [-1, -1, -1]], "0\n") == 1
    assert replay(0, [[]], "") == 0
