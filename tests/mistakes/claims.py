"""Claims about the three games: how much can be won or lost, what the start is worth, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruleproof.models.cells import Field, count, rule
from ruleproof.models.claims.claims import Claim, Ends, Most, ValueIs


@rule
def larger_store(board: Field, rules: Any, p: Any) -> int:
    """The seeds in the larger store."""
    return max(p.south, p.north)


@rule
def pawns_taken(board: Field, rules: Any, p: Any) -> int:
    """The pawns that have been taken."""
    return 2 * count(board.areas[0]) - count(p.white | p.black)


@rule
def stones(board: Field, rules: Any, p: Any) -> int:
    """The stones on the board."""
    return count(p.red | p.blue)


MEASURES: dict[str, Any] = {
    "kalah": larger_store, "breakthrough": pawns_taken, "oust": stones,
}  # fmt: skip


def _of(name: str) -> Callable[[Any], bool]:
    return lambda game: str(game.name).startswith(name)


CLAIMS: tuple[Any, ...] = (
    Claim("1", "Every game ends.", "", (Ends(),)),
    Claim("2", "The start has a value.", "", (ValueIs(),), "witnessed"),
    *(
        Claim(f"3{letter}", f"{name} has a maximum.", "", (Most(measure),), "witnessed",
              applies=_of(name))
        for letter, (name, measure) in zip("abc", MEASURES.items(), strict=True)
    ),
)  # fmt: skip
