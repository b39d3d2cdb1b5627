"""What makes search of Clobber faster: stones that never move again are left out."""

from __future__ import annotations

from ruleproof.models.cells import Field, flood, lowest, rule, single
from tests.games.clobber import Rules, State


@rule
def essence(board: Field, rules: Rules, p: State) -> State:
    """The position without the clusters that hold one colour, none of which ever moves again."""
    stones = p.black | p.white
    black, white = board.none, board.none
    while stones:
        cluster = flood(board, single(board, lowest(stones)), stones)
        stones = stones & ~cluster
        if cluster & p.black and cluster & p.white:
            black |= cluster & p.black
            white |= cluster & p.white
    return State(black, white, p.side)
