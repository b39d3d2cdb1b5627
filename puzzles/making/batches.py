"""Makes batches: each is a few games of self-play, or families of other positions (`sources/`),
with a seed of its own, searched for the stipulations in turn, until a game has given a few puzzles.
`choice.py` orders them, and chooses among what they found.

The same order gives the same batch: limits on cost count moves, never the clock.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from ruleproof.models.play.game import Game
from ruleproof.puzzles.checking.check import faults
from ruleproof.puzzles.making.family import FamilySearch, Results
from ruleproof.puzzles.making.request import Wanted
from ruleproof.puzzles.posing.asking import AIM, only_general
from ruleproof.puzzles.posing.candidates import Candidate, Composer
from ruleproof.puzzles.posing.helping import HELP
from ruleproof.puzzles.posing.rejected import UNCONFIRMED, Rejected
from ruleproof.puzzles.puzzle import Puzzle, position_of
from ruleproof.puzzles.sources.frames import Frames
from ruleproof.puzzles.sources.origins import COMPOSED, FRAMED, SELF_PLAY, TABLE, Source, origin
from ruleproof.puzzles.sources.reaching import with_game
from ruleproof.puzzles.sources.self_play import Origin, Prospect
from ruleproof.puzzles.telling.worth import dull
from ruleproof.solvers.work.progress import Listener, Progress, silent

GAMES = 4
"""Games of one batch."""
FOUND = 3
"""A game is searched no further after so many puzzles with tight lines; the set takes one of all
that were found.
"""
LOOKS = 8
"""Positions of one game to look at."""
WHOLE = 100_000
"""The most moves spent on one stipulation of one position."""
ASKING = 500
"""The cost of a question beside the moves that it counts, in moves."""
ENDINGS = 2
"""In one of so many games the last positions are asked for the game's own aim."""


class Order(NamedTuple):
    """The plan of a batch: its number, the stipulations and the kinds of questions (`kind_of`) that
    no position is asked, and whether loose lines are rejected.
    """

    number: int
    omitted: frozenset[str] = frozenset()
    tight: bool = False


class Batch(NamedTuple):
    """The result of a batch: its number, the puzzles of each of its games that gave any, the number
    of questions asked, why the rest was rejected, and the moves spent on each stipulation and, in
    games that only have general questions, on each kind of question.
    """

    number: int
    found: list[list[Puzzle]]
    tried: int
    rejected: dict[str, int]
    spent: dict[str, int]


