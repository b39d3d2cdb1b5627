"""Positions in words, for those who cannot see the drawing.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.position import Position
>>> spoken(Position.start(game("esgros", "hex:2")).play("b2 a1"))
'White on a1. Black on b2. All other cells are empty. Black to move.'
"""

from __future__ import annotations

import re

from ruleproof.models.play.game import Game
from ruleproof.models.play.notation import cell_text
from ruleproof.models.play.position import Position
from ruleproof.reports.drawing.marks import state_words

EMPTY = "empty"
_NUMBER = re.compile(r"(?<=[a-z])(\d+)$")
"""The number behind the name of a field, as in `red2`."""


def cell_words(game: Game, token: str) -> str:
    """The words for what the token of a cell stands for."""
    if token == ".":
        return EMPTY
    if game.rulebook.words.cell:
        return game.rulebook.words.cell(game, token)
    for sign, field in game.rulebook.text.counts.items():
        if token.rstrip("0123456789") == sign:
            return f"{token.removeprefix(sign)} {field.replace('_', ' ')}"
    name = game.rulebook.text.tokens.get(token, token)
    return _NUMBER.sub(r" \1", name.replace("_", " "))


def place_words(game: Game, cell: int) -> str:
    """The words for a cell that belong to its place, whatever stands there; empty if none do."""
    return game.rulebook.words.place(game, cell) if game.rulebook.words.place else ""


def move_words(game: Game, move: int) -> str:
    """The words for a move; empty where its text says it all."""
    return game.rulebook.words.move(game, move) if game.rulebook.words.move else ""


def named_places(game: Game) -> dict[str, list[str]]:
    """The names of the cells of each place that has words."""
    found: dict[str, list[str]] = {}
    for cell, name in enumerate(game.board.names):
        words = place_words(game, cell)
        if words:
            found.setdefault(words, []).append(name)
    return found


def spoken(position: Position) -> str:
    """The position in sentences: the cells of each kind of piece, the side to move or the result,
    what a player needs besides, and the cells of places that have words.
    """
    game, cells = position.game, dict[str, list[str]]()
    for cell, name in enumerate(game.board.names):
        words = cell_words(game, cell_text(game, position.state, cell))
        cells.setdefault(words, []).append(name)
    empty = cells.pop(EMPTY, [])
    told = [f"{_capital(words)} on {', '.join(names)}." for words, names in cells.items()]
    if empty:
        told.append("All other cells are empty." if cells else "The board is empty.")
    told.append(f"{_capital(state_words(position))}.")
    told.append(position.beside)
    told += [
        f"{_capital(words)}: {', '.join(names)}." for words, names in named_places(game).items()
    ]
    return " ".join(filter(None, told))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
