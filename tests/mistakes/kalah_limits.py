"""Advice that is wrong: no more than a seed is won from here on."""

from __future__ import annotations

from docs.games.kalah import Rules, State, play, score
from ruleproof.models.cells import Field, rule


@rule
def limits(board: Field, rules: Rules, p: State) -> tuple[int, int]:
    """The margin changes by one at most."""
    ahead = p.south - p.north if p.side == 0 else p.north - p.south
    return ahead - 1, ahead + 1


@rule
def promise(board: Field, rules: Rules, p: State, move: int) -> int:
    """The more a move brings, the more it promises."""
    return score(board, rules, play(board, rules, p, move), p.side)
