"""Advice that is wrong: captures are left out."""

from __future__ import annotations

from typing import Any

from docs.games.oust import PASS, Rules, State, open_to, over, play
from ruleproof.models.cells import Field, each, neighbours, rule, tell


@rule
def spread(board: Field, rules: Rules, p: State, states: Any) -> None:
    """Tells the positions after most moves."""
    if over(board, rules, p):
        return
    mine, theirs = (p.red, p.blue) if p.side == 0 else (p.blue, p.red)
    places = open_to(board, mine, theirs) & ~neighbours(board, mine)
    for cell in each(places):
        tell(states, play(board, rules, p, cell))
    if not places:
        tell(states, play(board, rules, p, PASS))
