"""Moves the ratings of simulated solvers by people's attempts.

Attempts name nobody, so people count as solvers of one ability: the one with which the simulated
ratings predict as many successes as there were. A puzzle's rating is then the likeliest for both:
simulated solvers speak through the value and its error.

A set that people rated already goes back to the simulated ratings first, so that the result depends
on nothing but the puzzles and the attempts that are given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ruleproof.models.errors import TextError
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.puzzle import Puzzle, Rating, position_of
from ruleproof.puzzles.rating.attempt_tables import Tried
from ruleproof.puzzles.rating.effort import enumerated
from ruleproof.puzzles.rating.rating import (
    MEAN,
    PRIOR,
    UNIT,
    chance,
    level_of,
    recovered,
    root_of,
    searched,
)
from ruleproof.solvers.playing.goals.attack import TooWide

REMEDY = "`ruleproof puzzles rate SET -o FILE.jsonl` makes one"


class Moved(NamedTuple):
    """The puzzles with people's attempts in their ratings; the number of attempts that were used,
    that of their puzzles, and that of attempts at puzzles of other sets; people's ability, as a
    rating.
    """

    puzzles: list[Puzzle]
    used: int
    tried: int
    skipped: int
    ability: int


def rated(puzzles: Sequence[Puzzle], attempts: Sequence[Tried], table: str) -> Moved:
    """Moves the ratings of the puzzles that were tried; the others have that of simulated solvers.
    Raises `TextError` where no attempt is at a puzzle of the set, or one is at a puzzle that has no
    rating.
    """
    puzzles = [_before_people(puzzle) for puzzle in puzzles]
    known = {puzzle.id: puzzle for puzzle in puzzles}
    by: dict[str, list[bool]] = {}
    for one in attempts:
        if one.puzzle in known:
            by.setdefault(one.puzzle, []).append(one.solved)
    if not by:
        first = f": the first is at {attempts[0].puzzle!r}" if attempts else "; there is none"
        raise TextError(f"no attempt is at a puzzle of the set{first}")
    for name in by:
        if known[name].rating is None:
            raise TextError(f"a puzzle needs a simulated rating first; {REMEDY}: {name!r}")
    ability = _ability(known, by)
    moved = [
        puzzle.model_copy(update={"rating": _joined(puzzle.rating, by[puzzle.id], ability, table)})
        if puzzle.id in by and puzzle.rating
        else puzzle
        for puzzle in puzzles
    ]
    used = sum(map(len, by.values()))
    return Moved(moved, used, len(by), len(attempts) - used, round(MEAN + UNIT * ability))


def _before_people(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the rating that it had before people's attempts moved it."""
    rating = puzzle.rating
    if rating is None or rating.by != "people":
        return puzzle
    if puzzle.tree is not None or rating.solved is not None:
        try:
            return puzzle.model_copy(update={"rating": recovered(rating)})
        except TextError as error:
            raise TextError(
                f"its simulated rating is lost ({error}); {REMEDY}: {puzzle.id!r}"
            ) from None
    position = position_of(puzzle)
    try:
        turns = enumerated(Judge(position.game), position.state, puzzle)
    except TooWide:
        raise TextError(f"its simulated rating takes too many moves: {puzzle.id!r}") from None
    return puzzle.model_copy(update={"rating": searched(turns, rating.parts)})


def _difficulty(rating: Rating) -> float:
    return (rating.value - MEAN) / UNIT


def _ability(known: Mapping[str, Puzzle], by: Mapping[str, Sequence[bool]]) -> float:
    """The one ability of people that predicts as many successes as there were."""
    tried = [
        (_difficulty(rating), success)
        for one, solved in by.items()
        if (rating := known[one].rating)
        for success in solved
    ]
    solved = sum(success for _, success in tried)

    def excess(ability: float) -> float:
        expected = sum(chance(ability, difficulty) for difficulty, _ in tried)
        return expected - solved + ability / PRIOR**2

    return root_of(excess)


def _joined(rating: Rating, solved: Sequence[bool], ability: float, table: str) -> Rating:
    """The simulated rating, updated by people's successes and failures."""
    before, spread = _difficulty(rating), max(rating.error, 1) / UNIT

    def excess(difficulty: float) -> float:
        expected = len(solved) * chance(ability, difficulty)
        return expected - sum(solved) - (difficulty - before) / spread**2

    difficulty = root_of(excess)
    likely = chance(ability, difficulty)
    information = len(solved) * likely * (1 - likely) + 1 / spread**2
    value = round(MEAN + UNIT * difficulty)
    return rating.model_copy(
        update={
            "value": value,
            "error": round(UNIT / information**0.5),
            "level": level_of(value, rating.parts),
            "people": round(sum(solved) / len(solved), 3),
            "tried": len(solved),
            "by": "people",
            "table": table,
        }
    )
