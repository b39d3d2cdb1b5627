"""Twins: puzzles that are one up to a symmetry or a shift of the board, by their diagrams or by
their solutions.

>>> from ruleproof.puzzles.starter import starter
>>> shape(starter("esgros")[0]) == shape(starter("esgros")[1])
False
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleproof.models.cells import each
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.solutions import Step, steps
from ruleproof.puzzles.changes import differing
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


def idea(puzzle: Puzzle) -> str:
    """A text, equal for puzzles of one solution, whatever they ask for: what the solver's own turns
    of the line change, up to symmetry and shift. The line must be legal.
    """
    position = position_of(puzzle)
    game = position.game
    own = steps(game, position.state, puzzle.solution)[::2]
    return min(_seen(game, own, turn, swap) for turn, swap in game.symmetries)


def _seen(game: Game, own: Sequence[Step], turn: Sequence[int], swap: bool) -> str:
    told = [
        [
            (*game.board.spots[cell], *(notation.cell_text(game, state, cell) for state in pair))
            for cell in each(differing(*pair))
        ]
        for step in own
        for pair in [[game.image(state, turn, swap) for state in (step.before, step.after)]]
    ]
    spots = [(x, y) for turns in told for x, y, _, _ in turns]
    left, low = (min((spot[k] for spot in spots), default=0) for k in (0, 1))
    return str([sorted((x - left, y - low, a, b) for x, y, a, b in one if a != b) for one in told])
