"""Advice that is bad and changes no answer: the best moves are looked at last."""

from __future__ import annotations

from docs.games.kalah import Rules, State, play, score
from ruleproof.models.cells import Field, rule


@rule
def promise(board: Field, rules: Rules, p: State, move: int) -> int:
    """The more a move brings, the less it promises."""
    return -score(board, rules, play(board, rules, p, move), p.side)
