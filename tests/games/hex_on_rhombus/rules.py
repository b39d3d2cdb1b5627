"""The rules to run, in the order of the rulebook, one function for each clause."""

from __future__ import annotations

from typing import Any, NamedTuple

from ruleproof.models.cells import Cells, Field, add, each, flood, rule, single

RED, BLUE = 0, 1
SOUTH, NORTH, WEST, EAST = range(4)


class Rules(NamedTuple):
    """Hex leaves nothing to be said."""


class State(NamedTuple):
    """The stones of each colour, and the side to move."""

    red: Cells
    blue: Cells
    side: int


@rule
def start(board: Field, rules: Rules) -> State:
    """The board is empty; Red begins."""
    return State(board.none, board.none, RED)


@rule
def empty(board: Field, p: State) -> Cells:
    """The cells without a stone."""
    return board.full & ~(p.red | p.blue)


@rule
def moves(board: Field, rules: Rules, p: State, found: Any) -> None:
    """Place a stone of your colour on an empty cell."""
    if not over(board, rules, p):
        for cell in each(empty(board, p)):
            add(found, cell)


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """The stone is placed, and the other side is to move."""
    stone = single(board, move)
    if p.side == RED:
        return State(p.red | stone, p.blue, BLUE)
    return State(p.red, p.blue | stone, RED)


@rule
def joins_red(board: Field, p: State) -> bool:
    """A chain of red stones joins the lower side of the board to the upper one."""
    return bool(flood(board, p.red & board.areas[SOUTH], p.red) & board.areas[NORTH])


@rule
def joins_blue(board: Field, p: State) -> bool:
    """A chain of blue stones joins the left side of the board to the right one."""
    return bool(flood(board, p.blue & board.areas[WEST], p.blue) & board.areas[EAST])


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """Whoever joins his two sides by a chain of his stones wins."""
    return joins_red(board, p) if p.side == BLUE else joins_blue(board, p)


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """The last stone has won."""
    return -1
