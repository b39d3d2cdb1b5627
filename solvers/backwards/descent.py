"""Finds the turns that can have led to a position, looking back so many turns.

led         a turn can have led where it is legal in some position before, and that one can have
            come about: it is the start, or a turn can have led there, and so on, as many turns back
            as are looked
dismissed   a turn that cannot have led to the position

Who looks farther back dismisses more turns, and never one that play can end with.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.notation import read
>>> small = game("esgros", "path:3")
>>> [small.show_move(led.move) for led in last_turns(small, read(small, "B W . ; black"), 2)]
['b1']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ruleproof.models.play.game import Game, State
from ruleproof.solvers.backwards.lookback import Before, LookBack


class Led(NamedTuple):
    """A turn that can have led to a position, and a line that shows it, the last turn first."""

    move: int
    line: tuple[Before, ...]


def last_turns(
    game: Game, diagram: State, turns: int, apart: Sequence[int] = (), conflicts: int = 0
) -> Iterator[Led]:
    """Yields every turn, `apart` from some, that can have led to the position, once each.

    Raises `TextError` as `un_moves` does, and `Unsettled` where one answer takes the solver more
    than so many conflicts, if these are given.
    """
    back = LookBack(game, diagram, turns)
    with back.solver:
        for move in apart:
            back.strike(back.moves[0], back.move_bits(move))
        while back.found(conflicts):
            line = back.line()
            back.strike(back.moves[0], back.values(back.moves[0]))
            yield Led(line[0].move, line)
