"""Chooses sets: takes puzzles from the batches in their order, one of a game at most.

It takes the puzzle that the set needs most: no twins, nothing too near another, no more than its
share of one stipulation or level. It orders the batches: what the set has enough of is not searched
for. The same call gives the same set, whatever the number of workers and however often it was
stopped.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ruleproof.puzzles.checking.twins import shape
from ruleproof.puzzles.making.batches import Batch, Maker, Order
from ruleproof.puzzles.making.request import EVERY_LEVEL, Wanted
from ruleproof.puzzles.posing.helping import HELP
from ruleproof.puzzles.posing.rejected import TOO_WIDE, UNMEETABLE
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.sources.origins import CONSTRAINTS
from ruleproof.puzzles.stipulations import LAST_TURN, PROOF_GAME
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
LEAST = 0.1
"""The share of a set that is kept for each level, as long as that level is found at all,"""
WAITS = 0.2
"""and so many batches without a new puzzle, as a share of the set, after which it is not."""
AHEAD = 8, 0.12
"""A batch is ordered by the set as it was so many batches before, or so large a share of the set:
at most that many are made side by side.
"""
SELDOM = 4
"""A stipulation that costs much more than others, for what it gives, is searched for in every such
batch:"""
COSTLY = 4
"""one that costs so many times as many moves a puzzle as the mean of those that are looked for."""
RARE = 40
"""Points of worth added for a level or a stipulation while the set has none of it."""
TIGHT = 25
"""Points for a tight line while fewer than half of the set's lines are tight."""
THEME, NEW = 0.08, 15
"""The share of a set below which a theme is rare, and the points that a rare theme is worth."""
OTHERS = 0.15
"""The largest share of a set for puzzles without a defence."""
UNDEFENDED = (HELP, PROOF_GAME, LAST_TURN)
"""Beginnings of the names of stipulations without a defence."""
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
    orders: deque[Order] = field(default_factory=deque[Order])
    """The orders of the next batches: `ahead` and one more."""
    spent: Counter[str] = field(default_factory=Counter[str])
    """The moves spent on each stipulation,"""
    given: Counter[str] = field(default_factory=Counter[str])
    """and the puzzles that it gave, of which the set took one a game."""
    _shapes: set[str] = field(default_factory=set[str], init=False, repr=False)

    def __post_init__(self) -> None:
        self._shapes = {shape(puzzle) for puzzle in self.puzzles}
        while len(self.orders) <= self.ahead:
            self.orders.append(Order(self.batches + len(self.orders)))

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

    @property
    def ahead(self) -> int:
        """The number of batches that may be ordered before the first of them is added."""
        least, share = AHEAD
        return max(least, round(share * self.n))

    def order(self, number: int) -> Order:
        """The order of the batch of that number: at most `ahead` batches after those added."""
        return self.orders[number - self.batches]

    def _next(self) -> Order:
        """The order of the batch after those that are ordered."""
        number = self.batches + self.ahead
        full = {name for name in self.wanted.names if self._enough_of(name)}
        sought = [name for name in self.wanted.names if name not in full]
        moves, given = (sum(counts[name] for name in sought) for counts in (self.spent, self.given))
        costly = {
            name
            for name in sought
            if COSTLY * max(moves, self.given[name] * moves) < self.spent[name] * given
        }
        omitted = full | costly if number % SELDOM else full
        return Order(number, frozenset(omitted), self._many_loose)

    def add(self, batch: Batch) -> bool:
        """Takes the puzzles that fit from the next batch, in order; whether there were any."""
        self.batches = batch.number + 1
        self.tried += batch.tried
        self.rejected.update(batch.rejected)
        self.spent.update(batch.spent)
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
                    self.given[puzzle.stipulation.name] += 1
            if fit:
                chosen = max(fit, key=self._wish)
                self.puzzles.append(chosen)
                self._shapes.add(shape(chosen))
        self.fruitless = 0 if len(self.puzzles) > before else self.fruitless + 1
        if self._many_loose and not self.orders[-1].tight:  # from here on another search
            self.spent.clear()
            self.given.clear()
        self.orders.popleft()
        self.orders.append(self._next())
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
        if any(distance(puzzle, one) < APART for one in self.puzzles):
            return "too near another"
        if reason := self._enough_of(puzzle.stipulation.name):
            return reason
        if puzzle.loose and self._many_loose:
            return "enough with loose lines"
        return self._enough_of_level(level_of(puzzle)) if self._mixed else ""

    def _enough_of(self, name: str) -> str:
        """The reason why no more puzzles of that stipulation are taken; empty if they are."""
        names = [one.stipulation.name for one in self.puzzles]
        if len(self.wanted.names) > 2 and names.count(name) >= max(2, round(SHARE * self.n)):
            return "enough of its kind"
        mixed = not all(one.startswith(UNDEFENDED) for one in self.wanted.names)
        if name.startswith(UNDEFENDED) and mixed:
            others = sum(one.startswith(UNDEFENDED) for one in names)
            if others >= int(OTHERS * self.n):
                return "enough without a defence"
        return ""

    @property
    def _many_loose(self) -> bool:
        """Whether the set has as many loose lines as it may."""
        return sum(one.loose for one in self.puzzles) >= int(LOOSE * self.n)

    def _enough_of_level(self, level: int) -> str:
        """The reason why no more puzzles of that level are taken; empty if they are."""
        levels = Counter(level_of(one) for one in self.puzzles)
        if self.fruitless < BENDS * self.n and levels[level] >= math.ceil(LEVEL * self.n):
            return "enough of its level"
        least = int(LEAST * self.n)
        lacking = sum(max(0, least - levels[one]) for one in range(1, 6) if one != level)
        left = self.n - len(self.puzzles)
        if self.fruitless < WAITS * self.n and levels[level] >= least and left <= lacking:
            return "the rest is kept for other levels"
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

    def take(_: int) -> Order | None:
        nonlocal given
        if given > choice.batches + choice.ahead:
            return None
        given += 1
        return choice.order(given - 1)

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
