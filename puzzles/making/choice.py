"""Chooses sets: takes puzzles from the batches in their order, one of a game at most.

It takes the puzzle that the set needs most: no twins, nothing too near another, no more than its
share of one stipulation or level. The same call gives the same set, whatever the number of workers
and however often it was stopped.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ruleproof.puzzles.checking.twins import shape
from ruleproof.puzzles.making.batches import Batch, Maker
from ruleproof.puzzles.making.request import EVERY_LEVEL, Wanted
from ruleproof.puzzles.posing.helping import HELP
from ruleproof.puzzles.posing.rejected import TOO_WIDE, UNMEETABLE
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.sources.origins import CONSTRAINTS
from ruleproof.puzzles.stipulations import AGAINST, LAST_TURN, PROOF_GAME
from ruleproof.puzzles.telling.worth import distance, worth
from ruleproof.solvers.work.executors import Worker
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent
from ruleproof.solvers.work.side_by_side import side_by_side

LOOSE = 0.5
"""The largest share of a set for puzzles with one continuation after fewer than half of the
replies.
"""
APART = 0.2
"""The least distance between two puzzles of a set that ask for the same."""
SHARE = 0.4
"""The largest share of a set for one stipulation, where several are wanted."""
LEVEL = 0.22
"""The largest share of a set for one level, as long as others are found as well."""
BENDS = 0.05
"""A full level takes one more puzzle after so many batches, as a share of the set, without a new
one.
"""
RARE = 40
"""Points of worth added for a level or a stipulation while the set has none of it."""
TIGHT = 25
"""Points for a tight line while fewer than half of the set's lines are tight."""
THEME, NEW = 0.08, 15
"""The share of a set below which a theme is rare, and the points that a rare theme is worth."""
OTHERS = 0.15
"""The largest share of a set for puzzles without a defence."""
PATIENCE = 400
"""The search gives up after so many batches in a row without a new puzzle."""


def level_of(puzzle: Puzzle) -> int:
    """The puzzle's level, 0 where it has none yet."""
    return puzzle.rating.level if puzzle.rating else 0


