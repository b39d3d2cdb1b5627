r"""CaDiCaL, in a process of its own: an answer with its proof or its model.

>>> from ruleproof.solvers.reasoning.formulas.blast import Cnf
>>> solved(Cnf(("a",), 1, [[1]]), 20.0)
('sat', '1\n')
"""

# pysat's functions are untyped
# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

import os
import select
import signal
import time
from typing import Any

from ruleproof.solvers.reasoning.formulas.blast import Cnf
from ruleproof.solvers.work.ties import fork_tied

_PATIENCE = 20
"""CaDiCaL's limit on the clock, as a multiple of its limit of processor time: a process forked
beside threads can wait for ever.
"""


def solved(clauses: Cnf, seconds: float) -> tuple[str, str]:
    """CaDiCaL's answer to the clauses, with the text of its DRAT proof or of its model; `unknown`
    if it takes longer.

    It runs in a process of its own, because it cannot be stopped otherwise.
    """
    read, write = os.pipe()
    child, tie = fork_tied()
    if child == 0:
        try:
            os.close(read)
            signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
            with os.fdopen(write, "w") as pipe:
                _solve(clauses, pipe)
        finally:
            os._exit(0)
    os.close(write)
    told = None
    try:
        told = _read(read, _PATIENCE * seconds)
    finally:
        os.close(read)
        if told is None:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        os.close(tie)
    answer, _, text = (told or b"").decode().partition("\n")
    if os.WIFSIGNALED(status) or answer not in ("sat", "unsat"):
        return "unknown", ""
    return answer, text


def _read(pipe: int, seconds: float) -> bytes | None:
    """Reads the pipe until its other end is closed; None if that takes longer."""
    end, parts = time.monotonic() + seconds, list[bytes]()
    while select.select([pipe], [], [], max(0.0, end - time.monotonic()))[0]:
        parts.append(os.read(pipe, 1 << 20))
        if not parts[-1]:
            return b"".join(parts)
    return None


def _solve(clauses: Cnf, out: Any) -> None:
    from pysat.solvers import Solver

    with Solver(name="cadical195", bootstrap_with=clauses.clauses, with_proof=True) as solver:
        if solver.solve():
            model = solver.get_model() or []
            out.write("sat\n" + " ".join(map(str, model)) + "\n")
        else:
            out.write("unsat\n" + "\n".join(solver.get_proof() or []) + "\n")
