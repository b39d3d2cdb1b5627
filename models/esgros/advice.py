"""Advice that makes search of Esgros faster and changes no answer: all turns of a position at once.

Each group is looked for once, not anew for every placement beside it.
"""

from __future__ import annotations

from typing import Any

from ruleproof.models.cells import Field, count, each, flood, reached, rule, single, tell, up_to
from ruleproof.models.esgros.rules import (
    SECOND_EDITION,
    SWAP,
    Rules,
    State,
    empty,
    first_edition,
    may_swap,
    mine,
    over,
    play,
    second_edition,
    theirs,
    turned,
)
from ruleproof.models.esgros.sizes import growth, strengths


@rule
def spread(board: Field, rules: Rules, p: State, states: Any) -> None:
    """Tells the positions after all turns."""
    if over(board, rules, p):
        return
    if may_swap(rules, p):
        tell(states, play(board, rules, p, SWAP))
    stones, enemies, cells = mine(p), theirs(p), empty(board, p)
    own, other = growth(board, stones, cells), strengths(board, enemies)
    if rules.edition == SECOND_EDITION:
        allowed = second_edition(board, own, stones, cells)
    else:
        allowed = first_edition(rules, own, other.largest, cells)
    for cell in each(allowed):
        placed = stones | single(board, cell)
        group = reached(board, single(board, cell), placed)
        smaller = up_to(other.sizes, group.beside & enemies, count(group.cells) - 1)
        tell(states, turned(rules, p, placed, enemies & ~flood(board, smaller, enemies)))
