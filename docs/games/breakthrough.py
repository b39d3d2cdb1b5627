"""Breakthrough (Dan Troyka, 2000): the first pawn on the far row wins."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from ruleproof.models.boards.boards import Board
from ruleproof.models.cells import (
    Cells, Field, add, each, first_of, has, last_of, pair, rule, single,
)  # fmt: skip
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.parts import Declared, Drawing, Setup, Symmetry, Text, Words
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import Value

NORTH, SOUTH = 1, 3
"""Straight ahead for White, and for Black; the other two ways are the diagonals beside it."""


class Rules(NamedTuple):
    """Breakthrough leaves nothing to be said."""


class State(NamedTuple):
    white: Cells
    black: Cells
    side: int


@rule
def start(board: Field, rules: Rules) -> State:
    """Each player's pawns fill the two rows nearest to the player; White begins."""
    return State(board.areas[0], board.areas[1], 0)


@rule
def ahead(side: int, way: int) -> int:
    """The directions in which a player's pawns move: straight ahead, and to both sides of it."""
    if way == 0:
        return NORTH if side == 0 else SOUTH
    return 3 + way if side == 0 else 5 + way


@rule
def moves(board: Field, rules: Rules, p: State, found: Any) -> None:
    """A pawn moves one cell straight or diagonally forward; it takes diagonally only."""
    if over(board, rules, p):
        return
    mine, theirs = (p.white, p.black) if p.side == 0 else (p.black, p.white)
    for cell in each(mine):
        for way in range(3):
            other = board.step[cell * board.directions + ahead(p.side, way)]
            if other >= 0 and not has(mine, other) and (way or not has(theirs, other)):
                add(found, pair(cell, other))


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """An enemy pawn on the cell that is moved to is taken."""
    gone, pawn = single(board, first_of(move)), single(board, last_of(move))
    if p.side == 0:
        return State(p.white & ~gone | pawn, p.black & ~pawn, 1)
    return State(p.white & ~pawn, p.black & ~gone | pawn, 0)


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """A pawn on the far row, or the taking of all enemy pawns, ends the game."""
    arrived = p.white & board.areas[3] or p.black & board.areas[2]
    return bool(arrived) or not p.white or not p.black


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """Whoever did so wins."""
    return -1


def _rows(board: Board, settings: Mapping[str, Value]) -> tuple[Cells, ...]:
    """The first two rows and the last two, then the first row and the last."""
    height = len(board.rows)
    rows = {0, 1}, {height - 2, height - 1}, {0}, {height - 1}
    return tuple(
        sum(1 << cell for cell, (_, y) in enumerate(board.spots) if y in wanted) for wanted in rows
    )


def _refuse(board: Board, settings: Mapping[str, Value]) -> str:
    few = len(board.rows) < 4 or len(board.rows[0]) < 2
    return f"Breakthrough needs 4 rows and 2 columns: {board.text!r}" if few else ""


def _sides(game: Game) -> list[Symmetry]:
    """Left and right may be exchanged; above and below together with the colours."""
    top, found = len(game.board.rows) - 1, list[Symmetry]()
    for turn in game.board.symmetries:
        pairs = [(game.board.spots[c][1], game.board.spots[d][1]) for c, d in enumerate(turn)]
        if all(before == after for before, after in pairs):
            found.append((turn, False))
        elif all(before == top - after for before, after in pairs):
            found.append((turn, True))
    return found


RULEBOOK = Rulebook(
    name="breakthrough",
    title="Breakthrough",
    author="Dan Troyka, 2000",
    about="pawns move forward; the first on the far row wins",
    players=("white", "black"),
    boards=("square",),
    board="square:8x8",
    tiny=("square:4x2", "square:5x2", "square:4x3"),
    rules=sys.modules[__name__],
    setup=Setup(areas=_rows, refuse=_refuse),
    text=Text(tokens={"o": "white", "x": "black"}, moves=("CELL-CELL",)),
    declared=Declared(
        symmetries=_sides,
        exchange=(("white", "black"),),
        acyclic=lambda game: True,
        most_moves=lambda game: 6 * len(game.board.rows[0]),
    ),
    words=Words(
        refusal=lambda game, p, move: "a pawn moves forward, and takes diagonally only",
        reason=lambda game, p: f"{game.players[1 - p.side]} has broken through",
    ),
    drawing=Drawing(headings={"white": (0, 1), "black": (0, -1)}),
)
