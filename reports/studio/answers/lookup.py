"""Looks up a position and each of its moves in a table, in the words of an analysis."""

from __future__ import annotations

from typing import NamedTuple

from ruleproof.models.play.position import Position
from ruleproof.reports.studio.answers.worths import WorthTold, worth_told
from ruleproof.solvers.exact.unfolding import Worth
from ruleproof.solvers.tables.table import Table
from ruleproof.solvers.values.words import BY_REPETITION

_TURNED = {"win": "loss", "loss": "win", "draw": "draw"}
_LEVELS = {"win": 1, "draw": 0, "loss": -1}


class LookedUp(NamedTuple):
    """The worth of a position, None where no value is known, and of the moves whose value is known,
    for the player who makes them. `undecided`: the moves after which the table holds the position,
    and a rule of repetition decides its value. `reason`: why the position has no value.
    """

    value: WorthTold | None
    moves: list[WorthTold]
    undecided: list[str]
    reason: str


def looked_up(table: Table, position: Position) -> LookedUp:
    """The table's answer about a position and each move there."""
    game = position.game
    known: list[Worth] = []
    undecided: list[str] = []
    for move in [] if position.over else position.legal_moves():
        after = position.after(move)
        found = table.look_up(after)
        if found is None:
            continue
        if found.value is None:
            undecided.append(game.show_move(move))
            continue
        value, plies = found.value, None if found.distance is None else found.distance + 1
        if isinstance(value, str) and not game.plays_on(position.state, after.state):
            value = _TURNED[value]
        known.append(_worth(position, game.show_move(move), value, plies))
    here = table.look_up(position)
    told, reason = None, "" if here else "it does not hold the position"
    if here is not None and here.value is None:
        reason = BY_REPETITION
    if here is not None and here.value is not None:
        told = worth_told(game, _worth(position, "", here.value, here.distance))
    return LookedUp(told, [worth_told(game, one) for one in known], undecided, reason)


def _worth(position: Position, move: str, value: str | int, plies: int | None) -> Worth:
    """A value that is known, for the side to move in the position."""
    if isinstance(value, str):
        level = _LEVELS[value]
    else:
        level = value if position.state.side == 0 else -value
    return Worth(move, value, plies, (value, value), level, level)
