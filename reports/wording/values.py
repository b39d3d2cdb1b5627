"""Values of positions and moves in words, for every report.

>>> from ruleproof.models.play.game import game
>>> margin(game("incrowd", "square:3x3"), -2), between("draw", "win")
('White by 2', '; the value lies between draw and win.')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.reports.wording.words import capital, counted, named_cells

if TYPE_CHECKING:
    from ruleproof.solvers.playing.exact.solution import Solution

_ORDER: dict[object, int] = {"win": 0, "draw": 1, "loss": 2}
_UNKNOWN = 3


def margin(game: Game, value: int) -> str:
    """A margin of the first player in words."""
    if value == 0:
        return "a tie"
    name = game.players[0] if value > 0 else game.players[1]
    return f"{capital(name)} by {abs(value)}"


def value_words(game: Game, value: object) -> str:
    """The value of a move, short: for the player who makes it, or as a margin, or points."""
    if value is None:
        return "not known"
    if isinstance(value, int):
        return margin(game, value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " : ".join(map(str, value))
    return {"win": "wins", "draw": "draws", "loss": "loses"}[str(value)]


def verdict_on(position: Position, value: object, distance: int | None) -> str:
    """The meaning of a position's value, as a sentence."""
    game = position.game
    if isinstance(value, int):
        if value == 0:
            return "With best play the game is a tie."
        winner, points = margin(game, value).split(" by ")
        return f"With best play {winner} wins by {points}."
    if isinstance(value, Sequence) and not isinstance(value, str):
        sure = [f"{capital(n)} {v}" for n, v in zip(game.players, value, strict=True)]
        return f"Against all others together each player is sure of: {', '.join(sure)}."
    if value == "draw":
        return "With best play nobody wins."
    side = capital(position.side) + ", to move" + " first" * (position.state == game.start())
    plies = _in_plies(distance)
    if value == "win":
        return f"{side}, wins{plies} against any defence."
    return f"{side}, loses{plies} against best play."


def _in_plies(distance: int | None) -> str:
    return "" if distance is None else f" in {counted(distance, 'ply', 'plies')}"


def between(low: object, high: object) -> str:
    """The known bounds of a value that was not found, as the end of a sentence."""
    if (low, high) == ("loss", "win") or (low is None and high is None):
        return "."
    if low is None or high is None:
        return f"; the margin is at {'most' if low is None else 'least'} {high or low or 0}."
    return f"; the value lies between {low} and {high}."


def solution_words(found: Solution, here: Position | None) -> str:
    """The value of a solved position as a sentence, or its known bounds."""
    if found.value is None:
        why = f" ({found.reason})" if found.reason else ""
        return f"Not solved{why}{between(*found.bounds)}"
    if here is None:
        return f"The value is {found.value}."
    return verdict_on(here, found.value, found.distance)


class SameValue(NamedTuple):
    """Moves of one value and, of wins and losses, one distance: the value in words and as such."""

    words: str
    value: object
    moves: list[str]


def moves_by_value(
    here: Position, values: Mapping[str, object], distances: Mapping[str, int | None] | None = None
) -> list[SameValue]:
    """The moves of the position by value, best first for the side to move. With `distances`, those
    of wins and losses apart: the shortest wins and the longest losses first.
    """
    found: dict[tuple[str, int | None], list[str]] = {}
    for move, value in values.items():
        plies = (distances or {}).get(move)
        found.setdefault((value_words(here.game, value), plies), []).append(move)
    rows = [
        (
            _rank(here, values[moves[0]], plies),
            SameValue(words + _in_plies(plies), values[moves[0]], moves),
        )
        for (words, plies), moves in found.items()
    ]
    return [row for _, row in sorted(rows, key=lambda one: one[0])]


def _rank(here: Position, value: object, plies: int | None) -> tuple[int, int]:
    """The place of a value in the order of the side to move; the best is least."""
    if isinstance(value, int):
        return 0, -value if here.state.side == 0 else value
    if isinstance(value, Sequence) and not isinstance(value, str):
        return 0, -value[here.state.side]
    soon = plies or 0
    return _ORDER.get(value, _UNKNOWN), -soon if value == "loss" else soon


def cell_values(here: Position, values: Mapping[str, object]) -> dict[str, str | int]:
    """The value on each cell of a heat map: the best of the moves that begin on it."""
    found: dict[str, str | int] = {}
    for _, value, moves in moves_by_value(here, values):
        for move in moves:
            cells = named_cells(here.game.board, move)
            if cells and isinstance(value, str | int):
                found.setdefault(cells[0], value)
    return found
