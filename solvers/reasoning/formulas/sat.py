"""Circuits put to a CNF solver: whether their outputs can hold, and with which inputs.

open    a gate whose value the solver may choose, whatever its ends are

>>> import z3
>>> from ruleproof.solvers.reasoning.formulas.blast import circuit
>>> a = z3.Bool("a")
>>> unsatisfiable(circuit([z3.And(a, z3.Not(a))], [a]), 0)
True
"""

# pysat's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from pysat.solvers import Solver

from ruleproof.solvers.reasoning.formulas.circuits import FALSE, TRUE, Circuit, signed
from ruleproof.solvers.reasoning.formulas.specialise import behind, depends, depths

SOLVER = "glucose4"


def cnf_solver(formula: Circuit) -> Solver:
    """A CNF solver that holds all the formulas of the circuit to be true."""
    solver = Solver(name=SOLVER, bootstrap_with=formula.clauses())
    for clause in _outputs_hold(formula):
        solver.add_clause(clause)
    return solver


def _outputs_hold(formula: Circuit) -> list[list[int]]:
    """The clauses that say that all outputs are true."""
    if FALSE in formula.outputs:
        return [[1], [-1]]
    return [[signed(output)] for output in formula.outputs if output != TRUE]


def unsatisfiable(formula: Circuit, given: int) -> bool:
    """Whether no values of the inputs make all the formulas true.

    Tried first with the values of all gates that only the `given` first inputs determine left open,
    then with more and more of these gates, those nearest to the inputs first: in the whole of a
    deep circuit a contradiction may be hard to see.
    """
    moving, deep = depends(formula, given), depths(formula)
    with Solver(name=SOLVER, bootstrap_with=_outputs_hold(formula)) as solver:
        bound = -1
        for wider in (*_LEVELS, len(formula.gates)):
            new = ~moving & (bound < deep) & (deep <= wider)
            for clause in formula.clauses(np.flatnonzero(new | moving & (bound < 0))):
                solver.add_clause(clause)
            if not solver.solve():
                return True
            bound = wider
    return False


_LEVELS = (0, 4, 16, 64)
"""The greatest depth of the gates that are no longer left open, proof by proof."""


def model_of(solver: Solver) -> list[int]:
    """The literals of the solver's last model, by variable."""
    return list(solver.get_model() or ())


def choices(formula: Circuit, first: int) -> Iterator[Any]:
    """Every choice of the inputs from number `first` on, as 0 and 1, with which the outputs may
    hold; what only the inputs before them determine is left open, so some may never hold.
    """
    cut = behind(formula, first)
    many = formula.inputs - first
    with cnf_solver(cut) as solver:
        solver.add_clause([many, -many])  # the solver is to know all of them
        while solver.solve():
            model = model_of(solver)[:many]
            solver.add_clause([-one for one in model])
            yield np.array([one > 0 for one in model], np.uint8)
