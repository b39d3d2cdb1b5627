"""What makes search of Esgros faster and changes no answer: all turns of a position at once.

A group is looked for once, not anew for every placement beside it.
"""

from __future__ import annotations

from typing import Any

from ruleproof.models.cells import (
    Cells,
    Field,
    count,
    each,
    flood,
    lowest,
    raised,
    reached,
    rule,
    single,
    tell,
    up_to,
)
from ruleproof.models.esgros.rules import (
    SECOND_EDITION,
    SWAP,
    Growth,
    Rules,
    State,
    empty,
    first_edition,
    growth,
    may_swap,
    mine,
    over,
    play,
    second_edition,
    theirs,
    turned,
)


@rule
def strengths(board: Field, stones: Cells) -> Growth:
    """The size of the group that each of the stones stands in, and of the largest."""
    none = board.none
    sizes = (none, none, none, none, none, none, none, none, none)
    largest = 0
    while stones:
        group = flood(board, single(board, lowest(stones)), stones)
        stones = stones & ~group
        size = count(group)
        largest = max(largest, size)
        sizes = raised(sizes, group, size)
    return Growth(sizes, largest)


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
