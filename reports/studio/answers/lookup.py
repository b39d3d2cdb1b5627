"""Looks up a position and each of its moves in a table, in the words of an analysis."""

from __future__ import annotations

from typing import NamedTuple

from ruleproof.models.play.position import Position
from ruleproof.reports.studio.answers.worths import WorthTold, worth_told
from ruleproof.solvers.playing.exact.unfolding import Worth
from ruleproof.solvers.playing.tables.table import Table
from ruleproof.solvers.playing.values.words import BY_REPETITION

_LEVELS = {"win": 1, "draw": 0, "loss": -1}


class LookedUp(NamedTuple):
    """The worth of a position, None where no value is known, and of the moves whose value is known.
    `player`: whose points the values are, where more than two play; empty for others. `undecided`:
    the moves after which the table holds the position, and a rule of repetition decides its value.
    `reason`: why the position has no value.
    """

    player: str
    value: WorthTold | None
    moves: list[WorthTold]
    undecided: list[str]
    reason: str


def looked_up(table: Table, position: Position) -> LookedUp:
    """The table's answer about a position and each move there."""
    game = position.game
    found = {} if position.over else table.moves(position)
    known = [
        worth_told(game, _worth(table, position, move, worth.value, worth.distance))
        for move, worth in found.items()
        if worth is not None and worth.value is not None
    ]
    undecided = [move for move, worth in found.items() if worth is not None and worth.value is None]
    here = table.look_up(position)
    told, reason = None, "" if here else "it does not hold the position"
    if here is not None and here.value is None:
        reason = BY_REPETITION
    if here is not None and here.value is not None:
        told = worth_told(game, _worth(table, position, "", here.value, here.distance))
    return LookedUp(table.player, told, known, undecided, reason)


def _worth(
    table: Table, position: Position, move: str, value: str | int, plies: int | None
) -> Worth:
    """A value that is known. Its levels are for the side to move: points of another player, or the
    margin of the other side, count against it.
    """
    if isinstance(value, str):
        level = _LEVELS[value]
    else:
        mine = position.side == (table.player or position.game.players[0])
        level = value if mine else -value
    return Worth(move, value, plies, (value, value), level, level)
