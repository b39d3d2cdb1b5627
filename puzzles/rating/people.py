"""Reads people's attempts at puzzles from a table, and updates simulated ratings with them.

A table is a CSV file with the columns `id`, `turns`, `seconds` and `solved` (`yes` or `no`), a row
for each attempt. It names nobody, so people count as solvers of one ability: the one with which the
simulated ratings predict as many successes as there were. A puzzle's rating is then the likeliest
for both: simulated solvers speak through the value and its error.

>>> len(table_name("id,turns,seconds,solved"))
12
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ruleproof.models.errors import TextError
from ruleproof.models.rulebooks.settings import whole_number
from ruleproof.puzzles.puzzle import Puzzle, Rating
from ruleproof.puzzles.rating.rating import MEAN, PRIOR, UNIT, chance, level_of, root_of

COLUMNS = ("id", "turns", "seconds", "solved")
ANSWERS = {"yes": True, "no": False, "1": True, "0": False, "true": True, "false": False}


class Tried(NamedTuple):
    """One attempt of a person: the number of turns tried, the time taken, and whether it solved the
    puzzle.
    """

    puzzle: str
    turns: int
    seconds: float
    solved: bool


def read_attempts(text: str, name: str) -> list[Tried]:
    """The attempts of a table; `TextError` names the first row that is not an attempt."""
    reader = csv.reader(io.StringIO(text))
    try:
        rows = list(reader)
    except csv.Error:
        raise TextError(
            f"{name}, line {reader.line_num}: a field holds a line break without quotes, or more "
            f"than {csv.field_size_limit():,} characters"
        ) from None
    if not rows or tuple(word.strip() for word in rows[0]) != COLUMNS:
        raise TextError(f"{name}: the first row names the columns: {','.join(COLUMNS)}")
    return [_tried(row, f"{name}, row {number}") for number, row in enumerate(rows[1:], 2) if row]


def _tried(row: Sequence[str], place: str) -> Tried:
    if len(row) != len(COLUMNS):
        raise TextError(f"{place}: {len(COLUMNS)} fields, {','.join(COLUMNS)}: {','.join(row)!r}")
    puzzle, turns, seconds, solved = (word.strip() for word in row)
    many = whole_number(turns)
    if many is None:
        raise TextError(f"{place}: turns is a whole number: {turns!r}")
    try:
        took = float(seconds)
    except ValueError:
        took = -1.0
    if not 0 <= took < 1e9:
        raise TextError(f"{place}: seconds is a number from 0: {seconds!r}")
    if solved.lower() not in ANSWERS:
        raise TextError(f"{place}: solved is yes or no: {solved!r}")
    return Tried(puzzle, many, took, ANSWERS[solved.lower()])


def table_name(text: str) -> str:
    """The name, in a rating, of the table that it rests on."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def rated(puzzles: Sequence[Puzzle], attempts: Sequence[Tried], table: str) -> list[Puzzle]:
    """The puzzles with people's attempts in their ratings. Raises `TextError` for an attempt at a
    puzzle that is not among them, or at one that has no rating from simulated solvers.
    """
    known = {puzzle.id: puzzle for puzzle in puzzles}
    by: dict[str, list[bool]] = {}
    for one in attempts:
        if one.puzzle not in known:
            raise TextError(f"the set has no puzzle of that id: {one.puzzle!r}")
        rating = known[one.puzzle].rating
        if rating is None or rating.by == "people":
            raise TextError(f"a puzzle needs a simulated rating first: {one.puzzle!r}")
        by.setdefault(one.puzzle, []).append(one.solved)
    ability = _ability(known, by)
    return [
        puzzle.model_copy(update={"rating": _joined(puzzle.rating, by[puzzle.id], ability, table)})
        if puzzle.id in by and puzzle.rating
        else puzzle
        for puzzle in puzzles
    ]


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
            "level": level_of(value),
            "people": round(sum(solved) / len(solved), 3),
            "by": "people",
            "table": table,
        }
    )
