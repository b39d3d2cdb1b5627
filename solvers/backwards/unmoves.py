"""Un-moves: all positions from which one turn leads to a given one.

Each answer of the solver is struck out until there is none left. So the list is complete, as far as
constraints say what rules say (law `constraints`).

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.notation import read, show
>>> small = game("esgros", "path:3")
>>> for state, move in un_moves(small, read(small, "B W . ; black")):
...     print(show(small, state), small.show_move(move))
B . . ; white b1
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleproof.models.play.game import Game, State
from ruleproof.solvers.backwards.lookback import Before, LookBack


def un_moves(game: Game, after: State) -> Iterator[Before]:
    """Yields every un-move of the position, as if it occurred for the first time.

    Raises `TextError` for a game without constraints, and for one whose turns take several moves.
    """
    back = LookBack(game, after, 1)
    free = [*back.states[0], *back.moves[0]]
    with back.solver:
        while back.found():
            (before,) = back.line()
            back.strike(free, back.values(free))
            yield before
