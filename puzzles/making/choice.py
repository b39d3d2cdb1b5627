"""Chooses sets: takes puzzles from the batches in their order, one of a game at most.

It takes the puzzle that the set needs most: no twins, nothing too near another, nothing that has no
place left (`places.py`). Where it is to take one of several, those that it could have taken wait:
each time so many more have come, it takes the one that it needs most of all. It orders the batches:
what the set has enough of is not searched for. The same call gives the same set, whatever the
number of workers and however often it was stopped.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ruleproof.puzzles.checking.twins import idea, shape
from ruleproof.puzzles.making.batches import Batch, Maker, Order
from ruleproof.puzzles.making.climbing import climbing
from ruleproof.puzzles.making.places import Places
from ruleproof.puzzles.making.request import LADDER, Wanted
from ruleproof.puzzles.posing.asking import ANY, END, kind_of
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.telling.relatives import Fight, asked_alike, fight_of, same_fight
from ruleproof.puzzles.telling.worth import Likeness, apart, likeness
from ruleproof.solvers.work.executors import Worker
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent
from ruleproof.solvers.work.side_by_side import side_by_side

APART = 0.2
"""The least distance between two puzzles of a set that ask for the same."""
FIGHTS = 2
"""At most so many puzzles of a set ask for the same in one fight, as `puzzles show` lists them."""
BENDS = 0.1, 50
"""A full level or kind takes one more puzzle after so many batches without a new one: a share of
the set, or that number if it is less.
"""
WAITS = 1.0, 200
"""Places are kept for what the set lacks until so many batches gave none of that; the same."""
AHEAD = 8, 0.12
"""A batch is ordered by the set as it was so many batches before, or so large a share of the set:
at most that many are made side by side.
"""
SELDOM = 4
"""A stipulation that costs much more than others, for what it gives, is searched for in one of so
many batches."""
RARELY = 16
"""The same of a kind of question."""
TRIED = 0.125
"""The share of a puzzle that counts as given by a kind of question which gave none."""
COSTLY = 2
"""A stipulation costs much more if it takes so many times as many moves a puzzle as the mean."""
MEMORY = 0.98
"""The weight of a batch's costs, against those of the batch after it."""
PATIENCE = 400
"""The search gives up after so many batches in a row without a puzzle that fits."""
WAITING = 50
"""At most so many puzzles wait to be taken; those that the set needs least leave."""
OTHERS_BETTER = "others are better"


