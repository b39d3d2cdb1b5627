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


def asked(solver: z3.Solver, *assumptions: Any) -> str:
    """`sat`, `unsat` or `unknown`. Raises `KeyboardInterrupt` where Ctrl-C ended the search, which
    z3 hears first and keeps to itself.
    """
    found = solver.check(*assumptions)
    if found == z3.unknown and "interrupt" in solver.reason_unknown():
        raise KeyboardInterrupt
    return str(found)
