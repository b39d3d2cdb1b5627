"""The rules to run, in the order of the rulebook, one function for each clause."""

from __future__ import annotations

from typing import Any, NamedTuple

from ruleproof.models.cells import Cells, Field, add, each, rule, single

BLACK, WHITE = 0, 1
WINS, LOSES = 0, 1


class Rules(NamedTuple):
    """A number for each setting."""

    last: int


class State(NamedTuple):
    """The stones of each colour, and the side to move."""

    black: Cells
    white: Cells
    side: int


@rule
def start(board: Field, rules: Rules) -> State:
    """The board is empty; Black begins."""
    return State(board.none, board.none, BLACK)


@rule
def beside(board: Field, cells: Cells) -> Cells:
    """The cells next to a cell of the set."""
    found = board.none
    for cell in each(cells):
        found |= board.near[cell]
    return found


@rule
def open_cells(board: Field, p: State) -> Cells:
    """Place a stone of your colour on an empty cell. It may not lie next to an enemy stone."""
    enemy = p.white if p.side == BLACK else p.black
    return board.full & ~(p.black | p.white | beside(board, enemy))


@rule
def moves(board: Field, rules: Rules, p: State, found: Any) -> None:
    """The cells that a stone may be placed on."""
    for cell in each(open_cells(board, p)):
        add(found, cell)


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """The stone is placed, and the other side is to move."""
    stone = single(board, move)
    if p.side == BLACK:
        return State(p.black | stone, p.white, WHITE)
    return State(p.black, p.white | stone, BLACK)


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """The game ends when the side to move has no move."""
    return not open_cells(board, p)


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """The last player to move wins."""
    return -1 if rules.last == WINS else 1
