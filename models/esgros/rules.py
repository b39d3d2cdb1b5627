"""Esgros (Saïd Galdseid, 2024): the rules to run, in the order of the rulebook.

group     the maximal set of connected stones of one colour; a single stone is one
size      the number of stones of a group
s(c)      the size of the group that a stone of the mover on the empty cell c would form
L, M      the size of the mover's largest group before placing (0 if none), and of the enemy's
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ruleproof.models.cells import (
    Cells,
    Field,
    Levels,
    add,
    count,
    each,
    flood,
    lowest,
    neighbours,
    raised,
    reached,
    rule,
    single,
    smallest,
    up_to,
)

BLACK, WHITE = 0, 1
MINIMAL, VOID, BY_ONE, PERMIT_LEAST, PERMIT_BY_ONE, EITHER = range(6)
FIRST_EDITION, SECOND_EDITION = range(2)
FULL_IS_DRAW, FULL_IS_LOSS = range(2)
SWAP = 256
"""The move `swap`; every other move is the number of a cell."""


class Rules(NamedTuple):
    """The settings, as the numbers behind their words."""

    edition: int
    exceed: int
    full: int
    pie: int


# Introduction


class State(NamedTuple):
    """The hexes of the board, the stones on them, whose turn it is, and whether White may swap."""

    black: Cells
    white: Cells
    side: int
    swap: int


@rule
def start(board: Field, rules: Rules) -> State:
    """It is played on the hexes of an initially empty hexagonal board. Black plays first."""
    return State(board.none, board.none, BLACK, rules.pie)


# Definitions


class Growth(NamedTuple):
    """What groups of the mover may come to: s(c) of the empty cells, level k of `sizes` being bit k
    of the numbers (`raised`), and L.
    """

    sizes: Levels
    largest: int


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


@rule
def largest(board: Field, stones: Cells) -> int:
    """The size of a group is the number of stones it contains: the greatest such size."""
    size = 0
    while stones:
        group = flood(board, single(board, lowest(stones)), stones)
        stones = stones & ~group
        size = max(size, count(group))
    return size


@rule
def growth(board: Field, stones: Cells, cells: Cells) -> Growth:
    """s(c) of all cells at once: 1, and the sizes of the groups beside the cell; and L."""
    none = board.none
    sizes = raised((none, none, none, none, none, none, none, none, none), cells, 1)
    largest = 0
    while stones:
        group = reached(board, single(board, lowest(stones)), stones)
        stones = stones & ~group.cells
        size = count(group.cells)
        largest = max(largest, size)
        sizes = raised(sizes, group.beside & cells, size)
    return Growth(sizes, largest)


@rule
def least_above(sizes: Levels, cells: Cells, floor: int) -> Cells:
    """Among the cells whose s(c) is above the floor, those where it is least."""
    return smallest(sizes, cells & ~up_to(sizes, cells, floor))


# Turns


@rule
def own_clause(own: Growth, cells: Cells) -> Cells:
    """No group exceeds the largest group of its own color, unless there is no other legal move,
    in which case it may do so with the minimal size required.
    """
    fitting = up_to(own.sizes, cells, own.largest)
    return fitting if fitting else smallest(own.sizes, cells)


@rule
def enemy_clause(rules: Rules, own: Growth, enemy: int, cells: Cells, candidates: Cells) -> Cells:
    """Groups may exceed the largest group of the opposite color, always with the minimal possible
    size: what this leaves of, or adds to, the candidates among the empty cells under each reading.
    """
    sizes = own.sizes
    if rules.exceed == VOID:
        return candidates
    if rules.exceed == MINIMAL:
        small = up_to(sizes, candidates, enemy)
        return small | smallest(sizes, candidates & ~small)
    if rules.exceed == BY_ONE:
        small = up_to(sizes, candidates, enemy + 1)
        return small if small else smallest(sizes, candidates)
    if rules.exceed == PERMIT_LEAST:
        return candidates | least_above(sizes, cells, max(own.largest, enemy))
    if rules.exceed == PERMIT_BY_ONE:
        if enemy + 1 <= own.largest:
            return candidates
        return candidates | up_to(sizes, cells, enemy + 1) & ~up_to(sizes, cells, enemy)
    either = up_to(sizes, cells, max(own.largest, enemy + 1))
    return either if either else smallest(sizes, cells)


@rule
def first_edition(rules: Rules, own: Growth, enemy: int, cells: Cells) -> Cells:
    """The cells that both clauses allow if the enemy's largest group has that size."""
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
def of_size(board: Field, stones: Cells, size: int) -> Cells:
    """The stones that stand in groups of that size."""
    found = board.none
    while stones:
        group = flood(board, single(board, lowest(stones)), stones)
        stones = stones & ~group
        if count(group) == size:
            found |= group
    return found


@rule
def placements(board: Field, rules: Rules, p: State) -> Cells:
    """Place a stone of your color on an empty cell: the cells where that is legal."""
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
        return State(p.black, p.white, p.side, 0)
    stones = mine(p) | single(board, move)
    enemies = theirs(p)
    return turned(rules, p, stones, enemies & ~removed(board, stones, enemies, move))


@rule
def turned(rules: Rules, p: State, stones: Cells, enemies: Cells) -> State:
    """The position after a placement that leaves these stones of the mover and these enemies."""
    first_stone = not (p.black | p.white)
    swap = 1 if rules.pie and first_stone else 0
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
    """What the ended game is worth to the side to move: -1 lost, 0 drawn."""
    if eliminated(p) or rules.full == FULL_IS_LOSS:
        return -1
    return 0


# Balance: the pie rule


@rule
def may_swap(rules: Rules, p: State) -> bool:
    """The first player places a black stone, and the second player chooses a side."""
    return rules.pie == 1 and p.swap == 1 and p.side == WHITE


@rule
def plays_on(before: State, after: State) -> bool:
    """Whether the same player moves again: never; `swap` exchanges the players' colours."""
    return False


@rule
def bulk(board: Field, rules: Rules, p: State) -> int:
    """The number of moves, without listing them."""
    if over(board, rules, p):
        return 0
    return count(placements(board, rules, p)) + (1 if may_swap(rules, p) else 0)
