"""Prints the statistics of a set for people: counts with bars, successes, relatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.puzzles.rating.tenths import Tenth

_WIDE = 30
"""The columns of the longest bar."""
_LEAST = 4
"""In fewer columns a bar tells nothing."""
_MARGINS = 10
"""The columns between those of a table and beside them."""


class Family(NamedTuple):
    """A cluster of relatives: the number and the id of each puzzle, and how they are alike."""

    puzzles: Sequence[tuple[int, str]]
    alike: Sequence[str]

    def fields(self) -> dict[str, Any]:
        """The cluster as JSON has it."""
        members = [{"number": number, "id": name} for number, name in self.puzzles]
        return {"puzzles": members, "alike": list(self.alike)}


def tell_stats(console: Console, counts: Mapping[str, Sequence[tuple[str, int]]]) -> None:
    """Prints counts, each with a bar, one table after another."""
    from rich.box import SIMPLE
    from rich.table import Table

    for title, rows in counts.items():
        table = Table(title, box=SIMPLE, pad_edge=False)
        table.add_column("puzzles", justify="right", no_wrap=True)
        table.add_column("", no_wrap=True)
        most = max(many for _, many in rows)
        beside = max(len(title), *(len(name) for name, _ in rows)) + len("puzzles")
        for name, many in rows:
            table.add_row(name, f"{many:,}", _bar(console, many / most, beside))
        console.print(table)


def tell_successes(console: Console, tenths: Sequence[Tenth], whose: str) -> None:
    """Prints how often those whose ratings they are solve the puzzles of each tenth of them."""
    from rich.box import SIMPLE
    from rich.table import Table

    if not tenths:
        return
    names = ("tenth", "puzzles", "rating", "solved")
    table = Table(names[0], box=SIMPLE, pad_edge=False)
    for name in names[1:]:
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for number, one in enumerate(tenths, 1):
        row = str(number), f"{one.puzzles:,}", f"{one.rating:.0f}", f"{one.solved:.0%}"
        table.add_row(*row, _bar(console, one.solved, len("".join(names)) + 6))
    console.print(f"solved by {whose}")
    console.print(table)


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
    from rich.box import SIMPLE
    from rich.table import Table

    if not families:
        console.print("relatives: none")
        return
    table = Table("relatives", box=SIMPLE, pad_edge=False)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("id", no_wrap=True)
    table.add_column("the same")
    for cluster, one in enumerate(families, 1):
        for place, (number, name) in enumerate(one.puzzles):
            first = (str(cluster), ", ".join(one.alike))
            shown, kinds = first if place == 0 else ("", "")
            table.add_row(shown, str(number), name, kinds)
    console.print(table)
