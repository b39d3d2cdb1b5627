"""In Crowd (Chris and João Neto, 2002): the rules to run, in the order of the rulebook.

adjacent     next to a cell in any of the eight directions
free         an empty cell that is adjacent to no stone; while there is one, phase 1 goes on
outnumbered  a stone, when a majority of its neighbors (including itself) are of the opposite color
wave         the stones that flip at the same time; each wave can bring about the next
chain        all waves of one turn
takers       the stones that flip others in a chain; `victims` are the stones that may flip to them
area         a player's stones and the empty regions that touch no stone of the other
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
    neighbours,
    outnumbered,
    rule,
    single,
    surroundings,
)

BLACK, WHITE = 0, 1
STONES, CELLS = range(2)
LOCAL, GLOBAL = range(2)
TURNCOAT_RESTS, TURNCOAT_CHAINS = range(2)
ORTHOGONAL, ALL8 = range(2)
PASS = KIND
"""The move `pass`; every other move is the number of a cell."""


class Rules(NamedTuple):
    """The settings, as the numbers behind their words."""

    majority: int
    chain: int
    turncoat_chain: int
    territory: int


class State(NamedTuple):
    """The stones of both colours, whose turn it is, and how many passes were made in a row."""

    black: Cells
    white: Cells
    side: int
    passes: int


# In Crowd is played on an empty NxN board


@rule
def start(board: Field, rules: Rules) -> State:
    """In Crowd is played on an empty NxN (say 9x9) square board.

    The text does not say who begins: here Black does.
    """
    return State(board.none, board.none, BLACK, 0)


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


# Phase 1


@rule
def free(board: Field, p: State) -> Cells:
    """On each turn, each player drops a stone on an empty cell not adjacent to any stone.
    When a drop in this conditions is not possible, phase 2 starts.
    """
    return empty(board, p) & ~surroundings(board, p.black | p.white)


# Phase 2


@rule
def moves(board: Field, rules: Rules, p: State, found: Any) -> None:
    """One each turn, each player passes or drops a stone on an empty cell; in phase 1 on a free one
    and without a pass.
    """
    if over(board, rules, p):
        return
    apart = free(board, p)
    for cell in each(apart if apart else empty(board, p)):
        add(found, cell)
    if not apart:
        add(found, PASS)


@rule
def in_minority(board: Field, rules: Rules, cell: int, friends: Cells, enemies: Cells) -> bool:
    """A majority of its neighbors (including itself) are of the opposite color: whether that is so
    of a stone on the cell, whose own colour is that of the friends.
    """
    if rules.majority == CELLS:
        return of_cells(board, cell, enemies)
    return outnumbered(board, cell, friends, enemies)


@rule
def of_cells(board: Field, cell: int, enemies: Cells) -> bool:
    """A majority of the cells: the cell and those around it, empty ones included."""
    return 2 * count(board.around[cell] & enemies) > count(board.around[cell]) + 1


@rule
def wave(board: Field, rules: Rules, candidates: Cells, takers: Cells, victims: Cells) -> Cells:
    """Any (orthogonal and diagonal) adjacent enemy stone changes color if a majority of its
    neighbors (including itself) are of the opposite color: those of the candidates that do.
    """
    found = board.none
    for cell in each(candidates):
        if in_minority(board, rules, cell, victims, takers):
            found |= single(board, cell)
    return found


@rule
def chain(board: Field, rules: Rules, takers: Cells, victims: Cells, changed: Cells) -> Cells:
    """This can result in a chain reaction that can flip the neighbors of the neighbor if the
    majority of their neighbors are now of the opposite color, and so on...: all victims that flip
    after takers appeared on the changed cells.
    """
    flipped = board.none
    candidates = victims if rules.chain == GLOBAL else victims & surroundings(board, changed)
    while candidates:
        turned = wave(board, rules, candidates, takers | flipped, victims & ~flipped)
        flipped |= turned
        # A stone that did not flip and has no flipped stone beside it stands as it stood before.
        # So `global` looks at the whole board for the first wave only.
        candidates = surroundings(board, turned) & victims & ~flipped
    return flipped


@rule
def drop(board: Field, rules: Rules, p: State, cell: int) -> State:
    """If a stone is placed and does not produce any color changes and a majority of its neighbors
    are of the opposite color, then the just-dropped stone changes color. If the number of friends
    are equal to the number of enemies, the dropped stone does not change color.
    """
    placed = single(board, cell)
    friends = mine(p) | placed
    enemies = theirs(p)
    flipped = chain(board, rules, friends, enemies, placed)
    if not flipped and in_minority(board, rules, cell, friends, enemies):
        return turncoat(board, rules, p, friends & ~placed, enemies | placed, placed)
    return after(p, friends | flipped, enemies & ~flipped, 0)


@rule
def turncoat(
    board: Field, rules: Rules, p: State, friends: Cells, enemies: Cells, placed: Cells
) -> State:
    """Then the just-dropped stone changes color [turncoat-chain=on: and starts a chain]: the stones
    given are those after its change.
    """
    if rules.turncoat_chain == TURNCOAT_RESTS:
        return after(p, friends, enemies, 0)
    lost = chain(board, rules, enemies, friends, placed)
    return after(p, friends & ~lost, enemies | lost, 0)


@rule
def after(p: State, friends: Cells, enemies: Cells, passes: int) -> State:
    """The position with the mover's stones and the other side's, who moves next."""
    if p.side == BLACK:
        return State(friends, enemies, WHITE, passes)
    return State(enemies, friends, BLACK, passes)


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """The position after the turn. Nothing flips in phase 1, where no stones are adjacent."""
    if move == PASS:
        return after(p, mine(p), theirs(p), p.passes + 1)
    return drop(board, rules, p, move)


# Goal


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """When both players pass."""
    return p.passes == 2


@rule
def touched(board: Field, rules: Rules, cells: Cells) -> Cells:
    """The cells that count as next to the set for territory."""
    return surroundings(board, cells) if rules.territory == ALL8 else neighbours(board, cells)


@rule
def reached(board: Field, rules: Rules, stones: Cells, cells: Cells) -> Cells:
    """The empty cells given whose region touches one of the stones."""
    found = touched(board, rules, stones) & cells
    edge = found
    while edge:
        edge = touched(board, rules, edge) & cells & ~found
        found |= edge
    return found


@rule
def territory(board: Field, rules: Rules, p: State, player: int) -> Cells:
    """The empty regions that touch stones of the player and none of the other."""
    cells = empty(board, p)
    black = reached(board, rules, p.black, cells)
    white = reached(board, rules, p.white, cells)
    return black & ~white if player == BLACK else white & ~black


@rule
def score(board: Field, rules: Rules, p: State, player: int) -> int:
    """Use Chinese Go count rules: the player's stones and territory."""
    stones = p.black if player == BLACK else p.white
    return count(stones) + count(territory(board, rules, p, player))


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """Wins the player with more territory: how much more the side to move has than the other."""
    return score(board, rules, p, p.side) - score(board, rules, p, 1 - p.side)


@rule
def bulk(board: Field, rules: Rules, p: State) -> int:
    """The number of moves, without listing them."""
    if over(board, rules, p):
        return 0
    apart = free(board, p)
    return count(apart) if apart else count(empty(board, p)) + 1
