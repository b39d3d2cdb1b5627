"""Verdicts in words, for pages, notebooks, the command line and programs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ruleproof.models.claims.bounds import bounds_of
from ruleproof.models.claims.claims import Verdict
from ruleproof.models.rulebooks.assumed import taken_as_given
from ruleproof.reports.wording.words import SIGNS, detail, on_boards

MEANINGS = {
    "proved": "it always holds on the boards named",
    "refuted": "a game or a position shows that it does not hold",
    "witnessed": "a game or a position shows that it happens",
    "undecided": "the time or the memory did not suffice to decide it",
    "vacuous": "it holds only because the case that it speaks of never comes up",
}
"""The verdicts in plain words."""
PARTS: dict[str, tuple[str, ...]] = {
    "What was proved": ("proved", "witnessed", "vacuous"),
    "What was refuted": ("refuted",),
    "What was not decided": ("undecided",),
}
"""The parts that verdicts stand in, each with its words."""
_DETAILS = {
    "plies": "moves",
    "own_bounds": "bounds on the board asked about",
    "plies_complete": "moves looked ahead",
    "cycle": "moves of the cycle",
    "cycle_from_ply": "moves before the cycle",
}
_PLAINLY = (
    ("both settings walked in step", "both readings played side by side, position by position"),
    ("breadth-first search from the start", "a search of all positions, the nearest first"),
    ("all reachable positions", "all positions that play can reach"),
    (r"z3: induction", "proof by the solver z3: if it holds before a move, then after it, too"),
    (
        r"z3: (\d+)-induction",
        r"proof by the solver z3: if it holds for \1 moves in a row, then after the next, too",
    ),
    (r"z3: (\d+) goals", r"proof by the solver z3, in \1 steps"),
)
"""Methods, and plain words for them."""


def plainly(method: str) -> str:
    """The method of a verdict in words for people who write no solvers.

    >>> plainly("z3: induction"), plainly("a turn of path:4, replayed")
    ('proof by the solver z3: if it holds before a move, then after it, too', \
'a turn of path:4, replayed')
    """
    for known, plain in _PLAINLY:
        method = re.sub(known, plain, method)
    return method


class Tally(NamedTuple):
    """A verdict, its sign, its meaning and how often it was given."""

    word: str
    sign: str
    means: str
    many: int


def tally(verdicts: Iterable[Verdict], among: Sequence[str] = tuple(SIGNS)) -> list[Tally]:
    """The number of each verdict among these that was given."""
    many = Counter(verdict.verdict for verdict in verdicts)
    return [Tally(one, SIGNS[one], MEANINGS[one], many[one]) for one in among if many[one]]


class Worded(NamedTuple):
    """A verdict in words. `witness` names its evidence; `found` has the numbers on boards, and
    `scope` is empty if they name all boards; `expected` is what an unexpected verdict should have
    been; `reached` says how far an undecided one came; `given` is what its certificate rests on.
    """

    verdict: Verdict
    sign: str
    witness: str
    found: str
    scope: str
    expected: str
    reached: str
    details: list[tuple[str, str]]
    given: list[str]


def worded(verdict: Verdict) -> Worded:
    """The verdict in words."""
    reached = verdict.details.get("reason", "") if verdict.verdict == "undecided" else ""
    return Worded(
        verdict,
        SIGNS[verdict.verdict],
        _witness(verdict),
        on_boards(verdict.found),
        "" if _said_by_numbers(verdict) else "on " * verdict.scope.elsewhere + str(verdict.scope),
        "" if verdict.as_expected else verdict.expected or "",
        detail(reached) if reached else "; ".join(verdict.left_open),
        [
            (_DETAILS.get(name, name.replace("_", " ")), detail(value))
            for name, value in _facts(verdict).items()
        ],
        taken_as_given(verdict.assumes),
    )


def _witness(verdict: Verdict) -> str:
    """A name for the witness; a shortest game where that is proved."""
    if verdict.position:
        return "The position"
    if verdict.verdict == "refuted":
        return "A counterexample"
    bounds = bounds_of(verdict.details)
    proved = bounds and bounds.extreme == "shortest" and bounds.closed
    return "A shortest game" if proved else "A game"


def _said_by_numbers(verdict: Verdict) -> bool:
    """Whether the numbers found, each beside its board, name all the boards of the scope."""
    scope = verdict.scope
    return not scope.everywhere and not scope.elsewhere and tuple(verdict.found) == scope.boards


def _facts(verdict: Verdict) -> dict[str, object]:
    """The details of a verdict, with bounds on an extreme in one sentence."""
    facts = dict(verdict.details)
    if bounds := bounds_of(facts):
        facts = {name: facts[name] for name in facts if name not in ("shortest", *bounds.details)}
        facts["bounds"] = bounds.words
    return facts


def findings_of(
    verdicts: Iterable[Verdict], known: Iterable[str] = ()
) -> list[tuple[str, Verdict]]:
    """The meanings of verdicts for the rulebook, each once, with the first verdict that has it;
    `known` ones are left out.
    """
    said = dict.fromkeys(known)
    found: dict[str, Verdict] = {}
    for verdict in verdicts:
        if verdict.finding and verdict.finding not in said:
            found.setdefault(verdict.finding, verdict)
    return list(found.items())
