"""The sets of puzzles that the studio serves: those given at its start, and the starter sets.

Requests name a set, never a file. Sets that people open or edit stay in their browsers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ruleproof.models.errors import TextError, offer
from ruleproof.models.files.strict import json_value
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.puzzles.starter import starter, starter_text, starters

if TYPE_CHECKING:
    from ruleproof.puzzles.puzzle import Puzzle


@dataclass
class ServedSet:
    """A set: its title, the ids of its puzzles, and its puzzles, read when they are needed."""

    title: str
    ids: Sequence[str]
    read: Callable[[], Sequence[Puzzle]]

    @cached_property
    def puzzles(self) -> Sequence[Puzzle]:
        """The puzzles."""
        return self.read()


def _starter(name: str) -> ServedSet:
    """The starter set of a game; it takes a while to read the puzzles whole."""
    ids = [json_value(line)["id"] for line in starter_text(name).splitlines()]
    return ServedSet(rulebook(name).title, ids, lambda: starter(name))


class Collection:
    """The sets by their names: those given, then a starter set for each game that has one."""

    def __init__(self, given: Mapping[str, Sequence[Puzzle]]) -> None:
        self._given = given

    @cached_property
    def sets(self) -> Mapping[str, ServedSet]:
        """All sets."""
        found = {f"starter-{name}": _starter(name) for name in starters()}
        given = {
            name: ServedSet(
                found[name].title if name in found else name,
                [one.id for one in puzzles],
                lambda puzzles=puzzles: puzzles,
            )
            for name, puzzles in self._given.items()
        }
        return given | {name: one for name, one in found.items() if name not in given}

    @cached_property
    def of_games(self) -> Mapping[str, str]:
        """The name of a set for each game that has one: the first one given with puzzles of it, or
        else its starter set.
        """
        found: dict[str, str] = {}
        for name, puzzles in self._given.items():
            for puzzle in puzzles:
                found.setdefault(puzzle.game, name)
        for name in starters():
            found.setdefault(name, f"starter-{name}")
        return found

    def open(self, name: str) -> ServedSet:
        """The set of that name. Raises `TextError` where there is none."""
        if name not in self.sets:
            raise TextError(f"no such set (sets: {offer(self.sets) or 'none'}): {name!r}")
        return self.sets[name]
