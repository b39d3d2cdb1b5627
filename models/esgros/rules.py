"""Esgros (Saïd Galdseid, 2024): the rules to run, in the order of the rulebook.

group     the maximal set of connected stones of one colour; a single stone is one
size      the number of stones of a group
s(c)      the size of the group that a stone of the mover on the empty cell c would form
L, M      the size of the mover's largest group before placing (0 if none), and of the enemy's
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ruleproof.models.cells import (
    KIND,
    Cells,
    Field,
    add,
    count,
    each,
    flood,
    lowest,
    neighbours,
    reached,
    rule,
    single,
    smallest,
    up_to,
)
from ruleproof.models.esgros.sizes import (
    Growth,
    growth,
    largest,
    least_above,
    of_size,
    up_to_else_least,
)

BLACK, WHITE = 0, 1
MINIMAL, VOID, BY_ONE, PERMIT_LEAST, PERMIT_BY_ONE, EITHER = range(6)
FIRST_EDITION, SECOND_EDITION = range(2)
FULL_IS_DRAW, FULL_IS_LOSS = range(2)
PIE_OFF, PIE_ON = range(2)
CLOSED, OPEN = range(2)
LOST, DRAWN = -1, 0
SWAP = KIND
"""The move `swap`; every other move is the number of a cell."""


class Rules(NamedTuple):
    """The settings, as the numbers behind their words."""

    edition: int
    exceed: int
    full: int
    pie: int


# Introduction


class State(NamedTuple):
    """The stones on the hexes, whose turn it is, and whether the second player may still choose a
    side (`swap`: OPEN or CLOSED).
    """

    black: Cells
    white: Cells
    side: int
    swap: int


@rule
def start(board: Field, rules: Rules) -> State:
    """It is played on the hexes of an initially empty hexagonal board. Black plays first."""
    return State(board.none, board.none, BLACK, OPEN if rules.pie == PIE_ON else CLOSED)


# Definitions: groups and their sizes are counted in `sizes.py`


@rule
def mine(p: State) -> Cells:
    """The stones of the side to move."""
    return p.black if p.side == BLACK else p.white


@rule
def theirs(p: State) -> Cells:
    """The stones of the other side."""
    return p.white if p.side == BLACK else p.black


@rule
def empty(board: Field, p: State) -> Cells:
    """The cells without a stone."""
    return board.full & ~(p.black | p.white)


# Turns


@rule
def own_clause(own: Growth, cells: Cells) -> Cells:
    """No group exceeds the largest group of its own color, unless there is no other legal move,
    in which case it may do so with the minimal size required.
    """
    return up_to_else_least(own.sizes, cells, own.largest)


@rule
def enemy_clause(rules: Rules, own: Growth, enemy: int, cells: Cells, candidates: Cells) -> Cells:
    """Groups may exceed the largest group of the opposite color, always with the minimal possible
    size.
    """
    if rules.exceed == MINIMAL:
        return minimal(own, enemy, candidates)
    if rules.exceed == BY_ONE:
        return by_one(own, enemy, candidates)
    if rules.exceed == PERMIT_LEAST:
        return permit_least(own, enemy, cells, candidates)
    if rules.exceed == PERMIT_BY_ONE:
        return permit_by_one(own, enemy, cells, candidates)
    if rules.exceed == EITHER:
        return either(own, enemy, cells)
    return candidates  # VOID: the sentence adds nothing


# What the enemy clause is taken to mean, by reading. `candidates` are the cells that the own clause
# allows; narrowing readings leave some of them, widening ones add other cells.


@rule
def minimal(own: Growth, enemy: int, candidates: Cells) -> Cells:
    """The candidates with s ≤ M stay, and of the others those with the least s."""
    small = up_to(own.sizes, candidates, enemy)
    return small | smallest(own.sizes, candidates & ~small)


@rule
def by_one(own: Growth, enemy: int, candidates: Cells) -> Cells:
    """The candidates with s ≤ M + 1 stay; if there are none, those with the least s."""
    return up_to_else_least(own.sizes, candidates, enemy + 1)


@rule
def permit_least(own: Growth, enemy: int, cells: Cells, candidates: Cells) -> Cells:
    """Cells with the least s above both L and M are allowed as well."""
    return candidates | least_above(own.sizes, cells, max(own.largest, enemy))


@rule
def permit_by_one(own: Growth, enemy: int, cells: Cells, candidates: Cells) -> Cells:
    """Cells with s = M + 1 are allowed as well, where that is more than L."""
    if enemy + 1 <= own.largest:
        return candidates
    return candidates | up_to(own.sizes, cells, enemy + 1) & ~up_to(own.sizes, cells, enemy)


@rule
def either(own: Growth, enemy: int, cells: Cells) -> Cells:
    """The cells with s ≤ L or s ≤ M + 1 are allowed; if there are none, those with the least s."""
    return up_to_else_least(own.sizes, cells, max(own.largest, enemy + 1))


@rule
def first_edition(rules: Rules, own: Growth, enemy: int, cells: Cells) -> Cells:
    """The cells that both clauses allow, once the size of the enemy's largest group is known."""
    return enemy_clause(rules, own, enemy, cells, own_clause(own, cells))


