"""Clobber (Albert, Grossman, Nowakowski, 2001), whose numbers of positions are published."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from ruleproof.models.boards.boards import Board
from ruleproof.models.cells import (
    Cells,
    Field,
    add,
    each,
    first_of,
    last_of,
    neighbours,
    pair,
    rule,
    single,
)
from ruleproof.models.rulebooks.parts import Declared, Setup, Text, Words, turns_and_colours
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import Value


class Rules(NamedTuple):
    """Clobber leaves nothing to be said."""


class State(NamedTuple):
    black: Cells
    white: Cells
    side: int


@rule
def start(board: Field, rules: Rules) -> State:
    """Stones fill the board like a chequered one."""
    return State(board.areas[0], board.areas[1], 0)


@rule
def moves(board: Field, rules: Rules, p: State, found: Any) -> None:
    """A stone takes the place of an enemy stone next to it."""
    mine, theirs = (p.black, p.white) if p.side == 0 else (p.white, p.black)
    for cell in each(mine):
        for other in each(board.near[cell] & theirs):
            add(found, pair(cell, other))


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """The enemy stone is gone, and the cell that was left stays empty."""
    gone, stone = single(board, first_of(move)), single(board, last_of(move))
    if p.side == 0:
        return State(p.black & ~gone | stone, p.white & ~stone, 1)
    return State(p.black & ~stone, p.white & ~gone | stone, 0)


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """The game ends when the side to move has no move."""
    mine, theirs = (p.black, p.white) if p.side == 0 else (p.white, p.black)
    return not neighbours(board, mine) & theirs


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """Who moves last wins."""
    return -1


def _chequered(board: Board, settings: Mapping[str, Value]) -> tuple[Cells, ...]:
    dark = sum(1 << cell for cell, (x, y) in enumerate(board.spots) if (x + y) % 2 == 0)
    return dark, board.full & ~dark


RULEBOOK = Rulebook(
    name="clobber",
    title="Clobber",
    author="Michael Albert, J. P. Grossman, Richard Nowakowski, 2001",
    about="stones take the places of enemy stones beside them; who moves last wins",
    players=("black", "white"),
    boards=("square", "path"),
    board="square:6x5",
    rules=sys.modules[__name__],
    setup=Setup(areas=_chequered),
    text=Text(tokens={"x": "black", "o": "white"}, moves=("CELLxCELL",)),
    declared=Declared(
        symmetries=turns_and_colours,
        exchange=(("black", "white"),),
        acyclic=lambda game: True,
        most_moves=lambda game: 4 * game.board.size,
    ),
    words=Words(
        refusal=lambda game, p, move: "a stone moves onto an enemy stone next to it",
        reason=lambda game, p: f"{game.players[p.side]} has no move",
    ),
)
