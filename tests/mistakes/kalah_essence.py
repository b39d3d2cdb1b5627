"""Advice that is wrong: the stores count for the margin."""

from __future__ import annotations

from docs.games.kalah import Rules, State
from ruleproof.models.cells import Field, rule


@rule
def essence(board: Field, rules: Rules, p: State) -> State:
    """The position without its stores."""
    return State(p.seeds, 0, 0, p.side)