@rule
def second_edition(board: Field, own: Growth, stones: Cells, cells: Cells) -> Cells:
    """The largest group grows only if it is the only one that can; otherwise, any other group may
    surpass it by the minimal possible size.
    """
    others = cells & ~neighbours(board, of_size(board, stones, own.largest))
    if not others:
        return smallest(own.sizes, cells)
    return up_to(own.sizes, others, own.largest) | least_above(own.sizes, others, own.largest)


@rule
def placements(board: Field, rules: Rules, p: State) -> Cells:
    """Place a stone of your color on an empty cell: the cells that the clauses allow."""
    stones, cells = mine(p), empty(board, p)
    own = growth(board, stones, cells)
    if rules.edition == SECOND_EDITION:
        return second_edition(board, own, stones, cells)
    return first_edition(rules, own, largest(board, theirs(p)), cells)


@rule
def removed(board: Field, stones: Cells, enemies: Cells, cell: int) -> Cells:
    """Remove all smaller enemy groups adjacent to the group of the placed stone."""
    group = reached(board, single(board, cell), stones)
    size = count(group.cells)
    gone = board.none
    beside = group.beside & enemies
    while beside:
        victim = flood(board, single(board, lowest(beside)), enemies)
        beside = beside & ~victim
        if count(victim) < size:
            gone |= victim
    return gone


@rule
def moves(board: Field, rules: Rules, p: State, found: Any) -> None:
    """On your turn, place a stone; the second player may choose the other side instead, once."""
    if over(board, rules, p):
        return
    if may_swap(rules, p):
        add(found, SWAP)
    for cell in each(placements(board, rules, p)):
        add(found, cell)


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """The position after the turn; turns alternate."""
    if move == SWAP:
        return State(p.black, p.white, p.side, CLOSED)
    stones = mine(p) | single(board, move)
    enemies = theirs(p)
    return turned(rules, p, stones, enemies & ~removed(board, stones, enemies, move))


@rule
def turned(rules: Rules, p: State, stones: Cells, enemies: Cells) -> State:
    """The position after a placement that leaves these stones of the mover and these enemies; the
    second player may choose a side right after the first stone.
    """
    first_stone = not (p.black | p.white)
    swap = OPEN if rules.pie == PIE_ON and first_stone else CLOSED
    if p.side == BLACK:
        return State(stones, enemies, WHITE, swap)
    return State(enemies, stones, BLACK, swap)


# End of the game


@rule
def eliminated(p: State) -> bool:
    """You win if the last enemy group is eliminated from the board: then the side to move lost."""
    return not mine(p) and count(theirs(p)) >= 2


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """Whether the game has ended: a side is eliminated, or no cell is empty."""
    return eliminated(p) or not empty(board, p)


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """The worth of the ended game for the side to move, who never wins: the other moved last."""
    if eliminated(p) or rules.full == FULL_IS_LOSS:
        return LOST
    return DRAWN


# Balance: the pie rule


@rule
def may_swap(rules: Rules, p: State) -> bool:
    """The first player places a black stone, and the second player chooses a side."""
    return rules.pie == PIE_ON and p.swap == OPEN and p.side == WHITE


@rule
def plays_on(before: State, after: State) -> bool:
    """Whether the same player moves again: never; `swap` exchanges the players' colours."""
    return False


@rule
def exchanged(before: State, after: State) -> bool:
    """The second player chooses a side: whether the players exchanged colours by that turn, as they
    did where the same colour is to move again.
    """
    return before.side == after.side


@rule
def bulk(board: Field, rules: Rules, p: State) -> int:
    """The number of moves, without listing them."""
    if over(board, rules, p):
        return 0
    return count(placements(board, rules, p)) + (1 if may_swap(rules, p) else 0)
