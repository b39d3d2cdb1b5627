"""Play statistics: the character of games between players of several strengths.

group     games of one player against himself (with more than two players: all seats are his)
skill     games of a player against himself with half the playouts
chance    what the winner would get on average from a position, 0 to 1, by playouts

balance       what the first player gets on average: 1 for a win, ½ for a draw (of two players)
completion    the share of games that the rules ended before they were cut off
decisiveness  the share of those with a single winner; `draws` are the others
drama         how far below ½ the winner's chance fell at its lowest
decided       after which part of the game the winner's chance was above ½ for good
swings        how often a chance changed by more than a quarter between two looks
refusals      which sentences of the rules refuse moves that are legal elsewhere in the game
acting        which sentences of the rules act in moves, and which end games: see `acting.py`
forced        the share of plies with one legal move; `passes`: such that were no choice but to pass

Every game has its own seed, made from the seed and its number, so the number of workers does not
change the games. Intervals are of 95 % confidence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from ruleproof.models.play.game import Game, make_game
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.models.rulebooks.settings import Value
from ruleproof.reports.statistics.acting import acting, ending, forced_passes
from ruleproof.reports.statistics.intervals import Interval, mean, share
from ruleproof.reports.statistics.refused import by_player, refused
from ruleproof.solvers.players.games import Played, play_out
from ruleproof.solvers.players.players import players
from ruleproof.solvers.players.survey import chances, survey
from ruleproof.solvers.work.executors import Worker
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent
from ruleproof.solvers.work.side_by_side import cores, local_workers, side_by_side

GROUPS = ("random", "greedy", "shallow:2", "mcts:64")
"""The players whose games are described by default."""
SKILL = (16, 32, 64, 128)
"""The playouts of the players whose skill is compared, each with the one before it."""
GAMES = 200
SECONDS = 60.0
LONGEST = 1000
"""Games are cut off after so many plies."""
_PLAYOUTS = 24
"""Playouts for one chance."""
_BATCH = {"random": 20, "greedy": 20, "shallow": 4, "mcts": 2}
"""The number of games in one task."""
_SWING = 0.25


class Facts(NamedTuple):
    """The facts about one game. `result`: the first player's result, in parts of 1; with more than
    two players, whether he won. `single`: whether one player won. `moves`: the moves looked at for
    `acts`. Where the game has no such thing, `lost`, `passes` and the last three are None.
    """

    plies: int
    ended: bool
    result: float
    single: bool
    choices: float
    lost: int | None
    kinds: dict[str, int]
    refusals: dict[str, int]
    asked: int
    acts: dict[str, int]
    moves: int
    ending: str
    forced: float
    passes: int | None
    drama: float | None
    decided: float | None
    swings: int | None


class Kind(NamedTuple):
    """A kind of move: its text with `#` for cells and `A` for capital letters, the share of such
    moves, and an example with its meaning where the rulebook gives one.
    """

    text: str
    share: float
    example: str
    means: str


class Acted(NamedTuple):
    """A sentence, and the share of the moves looked at in which it acted; or a reason why games are
    over, and its share of those that the rules ended.
    """

    text: str
    share: float


class Refused(NamedTuple):
    """A reason why moves are refused, and the share of the moves asked that it refuses."""

    text: str
    share: float


@dataclass(frozen=True)
class Group:
    """The statistics of one player's games; None where there is nothing to say."""

    player: str
    games: int
    length: Interval
    lengths: tuple[int, ...]
    completion: Interval
    decisiveness: Interval | None
    draws: Interval | None
    balance: Interval | None
    branching: Interval
    captures: Interval | None
    kinds: tuple[Kind, ...]
    refusals: tuple[Refused, ...]
    acts: tuple[Acted, ...]
    endings: tuple[Acted, ...]
    forced: Interval
    passes: Interval | None
    drama: Interval | None
    decided: Interval | None
    swings: Interval | None


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
    `complete`: whether all of them were played in time.
    """

    game: str
    board: str
    settings: Mapping[str, Value]
    players: int
    seed: int
    wanted: int
    longest: int
    complete: bool
    groups: tuple[Group, ...]
    skill: tuple[Skill, ...]

    def as_json(self) -> dict[str, Any]:
        """The statistics as one JSON object; intervals have `value`, `low` and `high`."""
        return _plain(self)

    def group(self, player: str) -> Group | None:
        """The group of a player."""
        return next((one for one in self.groups if one.player == player), None)


def _plain(value: Any) -> Any:
    """The value in dictionaries and lists."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(one) for name, one in value._asdict().items()}  # pyright: ignore[reportAttributeAccessIssue]
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return value


