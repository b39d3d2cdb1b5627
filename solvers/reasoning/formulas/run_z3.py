"""Runs z3, and turns an interrupted check into KeyboardInterrupt.

>>> solver = z3.Solver()
>>> solver.add(z3.Bool("a"), z3.Not(z3.Bool("a")))
>>> asked(solver)
'unsat'
"""

# z3 ships no complete types
# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

from typing import Any

import z3

from ruleproof.models.claims.counted import Z3_STEPS, within
from ruleproof.solvers.work.progress import Deadline


def bounded(solver: z3.Solver, deadline: Deadline, allowed: float) -> None:
    """Bounds each check of the solver by counted work, so many seconds' worth, and by the deadline,
    if it has a time.
    """
    solver.set("rlimit", within(allowed, Z3_STEPS))
    left = deadline.left
    if left is not None:
        solver.set("timeout", max(1, int(left * 1000)))


def asked(solver: z3.Solver, *assumptions: Any) -> str:
    """`sat`, `unsat` or `unknown`. Raises `KeyboardInterrupt` where Ctrl-C ended the search, which
    z3 hears first and keeps to itself.
    """
    found = solver.check(*assumptions)
    if found == z3.unknown and "interrupt" in solver.reason_unknown():
        raise KeyboardInterrupt
    return str(found)
