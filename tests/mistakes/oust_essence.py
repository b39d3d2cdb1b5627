"""Advice that is wrong: both colours count."""

from __future__ import annotations

from docs.games.oust import Rules, State
from ruleproof.models.cells import Field, rule


@rule
def essence(board: Field, rules: Rules, p: State) -> State:
    """The position without one of its colours."""
    return State(p.red, board.none, p.side)