class _Task(NamedTuple):
    """Some games of the match with that number, from one on."""

    match: int
    first: int
    many: int


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
        """The game, made anew in every process."""
        return make_game(rulebook(self.name), self.board, self.settings)

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key != "game"}

    def __call__(self, task: _Task, hears: Listener) -> list[Facts]:
        """The facts about the games."""
        names = self.matches[task.match]
        found: list[Facts] = []
        for number in range(task.first, task.first + task.many):
            seats = names[::-1] if _turned(names, number) else names
            seed = (self.seed * 1_000_003 + task.match) * 1_000_003 + number
            played = play_out(self.game, players(seats), seed, self.longest, hears)
            found.append(facts(played, look=names[0].startswith("mcts") and len(set(names)) == 1))
        return found


def _turned(names: Sequence[str], number: int) -> bool:
    """Whether the players of a pair change seats in the game of that number."""
    return len(set(names)) > 1 and number % 2 == 1


def kind_of(text: str) -> str:
    """The kind of a move: its text with `#` for each cell and `A` for capital letters.

    >>> kind_of("a1-b12"), kind_of("pass")
    ('#-#', 'pass')
    """
    return re.sub("[A-Z]+", "A", re.sub(r"\b[a-z]{1,2}\d+\b", "#", text))


def facts(played: Played, *, look: bool) -> Facts:
    """The facts about a game; with `look`, its chances and refused moves too."""
    game = played.first.game
    told = survey(played)
    two = len(game.players) == 2
    won = played.winner is not None
    refusals, asked = refused(played) if look else (Counter[str](), 0)
    acts, moves = acting(played) if look else (Counter[str](), 0)
    passes = forced_passes(played, told.choices)
    result = 1.0 if played.winner == 0 else 0.0 if won or not two else 0.5
    drama = decided = swings = None
    if look and two and played.winner is not None:
        stood = [
            (ply, chance if played.winner == 0 else 1 - chance)
            for ply, chance in chances(played, _PLAYOUTS)
        ]
        drama = max(0.0, 0.5 - min(chance for _, chance in stood))
        behind = [ply for ply, chance in stood if chance < 0.5]
        decided = max(behind, default=0) / max(1, len(played.moves))
        swings = sum(abs(one[1] - other[1]) > _SWING for one, other in pairwise(stood))
    return Facts(
        plies=len(played.moves),
        ended=played.ended,
        result=result,
        single=won,
        choices=sum(told.choices) / max(1, len(told.choices)),
        lost=None if told.lost is None else sum(told.lost),
        kinds=dict(Counter(kind_of(text) for text in played.line)),
        refusals=dict(refusals),
        asked=asked,
        acts=dict(acts),
        moves=moves,
        ending=ending(played),
        forced=sum(many == 1 for many in told.choices) / max(1, len(told.choices)),
        passes=passes,
        drama=drama,
        decided=decided,
        swings=swings,
    )


