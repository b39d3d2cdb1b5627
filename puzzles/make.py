"""Making sets: batches of games searched side by side, their puzzles chosen one after another.

batch   a few games of self-play with a seed of their own, searched for the stipulations in turn,
        each until it has given a few puzzles
set     what is chosen of the batches in their order, one puzzle of a game, that which the set
        needs most: no twins, no more than its share of one stipulation or level

The same call gives the same set, whatever the number of workers and however often it was stopped:
what is too costly is decided by counting moves, never by the clock.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ruleproof.models.errors import TextError, offer
from ruleproof.models.game import Game, State, make_game
from ruleproof.models.rulebook import rulebook
from ruleproof.puzzles.compose import (
    SEVERAL,
    TOO_WIDE,
    Candidate,
    Composer,
    Rejected,
    stipulations,
)
from ruleproof.puzzles.derived import dressed
from ruleproof.puzzles.helping import HELP, help_puzzle
from ruleproof.puzzles.proof_games import ProofGames, proof_game_puzzle
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.sources import Played, diagrams, self_play
from ruleproof.puzzles.stipulations import AGAINST, PROOF_GAME, check_game, names
from ruleproof.puzzles.themes import known_theme
from ruleproof.puzzles.twins import shape
from ruleproof.puzzles.variations import MOST_KEYS, Climb
from ruleproof.puzzles.worth import THRESHOLD, distance
from ruleproof.solvers.goals.attack import TooWide
from ruleproof.solvers.work.executors import Worker
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent
from ruleproof.solvers.work.side_by_side import side_by_side

TURNS = range(2, 4)
"""Within how many turns goals are asked for, where nothing else is wanted."""
GAMES = 4
"""Games of one batch."""
FOUND = 3
"""A game is searched no more after so many puzzles; the set takes one of them."""
MORE = 4
"""After a puzzle so many more stipulations are asked of its game."""
CLIMBS = 12
"""So many questions of one game that have several keys are asked in variations of it."""
LOOKS = 8
"""Positions of one game that are looked at."""
FEW = 3
"""Where turns are made of several moves, questions cost more: of each name so many positions of a
game are asked so many.
"""
LOOSE = 0.5
"""Puzzles with one continuation after fewer than half of the replies have no more of a set."""
APART = 0.15
"""Two puzzles of a set that ask for the same are at least so far apart."""
SHARE = 0.35
"""No stipulation has more of a set, where several are wanted."""
LEVEL = 0.22
"""No level has more of a set, as long as others are found as well."""
BENDS = 0.25
"""A full level takes one more after so many batches without a new puzzle, as a share of the set."""
RARE = 40
"""Points of worth by which a level or a stipulation is wanted more while the set has none of it."""
OTHERS = 0.15
"""Puzzles without a defence have no more of a set."""
GIVE_UP = 3
"""After so many questions of a position that were too wide it is asked no more."""
EVERY_LEVEL = (1, 5)
WHOLE = 100_000
"""The most moves spent on one stipulation of one position."""
PATIENCE = 400
"""Batches in a row without a new puzzle after which the search is given up."""
_LOOK = 24
"""The most stipulations asked of one position."""


class Wanted(NamedTuple):
    """What a set is to be made of: the game as its file tells it, the seed, the names of the
    stipulations, within how many turns, a theme (empty: any), and the least and the highest level.
    """

    game: str
    board: str
    settings: tuple[tuple[str, str | int], ...]
    seed: int
    names: tuple[str, ...]
    turns: tuple[int, int]
    theme: str = ""
    levels: tuple[int, int] = EVERY_LEVEL

    def ready(self) -> Game:
        """The game."""
        return make_game(rulebook(self.game), self.board, dict(self.settings))


class Batch(NamedTuple):
    """What came of a batch: its number, the puzzles of each of its games that gave any, how many
    questions were asked, and why the rest was rejected.
    """

    number: int
    found: list[list[Puzzle]]
    tried: int
    rejected: dict[str, int]


def wanted(
    game: Game,
    seed: int,
    goals: Sequence[str] = (),
    turns: range = TURNS,
    theme: str = "",
    levels: tuple[int, int] = EVERY_LEVEL,
) -> Wanted:
    """What is asked for by the command line. Raises `TextError` for an unknown goal or theme."""
    if theme:
        known_theme(game, theme)
    known = [*names(game), PROOF_GAME]
    for name in goals:
        if name not in known:
            raise TextError(f"no such goal of {game.name} (goals: {offer(known, 40)}): {name!r}")
    check_game(game)
    chosen = tuple(goals) or tuple(names(game))
    settings = tuple(sorted(game.settings.items()))
    return Wanted(
        game.name, game.board.text, settings, seed, chosen, (turns.start, turns.stop), theme, levels
    )


@dataclass
class Maker:
    """Makes batches; copied to every worker, which keeps what it compiled."""

    wanted: Wanted
    _composer: Composer | None = field(default=None, repr=False)
    _games: ProofGames | None = field(default=None, repr=False)

    def __getstate__(self) -> Wanted:
        return self.wanted

    def __setstate__(self, state: Wanted) -> None:
        self.wanted = state
        self._composer = None
        self._games = None

    def __call__(self, number: int, progress: Listener = silent) -> Batch:
        """The batch of that number."""
        if self._composer is None:
            self._composer = Composer(self.wanted.ready(), WHOLE)
        game = self._composer.game
        dice = random.Random(f"{self.wanted!r} {number}")
        rejected: Counter[str] = Counter()
        found: list[list[Puzzle]] = []
        tried = 0
        for one in range(GAMES):
            progress(Progress("puzzles", one, GAMES))
            first = number * GAMES + one
            options: list[Puzzle] = []
            for name, result in self._searched(game, first, dice, progress):
                tried += 1
                reason = self._unwanted(result.puzzle) if isinstance(result, Candidate) else result
                if isinstance(result, Candidate) and not reason:
                    options.append(result.puzzle)
                    if len(options) == FOUND:
                        break
                else:
                    rejected[f"{name}: {reason}"] += 1
            if options:
                found.append(options)
        return Batch(number, found, tried, dict(rejected))

    def _unwanted(self, puzzle: Puzzle) -> str:
        """Why a puzzle is not what is asked for; empty if it is."""
        wanted = self.wanted
        if wanted.theme and wanted.theme not in puzzle.themes:
            return "another theme"
        if puzzle.rating and not wanted.levels[0] <= puzzle.rating.level <= wanted.levels[1]:
            return "another level"
        return "dull" if worth(puzzle) < THRESHOLD else ""

    def _looks(self, game: Game, played: Played) -> list[tuple[int, State]]:
        """The positions that are asked for puzzles: some of those with few turns, far apart."""
        assert self._composer is not None
        options = [one for one in diagrams(game, played) if self._composer.narrow(one[1])]
        return options[:: max(1, len(options) // LOOKS)][:LOOKS]

    def _proof_game(self, game: Game, dice: random.Random) -> Candidate | str:
        """A puzzle that asks for a game, or why there is none."""
        assert self._composer is not None
        try:
            self._games = self._games or ProofGames(game)
            puzzle, state = proof_game_puzzle(self._games, dice)
        except Rejected as no:
            return str(no)
        return Candidate(dressed(self._composer.judge, state, puzzle), [])

    def _searched(
        self, game: Game, first: int, dice: random.Random, progress: Listener
    ) -> Iterator[tuple[str, Candidate | str]]:
        """What is asked in one game, and what came of it: of each name one puzzle at most."""
        wanted = self.wanted
        assert self._composer is not None
        if PROOF_GAME in wanted.names and (first % 6 == 2 or len(wanted.names) == 1):
            yield PROOF_GAME, self._proof_game(game, dice)
            return
        played = self_play(game, dice)
        looks = self._looks(game, played)
        climbs = CLIMBS if game.acyclic else 0
        in_steps = any(self._composer.in_steps(state) for _, state in looks[:1])
        order = ordered([name for name in wanted.names if name != PROOF_GAME], first)
        wide: Counter[int] = Counter()
        left = len(order)
        for name in order:
            if not left:
                return
            left -= 1
            found = False
            few = dice.sample(looks, min(FEW, len(looks))) if in_steps else looks
            for number, state in few:
                if wide[number] >= GIVE_UP:
                    continue
                progress(Progress("puzzles", first, None))
                history = played.history(game, number)
                if name.startswith(HELP):
                    goal = name.removeprefix(HELP)
                    try:
                        puzzle = help_puzzle(self._composer.judge, goal, state, history)
                    except (Rejected, TooWide) as no:
                        yield name, str(no) or TOO_WIDE
                        continue
                    yield name, Candidate(puzzle, [])
                    left = min(left, MORE)
                    break
                asked = stipulations(game, state, name, range(*wanted.turns), dice)
                for _, series in zip(range(FEW if in_steps else _LOOK), asked, strict=False):
                    stipulation, candidate = None, None
                    try:
                        stipulation = self._composer.hardest(state, series)
                        candidate = self._composer.puzzle(state, stipulation, history)
                    except Rejected as no:
                        reason = str(no)
                        wide[number] += reason == TOO_WIDE
                        yield name, reason
                        if stipulation and reason == SEVERAL and climbs:
                            keys = self._composer.keys(state, stipulation, MOST_KEYS)
                            if 1 < keys <= MOST_KEYS:
                                climbs -= 1
                                climb = Climb(game, name, range(*wanted.turns), dice)
                                candidate = climb.up(self._composer, played, number, keys)
                    if candidate is None:
                        if wide[number] >= GIVE_UP:
                            break
                        continue
                    yield name, candidate
                    found = True
                    left = min(left, MORE)
                    break
                if found:
                    break


def worth(puzzle: Puzzle) -> int:
    """The puzzle's worth, 0 where it has none yet."""
    return puzzle.worth.value if puzzle.worth else 0


