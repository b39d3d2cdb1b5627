"""Looks up a position and each of its moves in a table, in the words of an analysis."""

from __future__ import annotations

from ruleproof.models.play.position import Position
from ruleproof.reports.studio.answers.worths import WorthTold, worth_told
from ruleproof.solvers.exact.unfolding import Worth
from ruleproof.solvers.tables.table import Table

_TURNED = {"win": "loss", "loss": "win", "draw": "draw"}
_LEVELS = {"win": 1, "draw": 0, "loss": -1}


def looked_up(table: Table, position: Position) -> tuple[WorthTold | None, list[WorthTold]]:
    """The worth of the position, None where the table does not hold it, and of those moves after
    which the table holds the position, for the player who makes them.
    """
    game = position.game
    known: list[Worth] = []
    for move in [] if position.over else position.legal_moves():
        after = position.after(move)
        found = table.look_up(after)
        if found is None or found.value is None:
            continue
        value, plies = found.value, None if found.distance is None else found.distance + 1
        if isinstance(value, str) and not game.plays_on(position.state, after.state):
            value = _TURNED[value]
        known.append(_worth(position, game.show_move(move), value, plies))
    here = table.look_up(position)
    told = None
    if here is not None and here.value is not None:
        told = worth_told(game, _worth(position, "", here.value, here.distance))
    return told, [worth_told(game, one) for one in known]


def _worth(position: Position, move: str, value: str | int, plies: int | None) -> Worth:
    """A value that is known, for the side to move in the position."""
    if isinstance(value, str):
        level = _LEVELS[value]
    else:
        level = value if position.state.side == 0 else -value
    return Worth(move, value, plies, (value, value), level, level)
