"""Second opinions: goals that z3 answered, asked again of cvc5, an unrelated solver.

cvc5 reads SMT-LIB (`reasoning/formulas/smtlib.py`) and is optional: the extra `second` installs it.
"""

# cvc5 ships no complete types
# pyright: basic, reportAttributeAccessIssue=false, reportMissingImports=false

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.util import find_spec

from ruleproof.models.claims.theorems import Goal
from ruleproof.solvers.work.progress import Deadline

LONGEST = 20.0
"""The seconds given to one goal."""
WAYS: tuple[Mapping[str, str], ...] = (
    {},
    {"finite-model-find": "true"},
    {"enum-inst": "true"},
)
"""The options cvc5 is tried with, one after the other: its usual ways with quantifiers, which are
best at contradictions, then looking for finite models, then plain enumeration.
"""
MISSING = "cvc5 is not installed (pip install 'ruleproof[second]')"


def installed() -> bool:
    """Whether cvc5 is at hand."""
    return find_spec("cvc5") is not None


def ask_cvc5(text: str, seconds: float = LONGEST) -> str:
    """cvc5's answer to an SMT-LIB script: `sat`, `unsat` or `unknown`.

    Raises `ImportError` where cvc5 is not installed and `ValueError` for a script it cannot read.
    """
    deadline = Deadline(seconds)
    for options in WAYS:
        left = deadline.left or 0.0
        said = _asked(text, options, left) if left > 0.01 else "unknown"
        if said != "unknown":
            return said
    return "unknown"


def _asked(text: str, options: Mapping[str, str], seconds: float) -> str:
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
    for name, value in options.items():
        solver.setOption(name, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "goal")
    symbols = parser.getSymbolManager()
    found = "unknown"
    try:
        while not (command := parser.nextCommand()).isNull():
            said = str(command.invoke(solver, symbols)).strip()
            if said in ("sat", "unsat"):
                found = said
    except RuntimeError as error:
        raise ValueError(f"cvc5 cannot read it: {error}") from None
    return found


def second_opinion(goals: Iterable[Goal], deadline: Deadline) -> str:
    """cvc5's answer to the goals, in words.

    A contradiction is said first: either solver is wrong then, and nothing is proved.
    """
    from ruleproof.solvers.reasoning.formulas.smtlib import script

    if not installed():
        return MISSING
    confirmed, open_ones = 0, 0
    for goal in goals:
        left = deadline.left
        said = ask_cvc5(script(goal.formulas), LONGEST if left is None else min(LONGEST, left))
        if said == goal.expect:
            confirmed += 1
        elif said == "unknown":
            open_ones += 1
        else:
            return f"cvc5 contradicts: {goal.name}"
    left_open = f", {open_ones} left open" if open_ones else ""
    return f"cvc5 confirms {confirmed} goals{left_open}"
