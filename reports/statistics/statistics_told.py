"""Play statistics for a page: a table of players, and plots.

>>> player_words("mcts:64")
'64 playouts'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruleproof.models.play.game import Game
from ruleproof.reports.drawing.plots import Bar, Range, bars, histogram, ranges
from ruleproof.reports.statistics.groups import SEATS, Group, Kind
from ruleproof.reports.statistics.intervals import Interval
from ruleproof.reports.statistics.play_statistics import PlayStatistics
from ruleproof.reports.wording.words import capital, counted

_KINDS = 10
"""The number of kinds of moves shown, the most frequent ones."""
_REASONS = 8
"""The number of reasons shown why moves are refused."""


def told(game: Game, found: PlayStatistics) -> dict[str, Any]:
    """The names of the template for the statistics."""
    games = sum(one.games for one in found.groups)
    unequal = sum(one.games for one in found.skill)
    more = f" and {unequal:,} between unequal ones" if unequal else ""
    first = game.players[game.start().side]
    return {
        "games": f"{counted(games, 'game')} on {found.board} of one kind of player against "
        f"itself{more}",
        "players": [player_words(one.player) for one in found.groups],
        "rows": lines(found),
        "first": {
            "title": f"What {capital(first)}, who begins, gets",
            "plot": _first(found),
        },
        "lengths": histogram(
            "How long games are, in moves",
            [(player_words(one.player), one.lengths) for one in found.groups],
        ),
        "skill": _skill(found),
        "kinds": _kinds(found),
        "refusals": _refusals(found),
        "acts": _acts(found),
        "endings": _endings(found),
        "uncounted": _uncounted(game),
        "longest": found.longest,
    }


def unfinished(found: PlayStatistics, seconds: float) -> str:
    """The number of games that were played in those seconds where not all were, as a sentence."""
    within = f"in {max(1, round(seconds))} s"
    played = {one.player: one.games for one in found.groups}
    told = [f"{player_words(one)} {played.get(one, 0):,}" for one in found.asked]
    missing = any(one not in played for one in found.asked)
    none = " A player who finished no game has no column." if missing else ""
    return (
        f"{found.wanted:,} games of each player were wanted. Played {within}: {', '.join(told)}."
        f"{none}"
    )


def player_words(name: str) -> str:
    """A player's name for people: `mcts:64` is `64 playouts`."""
    kind, _, number = name.partition(":")
    if kind == "mcts":
        return f"{int(number):,} playouts"
    return f"{counted(int(number), 'move')} ahead" if kind == "shallow" else kind


def _number(value: Interval | None, games: int) -> str:
    """A value with its interval, where the games give one; nothing where there is no value."""
    if value is None:
        return ""
    digits = 0 if value.value >= 20 else 1
    said = f"{value.value:,.{digits}f}"
    if value.low is None or value.high is None:
        return f"{said} ({_without_bounds(games)})"
    half = max(value.high - value.value, value.value - value.low)
    if half and round(half, digits) == 0:
        digits, said = digits + 1, f"{value.value:,.{digits + 1}f}"
    return f"{said} ± {half:,.{digits}f}"


def _without_bounds(games: int) -> str:
    """The reason why so many games give no interval."""
    return "one game" if games == 1 else "no spread"


def percent(value: Interval | None, games: int = 0) -> str:
    """The share with its interval, unless that is the share itself; empty for None. `games`: their
    number.
    """
    if value is None:
        return ""
    if value.low is None or value.high is None:
        return f"{value.value * 100:.0f}% ({_without_bounds(games)})"
    said, low, high = (f"{one * 100:.0f}" for one in (value.value, value.low, value.high))
    return f"{said}%" if low == said == high else f"{said}% ({low}–{high})"


def _seat(number: int) -> Callable[[Group], str]:
    """The share of that seat; of two players the first one's tells the other's."""

    def cell(one: Group) -> str:
        shown = number < len(one.seats) and (number == 0 or len(one.seats) > 2)
        return percent(one.seats[number]) if shown else ""

    return cell


