"""Advice that is wrong: the lowest house is left out."""

from __future__ import annotations

from typing import Any

from docs.games.kalah import Rules, State, over, play
from ruleproof.models.cells import Field, covered, each, lowest, rule, single, tell


@rule
def spread(board: Field, rules: Rules, p: State, states: Any) -> None:
    """Tells the positions after most moves."""
    if not over(board, rules, p):
        full = board.areas[p.side] & covered(p.seeds)
        for cell in each(full & ~single(board, lowest(full))):
            tell(states, play(board, rules, p, cell))
