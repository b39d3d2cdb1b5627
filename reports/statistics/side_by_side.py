"""Variants side by side: one table with a row for each, of one player's games against himself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ruleproof.models.play.game import Game
from ruleproof.reports.statistics.groups import PlayerGames
from ruleproof.reports.statistics.measures import MEASURES, NO_SPREAD, interval
from ruleproof.reports.statistics.play_statistics import PlayStatistics
from ruleproof.reports.statistics.tuning import Row, statistics
from ruleproof.reports.wording.words import capital, counted

_KINDS = ("random", "greedy", "shallow", "mcts")
"""The kinds of players, the weakest first."""
_MEANS = ("length", "turns", "branching", "captures", "drama", "decided")
"""The measures that are means over games."""
_NAMED = 3
"""So many variants are named that lack games."""
_VALUE = "value", "the exact value of the start, where a small search finds it"
_SKILL = "skill", "what a tree search gets against one with half its playouts"


class SideBySide(NamedTuple):
    """The table in words: the player whose games it shows, the titles with their meanings, and the
    cells of each row, the variant's name first.
    """

    player: str
    titles: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, ...], ...]


def name_of(row: Row) -> str:
    """The board of the variant and the settings that were varied."""
    return " ".join([row.board, *(f"{name}={value}" for name, value in row.varied.items())])


def worth(row: Row) -> str:
    """The exact value of the start in a word; a dash where it is not known."""
    if row.value is None:
        return "–"
    if isinstance(row.value, list):
        return " : ".join(map(str, row.value))
    return f"{row.value:+}" if isinstance(row.value, int) else row.value


def value_words(row: Row) -> str:
    """The exact value of the start in words."""
    if row.value is None:
        return "exact value not known"
    if isinstance(row.value, list):
        return f"against all others together the players are sure of {worth(row)}"
    return f"exactly {worth(row)}" + ("" if isinstance(row.value, int) else " for whoever begins")


def notes(rows: Sequence[Row], game: Game | None = None) -> list[str]:
    """The sentences that the table needs besides. `game`: one of the variants, for the settings
    that all of them have and that are not the usual ones.
    """
    played = list(map(statistics, rows))
    groups = [one for each in played for one in each.groups]
    found: list[str] = []
    if game and (fixed := _fixed(rows, game)):
        found.append(f"All games were played with {fixed}.")
    for name in _idle(rows, played):
        found.append(
            f"{name} made no difference: under each of its values the same games were played."
        )
    if any(one.cut for one in groups):
        longest = played[0].longest
        found.append(
            f"Games are cut off after {longest:,} turns; shares and drama are of those that ended."
        )
    means = (getattr(one, name) for one in groups for name in _MEANS)
    if any(one and one.low is None for one in means):
        found.append(f"{capital(NO_SPREAD)}.")
    pairs = zip(rows, played, strict=True)
    if short := [_short(row, one) for row, one in pairs if not one.complete]:
        rest = len(short) - _NAMED
        more = [f"and {counted(rest, 'more variant')}"] if rest > 0 else []
        found.append(f"Not all games were played in time: {'; '.join(short[:_NAMED] + more)}.")
    return found


def _short(row: Row, found: PlayStatistics) -> str:
    """The players, and pairs of players, that lack games."""
    games = dict.fromkeys(found.asked, 0)
    games |= {one.player: one.games for one in found.groups}
    games |= {f"{one.stronger} against {one.weaker}": one.games for one in found.skill}
    few = [f"{name} {many:,}" for name, many in games.items() if many < found.wanted]
    none = "a pair of tree searches finished none"
    return f"{name_of(row)}: " + (f"{', '.join(few)} of {found.wanted:,}" if few else none)


def _fixed(rows: Sequence[Row], game: Game) -> str:
    """The settings, not the usual ones, that all rows have."""
    usual = {setting.name: setting.default for setting in game.rulebook.settings}
    return ", ".join(
        f"{name}={value}"
        for name, value in rows[0].settings.items()
        if value != usual.get(name) and all(row.settings.get(name) == value for row in rows)
    )


def _idle(rows: Sequence[Row], played: Sequence[PlayStatistics]) -> list[str]:
    """The settings that were varied and that changed no game: rows that differ only in one of these
    have the same statistics. None where not all games were played.
    """
    if not all(one.complete for one in played):
        return []
    found: list[str] = []
    for name in dict.fromkeys(name for row in rows for name in row.varied):
        alike: dict[tuple[Any, ...], list[Any]] = {}
        for row, one in zip(rows, played, strict=True):
            others = tuple((key, value) for key, value in row.varied.items() if key != name)
            alike.setdefault((row.board, *others), []).append(one.groups)
        if all(len(each) > 1 and all(one == each[0] for one in each) for each in alike.values()):
            found.append(name)
    return found


def _strength(name: str) -> tuple[int, int]:
    kind, _, number = name.partition(":")
    return _KINDS.index(kind), int(number or 0)


def side_by_side(rows: Sequence[Row], *, wide: bool = True) -> SideBySide:
    """The table of these rows, of which there is at least one, with the games of the strongest
    player who finished one. Columns in which no row has a value are left out; without `wide`, so
    are those that only pages have room for.
    """
    played = list(map(statistics, rows))
    player = max((one.player for each in played for one in each.groups), key=_strength)
    groups = [each.group(player) for each in played]
    skills = [interval(each.skill[-1].points, share=True) if each.skill else "" for each in played]

    def cells(words: Callable[[PlayerGames], str]) -> list[str]:
        return [words(group) if group else "" for group in groups]

    games, *others = [
        (one.title, one.explained, cells(one.words))
        for one in MEASURES
        if one.title and (wide or not one.wide)
    ]
    value = (*_VALUE, ["" if row.value is None else worth(row) for row in rows])
    every = [games, value, *others, (*_SKILL, skills)]
    columns = [(title, means, shown) for title, means, shown in every if any(shown)]
    return SideBySide(
        player,
        tuple((title, means) for title, means, _ in columns),
        tuple(
            (name_of(row), *(shown[place] or "–" for _, _, shown in columns))
            for place, row in enumerate(rows)
        ),
    )
