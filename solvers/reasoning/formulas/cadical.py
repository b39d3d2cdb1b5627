r"""CaDiCaL, in a process of its own: an answer with its proof or its model.

>>> from ruleproof.solvers.reasoning.formulas.blast import Cnf
>>> solved(Cnf(("a",), 1, [[1]]), 20.0)
('sat', '1\n')
"""

# pysat's functions are untyped
# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

import os

from ruleproof.models.systems import limit_work
from ruleproof.solvers.reasoning.formulas.blast import Cnf
from ruleproof.solvers.work.processes import begin

_PATIENCE = 20
"""CaDiCaL's limit on the clock, as a multiple of its limit of processor time: a process forked
beside threads can wait for ever.
"""


def solved(clauses: Cnf, seconds: float) -> tuple[str, str]:
    """CaDiCaL's answer to the clauses, with the text of its DRAT proof or of its model; `unknown`
    if it takes longer.

    It runs in a process of its own, because it cannot be stopped otherwise.
    """
    child = begin(_solve, clauses, seconds)
    try:
        told = b"".join(child.blocks(_PATIENCE * seconds)).decode()
    except TimeoutError:
        told = ""
    finally:
        status = child.end()
    answer, _, text = told.partition("\n")
    return (answer, text) if status == 0 and answer in ("sat", "unsat") else ("unknown", "")


def _solve(write: int, clauses: Cnf, seconds: float) -> None:
    from pysat.solvers import Solver

    limit_work(seconds)
    with (
        os.fdopen(write, "w", encoding="ascii", closefd=False) as out,
        Solver(name="cadical195", bootstrap_with=clauses.clauses, with_proof=True) as solver,
    ):
        if solver.solve():
            model = solver.get_model() or []
            out.write("sat\n" + " ".join(map(str, model)) + "\n")
        else:
            out.write("unsat\n" + "\n".join(solver.get_proof() or []) + "\n")
