"""Tunings in words: all variants in one table, then a table for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ruleproof.models.play.game import Game
    from ruleproof.reports.statistics.tuning import Row, Tuned

_COLUMNS = {
    "player": 10, "games": 5, "turns": 13, "choices": 16, "first %": 12, "draws %": 10,
    "cut": 4, "drama %": 10, "lost": 16,
}  # fmt: skip
"""The columns of a variant's table, each with its least width, so that tables lie one below the
other.
"""


def show(console: Console, rows: Tuned, game: Game) -> None:
    """Prints the table of all variants where there are several, then a table for each of them: a
    line for each player, and what skill is worth. `game`: one of the variants.
    """
    from ruleproof.reports.statistics.side_by_side import notes

    if len(rows) > 1:
        _show_side_by_side(console, rows)
        console.print()
    for row in rows:
        _show_variant(console, row)
    for sentence in notes(rows, game):
        console.print(sentence)
    console.print(
        "turns: each of one or more moves · choices: legal moves at each move · "
        "first: what the first player gets · drama: how far the winner's chance fell below ½ · "
        "lost: pieces taken or flipped, a game · skill: what a tree search gets against one with "
        "half its playouts · in brackets: 95 %"
    )


def _show_side_by_side(console: Console, rows: Tuned) -> None:
    """Prints one line for each variant, with the games of the strongest player."""
    from ruleproof.reports.statistics.side_by_side import side_by_side

    shown = side_by_side(rows, wide=False)
    console.print(f"side by side: games of {shown.player} against itself", style="bold")
    table = _table()
    table.add_column("variant")
    for title, _ in shown.titles:
        table.add_column(title, justify="right")
    for cells in shown.rows:
        table.add_row(*cells)
    console.print(table)


def _show_variant(console: Console, row: Row) -> None:
    """Prints the games of each player in one variant."""
    from rich.text import Text

    from ruleproof.reports.statistics.groups import SEATS
    from ruleproof.reports.statistics.side_by_side import interval, name_of, value_words

    console.print(Text.assemble((name_of(row), "bold"), f": {value_words(row)}"))
    table = _table()
    for title, wide in _COLUMNS.items():
        table.add_column(title, justify="left" if title == "player" else "right", min_width=wide)
    for one in row.statistics["groups"]:
        many = one["games"]
        table.add_row(
            *(one["player"], f"{many:,}", interval(one["turns"], "{:.0f}", many)),
            *(interval(one["branching"], "{:.1f}", many), interval(one["balance"])),
            *(interval(one["draws"]), f"{one['cut']:,}"),
            *(interval(one["drama"]), interval(one["captures"], "{:.1f}", many)),
        )
    console.print(table)
    if row.statistics["players"] > 2:
        for one in row.statistics["groups"]:
            shares = (
                f"{name} {interval(seat)} %"
                for name, seat in zip(SEATS, one["seats"], strict=False)
            )
            console.print(f"seats, {one['player']}: {', '.join(shares)}")
    steps = row.statistics["skill"]
    if steps:
        told = ", ".join(f"{one['stronger']} {interval(one['points'])} %" for one in steps)
        console.print(f"against half the playouts: {told}")
    console.print()


def _table() -> Table:
    """A table without lines."""
    from rich.table import Table

    return Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
