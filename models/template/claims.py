"""Claims about the game: each with its sentence, and the ways to decide it.

`check --thorough` varies the settings that a claim names, as in `settings=("last",)`.
"""

from __future__ import annotations

from typing import Any

from ruleproof.models.cells import Field, count, rule
from ruleproof.models.claims.claims import Always, Claim, Ends, EveryTurn, Sometimes
from ruleproof.models.template import words
from ruleproof.models.template.rules import Rules, State, beside, open_cells


@rule
def adds_a_stone(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """The turn adds one stone and takes none."""
    return count(q.black | q.white) == count(p.black | p.white) + 1


@rule
def apart(board: Field, rules: Rules, p: State) -> bool:
    """No stone lies next to an enemy stone."""
    return not beside(board, p.black) & p.white


@rule
def blocked(board: Field, rules: Rules, p: State) -> bool:
    """The game is over, and cells are empty."""
    return not open_cells(board, p) and bool(board.full & ~(p.black | p.white))


SMALL = ("square:2x2", "square:2x3")

CLAIMS: tuple[Any, ...] = (
    Claim("1", "Every turn adds a stone.", words.EMPTY, (EveryTurn(adds_a_stone),), boards=SMALL),
    Claim(
        "2",
        "Stones of two colours are never neighbours.",
        words.APART,
        (Always(apart),),
        boards=SMALL,
    ),
    Claim("3", "Every game ends.", words.END, (Ends(),), boards=SMALL),
    Claim(
        "4",
        "A game can end with cells that are empty.",
        words.END,
        (Sometimes(blocked),),
        expected="witnessed",
        boards=SMALL,
    ),
)
