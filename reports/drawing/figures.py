"""Figures of a page: drawings with captions, and lines of play to step through.

figure    a drawing with its caption
strip     figures in a row: the positions of a line of play
steps     a line of play on one board, on which one position at a time is shown
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ruleproof.models.play.game import make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.puzzles.puzzle import position_of, read_set
from ruleproof.puzzles.starter import starter_text, starters
from ruleproof.reports.drawing.svg import CellValue, empty_board, svg

LONGEST_STRIP = 60
"""A longer line of play is drawn from its end; its beginning is given as text."""
FOLDED = 14
"""At most so many figures of a strip are seen at once; the rest unfolds."""
LONGEST_GAME = 500
"""The same, for the page of a whole game."""
_SAMPLED = 12
"""The moves before a sample of a game."""


def steps_css(moves: int = LONGEST_STRIP) -> str:
    """The style that shows the position of the radio button chosen, for lines of so many moves:
    stepping needs no script.
    """
    return "".join(
        f".steps>input:nth-of-type({k}):checked~.screen>figure:nth-of-type({k}){{display:block}}"
        f".steps>input:nth-of-type({k}):checked~.moves>label:nth-of-type({k})"
        "{background:var(--accent);color:var(--paper)}"
        for k in range(1, moves + 2)
    )


@dataclass(frozen=True)
class Figure:
    """A drawing, its caption, and the player whose move it shows (empty at the start of a line)."""

    drawing: Markup
    caption: str = ""
    mover: str = ""


@dataclass(frozen=True)
class Strip:
    """The positions of a line of play; `skipped` moves before the first figure as text."""

    figures: tuple[Figure, ...]
    moves: str
    skipped: str = ""
    folded: int = FOLDED


@dataclass(frozen=True)
class Steps:
    """A line of play to step through: the empty board, and the pieces on it before the first move
    shown and after each. `shown`: the number of the position seen first.
    """

    ground: Markup
    figures: tuple[Figure, ...]
    moves: tuple[str, ...]
    skipped: str = ""
    shown: int = 0


def picture(
    position: Position,
    *,
    values: Mapping[str, CellValue] | None = None,
    labels: bool = True,
    title: str = "",
) -> Markup:
    """The drawing of a position for a page that holds `BOARD_CSS`."""
    return Markup(svg(position, values=values, labels=labels, title=title, style=False))


def sample(book: Rulebook) -> Position:
    """A position of a game in play, for its picture: the diagram of its first starter puzzle, else
    one after some legal moves, far apart.
    """
    if book.name in starters():
        (first,) = read_set(starter_text(book.name).partition("\n")[0], book.name)
        return position_of(first)
    position = Position.start(make_game(book, "", {}))
    for number in range(_SAMPLED):
        legal = position.legal_moves()
        if not legal:
            break
        position = position.after(legal[(7 * number + 5) % len(legal)])
    return position


def strip(start: Position, moves: Sequence[str]) -> Strip:
    """A line of play from a position, drawn; `ValueError` when a move is not legal."""
    position = start
    figures: list[Figure] = []
    first = max(0, len(moves) - LONGEST_STRIP)
    for number, move in enumerate(moves, 1):
        mover = position.side
        position = position.play([move])
        if number > first:
            said = f"{number}. {move}"
            drawn = picture(position, title=f"After {said} by {mover}")
            figures.append(Figure(drawn, said, mover))
    return Strip(tuple(figures), " ".join(moves), " ".join(moves[:first]))


def steps(
    start: Position, moves: Sequence[str], *, from_end: bool = False, longest: int = LONGEST_STRIP
) -> Steps:
    """A line of play from a position, to step through, the last so many moves of it; with
    `from_end` the reader sees its last position first. `ValueError` when a move is not legal.
    """
    position = start
    first = max(0, len(moves) - longest)
    figures: list[Figure] = []

    def add(caption: str, mover: str) -> None:
        by = f" by {mover}" if mover else ""
        drawn = svg(position, title=f"{caption}{by}", style=False, ground=False)
        figures.append(Figure(Markup(drawn), caption, mover))

    for number, move in enumerate(moves, 1):
        if number == first + 1:
            add("Before the first move" if number == 1 else f"Before move {number}", "")
        mover = position.side
        position = position.play([move])
        if number > first:
            add(f"{number}. {move}", mover)
    shown = len(figures) - 1 if from_end else 0
    ground = Markup(empty_board(start))
    return Steps(ground, tuple(figures), tuple(moves), " ".join(moves[:first]), max(0, shown))
