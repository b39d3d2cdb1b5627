"""Ruleproof: checks the rules of abstract board games, solves positions exactly, makes puzzles.

`game("esgros", "hex:3", exceed="void")` is a game with its board and settings chosen;
`Position.start(game)` begins it, `Position.read(game, text)` takes it up from text.
"""

from ruleproof.models.boards import Board, board
from ruleproof.models.errors import MoveError, PositionError, TextError
from ruleproof.models.game import Game, Result, game
from ruleproof.models.position import DRAWERS, Position


def _drawn(position: Position) -> str:
    from ruleproof.reports.drawing import svg

    return svg(position)


DRAWERS.append(_drawn)

__all__ = [
    "Board",
    "Game",
    "MoveError",
    "Position",
    "PositionError",
    "Result",
    "TextError",
    "board",
    "game",
]
