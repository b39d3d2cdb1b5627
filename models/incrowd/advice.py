"""Advice that makes search of In Crowd faster and changes no answer."""

from __future__ import annotations

from ruleproof.models.cells import Cells, Field, count, each, rule, single, surroundings
from ruleproof.models.incrowd.rules import PASS, Rules, State, in_minority, mine, theirs


@rule
def promise(board: Field, rules: Rules, p: State, move: int) -> int:
    """Prefers stones placed among many enemies, which may flip; a pass comes last."""
    return 0 if move == PASS else 1 + count(board.around[move] & theirs(p))


@rule
def settled(board: Field, rules: Rules, stones: Cells) -> Cells:
    """The stones of one colour that never flip, whatever is played: those that would not be
    outnumbered if the enemy had every cell around them that holds no settled stone.
    """
    kept = stones
    doubtful = stones
    while True:
        lost = board.none
        for cell in each(doubtful):
            if in_minority(board, rules, cell, kept, board.full & ~kept):
                lost |= single(board, cell)
        if not lost:
            return kept
        kept = kept & ~lost
        doubtful = kept & surroundings(board, lost)


@rule
def limits(board: Field, rules: Rules, p: State) -> tuple[int, int]:
    """Each side has its settled stones in the end, and the other at most all other cells."""
    sure = count(settled(board, rules, mine(p)))
    lost = count(settled(board, rules, theirs(p)))
    return 2 * sure - board.size, board.size - 2 * lost


@rule
def tier(board: Field, rules: Rules, p: State) -> int:
    """Twice the stones, which never leave the board, and the passes since the last."""
    return 2 * count(p.black | p.white) + p.passes