@dataclass
class Choice:
    """A growing set, with facts about its making."""

    wanted: Wanted
    n: int
    puzzles: list[Puzzle] = field(default_factory=list[Puzzle])
    batches: int = 0
    tried: int = 0
    rejected: Counter[str] = field(default_factory=Counter[str])
    fruitless: int = 0
    _shapes: set[str] = field(default_factory=set[str], init=False, repr=False)

    def __post_init__(self) -> None:
        self._shapes = {shape(puzzle) for puzzle in self.puzzles}

    @property
    def full(self) -> bool:
        """Whether there are as many puzzles as wanted."""
        return len(self.puzzles) >= self.n

    @property
    def uncounted(self) -> bool:
        """Whether only proof games are wanted, of a game with too many to count."""
        alone = self.wanted.names == (PROOF_GAME,)
        return alone and self.rejected[f"{PROOF_GAME}: {TOO_WIDE}"] > 0

    @property
    def unmeetable(self) -> bool:
        """Whether positions are composed alone, and none meets the demands."""
        alone = all(source.kind == CONSTRAINTS for source in self.wanted.sources)
        return alone and self.rejected[f"{CONSTRAINTS}: {UNMEETABLE}"] > 0

    @property
    def hopeless(self) -> bool:
        """Whether the search is given up: nothing was found for long, or nothing can be."""
        return self.fruitless >= PATIENCE or self.uncounted or self.unmeetable

    def add(self, batch: Batch) -> bool:
        """Takes the puzzles that fit from the next batch, in order; whether there were any."""
        self.batches = batch.number + 1
        self.tried += batch.tried
        self.rejected.update(batch.rejected)
        before = len(self.puzzles)
        for options in batch.found:
            if self.full:
                break
            fit: list[Puzzle] = []
            for puzzle in options:
                reason = self._unfit(puzzle)
                if reason:
                    self.rejected[f"{puzzle.stipulation.name}: {reason}"] += 1
                else:
                    fit.append(puzzle)
            if fit:
                chosen = max(fit, key=self._wish)
                self.puzzles.append(chosen)
                self._shapes.add(shape(chosen))
        self.fruitless = 0 if len(self.puzzles) > before else self.fruitless + 1
        return len(self.puzzles) > before

    def _wish(self, puzzle: Puzzle) -> float:
        """The gain of the set from the puzzle: its worth, and more for what the set has few of."""
        name, level = puzzle.stipulation.name, level_of(puzzle)
        alike = sum(one.stipulation.name == name for one in self.puzzles)
        same = sum(level_of(one) == level for one in self.puzzles)
        shown = Counter(theme for one in self.puzzles for theme in one.themes)
        new = sum(shown[theme] < THEME * self.n for theme in puzzle.themes)
        full = alike / (SHARE * self.n) + same / (LEVEL * self.n)
        loose = sum(one.loose for one in self.puzzles)
        tight = TIGHT * (not puzzle.loose and loose > LOOSE * len(self.puzzles))
        return worth(puzzle) + NEW * new + tight - RARE * full

    @property
    def _mixed(self) -> bool:
        """Whether the set is to have puzzles of all levels."""
        return self.wanted.levels == EVERY_LEVEL

    def _unfit(self, puzzle: Puzzle) -> str:
        """The reason why the puzzle does not fit into the set; empty if it does."""
        if shape(puzzle) in self._shapes:
            return "twin of another"
        name = puzzle.stipulation.name
        if any(distance(puzzle, one) < APART for one in self.puzzles):
            return "too near another"
        counts = Counter(one.stipulation.name for one in self.puzzles)
        if len(self.wanted.names) > 2 and counts[name] >= max(2, round(SHARE * self.n)):
            return "enough of its kind"
        alone = all(name.startswith((HELP, PROOF_GAME, LAST_TURN)) for name in self.wanted.names)
        if puzzle.stipulation.aim not in AGAINST and not alone:
            others = sum(one.stipulation.aim not in AGAINST for one in self.puzzles)
            if others >= int(OTHERS * self.n):
                return "enough without a defence"
        if puzzle.loose and sum(one.loose for one in self.puzzles) >= int(LOOSE * self.n):
            return "enough with loose lines"
        if self._mixed and self.fruitless < BENDS * self.n:
            same = sum(level_of(one) == level_of(puzzle) for one in self.puzzles)
            if same >= math.ceil(LEVEL * self.n):
                return "enough of its level"
        return ""


def made(
    choice: Choice,
    workers: Sequence[Worker],
    *,
    deadline: Deadline | None = None,
    progress: Listener = silent,
) -> Iterator[Choice]:
    """The set after each batch, taken in order, until it is full, hopeless, or out of time."""
    if choice.full:
        return
    maker = Maker(choice.wanted)
    waiting: dict[int, Batch] = {}
    given = choice.batches

    def take(_: int) -> int | None:
        nonlocal given
        given += 1
        return given - 1

    def tell(_: object) -> None:
        if deadline is not None and deadline.passed:
            raise Stopped
        note = f"{len(choice.puzzles)} found, {choice.tried:,} tried"
        if choice.rejected:
            note += f", mostly {choice.rejected.most_common(1)[0][0]}"
        progress(Progress("puzzles", len(choice.puzzles), choice.n, note))

    results = side_by_side(maker, take, workers, tell)
    try:
        for _, batch in results:
            waiting[batch.number] = batch
            while choice.batches in waiting and not choice.full and not choice.hopeless:
                choice.add(waiting.pop(choice.batches))
                yield choice
            if choice.full or choice.hopeless:
                return
    finally:
        close = getattr(results, "close", None)
        if close:
            close()


def rejections(rejected: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """The reasons why positions were no puzzles: by stipulation, the count of each reason, the most
    first.
    """
    found: dict[str, dict[str, int]] = {}
    for text, many in sorted(rejected.items(), key=lambda item: (-item[1], item[0])):
        name, _, reason = text.partition(": ")
        found.setdefault(name, {})[reason] = many
    return found
