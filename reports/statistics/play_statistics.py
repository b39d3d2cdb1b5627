"""Play statistics: the character of games between players of several strengths.

group     games of one player against himself: see `groups.py`
skill     games of a player against himself with half the playouts

Every game has its own seed, made from the seed and its number, so the number of workers does not
change the games. Intervals are of 95 % confidence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from ruleproof.models.play.game import Game, make_game
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.models.rulebooks.settings import Value
from ruleproof.models.systems import cores
from ruleproof.reports.statistics.groups import GameFacts, PlayerGames, facts, summed
from ruleproof.reports.statistics.intervals import Interval, share
from ruleproof.solvers.playing.players.games import LONGEST, play_out
from ruleproof.solvers.playing.players.players import players
from ruleproof.solvers.playing.players.survey import chances, survey
from ruleproof.solvers.work.executors import Worker
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent
from ruleproof.solvers.work.side_by_side import local_workers, side_by_side

GROUPS = ("random", "greedy", "shallow:2", "mcts:64")
"""The players whose games are described by default."""
SKILL = (16, 32, 64, 128)
"""The playouts of the players whose skill is compared, each with the one before it."""
GAMES = 200
SECONDS = 60.0
_BATCH = {"random": 20, "greedy": 20, "shallow": 4, "mcts": 2}
"""The number of games in one task, after the first, which is a single game."""
_PARTS = (0.1, 0.4, 1.0)
"""The parts of its share that a match may have before the next one has its turn."""
_PATIENCE, _LEAST = 3.0, 1.0
"""A task may last so many shares, and so many seconds in any case."""


@dataclass(frozen=True)
class Skill:
    """The average result of the stronger of two players, who began in turns."""

    stronger: str
    weaker: str
    games: int
    points: Interval


@dataclass(frozen=True)
class PlayStatistics:
    """The statistics of play on a board. `wanted`: the games asked for of each group and each pair;
    `longest`: the turns after which a game was cut off; `complete`: whether all games were played
    in time; `asked`: the players whose games were asked for, of which `groups` has those that
    finished one.
    """

    game: str
    board: str
    settings: Mapping[str, Value]
    players: int
    seed: int
    wanted: int
    longest: int
    complete: bool
    asked: tuple[str, ...]
    groups: tuple[PlayerGames, ...]
    skill: tuple[Skill, ...]

    def as_json(self) -> dict[str, Any]:
        """The statistics as one JSON object; intervals have `value`, `low` and `high`."""
        return _AS_JSON.dump_python(self, mode="json")

    def group(self, player: str) -> PlayerGames | None:
        """The group of a player."""
        return next((one for one in self.groups if one.player == player), None)


_AS_JSON = TypeAdapter(PlayStatistics)


class _Task(NamedTuple):
    """Some games of the match with that number, from one on, in so many seconds at most."""

    match: int
    first: int
    many: int
    seconds: float | None


@dataclass
class _Play:
    """Plays the games of a task in a worker."""

    name: str
    board: str
    settings: dict[str, Value]
    matches: tuple[tuple[str, ...], ...]
    seed: int
    longest: int

    @cached_property
    def game(self) -> Game:
        """The game, made anew in every process, with all that its games need compiled or loaded."""
        made = make_game(rulebook(self.name), self.board, self.settings)
        compile_play(made)
        return made

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key != "game"}

    def __call__(self, task: _Task, hears: Listener) -> list[GameFacts]:
        """The facts about the games."""
        game, names = self.game, self.matches[task.match]
        hears(Progress("games", 0))
        found: list[GameFacts] = []
        limit = Deadline(task.seconds)

        def heard(step: Progress) -> None:
            hears(step)
            if limit.passed:
                raise _TooSlow

        for number in range(task.first, task.first + task.many):
            seats = names[::-1] if _turned(names, number) else names
            seed = (self.seed * 1_000_003 + task.match) * 1_000_003 + number
            try:
                played = play_out(game, players(seats), seed, self.longest, heard)
            except _TooSlow:
                break
            found.append(facts(played, look=names[0].startswith("mcts") and len(set(names)) == 1))
        return found


class _TooSlow(Exception):
    """A task's time is over."""


def _turned(names: Sequence[str], number: int) -> bool:
    """Whether the players of a pair change seats in the game of that number."""
    return len(set(names)) > 1 and number % 2 == 1


