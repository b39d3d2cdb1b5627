"""What should be true of the game: each claim with its sentence, and the ways to decide it."""

from __future__ import annotations

from typing import Any

from hex_on_rhombus import words
from hex_on_rhombus.rules import Rules, State, empty, joins_blue, joins_red
from ruleproof.models.cells import Field, count, rule
from ruleproof.models.claims.claims import Always, Claim, EveryTurn, ValueIs


@rule
def adds_a_stone(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """The turn adds one stone and takes none."""
    return count(q.red | q.blue) == count(p.red | p.blue) + 1


@rule
def one_has_won(board: Field, rules: Rules, p: State) -> bool:
    """Cells are empty, or exactly one player has joined his sides."""
    return bool(empty(board, p)) or joins_red(board, p) != joins_blue(board, p)


SMALL = ("rhombus:2x2", "rhombus:2x3", "rhombus:3x3")

CLAIMS: tuple[Any, ...] = (
    Claim("1", "Every turn adds a stone.", words.EMPTY, (EveryTurn(adds_a_stone),), boards=SMALL),
    Claim(
        "2",
        "A full board has exactly one winner: there is no draw.",
        words.CHAIN,
        (Always(one_has_won),),
        boards=SMALL,
    ),
    Claim(
        "3",
        "On as many rows as columns whoever begins can win.",
        words.TURNS,
        (ValueIs(lambda game: "win"),),
        boards=("rhombus:2x2", "rhombus:3x3"),
        applies=lambda game: len(game.board.rows) == len(game.board.rows[0]),
    ),
)
