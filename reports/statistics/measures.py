"""The measures of games: their names, and a group's value of each in words, for every table.

>>> interval(Interval(0.5, 0.4, 0.6), share=True), interval(Interval(36.21, 36.12, 36.31))
('50% (40–60)', '36.2 (36.1–36.3)')
>>> interval(Interval(7.0, None, None), games=1), player_words("mcts:64")
('7.0 (one game)', '64 playouts')
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ruleproof.reports.statistics.groups import SEATS, PlayerGames
from ruleproof.reports.statistics.intervals import Interval
from ruleproof.reports.wording.words import capital, counted

_LARGE = 20
"""Numbers from here on have no digit behind the point, unless their bounds need one."""
NO_SPREAD = "no spread: all games are equal in this, which gives no interval"
"""The words for an interval that is missing."""


def interval(value: Interval | None, *, share: bool = False, games: int = 0) -> str:
    """A value with its bounds, a `share` in hundredths; empty where nothing is known. `games`:
    their number. Bounds that would be rounded to the same number have one digit more, and are left
    out if that does not help.
    """
    if value is None:
        return ""
    scale, sign = (100, "%") if share else (1, "")
    digits = 0 if share or value.value >= _LARGE else 1
    if value.low is None or value.high is None:
        why = "one game" if games == 1 else "no spread"
        return f"{scale * value.value:,.{digits}f}{sign} ({why})"
    said = ""
    for more in (digits, digits + 1):
        said, low, high = (
            f"{scale * one:,.{more}f}" for one in (value.value, value.low, value.high)
        )
        if low != high:
            return f"{said}{sign} ({low}–{high})"
    return said + sign


def player_words(name: str) -> str:
    """A player's name for people: `mcts:64` is `64 playouts`."""
    kind, _, number = name.partition(":")
    if kind == "mcts":
        return f"{int(number):,} playouts"
    return f"{counted(int(number), 'move')} ahead" if kind == "shallow" else kind


class Measure(NamedTuple):
    """A measure of games: its name, its meaning, and its words for a group, empty where there is
    nothing to say. `title`: its short name in tables of several variants, empty if these lack it;
    `wide`: whether only pages have room for it there.
    """

    title: str
    name: str
    means: str
    words: Callable[[PlayerGames], str]
    wide: bool = False

    @property
    def explained(self) -> str:
        """The name and the meaning in one."""
        return ", ".join(filter(None, (self.name.lower(), self.means)))


def _count(name: str, *, always: bool = True) -> Callable[[PlayerGames], str]:
    """A number of games; with `always` also 0."""
    return lambda group: f"{many:,}" if (many := getattr(group, name)) or always else ""


def _of(name: str, *, share: bool = False, some: bool = False) -> Callable[[PlayerGames], str]:
    """An interval; with `some` only where it is not 0 in all games."""

    def words(group: PlayerGames) -> str:
        value: Interval | None = getattr(group, name)
        if some and value and not (value.value or value.high):
            return ""
        return interval(value, share=share, games=group.games)

    return words


def _seat(number: int) -> Callable[[PlayerGames], str]:
    """The share of that seat; of two players the first one's gives the other's."""

    def words(group: PlayerGames) -> str:
        shown = number < len(group.seats) and (number == 0 or len(group.seats) > 2)
        return interval(group.seats[number], share=True) if shown else ""

    return words


def _moves(group: PlayerGames) -> str:
    """The moves of a game; nothing where every turn has one."""
    return "" if group.length == group.turns else interval(group.length, games=group.games)


MEASURES = (
    Measure("games", "Games", "", _count("games")),
    Measure("turns", "Turns a game", "", _of("turns")),
    Measure("moves", "Moves a game", "a turn can have several", _moves, wide=True),
    Measure("choices", "Moves to choose from", "on average, at each move", _of("branching")),
    *(
        Measure(
            name,
            f"{capital(name)} player",
            "" if seat else "of the games that ended: a win is 1, a draw is shared",
            _seat(seat),
        )
        for seat, name in enumerate(SEATS)
    ),
    Measure("draws", "Drawn", "of the games that ended", _of("draws", share=True)),
    Measure("", "Won outright", "of the games that ended", _of("decisiveness", share=True)),
    Measure("", "Ended by the rules", "", _of("completion", share=True)),
    Measure("cut", "Cut off", "games", _count("cut", always=False)),
    Measure("", "Only one legal move", "at so many of all moves", _of("forced", share=True)),
    Measure("", "Forced passes", "or the like, a game", _of("passes", some=True)),
    Measure("drama", "Drama", "how far the winner's chance fell below ½",
            _of("drama", share=True)),
    Measure("decided", "Decided", "after this part of the game", _of("decided", share=True),
            wide=True),
    Measure("lost", "Pieces lost", "to the other side, a game", _of("captures", some=True),
            wide=True),
    Measure("", "Swings", "chances that changed by over ¼, a game", _of("swings", some=True)),
)  # fmt: skip
"""All measures, in the order of tables."""


class MeasureLine(NamedTuple):
    """A line of a table of players: a measure, and its words for each player."""

    name: str
    means: str
    cells: list[str]


def lines(groups: Sequence[PlayerGames]) -> list[MeasureLine]:
    """The lines that have an entry for at least one of the groups."""
    rows = [MeasureLine(one.name, one.means, list(map(one.words, groups))) for one in MEASURES]
    return [row for row in rows if any(row.cells)]
