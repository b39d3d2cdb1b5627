"""Checks proofs of formulas: makes clauses again and compares them, replays DRAT, puts models in,
and asks cvc5 about SMT-LIB. No file is believed: the goals are those of the claim itself.
"""

# z3's functions are untyped
# pyright: basic

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import IO, NamedTuple

from ruleproof.models.claims.theorems import Goal
from ruleproof.solvers.reasoning.formulas.blast import Cnf, Unblastable, cnf
from ruleproof.solvers.reasoning.formulas.cvc5 import LONGEST, MISSING, ask_cvc5, installed, script
from ruleproof.solvers.verify.drat import BadProof, replay
from ruleproof.solvers.work.archives import Archive
from ruleproof.solvers.work.claim_heads import ENDINGS
from ruleproof.solvers.work.limits import LONGEST_LINE, LONGEST_PROOF
from ruleproof.solvers.work.progress import Listener, Progress, silent


class WrongProof(ValueError):
    """A file does not prove what it should."""


class Unsure(Exception):
    """Nothing confirms a goal."""


class GoalsChecked(NamedTuple):
    """The result: the goal that did not come out as it must, None if all did; the questions left
    open; the files that were needed; the numbers of proofs, models and scripts checked.
    """

    otherwise: Goal | None
    left_open: list[str]
    used: set[str]
    proofs: int
    models: int
    scripts: int


def file_names(goals: Sequence[Goal]) -> set[str]:
    """The names of all files that the goals may have."""
    endings = (".cnf", ".smt2", *ENDINGS.values())
    return {f"{number}{ending}" for number in range(1, len(goals) + 1) for ending in endings}


def check_goals(
    goals: Sequence[Goal], files: Archive, progress: Listener = silent, seconds: float = LONGEST
) -> GoalsChecked:
    """Check the goals against the files, one after another, up to the first that does not come out
    as it must; `seconds` are given to cvc5 for each goal. Raises `WrongProof` and `Damaged`.
    """
    left_open: list[str] = []
    used: set[str] = set()
    otherwise = None
    for number, goal in enumerate(goals, 1):
        progress(Progress("goals", number - 1, len(goals)))
        try:
            answer = _answer(goal, number, files, used, seconds)
        except Unsure as unsure:
            left_open.append(f"goal {number} ({goal.name}): {unsure}")
            continue
        except (WrongProof, BadProof) as error:
            raise WrongProof(f"goal {number} ({goal.name}): {error}") from None
        if answer != goal.expect:
            otherwise = goal
            break
    many = [sum(name.endswith(ending) for name in used) for ending in (".drat", ".model", ".smt2")]
    return GoalsChecked(otherwise, left_open, used, *many)


def _answer(goal: Goal, number: int, files: Archive, used: set[str], seconds: float) -> str:
    """`sat` or `unsat`, whichever the files prove. Raises `Unsure` where they prove neither."""
    try:
        clauses = cnf(goal.formulas)
    except Unblastable:
        text = script(goal.formulas)
        _same(files, f"{number}.smt2", f"; {goal.name}: {goal.expect}\n{text}", used)
        return _confirmed(text, seconds)
    _same(files, f"{number}.cnf", f"c {goal.name}: {goal.expect}\n{clauses.text()}", used)
    there = [answer for answer, ending in ENDINGS.items() if f"{number}{ending}" in files.names]
    if not there:
        raise Unsure("no proof was found in the time given")
    if len(there) > 1:
        raise WrongProof("there are a proof and a model")
    name = f"{number}{ENDINGS[there[0]]}"
    used.add(name)
    try:
        with files.stream(name, LONGEST_PROOF) as file:
            if there[0] == "unsat":
                replay(clauses.variables, clauses.clauses, file)
            else:
                _satisfied(clauses, file)
    except BadProof as error:
        raise WrongProof(f"{name}: {error}") from None
    return there[0]


def _same(files: Archive, name: str, wanted: str, used: set[str]) -> None:
    """Checks that the file is there and equals the text made from the goal."""
    used.add(name)
    if name not in files.names:
        raise WrongProof(f"{name} is missing")
    with files.stream(name, LONGEST_PROOF) as file:
        lines = wanted.encode().splitlines(keepends=True)
        same = all(file.readline(len(line) + 1) == line for line in lines)
        if not same or file.read(1):
            raise WrongProof(f"{name} is not what the claim comes to")


def _satisfied(clauses: Cnf, file: IO[bytes]) -> None:
    """Checks that the assignment, a single line, makes every clause true."""
    most = max(LONGEST_LINE, 12 * (clauses.variables + 1))
    text = file.read(most + 1)
    words = text.split()
    if len(text) > most or not all(re.fullmatch(rb"-?[1-9][0-9]{0,8}", word) for word in words):
        raise BadProof("no list of numbers, one for each variable")
    chosen = {int(word) for word in words}
    if any(-one in chosen for one in chosen):
        raise BadProof("a variable is both true and false")
    for clause in clauses.clauses:
        if chosen.isdisjoint(clause):
            raise BadProof(f"the clause {clause} does not hold")


def _confirmed(text: str, seconds: float) -> str:
    """The answer of cvc5."""
    if not installed():
        raise Unsure(MISSING)
    said = ask_cvc5(text, seconds)
    if said == "unknown":
        raise Unsure("cvc5 finds no answer")
    return said