@dataclass
class Maker:
    """Makes batches. Every worker has a copy, which keeps what it compiled."""

    wanted: Wanted
    _order: Order = field(default=Order(0), repr=False)
    _composer: Composer | None = field(default=None, repr=False)
    _frames: Frames | None = field(default=None, repr=False)
    _inner: Maker | None = field(default=None, repr=False)
    _origins: dict[Source, Origin] = field(default_factory=dict[Source, Origin], repr=False)
    _costs: Counter[str] = field(default_factory=Counter[str], repr=False)

    def __getstate__(self) -> Wanted:
        return self.wanted

    def __setstate__(self, state: Wanted) -> None:
        self.wanted = state
        self._order = Order(0)
        self._composer = None
        self._frames = None
        self._inner = None
        self._origins = {}
        self._costs = Counter()

    def __call__(self, order: Order, progress: Listener = silent) -> Batch:
        """Makes a batch."""
        self._begin(order)
        assert self._composer is not None
        game, number = self._composer.game, order.number
        dice = random.Random(f"{self.wanted!r} {number}")
        rejected: Counter[str] = Counter()
        spent: Counter[str] = Counter()
        found: list[list[Puzzle]] = []
        tried, moves = 0, self._moves
        for one in range(GAMES):
            progress(Progress("puzzles", one, GAMES))
            first = number * GAMES + one
            options: list[Puzzle] = []
            for name, result in self._searched(game, first, dice, progress):
                tried += 1
                spent[name] += ASKING + self._moves - moves
                moves = self._moves
                reason = self._unwanted(result.puzzle) if isinstance(result, Candidate) else result
                if isinstance(result, Candidate) and not reason:
                    options.append(self._told(result.puzzle, self._source(first)))
                    if sum(not option.loose for option in options) == FOUND:
                        break
                else:
                    rejected[f"{name}: {reason}"] += 1
            options = self._confirmed(options, rejected)
            if options:
                found.append(options)
        return Batch(number, found, tried, dict(rejected), dict(spent + self._costs))

    def _begin(self, order: Order) -> None:
        """Turns to an order."""
        if self._composer is None:
            self._composer = Composer(self.wanted.ready(), WHOLE, choosing=True)
        self._order = order
        self._costs = Counter()
        self._composer.tight = order.tight

    @property
    def _names(self) -> list[str]:
        """The stipulations that are searched for."""
        return [name for name in self.wanted.names if name not in self._order.omitted]

    @property
    def _moves(self) -> int:
        """The moves played for questions so far."""
        assert self._composer is not None
        return self._composer.moves + (self._inner._moves if self._inner else 0)

    def _confirmed(self, options: list[Puzzle], rejected: Counter[str]) -> list[Puzzle]:
        """Those of the puzzles that `puzzles check` accepts; it finds some too large to decide."""
        confirmed: list[Puzzle] = []
        for puzzle in options:
            if faults(puzzle):
                rejected[f"{puzzle.stipulation.name}: {UNCONFIRMED}"] += 1
            else:
                confirmed.append(puzzle)
        return confirmed

    def _unwanted(self, puzzle: Puzzle) -> str:
        """The reason why a puzzle does not fit the request; empty if it does."""
        wanted = self.wanted
        if puzzle.rating and not wanted.levels[0] <= puzzle.rating.level <= wanted.levels[1]:
            return "another level"
        return dull(puzzle)

    def _told(self, puzzle: Puzzle, source: Source) -> Puzzle:
        """The puzzle, with a game that leads to its diagram if one is found; puzzles of edited
        games stay as they are.
        """
        assert self._composer is not None
        searched = puzzle.composed and source.kind != COMPOSED
        return with_game(self._composer.game, puzzle) if searched else puzzle

    def _source(self, first: int) -> Source:
        """The source of a game: sources take turns, batch by batch."""
        return self.wanted.sources[first // GAMES % len(self.wanted.sources)]

    def _looks(
        self, game: Game, source: Source, dice: random.Random, ending: bool
    ) -> list[Prospect]:
        """The positions of a family that are searched for puzzles: some of those that have few
        turns, far apart, or the last of a game. Raises `Rejected` where the source has none.
        """
        assert self._composer is not None
        wanted = self.wanted
        if source not in self._origins:
            span = range(*wanted.turns)
            self._origins[source] = origin(game, source, span, repr(wanted))
        composer, found = self._composer, self._origins[source].prospects(dice)
        options = (one for one in found if composer.narrow(one.state))
        if ending or only_general(game):  # what every game asks for comes near its end
            return list(islice((one for one in options if composer.open(one.state)), LOOKS))
        options = list(options)
        return options[:: max(1, len(options) // LOOKS)][:LOOKS]

    def _searched(self, game: Game, first: int, dice: random.Random, progress: Listener) -> Results:
        """Yields each question asked in one game with its result; at most one puzzle per name."""
        source = self._source(first)
        if source.kind == FRAMED:
            yield from self._framed(game, first, dice, progress)
            return
        try:
            names = self._names
            aims = [name for name in names if name in AIM]
            ending = bool(aims) and (len(aims) == len(names) or first % ENDINGS == 1)
            ending = ending and source.kind != TABLE and not only_general(game)
            looks = self._looks(game, source, dice, ending)
        except Rejected as no:
            yield source.kind, str(no)
            return
        search = self._search(looks, dice, progress, edits=source.kind == COMPOSED)
        order = ordered(sought(aims if ending else names, search.in_steps), first)
        if source.kind == TABLE:
            order.sort(key=lambda name: name not in AIM)
        yield from search.results(order)

    def _framed(self, game: Game, first: int, dice: random.Random, progress: Listener) -> Results:
        """Yields each question asked in one game on the small board; in place of each puzzle found
        there, those asked of its framed diagrams.
        """
        assert self._composer is not None
        if self._frames is None:
            self._frames = Frames(game, repr(self.wanted))
            small = self._frames.small
            plain = self.wanted._replace(board=small.board.text, sources=SELF_PLAY)
            self._inner = Maker(plain, _composer=Composer(small, WHOLE, choosing=True))
        assert self._inner is not None
        self._inner._begin(self._order)
        for name, result in self._inner._searched(self._frames.small, first, dice, progress):
            if not isinstance(result, Candidate):
                yield name, result
                continue
            framed = self._frames.around(position_of(result.puzzle).state, dice)
            looks = [one for one in framed if self._composer.narrow(one.state)]
            if looks:
                yield from self._search(looks, dice, progress).results([name])
            else:
                yield name, "no frame fits"

    def _search(
        self,
        looks: Sequence[Prospect],
        dice: random.Random,
        progress: Listener,
        *,
        edits: bool = False,
    ) -> FamilySearch:
        """The search of a family of positions. `edits`: whether its diagrams are edited."""
        assert self._composer is not None
        span = range(*self.wanted.turns)
        search = FamilySearch(self._composer, looks, span, dice, edits, progress)
        search.omitted, search.costs = self._order.omitted, self._costs
        return search


def ordered(names: Sequence[str], first: int) -> list[str]:
    """The names in the order in which a game is searched for them, each first in its turn. Help
    takes long and comes only in every sixth game, unless it alone is wanted.
    """
    helping = [name for name in names if name.startswith(HELP)]
    others = [name for name in names if name not in helping]
    if not others or (helping and first % 6 == 5):
        return _turned(helping, first // 6) if others else _turned(helping, first)
    return _turned(others, first)


def sought(names: Sequence[str], in_steps: bool) -> list[str]:
    """The names that games of self-play are searched for. Where turns are made of several moves,
    help takes long and is hardly ever unique, so it is left out unless it alone is wanted.
    """
    alone = [name for name in names if not name.startswith(HELP)]
    return alone if in_steps and alone else list(names)


def _turned(names: Sequence[str], first: int) -> list[str]:
    return [names[(first + k) % len(names)] for k in range(len(names))]