_LINES: tuple[tuple[str, str, Callable[[Group], str]], ...] = (
    ("Games", "", lambda one: f"{one.games:,}"),
    ("Turns a game", "", lambda one: _number(one.turns, one.games)),
    ("Moves a game", "a turn can have several", lambda one: _plies(one)),
    (
        "Moves to choose from",
        "on average, at each move",
        lambda one: _number(one.branching, one.games),
    ),
    *(
        (
            f"{capital(name)} player",
            "of the games that ended: a win is 1, a draw is shared" if not seat else "",
            _seat(seat),
        )
        for seat, name in enumerate(SEATS)
    ),
    ("Drawn", "of the games that ended", lambda one: percent(one.draws)),
    ("Won outright", "of the games that ended", lambda one: percent(one.decisiveness)),
    ("Ended by the rules", "", lambda one: percent(one.completion)),
    ("Cut off", "games", lambda one: f"{one.cut:,}" if one.cut else ""),
    ("Only one legal move", "at so many of all moves", lambda one: percent(one.forced, one.games)),
    ("Forced passes", "or the like, a game", lambda one: _some(one.passes, one.games)),
    ("Pieces lost", "to the other side, a game", lambda one: _some(one.captures, one.games)),
    (
        "Drama",
        "how far the winner's chance fell below ½",
        lambda one: percent(one.drama, one.games),
    ),
    ("Decided", "after this part of the game", lambda one: percent(one.decided, one.games)),
    ("Swings", "chances that changed by over ¼, a game", lambda one: _some(one.swings, one.games)),
)


def _some(value: Interval | None, games: int) -> str:
    """The number, unless there are none at all."""
    return _number(value, games) if value and (value.value or value.high) else ""


def _plies(one: Group) -> str:
    """The plies of a game; nothing where every turn has one."""
    return "" if one.length == one.turns else _number(one.length, one.games)


def lines(found: PlayStatistics) -> list[dict[str, Any]]:
    """The lines of the table that have an entry for at least one player."""
    rows = [
        {"name": name, "means": means, "cells": [say(one) for one in found.groups]}
        for name, means, say in _LINES
    ]
    return [row for row in rows if any(row["cells"])]


def _first(found: PlayStatistics) -> object:
    rows = [
        Range(
            player_words(one.player),
            *_bounds(one.balance),
            f"{player_words(one.player)}: {percent(one.balance)} in {counted(one.games, 'game')}",
        )
        for one in found.groups
        if one.balance
    ]
    return ranges("What the first player gets", rows, middle=1 / found.players) if rows else ""


def _skill(found: PlayStatistics) -> object:
    rows = [
        Range(
            f"{_playouts(one.stronger)} against {_playouts(one.weaker)}",
            *_bounds(one.points),
            f"{percent(one.points)} in {counted(one.games, 'game')}",
        )
        for one in found.skill
    ]
    return ranges("What twice the playouts get", rows, middle=0.5) if rows else ""


def _bounds(value: Interval) -> tuple[float, float, float]:
    """The value and its bounds, for a plot; a share always has some."""
    assert value.low is not None
    assert value.high is not None
    return value.value, value.low, value.high


def _playouts(name: str) -> str:
    return f"{int(name.partition(':')[2]):,}"


def _refusals(found: PlayStatistics) -> list[dict[str, str]]:
    """The reasons that refuse moves in the strongest player's games, the most frequent first."""
    shown = found.groups[-1].refusals if found.groups else ()
    return [_row(one.text, one.share) for one in shown[:_REASONS]]


def _row(text: str, share: float) -> dict[str, str]:
    told = "never" if not share else f"{share:.1%}" if share >= 0.001 else "< 0.1%"
    return {"text": capital(text), "share": told}


def _acts(found: PlayStatistics) -> list[dict[str, str]]:
    """The sentences that act, in the rulebook's order, in the strongest player's games."""
    shown = found.groups[-1].acts if found.groups else ()
    return [_row(one.text, one.share) for one in shown]


def _endings(found: PlayStatistics) -> list[dict[str, str]]:
    """The reasons why the strongest player's games are over, the most frequent first."""
    shown = found.groups[-1].endings if found.groups else ()
    return [_row(one.text, one.share) for one in shown[:_REASONS]]


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


def _label(one: Kind) -> str:
    """A move of the kind, with "as" before one that stands for those on other cells.

    >>> _label(Kind("#-#", 1.0, "a1-b1", "")), _label(Kind("#-#", 1.0, "", ""))
    ('as a1-b1', 'cell-cell')
    """
    if one.example:
        return f"as {one.example}" if one.text != one.example else one.example
    return one.text.replace("A", "letters").replace("#", "cell")


def _kinds(found: PlayStatistics) -> object:
    """The kinds of moves of the strongest player's games; nothing where all are of one kind."""
    kinds = found.groups[-1].kinds if found.groups else ()
    if len(kinds) < 2:
        return ""
    rows = [Bar(_label(one), one.share, f"{one.share:.1%}", one.means) for one in kinds[:_KINDS]]
    return bars("Kinds of moves", rows)