@dataclass
class _Desk:
    """Hands out tasks, the first games of all matches first, and keeps the facts found."""

    waiting: Iterator[_Task]
    deadline: Deadline
    found: dict[_Task, list[Facts]] = field(default_factory=dict[_Task, list[Facts]])

    def take(self, worker: int) -> _Task | None:  # noqa: ARG002 - every worker does any task
        """The next task, while there is time."""
        return None if self.deadline.passed else next(self.waiting, None)

    def of(self, match: int) -> list[Facts]:
        """The games of a match, up to the first that is missing."""
        told: list[Facts] = []
        for task in sorted(task for task in self.found if task.match == match):
            if task.first != len(told):
                break
            told += self.found[task]
        return told


def _tasks(matches: Sequence[Sequence[str]], games: int) -> Iterator[_Task]:
    """Yields all tasks, in rounds: the next few games of each match."""
    done = [0] * len(matches)
    while min(done) < games:
        for number, names in enumerate(matches):
            many = min(_BATCH[names[0].partition(":")[0]], games - done[number])
            if many > 0:
                yield _Task(number, done[number], many)
                done[number] += many


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
    desk = _Desk(_tasks(matches, games), Deadline(seconds))
    play = _Play(game.name, game.board.text, game.settings, matches, seed, longest)

    def told(at_work: object) -> None:
        progress(Progress("games", sum(map(len, desk.found.values())), games * len(matches)))
        if desk.deadline.passed:
            raise Stopped

    hired = local_workers(cores()) if workers is None else workers
    try:
        for task, found in side_by_side(play, desk.take, hired, told):
            desk.found[task] = found
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
    played = play_out(game, players(["mcts:1"] * len(game.players)), 0, longest=1)
    survey(played)
    if len(game.players) == 2:
        chances(played, 1)


def _step(names: Sequence[str], games: Sequence[Facts]) -> Skill:
    """The result of the first of the two names."""
    points = sum(
        1 - one.result if _turned(names, number) else one.result for number, one in enumerate(games)
    )
    return Skill(names[0], names[1], len(games), share(points, len(games)))


def summed(game: Game, player: str, games: Sequence[Facts]) -> Group:
    """Sums up the games of one player."""
    ended = [one for one in games if one.ended]
    single = sum(one.single for one in ended)
    kinds = sum((Counter(one.kinds) for one in games), Counter[str]())
    asked = sum(one.asked for one in games)
    refusals = by_player(game, sum((Counter(one.refusals) for one in games), Counter[str]()))
    moves = sum(one.moves for one in games)
    endings = Counter(one.ending for one in ended if one.ending)
    shown = {kind_of(one.move): one for one in game.rulebook.text.examples}

    def told(name: str) -> Interval | None:
        values = [value for one in games if (value := getattr(one, name)) is not None]
        return mean(values) if values else None

    return Group(
        player=player,
        games=len(games),
        length=mean([one.plies for one in games]),
        lengths=tuple(sorted(one.plies for one in games)),
        completion=share(len(ended), len(games)),
        decisiveness=share(single, len(ended)) if ended else None,
        draws=share(len(ended) - single, len(ended)) if ended else None,
        balance=share(sum(one.result for one in ended), len(ended)) if ended else None,
        branching=mean([one.choices for one in games]),
        captures=told("lost"),
        kinds=tuple(
            Kind(
                text,
                round(many / kinds.total(), 4),
                shown[text].move if text in shown else "",
                shown[text].means if text in shown else "",
            )
            for text, many in sorted(kinds.items(), key=lambda one: (-one[1], one[0]))
        ),
        refusals=tuple(
            Refused(text, round(many / asked, 4))
            for text, many in sorted(refusals.items(), key=lambda one: (-one[1], one[0]))
        ),
        acts=tuple(
            Acted(text, round(sum(one.acts[text] for one in games) / moves, 4))
            for text in (game.rulebook.words.acting if moves else ())
        ),
        endings=tuple(
            Acted(text, round(many / len(ended), 4))
            for text, many in sorted(endings.items(), key=lambda one: (-one[1], one[0]))
        ),
        forced=mean([one.forced for one in games]),
        passes=told("passes"),
        drama=told("drama"),
        decided=told("decided"),
        swings=told("swings"),
    )
