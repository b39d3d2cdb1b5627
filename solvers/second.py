"""Second opinions: obligations that z3 answered, asked again of cvc5, an unrelated solver."""

# cvc5 ships no complete types
# pyright: basic, reportAttributeAccessIssue=false, reportMissingImports=false

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.util import find_spec

from ruleproof.solvers.progress import Deadline

_LONGEST = 20.0
"""The seconds given to one obligation."""


def ask_cvc5(text: str, seconds: float = _LONGEST) -> str:
    """What cvc5 says of an SMT-LIB text: `sat`, `unsat` or `unknown`.

    Raises `ImportError` where cvc5 is not installed.
    """
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(int(seconds * 1000)))
    solver.setOption("finite-model-find", "true" if "declare-sort" in text else "false")
    parser = cvc5.InputParser(solver)
    body = re.sub(r"\(set-info [^)]*\)", "", text)
    parser.setStringInput(
        cvc5.InputLanguage.SMT_LIB_2_6, f"(set-logic ALL)\n{body}\n", "obligation"
    )
    symbols = parser.getSymbolManager()
    found = "unknown"
    while True:
        command = parser.nextCommand()
        if command.isNull():
            return found
        said = str(command.invoke(solver, symbols)).strip()
        if said in ("sat", "unsat", "unknown"):
            found = said


def second_opinion(obligations: Iterable[tuple[str, str, str]], deadline: Deadline) -> str:
    """What cvc5 says of the obligations (name, expected answer, SMT-LIB text), in words.

    A contradiction is said first: either solver is wrong then, and nothing is proved.
    """
    if find_spec("cvc5") is None:
        return "cvc5 is not installed"
    confirmed, open_ones = 0, 0
    for name, expect, text in obligations:
        left = deadline.left
        said = ask_cvc5(text, _LONGEST if left is None else max(0.1, min(_LONGEST, left)))
        if said == expect:
            confirmed += 1
        elif said == "unknown":
            open_ones += 1
        else:
            return f"cvc5 contradicts: {name}"
    left_open = f", {open_ones} left open" if open_ones else ""
    return f"cvc5 confirms {confirmed} goals{left_open}"
