"""What is told of a value: in words, in short, and as a colour.

shade   how good a value is for the player who moves, from -1 to 1, for the colour of a cell
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel

from ruleproof.models.game import Game
from ruleproof.reports import words

if TYPE_CHECKING:
    from ruleproof.solvers.exact.unfolding import Worth


class WorthTold(BaseModel):
    """What is known of a move or a position: fields as in `Worth`, in words, and its shade."""

    move: str
    place: int
    value: str | int | None
    distance: int | None
    bounds: tuple[str | int | None, str | int | None]
    words: str
    short: str
    shade: float | None
    settled: bool


def worth_told(game: Game, worth: Worth, most: int) -> WorthTold:
    """The worth in words; margins are shaded against `most`, the greatest that was told."""
    return WorthTold(
        move=worth.move,
        place=worth.place,
        value=worth.value,
        distance=worth.distance,
        bounds=worth.bounds,
        words=in_words(game, worth),
        short=in_short(worth),
        shade=None if worth.value is None else shade(game, worth, most),
        settled=worth.settled,
    )


def shade(game: Game, worth: Worth, most: int) -> float:
    """How good a known value is for the player who moves."""
    if not game.rulebook.scored:
        return {"win": 1.0, "draw": 0.0, "loss": -1.0}[str(worth.value)]
    if len(game.players) > 2:
        return 0.0
    return max(-1.0, min(1.0, worth.low / max(1, most)))


def in_short(worth: Worth) -> str:
    """The value as it stands on a cell: `W3`, `D`, `+2`; empty where it is not known."""
    if isinstance(worth.value, str):
        return worth.value[0].upper() + ("" if worth.distance is None else str(worth.distance))
    if worth.value is None:
        return ""
    return "0" if worth.value == 0 else f"{worth.value:+d}".replace("-", "−")


def in_words(game: Game, worth: Worth) -> str:
    """The value, or its bounds, in a few words."""
    low, high = worth.bounds
    if isinstance(worth.value, str):
        plies = worth.distance
        return worth.value + (
            "" if plies is None else f" in {words.counted(plies, 'ply', 'plies')}"
        )
    if worth.value is not None:
        many = len(game.players) > 2
        return words.counted(worth.value, "point") if many else words.margin(game, worth.value)
    if (low, high) in ((None, None), ("loss", "win")):
        return "not known"
    if isinstance(low, str):
        return f"{low} or {high}"
    if low is None:
        return f"at most {high:+d}"
    return f"at least {low:+d}" if high is None else f"from {low:+d} to {high:+d}"