def level_of(puzzle: Puzzle) -> int:
    """The puzzle's level, 0 where it has none yet."""
    return puzzle.rating.level if puzzle.rating else 0


def ordered(names: Sequence[str], first: int) -> list[str]:
    """The names in the order in which a game is searched for them, each first in its turn; help,
    which takes long, only in every sixth game unless it alone is wanted.
    """
    helping = [name for name in names if name.startswith(HELP)]
    others = [name for name in names if name not in helping]
    if not others or (helping and first % 6 == 5):
        return _turned(helping, first // 6) if others else _turned(helping, first)
    return _turned(others, first)


def _turned(names: Sequence[str], first: int) -> list[str]:
    return [names[(first + k) % len(names)] for k in range(len(names))]


@dataclass
class Choice:
    """A set as it grows, with what is known of its making."""

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
    def hopeless(self) -> bool:
        """Whether nothing was found for so long that the search is given up."""
        return self.fruitless >= PATIENCE

    def add(self, batch: Batch) -> bool:
        """Takes what fits of the next batch in order; whether there was anything."""
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
        """How much the set would gain by the puzzle: its worth, and what the set has few of."""
        name, level = puzzle.stipulation.name, level_of(puzzle)
        alike = sum(one.stipulation.name == name for one in self.puzzles)
        same = sum(level_of(one) == level for one in self.puzzles)
        return worth(puzzle) - RARE * (alike / (SHARE * self.n) + same / (LEVEL * self.n))

    @property
    def _mixed(self) -> bool:
        """Whether the set is to have puzzles of all levels."""
        return self.wanted.levels == EVERY_LEVEL

    def _unfit(self, puzzle: Puzzle) -> str:
        """Why the puzzle does not fit into the set; empty if it does."""
        if shape(puzzle) in self._shapes:
            return "twin of another"
        name = puzzle.stipulation.name
        if any(distance(puzzle, one) < APART for one in self.puzzles):
            return "too near another"
        counts = Counter(one.stipulation.name for one in self.puzzles)
        if len(self.wanted.names) > 2 and counts[name] >= max(2, round(SHARE * self.n)):
            return "enough of its kind"
        alone = all(name.startswith((HELP, PROOF_GAME)) for name in self.wanted.names)
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
    """Why positions were no puzzles: by stipulation, how often for each reason, the most first."""
    found: dict[str, dict[str, int]] = {}
    for text, many in sorted(rejected.items(), key=lambda item: (-item[1], item[0])):
        name, _, reason = text.partition(": ")
        found.setdefault(name, {})[reason] = many
    return found
