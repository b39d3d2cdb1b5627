"""Sow?'s claims as predicates on positions and turns, by the numbers of its sheet.

to go     the forward steps that a piece is away from having left the board
"""

from __future__ import annotations

from ruleproof.models.cells import Cells, Field, Levels, count, each, lowest, rule, tally
from ruleproof.models.sow.rules import Rules, gone, neighbour, repeated, stuck
from ruleproof.models.sow.stacks import TALLEST, State, controlled, height, mine
from ruleproof.models.sow.ways import (
    ENTER,
    FORWARD,
    LEFT,
    PIECES,
    RIGHT,
    exits,
    lefts,
    ones,
    route_of,
    square_of,
    step_of,
    steps_of,
    way_of,
)

# 1. Pieces


@rule
def on_board(stones: Levels) -> int:
    """The number of pieces."""
    found = 0
    for level in range(TALLEST):
        found += count(stones[level])
    return found


@rule
def waiting(p: State, player: int) -> int:
    """The player's pieces that are still to be entered."""
    return p.left_home if player == LEFT else p.right_home


@rule
def of_player(p: State, player: int) -> Levels:
    """The player's pieces on the board."""
    return p.left if player == LEFT else p.right


@rule
def in_play(p: State, player: int) -> int:
    """The player's pieces that have not left the board."""
    return on_board(of_player(p, player)) + waiting(p, player)


@rule
def sows(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the move sows a stack."""
    return not move & ENTER


@rule
def leaving(p: State, move: int) -> int:
    """The number of the mover's pieces that the move takes off the board, in hand at an exit."""
    if move & ENTER:
        return 0
    way = way_of(move)
    if not exits(way):
        return 0
    square = square_of(move)
    own = tally(mine(p), square)
    return own - ones(lefts(p.side, move >> PIECES, steps_of(way)))


@rule
def pieces_kept(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the mover's pieces in play are fewer by those in hand at an exit, the other's as
    many.
    """
    mover, other = p.side, 1 - p.side
    left = in_play(p, mover) - leaving(p, move)
    return in_play(q, mover) == left and in_play(q, other) == in_play(p, other)


@rule
def other_keeps_all(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether none of the other's pieces leave the board or are entered."""
    other = 1 - p.side
    same = waiting(q, other) == waiting(p, other)
    return same and on_board(of_player(q, other)) == on_board(of_player(p, other))


# 2. Blocks


@rule
def crosses_no_block(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether no square of the path, the stack's own apart, bears a block."""
    way = way_of(move)
    square = square_of(move)
    for index in range(steps_of(way)):
        square = neighbour(board, p.side, square, step_of(route_of(way), index))
        if height(p, square) >= rules.limit:
            return False
    return True


# 3. Play goes forward, and can go on for ever


@rule
def steps_to_go(board: Field, player: int, square: int) -> int:
    """The forward steps from the square off the board."""
    found = 0
    while square >= 0:
        square = neighbour(board, player, square, FORWARD)
        found += 1
    return found


@rule
def to_go(board: Field, p: State, player: int) -> int:
    """The forward steps that all the player's pieces have to go; one more than the columns for a
    piece that is still to be entered.
    """
    stones = of_player(p, player)
    found = waiting(p, player) * (steps_to_go(board, player, lowest(board.areas[player])) + 1)
    for level in range(TALLEST):
        for square in each(stones[level]):
            found += steps_to_go(board, player, square)
    return found


@rule
def mover_advances(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the mover's pieces have less to go."""
    return to_go(board, q, p.side) < to_go(board, p, p.side)


@rule
def other_never_advances(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the other's pieces have no less to go."""
    return to_go(board, q, 1 - p.side) >= to_go(board, p, 1 - p.side)


# 4. Heights


@rule
def tallest(board: Field, rules: Rules, p: State) -> int:
    """The height of the tallest stack."""
    level = 0
    while level < TALLEST and (p.left[level] | p.right[level]):
        level += 1
    return level


@rule
def within_limit(board: Field, rules: Rules, p: State) -> bool:
    """Whether no stack is higher than the limit."""
    return tallest(board, rules, p) <= rules.limit


# 5. How it ends


@rule
def stuck_with_pieces(board: Field, rules: Rules, p: State) -> bool:
    """Whether the side to move has pieces on the board, and has lost, as it can neither sow nor
    enter.
    """
    if gone(p) or repeated(rules, p) or on_board(mine(p)) == 0:
        return False
    return stuck(board, rules, p)


@rule
def controls_the_immovable(board: Field, rules: Rules, p: State) -> bool:
    """Whether the side to move has lost although it controls a stack."""
    return stuck_with_pieces(board, rules, p) and bool(controlled(p))


@rule
def far_column(board: Field, p: State) -> Cells:
    """The column from which the side to move leaves the board."""
    return board.areas[RIGHT if p.side == LEFT else LEFT]


@rule
def controls_far_column(board: Field, rules: Rules, p: State) -> bool:
    """Whether the side to move controls a stack on its far column."""
    return bool(controlled(p) & far_column(board, p))


@rule
def can_act(board: Field, rules: Rules, p: State) -> bool:
    """Whether the side to move can sow or enter."""
    return not stuck(board, rules, p)


@rule
def mover_has_pieces(board: Field, rules: Rules, p: State) -> bool:
    """Whether the side to move has not won already: it has a piece on the board or to be
    entered.
    """
    return in_play(p, p.side) > 0


# 6. The mover's home column


@rule
def home_gains_nothing(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether no square of the mover's home column bears more pieces than before."""
    for square in each(board.areas[p.side]):
        if height(q, square) > height(p, square):
            return False
    return True


@rule
def strands(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the move leaves enemy pieces behind at an exit."""
    if move & ENTER:
        return False
    way = way_of(move)
    if not exits(way):
        return False
    square = square_of(move)
    pieces = height(p, square)
    in_hand = pieces - steps_of(way)
    return in_hand > leaving(p, move)


@rule
def mixed(board: Field, rules: Rules, p: State) -> bool:
    """Whether the side to move controls a stack of both colours."""
    for square in each(controlled(p)):
        pieces = height(p, square)
        if tally(mine(p), square) < pieces:
            return True
    return False
