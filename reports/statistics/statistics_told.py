"""Play statistics for a page: a table of players, and plots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from ruleproof.models.play.game import Game
from ruleproof.reports.drawing.plots import Bar, Range, bars, histogram, ranges
from ruleproof.reports.statistics.groups import MoveKind, PlayerGames, Share
from ruleproof.reports.statistics.intervals import Interval
from ruleproof.reports.statistics.measures import MeasureLine, interval, lines, player_words
from ruleproof.reports.statistics.play_statistics import PlayStatistics
from ruleproof.reports.wording.words import capital, counted

_KINDS = 10
"""The number of kinds of moves shown, the most frequent ones."""
_REASONS = 8
"""The number of reasons shown why moves are refused."""


class Reason(NamedTuple):
    """A sentence of the rules or a reason, and its share."""

    text: str
    share: str


class Statistics(NamedTuple):
    """The statistics of play for a page. `first`, `lengths`, `skill` and `kinds` are plots, empty
    where there is nothing to plot; `beginner` is the player who begins. `refusals`, `acts` and
    `endings` are of the strongest player's games.
    """

    games: str
    players: list[str]
    rows: list[MeasureLine]
    beginner: str
    first: Markup | str
    lengths: Markup | str
    skill: Markup | str
    kinds: Markup | str
    refusals: list[Reason]
    acts: list[Reason]
    endings: list[Reason]
    uncounted: str


def statistics_view(game: Game, found: PlayStatistics) -> Statistics:
    """The statistics of at least one group, for a page."""
    games = sum(one.games for one in found.groups)
    unequal = sum(one.games for one in found.skill)
    more = f" and {unequal:,} between unequal ones" if unequal else ""
    players, strongest = [player_words(one.player) for one in found.groups], found.groups[-1]
    lengths = [(name, one.lengths) for name, one in zip(players, found.groups, strict=True)]
    return Statistics(
        f"{counted(games, 'game')} on {found.board} of one kind of player against itself{more}",
        players,
        lines(found.groups),
        capital(game.players[game.start().side]),
        _first(found),
        histogram("How long games are, in moves", lengths),
        _skill(found),
        _kinds(strongest),
        _reasons(strongest.refusals[:_REASONS]),
        _reasons(strongest.acts),
        _reasons(strongest.endings[:_REASONS]),
        _uncounted(game),
    )


def unfinished(found: PlayStatistics, seconds: float) -> str:
    """The number of games that were played in those seconds where not all were, as a sentence."""
    within = f"in {max(1, round(seconds))} s"
    played = {one.player: one.games for one in found.groups}
    each = [f"{player_words(one)} {played.get(one, 0):,}" for one in found.asked]
    missing = any(one not in played for one in found.asked)
    none = " A player who finished no game has no column." if missing else ""
    return (
        f"{found.wanted:,} games of each player were wanted. Played {within}: {', '.join(each)}."
        f"{none}"
    )


def _first(found: PlayStatistics) -> Markup | str:
    rows = [_range(player_words(one.player), one.balance, one.games, named=True)
            for one in found.groups if one.balance]  # fmt: skip
    return ranges("What the first player gets", rows, middle=1 / found.players) if rows else ""


def _skill(found: PlayStatistics) -> Markup | str:
    rows = [
        _range(f"{_playouts(one.stronger)} against {_playouts(one.weaker)}", one.points, one.games)
        for one in found.skill
    ]
    return ranges("What twice the playouts get", rows, middle=0.5) if rows else ""


def _range(name: str, value: Interval, games: int, *, named: bool = False) -> Range:
    """A share for a plot; it always has bounds."""
    assert value.low is not None
    assert value.high is not None
    said = f"{interval(value, share=True)} in {counted(games, 'game')}"
    return Range(name, value.value, value.low, value.high, f"{name}: {said}" if named else said)


def _playouts(name: str) -> str:
    return f"{int(name.partition(':')[2]):,}"


def _reasons(shown: Sequence[Share]) -> list[Reason]:
    """Each reason with its share."""
    return [Reason(capital(one.text), _share_words(one.share)) for one in shown]


def _share_words(share: float) -> str:
    if not share:
        return "never"
    return f"{share:.1%}" if share >= 0.001 else "< 0.1%"


def _uncounted(game: Game) -> str:
    """The sentences that are not counted, and why."""
    words = game.rulebook.words
    told = [
        "Not counted: sentences on the start, on turns and on scores, which act in every game, and "
        "those that say what a move is, which are counted as kinds of moves."
    ]
    if not words.acting:
        told.append(
            "This rulebook does not say which of its sentences act in a move (Words.acting), so "
            "captures and the like are not counted by sentence."
        )
    if words.reason is None:
        told.append("It gives no reasons why games end (Words.reason), so these are not counted.")
    return " ".join(told)


def _label(one: MoveKind) -> str:
    """A move of the kind, with "as" before one that stands for those on other cells.

    >>> _label(MoveKind("#-#", 1.0, "a1-b1", "")), _label(MoveKind("#-#", 1.0, "", ""))
    ('as a1-b1', 'cell-cell')
    """
    if one.example:
        return f"as {one.example}" if one.text != one.example else one.example
    return one.text.replace("A", "letters").replace("#", "cell")


def _kinds(group: PlayerGames) -> Markup | str:
    """The kinds of moves of the group's games; nothing where all are of one kind."""
    rows = [Bar(_label(one), one.share, f"{one.share:.1%}", one.means) for one in group.kinds]
    return bars("Kinds of moves", rows[:_KINDS]) if len(rows) > 1 else ""
