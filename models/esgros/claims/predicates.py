"""Esgros' claims as predicates on positions and turns, by the numbers of its sheet."""

from __future__ import annotations

from ruleproof.models.cells import (
    Cells,
    Field,
    count,
    flood,
    lowest,
    neighbours,
    rule,
    single,
    up_to,
)
from ruleproof.models.esgros.rules import (
    DRAWN,
    SWAP,
    Rules,
    State,
    eliminated,
    empty,
    mine,
    over,
    payoff,
    placements,
    removed,
    theirs,
)
from ruleproof.models.esgros.sizes import growth, largest

# 1. A legal move exists exactly when an empty cell exists


@rule
def moves_while_empty(board: Field, rules: Rules, p: State) -> bool:
    """Whether a stone can be placed exactly when a cell is empty."""
    return bool(placements(board, rules, p)) == bool(empty(board, p))


@rule
def goes_on(board: Field, rules: Rules, p: State) -> bool:
    """Whether nobody is eliminated."""
    return not eliminated(p)


# 3. Stones after a placement


@rule
def stones_in_order(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the colours are disjoint and the mover has a stone, so that nobody but the other side
    can be eliminated. After a swap: whether nobody is.
    """
    if move == SWAP:
        return not eliminated(q)
    return not (q.black & q.white) and bool(theirs(q))


# 4. The largest own group


@rule
def largest_kept(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the mover's largest group does not shrink, and the enemy's only by capture."""
    if move == SWAP:
        return True
    taken = theirs(p) & ~mine(q)
    grown = largest(board, theirs(q)) >= largest(board, mine(p))
    return grown and (bool(taken) or largest(board, mine(q)) == largest(board, theirs(p)))


# 5. The order of removal


@rule
def one_by_one(board: Field, stones: int, enemies: int, cell: int) -> int:
    """The enemies left after removing smaller groups beside the placed stone's group one at a time.
    Each time the one with the highest cell goes, and the others are looked for again.
    """
    group = flood(board, single(board, cell), stones)
    going = True
    while going:
        going = False
        beside = neighbours(board, group) & enemies
        chosen = board.none
        while beside:
            victim = flood(board, single(board, lowest(beside)), enemies)
            beside = beside & ~victim
            if count(victim) < count(group):
                chosen = victim
                going = True
        enemies = enemies & ~chosen
    return enemies


@rule
def any_order(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the order of removal makes no difference: once any captured group is removed, the
    others are still captured, and removing them one by one leaves the same position.
    """
    if move == SWAP:
        return True
    stones = mine(p) | single(board, move)
    captured = removed(board, stones, theirs(p), move)
    rest = captured
    while rest:
        victim = flood(board, single(board, lowest(rest)), theirs(p))
        rest = rest & ~victim
        left = theirs(p) & ~victim
        if removed(board, stones, left, move) != captured & ~victim:
            return False
    return one_by_one(board, stones, theirs(p), move) == mine(q)


# 6. Drawless


@rule
def not_drawn(board: Field, rules: Rules, p: State) -> bool:
    """Whether play goes on or somebody has won."""
    return not over(board, rules, p) or payoff(board, rules, p) != DRAWN


@rule
def stones(board: Field, rules: Rules, p: State) -> int:
    """The number of stones on the board."""
    return count(p.black | p.white)


# 8. A forced placement beyond L + 1


@rule
def formed(board: Field, stones: Cells, cell: int) -> int:
    """s(c): the size of the group that a stone on the cell would form."""
    stone = single(board, cell)
    return count(flood(board, stone, stones | stone))


@rule
def forced_beyond(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether no cell keeps to the largest own group, and the stone placed forms a group larger by
    two or more.
    """
    if move == SWAP:
        return False
    cells = empty(board, p)
    own = growth(board, mine(p), cells)
    if up_to(own.sizes, cells, own.largest):
        return False
    return formed(board, mine(p), move) > own.largest + 1


# 9. The earliest win


@rule
def won(board: Field, rules: Rules, p: State) -> bool:
    """Whether a side is eliminated."""
    return eliminated(p)
