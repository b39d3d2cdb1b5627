"""The sets of puzzles that the studio serves: those given at its start, and the starter sets.

Requests name a set, never a file. Sets that people open or edit stay in their browsers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ruleproof.models.errors import TextError, offer
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.puzzles.starter import starter, starters

if TYPE_CHECKING:
    from ruleproof.puzzles.puzzle import Puzzle


class ServedSet(NamedTuple):
    """A set: its title, and its puzzles."""

    title: str
    puzzles: Sequence[Puzzle]


class Collection:
    """The sets by their names: those given, then a starter set for each game that has one."""

    def __init__(self, given: Mapping[str, Sequence[Puzzle]]) -> None:
        self._given = given

    @cached_property
    def sets(self) -> Mapping[str, ServedSet]:
        """All sets."""
        titles = {f"starter-{name}": rulebook(name).title for name in starters()}
        found = {
            name: ServedSet(titles.get(name, name), puzzles)
            for name, puzzles in self._given.items()
        }
        for name in starters():
            found.setdefault(f"starter-{name}", ServedSet(titles[f"starter-{name}"], starter(name)))
        return found

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
