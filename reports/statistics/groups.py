"""The facts about single games, and what the games of one player sum up to.

group   games of one player against himself (with more than two players: all seats are his)
chance  what the winner would get on average from a position, 0 to 1, by playouts

balance       what the first player gets on average: 1 for a win, a share where several tie
seats         what each player gets, in the order of play: `balance` first
length        the plies of a game; `turns`: its turns, which may have several plies
cut           the number of games that were cut off, before the rules ended them
completion    the share of games that the rules ended before they were cut off
decisiveness  the share of those with a single winner; `draws` are the others
drama         how far below ½ the winner's chance fell at its lowest
decided       after which part of the game the winner's chance was above ½ for good
swings        how often a chance changed by more than a quarter between two looks
refusals      which sentences of the rules refuse moves that are legal elsewhere in the game
acting        which sentences of the rules act in moves, and which end games: see `acting.py`
forced        the share of plies with one legal move; `passes`: such that were no choice but to pass

Intervals are of 95 % confidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.moves import kind_of
from ruleproof.reports.statistics.acting import acting, ending, forced_passes
from ruleproof.reports.statistics.intervals import Interval, mean, share
from ruleproof.reports.statistics.refused import by_player, refused, with_numbers
from ruleproof.solvers.playing.players.games import Played
from ruleproof.solvers.playing.players.survey import chances, survey

_PLAYOUTS = 24
"""Playouts for one chance."""
_SWING = 0.25
SEATS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""The words for the players, in the order of play."""


class GameFacts(NamedTuple):
    """The facts about one game. `results`: each player's result, in parts of 1. `single`: whether
    one player won. `moves`: the moves looked at for `acts`. Where the game has no such thing,
    `lost`, `passes` and the last three are None.
    """

    plies: int
    turns: int
    ended: bool
    results: tuple[float, ...]
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


@dataclass(frozen=True)
class MoveKind:
    """A kind of move: its text with `#` for cells and `A` for capital letters, the share of such
    moves, and an example with its meaning where the rulebook gives one.
    """

    text: str
    share: float
    example: str
    means: str


@dataclass(frozen=True)
class Share:
    """A sentence, and the share of the moves looked at in which it acted; a reason why games are
    over, and its share of those that the rules ended; or one why moves are refused, and the share
    of the moves asked that it refuses.
    """

    text: str
    share: float


@dataclass(frozen=True)
class PlayerGames:
    """The statistics of one player's games; None where there is nothing to say."""

    player: str
    games: int
    length: Interval
    turns: Interval
    lengths: tuple[int, ...]
    cut: int
    completion: Interval
    decisiveness: Interval | None
    draws: Interval | None
    balance: Interval | None
    seats: tuple[Interval, ...]
    branching: Interval
    captures: Interval | None
    kinds: tuple[MoveKind, ...]
    refusals: tuple[Share, ...]
    acts: tuple[Share, ...]
    endings: tuple[Share, ...]
    forced: Interval
    passes: Interval | None
    drama: Interval | None
    decided: Interval | None
    swings: Interval | None


def _results(played: Played) -> tuple[float, ...]:
    """Each player's result: 1 for a win, a share of it for those who tie."""
    many = len(played.first.game.players)
    if played.winner is not None:
        return tuple(float(seat == played.winner) for seat in range(many))
    result = played.positions[-1].result if many > 2 else None
    score = list(result.score) if result and result.score else [0] * many
    return tuple(float(one == max(score)) / score.count(max(score)) for one in score)


def facts(played: Played, *, look: bool) -> GameFacts:
    """The facts about a game; with `look`, its chances and refused moves too."""
    game = played.first.game
    told = survey(played)
    two = len(game.players) == 2
    won = played.winner is not None
    refusals, asked = refused(played) if look else (Counter[str](), 0)
    acts, moves = acting(played) if look else (Counter[str](), 0)
    passes = forced_passes(played, told.choices)
    results = _results(played)
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
    return GameFacts(
        plies=len(played.moves),
        turns=played.turns,
        ended=played.ended,
        results=results,
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


def summed(game: Game, player: str, games: Sequence[GameFacts]) -> PlayerGames:
    """Sums up the games of one player."""
    ended = [one for one in games if one.ended]
    single = sum(one.single for one in ended)
    kinds = sum((Counter(one.kinds) for one in games), Counter[str]())
    asked = sum(one.asked for one in games)
    asked_of = sum((Counter(one.refusals) for one in games), Counter[str]())
    refusals = with_numbers(by_player(game, asked_of))
    moves = sum(one.moves for one in games)
    endings = with_numbers(Counter(one.ending for one in ended if one.ending))
    shown = {kind_of(one.move): one for one in reversed(game.rulebook.text.examples)}

    seats = tuple(
        share(sum(one.results[seat] for one in ended), len(ended))
        for seat in range(len(game.players) if ended else 0)
    )

    def told(name: str) -> Interval | None:
        values = [value for one in games if (value := getattr(one, name)) is not None]
        return mean(values, parts=name in ("drama", "decided")) if values else None

    return PlayerGames(
        player=player,
        games=len(games),
        length=mean([one.plies for one in games]),
        turns=mean([one.turns for one in games]),
        lengths=tuple(sorted(one.plies for one in games)),
        cut=len(games) - len(ended),
        completion=share(len(ended), len(games)),
        decisiveness=share(single, len(ended)) if ended else None,
        draws=share(len(ended) - single, len(ended)) if ended else None,
        balance=seats[0] if seats else None,
        seats=seats,
        branching=mean([one.choices for one in games]),
        captures=told("lost"),
        kinds=tuple(
            MoveKind(one.text, one.share, move.move if move else "", move.means if move else "")
            for one in _shares(kinds, kinds.total())
            for move in [shown.get(one.text)]
        ),
        refusals=_shares(refusals, asked),
        acts=tuple(
            Share(text, round(sum(one.acts[text] for one in games) / moves, 4))
            for text in (game.rulebook.words.acting if moves else ())
        ),
        endings=_shares(endings, len(ended)),
        forced=mean([one.forced for one in games], parts=True),
        passes=told("passes"),
        drama=told("drama"),
        decided=told("decided"),
        swings=told("swings"),
    )


def _shares(counts: Mapping[str, int], of: int) -> tuple[Share, ...]:
    """The shares of these texts, the greatest first."""
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return tuple(Share(text, round(many / of, 4)) for text, many in ordered)
