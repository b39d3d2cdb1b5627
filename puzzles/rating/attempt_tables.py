r"""Reads tables of people's attempts, as pages save them and spreadsheets change them.

table   a CSV file with the columns `id`, `turns`, `seconds` and `solved` (`yes` or `no`) in any
        order, and a row for each attempt; it names nobody. Columns besides are left out. Fields are
        parted by `,`, or by `;` where the first row has it: seconds may then have a decimal comma

>>> read_attempts("id;seconds;turns;solved;who;\na;41,5;2;yes;me;", "a.csv")
AttemptTable(attempts=[Tried(puzzle='a', turns=2, seconds=41.5, solved=True)], ignored=['who'])
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ruleproof.models.errors import TextError
from ruleproof.models.rulebooks.settings import whole_number

COLUMNS = ("id", "turns", "seconds", "solved")
ANSWERS = {"yes": True, "no": False, "1": True, "0": False, "true": True, "false": False}
LONGEST = 999_999_999
"""The most seconds of an attempt."""
_BYTE_ORDER_MARK = "\ufeff"


class Tried(NamedTuple):
    """One attempt of a person: the number of turns tried, the time taken, and whether it solved the
    puzzle.
    """

    puzzle: str
    turns: int
    seconds: float
    solved: bool


class AttemptTable(NamedTuple):
    """The attempts of a table, and the names of its columns that are left out."""

    attempts: list[Tried]
    ignored: list[str]


def read_attempts(text: str, name: str) -> AttemptTable:
    """The attempts of a table. `TextError` names the first row that is no attempt, the column, and
    what is accepted there.
    """
    text = text.removeprefix(_BYTE_ORDER_MARK)
    parted = ";" if ";" in text.partition("\n")[0] else ","
    reader = csv.reader(io.StringIO(text), delimiter=parted)
    try:
        rows = list(reader)
    except csv.Error:
        raise TextError(
            f"{name}, line {reader.line_num}: a field holds a line break without quotes, or more "
            f"than {csv.field_size_limit():,} characters"
        ) from None
    head = [word.strip() for word in rows[0]] if rows else []
    places = _places(head, f"{name}, row 1")
    attempts = [
        _tried(row, head, places, parted, f"{name}, row {number}")
        for number, row in enumerate(rows[1:], 2)
        if any(word.strip() for word in row)
    ]
    return AttemptTable(attempts, [word for word in head if word and word not in COLUMNS])


def _places(head: Sequence[str], place: str) -> Mapping[str, int]:
    """The place of each column that counts."""
    wanted = f"{place}: it names the columns: {','.join(COLUMNS)}"
    for column in COLUMNS:
        if head.count(column) != 1:
            wrong = "is missing" if column not in head else "stands there more than once"
            raise TextError(f"{wanted}; {column} {wrong}: {','.join(head)!r}")
    return {column: head.index(column) for column in COLUMNS}


def _tried(
    row: Sequence[str], head: Sequence[str], places: Mapping[str, int], parted: str, place: str
) -> Tried:
    if len(row) <= max(places.values()) or any(word.strip() for word in row[len(head) :]):
        columns = parted.join(head)
        raise TextError(f"{place}: {len(head)} fields, {columns}: {parted.join(row)!r}")
    puzzle, turns, seconds, solved = (row[places[column]].strip() for column in COLUMNS)
    many = whole_number(turns)
    if many is None:
        raise TextError(f"{place}: turns is a whole number: {turns!r}")
    try:
        took = float(seconds.replace(",", ".") if parted == ";" else seconds)
    except ValueError:
        took = -1.0
    if not 0 <= took <= LONGEST:
        raise TextError(f"{place}: seconds is a number from 0 to {LONGEST:,}: {seconds!r}")
    if solved.lower() not in ANSWERS:
        raise TextError(f"{place}: solved is yes or no: {solved!r}")
    return Tried(puzzle, many, took, ANSWERS[solved.lower()])


def table_name(texts: Sequence[str]) -> str:
    """The name, in a rating, of the tables that it rests on, in whatever order they come."""
    found = sorted(hashlib.sha256(text.encode()).hexdigest() for text in texts)
    together = found[0] if len(found) == 1 else hashlib.sha256("".join(found).encode()).hexdigest()
    return together[:12]


def repeated(tables: Sequence[Sequence[Tried]]) -> list[tuple[int, int]]:
    """The tables all of whose attempts stand in another one as well, each with that one, by place:
    a reader saved twice.
    """
    counts = [Counter(table) for table in tables]
    found: list[tuple[int, int]] = []
    for one, inner in enumerate(counts):
        for other, outer in enumerate(counts):
            same = inner == outer and one < other
            if one != other and inner and inner <= outer and not same:
                found.append((one, other))
                break
    return found