@dataclass
class _Desk:
    """Hands out tasks and keeps the facts found. Each match has a share of the time; quick games
    come first, so that a slow one does not keep them from being played. The time begins when the
    first worker does.
    """

    matches: Sequence[Sequence[str]]
    games: int
    seconds: float | None
    share: float | None
    deadline: Deadline = field(default_factory=Deadline)
    begins: bool = True
    given: list[int] = field(default_factory=list[int])
    spent: list[float] = field(default_factory=list[float])
    begun: dict[_Task, float] = field(default_factory=dict[_Task, float])
    found: dict[_Task, list[GameFacts]] = field(default_factory=dict[_Task, list[GameFacts]])

    def __post_init__(self) -> None:
        self.given, self.spent = [0] * len(self.matches), [0.0] * len(self.matches)

    def begin(self) -> None:
        """Begins the time, unless it has begun."""
        if self.begins:
            self.begins, self.deadline = False, Deadline(self.seconds)
            self.begun = dict.fromkeys(self.begun, 0.0)

    def take(self, worker: int) -> _Task | None:  # noqa: ARG002 - every worker does any task
        """The next task, while there is time."""
        waiting = [k for k, many in enumerate(self.given) if many < self.games]
        if self.deadline.passed or not waiting:
            return None
        match = self._next(waiting)
        batch = _BATCH[self.matches[match][0].partition(":")[0]] if self.given[match] else 1
        many = min(batch, self.games - self.given[match])
        patience = None if self.share is None else max(_LEAST, _PATIENCE * self.share)
        task = _Task(match, self.given[match], many, patience)
        self.given[match] += many
        self.begun[task] = self.deadline.elapsed
        return task

    def _next(self, waiting: Sequence[int]) -> int:
        """The match whose turn it is: the first that has had less than a part of its share, then of
        a larger part; where all have had theirs, the one that had least.
        """
        now = self.deadline.elapsed
        had = list(self.spent)
        for task, since in self.begun.items():
            had[task.match] += now - since
        for part in _PARTS:
            for match in waiting:
                if self.share is None or had[match] < part * self.share:
                    return match
        return min(waiting, key=lambda match: had[match])

    def keep(self, task: _Task, found: list[GameFacts]) -> None:
        """Keeps the facts; a match whose games take too long is given up."""
        self.begin()
        self.found[task] = found
        self.spent[task.match] += self.deadline.elapsed - self.begun.pop(task)
        if len(found) < task.many:
            self.given[task.match] = self.games

    def of(self, match: int) -> list[GameFacts]:
        """The games of a match, up to the first that is missing."""
        told: list[GameFacts] = []
        for task in sorted(task for task in self.found if task.match == match):
            if task.first != len(told):
                break
            told += self.found[task]
        return told


def play_statistics(
    game: Game,
    *,
    games: int = GAMES,
    seed: int = 1,
    seconds: float | None = SECONDS,
    groups: Sequence[str] = GROUPS,
    skill: Sequence[int] = SKILL,
    longest: int = LONGEST,
    workers: Sequence[Worker] | None = None,
    progress: Listener = silent,
) -> PlayStatistics:
    """The statistics of so many games of each group, and of each step of skill, or of as many as
    are played in time; compiling does not count. `workers`: by default one for each processor.
    Raises `TextError` for an unknown player.
    """
    many = len(game.players)
    mirrors = [(one.name,) * many for one in players(groups)]
    steps = [(f"mcts:{b}", f"mcts:{a}") for a, b in pairwise(skill)]
    matches = tuple(mirrors + (steps if many == 2 else []))
    compile_play(game)
    hired = local_workers(cores()) if workers is None else workers
    share = None if seconds is None else seconds * len(hired) / len(matches)
    desk = _Desk(matches, games, seconds, share)
    play = _Play(game.name, game.board.text, game.settings, matches, seed, longest)

    def told(at_work: Sequence[tuple[_Task, Progress | None]]) -> None:
        if any(step for _, step in at_work):
            desk.begin()
        progress(Progress("games", sum(map(len, desk.found.values())), games * len(matches)))
        if desk.deadline.passed:
            raise Stopped

    try:
        for task, found in side_by_side(play, desk.take, hired, told):
            desk.keep(task, found)
    except Stopped:
        pass
    kept = [desk.of(number) for number in range(len(matches))]
    return PlayStatistics(
        game=game.name,
        board=game.board.text,
        settings=game.settings,
        players=many,
        seed=seed,
        wanted=games,
        longest=longest,
        complete=all(len(one) == games for one in kept),
        asked=tuple(names[0] for names in mirrors),
        groups=tuple(
            summed(game, names[0], one) for names, one in zip(mirrors, kept, strict=False) if one
        ),
        skill=tuple(
            _step(names, one)
            for names, one in zip(matches[len(mirrors) :], kept[len(mirrors) :], strict=True)
            if one
        ),
    )


def compile_play(game: Game) -> None:
    """Compiles what games and their statistics need."""
    played = play_out(game, players(["mcts:1"] * len(game.players)), 0, plies=1)
    survey(played)
    if len(game.players) == 2:
        chances(played, 1)


def _step(names: Sequence[str], games: Sequence[GameFacts]) -> Skill:
    """The result of the first of the two names."""
    points = sum(
        one.results[1 if _turned(names, number) else 0] for number, one in enumerate(games)
    )
    return Skill(names[0], names[1], len(games), share(points, len(games)))