class Traits(NamedTuple):
    """What no other puzzle of a set may share: the diagram and the solution, up to symmetry, and
    the parts by which puzzles are alike.
    """

    shape: str
    idea: str
    likeness: Likeness


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
    """The batches since a puzzle that fitted."""
    waited: int = 0
    """The batches since a puzzle of what the set lacked."""
    orders: deque[Order] = field(default_factory=deque[Order])
    """The orders of the next batches: `ahead` and one more."""
    spent: dict[str, float] = field(default_factory=dict[str, float])
    """The moves spent on each stipulation, of late."""
    given: dict[str, float] = field(default_factory=dict[str, float])
    """The puzzles that each stipulation gave, of late, of which the set took one a game."""
    waiting: list[Puzzle] = field(default_factory=list[Puzzle])
    """The puzzles that fitted and were not taken, one a game."""
    came: int = 0
    """The number of those waiting that came since one was taken."""
    _traits: dict[str, Traits] = field(default_factory=dict[str, "Traits"], init=False, repr=False)
    _fights: dict[str, list[Fight]] = field(
        default_factory=dict[str, list[Fight]], init=False, repr=False
    )

    def __post_init__(self) -> None:
        self.places = Places(self.wanted, self.n, self.puzzles)
        for puzzle in self.puzzles:
            self._note(puzzle)
        general = self.places.general
        self._longest = frozenset(f"{name}/{END}" for name in self.wanted.names if general)
        while len(self.orders) <= self.ahead:
            number = self.batches + len(self.orders)
            omitted = self._longest if number % RARELY else frozenset[str]()
            self.orders.append(Order(number, omitted | self._lengths(number)))

    @property
    def full(self) -> bool:
        """Whether there are as many puzzles as wanted."""
        return not self.places.left

    @property
    def ordered(self) -> list[Puzzle]:
        """The puzzles, of a whole set the easiest first."""
        return climbing(self.puzzles) if self.full else list(self.puzzles)

    @property
    def hopeless(self) -> bool:
        """Whether the search is given up: nothing was found for long."""
        return self.fruitless >= PATIENCE

    @property
    def ahead(self) -> int:
        """The number of batches that may be ordered before the first of them is added."""
        least, share = AHEAD
        return max(least, round(share * self.n))

    def order(self, number: int) -> Order:
        """The order of the batch of that number: at most `ahead` batches after those added."""
        return self.orders[number - self.batches]

    def add(self, batch: Batch) -> bool:
        """Takes the puzzles that fit from the next batch, in order; whether there were any."""
        self.batches = batch.number + 1
        self.tried += batch.tried
        self.rejected.update(batch.rejected)
        before, lacking = len(self.puzzles), False
        given: Counter[str] = Counter()
        for options in batch.found:
            if self.full:
                break
            fit = [puzzle for puzzle in options if self._fits(puzzle)]
            given.update(puzzle.stipulation.name for puzzle in fit)
            if self.places.general:
                given.update(kind_of(puzzle.stipulation) for puzzle in fit)
            if fit:
                chosen = max(fit, key=self.places.wish)
                lacking |= self.places.lacks(chosen)
                self._wait(chosen)
        self.fruitless = 0 if given else self.fruitless + 1
        self.waited = 0 if lacking else self.waited + 1
        self.spent = _faded(self.spent, batch.spent)
        self.given = _faded(self.given, given)
        if self.places.many_loose and not (
            self.orders[-1].tight or self.places.general
        ):  # from here on another search
            self.spent, self.given = {}, {}
        self.orders.popleft()
        self.orders.append(self._next())
        return len(self.puzzles) > before

    def take(self, puzzle: Puzzle) -> None:
        """Gives the puzzle a place in the set."""
        self.puzzles.append(puzzle)
        self.places.take(puzzle)
        self._note(puzzle)

    def _wait(self, puzzle: Puzzle) -> None:
        """Lets the puzzle wait, and takes the one that the set needs most if enough have come."""
        self.waiting.append(puzzle)
        self.came += 1
        if self.came >= self.wanted.best_of:
            fit = [one for one in self.waiting if not self.unfit(one)]
            if fit:
                best = max(fit, key=self.places.wish)
                self.waiting.remove(best)
                self.came = 0
                self.take(best)
        if self.full:
            self._dismiss(0)
        elif len(self.waiting) > WAITING:
            self._dismiss(WAITING)

    def _dismiss(self, most: int) -> None:
        """Lets so many wait at most, those that the set needs most."""
        self.waiting.sort(key=self.places.wish, reverse=True)
        for one in self.waiting[most:]:
            self.rejected[f"{one.stipulation.name}: {OTHERS_BETTER}"] += 1
        del self.waiting[most:]

    def _note(self, puzzle: Puzzle) -> None:
        """Notes what another puzzle must not repeat."""
        if fight := fight_of(puzzle):
            self._fights.setdefault(asked_alike(puzzle), []).append(fight)

    def _traits_of(self, puzzle: Puzzle) -> Traits:
        """The traits of the puzzle, found once."""
        if puzzle.id not in self._traits:
            self._traits[puzzle.id] = Traits(shape(puzzle), idea(puzzle), likeness(puzzle))
        return self._traits[puzzle.id]

    def _fits(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle fits into the set; counts why it does not."""
        reason = self.unfit(puzzle)
        if reason:
            self.rejected[f"{puzzle.stipulation.name}: {reason}"] += 1
        return not reason

    def unfit(self, puzzle: Puzzle) -> str:
        """The reason why the puzzle does not fit into the set; empty if it does."""
        return self.refused(puzzle) or self.alike(puzzle)

    def refused(self, puzzle: Puzzle) -> str:
        """The reason why no place is left for the puzzle; empty if there is one."""
        return self.places.refused(puzzle, bends=self._bends, keeps=self._keeps)

    def alike(self, puzzle: Puzzle) -> str:
        """The reason why the puzzle is too much like others of the set; empty if it is not."""
        told = self._traits_of(puzzle)
        for one in map(self._traits_of, self.puzzles):
            if told.shape == one.shape:
                return "twin of another"
            if told.idea == one.idea:
                return "the solution of another"
            if apart(told.likeness, one.likeness) < APART:
                return "too near another"
        fight, known = fight_of(puzzle), self._fights.get(asked_alike(puzzle), ())
        if sum(same_fight(fight, one) for one in known) >= FIGHTS:
            return "the fight of others"
        return ""

    @property
    def _bends(self) -> bool:
        """Whether a level or kind may have more than its share: no other was found of late."""
        return self.fruitless >= self._least(BENDS)

    @property
    def _keeps(self) -> bool:
        """Whether places are kept for what the set lacks: some of it was found of late."""
        return self.waited < self._least(WAITS)

    def _least(self, batches: tuple[float, int]) -> float:
        """The number of batches: a share of the set, or a number if that is less."""
        share, most = batches
        return min(share * self.n, most)

    def _next(self) -> Order:
        """The order of the batch after those that are ordered."""
        number = self.batches + self.ahead
        sought = [
            name
            for name in self.wanted.names
            if not self.places.enough_of(name, bends=self._bends, keeps=self._keeps)
        ]
        omitted = set(self.wanted.names).difference(sought)
        if self.places.general and number % RARELY:
            omitted |= self._dear()
        elif number % SELDOM:
            omitted |= self._costly(sought)
        tight = self.places.many_loose and not (self.places.general and self._bends)
        return Order(number, frozenset(omitted) | self._lengths(number), tight)

    def _lengths(self, number: int) -> frozenset[str]:
        """The lengths that the batch of that number is not asked for: questions in one turn and in
        four come in every fourth batch, those in two in three of four.
        """
        if not self.places.spans:
            return frozenset()
        asked = {1, 2} if number % 4 == 0 else {3, 4} if number % 4 == 2 else {2, 3}
        for short, longer in ((1, 3), (2, 3 + number % 2)):
            if short in asked and self.places.enough_in(short):
                asked = {*asked, longer} - {short}
        return frozenset(f"{ANY}/{turns}" for turns in LADDER if turns not in asked)

    def _costly(self, names: Sequence[str]) -> set[str]:
        """Those of the names that cost much more moves a puzzle than all of them together."""
        moves = sum(self.spent.get(name, 0) for name in names)
        given = sum(self.given.get(name, 0) for name in names)
        return {
            name
            for name in names
            if COSTLY * moves * max(1, self.given.get(name, 0)) < self.spent.get(name, 0) * given
        }

    def _dear(self) -> set[str]:
        """The kinds of questions that cost more than twice as much a puzzle as the cheapest, or
        gave none for a quarter of that. Until one has given any: those to the end of the game.
        """
        kinds = [name for name in self.spent if "/" in name]
        prices = [self.spent[one] / self.given[one] for one in kinds if self.given.get(one)]
        if not prices:
            return set(self._longest)
        worst = {one: COSTLY * min(prices) * self.given.get(one, TRIED) for one in kinds}
        return {one for one in kinds if self.spent[one] > worst[one]}


def _faded(counts: Mapping[str, float], new: Mapping[str, int]) -> dict[str, float]:
    """The counts with those of a new batch, where older batches count less and less."""
    return {
        name: MEMORY * counts.get(name, 0) + new.get(name, 0) for name in sorted({*counts, *new})
    }


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
