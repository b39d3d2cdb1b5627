"""What makes search of In Crowd faster and changes no answer."""

from __future__ import annotations

from ruleproof.models.cells import Cells, Field, count, each, outnumbered, rule, single
from ruleproof.models.incrowd.rules import (
    PASS,
    Rules,
    State,
    mine,
    theirs,
)


@rule
def promise(board: Field, rules: Rules, p: State, move: int) -> int:
    """The enemies around a placed stone, as it is they that flip; a pass comes last."""
    return 0 if move == PASS else 1 + count(board.around[move] & theirs(p))


@rule
def settled(board: Field, stones: Cells) -> Cells:
    """The stones of one colour that never flip, whatever is played: those that would not be
    outnumbered if all that is not settled around them were the enemy's.
    """
    kept = stones
    while True:
        lost = board.none
        for cell in each(kept):
            if outnumbered(board, cell, kept, board.full & ~kept):
                lost |= single(board, cell)
        if not lost:
            return kept
        kept = kept & ~lost


@rule
def limits(board: Field, rules: Rules, p: State) -> tuple[int, int]:
    """Each side has its settled stones in the end, and the other at most all other cells."""
    sure = count(settled(board, mine(p)))
    lost = count(settled(board, theirs(p)))
    return 2 * sure - board.size, board.size - 2 * lost
