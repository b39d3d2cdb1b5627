"""Prints tunings: all variants in one table, then a table for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ruleproof.models.play.game import Game
    from ruleproof.reports.statistics.tuning import Row, Tuned

_NAMES, _CELLS = 20, 16
"""The least widths of columns, so that tables lie one below the other."""


def show(console: Console, rows: Tuned, game: Game) -> None:
    """Prints the table of all variants where there are several, then a table for each of them: a
    column for each player, and what skill is worth. `game`: one of the variants.
    """
    from ruleproof.reports.statistics.side_by_side import notes

    means: dict[str, str] = {}
    if len(rows) > 1:
        _show_side_by_side(console, rows)
        console.print()
    for row in rows:
        means |= _show_variant(console, row)
    for sentence in notes(rows, game):
        console.print(sentence)
    explained = [f"{name}: {words}" for name, words in means.items() if words]
    console.print(" · ".join([*explained, "in brackets: 95 %"]))


def _show_side_by_side(console: Console, rows: Tuned) -> None:
    """Prints one line for each variant, with the games of the strongest player."""
    from ruleproof.reports.statistics.side_by_side import side_by_side

    shown = side_by_side(rows, wide=False)
    console.print(f"side by side: games of {shown.player} against itself", style="bold")
    table = _table("variant", *(title for title, _ in shown.titles))
    for cells in shown.rows:
        table.add_row(*cells)
    console.print(table)


def _show_variant(console: Console, row: Row) -> dict[str, str]:
    """Prints the games of each player in one variant; returns what the names of its lines mean."""
    from rich.text import Text

    from ruleproof.reports.statistics.measures import interval, lines
    from ruleproof.reports.statistics.side_by_side import name_of, value_words
    from ruleproof.reports.statistics.tuning import statistics

    console.print(Text.assemble((name_of(row), "bold"), f": {value_words(row)}"))
    found = statistics(row)
    table = _table("", *(one.player for one in found.groups))
    for place, column in enumerate(table.columns):
        column.min_width = _CELLS if place else _NAMES
    shown = lines(found.groups)
    for line in shown:
        table.add_row(line.name, *(cell or "–" for cell in line.cells))
    console.print(table)
    if found.skill:
        shares = (f"{one.stronger} {interval(one.points, share=True)}" for one in found.skill)
        console.print(f"against half the playouts: {', '.join(shares)}")
    console.print()
    return {line.name: line.means for line in shown}


def _table(first: str, *others: str) -> Table:
    """A table without lines, numbers in all columns but the first."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(first)
    for title in others:
        table.add_column(title, justify="right")
    return table
