"""The ways of a Sow? board for `constraints.py`, counted out once, without a position.

way       a path as a list of squares, the stack's own first, with or without an exit behind it
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ruleproof.models.play.game import Game
from ruleproof.models.sow.stacks import TALLEST
from ruleproof.models.sow.ways import LEFT, RIGHT


class Way(NamedTuple):
    """The steps of a path from a square, `FUD`, its squares for Left and for Right (empty where
    that player cannot go so), and whether it ends in an exit.
    """

    start: int
    steps: str
    squares: tuple[tuple[int, ...], tuple[int, ...]]
    leaves: bool


def tallest(game: Game) -> int:
    """The most pieces that can stand on a square."""
    pieces = 2 * len(game.board.rows) * int(game.settings["height"])
    bounded = game.settings["strand"] == "bound" and game.rules.limit
    return min(pieces, game.rules.limit) if bounded else min(pieces, TALLEST)


def _goes_on(game: Game, steps: str, step: str) -> bool:
    """Whether the path may go on so, by its directions alone."""
    if not steps:
        return step == "F"
    if game.settings["path"] == "flexible":
        return True
    if steps[-1] != "F":
        return step == steps[-1]
    return step == "F" or game.settings["turn"] == "any" or len(steps) == 1


def _walk(game: Game, side: int, squares: tuple[int, ...], step: str) -> tuple[int, ...]:
    """The squares with the one a step on, or none off the board or on a square passed before."""
    ahead = "E" if side == LEFT else "W"
    direction = {"F": ahead, "U": "N", "D": "S"}[step]
    target = game.board.steps[direction][squares[-1]] if squares else -1
    return (*squares, target) if target >= 0 and target not in squares else ()


def last_column(game: Game, side: int, square: int) -> bool:
    """Whether the square is on the column where the side leaves the board."""
    return bool(game.field.areas[1 - side] >> square & 1)


def _must_leave(game: Game, side: int, squares: tuple[int, ...], step: str) -> bool:
    """Whether the path has reached the last column, where it can only leave, yet turns there."""
    if game.settings["last-column"] == "turn" or step == "F" or not squares:
        return False
    return last_column(game, side, squares[-1])


def _exits(game: Game, side: int, squares: tuple[int, ...], steps: str) -> bool:
    """Whether the next step forward leaves the board and the path may take it."""
    if not squares or not last_column(game, side, squares[-1]):
        return False
    if steps and game.settings["exit"] == "from-last":
        return False
    return not steps or game.settings["path"] == "flexible" or steps[-1] == "F"


def _from(
    game: Game, start: int, steps: str, squares: tuple[tuple[int, ...], tuple[int, ...]]
) -> Iterator[Way]:
    """The ways that begin with the steps."""
    if steps:
        yield Way(start, steps, squares, leaves=False)
    leaving = tuple(
        line if _exits(game, side, line, steps) else () for side, line in enumerate(squares)
    )
    if any(leaving):
        yield Way(start, steps, (leaving[0], leaving[1]), leaves=True)
    if len(steps) == tallest(game):
        return
    for step in "FUD":
        left, right = (
            ()
            if _must_leave(game, side, squares[side], step)
            else _walk(game, side, squares[side], step)
            for side in (LEFT, RIGHT)
        )
        if _goes_on(game, steps, step) and (left or right):
            yield from _from(game, start, steps + step, (left, right))


@lru_cache(maxsize=32)
def ways(game: Game) -> tuple[Way, ...]:
    """Every way on the board, for either player."""
    squares = range(game.board.size)
    return tuple(way for start in squares for way in _from(game, start, "", ((start,), (start,))))


def longest(game: Game) -> int:
    """The most steps that a way of the board has."""
    return max(len(way.steps) for way in ways(game))
