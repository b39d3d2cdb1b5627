"""Variants side by side: one table with a row for each, of one player's games against himself.

>>> interval({"value": 0.5, "low": 0.4, "high": 0.6}, "{:.0%}")
'50 (40–60)'
>>> interval({"value": 7.0, "low": None, "high": None}, "{:.0f}", games=1)
'7 (one game)'
>>> interval({"value": 36.21, "low": 36.12, "high": 36.31}, "{:.0f}")
'36.2 (36.1–36.3)'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ruleproof.models.play.game import Game
from ruleproof.reports.statistics.groups import SEATS
from ruleproof.reports.statistics.tuning import Row
from ruleproof.reports.wording.words import counted

_KINDS = ("random", "greedy", "shallow", "mcts")
"""The kinds of players, the weakest first."""
_FINER = {"{:.0%}": "{:.1%}", "{:.0f}": "{:.1f}", "{:.1f}": "{:.2f}"}
"""Each form of numbers with the one that has one digit more."""
_MEANS = ("length", "turns", "branching", "captures", "drama", "decided")
"""The columns that are means over games."""
_TOLD = 3
"""So many variants are named that lack games."""
NO_SPREAD = "no spread: all games are equal in this, which gives no interval"
"""The words for an interval that is missing."""


class Column(NamedTuple):
    """A column: its title, the meaning of the title, and its cell for a row and the group shown.
    `wide`: whether only pages have room for it.
    """

    title: str
    means: str
    cell: Callable[[Row, Mapping[str, Any]], str]
    wide: bool = False


class SideBySide(NamedTuple):
    """The table in words: the player whose games it shows, the titles with their meanings, and the
    cells of each row, the variant's name first.
    """

    player: str
    titles: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, ...], ...]


def interval(told: Any, form: str = "{:.0%}", games: int = 0) -> str:
    """A value with its bounds; a dash where nothing is known. `games`: their number. Bounds that
    would be rounded to the same number have one digit more, and are left out if that does not help.
    """
    if not told:
        return "–"
    value = form.format(told["value"]).rstrip("%")
    if told["low"] is None:
        return f"{value} (one game)" if games == 1 else f"{value} (no spread)"
    for finer in (form, _FINER[form]):
        value, low, high = (finer.format(told[key]).rstrip("%") for key in ("value", "low", "high"))
        if low != high:
            return f"{value} ({low}–{high})"
    return value


def name_of(row: Row) -> str:
    """The words that tell the row from the others."""
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
    groups = [one for row in rows for one in row.statistics["groups"]]
    told: list[str] = []
    if game and (fixed := _fixed(rows, game)):
        told.append(f"All games were played with {fixed}.")
    for name in idle(rows):
        told.append(
            f"{name} made no difference: under each of its values the same games were played."
        )
    if any(one["cut"] for one in groups):
        longest = rows[0].statistics["longest"]
        told.append(
            f"Games are cut off after {longest:,} turns; shares and drama are of those that ended."
        )
    if any(one[name] and one[name]["low"] is None for one in groups for name in _MEANS):
        told.append(f"{NO_SPREAD[0].upper()}{NO_SPREAD[1:]}.")
    if not all(row.statistics["complete"] for row in rows):
        told.append(f"Not all games were played in time: {_short(rows)}.")
    return told


def _short(rows: Sequence[Row]) -> str:
    """The players, and pairs of players, that lack games, by variant."""
    lacking: list[str] = []
    for row in rows:
        if row.statistics["complete"]:
            continue
        wanted, played = row.statistics["wanted"], row.statistics["groups"]
        games = dict.fromkeys(row.statistics["asked"], 0)
        games |= {one["player"]: one["games"] for one in played}
        games |= {
            f"{one['stronger']} against {one['weaker']}": one["games"]
            for one in row.statistics["skill"]
        }
        few = [f"{name} {many:,}" for name, many in games.items() if many < wanted]
        told = f"{', '.join(few)} of {wanted:,}" if few else "a pair of tree searches finished none"
        lacking.append(f"{name_of(row)}: {told}")
    rest = len(lacking) - _TOLD
    more = f"; and {counted(rest, 'more variant')}" if rest > 0 else ""
    return "; ".join(lacking[:_TOLD]) + more


def _fixed(rows: Sequence[Row], game: Game) -> str:
    """The settings, not the usual ones, that all rows have."""
    usual = {setting.name: setting.default for setting in game.rulebook.settings}
    return ", ".join(
        f"{name}={value}"
        for name, value in rows[0].settings.items()
        if value != usual.get(name) and all(row.settings.get(name) == value for row in rows)
    )


def idle(rows: Sequence[Row]) -> list[str]:
    """The settings that were varied and that changed no game: rows which differ in such a one alone
    have the same statistics. None where not all games were played.
    """
    if not all(row.statistics["complete"] for row in rows):
        return []
    found: list[str] = []
    for name in dict.fromkeys(name for row in rows for name in row.varied):
        alike: dict[tuple[Any, ...], list[Any]] = {}
        for row in rows:
            others = tuple((one, value) for one, value in row.varied.items() if one != name)
            alike.setdefault((row.board, *others), []).append(row.statistics["groups"])
        if all(len(each) > 1 and all(one == each[0] for one in each) for each in alike.values()):
            found.append(name)
    return found


def strongest(rows: Sequence[Row]) -> str:
    """The strongest player who finished a game."""
    names = {one["player"] for row in rows for one in row.statistics["groups"]}
    return max(names, key=_strength)


def _strength(name: str) -> tuple[int, int]:
    kind, _, number = name.partition(":")
    return _KINDS.index(kind), int(number or 0)


def _told(name: str, form: str) -> Callable[[Row, Mapping[str, Any]], str]:
    def cell(row: Row, group: Mapping[str, Any]) -> str:
        return interval(group[name], form, group["games"])

    return cell


def _count(name: str) -> Callable[[Row, Mapping[str, Any]], str]:
    def cell(row: Row, group: Mapping[str, Any]) -> str:
        return f"{group[name]:,}"

    return cell


def _worth(row: Row, group: Mapping[str, Any]) -> str:
    return worth(row)


def _seat(number: int) -> Callable[[Row, Mapping[str, Any]], str]:
    def cell(row: Row, group: Mapping[str, Any]) -> str:
        seats = group["seats"]
        return interval(seats[number], games=group["games"]) if number < len(seats) else "–"

    return cell


def _skill(row: Row, group: Mapping[str, Any]) -> str:
    steps = row.statistics["skill"]
    return interval(steps[-1]["points"]) if steps else "–"


def columns(rows: Sequence[Row]) -> tuple[Column, ...]:
    """The columns that the rows need: a seat for each player where there are more than two."""
    seats = max(row.statistics["players"] for row in rows)
    shares = [
        Column(
            f"{SEATS[seat]} %",
            f"what the {SEATS[seat]} player gets of the games that ended; even is {1 / seats:.0%}",
            _seat(seat),
        )
        for seat in range(1 if seats == 2 else min(seats, len(SEATS)))
    ]
    return (
        Column("games", "games played", _count("games")),
        Column("value", "the exact value of the start, where a small search finds it",
               _worth),
        Column("turns", "turns of a game", _told("turns", "{:.0f}")),
        Column("moves", "moves of a game, of which a turn can have several",
               _told("length", "{:.0f}"), wide=True),
        Column("choices", "legal moves at each move", _told("branching", "{:.1f}")),
        *shares,
        Column("draws %", "games without a single winner, of those that ended",
               _told("draws", "{:.0%}")),
        Column("cut", "games cut off before the rules ended them",
               _count("cut")),
        Column("drama %", "how far the winner's chance fell below ½", _told("drama", "{:.0%}")),
        Column("decided %", "the part of the game after which the winner's chance stayed above ½",
               _told("decided", "{:.0%}"), wide=True),
        Column("lost", "pieces taken or flipped, a game", _told("captures", "{:.1f}"), wide=True),
        Column("skill %", "what the stronger of two tree searches gets, with twice the playouts",
               _skill),
    )  # fmt: skip


def side_by_side(rows: Sequence[Row], *, wide: bool = True) -> SideBySide:
    """The table of these rows, of which there is at least one. Columns in which no row has a value
    are left out; without `wide`, so are those that only pages have room for.
    """
    player = strongest(rows)
    cells: list[tuple[Column, list[str]]] = []
    for column in columns(rows):
        found = [
            next(
                (column.cell(row, one) for one in row.statistics["groups"]
                 if one["player"] == player),
                "–",
            )
            for row in rows
        ]  # fmt: skip
        if any(found == other and column.title == "moves" for _, other in cells):
            continue  # every turn has one move
        if (wide or not column.wide) and any(one != "–" for one in found):
            cells.append((column, found))
    return SideBySide(
        player,
        tuple((column.title, column.means) for column, _ in cells),
        tuple((name_of(row), *(found[k] for _, found in cells)) for k, row in enumerate(rows)),
    )
