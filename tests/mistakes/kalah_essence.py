"""Advice that is wrong: the stores count for the margin."""

from __future__ import annotations

from ruleproof.models.cells import Field, rule
from tests.games.kalah import Rules, State


@rule
def essence(board: Field, rules: Rules, p: State) -> State:
    """The position without its stores."""
    return State(p.seeds, 0, 0, p.side)
