"""Twins: puzzles that are one up to a symmetry or a shift of the board.

>>> from ruleproof.puzzles.starter import starter
>>> shape(starter("esgros")[0]) == shape(starter("esgros")[1])
False
"""

from __future__ import annotations

from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.puzzles.puzzle import Puzzle, position_of


def shape(puzzle: Puzzle) -> str:
    """A text, equal for puzzles that are one up to symmetry and shift, whatever they ask for in so
    many turns: the occupied cells, seen from the lowest row and column that they reach.
    """
    position = position_of(puzzle)
    game, state = position.game, position.state
    return min(_shifted(game, game.image(state, turn, swap)) for turn, swap in game.symmetries)


def _shifted(game: Game, state: State) -> str:
    rows = game.board.rows
    standing = [
        (row, column, token)
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell >= 0 and (token := notation.cell_text(game, state, cell)) != "."
    ]
    top = min((row for row, _, _ in standing), default=0)
    left = min((column for _, column, _ in standing), default=0)
    return f"{state.side} {[(row - top, column - left, token) for row, column, token in standing]}"
