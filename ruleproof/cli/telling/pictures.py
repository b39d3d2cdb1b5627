"""Small pictures on the terminal: cells where they lie, lines of words, and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ruleproof.models.boards.boards import Board
    from ruleproof.models.play.position import Position

LETTERS = {"win": "W", "draw": "D", "loss": "L"}
COLOURS = {"W": "green", "D": "yellow", "L": "red"}


def cells_board(console: Console, board: Board, words: Sequence[str]) -> None:
    """Prints a word for each cell where it lies."""
    from rich.text import Text

    wide = max(map(len, words), default=1)
    for down, row in enumerate(board.rows):
        line = Text()
        line.append("    " + " " * int(board.inset(down) * (wide + 1)))
        for cell in row:
            word = words[cell] if cell >= 0 else ""
            line.append(word.ljust(wide + 1), COLOURS.get(word[:1], ""))
        console.print(line, no_wrap=True, crop=False, overflow="ignore")


def values_board(console: Console, board: Board, values: Mapping[str, str | int]) -> None:
    """Prints the board with the values of moves on their cells, `·` where there is none. Plies may
    stand behind a word, as in `win 3`.
    """
    words = [str(values.get(name, "·")).split() for name in board.names]
    cells_board(
        console, board, [LETTERS.get(word, word) + "".join(plies) for word, *plies in words]
    )


def draw(console: Console, position: Position, *, text: bool = True) -> None:
    """Prints the picture of a position, and its text below."""
    from ruleproof.reports.drawing.text import on_terminal

    console.print(on_terminal(position), no_wrap=True, crop=False, overflow="ignore")
    if text:
        console.print(position.text, style="dim", soft_wrap=True)


def field(console: Console, name: str, text: str, style: str = "") -> None:
    """Prints a name with a text behind it."""
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
    grid.add_column(min_width=10, no_wrap=True)
    grid.add_column()
    grid.add_row(Text(name, "bold"), Text(text, style))
    console.print(grid)


def table(*columns: str, overflow: Literal["fold", "ellipsis"] = "ellipsis") -> Table:
    """A table with these columns. `>` before a name sets its cells to the right, and `|` keeps each
    of them in one line, as `>` does.
    """
    from rich.box import SIMPLE
    from rich.table import Table

    found = Table(box=SIMPLE, pad_edge=False)
    for one in columns:
        right, whole = one.startswith(">"), one.startswith((">", "|"))
        found.add_column(
            one.lstrip(">|"), justify="right" if right else "left", no_wrap=whole, overflow=overflow
        )
    return found
