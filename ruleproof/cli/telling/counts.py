"""Prints the statistics of a set for people: counts with bars, successes, relatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.puzzles.rating.tenths import Tenth

_WIDE = 30
"""The columns of the longest bar."""
_LEAST = 4
"""In fewer columns a bar tells nothing."""
_MARGINS = 10
"""The columns between those of a table and beside them."""


class Member(NamedTuple):
    """A puzzle of a cluster: its number in the set, and its id."""

    number: int
    id: str


class Family(NamedTuple):
    """A cluster of relatives: its puzzles, and how they are alike."""

    puzzles: Sequence[Member]
    alike: Sequence[str]


def tell_stats(console: Console, counts: Mapping[str, Sequence[tuple[str, int]]]) -> None:
    """Prints counts, each with a bar, one table after another."""
    from ruleproof.cli.telling.pictures import table

    for title, rows in counts.items():
        shown = table(title, ">puzzles", "|")
        most = max(many for _, many in rows)
        beside = max(len(title), *(len(name) for name, _ in rows)) + len("puzzles")
        for name, many in rows:
            shown.add_row(name, f"{many:,}", _bar(console, many / most, beside))
        console.print(shown)


def tell_successes(console: Console, tenths: Sequence[Tenth], whose: str) -> None:
    """Prints how often those whose ratings they are solve the puzzles of each tenth of them."""
    from ruleproof.cli.telling.pictures import table

    if not tenths:
        return
    names = ("tenth", ">puzzles", ">rating", ">solved")
    shown = table(*names, "|")
    for number, one in enumerate(tenths, 1):
        row = str(number), f"{one.puzzles:,}", f"{one.rating:.0f}", f"{one.solved:.0%}"
        shown.add_row(*row, _bar(console, one.solved, len("".join(names)) + 3))
    console.print(f"solved by {whose}")
    console.print(shown)


def _bar(console: Console, share: float, beside: int) -> str:
    """A bar for a share of the longest one, at least a step for more than nothing, in the columns
    that are left beside so many; none where these are too few.
    """
    wide = min(_WIDE, console.width - beside - _MARGINS)
    if wide < _LEAST or share <= 0:
        return ""
    block = "█" if console.encoding.startswith("utf") else "#"
    return block * max(1, round(wide * share))


def tell_relatives(console: Console, families: Sequence[Family]) -> None:
    """Prints the clusters of puzzles that are alike."""
    from ruleproof.cli.telling.pictures import table

    if not families:
        console.print("relatives: none")
        return
    rows = table("relatives", ">", "|id", "the same")
    for cluster, one in enumerate(families, 1):
        for place, (number, name) in enumerate(one.puzzles):
            first = (str(cluster), ", ".join(one.alike))
            shown, kinds = first if place == 0 else ("", "")
            rows.add_row(shown, str(number), name, kinds)
    console.print(rows)
