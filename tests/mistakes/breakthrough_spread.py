"""Advice that is wrong: one diagonal is left out."""

from __future__ import annotations

from typing import Any

from docs.games.breakthrough import Rules, State, ahead, over, play
from ruleproof.models.cells import Field, each, has, rule, tell


@rule
def spread(board: Field, rules: Rules, p: State, states: Any) -> None:
    """Tells the positions after most moves."""
    if over(board, rules, p):
        return
    mine, theirs = (p.white, p.black) if p.side == 0 else (p.black, p.white)
    for cell in each(mine):
        for way in range(2):
            move = cell * board.directions + ahead(p.side, way)
            other = board.step[move]
            if other >= 0 and not has(mine, other) and (way or not has(theirs, other)):
                tell(states, play(board, rules, p, move))
