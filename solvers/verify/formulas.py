"""Proofs of formulas checked: clauses made again and compared, DRAT replayed, models put in, and
SMT-LIB asked of cvc5. No file is believed: the goals are those of the claim itself.
"""

# z3's functions are untyped
# pyright: basic

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ruleproof.models.claims import Goal
from ruleproof.solvers.formulas.blast import Cnf, Unblastable, cnf
from ruleproof.solvers.formulas.cvc5 import LONGEST, MISSING, ask_cvc5, installed
from ruleproof.solvers.formulas.smtlib import script
from ruleproof.solvers.verify.drat import BadProof, replay


class Checked:
    """What came out: the faults, what is left open, and the files that were needed."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.left_open: list[str] = []
        self.used: set[str] = set()


def check_goals(
    goals: Sequence[Goal], files: Mapping[str, str], seconds: float = LONGEST
) -> Checked:
    """Whether the files prove that every goal comes out as it must; `seconds` are given to cvc5 for
    each goal.
    """
    found = Checked()
    for number, goal in enumerate(goals, 1):
        place = f"goal {number} ({goal.name})"
        try:
            clauses = cnf(goal.formulas)
        except Unblastable:
            _quantified(found, goal, f"{number}.smt2", files, place, seconds)
        else:
            _finite(found, goal, clauses, number, files, place)
    return found


def _given(found: Checked, name: str, files: Mapping[str, str], wanted: str, place: str) -> bool:
    """Whether the file is there and is what the goal comes to, but for its first line."""
    found.used.add(name)
    if name not in files:
        found.faults.append(f"{place}: {name} is missing")
        return False
    if files[name].partition("\n")[2] != wanted:
        found.faults.append(f"{place}: {name} is not what the claim comes to")
        return False
    return True


def _finite(
    found: Checked,
    goal: Goal,
    clauses: Cnf,
    number: int,
    files: Mapping[str, str],
    place: str,
) -> None:
    if not _given(found, f"{number}.cnf", files, clauses.text(), place):
        return
    name = f"{number}.drat" if goal.expect == "unsat" else f"{number}.model"
    if name not in files:
        found.left_open.append(f"{place}: no proof was found in the time given")
        return
    found.used.add(name)
    try:
        if goal.expect == "unsat":
            replay(clauses.variables, clauses.clauses, files[name])
        else:
            _satisfied(clauses, files[name])
    except BadProof as error:
        found.faults.append(f"{place}: {name}: {error}")


def _satisfied(clauses: Cnf, text: str) -> None:
    """Whether the assignment makes every clause true."""
    words = text.split()
    if not all(re.fullmatch(r"-?[1-9][0-9]{0,8}", word) for word in words):
        raise BadProof("no list of numbers")
    chosen = {int(word) for word in words}
    if any(-one in chosen for one in chosen):
        raise BadProof("a variable is both true and false")
    for clause in clauses.clauses:
        if chosen.isdisjoint(clause):
            raise BadProof(f"the clause {clause} does not hold")


def _quantified(
    found: Checked,
    goal: Goal,
    name: str,
    files: Mapping[str, str],
    place: str,
    seconds: float,
) -> None:
    text = script(goal.formulas)
    if not _given(found, name, files, text, place):
        return
    if not installed():
        found.left_open.append(f"{place}: {MISSING}")
        return
    said = ask_cvc5(text, seconds)
    if said == "unknown":
        found.left_open.append(f"{place}: cvc5 finds no answer")
    elif said != goal.expect:
        found.faults.append(f"{place}: cvc5 says {said}, not {goal.expect}")
