"""Saves sets while they are made: the puzzles in their file, and the state of the work beside it.

`set.jsonl.state` holds the hash of the rules, the request, the number of batches taken, the number
of the file's puzzles that they gave, and the puzzles that wait to be taken. It is sealed, and
removed once the set is whole. A killed run leaves both. Where the file was written and the state
was not, puzzles that the state does not know are made again.
"""

from __future__ import annotations

from collections import Counter, deque
from pathlib import Path

from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass

from ruleproof.models.errors import TextError
from ruleproof.models.files.reading import LONGEST_SET, text_within
from ruleproof.models.files.strict import json_as
from ruleproof.models.files.writing import write_whole
from ruleproof.puzzles.making.batches import Order
from ruleproof.puzzles.making.choice import Choice
from ruleproof.puzzles.making.request import Wanted
from ruleproof.puzzles.puzzle import Puzzle, PuzzleSet, read_set
from ruleproof.solvers.work.seals import sealed, unsealed

_ANEW = "-o with --replace makes it anew"
FORMAT = "ruleproof puzzle state 4"


@dataclass(frozen=True, config=ConfigDict(strict=True, extra="forbid"))
class SavedState:
    """The state of a set in the making."""

    format: str
    rules: str
    wanted: str
    n: int
    puzzles: int
    batches: int
    fruitless: int
    waited: int
    tried: int
    rejected: dict[str, int]
    orders: list[tuple[int, list[str], bool]]
    spent: dict[str, float]
    given: dict[str, float]
    waiting: list[str]
    came: int


_STATES = TypeAdapter(SavedState)
_AS_THEY_ARE = ("batches", "fruitless", "waited", "tried", "spent", "given", "came")
"""The fields that a state has of a set as they are."""


def state_file(path: Path) -> Path:
    """The file beside the set that holds the state of the work."""
    return path.with_name(path.name + ".state")


def save(choice: Choice, path: Path) -> None:
    """Writes the set once it has a puzzle, and the state of the work: until then a file of an
    earlier set stays. Raises `WriteError` where a file cannot be written.
    """
    if choice.puzzles:
        write_whole(path, text_of(choice))
    if choice.full:
        state_file(path).unlink(missing_ok=True)
        return
    state = SavedState(
        format=FORMAT,
        rules=choice.wanted.rules,
        wanted=repr(choice.wanted),
        n=choice.n,
        puzzles=len(choice.puzzles),
        rejected=dict(choice.rejected),
        orders=[(number, sorted(omitted), tight) for number, omitted, tight in choice.orders],
        waiting=[puzzle.line() for puzzle in choice.waiting],
        **{name: getattr(choice, name) for name in _AS_THEY_ARE},
    )
    write_whole(state_file(path), sealed(_STATES.dump_json(state)))


def text_of(choice: Choice) -> str:
    """The text of the set's file."""
    return "".join(puzzle.line() + "\n" for puzzle in choice.ordered)


def _saved(path: Path) -> PuzzleSet:
    """The puzzles of a set's file."""
    return read_set(text_within(path, LONGEST_SET), str(path))


def resumed(wanted: Wanted, n: int, path: Path) -> Choice:
    """The set as an earlier run left it; a new one where there is none.

    Raises `TextError` where the file belongs to another call, was altered, or was written without a
    state.
    """
    place = state_file(path)
    if not place.exists():
        if path.exists():
            puzzles = _saved(path)
            if others := {one.game for one in puzzles} - {wanted.game}:
                raise TextError(f"it is a set of {min(others)}, not {wanted.game}: {str(path)!r}")
            if len(puzzles) == n:
                return Choice(wanted, n, puzzles)
            if len(puzzles) > n:
                raise TextError(f"it has {len(puzzles)} puzzles, more than -n {n}: {str(path)!r}")
            raise TextError(f"no {place.name} says how far it is; {_ANEW}: {str(path)!r}")
        return Choice(wanted, n)
    try:
        state = json_as(_STATES, unsealed(place.read_bytes()))
    except TextError:
        raise TextError(f"not a state of a set, or altered: {str(place)!r}") from None
    if state.format == FORMAT and state.rules != wanted.rules:
        raise TextError(f"the rules were others then; {_ANEW}: {str(path)!r}")
    if (state.format, state.wanted, state.n) != (FORMAT, repr(wanted), n):
        raise TextError(f"it was begun with other options; {_ANEW}: {str(place)!r}")
    puzzles = _saved(path) if state.puzzles else []
    if len(puzzles) < state.puzzles:
        raise TextError(f"puzzles are missing from it; {_ANEW}: {str(path)!r}")
    orders = (Order(number, frozenset(omitted), tight) for number, omitted, tight in state.orders)
    return Choice(
        wanted,
        n,
        puzzles[: state.puzzles],
        rejected=Counter(state.rejected),
        orders=deque(orders),
        waiting=[json_as(Puzzle, line) for line in state.waiting],
        **{name: getattr(state, name) for name in _AS_THEY_ARE},
    )
