"""Checks what can be told of a rating without trying the puzzle again.

The value and error of simulated solvers depend on one number alone, how many of their attempts
succeeded, and a level on the value alone. Whether they do succeed so often is only known once they
try again: `faults(puzzle, ratings=True)` has them do so.

>>> from ruleproof.puzzles.starter import starter
>>> check_rating(starter("incrowd")[0])
"""

from __future__ import annotations

from ruleproof.puzzles.checking.turns import Fault
from ruleproof.puzzles.judging.solution import solution_of
from ruleproof.puzzles.puzzle import Puzzle, Rating
from ruleproof.puzzles.rating.effort import MOST_TURNS
from ruleproof.puzzles.rating.rating import level_of, searched, simulated
from ruleproof.puzzles.rating.seen import seen


def check_rating(puzzle: Puzzle) -> None:
    """Raises `Wrong` where the parts of the puzzle's rating contradict each other or the puzzle."""
    told = puzzle.rating
    if told is None:
        return
    _parts(puzzle, told)
    if told.level != (level := level_of(told.value, told.parts)):
        raise Fault(f"its rating: level {level} is that of {told.value}: {told.level}")
    if told.by == "people":
        _by_people(told)
    elif (told.table, told.people, told.tried) != (None, None, None):
        raise Fault(f"its rating: people's attempts stand in it, but it is by {told.by}")
    if puzzle.tree is None:
        _by_search(told)
    else:
        _by_attempts(told)


def _by_people(told: Rating) -> None:
    if told.table is None or told.people is None:
        missing = "table" if told.table is None else "people"
        raise Fault(f"its rating: one by people names their table and their share; no {missing!r}")
    if told.tried and round(round(told.people * told.tried) / told.tried, 3) != told.people:
        raise Fault(f"its rating: {told.people} is no share of {told.tried} attempts")


def _by_attempts(told: Rating) -> None:
    """Checks the rating of a puzzle that simulated solvers can try."""
    if told.by == "search":
        raise Fault(
            "its rating: search rates puzzles without a defence alone, and this one has a tree"
        )
    if told.solved is None or told.misfit is None:
        raise Fault("its rating: simulated solvers tried it, so it has 'solved' and 'misfit'")
    if told.solved not in (known := simulated()):
        raise Fault(f"its rating: {told.solved} is no share of {len(known) - 1} attempts")
    if told.by == "people":
        return
    given = known[told.solved]
    if (told.value, told.error) != (given.value, given.error):
        raise Fault(
            f"its rating: where {told.solved} of the attempts succeed it is "
            f"{given.value} ± {given.error}: {told.value} ± {told.error}"
        )


def _by_search(told: Rating) -> None:
    """Checks the rating of a puzzle without a defence."""
    if told.by == "simulated":
        raise Fault("its rating: no simulated solver tries a puzzle without a tree")
    if told.solved is not None or told.misfit is not None:
        raise Fault("its rating: no simulated solver tried it, so 'solved' and 'misfit' are null")
    if told.by == "people":
        return
    least, most = searched(1, {}), searched(MOST_TURNS, {})
    if told.error != least.error:
        raise Fault(f"its rating: the error of search is {least.error}: {told.error}")
    if not least.value <= told.value <= most.value:
        raise Fault(
            f"its rating: search gives values from {least.value} to {most.value}: {told.value}"
        )


def _parts(puzzle: Puzzle, told: Rating) -> None:
    """Checks the parts that the solution and its tree give."""
    shown = solution_of(puzzle)
    given = {"turns": len(shown.own)}
    if "matter" in told.parts:
        found = seen(puzzle, shown, 0)
        given |= {name: found[name] for name in ("matter", "forced") if name in found}
    if puzzle.tree is not None:
        given["choices"] = len(puzzle.tree.nodes[0].turns)
    for name, many in given.items():
        if told.parts.get(name) != many:
            raise Fault(f"its rating: {name!r} is {many}: {told.parts.get(name)}")
