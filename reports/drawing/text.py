"""Drawings of positions as text, for the terminal.

A terminal that lacks one of the signs of a drawing gets the letters of the position's text in place
of all of them.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.position import Position
>>> print(unicode(Position.start(game("esgros", "hex:2")).play("b2 a1")))
 c · ·
b · ● ·
 a ○ ·
● black  ○ white  black to move
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from ruleproof.models.boards.boards import Board
from ruleproof.models.play.notation import cell_text
from ruleproof.models.play.pictures import GLYPHS
from ruleproof.models.play.position import Position
from ruleproof.reports.drawing.marks import marks, state_words


def on_terminal(position: Position) -> str:
    """The position as a picture in text with signs that standard output can show."""
    drawn = unicode(position)
    try:
        drawn.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return unicode(position, letters=True)
    return drawn


def unicode(position: Position, *, letters: bool = False) -> str:
    """The position as a picture in text, rows from the top, then the meaning of the signs and the
    side to move, in a line or in two where the game has a `legend` of its own.

    A stone of Black is `●` and one of White `○`, other pieces are written as in the position's
    text; an empty cell is `·`, or `∘` where the game tints it. With `letters` all is written as in
    the position's text.
    """
    game, board = position.game, position.game.board
    tinted = {mark.cell: mark.colour for mark in marks(position) if mark.shape == "shade"}
    signs: dict[int, str] = {}
    legend: dict[str, str] = {}
    for cell in range(board.size):
        token = cell_text(game, position.state, cell)
        name = game.rulebook.text.tokens.get(token, "")
        if token == "." and not letters:
            signs[cell] = {"black": "▪", "white": "▫", "": "·"}.get(tinted.get(cell, ""), "∘")
        elif name in GLYPHS and name in game.players and not letters:
            signs[cell] = GLYPHS[name]
            legend[GLYPHS[name]] = name
        else:
            signs[cell] = token
            if name:
                legend[token] = name
    wide = max(len(sign) for sign in signs.values())
    square = board.grid == "square"
    rows = _lines(board, signs, wide) if square else _inset_lines(board, signs, wide)
    if game.rulebook.words.legend:
        told = game.rulebook.words.legend(game)
        if letters:  # without the meaning of signs that are not drawn
            told = "  ".join(word for word in told.split("  ") if word.isascii())
        return "\n".join([*rows, told, state_words(position)])
    words = [f"{sign} {name}" for sign, name in sorted(legend.items(), key=lambda pair: pair[1])]
    return "\n".join([*rows, "  ".join([*words, state_words(position)])])


def _lines(board: Board, signs: Mapping[int, str], wide: int) -> list[str]:
    """The rows of a board on a square grid, numbers at the left, letters below."""
    letters: dict[int, str] = {}
    margin = len(str(len(board.rows)))
    found: list[str] = []
    for down, row in enumerate(board.rows):
        number = str(len(board.rows) - down)
        cells = [signs[cell] if cell >= 0 else "" for cell in row]
        for column, cell in enumerate(row):
            if cell >= 0:
                letters[column] = board.names[cell].rstrip("0123456789")
        wide = max([wide, *map(len, letters.values())])
        found.append(number.rjust(margin) + " " + " ".join(sign.ljust(wide) for sign in cells))
    foot = " ".join(letters[column].ljust(wide) for column in range(len(board.rows[0])))
    return [line.rstrip() for line in [*found, " " * (margin + 1) + foot]]


def _inset_lines(board: Board, signs: Mapping[int, str], wide: int) -> list[str]:
    """The rows of a board that is no square grid, each moved in as far as it is drawn; those of a
    hex board behind their letters.
    """
    wide += 1 - wide % 2
    found: list[str] = []
    for down, row in enumerate(board.rows):
        letters = board.names[row[0]].rstrip("0123456789") + " " if board.grid == "hex" else ""
        inset = " " * round(board.inset(down) * (wide + 1))
        line = f"{inset}{letters}" + " ".join(signs[cell].center(wide) for cell in row)
        found.append(line.rstrip())
    return found
